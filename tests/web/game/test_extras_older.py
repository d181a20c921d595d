"""The former page of extras: its addresses, and entries that it recorded before an upgrade."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.rules.game import Bonus
from tests.table import Table, field
from tests.web.page import problems
from tests.web.screen import hand

NONE: dict[str, Any] = {"void": "0", "cloud": "", "points": ["", "", ""], "reason": ["", "", ""]}


@pytest.fixture
def skull_king(table: Table) -> Table:
    """A hand of three cards, with bids and extras."""
    table.start("Ann", "Ben", "Cem", variant="skull-king", dealer=2, length="list", sizes="3, 3")
    table.bid(1, 2, 0)
    table.send("extras", king_1=1, fourteen_0=2, loot_0_2=1, points_1="-10", reason_1="late")
    return table


def older(table: Table, touched: str, **fields: Any) -> TestResponse:
    """Send an entry that a phone recorded on the former page of extras."""
    sent = NONE | {"revision": table.revision, "touched": touched} | fields
    return table.post(f"{table.path}/hands/1/all-extras", part=True, **sent)


@pytest.mark.parametrize(
    ("fields", "bonuses"),
    [
        (NONE, []),
        ({"extra": ["fourteen.0.1", "fourteen.0.3"]}, [Bonus(0, "fourteen", 3)]),
        ({"extra": ["loot.2.0", "loot.0.2"]}, [Bonus(0, "loot", 1, 2)]),
        ({"extra": "loot.1.0"}, [Bonus(0, "loot", 1, 1)]),
        (
            {"points": ["", "", "+5"], "reason": ["", "", " kind "]},
            [Bonus(2, "points", 5, reason="kind")],
        ),
    ],
)
def test_waiting_entries_are_saved_as_they_were_tapped(
    skull_king: Table, app: Flask, fields: dict[str, Any], bonuses: list[Bonus]
) -> None:
    answer = older(skull_king, "king.1", **fields)
    assert answer.headers["HX-Redirect"] == f"{skull_king.path}?panel=extras"
    assert list(hand(skull_king, app).bonuses) == bonuses


def test_an_older_entry_adds_to_what_others_entered_meanwhile(
    skull_king: Table, stranger: FlaskClient, app: Flask
) -> None:
    shown, ben = skull_king.revision, skull_king.share(stranger)
    ben.send("extras", 1, pirate_2=1)
    all_but = ["fourteen.0.2", "loot.0.2"]
    late = {"points": ["", "-10", ""], "reason": ["", "late", ""]}
    older(skull_king, "king.1", revision=shown, extra=all_but, void="1", **late)
    assert hand(skull_king, app).void == 1
    assert {bonus.key for bonus in hand(skull_king, app).bonuses} == {
        *("fourteen", "loot", "pirate", "points")
    }


def test_an_entry_that_cannot_be_saved_gets_a_sentence_for_the_phone(
    skull_king: Table, stranger: FlaskClient
) -> None:
    shown, ben = skull_king.revision, skull_king.share(stranger, "Ben’s phone")
    for fields, sentence in (
        ({"points": ["ten", "", ""]}, "Extra points of Ann must be a whole number."),
        ({"extra": "a.b.c"}, "Extras: choose one of the options shown."),
        ({"extra": "plus.0.1"}, "This game does not have that extra. Reload the page."),
    ):
        answer = older(skull_king, "points.0", **fields)
        assert (answer.status_code, problems(answer.text)) == (410, [sentence])
    ben.send("extras", 1, pirate_2=1)
    answer = older(skull_king, "pirate.2", revision=shown, extra="pirate.2.2")
    assert answer.status_code == 410
    (line,) = problems(answer.text)
    assert "Ben’s phone entered" in line


def test_an_entry_with_an_old_token_is_asked_for_again(skull_king: Table, app: Flask) -> None:
    answer = older(skull_king, "king.1", csrf_token="old")
    assert (answer.status_code, answer.headers["X-Refused"]) == (422, "token")
    assert (
        older(skull_king, "king.1", csrf_token=field(answer.text, "csrf_token")).status_code < 400
    )
    assert hand(skull_king, app).bonuses == ()


def test_a_correction_that_waited_is_saved_with_its_extras(skull_king: Table, app: Flask) -> None:
    skull_king.score(1, 2, 0)
    told: dict[str, Any] = {"dealer": "2", "bid_0": "1", "bid_1": "2", "bid_2": "0"}
    told |= {"tricks_0": "1", "tricks_1": "2", "tricks_2": "0", "extra": "king.1.1"}
    answer = skull_king.post(
        f"{skull_king.path}/hands/1", revision=skull_king.revision, **NONE | told
    )
    assert answer.status_code == 303
    assert list(hand(skull_king, app).bonuses) == [Bonus(1, "king", 1)]


def test_the_addresses_lead_to_the_panel_and_to_the_correction(skull_king: Table) -> None:
    here, panel = skull_king.path, f"{skull_king.path}?panel=extras"
    for address in (f"{here}/extras", f"{here}/hands/1/all-extras"):
        assert skull_king.client.get(address).location == panel
    skull_king.score(1, 2, 0)
    answer = skull_king.client.get(f"{here}/hands/1/all-extras")
    assert answer.location == f"{here}/hands/1"
