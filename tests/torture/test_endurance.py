"""An evening at fifty tables: no error, and constant memory."""

import random
import sys

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests import databases
from tests.figures import Figures
from tests.torture import size
from tests.torture.caller import Caller
from tests.torture.endurance import PLAYERS, Table, tap_at_once
from tests.torture.evening import on_disk, totals
from tests.torture.machine import memory_of
from tests.torture.served import Served

pytestmark = [
    pytest.mark.torture,
    pytest.mark.slow,
    pytest.mark.sqlite,
    pytest.mark.skipif(sys.platform != "linux", reason="tells no memory"),
]

TABLES = size(10, 50)
HANDS = size(3, 16)
WARM = size(5, 15)
"""Taps of each table before the memory is measured."""
TAPS = size(4, 60)
"""Taps of each table at a human pace."""
GROWTH, SLACK = 1.15, 20_000_000
"""The allowed growth of memory: as a share, and in bytes."""


def test_tables_that_play_a_whole_evening_at_once_meet_no_error_and_no_leak(
    served: Served, figures: Figures
) -> None:
    tables = [Table(Caller(served.port), random.Random(n), HANDS) for n in range(TABLES)]
    tap_at_once(tables, WARM)
    before = memory_of(served)
    tap_at_once(tables, TAPS, thinks=True)
    tap_at_once(tables, len(tables[0].rest))
    after = memory_of(served)
    engine = create_engine(databases.url_of(served.folder), poolclass=NullPool)
    with engine.connect() as connection:
        for table in tables:
            assert on_disk(connection, table.game) == table.paper
            assert totals(table.caller, table.game, PLAYERS) == table.paper.totals()
            table.caller.close()
    assert "Traceback" not in served.log.read_text()
    figures(
        f"{TABLES} tables, {sum(table.paper.saves for table in tables)} saves, no error; memory "
        f"{before / 1e6:.1f} MB after {TABLES * WARM} saves, {after / 1e6:.1f} MB at the end"
    )
    assert after < before * GROWTH + SLACK, "memory grows"
