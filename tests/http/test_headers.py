"""Headers of every kind of answer, caching and compression."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.conftest import opened
from tests.table import HTMX, Table

KINDS: dict[str, Callable[[Table], TestResponse]] = {
    "page": lambda table: table.client.get(table.path),
    "part": lambda table: table.client.get(table.path, headers=HTMX),
    "redirect": lambda table: table.turn("hearts"),
    "refused": lambda table: table.turn(""),
    "clash": lambda table: table.turn("hearts", revision=7),
    "csv": lambda table: table.client.get(f"{table.path}.csv"),
    "not found": lambda table: table.client.get("/nothing"),
    "not allowed": lambda table: table.client.post(table.path),
    "too big": lambda table: table.client.post("/new", data={"name": "a" * 100_000}),
    "static": lambda table: table.client.get("/static/app.js", buffered=True),
    "static not found": lambda table: table.client.get("/static/no.js"),
    "head": lambda table: table.client.head(table.path),
}
"""Every kind of answer that may have a body."""
TYPES = {"csv": "text/csv", "static": "text/javascript"}
ALWAYS = {
    "X-Scorekeeper": "1",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_carries_the_security_headers_once(table: Table, kind: str) -> None:
    table.start("Ann", "Ben", "Cem")
    answer = KINDS[kind](table)
    headers = answer.headers
    (policy,) = headers.getlist("Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    for name, value in ALWAYS.items():
        assert headers.getlist(name) == [value]
    assert not [name for name, _ in headers if name.lower().startswith("access-control")]
    if answer.data:
        expected = TYPES.get(kind, "text/html")
        assert headers["Content-Type"] == f"{expected}; charset=utf-8"
    if "static" not in kind:
        assert headers["Cache-Control"] == "no-store"
        assert {"HX-Request", "Cookie", "Accept-Language"} <= set(re.split(", *", headers["Vary"]))


def test_a_poll_without_news_gets_only_the_headers_that_its_page_needs(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    answer = table.client.get(f"{table.path}?seen={table.revision}.0")
    assert (answer.status_code, answer.data) == (204, b"")
    assert dict(answer.headers) == {
        "X-Scorekeeper": "1",
        "Cache-Control": "no-store",
        "X-Followers": "0",
    }


def test_search_engines_find_the_first_page_alone_and_only_without_games(
    client: FlaskClient, table: Table
) -> None:
    assert "X-Robots-Tag" not in client.get("/").headers
    assert '<meta name="description" content="The score sheet' in client.get("/").text
    assert client.get("/?page=2").headers["X-Robots-Tag"] == "noindex"
    table.start("Ann", "Ben", "Cem")
    for path in ("/", table.path, f"{table.path}/table"):
        assert table.client.get(path).headers["X-Robots-Tag"] == "noindex"


@pytest.mark.thorough
def test_over_https_every_answer_asks_for_https_from_then_on(tmp_path: Path) -> None:
    with opened(tmp_path, PROXIES=1) as app:
        table = Table(app.test_client())
        table.client.environ_base["HTTP_X_FORWARDED_PROTO"] = "https"
        table.renew()
        for kind, answer in KINDS.items():
            table.start("Ann", "Ben", "Cem")
            headers = answer(table).headers
            assert headers.getlist("Strict-Transport-Security") == ["max-age=31536000"], kind
            assert headers.getlist("Cross-Origin-Opener-Policy") == ["same-origin"], kind


def test_a_page_holds_no_script_or_style_of_its_own(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    for page in (table.page(), table.client.get("/new").text, table.client.get("/").text):
        assert not re.search(r"<script(?![^>]* src=)", page)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page)


def test_the_one_script_from_elsewhere_is_pinned_by_its_hash(client: FlaskClient) -> None:
    response = client.get("/new")
    found = re.search(r'<script src="https://[^"]+" integrity="(sha384-[^"]+)"', response.text)
    assert found
    assert f"'{found[1]}'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_pages_are_compressed_where_the_phone_can_read_it(table: Table, encoding: str) -> None:
    table.start("Ann", "Ben", "Cem")
    plain = table.client.get(table.path)
    packed = table.client.get(table.path, headers={"Accept-Encoding": encoding})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == encoding
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(packed.data) < len(plain.data) / 2
    if encoding == "gzip":
        assert b"Ann" in gzip.decompress(packed.data)
