"""Seating: names, the small buttons of the form, names used before."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.web.start.seating import Seating, moved, seated
from tests.table import Table
from tests.web.page import chip, main, names, plain_text

RTL_OVERRIDE = "\u202e"
WRITTEN = {
    "emoji": "\U0001f9d9" * 40,
    "arabic": "\u0645\u062d\u0645\u062f\u0639\u0644\u064a" * 5 + "\u0646\u0648\u0631\u0646\u0648",
    "hebrew": "\u05e9\u05dc\u05d5\u05dd" * 10,
}


def rows(table: Table, *seats: str, **button: Any) -> str:
    """The form after a small button was tapped."""
    fields = {"variant": "wizard", "name": list(seats)} | button
    response = table.post("/new", part=True, **fields)
    assert response.status_code == 200
    assert "<html" not in response.text
    return response.text


@pytest.mark.parametrize(
    ("button", "seated", "dealer"),
    [({"up": "2"}, ["Ann", "Cem", "Ben"], 1), ({"down": "0"}, ["Ben", "Ann", "Cem"], 2)],
)
def test_up_and_down_move_a_name_and_the_dealer_mark_with_it(
    table: Table, button: dict[str, str], seated: list[str], dealer: int
) -> None:
    page = rows(table, "Ann", "Ben", "Cem", dealer="2", **button)
    assert names(page) == seated
    assert chip(page, "dealer", dealer).checked


@pytest.mark.parametrize("seat", ["", "-1", "99", "9" * 5000, "abc", "\u0661", "\u00b9", "\x00"])
@pytest.mark.parametrize("button", ["up", "down"])
def test_a_move_of_no_seat_moves_nothing(table: Table, button: str, seat: str) -> None:
    assert names(rows(table, "Ann", "Ben", **{button: seat})) == ["Ann", "Ben"]


def test_the_first_seat_cannot_go_up_nor_the_last_down() -> None:
    seating = Seating(("Ann", "Ben"), 0)
    assert moved(seating, 0, -1) == seating
    assert moved(seating, 1, 1) == seating


def test_a_name_takes_the_first_free_seat_once_while_there_is_one() -> None:
    seating = seated(Seating(("Ann", "", "Cem")), "Ben", 6)
    assert seating.names == ("Ann", "Ben", "Cem", "", "", "")
    assert seated(seating, "Ben", 6).names == seating.names
    full = Seating(tuple("ABCDEF"))
    assert seated(full, "G", 6) == full


def test_the_draw_marks_a_dealer_and_says_who(table: Table) -> None:
    page = rows(table, "Ann", "Ben", "Cem", draw="1")
    drawn = [seat for seat in range(3) if chip(page, "dealer", seat).checked]
    assert len(drawn) == 1
    name = ("Ann", "Ben", "Cem")[drawn[0]]
    assert f"{name} was picked to deal first." in page
    assert "was picked to deal first" not in rows(table, draw="1")


def test_a_small_button_without_htmx_answers_with_the_whole_page_and_saves_nothing(
    table: Table,
) -> None:
    response = table.post("/new", variant="wizard", name=["Ann", "Ben"], up="1")
    assert response.status_code == 200
    assert "<html" in response.text
    assert names(response.text) == ["Ben", "Ann"]
    assert 'href="/g/' not in main(table.client.get("/").text)


def test_names_used_before_can_be_tapped(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    assert 'name="use" value="Ben"' in table.client.get("/new").text
    page = rows(table, "Dora", use="Ben")
    assert names(page) == ["Dora", "Ben"]
    assert 'name="use" value="Ben"' not in page
    assert 'name="use" value="Ann"' in page


def test_the_same_players_as_before_sit_down_with_the_deal_moved_on(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", variant="tournament")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    page = table.client.get("/new").text
    assert f'name="group" value="{table.key}"' in page
    assert chip(page, "variant", "tournament").checked
    for page in (
        rows(table, group=table.key, variant="tournament"),
        table.client.get("/new", query_string={"group": table.key}).text,
    ):
        assert names(page) == ["Ann", "Ben", "Cem"]
        assert chip(page, "dealer", 1).checked
        assert chip(page, "variant", "tournament").checked


@pytest.mark.parametrize(
    ("chosen", "kept"), [("wizard", "wizard"), ("two-player", "tournament"), ("", "tournament")]
)
def test_the_same_players_keep_the_game_that_is_chosen_where_so_many_can_play_it(
    table: Table, chosen: str, kept: str
) -> None:
    table.start("Ann", "Ben", "Cem", variant="tournament")
    page = rows(table, group=table.key, variant=chosen)
    assert names(page) == ["Ann", "Ben", "Cem"]
    assert chip(page, "variant", kept).checked


def test_the_same_people_in_another_seat_order_are_offered_once(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.start("Cem", "Ann", "Ben")
    assert table.client.get("/new").text.count('name="group"') == 1


def flanks(page: str) -> list[str]:
    """The shades of the seats that are not free."""
    return re.findall(r'class="flank (s\d+)" id="flank-\d"', page)[: len(names(page))]


def test_a_colour_tapped_at_setup_moves_with_its_name_and_is_theirs_from_the_start(
    table: Table,
) -> None:
    page = rows(table, "Ann", "Ben", "Cem", paint="1-0")
    assert flanks(page) == ["s2", "s1", "s3"]
    assert 'value="2-0" hx-post="/new" aria-label="Blue shield" disabled' in page
    page = rows(table, "Ann", "Ben", "Cem", colour=["", "0", ""], down="1")
    assert flanks(page) == ["s3", "s2", "s1"]
    table.start("Ann", "Cem", "Ben", colour=["", "", "0"])
    assert table.stored().shades == (2, 1, 0)
    assert flanks(rows(table, "Ann", "Ben", "Cem")) == ["s2", "s1", "s3"]
    table.start("Ann", "Ben", "Cem", colour=["", "seat", ""])
    assert table.stored().shades == (0, 1, 2)


@pytest.mark.parametrize("paint", ["", "1", "9-0", "11-0", "1-10", "\u0661-0", "1-\x00"])
def test_a_tap_on_no_colour_paints_nothing(table: Table, paint: str) -> None:
    assert flanks(rows(table, "Ann", "Ben", paint=paint)) == ["s1", "s2"]


def test_names_and_groups_of_another_phone_are_not_offered(
    table: Table, stranger: FlaskClient
) -> None:
    table.start("Ann", "Ben", "Cem")
    assert "Ann" not in stranger.get("/new").text
    assert names(stranger.get("/new", query_string={"group": table.key}).text) == []
    assert names(rows(Table(stranger), group=table.key)) == []


@pytest.mark.parametrize("name", list(WRITTEN.values()), ids=list(WRITTEN))
def test_a_name_of_40_characters_is_kept_in_any_script(table: Table, name: str) -> None:
    assert len(name) == 40
    table.start(name, "Ben", "Cem")
    assert name in table.page()
    assert name in table.client.get("/").text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (f"An{RTL_OVERRIDE}n", "Ann"),
        ("A\x00n\x07n", "Ann"),
        ("\u2066Ann\u2069\u200f", "Ann"),
        ("  Ann \t  Lee\n", "Ann Lee"),
        ("Zoe\u0308", "Zo\u00eb"),
    ],
)
def test_characters_that_nobody_sees_are_dropped(table: Table, typed: str, kept: str) -> None:
    table.start(typed, "Ben", "Cem")
    assert f"<title>{kept}, Ben, Cem" in table.page()


@pytest.mark.parametrize("name", [RTL_OVERRIDE, "\x00", "\u200d\u200d", "\u3000"])
def test_a_name_of_invisible_characters_is_an_empty_seat(table: Table, name: str) -> None:
    response = table.post("/new", start="1", variant="wizard", name=[name, "B", "C"], dealer=0)
    assert response.status_code == 422
    assert "Seat 1 has no name" in response.text


@pytest.mark.parametrize("name", ["<b>A</b>", "<script>", '"><q>', "A & B", "'onx="])
def test_a_name_is_text_on_every_page(table: Table, name: str) -> None:
    path = table.start(name, "Ben", "Cem", length="list", sizes="1")
    pages = [table.page(), table.client.get("/").text, table.client.get("/new").text]
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    pages += [table.client.get(path + part).text for part in ("", "/log", "/hands/1", "/delete")]
    for page in pages:
        assert name not in main(page)
        assert name in plain_text(page)


def test_a_name_that_is_a_template_is_not_run(table: Table) -> None:
    table.start("{{ 7 * 7 }}", "%(x)s", "%s")
    table.turn("hearts")
    table.bid(0, 0, 0)
    table.score(1, 0, 0)
    assert "{{ 7 * 7 }}" in table.page()
    assert "%(x)s" in table.client.get(f"{table.path}/log").text


def offers(page: str) -> tuple[list[str], list[str]]:
    """The names on buttons, and those that complete what is typed."""
    completing = page.partition('<datalist id="people">')[2].partition("</datalist>")[0]
    return (
        re.findall(r'name="use" value="([^"]*)"', page),
        re.findall(r'<option value="([^"]*)"', completing),
    )


def test_names_are_offered_by_how_often_they_played_each_person_once(table: Table) -> None:
    assert 'list="people"' not in table.client.get("/new").text
    table.start("Zoe", "Ben", "Cem")
    table.start("BEN", "Cem", "Dora")
    table.start("Dora", "ben", "Uma")
    page = table.client.get("/new").text
    assert offers(page) == (["Ben", "Cem", "Dora", "Zoe", "Uma"],) * 2
    assert page.count('list="people"') == MOST_PLAYERS
    taken = rows(table, "ben", "Zoe")
    assert offers(taken) == (["Cem", "Dora", "Uma"],) * 2


def test_more_names_than_have_a_button_complete_what_is_typed(table: Table) -> None:
    for number in range(8):
        table.start(f"Ann {number}", f"Ben {number}", f"Cem {number}")
    buttons, completing = offers(table.client.get("/new").text)
    assert (len(buttons), len(completing)) == (12, 24)
    assert completing[:12] == buttons
