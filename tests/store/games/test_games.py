"""A game started again from the same page: an answer that was lost, Back, two taps at once."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.rules.actions import change_settings
from scorekeeper.rules.game import Game
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import GameRow, Keeper, Phone, PlayerRow, db
from scorekeeper.store.sharing import links
from tests.rules.notation import new
from tests.store.conftest import AtOnce
from tests.store.play import PHONE, UP

pytestmark = pytest.mark.usefixtures("_opened")

OTHER = "another phone"
GAME = new("wizard", 3)
HOUSE = partial(change_settings, bid_rule=GAME.settings.bid_rule, sizes=(1, 2), clock=None)
MENDED = {
    "a name": replace(GAME, players=("Ann", "Ben", "Zoe")),
    "the dealer": replace(GAME, first_dealer=1),
    "a player more": new("wizard", 4),
    "players less": new("two-player", 2),
    "the game": new("tournament", 3),
    "a house rule": new("wizard", 3, rule="hook"),
    "the hands": new("wizard", 3, sizes=(2, 1)),
    "the clock": new("wizard", 3, clock=90),
}
HOUSE_RULES = ("a house rule", "the hands", "the clock")


def start(game: Game = GAME, token: str = "token", phone: str = PHONE) -> StoredGame:
    return games.start(phone, game, token)


def count(model: type[GameRow | Keeper | Phone | PlayerRow]) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def saved(stored: StoredGame) -> None:
    saves.save(stored.key, PHONE, saves.Save(0, UP))


def shared(stored: StoredGame) -> None:
    links.make(PHONE, stored.key)
    link = links.waiting(PHONE, stored.id)
    assert link
    links.redeem(link.token, OTHER, "")


def test_the_same_phone_and_token_start_one_game() -> None:
    assert start() == start()
    assert count(GameRow) == count(Phone) == count(Keeper) == 1


def test_another_token_or_another_phone_starts_another_game() -> None:
    assert len({start().key, start(token="other").key, start(phone=OTHER).key}) == 3


@pytest.mark.parametrize("token", ["", "long" * 100, "\u2660 \x00"])
def test_any_token_will_do(token: str) -> None:
    assert start(token=token) == start(token=token)


def test_the_address_of_a_game_follows_from_nothing_that_is_known() -> None:
    first = start()
    games.delete(first.key, PHONE)
    assert start().key != first.key


@pytest.mark.parametrize("mended", MENDED)
def test_a_game_that_nobody_touched_becomes_what_is_asked_for_now(mended: str) -> None:
    first = start()
    again = start(MENDED[mended])
    db.session.expire_all()
    assert reading.read(first.key) == again
    assert (again.id, again.key, again.code) == (first.id, first.key, first.code)
    assert (again.game, again.stamp) == (MENDED[mended], first.stamp)
    assert again.started_at > first.started_at
    assert count(GameRow) == count(Keeper) == 1
    assert count(PlayerRow) == len(again.game.players)


@pytest.mark.parametrize("touch", [saved, shared])
@pytest.mark.parametrize("mended", MENDED)
def test_beside_a_game_that_was_touched_another_one_is_started_once_unless_house_rules_alone_differ(
    mended: str, touch: Callable[[StoredGame], None]
) -> None:
    first = start()
    touch(first)
    kept = reading.read(first.key)
    second = start(MENDED[mended])
    assert (second == kept) is (second.key == first.key) is (mended in HOUSE_RULES)
    assert start(MENDED[mended]) == second
    assert start() == reading.read(first.key) == kept
    assert reading.see(second.key, PHONE).rights.writes
    assert count(GameRow) == (1 if mended in HOUSE_RULES else 2)


def test_a_game_whose_house_rules_were_changed_is_still_the_one_that_was_started() -> None:
    first = start()
    changed = saves.save(first.key, PHONE, saves.Save(0, HOUSE)).after
    assert start() == changed


def test_a_rematch_is_one_and_is_not_what_a_page_started() -> None:
    first = start()
    saved(first)
    again = games.play_again(PHONE, first.key, GAME)
    assert again.key != first.key
    assert games.play_again(PHONE, first.key, MENDED["a name"]) == again
    assert start().key == first.key


def test_the_database_holds_no_second_game_of_a_page() -> None:
    start()
    row = db.session.scalars(select(GameRow)).one()
    names = {name: getattr(row, name) for name in row.__table__.columns.keys()}  # noqa: SIM118
    db.session.add(GameRow(**names | {"id": None, "key": "another", "code": None}))
    with pytest.raises(IntegrityError):
        db.session.flush()
    db.session.rollback()


def test_taps_at_once_start_one_game(at_once: AtOnce) -> None:
    for page in range(8):
        tap = partial(games.start, f"phone {page}", GAME, f"token {page}")
        assert len({stored.key for stored in at_once(*[tap] * 4)}) == 1
    assert count(GameRow) == count(Phone) == 8
