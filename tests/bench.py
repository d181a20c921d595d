"""How fast the app is, beside a bare Flask route in the same run: ``make bench``.

Requests are handed to the WSGI applications in this process, the kinds taking turns, so that
a change of the machine's speed meets them all alike. Medians of several rounds are printed:
the time of a request, requests per second of one processor, and the speed as a share of the
bare route's.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Any

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper import create_app, store
from tests.conftest import settings
from tests.table import HTMX, Table, field

ROUNDS, REQUESTS = 15, 60
Request = Callable[[], tuple[str, str]]
"""Sends one request; gives the status and the revision that the answer names."""


def main() -> None:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        kinds = _kinds(create_app(settings(Path(folder))))
        times: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(ROUNDS):
            for name, request in kinds.items():
                times[name].append(_per_request(request))
        base = statistics.median(next(iter(times.values())))
        sys.stdout.write(f"{'request':<42}{'µs':>8}{'per second':>12}{'of bare':>9}\n")
        for name, measured in times.items():
            median = statistics.median(measured)
            line = f"{name:<42}{median * 1e6:>8.0f}{1 / median:>12.0f}{base / median:>9.3f}\n"
            sys.stdout.write(line)


def _kinds(app: Flask) -> dict[str, Request]:
    table = _played(app)
    with app.app_context():
        stamp = store.read(table.key).stamp
    keeper = _headers(table)
    bare = Flask("bare")
    bare.add_url_rule("/hello", "hello", lambda: "hello")
    path = table.path
    return {
        "bare Flask route": _get(bare, "/hello"),
        "poll that brings nothing": _get(app, path, f"seen={stamp}", HTMX),
        "poll that brings nothing, table view": _get(app, f"{path}/table", f"seen={stamp}", HTMX),
        "poll that brings a new sheet, 14 hands": _get(app, path, "seen=0.0", HTMX),
        "the same for a second keeper": _get(app, path, "seen=0.0", HTMX | keeper),
        "poll that brings a new table view": _get(app, f"{path}/table", "seen=0.0", HTMX),
        "first page": _get(app, "/", "", keeper),
        "game page, 14 hands": _get(app, path, "", keeper),
        "CSV of the game": _get(app, f"{path}.csv", "", keeper),
        "a tap saved (one durable commit)": _save(app, _played(app)),
    }


def _played(app: Flask) -> Table:
    table = Table(app.test_client())
    table.start("Ann", "Ben", "Cem", "Dora")
    for cards in range(1, 15):
        table.play("hearts", (0, 0, 0, 1), (0, 0, 0, cards))
    table.bid(0, 0, 0, None)
    return table


def _get(app: Flask, path: str, query: str = "", headers: dict[str, str] | None = None) -> Request:
    sent = [*(headers or {}).items()]
    environ = EnvironBuilder(path=path, query_string=query, headers=sent).get_environ()
    return lambda: _sent(app, dict(environ))


def _save(app: Flask, table: Table) -> Request:
    path, bids = f"{table.path}/hands/15/bids", cycle("10")
    sent = {"csrf_token": field(table.page(), "csrf_token"), "revision": str(table.revision)}
    headers = _headers(table) | HTMX

    def request() -> tuple[str, str]:
        data = sent | {"bid_0": next(bids)}
        builder = EnvironBuilder(path=path, method="POST", data=data, headers=[*headers.items()])
        status, sent["revision"] = _sent(app, builder.get_environ())
        return status, sent["revision"]

    return request


def _headers(table: Table) -> dict[str, str]:
    held = [table.client.get_cookie(name) for name in ("scorekeeper", "scorekeeper_page")]
    return {"Cookie": "; ".join(f"{cookie.key}={cookie.value}" for cookie in held if cookie)}


def _sent(app: Flask, environ: dict[str, Any]) -> tuple[str, str]:
    body, status, answered = run_wsgi_app(app, environ)
    for _ in body:
        pass
    return status, answered.get("X-Revision", "")


def _per_request(request: Request) -> float:
    begin = perf_counter()
    for _ in range(REQUESTS):
        status, _revision = request()
        assert status[:3] in ("200", "204"), status
    return (perf_counter() - begin) / REQUESTS


if __name__ == "__main__":
    main()
