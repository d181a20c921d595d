"""Kill -9 of one part of the deployment under load: a process of the program, Redis, the database.

Answered saves are in the database; a tap without an answer is sent again, as the page does, and
counts once.
"""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests import postgres
from tests.figures import Figures
from tests.torture import size
from tests.torture.caller import LOST, Fields, Reply
from tests.torture.deployed import Deployed, deployment
from tests.torture.evening import Paper, Tap, evening, numbered, on_disk, totals
from tests.torture.phone import Phone

pytestmark = [
    pytest.mark.torture,
    pytest.mark.xdist_group("killed parts"),
    pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux"),
]
KILLS = size(2, 100)
"""Kills of each part."""
TABLES = 4
AWAY = (502, 503, 504)
"""The statuses with which nginx and the program answer while a part is missing."""
BACKEND = (
    "SELECT pid FROM pg_stat_activity WHERE datname = 'killed' OR backend_type = 'checkpointer'"
    " ORDER BY random() LIMIT 1"
)
SEATS: Fields = {"start": "1", "variant": "wizard", "name": ["Ann", "Ben", "Cem"], "dealer": 0}


@pytest.fixture(scope="module")
def killed() -> Iterator[Deployed]:
    """A deployment that no other test uses."""
    with deployment("killed") as all_of_it:
        yield all_of_it


class Table:
    """A table that plays until it is stopped, and a phone that follows it."""

    def __init__(self, deployed: Deployed, seed: int) -> None:
        self.chance = random.Random(seed)
        self.keeper, self.follower = (
            Phone(deployed.port, certificate=deployed.certificate) for _ in range(2)
        )
        self.games: list[tuple[str, Paper]] = []
        self.rest: list[Tap] = []
        self.answered = self.again = 0
        self.begin()

    def begin(self) -> None:
        """Start a game; one whose answer is lost stays empty."""
        game = self._until(lambda: self.keeper.post("/new", SEATS)).headers["Location"]
        self.games.append((game, Paper(3)))
        self.rest = list(evening(self.chance))

    def play(self, is_over: threading.Event) -> None:
        """Save tap after tap; each must be answered as saved in the end."""
        while not is_over.is_set():
            if not self.rest:
                self.begin()
            tap, (game, paper) = self.rest.pop(0), self.games.pop()
            fields = numbered(tap.chips, paper.saves)
            path = game + tap.path
            reply = self._until(lambda: self.keeper.post(path, fields, part=True))  # noqa: B023
            assert reply.status == 200, (tap, reply.status, reply.text)
            self.games.append((game, paper.after(tap)))
            self.answered += 1
            self._until(lambda: self.follower.get(f"{game}?seen={paper.saves}.0"))  # noqa: B023

    def _until(self, ask: Callable[[], Reply]) -> Reply:
        """The answer to this request, which is repeated while a part is missing."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                reply = ask()
            except LOST:
                self.keeper.close()
                self.follower.close()
            else:
                if reply.status not in AWAY:
                    assert reply.status < 500, reply.text
                    return reply
            self.again += 1
            time.sleep(0.05)
        raise AssertionError("it did not come back")


def strike(find: Callable[[], int | None]) -> None:
    """Kill -9 the process that this finds; if that has just ended, the next one."""
    while True:
        with suppress(ProcessLookupError):
            if (number := find()) is not None:
                os.kill(number, signal.SIGKILL)
                return
        time.sleep(0.02)


def a_process(deployed: Deployed, chance: random.Random) -> None:
    """Kill one of gunicorn's processes; gunicorn starts another."""
    assert deployed.gunicorn is not None
    number = deployed.gunicorn.pid
    children = Path(f"/proc/{number}/task/{number}/children")
    strike(
        lambda: int(chance.choice(children.read_text(encoding="utf-8").split() or ["0"])) or None
    )


def redis(deployed: Deployed, chance: random.Random) -> None:
    """Kill Redis, with all stamps and counters, and start it again a little later."""
    deployed.redis.kill()
    deployed.redis.wait()
    time.sleep(chance.uniform(0, 0.5))
    deployed.start_redis()


def the_database(_: Deployed, __: random.Random) -> None:
    """Kill a process of PostgreSQL, which cuts all connections and recovers from its journal."""
    strike(lambda: int(postgres.one("postgres", BACKEND)))


PARTS = (a_process, redis, the_database)


def test_nothing_is_lost_when_a_process_redis_or_the_database_is_killed(
    killed: Deployed, figures: Figures
) -> None:
    chance, is_over = random.Random(31), threading.Event()
    tables = [Table(killed, seed) for seed in range(TABLES)]
    failed: list[BaseException] = []

    def play(table: Table) -> None:
        try:
            table.play(is_over)
        except BaseException as problem:
            failed.append(problem)

    threads = [threading.Thread(target=play, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    kills = Counter[str]()
    try:
        saved_since(tables, failed)
        for kill in chance.sample(PARTS * KILLS, len(PARTS) * KILLS):
            time.sleep(chance.uniform(0, 0.3))
            kill(killed, chance)
            kills[kill.__name__] += 1
            # Otherwise the next kill, or the comparison, would find the part still down.
            saved_since(tables, failed)
    finally:
        is_over.set()
        for thread in threads:
            thread.join(90)
    assert not failed, failed
    check(killed, tables)
    again, answered = sum(one.again for one in tables), sum(one.answered for one in tables)
    figures(f"{dict(kills)}: {answered} answered saves, all there once; {again} sent again")


def saved_since(tables: list[Table], failed: list[BaseException]) -> None:
    """Wait until each table has begun and finished a save from now on."""
    before = [table.answered for table in tables]
    until = time.monotonic() + 60
    while any(table.answered < old + 2 for table, old in zip(tables, before, strict=True)):
        assert not failed, failed
        assert time.monotonic() < until, "nobody can save"
        time.sleep(0.02)


def check(killed: Deployed, tables: list[Table]) -> None:
    """Compare all games with the disk."""
    engine = create_engine(killed.database, poolclass=NullPool)
    with engine.connect() as connection:
        for table in tables:
            for game, paper in table.games:
                assert on_disk(connection, game) == paper
                assert totals(table.keeper, game, 3) == paper.totals()
            table.keeper.close()
            table.follower.close()
