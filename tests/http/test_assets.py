"""Static files: cached forever by version, minified, and nothing else is served."""

import re
import sys
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.http import assets
from scorekeeper.http.assets import LIGHTER
from tests.table import Table

STYLES = Path(__file__).parents[2] / "static" / "style"


def test_static_files_of_this_version_are_kept_for_good(client: FlaskClient) -> None:
    addresses = re.findall(r'"(/static/[^"]+)"', client.get("/").text)
    assert len(addresses) >= 3
    for address in addresses:
        response = client.get(address, buffered=True)
        assert response.status_code == 200
        assert "immutable" in response.headers["Cache-Control"]


def test_a_page_asks_at_once_for_all_scripts_but_another_pages_all_of_its_version(
    app: Flask, client: FlaskClient
) -> None:
    folder = Path(str(app.static_folder))
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*.js"))
    scripts = {name for name in names if not name.startswith(("ahead/", "pages/", "program/"))}
    table = Table(client)
    table.start("Ann", "Ben", "Cem")
    playing = {name for name in scripts if name.startswith("playing/")}
    assert playing
    for address in ("/", table.path, f"{table.path}/table"):
        asked = re.findall(r'"(/static/[0-9a-f]{12}/)([\w/]+\.js)"', client.get(address).text)
        assert len({folder for folder, _ in asked}) == 1
        expected = scripts - playing if address == "/" else scripts
        assert sorted(name for _, name in asked) == sorted(expected)


@pytest.mark.parametrize("name", ["app.js", "style/hand.css"])
def test_static_files_of_this_version_come_without_comments(client: FlaskClient, name: str) -> None:
    whole = client.get(f"/static/{name}", buffered=True).text
    version = re.findall(r"/static/([0-9a-f]{12})/", client.get("/").text)[0]
    light = client.get(f"/static/{version}/{name}", buffered=True).text
    assert len(light) < 0.9 * len(whole)
    assert re.match(r"(//|/\*) ", whole)
    assert not re.match(r"(//|/\*) ", light)


def test_a_lighter_script_keeps_its_texts(client: FlaskClient) -> None:
    strings, whole = r'"[^"\n]*"', client.get("/static/app.js", buffered=True).text
    without_comments = re.sub(r"(?m)^ *//.*", "", whole)
    assert re.findall(strings, LIGHTER[".js"](whole)) == re.findall(strings, without_comments)


def test_a_list_of_style_sheets_comes_as_one(app: Flask, client: FlaskClient) -> None:
    version = re.findall(r"/static/[0-9a-f]{12}/", client.get("/").text)[0]
    light = client.get(f"{version}style/new.css", buffered=True).text
    assert "@import" not in light
    folder = Path(str(app.static_folder), "style")
    for name in re.findall(r'@import "(.+)";', (folder / "new.css").read_text("utf-8")):
        text = assets.WRITTEN.get(name) or (folder / name).read_text("utf-8")
        # Neighbours in one layer share its braces.
        assert LIGHTER[".css"](text).removeprefix("@layer page{").removesuffix("}") in light


@pytest.mark.parametrize("path", sorted(STYLES.glob("*.css")), ids=lambda path: path.stem)
def test_a_style_sheet_is_rewritten_for_the_oldest_browsers(path: Path) -> None:
    # Safari reads nested rules from 16.5 on, and an underline with more only with its prefix.
    light = LIGHTER[".css"](path.read_text("utf-8"))
    assert "&" not in light
    for value in re.findall(r"[;{]text-decoration:([^;}]* [^;}]*)", light):
        # With a variable the thickness stays in it, which Safari does not read.
        assert "var(" not in value
        assert f"-webkit-text-decoration:{value}" in light


def test_files_are_sent_as_written_where_nothing_makes_them_lighter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("rjsmin", "lightningcss"):
        monkeypatch.setitem(sys.modules, module, None)
    assert assets.find_lighter() == {}


@pytest.mark.parametrize("added", ["system inner game", "system inner new", "system inner table"])
def test_every_colour_that_a_page_uses_is_one_of_its_style_sheets(
    client: FlaskClient, added: str
) -> None:
    version = re.findall(r"/static/[0-9a-f]{12}/", client.get("/").text)[0]
    sheets = [
        client.get(f"{version}style/{name}.css", buffered=True) for name in ("look", *added.split())
    ]
    text = "".join(sheet.text for sheet in sheets)
    used = set(re.findall(r"var\((--[\w-]+)\)", text))
    assert used
    assert used <= set(re.findall(r"[{;](--[\w-]+):", text))


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


@pytest.mark.parametrize(
    "path", ["/.git/config", "/.env", "/wsgi.py", "/instance/secret_key", "/static/"]
)
def test_no_file_of_the_program_and_no_list_of_files_is_given_out(
    client: FlaskClient, path: str
) -> None:
    assert client.get(path).status_code == 404
    assert "SECRET" not in client.get(f"/static/..{path}").text
