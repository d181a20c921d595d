"""An evening at fifty tables: no error, constant memory, and the time of a save."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests import databases
from tests.figures import Figures
from tests.torture import size
from tests.torture.bare import Bare
from tests.torture.caller import Caller
from tests.torture.endurance import PAUSE, PLAYERS, Click, Table, Times, memory
from tests.torture.evening import on_disk, totals
from tests.torture.served import Served

pytestmark = [
    pytest.mark.torture,
    pytest.mark.slow,
    pytest.mark.sqlite,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="tells no memory"),
]

TABLES = size(10, 50)
HANDS = size(3, 16)
WARM = size(5, 15)
"""Taps of each table before the memory is measured."""
ROUNDS, TAPS, CLICKS = size(2, 4), size(2, 15), size(2, 6)
"""The number of turns of the program and the bare route, and the saves of each table."""
GROWTH, SLACK = 1.15, 20.0
"""The allowed growth of memory: as a share, and in MB."""


@pytest.fixture
def bare(served: Served) -> Iterator[Bare]:
    """The bare route, with the journal mode of the program's database."""
    with sqlite3.connect(served.folder / databases.FILE) as connection:
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    connection.close()
    route = Bare(served.folder, journal)
    yield route
    route.kill()


def test_tables_that_play_a_whole_evening_at_once_meet_no_error_and_no_leak(
    served: Served, bare: Bare, figures: Figures
) -> None:
    tables = [Table(Caller(served.port), random.Random(n), HANDS) for n in range(TABLES)]
    clicks = [Click(Caller(bare.port)) for _ in range(TABLES)]
    ours, theirs, flat_out, bare_flat_out = Times(), Times(), Times(), Times()
    Times().add(tables, WARM, thinks=False)
    before = memory(served.pid)
    for _ in range(ROUNDS):
        ours.add(tables, TAPS, thinks=True)
        theirs.add(clicks, CLICKS, thinks=True)
    left = len(tables[0].rest)
    flat_out.add(tables, left, thinks=False)
    bare_flat_out.add(clicks, left, thinks=False)
    after = memory(served.pid)
    check(tables, served.folder)
    for table in tables:
        table.caller.close()
    assert "Traceback" not in served.log.read_text()
    figures(
        f"{TABLES} tables, {sum(table.paper.saves for table in tables)} saves, no error; "
        f"memory {before:.1f} MB after {TABLES * WARM} saves, {after:.1f} MB at the end"
    )
    figures(f"a tap every {PAUSE} s at each table: {compared(ours, theirs)}")
    figures(
        f"as fast as they can: {flat_out.rate:.0f} saves in a second, "
        f"bare route {bare_flat_out.rate:.0f}"
    )
    assert after < before * GROWTH + SLACK, "memory grows"


def compared(ours: Times, theirs: Times) -> str:
    """The times of saves, ours and the bare route's."""
    pairs = {"p50": (ours.middle, theirs.middle), "p99": (ours.slow, theirs.slow)}
    lines = [
        f"{name} {mine:.1f} ms, bare route {bare:.1f} ms, x {mine / bare:.1f}"
        for name, (mine, bare) in pairs.items()
    ]
    return f"{ours.rate:.0f} saves in a second; " + "; ".join(lines)


def check(tables: list[Table], folder: Path) -> None:
    """Check that everything played is stored, and every total is right."""
    engine = create_engine(databases.url_of(folder), poolclass=NullPool)
    with engine.connect() as connection:
        for table in tables:
            assert on_disk(connection, table.game) == table.paper
            assert totals(table.caller, table.game, PLAYERS) == table.paper.totals()
