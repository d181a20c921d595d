"""The records of a book, and the values with which a running game's hands are compared."""

import uuid
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.rules.game import Game
from scorekeeper.rules.statistics.records import Peaks, RecordHolder, RecordKind
from scorekeeper.store.games import games, saves
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.people import changes
from scorekeeper.store.statistics import figures, people, records
from scorekeeper.store.statistics.records import other_peaks, records_of
from tests import databases
from tests.rules.notation import new
from tests.rules.statistics.test_careers import FIRST, SECOND
from tests.store.finished import book, line, replayed
from tests.store.phones import ANN

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("_opened")]


def finish(game: Game) -> StoredGame:
    stored = games.start(ANN, replace(game, hands=()), uuid.uuid4().hex)
    for action in replayed(game):
        stored = saves.save(stored.key, ANN, saves.Save(stored.revision, action)).after
    return stored


def running() -> StoredGame:
    return games.start(ANN, new("wizard", 3), uuid.uuid4().hex)


def test_records_are_those_of_the_earliest_game_by_people_who_are_not_hidden() -> None:
    first, second, _ = finish(FIRST), finish(SECOND), finish(FIRST)
    ann, cem = line("Ann").id, line("Cem").id
    assert records_of(book(), "wizard") == (
        RecordHolder(RecordKind.SCORE, ann, 70, first.id),
        RecordHolder(RecordKind.HAND, cem, 40, first.id),
        RecordHolder(RecordKind.RUN, ann, 3, first.id),
        RecordHolder(RecordKind.COMEBACK, ann, 1, first.id),
    )
    changes.hide(book(), ann, hidden=True)
    held = {one.feat: (one.person, one.game) for one in records_of(book(), "wizard")}
    assert held[RecordKind.RUN] == (cem, second.id) == held[RecordKind.COMEBACK]
    assert records_of(book(), "rage") == ()


def test_a_game_stands_beside_all_others_whether_their_figures_are_worked_out_or_not() -> None:
    here = running()
    assert other_peaks(here) == Peaks(0, 0, 0)
    finish(SECOND)
    figures.calculate(book())
    assert other_peaks(here) == Peaks(3, 30, 2)
    last = finish(FIRST)
    assert other_peaks(here) == Peaks(6, 40, 3)
    assert other_peaks(last) == Peaks(3, 30, 2)
    games.delete(last.key, ANN)
    assert other_peaks(here) == Peaks(3, 30, 2)
    own = replace(here.game.variant, is_custom=True)
    assert other_peaks(replace(here, game=replace(here.game, variant=own))) is None


def test_where_many_figures_are_not_worked_out_nothing_is_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(records, "MOST_PENDING", 1)
    here = running()
    for game in (FIRST, SECOND):
        finish(game)
    assert other_peaks(here) is None
    assert figures.calculate(book())
    assert other_peaks(here) == Peaks(6, 40, 3)


def test_what_is_compared_with_is_read_once(app: Flask) -> None:
    finish(FIRST)
    here = running()
    other_peaks(here)
    with databases.asked(app) as told:
        other_peaks(here)
    assert len(told) == 1, "the stamp of the book"
    assert people.everybody(book())
