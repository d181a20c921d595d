"""Hostile names of players and phones: on every page, in every header and file they are text."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from io import StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.table import HTMX, Table, field, link_on
from tests.web.page import plain_text

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
}
PAGES = ("", "/table", "/share", "/log", "/phones", "/rules", "/hands/1", "/delete")


class Structure(HTMLParser):
    """The elements of a page and the names of their attributes, without any text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, ...]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the element."""
        self.found.append((tag, *sorted(name for name, _ in attrs)))

    def handle_comment(self, data: str) -> None:
        """Keep that there is a comment."""
        self.found.append(("!", data))


def evening(app: Flask, player: str, phone: str) -> dict[str, str]:
    """Every page on which a name of a player or of a phone can stand."""
    client, guest = app.test_client(), app.test_client()
    table = Table(client)
    path = table.start(player, "Ben", "Cem", length="list", sizes="1, 2")
    pages = {"start again": table.client.get("/new").text}
    table.post("/book/name", name=phone)
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    table.post(f"{path}/pass")
    link = link_on(client.get(f"{path}/phones").text)
    pages["link"] = guest.get(link).text
    data = {"csrf_token": field(pages["link"], "csrf_token"), "name": phone}
    assert guest.post(link, data=data).status_code == 303
    table.turn("spades", revision=table.revision)
    other = Table(guest)
    other.key, other.players = table.key, table.players
    clash = other.send("trump", 2, turned="clubs", revision="3", part=True)
    assert clash.status_code == 409
    pages["clash"] = clash.text
    pages["refused"] = table.score(9, 9, 9, number=1).text
    pages |= {f"game{part}": client.get(path + part).text for part in PAGES}
    pages |= {page: client.get(page).text for page in ("/", "/book", "/new")}
    return pages


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_name_changes_no_page_but_its_text(app: Flask, kind: str) -> None:
    """Beside the same evening with a harmless name of the same length."""
    hostile = " ".join(HOSTILE[kind].split())
    harmless = "x" * len(hostile)
    expected, found = (evening(app, name, name) for name in (harmless, hostile))
    assert found.keys() == expected.keys()
    for page, html in found.items():
        assert Structure(html).found == Structure(expected[page]).found, page
        if harmless in plain_text(expected[page]):
            assert hostile in plain_text(html), page
    shown = [page for page, html in expected.items() if harmless in html]
    assert len(shown) >= len(PAGES)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_name_in_a_header_is_text_in_its_json(table: Table, kind: str) -> None:
    name = " ".join(HOSTILE[kind].split())
    table.start(name, "Ben", "Cem")
    answer = table.play("hearts", (1, 0, 0), (1, 0, 0), part=True)
    header = answer.headers["HX-Trigger"]
    assert name in json.loads(header)["said"]["text"]
    assert header.isascii()
    assert header.isprintable()


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("separator", ["comma", "semicolon"])
def test_a_hostile_name_stays_in_its_cell(table: Table, kind: str, separator: str) -> None:
    name = " ".join(HOSTILE[kind].split())
    table.start(name, 'B"e;n,', "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    text = table.client.get(f"{table.path}.csv?sep={separator}").text
    sign = ";" if separator == "semicolon" else ","
    rows = list(csv.reader(StringIO(text, newline=""), delimiter=sign))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert [row[9] for row in rows[1:]] == [
        f"'{name}" if name[0] in "=-" else name,
        'B"e;n,',
        "Cem",
    ]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_is_typed_as_a_code_is_shown_again_as_text(client: FlaskClient, text: str) -> None:
    shown = client.post("/join", data={"code": text})
    assert shown.status_code == 422
    plain = client.post("/join", data={"code": "x" * len(text)})
    assert Structure(shown.text).found == Structure(plain.text).found


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_address_is_not_told_again(client: FlaskClient, text: str) -> None:
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
    assert {element[0] for element in Structure(drawn).found} <= {"svg", "path", "g"}
    assert table.key not in drawn


@pytest.mark.parametrize("unseen", ["\ufe0f", "\u034f", "\u0301", "\U000e0100\u200d", "\u17b4"])
def test_marks_that_stand_on_nothing_are_no_name(table: Table, unseen: str) -> None:
    response = table.post("/new", start="1", variant="wizard", name=[unseen, "B", "C"], dealer=0)
    assert response.status_code == 422
    assert "Seat 1 has no name" in response.text
    table.post("/book/name", name=unseen)
    assert 'name="name" value=""' in table.client.get("/book").text


@pytest.mark.parametrize("blank", ["\u3164", "\u2800", "\uffa0", "\u115f\u1160"])
def test_letters_that_nobody_sees_are_no_name(table: Table, blank: str) -> None:
    response = table.post("/new", start="1", variant="wizard", name=[blank, "B", "C"], dealer=0)
    assert response.status_code == 422
    assert "Seat 1 has no name" in response.text
    table.post("/book/name", name=f"Ann{blank}")
    assert 'value="Ann"' in table.client.get("/book").text
