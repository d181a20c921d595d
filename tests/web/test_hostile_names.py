"""Hostile names of players and phones are text on every page, in every header and file."""

import json
import re

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
