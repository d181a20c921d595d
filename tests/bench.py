"""How fast the pages are, beside a bare route in the same run: ``make bench``.

Requests go through the WSGI application in this process, the kinds taking turns, so that a
change of the machine's speed meets them all alike. Medians of several rounds are printed.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from flask import Flask

from scorekeeper import create_app
from tests.conftest import settings
from tests.table import HTMX, Table, field

ROUNDS, REQUESTS = 7, 60


def main() -> None:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(settings(Path(folder)))
        app.add_url_rule("/hello", "hello", lambda: "hello")
        kinds = _kinds(app)
        times: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(ROUNDS):
            for name, request in kinds.items():
                times[name].append(_per_request(request))
        base = statistics.median(times["bare route"])
        sys.stdout.write(f"{'request':<34}{'median µs':>10}{'x bare':>8}\n")
        for name, measured in times.items():
            median = statistics.median(measured)
            sys.stdout.write(f"{name:<34}{median * 1e6:>10.0f}{median / base:>8.1f}\n")


def _kinds(app: Flask) -> dict[str, Callable[[], object]]:
    table = Table(app.test_client())
    table.start("Ann", "Ben", "Cem", "Dora")
    for cards in range(1, 15):
        table.play("hearts", (0, 0, 0, 1), (0, 0, 0, cards))
    table.bid(0, 0, 0, None)
    client, path, token = table.client, table.path, field(table.page(), "csrf_token")
    revision, bids = [table.revision], [0]

    def save() -> None:
        bids[0] = 1 - bids[0]
        data = {"csrf_token": token, "revision": revision[0], "bid_0": bids[0]}
        answer = client.post(f"{path}/hands/15/bids", data=data, headers=HTMX)
        assert answer.status_code == 200, answer.status_code
        revision[0] = int(answer.headers["X-Revision"])

    return {
        "bare route": lambda: client.get("/hello"),
        "home": lambda: client.get("/"),
        "game page, 14 hands": lambda: client.get(path),
        "a tap saved (one durable commit)": save,
        "CSV of the game": lambda: client.get(f"{path}.csv"),
    }


def _per_request(request: Callable[[], object]) -> float:
    begin = perf_counter()
    for _ in range(REQUESTS):
        request()
    return (perf_counter() - begin) / REQUESTS


if __name__ == "__main__":
    main()
