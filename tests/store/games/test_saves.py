"""Saves: the whole game, taps, and what a tap may change."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select, text
from sqlalchemy.exc import DataError, IntegrityError

from scorekeeper.keys import hashed
from scorekeeper.rules.actions import change_settings, end_after, enter_bids, score_hand, turn_up
from scorekeeper.rules.attendance import join, rename
from scorekeeper.rules.game import Bonus, Game
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import Standing, score_sheet
from scorekeeper.rules.variants.model import Trump
from scorekeeper.store import lists, phones
from scorekeeper.store.games import games, reading, saves, writing
from scorekeeper.store.games.writing import ImpossibleHandError
from scorekeeper.store.mapping.stored import StoredGame, Tap, UnknownGameError
from scorekeeper.store.models import GAME, GameRow, Keeper, Phone, PlayerRow, db
from scorekeeper.store.sharing import links
from tests.rules.chance import RULES, Action, beginnings, comings, hand_steps, steps
from tests.rules.notation import deal, new, on
from tests.rules.replay import replayed
from tests.store.conftest import AtOnce
from tests.store.play import (
    BIDS,
    PHONE,
    TRICKS,
    UP,
    by_chance,
    lines_of,
    played,
    saved,
    started,
)

pytestmark = pytest.mark.usefixtures("_opened")

OTHER = "another phone"
TABLES = ("game", "game_doc", "player", "change")


def kept(key: str) -> StoredGame:
    """The game read from its rows, without the cache."""
    reading.forget()
    return reading.read(key)


def sql(statement: str, **values: object) -> None:
    db.session.execute(text(statement), values)


def found(query: str, **values: object) -> int:
    return int(db.session.execute(text(query), values).scalar_one())


def count(table: str) -> int:
    return found(f"SELECT count(*) FROM {table}")  # noqa: S608


def test_a_game_is_kept_as_it_was_started() -> None:
    game = new("tournament", 4, rule="hook+zero", sizes=(1, 3, 15), dealer=2, clock=105)
    stored = started(game=game)
    assert kept(stored.key) == stored
    assert stored.game == game
    assert stored.revision == 0
    assert stored.started_at == stored.changed_at


def test_the_address_of_a_game_has_128_bits() -> None:
    assert len(started().key) == 22


def test_the_key_of_a_phone_is_not_kept() -> None:
    started()
    assert found("SELECT count(*) FROM phone WHERE key_hash = :key", key=PHONE) == 0
    assert found("SELECT count(*) FROM phone WHERE key_hash = :key", key=hashed(PHONE)) == 1


def test_a_save_without_a_revision_is_stale() -> None:
    with pytest.raises(saves.StaleError):
        saves.save(started().key, PHONE, saves.Save(None, UP))


@pytest.mark.parametrize("phone", [OTHER, "", hashed(PHONE), None])
def test_the_game_of_another_phone_and_an_unknown_one_are_not_written(phone: str | None) -> None:
    stored = played(UP)
    games.start(OTHER, new("wizard", 3), "their own")
    asked = ("unknown", PHONE) if phone is None else (stored.key, phone)
    for write in (partial(saves.save, asked=saves.Save(1, BIDS)), partial(saves.undo, target=1)):
        with pytest.raises(UnknownGameError):
            write(*asked)
    with pytest.raises(UnknownGameError):
        games.delete(*asked)
    assert kept(stored.key) == stored
    with pytest.raises(UnknownGameError):
        kept("unknown")


@pytest.mark.thorough
@by_chance
@given(st.data(), beginnings())
def test_who_comes_and_goes_after_extras_were_noted_is_undone_and_redone_exactly(
    data: st.DataObject, start: Game
) -> None:
    stored, path = started(game=start), [start]
    for _ in range(data.draw(st.integers(2, 6))):
        hand = stored.sheet.hand
        noted = hand_steps(stored.game, hand, "extras") if hand else st.nothing()
        with suppress(RefusedError):
            stored = saved(stored, data.draw(noted | comings(stored.game)))
        path += [stored.game] if stored.game != path[-1] else []
        assert kept(stored.key) == stored
    for game in path[-2::-1]:
        stored = saves.undo(stored.key, PHONE, stored.undoable).after
        assert kept(stored.key).game == stored.game == game
    for game in path[1:]:
        stored = saves.redo(stored.key, PHONE, stored.revision).after
        assert kept(stored.key).game == stored.game == game
    assert folded(start, stored.id) == stored.game
    assert saves.game_at(stored, 0) == start


@by_chance
@given(st.data())
def test_the_log_gives_the_game_and_undo_leads_back_to_its_start(data: st.DataObject) -> None:
    start = data.draw(beginnings())
    stored = started(game=start)
    for _ in range(data.draw(st.integers(1, 8))):
        step = data.draw(steps(stored.game))
        try:
            expected = step(stored.game)
        except RefusedError:
            continue
        stored = saves.save(stored.key, PHONE, saves.Save(stored.revision, step)).after
        assert stored.game == expected
        assert stored.sheet == score_sheet(expected)
        games = lists.newest(phones.asking(PHONE), 1000)
        (listed,) = (game for game in games if game.key == stored.key)
        assert (listed.players, listed.standing) == (expected.players, standing_of(stored))
    assert kept(stored.key) == stored
    assert folded(start, stored.id) == stored.game
    while (target := stored.undoable) is not None:
        stored = saves.undo(stored.key, PHONE, target).after
        assert folded(start, stored.id) == stored.game
    assert stored.game == start


def standing_of(stored: StoredGame) -> Standing:
    return Standing(*(getattr(stored.sheet, field.name) for field in fields(Standing)))


def folded(start: Game, game_id: int) -> Game:
    return replayed(start, lines_of(game_id))


def test_a_deleted_game_leaves_no_row_behind() -> None:
    stored = played(UP, BIDS, TRICKS)
    games.delete(stored.key, PHONE)
    assert [count(table) for table in TABLES] == [0] * len(TABLES)
    with pytest.raises(UnknownGameError):
        kept(stored.key)


def test_deleting_one_game_leaves_the_others() -> None:
    stored, other = played(UP), played(UP, BIDS)
    games.delete(stored.key, PHONE)
    assert kept(other.key) == other
    assert count("player") == 3


def test_a_phone_lists_its_own_games_running_ones_first_then_those_started_last() -> None:
    first, second, third = started(), started(), started()
    games.start(OTHER, new("wizard", 3), "theirs")
    saved(third, lambda game: end_after(game, 0))
    asking = phones.asking(PHONE)
    listed = [game.key for game in lists.newest(asking, 10)]
    assert listed == [second.key, first.key, third.key]
    assert [game.key for game in lists.games_of(asking)] == [first.key, second.key, third.key]
    assert len(list(lists.all_games())) == 4
    assert lists.newest(phones.asking("nobody"), 10) == []


def test_a_two_player_hand_with_the_spade_8_is_kept() -> None:
    game = new("two-player", 2)
    given_ = deal(game, "wh 34/44 !0")
    stored = saved(
        started(game=game),
        partial(turn_up, number=1, turned=given_.turned, named=given_.named),
        partial(enter_bids, number=1, bids=given_.bids),
        partial(score_hand, number=1, tricks=given_.tricks, negated=0),
    )
    assert kept(stored.key).game == on(game, "wh 34/44 !0")


IMPOSSIBLE = [
    "UPDATE game_doc SET doc = '{'",
    "UPDATE game_doc SET doc = ''",
    "UPDATE game_doc SET doc = NULL",
    "UPDATE game SET revision = -1",
    "UPDATE game SET clock = 0",
    "UPDATE game SET ends_after = -1",
    "UPDATE game SET book_id = 99",
    "INSERT INTO player (game_id, seat, name) VALUES (:played, 0, 'Gil')",
    "INSERT INTO player (game_id, seat, name) VALUES (:played, 10, 'Gil')",
    "INSERT INTO change (game_id, revision, at, phone_id, places)"
    " VALUES (99, 1, '2026-01-02', 1, '[]')",
    "UPDATE change SET tap = 'the-number-of-a-tap' WHERE game_id = :played",
]


@pytest.mark.parametrize("statement", IMPOSSIBLE)
def test_the_database_does_not_hold_what_cannot_be(statement: str) -> None:
    stored, fresh = played(UP, BIDS, TRICKS), started()
    db.session.rollback()
    with pytest.raises((IntegrityError, DataError)):
        sql(statement, played=stored.id, fresh=fresh.id)
    db.session.rollback()
    assert kept(stored.key) == stored


NEVER_PLAYED: dict[str, dict[str, Any]] = {
    "a bid above the cards": {"bids": (2, 1, 1)},
    "a bid below zero": {"bids": (-1, 1, 1)},
    "tricks above the cards": {"tricks": (2, 0, 0)},
    "tricks below zero": {"tricks": (-1, 1, 1)},
    "a bid of nobody": {"bids": (0, 1, 1, 0)},
    "more cards than there are": {"cards": 61},
    "no cards": {"cards": 0},
    "a dealer who is not there": {"dealer": 3},
    "no trump": {"turned": None, "trump": None},
    "another trump than was turned up": {"trump": Trump.CLUBS},
    "a negated trick": {"negated": -2},
    "more tricks won by nobody than there are": {"void": 2},
    "a bonus of nobody": {"bonuses": (Bonus(5, "points", 10),)},
    "a seat that is out and has bid": {"out": (1,)},
    "a number that no document has": {"bonuses": (Bonus(0, "points", 10**7),)},
}


@pytest.mark.parametrize("fault", NEVER_PLAYED)
def test_a_hand_that_cannot_be_is_never_written(fault: str) -> None:
    stored = played(UP, BIDS, TRICKS)
    (hand,) = stored.game.hands
    wrong = replace(hand, **NEVER_PLAYED[fault])
    with pytest.raises(ImpossibleHandError):
        saved(stored, lambda game: replace(game, hands=(wrong,)))
    db.session.rollback()
    reading.forget()
    assert kept(stored.key) == stored


def test_the_longest_bidding_rule_fits_into_its_column() -> None:
    column: Any = GAME.c.bid_rule.type
    assert max(map(len, RULES)) <= column.length


def test_a_save_notes_the_visit_of_its_phone_but_not_the_one_that_begins_a_hand() -> None:
    stored = started()
    db.session.execute(text("UPDATE phone SET seen_at = '2026-01-01 00:00:00'"))
    db.session.commit()
    seen = text("SELECT seen_at > '2026-01-02' FROM phone")
    stored = saved(stored, UP)
    assert not db.session.scalar(seen)
    saved(stored, BIDS)
    assert db.session.scalar(seen)


TAP = "the-number-of-a-tap"


def saved_of_taps(
    stored: StoredGame, action: Action, tap: str | None, revision: int | None = None
) -> StoredGame:
    """An action after a save; from a stale page it is applied if its own checks allow it."""
    page = stored.revision if revision is None else revision
    return saves.save(
        stored.key, PHONE, saves.Save(page, action, lambda *_: action, Tap(tap))
    ).after


def test_the_number_of_a_tap_is_of_its_game_alone() -> None:
    first, second = played(), played()
    assert saved_of_taps(first, UP, TAP).revision == saved_of_taps(second, UP, TAP).revision == 1


def test_a_page_that_numbers_no_taps_saves_as_often_as_it_likes() -> None:
    stored = saved_of_taps(saved_of_taps(played(), UP, None), BIDS, None)
    assert stored.revision == 2


ANN, BEN = frozenset({"hands/1/bids bid_0"}), frozenset({"hands/1/bids bid_1"})
FORM = frozenset({"hands/1/bids"})
ZERO, ONE = (partial(enter_bids, number=1, bids=(number, None, None)) for number in (0, 1))


def sent(stored: StoredGame, action: Action, tap: Tap) -> StoredGame:
    """After a tap on a page that shows the game as it was then; it clashes with no other."""
    return saves.save(
        stored.key, PHONE, saves.Save(stored.revision, action, lambda *_: action, tap)
    ).after


@pytest.mark.parametrize("later", [ZERO, ONE], ids=["changed nothing", "changed it"])
@pytest.mark.parametrize(
    ("entered", "done"),
    [(ANN, True), (ANN | BEN, True), (FORM, True), (BEN, False), (frozenset(), False)],
    ids=["the same", "more", "all", "another", "none"],
)
def test_a_tap_that_a_later_one_knew_and_contains_writes_nothing(
    later: Action, entered: frozenset[str], done: bool
) -> None:
    shown = saved_of_taps(played(UP), ZERO, None)
    after = sent(shown, later, Tap(TAP[::-1], frozenset({TAP, "another"}), entered))
    two = partial(enter_bids, number=1, bids=(1, 1, None))
    assert (sent(shown, two, Tap(TAP, places=ANN)) == after) is done


def test_what_two_later_taps_entered_together_is_done() -> None:
    shown = saved_of_taps(played(UP), ZERO, None)
    for number, places in (("first", ANN), ("second", BEN)):
        sent(shown, ZERO, Tap(number, frozenset({TAP}), places))
    assert sent(shown, ONE, Tap(TAP, places=ANN | BEN)) == shown


def test_no_more_numbers_are_kept_than_an_evening_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MOST", 2)
    monkeypatch.setattr(writing, "KEPT_FOR", 1)
    shown = saved_of_taps(played(UP), ZERO, None)
    kept = Tap("a"), Tap("b"), Tap("c")
    for tap in kept:
        sent(shown, ZERO, tap)
    assert [writing.is_done(shown.id, tap) for tap in kept] == [True, True, False]
    later = saved_of_taps(saved_of_taps(shown, ONE, None), ZERO, None)
    sent(later, ZERO, Tap("d"))
    assert [writing.is_done(shown.id, tap) for tap in (*kept, Tap("d"))] == [False] * 3 + [True]


GAMES_GAME = new("wizard", 3)
HOUSE = partial(change_settings, house=replace(GAMES_GAME.settings, sizes=(1, 2)))
MENDED = {
    "a name": replace(GAMES_GAME, players=("Ann", "Ben", "Zoe")),
    "the dealer": replace(GAMES_GAME, first_dealer=1),
    "a player more": new("wizard", 4),
    "players less": new("two-player", 2),
    "the game": new("tournament", 3),
    "a house rule": new("wizard", 3, rule="hook"),
    "the hands": new("wizard", 3, sizes=(2, 1)),
    "the clock": new("wizard", 3, clock=90),
}
HOUSE_RULES = ("a house rule", "the hands", "the clock")


def start(game: Game = GAMES_GAME, token: str = "token", phone: str = PHONE) -> StoredGame:
    return games.start(phone, game, token)


def count_of_games(model: type[GameRow | Keeper | Phone | PlayerRow]) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def saved_of_games(stored: StoredGame) -> None:
    saves.save(stored.key, PHONE, saves.Save(0, UP))


def shared(stored: StoredGame) -> None:
    links.make(PHONE, stored.key)
    link = links.waiting(PHONE, stored.id)
    assert link
    links.redeem(link.token, OTHER, "")


def test_the_same_phone_and_token_start_one_game() -> None:
    assert start() == start()
    assert count_of_games(GameRow) == count_of_games(Phone) == count_of_games(Keeper) == 1


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
    assert count_of_games(GameRow) == count_of_games(Keeper) == 1
    assert count_of_games(PlayerRow) == len(again.game.players)


@pytest.mark.parametrize("touch", [saved_of_games, shared])
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
    assert count_of_games(GameRow) == (1 if mended in HOUSE_RULES else 2)


def test_a_game_whose_house_rules_were_changed_is_still_the_one_that_was_started() -> None:
    first = start()
    changed = saves.save(first.key, PHONE, saves.Save(0, HOUSE)).after
    assert start() == changed


def test_a_rematch_is_one_and_is_not_what_a_page_started() -> None:
    first = start()
    saved_of_games(first)
    again = games.play_again(PHONE, first.key, GAMES_GAME)
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
        tap = partial(games.start, f"phone {page}", GAMES_GAME, f"token {page}")
        assert len({stored.key for stored in at_once(*[tap] * 4)}) == 1
    assert count_of_games(GameRow) == count_of_games(Phone) == 8


def test_redo_of_a_stale_page_whose_seat_is_gone_is_refused_as_stale() -> None:
    stored = saved(played(UP), lambda game: join(game, "Lea", 0, 0))
    named = saved(stored, lambda game: rename(game, (*game.players[:3], "Mia")))
    undone = saves.undo(stored.key, PHONE, named.revision).after
    after = saves.undo(stored.key, PHONE, undone.undoable).after
    assert saves.undone(after, undone.revision) is None
    with pytest.raises(saves.StaleError):
        saves.redo(stored.key, PHONE, undone.revision)
