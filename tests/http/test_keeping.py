"""Pages to keep, the service worker that keeps them, and the installed app."""

import gzip
import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.drawing.picture import png_of
from scorekeeper.http.cookies import PHONE
from tests.cast import Cast, Role
from tests.conftest import opened
from tests.desk import seven
from tests.http.test_secrets import Secrets
from tests.table import Table

KEEP = {"X-Keep": "1"}
STATIC = Path(__file__).parents[2] / "static"
MOST = 103_750
BLANKS = "/new/ahead/variant=wizard&cards=suits"
"""Bytes of the files that a phone keeps, with gzip."""


def given(client: FlaskClient) -> tuple[str, list[str]]:
    """The version and the files in the service worker."""
    text = client.get("/sw.js").text.partition(");\n")[0].removeprefix("Object.assign(self,")
    found = json.loads(text)
    return found["version"], found["files"]


@pytest.mark.thorough
@pytest.mark.parametrize("role", Role)
def test_a_page_to_keep_has_no_token_no_message_and_no_secret(cast: Cast, role: Role) -> None:
    secrets = Secrets(cast)
    for address in ("/", "/new", cast.path):
        page = cast.clients[role].get(address, headers=KEEP)
        assert page.headers["X-Kept"] == (BLANKS if address == "/new" else "1")
        assert re.search(r'<html lang="en" data-kept="[^"]+">', page.text)
        assert not re.search(r'name="(csrf_token|token)" value="[^"]', page.text)
        assert not [secret for secret in secrets.all() if secret in page.text], address


def test_only_pages_that_are_asked_to_be_kept_are_marked(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    for address in ("/", "/new", table.path):
        assert "X-Kept" not in table.client.get(address).headers
    for address in ("/book", f"{table.path}/share", f"{table.path}/phones", f"{table.path}x"):
        page = table.client.get(address, headers=KEEP)
        assert "X-Kept" not in page.headers
        assert not re.search(r'name="csrf_token" value="[^"]', page.text)


def test_a_message_waits_for_the_page_that_shows_it(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    assert ">Saved</p>" not in table.client.get("/", headers=KEEP).text
    assert ">Saved</p>" in table.client.get("/").text


def test_keeping_pages_makes_no_phone_of_a_visitor(client: FlaskClient) -> None:
    for address in ("/", "/new"):
        client.get(address, headers=KEEP)
        assert client.get_cookie(PHONE) is None


def test_a_kept_page_needs_no_file_that_is_not_kept(table: Table, app: Flask) -> None:
    table.start("Ann", "Ben", "Cem")
    version, files = given(table.client)
    desk = seven(app, "publish", "start")
    at_event = desk.at(table.client, 1)
    for address in ("/", "/new", table.path, at_event.path):
        page = table.client.get(address, headers=KEEP)
        # The phone asks for its icon only when it installs the app.
        asked = re.findall(rf'"/static/{version}/((?!icons/)[^"]+)"', page.text)
        scripts = [f"pages/{name}.js" for name in re.findall(r'data-script="(\w+)"', page.text)]
        assert len(asked) > 10
        along = page.headers["X-Kept"].split()
        more = [one.removeprefix(f"/static/{version}/") for one in along if "/static/" in one]
        assert set(asked + scripts) <= {*files, *more}, address
        for one in along if more else ():
            assert table.client.get(one, headers=KEEP, buffered=True).headers["X-Kept"]


def test_the_worker_and_the_files_that_it_keeps_are_small(client: FlaskClient) -> None:
    version, files = given(client)
    worker = client.get("/sw.js", headers={"Accept-Encoding": "gzip"})
    assert len(worker.data) <= 1_860
    assert worker.headers["Cache-Control"] == "no-store"
    sent = [client.get(f"/static/{version}/{name}", buffered=True) for name in files]
    assert {answer.status_code for answer in sent} == {200}
    assert sum(len(gzip.compress(answer.data, 6)) for answer in sent) <= MOST


def test_the_worker_differs_if_any_static_file_does(
    tmp_path: Path, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.http.assets._version", lambda _: "0" * 12)
    with opened(tmp_path) as app:
        assert app.test_client().get("/sw.js").text != client.get("/sw.js").text


def test_the_manifest_names_icons_of_their_sizes(client: FlaskClient) -> None:
    page = client.get("/").text
    (address,) = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
    answer = client.get(address)
    assert answer.content_type == "application/manifest+json"
    found = json.loads(answer.text)
    assert {found[name] for name in ("id", "scope", "start_url")} == {"/"}
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    touch = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    sizes = [(icon["src"], int(icon["sizes"].split("x")[0])) for icon in found["icons"]]
    for source, size in [*sizes, (touch[0], 180)]:
        header = client.get(source, buffered=True).data[:24]
        assert header.startswith(b"\x89PNG")
        assert int.from_bytes(header[16:20]) == int.from_bytes(header[20:24]) == size


@pytest.mark.parametrize(
    ("name", "corner", "view"),
    [
        ("180", "", "0 0 64 64"),
        ("192", ' rx="14"', "0 0 64 64"),
        ("512", ' rx="14"', "0 0 64 64"),
        # Launchers cut it to a shape of their own.
        ("maskable-512", "", "-8 -8 80 80"),
    ],
)
def test_the_icons_are_those_of_the_drawing(name: str, corner: str, view: str) -> None:
    pytest.importorskip("resvg_py")
    size = name.rpartition("-")[2]
    svg = (STATIC / "icon.svg").read_text("utf-8").replace(' rx="14"', corner)
    svg = svg.replace('viewBox="0 0 64 64"', f'width="{size}" height="{size}" viewBox="{view}"')
    if "maskable" in name:
        ground = '<rect x="-32" y="-32" width="128" height="128"'
        svg = svg.replace('<rect width="64" height="64"', ground)
    assert png_of(svg) == (STATIC / "icons" / f"{name}.png").read_bytes()
