"""Figures of a book: of games, people and records."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, text, update

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.entry import Action
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.records import Peaks, RecordHolder, RecordKind
from scorekeeper.store import lists, persons, phones, statistics
from scorekeeper.store.games import games, saves
from scorekeeper.store.games.reading import read
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.models import FIGURE, GAME, Person, PlayerRow, db, run
from scorekeeper.store.persons import PersonError, UnknownPersonError
from scorekeeper.store.statistics import other_peaks, records_of
from tests import databases
from tests.rules import plain
from tests.rules.chance import beginnings, steps
from tests.rules.notation import new
from tests.rules.statistics.test_careers import FIRST, SECOND, said
from tests.store.finished import book, counted, finish, line, names, replayed, start
from tests.store.phones import ANN, BEN, made, redeemed
from tests.store.play import by_chance
from tests.store.whole import whole

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("_opened")]


def test_a_deleted_game_takes_its_figures_and_its_people_along() -> None:
    kept, stored = finish("Ann", "Ben", "Cem"), finish("Ann", "Dora", "Emil")
    persons.rename(book(), line("Dora").id, "Dorothea")
    games.delete(stored.key, ANN)
    assert counted("Ann") == (1, 1, 1)
    people_left = db.session.scalars(select(Person.name).order_by(Person.id)).all()
    assert people_left == ["Ann", "Ben", "Cem"]
    assert kept.started_at == line("Ann").last_at


def test_games_count_in_the_order_in_which_they_were_played() -> None:
    new, old = finish("Ann", "Ben", "Cem"), finish("Ann", "Ben", "Cem")
    run(update(GAME).where(GAME.c.id == old.id).values(started_at=datetime(2020, 1, 2)))
    db.session.commit()
    person = line("Ann")
    assert person.last_at == new.started_at
    assert statistics.career_of(book(), person.id)[1] == (old.id, new.id)
    newest = lists.newest_of(phones.asking(ANN), person.id, 1)
    assert [game.key for game in newest] == [new.key]


def test_an_undo_of_the_last_hand_takes_the_game_out_of_the_figures_until_it_is_over_again() -> (
    None
):
    stored = finish("Ann", "Ben", "Cem")
    assert counted("Ann") == (1, 1, 1)
    undone = saves.undo(stored.key, ANN, stored.revision).after
    assert counted("Ann") == (1, 0, 0)
    saves.redo(stored.key, ANN, undone.revision)
    assert counted("Ann") == (1, 1, 1)


def test_figures_are_worked_out_again_to_the_same() -> None:
    finish("Ann", "Ben", "Cem")
    before = db.session.execute(text("SELECT * FROM figure ORDER BY seat")).all()
    run(update(FIGURE).values(total=0))
    db.session.commit()
    lists.recount()
    assert db.session.execute(text("SELECT * FROM figure ORDER BY seat")).all() == before
    assert len(before) == 3


def test_what_is_kept_is_not_read_again(app: Flask) -> None:
    finish("Ann", "Ben", "Cem")
    ann = line("Ann").id
    statistics.career_of(book(), ann)
    statistics.leads(book())
    with databases.asked(app) as told:
        assert line("Ann").id == ann
        statistics.career_of(book(), ann)
        statistics.leads(book())
    assert not [statement for statement, _ in told if "FROM figure" in statement]


def test_points_by_hand_size_are_those_of_the_newest_games_of_a_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(3):
        finish("Ann", "Ben", "Cem")
    assert line("Ann")
    cells = [
        cell for game in whole(lists.all_games()) for row in game.sheet.rows for cell in row.cells
    ]
    points = sorted(cell.points or 0 for cell in cells)
    (found,) = statistics.quarters_of(book(), "wizard")
    assert (found.cards, found.hands) == (1, 9)
    assert [*map(int, found[2:])] == [points[2], points[4], points[6]]
    assert statistics.quarters_of(book(), "rage") == ()
    finish("Ann", "Ben", "Cem")
    assert line("Ann")
    monkeypatch.setattr(statistics, "NEWEST", 2)
    assert statistics.quarters_of(book(), "wizard")[0].hands == 6


@pytest.mark.thorough
@by_chance
@given(st.data())
def test_kept_figures_are_those_of_a_plain_count_whatever_was_saved(data: st.DataObject) -> None:
    """Corrections, undos, other names, deleted games and merged people among it."""
    for stored in whole(lists.all_games()):
        games.delete(stored.key, ANN)
    keys = [games.start(ANN, data.draw(beginnings()), uuid.uuid4().hex).key for _ in range(3)]
    for _ in range(data.draw(st.integers(1, 10))):
        if keys:
            _one_thing(data, keys)
    for person in statistics.everybody(book()):
        found, _ = statistics.career_of(book(), person.id)
        assert found.sums == person.sums
        seats = _seats_of(person.id)
        assert said(found) == plain.figures(seats)
        for kind, sums in person.kinds.items():
            alone = plain.figures([one for one in seats if kind in plain.figures([one])["points"]])
            assert sums == (*alone["points"][kind], alone["behind"])
        assert person.kinds.keys() == plain.figures(seats)["points"].keys()


def _one_thing(data: st.DataObject, keys: list[str]) -> None:
    key = data.draw(st.sampled_from(keys))
    stored = next(one for one in whole(lists.all_games()) if one.key == key)
    kind = data.draw(st.sampled_from(["save"] * 6 + ["end", "undo", "delete", "merge"]))
    if kind == "delete":
        games.delete(key, ANN)
        keys.remove(key)
    elif kind == "undo" and stored.undoable:
        saves.undo(key, ANN, stored.undoable)
    elif kind == "merge":
        some = [one.id for one in statistics.everybody(book())]
        pair = data.draw(st.tuples(st.sampled_from(some), st.sampled_from(some)))
        with suppress(PersonError):
            persons.merge(book(), *pair)
    else:
        ends = partial(end_after, hands=len(stored.game.scored))
        _saved(stored, ends if kind == "end" else data.draw(steps(stored.game)))


def _saved(stored: StoredGame, action: Action) -> None:
    try:
        saves.save(stored.key, ANN, saves.Save(stored.revision, action))
    except RefusedError:
        return


def _seats_of(person: int) -> list[tuple[Game, int]]:
    same = select(Person.id).where((Person.id == person) | (Person.same_as == person))
    rows = db.session.execute(
        select(PlayerRow.game_id, PlayerRow.seat)
        .where(PlayerRow.person_id.in_(same))
        .order_by(PlayerRow.game_id)
    ).all()
    known = {stored.id: stored.game for stored in whole(lists.all_games())}
    return [(known[game], seat) for game, seat in rows]


def test_everybody_is_listed_who_sat_at_a_table_the_most_frequent_first() -> None:
    finish("Ann", "Ben", "Cem")
    finish("Dora", "ANN", "ben")
    running = start("Ann", "Emil", "Fay")
    assert names() == ["Ann", "Ben", "Cem", "Dora", "Emil", "Fay"]
    assert [counted(name) for name in ("Ann", "Ben", "Fay")] == [(3, 2, 1), (2, 2, 0), (1, 0, 0)]
    assert line("Ann").last_at == running.started_at
    assert statistics.everybody(None) == ()
    with pytest.raises(UnknownPersonError):
        statistics.named(book(), 10**12)
    assert issubclass(UnknownPersonError, UnknownGameError)


def test_a_new_name_is_the_persons_everywhere_and_means_them_from_now_on() -> None:
    stored = finish("Ann", "Ben", "Cem")
    ann = line("Ann").id
    persons.rename(book(), ann, "Annika")
    finish("ANNIKA", "Ben", "Cem")
    finish("ann", "Ben", "Cem")
    assert counted("Annika") == (3, 3, 3)
    first = db.session.scalar(select(PlayerRow.name).filter_by(game_id=stored.id, seat=0))
    assert first == "Ann"
    (change,) = persons.log(book(), ann)
    persons.undo(book(), change.id)
    assert counted("Ann") == (3, 3, 3)
    assert persons.log(book()) == []


def test_a_name_that_was_taken_back_unused_may_be_anybodys() -> None:
    finish("Ann", "Ben", "Cem")
    persons.rename(book(), line("Ann").id, "Uma")
    persons.undo(book(), persons.log(book())[0].id)
    finish("Uma", "Ben", "Cem")
    assert names() == ["Ben", "Cem", "Ann", "Uma"]


def test_two_people_become_one_and_two_again_with_the_games_since() -> None:
    finish("Ann", "Ben", "Cem")
    finish("Annie", "Ben", "Cem")
    finish("Nan", "Ben", "Cem")
    persons.merge(book(), line("Nan").id, line("Annie").id)
    persons.merge(book(), line("Annie").id, line("Ann").id)
    finish("annie", "Ben", "Cem")
    assert counted("Ann") == (4, 4, 4)
    last, first = persons.log(book())
    with pytest.raises(PersonError, match="person-later"):
        persons.undo(book(), first.id)
    persons.undo(book(), last.id)
    assert (counted("Ann")[0], counted("Annie")[0]) == (1, 3)
    persons.undo(book(), first.id)
    assert (counted("Annie")[0], counted("Nan")[0]) == (2, 1)
    assert persons.undo(book(), first.id) == first


def test_what_cannot_be_is_refused_and_writes_nothing() -> None:
    stored = finish("Ann", "Ben", "Cem")
    finish("Dora", "Ben", "Cem")
    ann, ben, dora = (line(name).id for name in ("Ann", "Ben", "Dora"))
    before = databases.rows(db.session)
    refused: dict[str, Callable[[], object]] = {
        "person-known": partial(persons.rename, book(), ann, "BEN"),
        "person-same": partial(persons.merge, book(), ann, ann),
        "person-met": partial(persons.merge, book(), ann, ben),
        "person-there": partial(persons.split, book(), ann, stored.id, "ben"),
        "person-change": partial(persons.undo, book(), 99),
    }
    for code, change in refused.items():
        with pytest.raises(PersonError, match=code):
            change()
    finish("Fay", "Gus", "Hal", phone=BEN)
    fay = line("Fay", BEN).id
    with pytest.raises(PersonError, match="person-none"):
        persons.merge(book(), ann, fay)
    with pytest.raises(UnknownPersonError):
        persons.merge(book(), fay, ann)
    with pytest.raises(PersonError, match="person-game"):
        persons.split(book(), dora, stored.id, "Uma")
    assert databases.rows(db.session)["person_change"] == before["person_change"] == []
    assert names() == ["Ben", "Cem", "Ann", "Dora"]


def test_a_game_is_split_off_and_given_back() -> None:
    stored = finish("Ann", "Ben", "Cem")
    finish("Ann", "Ben", "Cem")
    ann = line("Ann").id
    persons.split(book(), ann, stored.id, "Ann Müller")
    assert (counted("Ann")[0], counted("Ann Müller")[0]) == (1, 1)
    persons.undo(book(), persons.log(book(), ann)[0].id)
    assert counted("Ann") == (2, 2, 2)
    assert "Ann Müller" not in names()


def test_who_is_hidden_leads_in_nothing() -> None:
    for _ in range(3):
        finish("Cem", "Ann", "Ben")
    assert line("Ann")
    ann, found = line("Ann").id, statistics.leads(book()).zeros
    assert found
    assert (found.person, found.made, found.of) == (ann, 3, 3)
    persons.hide(book(), ann, hidden=True)
    persons.hide(book(), ann, hidden=True)
    found = statistics.leads(book()).zeros
    assert found
    assert found.person == line("Ben").id
    assert line("Ann").hidden
    (change,) = persons.log(book())
    persons.undo(book(), change.id)
    assert not line("Ann").hidden


def test_who_is_hidden_is_so_under_each_of_their_names() -> None:
    for name in ("Cem", "Cemal") * 3:
        finish("Ann", name, "Ben")
    persons.merge(book(), line("Cemal").id, line("Cem").id)
    persons.hide(book(), line("Ann").id, hidden=True)
    persons.hide(book(), line("Ben").id, hidden=True)
    assert statistics.leads(book()).zeros
    persons.hide(book(), line("Cem").id, hidden=True)
    assert statistics.leads(book()) == statistics.Leads(None, None)


def test_whom_a_person_is_merged_into_keeps_their_colour_or_gets_that_of_the_other() -> None:
    stored = finish("Ann", "Ben", "Cem")
    finish("Annie", "Ben", "Cem")
    ann, annie, cem = (line(name).id for name in ("Ann", "Annie", "Cem"))
    persons.paint(book(), annie, 7)
    persons.merge(book(), annie, ann)
    assert (line("Ann").colour, read(stored.key).shades) == (7, (7, 1, 2))
    persons.undo(book(), persons.log(book())[0].id)
    assert (line("Ann").colour, line("Annie").colour) == (None, 7)
    persons.paint(book(), ann, 2)
    persons.merge(book(), annie, ann)
    assert (line("Ann").colour, read(stored.key).shades) == (2, (2, 1, 0))
    persons.split(book(), cem, stored.id, "Cemal")
    persons.paint(book(), cem, 2)
    assert read(stored.key).shades == (2, 1, 0)
    first = next(one for one in persons.log(book(), ann) if one.kind == "colour")
    persons.paint(book(), ann, 3)
    with pytest.raises(PersonError, match="person-later"):
        persons.undo(book(), first.id)


def test_a_colour_goes_along_to_another_book() -> None:
    stored = finish("Ann", "Ben", "Cem")
    persons.paint(book(), line("Cem").id, 0)
    finish("Dora", "Emil", "Fay", phone=BEN)
    redeemed(made(by=BEN), ANN)
    assert (book(), line("Cem").colour) == (book(BEN), 0)
    assert read(stored.key).shades == (2, 1, 0)


@pytest.mark.thorough
@by_chance
@given(st.data())
def test_whatever_was_done_with_people_can_be_taken_back_in_turn(data: st.DataObject) -> None:
    for stored in lists.all_games():
        games.delete(stored.key, ANN)
    played = [finish("Ann", "Ben", "Cem"), finish("Dora", "Emil", "Ben")]
    for shade, name in enumerate(("Ann", "Cem")):
        persons.paint(book(), line(name).id, shade)
    before = _people_and_seats()
    done = len(persons.log(book()))
    for _ in range(data.draw(st.integers(1, 8))):
        with suppress(PersonError, UnknownPersonError):
            data.draw(st.sampled_from(CHANGES))(data, played)
    logged = persons.log(book())
    for change in logged[: len(logged) - done]:
        persons.undo(book(), change.id)
    assert before <= _people_and_seats()


def _a_person(data: st.DataObject) -> int:
    return data.draw(st.sampled_from([one.id for one in statistics.everybody(book())]))


CHANGES: tuple[Callable[[st.DataObject, list[StoredGame]], None], ...] = (
    lambda data, _: persons.rename(
        book(), _a_person(data), data.draw(st.sampled_from(["Uma", "Ann", "Vera"]))
    ),
    lambda data, _: persons.merge(book(), _a_person(data), _a_person(data)),
    lambda data, played: persons.split(
        book(), _a_person(data), data.draw(st.sampled_from(played)).id, "Wim"
    ),
    lambda data, _: persons.hide(book(), _a_person(data), hidden=data.draw(st.booleans())),
    lambda data, _: persons.paint(
        book(), _a_person(data), data.draw(st.none() | st.integers(0, 9))
    ),
)


def _people_and_seats() -> set[tuple[object, ...]]:
    person = select(Person.id, Person.name, Person.same_as, Person.hidden, Person.colour)
    seat = select(PlayerRow.game_id, PlayerRow.seat, PlayerRow.person_id)
    return {tuple(row) for query in (person, seat) for row in db.session.execute(query)}


def test_people_come_and_go_with_the_games_of_a_phone() -> None:
    finish("Ann", "Ben", "Cem")
    finish("ann", "Dora", "Emil", phone=BEN)
    assert line("ann", BEN)
    redeemed(made(by=ANN), BEN)
    assert counted("Ann") == (2, 2, 2)


def finish_of_records(game: Game) -> StoredGame:
    stored = games.start(ANN, replace(game, hands=()), uuid.uuid4().hex)
    for action in replayed(game):
        stored = saves.save(stored.key, ANN, saves.Save(stored.revision, action)).after
    return stored


def running() -> StoredGame:
    return games.start(ANN, new("wizard", 3), uuid.uuid4().hex)


def test_records_are_held_by_all_with_equal_figures_who_are_not_hidden_from_the_earliest_on() -> (
    None
):
    first, second, _ = finish_of_records(FIRST), finish_of_records(SECOND), finish_of_records(FIRST)
    ann, cem = line("Ann").id, line("Cem").id
    assert records_of(book(), "wizard") == (
        RecordHolder(RecordKind.SCORE, (ann,), 70, first.id),
        RecordHolder(RecordKind.HAND, (cem,), 40, first.id),
        RecordHolder(RecordKind.RUN, (ann,), 3, first.id),
        RecordHolder(RecordKind.COMEBACK, (ann, cem), 1, first.id),
    )
    persons.hide(book(), ann, hidden=True)
    held = {one.feat: (one.people[0], one.game) for one in records_of(book(), "wizard")}
    assert held[RecordKind.RUN] == (cem, second.id) == held[RecordKind.COMEBACK]
    assert records_of(book(), "rage") == ()


def test_a_game_stands_beside_all_others_of_its_book() -> None:
    here = running()
    assert other_peaks(here) == Peaks(0, 0, 0)
    finish_of_records(SECOND)
    assert other_peaks(here) == Peaks(3, 30, 2)
    last = finish_of_records(FIRST)
    assert other_peaks(here) == Peaks(6, 40, 3)
    assert other_peaks(last) == Peaks(3, 30, 2)
    (cem,) = (one.people[0] for one in records_of(book(), "wizard") if one.value == 40)
    persons.hide(book(), cem, hidden=True)
    assert other_peaks(here) == Peaks(4, 30, 3)
    persons.hide(book(), cem, hidden=False)
    games.delete(last.key, ANN)
    assert other_peaks(here) == Peaks(3, 30, 2)
    own = replace(here.game.variant, is_custom=True)
    assert other_peaks(replace(here, game=replace(here.game, variant=own))) is None


def test_what_is_compared_with_is_read_once(app: Flask) -> None:
    finish_of_records(FIRST)
    here = running()
    other_peaks(here)
    with databases.asked(app) as told:
        other_peaks(here)
    assert len(told) == 1, "the stamp of the book"
    assert statistics.everybody(book())
