"""The pads of the extras: one key for each."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.rules import extras_entry
from scorekeeper.rules.game import Bonus, Cloud
from tests.table import Table
from tests.web.page import plain_text, problems, said
from tests.web.screen import Screen, clash, hand, use_mine

NAMES = ("Ann", "Ben", "Cem")


@pytest.fixture
def skull_king(table: Table) -> Table:
    """A hand of three cards, with bids."""
    table.start(*NAMES, variant="skull-king", dealer=2, length="list", sizes="3, 3")
    table.bid(1, 2, 0)
    return table


@pytest.fixture
def specials(table: Table) -> Table:
    """A hand of Wizard of two cards with special cards, and bids."""
    table.start(*NAMES, specials="y", dealer=2, length="list", sizes="2, 2")
    table.turn("hearts")
    table.bid(1, 0, 2)
    return table


def tap(table: Table, revision: int | None = None, **fields: Any) -> TestResponse:
    """Tap keys of the panel, as a page with scripts sends them."""
    at = table.revision if revision is None else revision
    touched = " ".join(fields)
    return table.send("extras", 1, part=True, revision=at, **{"touched": touched} | fields)


def chosen(page: str, name: str) -> str | None:
    """The selected value under a name, None if there is no such key."""
    found = re.findall(rf'name="{name}" value="([^"]*)"( checked)?', page)
    return next((value for value, is_chosen in found if is_chosen), None)


def line_of(page: str, seat: int) -> str:
    """The text of a player's line."""
    return plain_text(page.split(f'id="line-{seat}"')[1].partition("</label>")[0])


@pytest.mark.parametrize(
    ("chosen_rules", "waits"), [({}, "tricks"), ({"variant": "skull-king"}, "bids")]
)
def test_they_are_a_step_only_of_a_game_that_has_some_and_open_wherever_asked_for(
    table: Table, chosen_rules: dict[str, Any], waits: str
) -> None:
    table.start(*NAMES, dealer=2, **chosen_rules)
    if not chosen_rules:
        table.turn("hearts")
    table.bid(*([1, 0, 0] if not chosen_rules else [1, 0, None]))
    page = table.page()
    assert f'data-panel="{waits}"' in page
    assert ("step-extras" in page) == bool(chosen_rules)
    assert 'data-panel="extras"' in table.page("extras")


def test_a_follower_has_no_link_to_it_and_no_pad(skull_king: Table, stranger: FlaskClient) -> None:
    page = stranger.get(f"{skull_king.path}?panel=extras").text
    assert "step-extras" not in page
    assert 'name="king_0"' not in page


def test_each_tap_is_saved_and_the_panel_stays_open(skull_king: Table) -> None:
    answer = tap(skull_king, fourteen_0=2)
    assert (answer.status_code, said(answer)) == (200, "Saved")
    assert 'data-panel="extras"' in answer.text
    assert chosen(answer.text, "fourteen_0") == "2"
    answer = tap(skull_king, fourteen_0=0)
    assert chosen(answer.text, "fourteen_0") == "0"
    assert skull_king.send("extras", king_1=1).location == f"{skull_king.path}?panel=extras"


def test_a_page_that_went_on_while_its_tap_waited_is_not_led_back(skull_king: Table) -> None:
    seen: dict[str, Any] = {"seen": skull_king.stored().stamp, "open": "tricks"}
    answer = tap(skull_king, king_0=1, touched="king_0", **seen)
    assert 'data-panel="tricks"' in answer.text


def test_undo_leaves_the_panel_open_and_names_what_it_takes_back(skull_king: Table) -> None:
    page = tap(skull_king, black14_0=1).text
    assert "Undo Ann: Black 14" in plain_text(page)
    target = {"target": skull_king.revision, "open": "extras"}
    answer = skull_king.post(f"{skull_king.path}/undo", part=True, **target)
    assert 'data-panel="extras"' in answer.text
    assert chosen(answer.text, "black14_0") == "0"


def test_values_that_are_not_sent_stay(skull_king: Table, app: Flask) -> None:
    skull_king.send("extras", 1, points_1="-10", reason_1="late", void="1")
    tap(skull_king, king_1=1)
    assert hand(skull_king, app).void == 1
    assert hand(skull_king, app).bonuses == (
        Bonus(1, "king", 1),
        Bonus(1, "points", -10, reason="late"),
    )


