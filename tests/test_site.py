"""A site of plain files: what it consists of, and that it leads nowhere else."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask

from scorekeeper.http.assets import script_files
from scorekeeper.http.bundles import ROOTS, bundled
from scorekeeper.rules.variants.variants import TWO_PLAYER, WIZARD
from scorekeeper.site import SWITCHES, alone, write_site
from scorekeeper.web.start import blank_or_reason
from tests import site_forms
from tests.conftest import opened

LANGUAGES = ("en", "pt-BR")
LINKS = re.compile(r'(?:href|src|action)="([^"]*)"')
LOADED = re.compile(r'import \{\$[\w,$]+\} from "\./\w+\.js";')
HOST = "https://host/~anna/score/"

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.thorough]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site in two languages, with the blank pages of two games."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.site.alone", lambda: [WIZARD, TWO_PLAYER])
        write_site(folder, LANGUAGES)
    return folder


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The program as it draws a site."""
    with opened(tmp_path, SITE=True) as app:
        yield app


def pages(folder: Path) -> dict[str, str]:
    """The text of each page by its address."""
    found = folder.rglob("index.html")
    return {
        f"{HOST}{page.relative_to(folder).parent.as_posix()}/".replace("/./", "/"): page.read_text(
            "utf-8"
        )
        for page in found
    }


def has(folder: Path, address: str) -> bool:
    """Whether the site has a file for an address."""
    assert address.startswith(HOST), address
    path = urlsplit(address).path.removeprefix(urlsplit(HOST).path)
    return (folder / (f"{path}index.html" if path.endswith("/") or not path else path)).is_file()


def test_each_address_on_a_page_leads_to_a_file_in_any_folder_of_a_host(folder: Path) -> None:
    for at, page in pages(folder).items():
        links = [unescape(link) for link in LINKS.findall(page) if link[:1] not in {"", "#"}]
        assert len(links) > 10
        assert [one for one in links if not has(folder, urljoin(at, one))] == [], at
        (worker,) = re.findall(r'data-root="([^"]*)"', page)
        assert urljoin(at, worker) == f"{HOST}sw.js"


def test_a_blank_page_leads_to_files_or_to_its_own_game(folder: Path) -> None:
    for file in folder.rglob("*.json"):
        (blank,) = [game for game in read(file)["games"].values() if isinstance(game, dict)]
        at = f"{HOST}{file.relative_to(folder).parents[2].as_posix()}/g/".replace("/./", "/")
        for link in LINKS.findall(blank["page"]):
            if not link.startswith(("/g/~", "#")):
                assert has(folder, urljoin(at, link)), (file.name, link)


def read(file: Path) -> Any:
    """The blank pages of a file; of another deck they are what differs."""
    sheet = json.loads(file.read_text("utf-8"))
    if "base" not in sheet:
        return sheet
    return site_forms.changed(read(file.with_name(f"{sheet['base']}.json")), sheet["change"])


def test_the_site_has_each_game_that_a_phone_can_play_without_a_server(
    folder: Path, app: Flask
) -> None:
    names = {file.stem for file in (folder / "pt-BR/new/ahead").iterdir()}
    decks = ("suits", "colours")
    wizard = {f"wizard-{deck}-{players}" for deck in decks for players in (3, 4, 5, 6)}
    assert names == wizard | {f"two-player-{deck}-2" for deck in decks}
    with app.test_request_context():
        for game in alone():
            form = site_forms.of(game, ())
            drawn = {n: blank_or_reason(form, n) for n in range(1, 11)}
            assert [n for n, blank in drawn.items() if isinstance(blank, dict)] == [*game.numbers]


@pytest.mark.parametrize("deck", ["suits", "colours"])
def test_each_choice_of_deck_and_house_rules_gives_the_blank_page_of_the_server(
    folder: Path, app: Flask, deck: str
) -> None:
    sheet = read(folder / f"new/ahead/wizard-{deck}-4.json")
    with app.test_request_context():
        for bits in range(2 ** len(SWITCHES)):
            names = [name for bit, name in enumerate(SWITCHES) if bits >> bit & 1]
            wanted: Any = blank_or_reason(site_forms.of(WIZARD, names, deck), 4)
            change = sheet["changes"][int(sheet["which"][bits], 36)]
            plan = site_forms.changed(sheet["games"]["4"]["plan"], change.get("plan", {}))
            # Numbers of hands are texts in JSON.
            assert plan == json.loads(json.dumps(wanted["plan"])) | site_forms.links(plan), names


def test_the_scripts_of_a_site_are_in_a_few_files_each_after_what_it_imports(
    folder: Path, app: Flask
) -> None:
    files = {f"pad/{file.name}": file for file in folder.glob("static/*/pad/*")}
    assert files.keys() == ROOTS.keys()
    modules = script_files(app)
    once = Counter[str]()
    for name, text in bundled(modules).items():
        known, inside = set(re.findall(r"\$\w+", text.partition("(() =>")[0])), list[str]()
        for line in text.splitlines():
            if imported := re.match(r"(?:const |\} *|.*\} )= (\$\w+);$", line):
                assert imported[1] in {*known, *inside}, (name, line)
            elif line.startswith("import "):
                assert LOADED.fullmatch(line), (name, line)
            elif function := re.match(r"export const (\$\w+) = \(\(\) => \{", line):
                inside.append(function[1])
                once[function[1]] += 1
            else:
                assert not line.startswith("export ") or "$later" in line, (name, line)
    assert len(once) > 40
    assert {*once.values()} == {1}


def test_nothing_says_that_a_server_is_away(folder: Path) -> None:
    said = (
        "Not saved, trying",
        "No connection. To be",
        "once the server",
        "the server can",
        "from the server",
    )
    for file in (*folder.glob("*.html"), *folder.glob("*/index.html"), *folder.rglob("*-4.json")):
        text = file.read_text("utf-8")
        assert [one for one in said if one in text] == [], file


def test_the_worker_differs_if_any_page_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worker() -> bytes:
        write_site(tmp_path, ("en",))
        return (tmp_path / "sw.js").read_bytes()

    monkeypatch.setattr("scorekeeper.site.alone", lambda: [TWO_PLAYER])
    before = worker()
    assert worker() == before
    monkeypatch.setattr("scorekeeper.site.DOOR", "")
    assert worker() != before


def test_the_pages_ask_no_other_host(folder: Path) -> None:
    for page in pages(folder).values():
        assert "https://" not in page
        assert "default-src 'none'" in page
