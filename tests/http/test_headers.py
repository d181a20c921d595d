"""Headers of every kind of answer, caching and compression."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

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
    "nothing new": lambda table: table.client.get(f"{table.path}?seen={table.revision}.0"),
}
"""Every kind of answer there is."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_carries_the_security_headers_once(table: Table, kind: str) -> None:
    table.start("Ann", "Ben", "Cem")
    headers = KINDS[kind](table).headers
    (policy,) = headers.getlist("Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers.getlist("X-Content-Type-Options") == ["nosniff"]
    assert headers.getlist("Referrer-Policy") == ["strict-origin"]
    assert headers.getlist("X-Robots-Tag") == ["noindex"]
    assert headers.getlist("Permissions-Policy")


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_says_that_it_is_ours(table: Table, kind: str) -> None:
    table.start("Ann", "Ben", "Cem")
    assert KINDS[kind](table).headers.getlist("X-Scorekeeper") == ["1"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "static" not in kind])
def test_no_cache_keeps_an_answer_about_a_game(table: Table, kind: str) -> None:
    table.start("Ann", "Ben", "Cem")
    headers = KINDS[kind](table).headers
    assert headers["Cache-Control"] == "no-store"
    assert "HX-Request" in headers["Vary"]


@pytest.mark.parametrize("kind", ["page", "part", "refused", "clash"])
def test_a_page_depends_on_the_phone_and_on_who_asks(table: Table, kind: str) -> None:
    table.start("Ann", "Ben", "Cem")
    vary = {word.strip() for word in KINDS[kind](table).headers["Vary"].split(",")}
    assert {"HX-Request", "Cookie"} <= vary


def test_a_page_holds_no_script_or_style_of_its_own(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    for page in (table.page(), table.client.get("/new").text, table.client.get("/").text):
        assert not re.search(r"<script(?![^>]* src=)", page)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page)


def test_the_one_script_from_elsewhere_is_pinned_by_its_hash(client: FlaskClient) -> None:
    response = client.get("/")
    found = re.search(r'<script src="https://[^"]+" integrity="(sha384-[^"]+)"', response.text)
    assert found
    assert f"'{found[1]}'" in response.headers["Content-Security-Policy"]


def test_static_files_of_this_version_are_kept_for_good(client: FlaskClient) -> None:
    addresses = re.findall(r'"(/static/[^"]+)"', client.get("/").text)
    assert len(addresses) >= 3
    for address in addresses:
        response = client.get(address, buffered=True)
        assert response.status_code == 200
        assert "immutable" in response.headers["Cache-Control"]


def test_a_page_asks_at_once_for_every_script_and_their_imports_are_of_its_version(
    app: Flask, client: FlaskClient
) -> None:
    folder = Path(str(app.static_folder))
    scripts = {path.relative_to(folder).as_posix() for path in folder.rglob("*.js")}
    asked = re.findall(r'"(/static/[0-9a-f]{12}/)([\w/]+\.js)"', client.get("/").text)
    assert len({folder for folder, _ in asked}) == 1
    assert sorted(name for _, name in asked) == sorted(scripts)


@pytest.mark.parametrize("name", ["app.js", "style/pages.css"])
def test_static_files_of_this_version_come_without_comments_and_say_the_same(
    client: FlaskClient, name: str
) -> None:
    whole = client.get(f"/static/{name}", buffered=True).text
    version = re.findall(r"/static/([0-9a-f]{12})/", client.get("/").text)[0]
    light = client.get(f"/static/{version}/{name}", buffered=True).text
    assert len(light) < 0.9 * len(whole)
    assert re.match(r"(//|/\*) ", whole)
    assert not re.match(r"(//|/\*) ", light)
    strings = r'"[^"\n]*"'
    assert re.findall(strings, light) == re.findall(strings, re.sub(r"(?m)^ *//.*", "", whole))


def test_static_files_of_no_version_are_not_kept_for_good(client: FlaskClient) -> None:
    response = client.get("/static/app.js", buffered=True)
    assert response.status_code == 200
    assert "immutable" not in response.headers.get("Cache-Control", "")


@pytest.mark.parametrize("name", ["000000000000/app.js", "VERSION/none.js"])
def test_static_files_that_are_not_of_this_version_are_not_there(
    client: FlaskClient, name: str
) -> None:
    version = re.findall(r"/static/([0-9a-f]{12})/", client.get("/").text)[0]
    response = client.get(f"/static/{name.replace('VERSION', version)}")
    assert response.status_code == 404
    assert "immutable" not in response.headers.get("Cache-Control", "")


@pytest.mark.parametrize("name", ["../wsgi.py", "..%2fwsgi.py", "%2e%2e/wsgi.py", "%00"])
def test_nothing_outside_the_static_folder_is_given_out(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


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


def test_the_cookie_is_for_this_site_and_not_for_scripts(table: Table) -> None:
    response = table.post("/new", start="1", variant="wizard", name=list("ABC"), dealer=0)
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie


def test_a_forged_cookie_is_a_phone_without_games(app: Flask, table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    forger = app.test_client()
    forger.set_cookie("scorekeeper", "eyJwaG9uZSI6IngifQ.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    assert "Ann" not in forger.get("/").text
    assert forger.get(f"{table.path}/delete").status_code == 404
