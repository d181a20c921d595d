"""The benchmarks themselves: the rows written in bulk are games, and each group of requests
runs."""

import os
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.games import reading, saves
from scorekeeper.store.models import GameRow, db
from tests.bench import answers, draws, serial
from tests.bench.crowded import Size, fill_up
from tests.bench.inside import Inside
from tests.bench.processes import cpu
from tests.bench.report import table
from tests.bench.scene import set_up
from tests.rules.replay import replayed
from tests.store.play import lines_of

pytestmark = pytest.mark.sqlite


def test_games_written_in_bulk_are_as_if_they_had_been_played(app: Flask, tmp_path: Path) -> None:
    fill_up(tmp_path, Size(games=3, books=2, history=2, evenings=2))
    with app.app_context():
        rows = db.session.scalars(select(GameRow)).all()
        assert len(rows) == 5
        for row in rows:
            stored = reading.read(row.key)
            sheet = score_sheet(stored.game)
            assert row.totals == ",".join(map(str, sheet.totals))
            assert (row.running, row.played) == (sheet.result is None, len(sheet.counting))
            log = saves.log(stored)
            assert [line.revision for line in log] == [*range(row.revision, 0, -1)]
            assert row.undoable == row.revision
            start = log[-1].change.before
            assert not start.hands
            assert replayed(start, lines_of(row.id)) == stored.game


def test_a_round_of_requests_is_measured(app: Flask, tmp_path: Path) -> None:
    bare = Flask("bare")
    bare.add_url_rule("/", "save", lambda: "saved", methods=["POST"])
    bare.add_url_rule("/hello", "hello", lambda: "hello")
    scene = set_up(tmp_path)
    sides = (serial.Bares(Inside(bare)), serial.Stage(partial(Inside, app), scene))
    times = serial.measure(sides, 0)
    assert {*times} == {serial.ROUTE, serial.COMMIT, *serial.ASKED}
    assert "tap, first hand" in table([*serial.rows(times, {})], growth=False)


@pytest.mark.usefixtures("app")
def test_statements_and_sizes_are_counted(tmp_path: Path) -> None:
    rows = [*answers.rows(tmp_path)]
    assert len(rows) == 12
    assert all(float(row.figure.split()[0]) > 0 for row in rows)


def test_processor_time_is_read() -> None:
    before = cpu([os.getpid()])
    while cpu([os.getpid()]) == before:
        pass


def test_the_draws_of_a_hall_are_measured() -> None:
    rows = [*draws.rows()]
    assert (len(rows), rows[-1].figure) == (6, "0")