def test_a_line_shows_what_its_player_holds_and_what_that_adds(skull_king: Table) -> None:
    tap(skull_king, fourteen_0=2, pirate_0=1, seven_2=1)
    page = skull_king.page("extras")
    assert "2 × 14, Pirate" in line_of(page, 0)
    assert "extras +50" in line_of(page, 0)
    assert "extras −5" in line_of(page, 2)
    assert line_of(page, 1).endswith("bid 2 extras"), "an empty slot"
    assert "4 extras" in plain_text(page)
    skull_king.take(0, 2, 1)
    page = skull_king.page("extras")
    assert "extras 0" in line_of(page, 0), "the bid is missed"
    assert "−10" in line_of(page, 0)
    assert "Pirate" not in line_of(skull_king.page(), 0), "no more than before beside the tricks"


def test_loot_is_one_for_both_from_whoever_s_pad_it_is_tapped(
    skull_king: Table, app: Flask
) -> None:
    tap(skull_king, loot_2_0=1)
    assert hand(skull_king, app).bonuses == (Bonus(0, "loot", 1, 2),)
    page = skull_king.page("extras")
    assert (chosen(page, "loot_0_2"), chosen(page, "loot_2_0")) == ("1", "1")
    assert "Loot Ann" in line_of(page, 2)
    assert "Loot Cem" in line_of(page, 0)
    tap(skull_king, loot_0_2=1)
    assert len(hand(skull_king, app).bonuses) == 1
    skull_king.send("extras", 1, touched="loot_0_2", loot_2_0=1, loot_0_2=0)
    assert hand(skull_king, app).bonuses == ()
    tap(skull_king, loot_0_2=1)
    skull_king.send("extras", 1, loot_2_0=0, loot_0_2=1)
    assert hand(skull_king, app).bonuses == (), "without scripts, what differs counts"


