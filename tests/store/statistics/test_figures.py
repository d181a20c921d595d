"""Figures that are stored and never out of date."""

import uuid
from contextlib import suppress
from datetime import datetime
from functools import partial

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, text, update

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.entries import Action
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store import phones
from scorekeeper.store.games import games, saves
from scorekeeper.store.lists import history, lists
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import Person, PlayerRow, db
from scorekeeper.store.models.tables import GAME, run
from scorekeeper.store.people import changes
from scorekeeper.store.people.changes import PersonError
from scorekeeper.store.statistics import careers, figures, people
from tests import databases
from tests.rules import plain
from tests.rules.chance import beginnings, steps
from tests.rules.statistics.test_careers import said
from tests.store.finished import book, counted, finish, line
from tests.store.phones import ANN
from tests.store.play import by_chance
from tests.store.whole import whole

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("_opened")]


def test_a_deleted_game_takes_its_figures_and_its_people_along() -> None:
    kept, stored = finish("Ann", "Ben", "Cem"), finish("Ann", "Dora", "Emil")
    changes.rename(book(), line("Dora").id, "Dorothea")
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
    assert careers.career_of(book(), person.id)[1] == (old.id, new.id)
    newest = history.newest_of(phones.asking(ANN), person.id, 1)
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


def test_more_games_than_a_request_counts_are_counted_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(figures, "BATCHES", 1)
    monkeypatch.setattr(figures, "BATCH", 2)
    for _ in range(5):
        finish("Ann", "Ben", "Cem")
    assert [figures.calculate(book()) for _ in range(3)] == [False, False, True]
    assert counted("Ann") == (5, 5, 5)


def test_figures_that_are_forgotten_are_worked_out_to_the_same() -> None:
    finish("Ann", "Ben", "Cem")
    assert line("Ann")
    before = db.session.execute(text("SELECT * FROM figure ORDER BY seat")).all()
    figures.forget_all()
    assert db.session.execute(text("SELECT count(*) FROM figure")).scalar() == 0
    assert counted("Ann") == (1, 1, 1)
    assert db.session.execute(text("SELECT * FROM figure ORDER BY seat")).all() == before


def test_what_is_kept_is_not_read_again(app: Flask) -> None:
    finish("Ann", "Ben", "Cem")
    ann = line("Ann").id
    careers.career_of(book(), ann)
    careers.leads(book())
    with databases.asked(app) as told:
        assert line("Ann").id == ann
        careers.career_of(book(), ann)
        careers.leads(book())
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
    (found,) = careers.quarters_of(book(), "wizard")
    assert (found.cards, found.hands) == (1, 9)
    assert [*map(int, found[2:])] == [points[2], points[4], points[6]]
    assert careers.quarters_of(book(), "rage") == ()
    finish("Ann", "Ben", "Cem")
    assert line("Ann")
    monkeypatch.setattr(careers, "NEWEST", 2)
    assert careers.quarters_of(book(), "wizard")[0].hands == 6


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
        figures.calculate(book())
    for person in people.everybody(book()):
        found, _ = careers.career_of(book(), person.id)
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
        some = [one.id for one in people.everybody(book())]
        pair = data.draw(st.tuples(st.sampled_from(some), st.sampled_from(some)))
        with suppress(PersonError):
            changes.merge(book(), *pair)
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
