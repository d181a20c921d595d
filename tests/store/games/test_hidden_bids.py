"""Hidden bids in the database: their owners, their removal, and revealing all of them once."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.rules.actions import change_settings
from scorekeeper.rules.attendance import sit_out
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import db
from tests.rules.notation import codes, new
from tests.store.conftest import AtOnce
from tests.store.phones import ANN, BEN, CEM
from tests.store.play import PHONE, UP, saved, started

pytestmark = pytest.mark.usefixtures("_opened")


def begun(*, on: bool = True, players: int = 3) -> StoredGame:
    """A game whose first hand has one card, hearts for trump, and hidden bids on the phones."""
    stored = started(game=new("wizard", players, rule="hidden"))
    saves.switch(stored.key, PHONE, on=on)
    return saved(reading.read(stored.key), UP)


def lay(stored: StoredGame, phone: str, *bids: int | None) -> StoredGame:
    """The game after a phone entered these hidden bids."""
    return saves.enter(stored.key, phone, 1, bids, None).stored


def rows() -> list[tuple[Any, ...]]:
    """Hand, seat and bid of all hidden bids."""
    found = db.session.execute(text("SELECT number, seat, bid FROM sealed_bid ORDER BY seat"))
    return [tuple(row) for row in found]


def test_a_phone_sees_who_has_bid_and_only_its_own_bid() -> None:
    stored = begun()
    lay(stored, PHONE, 1)
    after = lay(stored, BEN, None, 0)
    for phone, own in (
        (PHONE, (1, None, None)),
        (BEN, (None, 0, None)),
        (CEM, (None, None, None)),
        ("", (None, None, None)),
    ):
        assert saves.visible_to(after, phone) == saves.HiddenBids(frozenset({0, 1}), own)


def test_a_bid_is_news_when_it_comes_and_when_it_goes_and_not_when_it_changes() -> None:
    stored = begun()
    first = lay(stored, BEN, None, 0)
    assert first.stamp != stored.stamp
    assert first.revision == stored.revision
    assert lay(stored, BEN, None, 1).stamp == first.stamp
    saves.remove(stored.key, PHONE, 1, 1)
    assert reading.read(stored.key).stamp != first.stamp
    assert rows() == []


def test_the_last_bid_opens_all_in_one_save_of_its_phone(at_once: AtOnce) -> None:
    stored = begun()
    lay(stored, ANN, 1)
    lay(stored, CEM, None, None, 1)
    at_once(partial(lay, stored, BEN, None, 0), partial(lay, stored, BEN, None, 0))
    after = reading.read(stored.key)
    assert after.game.hands[0].bids == (1, 0, 1)
    assert rows() == []
    assert after.revision == stored.revision + 1
    (line, *_) = saves.log(after)
    assert line.undoes is None
    assert not after.hides_bids


def test_of_two_phones_at_the_same_moment_one_bids_for_a_player(at_once: AtOnce) -> None:
    stored = begun()

    def tried(phone: str, bid: int) -> str:
        try:
            lay(stored, phone, None, bid)
        except RefusedError as refused:
            return str(refused)
        return "laid"

    told = at_once(partial(tried, BEN, 0), partial(tried, CEM, 1))
    assert sorted(told) == ["laid", "seat-taken"]
    assert len(rows()) == 1


def test_bids_go_when_their_hand_deals_other_cards() -> None:
    stored = started(game=new("skull-king", 3, rule="hidden", sizes=(5, 2)))
    saves.switch(stored.key, PHONE, on=True)
    first = lay(reading.read(stored.key), BEN, None, 4)
    house = replace(first.game.settings, sizes=(3, 2))
    after = saved(first, partial(change_settings, house=house))
    assert (after.sheet.hand and after.sheet.hand.cards, after.hides_bids) == (3, True)
    assert rows() == []


def test_a_game_is_deleted_with_its_hidden_bids() -> None:
    stored = begun()
    lay(stored, BEN, None, 0)
    games.delete(stored.key, PHONE)
    assert rows() == []


def test_a_bid_of_who_sits_out_by_now_is_none_to_open() -> None:
    stored = begun(players=4)
    lay(stored, BEN, None, 0)
    saved(reading.read(stored.key), partial(sit_out, number=1, seat=1, out=True))
    with pytest.raises(RefusedError) as refused:
        saves.reveal(stored.key, PHONE, 1, None)
    assert codes(refused.value) == ["bids-none"]


def test_opening_bids_is_a_save_among_those_of_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "SAVES_AN_HOUR", 1)
    stored = begun()
    lay(stored, BEN, None, 0)
    with pytest.raises(RefusedError) as refused:
        saves.reveal(stored.key, PHONE, 1, None)
    assert codes(refused.value) == ["saves-often"]
    assert rows() == [(1, 1, 0)]


IMPOSSIBLE = [
    "UPDATE sealed_bid SET bid = cards + 1",
    "UPDATE sealed_bid SET bid = -1",
    "UPDATE sealed_bid SET bid = NULL",
    "UPDATE sealed_bid SET cards = 61",
    "UPDATE sealed_bid SET number = 0",
    "UPDATE sealed_bid SET seat = 3",
    "UPDATE sealed_bid SET game_id = 99",
    "UPDATE sealed_bid SET phone_id = 99",
    "INSERT INTO sealed_bid SELECT * FROM sealed_bid",
    "UPDATE game SET phone_bids = NULL",
]


@pytest.mark.parametrize("statement", IMPOSSIBLE)
def test_the_database_does_not_hold_a_bid_that_cannot_be(statement: str) -> None:
    lay(begun(), BEN, None, 0)
    with pytest.raises(IntegrityError):
        db.session.execute(text(statement))
    db.session.rollback()
    assert rows() == [(1, 1, 0)]