def test_a_pair_that_is_stored_the_other_way_round_is_one_too(
    skull_king: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As stored by older versions.
    monkeypatch.setattr(extras_entry, "_bonus", lambda _: Bonus(2, "loot", 1, 0))
    tap(skull_king, loot_0_2=1)
    monkeypatch.undo()
    assert hand(skull_king, app).bonuses == (Bonus(2, "loot", 1, 0),)
    assert chosen(skull_king.page("extras"), "loot_0_2") == "1"
    tap(skull_king, loot_0_2=1, king_1=1)
    assert len(hand(skull_king, app).bonuses) == 2
    tap(skull_king, loot_0_2=0)
    assert hand(skull_king, app).bonuses == (Bonus(1, "king", 1),)


def test_taps_of_two_phones_on_different_players_stand_both(
    skull_king: Table, stranger: FlaskClient, app: Flask
) -> None:
    shown, ben = skull_king.revision, skull_king.share(stranger)
    tap(ben, pirate_1=1)
    answer = tap(skull_king, shown, king_2=1, touched="king_2", pirate_1=0)
    assert answer.status_code == 200
    assert hand(skull_king, app).bonuses == (Bonus(1, "pirate", 1), Bonus(2, "king", 1))
    assert chosen(answer.text, "pirate_1") == "1"


def test_other_taps_of_two_phones_on_one_card_ask_and_one_tap_decides(
    skull_king: Table, stranger: FlaskClient, app: Flask
) -> None:
    shown, ben = skull_king.revision, skull_king.share(stranger, "Ben’s phone")
    tap(ben, pirate_1=1, king_2=1)
    answer = tap(skull_king, shown, pirate_1=2, touched="pirate_1", king_2=0)
    (line,) = clash(answer)
    assert "Ben’s phone entered Ben: Pirate" in line
    assert "you entered Ben: 2 × Pirate" in line
    assert 'data-panel="extras"' in answer.text
    mine = Screen(skull_king, "", answer.text).form("clash")
    assert mine.sent.keys() - {"csrf_token", "revision"} == {"pirate_1"}
    use_mine(skull_king, answer)
    assert hand(skull_king, app).bonuses == (Bonus(1, "pirate", 2), Bonus(2, "king", 1))


def test_a_tap_in_a_hand_scored_meanwhile_leads_to_its_correction(skull_king: Table) -> None:
    shown = skull_king.revision
    skull_king.score(1, 2, 0)
    answer = tap(skull_king, shown, pirate_1=1)
    assert answer.status_code == 409
    mine = Screen(skull_king, "", answer.text).form("clash")
    assert mine.address == f"{skull_king.path}/hands/1"
    assert mine.sent["pirate_1"] == "1"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"fourteen_0": "4"}, "This game does not have that extra. Reload the page."),
        ({"foo_0": "1"}, "This game does not have that extra. Reload the page."),
        ({"king_7": "1"}, "This game does not have that extra. Reload the page."),
        ({"loot_0": "1"}, "This game does not have that extra. Reload the page."),
        ({"loot_0_9": "1"}, "This game does not have that extra. Reload the page."),
        ({"king_0_1": "1"}, "This game does not have that extra. Reload the page."),
        ({"king_0": "x"}, "Extras: choose one of the options shown."),
        ({"king_0": ["0", "1"]}, "Extras was sent twice with different values. Reload the page."),
        ({"cloud": "9+"}, "Cloud: once all bids are in, tap the player whose bid changes."),
        ({"cloud": "up"}, "Cloud: choose one of the options shown."),
        ({"void": "9"}, "That many tricks cannot be unclaimed: tap one of the numbers."),
        ({"points_0": "ten"}, "Extra points of Ann must be a whole number."),
        (
            {"points_1": "x", "points_2": "1.5"},
            "Extra points of Ben and Cem must be a whole number.",
        ),
        (
            {"points_2": "5000"},
            "Extra points of Cem: type a number from −1000 to 1000, but not 0.",
        ),
        ({"points_0": "", "reason_0": "late"}, "Ann: enter the points that go with the reason."),
        (
            {"points_0": ["1", "2"]},
            "Extra points was sent twice with different values. Reload the page.",
        ),
    ],
)
def test_an_invalid_value_is_refused_with_a_sentence_and_the_rest_stays(
    skull_king: Table, fields: dict[str, Any], sentence: str
) -> None:
    before = skull_king.revision
    answer = skull_king.send("extras", 1, **{"black14_1": 1} | fields)
    assert answer.status_code == 422
    assert problems(answer.text) == [sentence]
    assert 'data-panel="extras"' in answer.text
    assert skull_king.revision == before
    if "king_0" not in fields:
        assert chosen(answer.text, "black14_1") == "1"
    texts = [text for name, text in fields.items() if name[:-1] in ("points_", "reason_")]
    assert all(f'value="{text}"' in answer.text for text in texts if isinstance(text, str))


def test_with_special_cards_a_bomb_and_a_cloud_are_one_key_each(
    specials: Table, app: Flask
) -> None:
    page = specials.page("extras")
    assert 'value="table" checked id="at-table" aria-label="Bomb, Cloud"' in page
    assert (chosen(page, "void"), chosen(page, "cloud")) == ("0", "")
    moves = re.findall(r'name="cloud" value="(.[+-])"[^>]*><span>([^<]*)<', page)
    assert moves == [("0-", "1 → 0"), ("0+", "1 → 2"), ("1+", "0 → 1"), ("2-", "2 → 1")]
    tap(specials, void=1)
    page = tap(specials, void=1, cloud="2-", touched="cloud").text
    assert "2 → 1" in page
    assert hand(specials, app).void == 1
    assert hand(specials, app).cloud == Cloud(2, -1)
    assert "Cloud −1" in plain_text(specials.page("extras"))
    tap(specials, void=0, cloud="", touched="void cloud")
    assert (hand(specials, app).void, hand(specials, app).cloud) == (0, None)


def test_the_tricks_that_are_nobody_s_are_a_pad_of_numbers(skull_king: Table, app: Flask) -> None:
    assert len(re.findall('name="void"', skull_king.page("extras"))) == 4
    assert "tricks for nobody: 2" in plain_text(tap(skull_king, void=2).text)
    assert hand(skull_king, app).void == 2
