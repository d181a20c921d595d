"""Kill -9 at any moment: answered saves are there, the others completely or not at all.

Between the saves, late copies of earlier ones and entries of stale pages arrive.
"""

import random
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from tests import databases
from tests.figures import Figures
from tests.torture import WHOLE, size
from tests.torture.caller import LOST, Caller, Reply
from tests.torture.evening import Paper, Tap, evening, on_disk, totals
from tests.torture.served import Served

pytestmark = [pytest.mark.torture, pytest.mark.postgresql]

KILLS = size(4, 300)
SAVES = size(0, 10_000)
"""Kills and answered saves in one run, at least."""
MANY = 10 * KILLS
TABLES = 3
LATE, STALE = 0.2, 0.1
"""The probability that a copy of an earlier save, or an entry of an old page, precedes the next
tap."""
HALF = "SELECT count(*) FROM game WHERE id NOT IN (SELECT game_id FROM player)"
LONGEST_LIFE = 1.2 if WHOLE else 0.6
"""Seconds; about as long as a kill waits for saves to hit."""


class Sent(NamedTuple):
    """A tap as it was sent, with the revision of its page and its number."""

    tap: Tap
    fields: dict[str, str]


@dataclass
class Table:
    """A table that plays evening after evening, and knows its answers.

    ``sent`` is the tap without an answer yet, ``saved`` are those saved in this game.
    """

    caller: Caller
    chance: random.Random
    game: str = ""
    paper: Paper = field(default_factory=lambda: Paper(3))
    rest: list[Tap] = field(default_factory=list)
    sent: Sent | None = None
    saved: list[Sent] = field(default_factory=list)
    answered: int = 0
    copies: int = 0
    refused: int = 0

    def play(self) -> None:
        """Save until the server is gone, and record each answered save."""
        try:
            while True:
                self._step()
        except LOST:
            self.caller.close()

    def _step(self) -> None:
        if not self.rest:
            self.game = self.caller.start("Ann", "Ben", "Cem")
            self.paper = Paper(3)
            self.rest, self.saved = list(evening(self.chance)), []
        if self.saved and self.chance.random() < LATE:
            self._comes_late(self.chance.choice(self.saved))
        if self.saved and self.chance.random() < STALE:
            self._is_stale(self.chance.choice(self.saved))
        tap = self.rest[0]
        self.sent = Sent(tap, numbered(tap.chips, self.paper.saves))
        reply = self._post(self.sent)
        assert reply.status == 200, f"{self.sent} was answered with {reply.status}"
        self._note(self.sent)
        self.answered += 1

    def _comes_late(self, sent: Sent) -> None:
        """Send the exact bytes of an earlier save, which succeed and write nothing."""
        reply = self._post(sent)
        assert (reply.status, self._shown(reply)) == (200, self.paper.saves), sent
        self.copies += 1

    def _is_stale(self, sent: Sent) -> None:
        """Send another entry in the place of an earlier save, from a page that was drawn before
        it."""
        (name, value), *others = sent.tap.chips[::-1]
        if name == "score":
            (name, value), *others = others
        other = "wizard" if name == "turned" else str((int(value) + 1) % (sent.tap.hand + 1))
        chips = (*others, (name, other))
        fields = numbered(chips, int(sent.fields["revision"]))
        reply = self._post(Sent(sent.tap, fields))
        assert (reply.status, self._shown(reply)) == (409, self.paper.saves), fields
        self.refused += 1

    def _post(self, sent: Sent) -> Reply:
        return self.caller.post(self.game + sent.tap.path, sent.fields, part=True)

    def _shown(self, reply: Reply) -> int:
        return int(reply.headers["X-Revision"])

    def _note(self, sent: Sent) -> None:
        """Record the sent tap as saved."""
        self.paper, self.sent = self.paper.after(sent.tap), None
        self.saved.append(sent)
        self.rest.pop(0)

    def check(self, connection: Connection) -> bool:
        """Compare with the disk; returns whether the unanswered tap is there."""
        if not self.rest:
            return False
        present, sent = on_disk(connection, self.game), self.sent
        done = bool(sent) and present != self.paper
        if sent is not None and done:
            self._note(sent)
        self.sent = None
        assert present == self.paper
        assert totals(self.caller, self.game, 3) == self.paper.totals()
        return done


def numbered(chips: tuple[tuple[str, str], ...], revision: int) -> dict[str, str]:
    """The fields of a tap of a page that shows this revision."""
    return dict(chips) | {"revision": str(revision), "tap": secrets.token_urlsafe(16)}


def test_what_was_answered_survives_every_kill(served: Served, figures: Figures) -> None:
    chance = random.Random(20)
    tables = [Table(Caller(served.port), random.Random(seed)) for seed in range(TABLES)]
    engine = create_engine(databases.url_of(served.folder), poolclass=NullPool)
    unanswered = kills = answered = 0
    life = LONGEST_LIFE
    # By chance, a few kills may hit no late copy or no entry of an old page. A busy machine gets
    # longer to answer.
    while kills < KILLS or answered < SAVES or (kills < MANY and not met(tables, kills)):
        threads = [threading.Thread(target=table.play) for table in tables]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0, life))
        served.kill()
        for thread in threads:
            thread.join()
        served.start()
        with engine.connect() as connection:
            if not databases.ON_POSTGRESQL:
                assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
            assert connection.scalar(text(HALF)) == 0, "a game without its players"
            unanswered += sum(table.check(connection) for table in tables)
        kills, answered = kills + 1, sum(table.answered for table in tables)
        life = LONGEST_LIFE if answered > kills else min(1.2 * life, 8 * LONGEST_LIFE)
    for table in tables:
        table.caller.close()
    copies, refused = came(tables)
    figures(
        f"{kills} kills, {answered} answered saves, all there; "
        f"of those under way at a kill {unanswered} were kept whole, the others not at all; "
        f"{copies} late copies written nowhere, {refused} entries of old pages refused"
    )
    assert answered > kills
    assert copies
    assert refused


def met(tables: list[Table], kills: int) -> bool:
    """Return whether everything occurred that the test is about: more answers than kills, copies,
    old entries."""
    return sum(table.answered for table in tables) > kills and all(came(tables))


def came(tables: list[Table]) -> tuple[int, int]:
    """The late copies, and the entries of old pages, of all tables."""
    return sum(table.copies for table in tables), sum(table.refused for table in tables)
