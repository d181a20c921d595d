"""Games imported into a book: each once, unchanged, and all of a file or none."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from hypothesis import given
from sqlalchemy import ColumnElement, func, select

from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.rules.actions import Correction, correct_hand
from scorekeeper.rules.game import GameNote
from scorekeeper.rules.incoming import Discrepancy, Incoming
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Turned
from scorekeeper.store import importing, lists, persons, phones, statistics
from scorekeeper.store.engine import now
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.games.reading import discrepancies_of
from scorekeeper.store.importing import BATCH, Imported
from scorekeeper.store.lists import GameFilter, exported
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import Book, GameRow, Person, PlayerRow, db
from tests.databases import rows
from tests.exchange.made import files, of, read_games
from tests.rules.notation import play
from tests.store.games.test_reading import deleted
from tests.store.phones import ANN, BEN, CEM, made, may_save, redeemed, rights_on
from tests.store.play import by_chance, started
from tests.store.whole import whole

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("_opened")]
GAME = of(play("wizard", 3, "h 011/001", "j 200/101", sizes=(1, 2)))
OTHER = of(play("wizard", 3, "h 011/001"), uid="another")


def file_of(phone: str) -> str:
    """All games of the phone, as a file."""
    return "".join(json_chunks(exported(lists.games_of(phones.asking(phone)))))


def imported(*games: Incoming, by: str = ANN, deleted_too: bool = False) -> Imported:
    return importing.import_games(by, games, deleted_too=deleted_too)


def stored_of(phone: str) -> list[StoredGame]:
    return list(whole(lists.games_of(phones.asking(phone))))


def stamp_of(phone: str) -> str | None:
    return db.session.scalar(select(Book.stamp).filter_by(id=phones.book_id(phone)))


numbers = iter(range(10**6))


@pytest.mark.thorough
@by_chance
@given(files())
def test_what_a_book_takes_in_it_gives_out_as_the_same_bytes(came: tuple[Incoming, ...]) -> None:
    text = "".join(json_chunks(came))
    # A name in other case still belongs to its person.
    here, present = f"phone {next(numbers)}", f"phone {next(numbers)}"
    assert imported(*read_games(text), by=here) == (len(came), 0, ())
    first = file_of(here)
    assert first == text
    assert imported(*read_games(first), by=present).added == len(came)
    assert file_of(present) == first
    assert imported(*read_games(first), by=present) == (0, len(came), ())
    assert file_of(present) == first
    for stored, one in zip(stored_of(present), came, strict=True):
        assert stored.sheet == score_sheet(stored.game)
        (listed,) = [
            one for one in lists.newest(phones.asking(present), 9) if one.key == stored.key
        ]
        assert listed.standing.totals == score_sheet(one.game).totals


def test_a_game_that_is_there_already_stays_as_it_is() -> None:
    stored = started(ANN)
    found = replace(GAME, uid=stored.uid)
    assert imported(found, found) == (0, 2, ())
    assert reading.read(stored.key) == stored


def test_a_game_that_a_file_has_twice_comes_once() -> None:
    assert imported(GAME, OTHER, GAME) == (2, 1, ())


def test_a_deleted_game_stays_deleted_unless_it_is_asked_for() -> None:
    imported(GAME, OTHER)
    first, second = stored_of(ANN)
    games.delete(first.key, ANN)
    assert imported(GAME, OTHER) == (0, 1, (GAME,))
    assert [stored.key for stored in stored_of(ANN)] == [second.key]
    assert imported(GAME, OTHER, deleted_too=True) == (1, 1, ())
    assert deleted(ANN) == set()
    assert [stored.uid for stored in stored_of(ANN)] == ["another", "a-game"]


def test_what_another_book_deleted_is_no_matter_here() -> None:
    imported(GAME, by=BEN)
    games.delete(stored_of(BEN)[0].key, BEN)
    assert imported(GAME) == (1, 0, ())


def test_the_phone_keeps_the_score_of_what_it_brought_and_its_book_may_take_it_over() -> None:
    redeemed(made(by=BEN), ANN)
    imported(GAME, OTHER)
    for stored in stored_of(ANN):
        assert may_save(stored, ANN)
        assert rights_on(stored, BEN).may_claim
        assert not rights_on(stored, CEM).may_claim
        assert stored.code


def test_a_game_that_came_is_corrected_and_has_nothing_to_undo_before_that() -> None:
    imported(GAME)
    (stored,) = stored_of(ANN)
    assert (stored.revision, stored.undoable) == (0, None)
    with pytest.raises(saves.StaleError):
        saves.undo(stored.key, ANN, 0)
    entered = Correction(0, Turned.CLUBS, None, (0, 1, 1), (0, 1, 0), None)
    after = saves.save(
        stored.key, ANN, saves.Save(0, partial(correct_hand, number=1, correction=entered))
    )
    assert after.after.sheet.totals != stored.sheet.totals
    assert saves.undo(stored.key, ANN, 1).after.game == GAME.game


def test_a_running_game_continues_where_its_file_ends() -> None:
    imported(of(play("wizard", 3, "h 011/001", "s 20./...?")))
    (stored,) = stored_of(ANN)
    assert stored.sheet.hand
    assert stored.sheet.hand.bids == (2, 0, None)
    assert [game.standing.result for game in lists.newest(phones.asking(ANN), 2)] == [None]


def test_the_names_in_a_file_mean_the_people_of_the_book() -> None:
    started(ANN, GAME.game)
    imported(of(play("wizard", 3, "h 011/001"), people=("", "Robert", "")))
    found = {person.name for person in db.session.scalars(select(Person))}
    assert found == {"Ann", "Ben", "Cem", "Robert"}
    assert '{"name":"Ben","person":"Robert"}' in file_of(ANN)


def test_a_renamed_person_is_written_beside_the_name_of_the_evening() -> None:
    stored = started(ANN, GAME.game)
    ben = db.session.scalars(select(Person).filter_by(name="Ben")).one()
    persons.rename(stored.book_id, ben.id, "Robert")
    text = file_of(ANN)
    assert '{"name":"Ben","person":"Robert"}' in text
    imported(*read_games(text), by=BEN)
    assert file_of(BEN) == text


def test_what_came_counts_in_the_figures_and_what_is_deleted_does_not() -> None:
    imported(GAME)
    book, before = phones.book_id(ANN), stamp_of(ANN)
    assert book is not None
    assert [line.sums.games for line in statistics.everybody(book)] == [1, 1, 1]
    imported(of(GAME.game, "once more"))
    assert stamp_of(ANN) != before
    assert [line.sums.games for line in statistics.everybody(book)] == [2, 2, 2]
    games.delete(stored_of(ANN)[0].key, ANN)
    statistics.forget()
    assert [line.sums.games for line in statistics.everybody(book)] == [1, 1, 1]


def test_a_file_that_fails_in_the_middle_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    started(ANN)
    before = rows(db.session)
    monkeypatch.setattr(importing, "BATCH", 1)
    hand = replace(OTHER.game.hands[0], cards=10**7)
    broken = replace(OTHER, uid="x", game=replace(OTHER.game, hands=(hand,)))
    with pytest.raises(ValueError, match="hands"):
        imported(GAME, OTHER, broken)
    db.session.rollback()
    assert rows(db.session) == before


def many(count: int, start: str = "game") -> list[Incoming]:
    """Games of people whom the book knows, and of others."""
    told = replace(GAME.game, about=GameNote("Hut cup", None, None), players=("Ann", "Ben", "Dora"))
    return [replace(GAME, uid=f"{start}-{number}", game=told) for number in range(count)]


def all_seen() -> tuple[object, ...]:
    """Everything that this phone, every page of its book and the command see."""
    asking = phones.asking(ANN)
    assert asking
    statistics.forget()
    found = tuple(lists.all_games())
    return (
        file_of(ANN),
        found,
        [one.key for one in lists.newest(asking, 99)],
        [line.name for line in statistics.everybody(asking.book_id)],
        stamp_of(ANN),
        importing.uids_in(asking.book_id),
        [one.key for one in lists.games_of(asking, GameFilter(text="hut"))],
        counted(PlayerRow.person_id.in_(select(Person.id).filter_by(book_id=asking.book_id))),
    )


def counted(*which: ColumnElement[bool]) -> int:
    """The seats of the database for which this holds."""
    return db.session.scalar(select(func.count()).select_from(PlayerRow).where(*which)) or 0


def watched(games: list[Incoming], look: Callable[[int], None]) -> Iterator[Incoming]:
    """The games of a file, with a check of the database after each is read."""
    for number, one in enumerate(games):
        yield one
        look(number)


def test_a_file_is_written_some_at_a_time_and_seen_all_at_once() -> None:
    started(ANN, GAME.game)
    before, seats = all_seen(), counted()
    written: list[int] = []

    def look(number: int) -> None:
        if number % (BATCH // 2) == 0:
            assert all_seen() == before
            written.append((counted() - seats) // 3)

    assert importing.import_games(ANN, watched(many(4 * BATCH), look), deleted_too=False).added
    assert {0, BATCH, 2 * BATCH, 3 * BATCH} <= set(written)
    assert all_seen() != before
    assert len(stored_of(ANN)) == 1 + 4 * BATCH
    assert {person.book_id for person in db.session.scalars(select(Person))} == {
        phones.book_id(ANN)
    }


def test_what_a_crash_left_is_never_seen_and_cleared_away_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started(ANN, GAME.game)
    seen, before = all_seen(), rows(db.session)
    monkeypatch.setattr(importing, "delete_import", lambda _: None)

    def crash(number: int) -> None:
        if number > 2 * BATCH:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        importing.import_games(ANN, watched(many(3 * BATCH), crash), deleted_too=False)
    monkeypatch.undo()
    assert rows(db.session) != before
    assert all_seen() == seen
    importing.delete_abandoned()
    assert rows(db.session) != before, "another process may still write there"
    monkeypatch.setattr(importing, "now", lambda: now() + importing.LEFT + timedelta(seconds=2))
    importing.delete_abandoned()
    assert rows(db.session) == before


def test_a_file_that_comes_twice_at_once_is_there_once() -> None:
    started(ANN, GAME.game)

    def again(number: int) -> None:
        if number == BATCH:
            assert imported(*many(2 * BATCH), *many(1, "gone")).added == 2 * BATCH + 1
            games.delete(stored_of(ANN)[-1].key, ANN)

    found = watched([*many(2 * BATCH), *many(1, "gone"), *many(1, "other")], again)
    assert importing.import_games(ANN, found, deleted_too=False) == (1, 2 * BATCH + 1, ())
    assert len(stored_of(ANN)) == 2 + 2 * BATCH


def test_games_come_in_the_order_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BATCH", 2)
    uids = [f"game-{number}" for number in (3, 1, 4, 5, 2)]
    imported(*(replace(GAME, uid=uid) for uid in uids))
    assert [stored.uid for stored in stored_of(ANN)] == uids
    codes = set(db.session.scalars(select(GameRow.code)))
    assert len(codes) == len(uids)


def test_a_book_takes_games_in_without_a_phone_and_its_phones_may_claim_them() -> None:
    stored = started(ANN)
    assert importing.import_games("", [GAME], into=stored.book_id, deleted_too=False) == (1, 0, ())
    came = stored_of(ANN)[1]
    assert not rights_on(came, ANN).writes
    assert rights_on(came, ANN).may_claim


def test_the_file_is_read_from_the_database_while_it_is_written() -> None:
    imported(*(replace(GAME, uid=f"game-{number}") for number in range(120)))
    asked: list[int] = []

    def counted() -> Iterator[StoredGame]:
        for number, stored in enumerate(whole(lists.games_of(phones.asking(ANN)))):
            asked.append(number)
            yield stored

    pieces = json_chunks(exported(counted()))
    next(pieces)
    assert asked == []
    next(pieces)
    assert len(asked) == 50


def test_a_mark_stays_beside_what_the_game_counts_now() -> None:
    imported(replace(GAME, discrepancies=(Discrepancy(0, 2, 40, 20), Discrepancy(1, 1, 0, -10))))
    (stored,) = stored_of(ANN)
    assert discrepancies_of([stored]) == {
        stored.id: (Discrepancy(0, 2, 40, 20), Discrepancy(1, 1, 0, -10))
    }
    entered = Correction(0, Turned.HEARTS, None, (0, 0, 1), (0, 0, 1), None)
    saves.save(stored.key, ANN, saves.Save(0, partial(correct_hand, number=1, correction=entered)))
    (after,) = stored_of(ANN)
    assert discrepancies_of([after])[stored.id] == (
        Discrepancy(0, 2, 40, 20),
        Discrepancy(1, 1, 0, 20),
    )
