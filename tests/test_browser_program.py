"""The program as a browser calls it, and what is packed for one."""

import ast
import json
from pathlib import Path

import pytest

from scorekeeper.browser import answers
from scorekeeper.browser import pack as packing
from scorekeeper.browser.answers import COOKIES, DATABASE, Phone
from scorekeeper.browser.pack import archive, bare, patched
from scorekeeper.config import SettingError
from scorekeeper.http.cookies import PHONE
from scorekeeper.http.languages import LANGUAGE_COOKIE
from scorekeeper.http.parts import OTHERS
from tests import databases
from tests.table import field

pytestmark = [pytest.mark.sqlite, pytest.mark.thorough]

ADDRESS = {
    "root": "/score",
    "query": "",
    "host": "host",
    "scheme": "https",
    "zone": "Europe/Berlin",
}


def begin(folder: Path, empty: Path) -> None:
    """Start the program with the data of a folder."""
    phone = Phone(answers.create(folder), folder, empty)
    answers.PHONES[:] = [phone]
    answers.resume()


def ask(method: str, path: str, body: str = "", language: str = "") -> tuple[int, str, str]:
    """The status, the content and the redirection of an answer."""
    headers = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
    address = {**ADDRESS, "path": path, "language": language}
    status, fields, content = answers.answer(method, address, headers, body.encode())
    return status, content.decode(), dict(fields).get("Location", "")


def test_the_phone_keeps_its_cookies_where_no_answer_can_set_them(
    tmp_path: Path, empty_database: Path
) -> None:
    (tmp_path / "data").mkdir()
    with databases.lent(empty_database, tmp_path):
        begin(tmp_path / "data", tmp_path / databases.FILE)
        form = ask("GET", "new")[1]
        token, start = field(form, "csrf_token"), field(form, "token")
        names = "&".join(f"name={name}" for name in ("Ann", "Ben", "Cem"))
        body = (
            f"csrf_token={token}&token={start}&start=1&variant=wizard&cards=suits&dealer=0&{names}"
        )
        status, _, game = ask("POST", "new", body)
        assert (status, game.startswith("/score/g/")) == (303, True)
        kept = json.loads((tmp_path / "data" / COOKIES).read_text("utf-8"))
        assert f"__Host-{PHONE}" in kept
        # Another start, with what the folder has.
        begin(tmp_path / "data", tmp_path / databases.FILE)
        assert 'id="panel"' in ask("GET", game.removeprefix("/score/"))[1]


def test_a_page_of_the_site_chooses_the_language_once(tmp_path: Path, empty_database: Path) -> None:
    with databases.lent(empty_database, tmp_path):
        begin(tmp_path, tmp_path / databases.FILE)
        assert 'lang="de"' in ask("GET", "new", language="de")[1]
        assert 'lang="de"' in ask("GET", "people", language="fr")[1]
        assert answers.PHONES[0].cookies[f"__Host-{LANGUAGE_COOKIE}"] == "de"


def test_a_page_about_other_phones_names_the_way_to_a_server(
    tmp_path: Path, empty_database: Path
) -> None:
    with databases.lent(empty_database, tmp_path):
        begin(tmp_path, tmp_path / databases.FILE)
        said, way = "no other phone can reach this one", 'href="/score/book/bring#sends"'
        pages = {page: ask("GET", page)[1] for page in ("join", "book", "wall", "people")}
        assert [page for page, text in pages.items() if said in text] == ["join", "book", "wall"]
        assert [page for page, text in pages.items() if way in text] == ["join", "book", "wall"]
        assert 'data-to="/book/bring"' in ask("GET", "book/bring")[1]
        assert {one for one in OTHERS if one not in answers.PHONES[0].app.view_functions} == set()


def test_a_new_version_takes_the_data_of_an_earlier_one_along(
    tmp_path: Path, empty_database: Path
) -> None:
    (tmp_path / "data").mkdir()
    with databases.lent(empty_database, tmp_path):
        begin(tmp_path / "data", tmp_path / databases.FILE)
        (tmp_path / "data" / DATABASE).unlink()
        databases.make_old(tmp_path / "data" / DATABASE, databases.OLDEST.with_name("0022.sql"))
        answers.resume()
        assert ask("GET", "history")[0] == 200


def test_a_packed_module_says_the_same_in_fewer_words() -> None:
    source = b'"""Doc."""\nfrom __future__ import annotations\n# why\ndef f():\n    "Doc."\n'
    module = ast.parse(bare(source))
    assert [ast.get_docstring(one) for one in (module, module.body[2])] == ["-", "-"]  # type: ignore[arg-type]
    assert b"why" not in bare(source)


def test_an_archive_begins_with_the_names_and_sizes_of_its_files() -> None:
    packed = archive({"b": b"22", "a": b"1"})
    size = int.from_bytes(packed[:4], "little")
    assert json.loads(packed[4 : 4 + size]) == [["a", 1], ["b", 2]]
    assert packed[4 + size :] == b"122"


def test_a_program_that_does_not_start_without_a_browser_is_named_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "browser").mkdir()
    (tmp_path / "browser" / "collect.py").write_text("raise ImportError('no letters')")
    monkeypatch.setattr(packing, "PACKAGE", tmp_path)
    with pytest.raises(SettingError, match=r"as in a browser: ImportError: no letters"):
        packing.collected(tmp_path)


def test_scripts_that_are_not_pyodides_are_refused() -> None:
    with pytest.raises(SettingError, match="Pyodide has changed"):
        patched({"pyodide/pyodide.asm.mjs": "", "pyodide/pyodide.mjs": ""})


def test_what_is_packed_depends_on_no_order_of_sets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for seed in ("1", "7"):
        (tmp_path / seed).mkdir()
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        packing.collected(tmp_path / seed)
        files = [
            tmp_path / seed / "empty.sqlite3",
            *sorted((tmp_path / seed / "compiled").iterdir()),
        ]
        found.append({file.name: file.read_bytes() for file in files})
    assert found[0] == found[1]
