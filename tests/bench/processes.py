"""Processes of the program on one PostgreSQL database, and the processor time that they used."""

import os
from collections.abc import Iterable
from pathlib import Path

from tests import postgres
from tests.torture.served import SERVE, Served

ONE_LOCK = (
    "from scorekeeper.store.engine import transaction;"
    "transaction.parallel_transaction = transaction.transaction;" + SERVE
)
"""The program as it was when all writers shared one lock."""
BACKENDS = "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE datname = '{name}'"
TICK = os.sysconf("SC_CLK_TCK")


class Process(Served):
    """The program, with its database, and its Redis if it has one."""

    def __init__(self, folder: Path, database: str, program: str = SERVE, live: str = "") -> None:
        super().__init__(folder)
        self.program = program
        self._own = {"DATABASE_URL": database, "SCOREKEEPER_LIVE": live}

    def environment(self) -> dict[str, str]:
        """The settings of the program."""
        return super().environment() | self._own


def cpu(pids: Iterable[int]) -> float:
    """The seconds of processor time that these processes have used so far."""
    ticks = 0
    for pid in pids:
        # After the name, which may contain spaces: the 14th and 15th value of all.
        values = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(values[11]) + int(values[12])
    return ticks / TICK


def cpu_of_database(name: str) -> float:
    """The seconds of processor time of PostgreSQL's processes that serve a database."""
    found = postgres.one("postgres", BACKENDS.format(name=name)) or ""
    return cpu(int(pid) for pid in found.split())
