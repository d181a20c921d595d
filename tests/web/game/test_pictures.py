"""The picture of a result: its contents, what it must not contain, and who gets it."""

import struct
from datetime import UTC, datetime
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from scorekeeper.drawing import picture
from scorekeeper.http import gate
from scorekeeper.keys import join_code
from scorekeeper.store.games import games
from scorekeeper.web.game import game
from tests.table import Table
from tests.web.page import plain_text

SIZES = {"wide": (1200, 630), "tall": (1080, 1350)}


@pytest.fixture
def _svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates that the library for PNGs is not installed."""
    monkeypatch.setattr(picture, "HAS_LIBRARY", False)
    gate.forget()


def end(table: Table) -> None:
    hands = table.hand - 1
    assert table.post(f"{table.path}/end", hands=hands, revision=table.revision).status_code == 303


@pytest.fixture
def over(played: Table) -> Table:
    """A game that was ended after one hand."""
    end(played)
    return played


def said(table: Table, shape: str = "tall") -> list[str]:
    """Every text of the picture, in its order."""
    answer = table.client.get(f"{table.path}/picture-{shape}")
    assert answer.mimetype == "image/svg+xml"
    root = ET.fromstring(answer.text)  # noqa: S314 - our own drawing
    return ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.thorough
@pytest.mark.parametrize("shape", SIZES)
def test_the_picture_is_a_png_of_its_size(over: Table, shape: str) -> None:
    answer = over.client.get(f"{over.path}/picture-{shape}")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", answer.data[16:24]) == SIZES[shape]
    assert len(answer.data) < 300_000
    assert f'{shape}.png"' in answer.headers["Content-Disposition"]


@pytest.mark.thorough
def test_a_picture_that_the_phone_has_is_not_sent_again(over: Table) -> None:
    address = f"{over.path}/picture-tall"
    first = over.client.get(address)
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = over.client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_game_in_progress_has_no_picture_and_no_link_to_one(played: Table) -> None:
    for address in ("picture", "picture-tall"):
        assert played.client.get(f"{played.path}/{address}").status_code == 404
    assert "picture" not in played.page()
    end(played)
    link = f'href="{played.path}/picture" data-picture="{played.path}/picture-tall"'
    assert link in played.page()
    assert played.client.get(f"{played.path}/picture-huge").status_code == 404


@pytest.mark.usefixtures("_svg")
def test_every_result_says_of_who_comes_last_with_more_points_that_they_have_left(
    table: Table,
) -> None:
    table.start("Ann", "Ben", "Cem", "Dora")
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    table.post(f"{table.path}/players/0", revision=table.revision, away="y")
    table.play("hearts", (None, 1, 0, 0), (None, 2, 0, 0))
    end(table)
    line = "Cem 40 · Dora 40 · Ben 10 · Ann 30 (has left)"
    for address in ("?panel=send", "/picture"):
        assert line in plain_text(table.client.get(f"{table.path}{address}").text)
    for shape in SIZES:
        texts = said(table, shape)
        bars = ["3", "Ben", "10", "4", "Ann (has left)", "30"]
        assert bars == texts[texts.index("Ben") - 1 :][:6]
    paper = plain_text(table.client.get(f"{table.path}/paper").text)
    assert "Place 30 4th place (has left) 10 3rd place 40 1st place 40 1st place" in paper


@pytest.mark.parametrize("asked", ["", "?shape=tall", "?shape=wide", "?shape=huge"])
def test_a_page_shows_the_picture_in_one_format_its_text_and_the_csv(
    over: Table, asked: str
) -> None:
    page = over.client.get(f"{over.path}/picture{asked}").text
    shape, size = "tall", 'width="1080" height="1350"'
    if "wide" in asked:
        shape, size = "wide", 'width="1200" height="630"'
    assert f'<img src="{over.path}/picture-{shape}" {size}' in page
    assert page.count("<img") == 1
    assert 'alt="Cem wins' in page
    assert "Cem 30\N{NO-BREAK SPACE}· Ann" in page
    for address in ("", "/picture?shape=wide", "/picture?shape=tall", ".csv"):
        assert f'href="{over.path}{address}"' in page


@pytest.mark.usefixtures("_svg")
def test_it_names_the_app_and_the_awards_as_far_as_there_is_room(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    for bid, made in ((1, 1), (2, 2), (3, 3), (0, 0)):
        cards = table.hand
        table.play("hearts", (bid, 1, 0), (made, 0, cards - made))
    end(table)
    shown, wide = said(table), said(table, "wide")
    assert shown[-1] == wide[-1] == "Scorekeeper"
    reasons = [text for text in shown if text.startswith(("Ann: ", "Ben: ", "Cem: "))]
    assert len(reasons) == 3
    assert [text for text in wide if text in reasons] == reasons[:2]


@pytest.mark.usefixtures("_svg")
def test_without_the_library_it_is_an_svg_to_download(over: Table) -> None:
    answer = over.client.get(f"{over.path}/picture-wide")
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert answer.headers["Content-Disposition"].endswith('-wide.svg"')
    assert said(over)[1].endswith(" · 1 of 20 hands")


@pytest.mark.parametrize("failure", ["raise ValueError('a name')", "import os; os.abort()"])
def test_a_drawing_that_the_library_cannot_read_is_sent_as_svg(
    over: Table, failure: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(picture, "DRAW", failure)
    gate.forget()
    assert over.client.get(f"{over.path}/picture-tall").mimetype == "image/svg+xml"
    assert "resvg failed" in caplog.text
    assert "a name" not in caplog.text


@pytest.mark.thorough
def test_a_picture_that_took_too_long_is_tried_again(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.forget()
    address = f"{over.path}/picture-tall"
    with monkeypatch.context() as busy:
        busy.setattr(picture, "DRAW", "import time; time.sleep(60)")
        busy.setattr(picture, "PATIENCE", 0.1)
        assert over.client.get(address).mimetype == "image/svg+xml"
    monkeypatch.setattr(gate, "_rests", {})
    assert over.client.get(address).mimetype == "image/png"


def test_a_picture_is_drawn_once_and_not_where_others_wait(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.forget()
    address = f"{over.path}/picture-tall"
    drawn: list[str] = []

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return b"drawn"

    monkeypatch.setattr(game, "png_of", draw)
    first = over.client.get(address)
    assert (over.client.get(address).data, len(drawn)) == (b"drawn", 1)
    gate.forget()
    again = over.client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, len(drawn)) == (304, 1), "the phone has it"
    monkeypatch.setattr(gate, "PATIENCE", 0)
    with gate.inside(gate.WORK, "127.0.0.1"):
        refused = over.client.get(address)
    assert (refused.status_code, len(drawn)) == (503, 1)
    assert over.client.get(address).mimetype == "image/png"


@pytest.mark.usefixtures("_svg")
def test_it_says_who_won_by_how_much_and_everybodys_total(played: Table) -> None:
    played.play("hearts", (1, 1, 1), (1, 0, 1))
    end(played)
    texts = said(played)
    assert texts[0] == "Wizard"
    assert texts[1].endswith(" · 2 of 20 hands")
    assert texts[2:5] == ["Cem", "60", "wins by 10"]
    assert texts[5:14] == ["1", "Cem", "60", "2", "Ann", "50", "3", "Ben", "−20"]


@pytest.mark.parametrize(
    ("language", "result"),
    [
        ("en", "Wizard, 22 Nov: Ann 120 · Cem 60 · Ben −30\nBest hand: Ann (+50 in one hand)"),
        ("de", "Wizard, 22. Nov.: Ann 120 · Cem 60 · Ben −30\n"),
        ("es", "Wizard, 22 nov: Ann 120 · Cem 60 · Ben −30\n"),
    ],
)
def test_its_text_names_the_day_all_totals_and_the_awards(
    table: Table, monkeypatch: pytest.MonkeyPatch, language: str, result: str
) -> None:
    monkeypatch.setattr(games, "now", lambda: datetime(2026, 11, 22, 20, tzinfo=UTC))
    table.start("Ann", "Ben", "Cem")
    for number in (1, 2, 3):
        table.play("hearts", (number, 1, 0), (number, 0, 0))
    end(table)
    page = table.client.get(table.path, headers={"Accept-Language": language}).text
    text = unescape(page.partition('id="result-text"')[2].partition("</textarea>")[0])
    assert result in text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.usefixtures("_svg")
def test_equal_totals_share_the_win_and_their_position(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 0, 0), (0, 0, 1))
    end(table)
    texts = said(table)
    assert texts[2:7] == ["Ann", "20", "Ben", "20", "A shared win with 20"]
    assert texts[7:16] == ["1", "Ann", "20", "1", "Ben", "20", "3", "Cem", "−10"]


@pytest.mark.usefixtures("_svg")
def test_a_draw_names_no_winner(table: Table) -> None:
    table.start("Ann", "Ben", variant="two-player")
    table.play("hearts", (5, 5), (5, 5), negated="-1")
    end(table)
    texts = said(table)
    assert "A draw at 70" in texts
    assert not [text for text in texts if "win" in text]


@pytest.mark.usefixtures("_svg")
def test_names_are_text_whatever_they_hold(table: Table) -> None:
    names = ("<b>&\"'</b>", "]]><script>", "W" * 40)
    table.start(*names)
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    end(table)
    assert set(names) <= set(said(table))
    assert "script>" not in table.client.get(f"{table.path}/picture-tall").text.replace("&gt;", "")


@pytest.mark.thorough
def test_a_name_in_any_script_is_drawn(table: Table) -> None:
    table.start("Анна", "漢字", "😀👩‍👩‍👧", "ع", "A\u0301\u0302\u0303", "ไก่")
    table.play("hearts", (0,) * 6, (0, 0, 1, 0, 0, 0))
    end(table)
    assert table.client.get(f"{table.path}/picture-tall").mimetype == "image/png"


@pytest.mark.usefixtures("_svg")
@pytest.mark.parametrize("shape", SIZES)
def test_it_contains_no_address_no_key_and_no_other_game(
    over: Table, stranger: FlaskClient, shape: str
) -> None:
    Table(stranger).start("Dora", "Emil", "Fritz")
    text = over.client.get(f"{over.path}/picture-{shape}").text
    for secret in (over.key, join_code(over.key), "/g/", "Dora", "localhost", "href", "url("):
        assert secret not in text
    assert text.count("http") == 1, "the namespace"
