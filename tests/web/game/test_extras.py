"""The page of what a hand has besides bids and tricks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.table import Table
from tests.web.page import plain_text, problems, said
from tests.web.screen import Screen

NAMES = ("Ann", "Ben", "Cem")
NONE: dict[str, Any] = {"void": "0", "cloud": "", "points": ["", "", ""], "reason": ["", "", ""]}


def send(table: Table, hand: int = 1, **fields: Any) -> str:
    """Save extras of a hand; gives the page that answers."""
    given = NONE | {"revision": table.revision} | fields
    answer = table.post(f"{table.path}/hands/{hand}/all-extras", **given)
    return answer.text if answer.status_code != 303 else ""


@pytest.fixture
def skull_king(table: Table) -> Table:
    """A hand of one card, with bids."""
    table.start(*NAMES, variant="skull-king", dealer=2)
    table.bid(1, 0, 0)
    return table


def test_the_cards_that_a_player_won_count_with_the_bid(skull_king: Table) -> None:
    page = skull_king.client.get(f"{skull_king.path}/hands/1/all-extras").text
    assert "Black 14" in page
    send(skull_king, extra=["fourteen.0.2", "loot.0.2", "loot.2.0"])
    page = skull_king.client.get(f"{skull_king.path}/hands/1/all-extras").text
    assert re.findall(r'value="([^"]*)" checked', page) == [*("0", "fourteen.0.2", "loot.0.2")]
    skull_king.score(1, 0, 0)
    assert skull_king.totals() == [20 + 20 + 20, 10, 10 + 20]
    rows = [line[15:20] for line in skull_king.csv()]
    assert rows == [
        ["1", "0", "fourteen:2 loot:1@3", "", ""],
        ["0", "0", "", "", ""],
        ["0", "0", "", "", ""],
    ]


def test_extra_points_with_a_reason_are_in_the_total_the_log_and_the_file(table: Table) -> None:
    table.start(*NAMES, dealer=2)
    table.turn("hearts")
    table.bid(1, 0, 0)
    assert f'href="{table.path}/extras"' in table.page()
    send(table, points=["", "−10", "+5"], reason=["", "late", ""])
    assert table.client.get(f"{table.path}/extras").text.count("late") == 1 + 3
    table.score(1, 0, 0)
    assert table.totals() == [30, 10, 25]
    assert [line[18:20] for line in table.csv()] == [["", ""], ["-10", "late"], ["5", ""]]
    assert "Ben: −10 late" in table.client.get(f"{table.path}/log").text


def test_a_bomb_and_a_cloud_are_asked_for_only_with_special_cards(table: Table) -> None:
    table.start(*NAMES, dealer=2, length="list", sizes="2, 2, 2")
    table.turn("hearts")
    table.bid(1, 1, 1)
    assert "Bomb" not in table.client.get(f"{table.path}/extras").text
    table.post(f"{table.path}/rules", revision=table.revision, specials="y")
    assert "Special cards" in table.client.get(f"{table.path}/howto").text
    send(table, void="1", cloud="2-")
    page = table.client.get(f"{table.path}/extras").text
    assert 'value="2-" checked' in page
    table.score(1, 0, 0)
    assert table.totals() == [30, -10, 20]
    assert "1→0/0" in table.page()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"points": ["ten", "", ""]}, "Extra points of Ann must be a whole number."),
        ({"points": ["", "x", "1.5"]}, "Extra points of Ben and Cem must be a whole number."),
        (
            {"points": ["", "", "5000"]},
            "Extra points of Cem: type a number from −1000 to 1000, but not 0.",
        ),
        (
            {"reason": ["late", "", ""]},
            "Ann: enter the points that go with the reason.",
        ),
        ({"extra": "fourteen.0.4"}, "This game does not have that extra. Reload the page."),
        ({"extra": "fourteen.7.1"}, "This game does not have that extra. Reload the page."),
        ({"extra": "a.b.c"}, "Extras: choose one of the options shown."),
        ({"cloud": "9+"}, "Cloud: once all bids are in, tap the player whose bid changes."),
        ({"cloud": "up"}, "Cloud: choose one of the options shown."),
        (
            {"void": "2"},
            "That many tricks cannot be unclaimed: tap one of the numbers.",
        ),
    ],
)
def test_what_cannot_be_saved_is_refused_in_a_sentence_and_stays(
    skull_king: Table, fields: dict[str, Any], sentence: str
) -> None:
    page = send(skull_king, **fields)
    assert problems(page) == [sentence]
    typed = [*fields.get("points", []), *fields.get("reason", [])]
    assert all(f'value="{text}"' in page for text in typed if text)


def tapped(table: Table, touched: str, **fields: Any) -> TestResponse:
    """The answer to a tap on the page of extras, as the scripts send it."""
    given = NONE | {"revision": table.revision, "touched": touched} | fields
    return table.post(f"{table.path}/hands/1/all-extras", part=True, **given)


def ticked(table: Table) -> list[str]:
    """The boxes that the page shows as ticked."""
    page = table.client.get(f"{table.path}/hands/1/all-extras").text
    return re.findall(r'value="([^"]*\.[^"]*)" checked', page)


def test_after_a_tap_the_page_stays_with_its_new_revision(skull_king: Table) -> None:
    answer = tapped(skull_king, "pirate.0", extra="pirate.0.1")
    assert (answer.status_code, answer.text) == (204, "")
    assert answer.headers["X-Revision"] == str(skull_king.revision)
    assert said(answer) == "Saved"
    assert ticked(skull_king) == ["pirate.0.1"]


def test_taps_of_two_phones_on_different_places_stand_both_and_show_both(
    skull_king: Table, stranger: FlaskClient
) -> None:
    shown, ben = skull_king.revision, skull_king.share(stranger)
    tapped(ben, "pirate.1", extra="pirate.1.1")
    late = tapped(skull_king, "king.2", extra="king.2.1", revision=shown)
    assert late.headers["HX-Redirect"] == f"{skull_king.path}/extras", "it shows the other one too"
    assert ticked(skull_king) == ["pirate.1.1", "king.2.1"]


def test_a_tick_taken_off_before_its_answer_came_is_taken_off(skull_king: Table) -> None:
    shown, tap = skull_king.revision, "a" * 22
    tapped(skull_king, "pirate.1", extra="pirate.1.1", tap=tap)
    tapped(skull_king, "pirate.1", revision=shown, knows=tap)
    assert ticked(skull_king) == []


def test_other_taps_of_two_phones_on_one_place_ask_and_one_tap_decides(
    skull_king: Table, stranger: FlaskClient
) -> None:
    shown, ben = skull_king.revision, skull_king.share(stranger, "Ben’s phone")
    tapped(ben, "points.0", extra="king.2.1", points=["5", "", ""])
    answer = tapped(skull_king, "points.0", revision=shown, points=["9", "", ""])
    assert answer.status_code == 409
    assert plain_text(answer.text).count("Ben’s phone entered Ann: +5; Cem: Skull King taken") == 1
    here = f"{skull_king.path}/hands/1/all-extras"
    screen = Screen(skull_king, here, answer.text)
    mine = screen.form("clash")
    assert (mine.address, mine.sent["points"], mine.sent["extra"]) == (here, "", "king.2.1")
    assert 'name="points" value="9"' in answer.text, "hidden, for one tap"
    assert 'value="5"' in answer.text, "what is stored"


def test_a_tap_on_extras_of_a_hand_scored_meanwhile_leads_to_its_correction(
    skull_king: Table,
) -> None:
    shown = skull_king.revision
    skull_king.score(1, 0, 0)
    answer = tapped(skull_king, "pirate.1", revision=shown, extra="pirate.1.1")
    assert answer.status_code == 409
    mine = Screen(skull_king, "", answer.text).form("clash")
    assert mine.address == f"{skull_king.path}/hands/1"
    assert mine.sent["extra"] == "pirate.1.1"


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (({"extra": "pirate.0.1"},), "Ann: Pirate taken by the Skull King"),
        (({"points": ["", "-10", ""], "reason": ["", "late", ""]},), "Ben: −10 late"),
        (({"extra": "black14.0.1"}, {}), "Ann without Black 14"),
        (({"extra": "loot.0.1"},), "Ann: Loot with Ben"),
        (({"extra": ["pirate.0.1", "king.1.1"]},), "extras"),
        (({"void": "1"},), "Tricks for nobody: 1"),
    ],
)
def test_undo_says_which_extra_it_takes_back(
    skull_king: Table, steps: tuple[dict[str, Any], ...], line: str
) -> None:
    for fields in steps:
        send(skull_king, **fields)
    button = re.search(r'<button class="undo".*?</button>', skull_king.page(), re.DOTALL)
    assert button
    assert plain_text(button[0]).strip() == f"Undo {line}"


def test_a_scored_hand_is_corrected_with_its_extras(skull_king: Table) -> None:
    send(skull_king, extra="fourteen.0.1", points=["", "7", ""], reason=["", "good", ""])
    skull_king.score(1, 0, 0)
    here = f"{skull_king.path}/hands/1"
    assert skull_king.client.get(f"{here}/all-extras").status_code == 303
    page = skull_king.client.get(here).text
    assert 'value="fourteen.0.1" checked' in page
    assert 'value="good"' in page
    hand: dict[str, Any] = {"dealer": "2", "bid_0": "1", "bid_1": "0", "bid_2": "0"}
    hand |= {"tricks_0": "1", "tricks_1": "0", "tricks_2": "0"}
    skull_king.post(here, revision=skull_king.revision, **hand)
    assert skull_king.totals() == [30, 17, 10]
    skull_king.post(here, revision=skull_king.revision, **hand, **NONE)
    assert skull_king.totals() == [20, 10, 10]


def test_undo_takes_extras_back(skull_king: Table) -> None:
    send(skull_king, extra="king.1.1")
    assert "Undo" in skull_king.page()
    skull_king.undo()
    page = skull_king.client.get(f"{skull_king.path}/extras").text
    assert "checked" not in page.split("Tricks for nobody", 1)[1].split("</div>", 1)[1]


def test_loot_is_marked_on_the_sheet_at_both_players(skull_king: Table) -> None:
    skull_king.post(
        f"{skull_king.path}/hands/{skull_king.hand}/all-extras",
        **NONE | {"extra": "loot.0.1", "revision": skull_king.revision},
    )
    skull_king.score(1, 0, 0)
    row = skull_king.page().split('id="row-1"')[1].split("</tr>")[0]
    cells = row.split("<td")[1:]
    assert ["Loot" in cell for cell in cells] == [True, True, False]
    assert [line[17] for line in skull_king.csv()] == ["loot:1@2", "", ""]


def test_with_special_cards_a_hand_of_60_asks_for_the_card_and_says_what_a_bomb_means(
    table: Table,
) -> None:
    table.start(*NAMES, specials="y", dealer=2, length="list", sizes="20")
    page = table.page()
    assert 'name="turned" value="werewolf"' in page
    assert "Jester, Bomb" in plain_text(page)
    table.turn("jester")
    assert "A Jester or Bomb: no trump" in plain_text(table.page())
    said = plain_text(table.client.get(f"{table.path}/howto").text)
    assert "If it is turned up, there is no trump, as with a Jester." in said
    assert "With the special cards there is always a card left to turn up." in said
    table.start(*NAMES, length="list", sizes="20")
    assert "Bomb" not in plain_text(table.page())
    assert "All cards are dealt: no trump" in plain_text(table.page())


def test_a_werewolf_is_one_tap_and_its_trump_another_and_everything_tells_it(table: Table) -> None:
    table.start(*NAMES, specials="y", dealer=2)
    page = table.page()
    assert 'name="turned" value="werewolf"' in page
    assert 'name="named" value="none"' not in page
    table.turn("spades")
    table.turn("werewolf")
    page = table.page()
    assert "The Werewolf names trump" in page
    assert 'name="named" value="none"' in page
    assert 'type="hidden" name="turned" value="werewolf"' in page
    table.turn("werewolf", named="none")
    assert "The Werewolf: no trump" in table.page()
    assert "Werewolf" in table.client.get(f"{table.path}/log").text
    assert table.client.get(f"{table.path}/table").status_code == 200
    table.undo()
    assert "The Werewolf names trump" in table.page()
    assert table.client.get(f"{table.path}/table").status_code == 200
    table.turn("werewolf", named="hearts")
    table.bid(1, 0, 0)
    table.score(1, 0, 0)
    assert [line[6:8] for line in table.csv()] == [["werewolf", "hearts"]] * 3
    correct = table.client.get(f"{table.path}/hands/1").text
    assert 'value="werewolf" checked' in correct
    table.start(*NAMES)
    assert "werewolf" not in table.page().split('id="panel"')[1]
