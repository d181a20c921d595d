"""Hostile names of players and phones are text on every page, in every header and file."""

import csv
import json
import re
from io import StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.evenings.recorded import recorded
from tests.evenings.test_evenings import EVENINGS
from tests.table import HTMX, Table
from tests.web.page import plain_text
from tests.web.tree import Tree

pytestmark = pytest.mark.thorough

HOSTILE = {
    "script": "<script>x()</script>",
    "attribute": '"onfocus="x()"autofocus ',
    "quote": "'><svg/onload=x()>",
    "comment": "--><b>",
    "end of an element": "</title></p><i>",
    "template": "{{ 7*7 }}{% x %}",
    "format": "%(x)s %s {0}",
    "entity": "&lt;b&gt;&#x3c;",
    "address": "javascript:x()",
    "formula": "=1+1",
    "json": '\\"},{"a":"',
    "cell": 'B"e;n,',
}
NAMES = [" ".join(text.split()) for text in HOSTILE.values()]
GROUPS = [tuple(NAMES[start : start + 4]) for start in range(0, len(NAMES), 4)]
"""Three players of an evening, and somebody else or a title."""
SCRIPTS = ("corrections", "two_keepers", "attendance")
"""Evenings with texts of all kinds, with a clash, and with people who come and go."""


def structure(page: str) -> list[tuple[str, ...]]:
    """The elements of a page and the names of their attributes, without any text.

    Whether the head of a column also has its name cut short depends on the width of the letters.
    """
    return [
        (element.tag, *sorted(element.given))
        for element in Tree(page).root.all()
        if element.tag and {"whole", "cut"}.isdisjoint((element.given.get("class") or "").split())
    ]


@pytest.mark.parametrize(("script", "names"), [*zip(SCRIPTS, GROUPS, strict=True)], ids=SCRIPTS)
def test_hostile_names_change_no_page_but_its_text(
    app: Flask, script: str, names: tuple[str, ...]
) -> None:
    """Compared with the same evening with harmless names of the same lengths."""
    harmless = [letter * len(name) for letter, name in zip("wxyz", names, strict=True)]
    expected, found = (
        recorded(
            app, EVENINGS[script], "en", dict(zip(("Ann", "Ben", "Cem", "Dora"), some, strict=True))
        )
        for some in (harmless, names)
    )
    assert len(found) == len(expected) > 5
    for page, other in zip(found, expected, strict=True):
        assert structure(page.html) == structure(other.html), page.address
        for name, plain in zip(names, harmless, strict=True):
            if plain in plain_text(other.html):
                assert name in plain_text(page.html), page.address


@pytest.mark.parametrize("name", NAMES, ids=HOSTILE)
def test_a_hostile_name_in_a_header_is_text_in_its_json(table: Table, name: str) -> None:
    table.start(name, "Ben", "Cem")
    answer = table.play("hearts", (1, 0, 0), (1, 0, 0), part=True)
    header = answer.headers["HX-Trigger"]
    assert name in json.loads(header)["said"]["text"]
    assert header.isascii()
    assert header.isprintable()


@pytest.mark.parametrize("names", GROUPS)
def test_hostile_names_stay_in_their_cells(table: Table, names: tuple[str, ...]) -> None:
    table.start(*names)
    table.play("hearts", (0, 1, 1, 0), (0, 0, 1, 0))
    for separator, sign in (("comma", ","), ("semicolon", ";")):
        text = table.client.get(f"{table.path}.csv?sep={separator}").text
        rows = list(csv.reader(StringIO(text, newline=""), delimiter=sign))
        assert {len(row) for row in rows} == {len(rows[0])}
        assert [row[9] for row in rows[1:]] == [
            f"'{name}" if name[0] in "=-" else name for name in names
        ]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_typed_code_is_shown_again_as_text(client: FlaskClient, text: str) -> None:
    shown = client.post("/join", data={"code": text})
    assert shown.status_code == 422
    plain = client.post("/join", data={"code": "x" * len(text)})
    assert structure(shown.text) == structure(plain.text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_address_is_not_repeated(client: FlaskClient, text: str) -> None:
    for address in (
        f"/{text}",
        f"/g/{text}",
        f"/link/{text}",
        f"/?page={text}",
        f"/new?group={text}",
    ):
        for headers in ({}, HTMX):
            answer = client.get(address, headers=headers)
            assert answer.status_code in (200, 404)
            assert text not in answer.text


def test_a_qr_code_is_drawn_and_holds_no_text(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    page = table.client.get(f"{table.path}/share").text
    (drawn,) = re.findall(r"<svg.*?</svg>", page, re.DOTALL)[-1:]
    assert {element[0] for element in structure(drawn)} <= {"svg", "path", "g"}
    assert table.key not in drawn


@pytest.mark.parametrize("unseen", ["\ufe0f", "\U000e0100\u200d", "\u3164", "\u115f\u1160"])
def test_an_invisible_text_is_no_name_of_a_player_or_a_phone(table: Table, unseen: str) -> None:
    """All such letters and marks are tried in tests/test_fields.py."""
    response = table.post("/new", start="1", variant="wizard", name=[unseen, "B", "C"], dealer=0)
    assert response.status_code == 422
    table.post("/book/name", name=unseen)
    assert 'name="name" value=""' in table.client.get("/book").text
