"""Kill -9 at any moment: what was answered is there, the rest is there whole or not at all."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from tests import databases
from tests.figures import Figures
from tests.torture import size
from tests.torture.caller import LOST, Caller
from tests.torture.evening import Paper, Tap, evening, on_disk, send, totals
from tests.torture.served import Served

pytestmark = pytest.mark.torture

KILLS = size(20, 300)
TABLES = 3
HALF = "SELECT count(*) FROM game WHERE id NOT IN (SELECT game_id FROM player)"
LONGEST_LIFE = 0.6
"""Seconds; about as long as a kill waits for saves to hit."""


@dataclass
class Table:
    """A table that plays evening after evening, and knows what was answered.

    ``sent`` is the tap whose answer is not there yet.
    """

    caller: Caller
    chance: random.Random
    game: str = ""
    paper: Paper = field(default_factory=lambda: Paper(3))
    rest: list[Tap] = field(default_factory=list)
    sent: Tap | None = None
    answered: int = 0

    def play(self) -> None:
        """Until the server is gone: save after save, each answered one written down."""
        try:
            while True:
                self._step()
        except LOST:
            self.caller.close()

    def _step(self) -> None:
        if not self.rest:
            self.game = self.caller.start("Ann", "Ben", "Cem")
            self.paper = Paper(3)
            self.rest = list(evening(self.chance))
        self.sent = self.rest[0]
        status = send(self.caller, self.game, self.sent, self.paper.saves)
        assert status == 200, f"{self.sent} was answered with {status}"
        self.paper, self.sent = self.paper.after(self.sent), None
        self.rest.pop(0)
        self.answered += 1

    def check(self, connection: Connection) -> bool:
        """Compare with the disk; gives whether the unanswered tap is there."""
        if not self.rest:
            return False
        there, sent = on_disk(connection, self.game), self.sent
        done = bool(sent) and there != self.paper
        if sent is not None and done:
            self.paper = self.paper.after(sent)
            self.rest.pop(0)
        self.sent = None
        assert there == self.paper
        assert totals(self.caller, self.game, 3) == self.paper.totals()
        return done


def test_what_was_answered_survives_every_kill(
    served: Served, tmp_path: Path, figures: Figures
) -> None:
    chance = random.Random(20)
    tables = [Table(Caller(served.port), random.Random(seed)) for seed in range(TABLES)]
    engine = create_engine(databases.url_of(tmp_path), poolclass=NullPool)
    unanswered = 0
    for _ in range(KILLS):
        threads = [threading.Thread(target=table.play) for table in tables]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0, LONGEST_LIFE))
        served.kill()
        for thread in threads:
            thread.join()
        served.start()
        with engine.connect() as connection:
            if not databases.ON_POSTGRESQL:
                assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
            assert connection.scalar(text(HALF)) == 0, "a game without its players"
            unanswered += sum(table.check(connection) for table in tables)
    for table in tables:
        table.caller.close()
    answered = sum(table.answered for table in tables)
    figures(
        f"{KILLS} kills, {answered} answered saves, all there; "
        f"of those under way at a kill {unanswered} were kept whole, the others not at all"
    )
    assert answered > KILLS
