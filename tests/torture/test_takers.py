"""Slow downloads of histories: other tables can save, and clients that are too slow are
disconnected."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import serving
from scorekeeper.http import gate
from tests import databases
from tests.bench.fill import Owner
from tests.figures import Figures
from tests.torture import size
from tests.torture.caller import Caller
from tests.torture.machine import impatient, in_time
from tests.torture.player import Player
from tests.torture.served import Served
from tests.torture.takers import Taker, historians

pytestmark = [pytest.mark.torture, pytest.mark.sqlite]

PHONES = sum(serving.LANES.values()) + 1
GAMES = size(1000, 3000)
"""Games of each phone: more than the server prepares ahead."""
SAVES = size(14, 40)
PATIENCE = 1.0
"""Seconds in place of the program's own, so that tests wait less."""
PAUSE = 0.1
TOO_LITTLE = int(0.6 * serving.SHARE * PAUSE / PATIENCE)
"""Bytes per read: over half of the required rate, often enough to seem busy."""


@pytest.fixture
def owners(tmp_path: Path, empty_database: Path) -> list[Owner]:
    """Phones with a long history each."""
    databases.copy(empty_database, tmp_path)
    return historians(tmp_path, PHONES, GAMES)


@pytest.fixture
def served(owners: list[Owner], tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    """The program on their database, with other arguments if a test gives some."""
    assert owners
    server = Served(tmp_path, getattr(request, "param", ()))
    server.start()
    yield server
    server.kill()


def test_every_save_is_kept_while_histories_are_taken_a_byte_at_a_time(
    served: Served, owners: list[Owner], figures: Figures
) -> None:
    with closing(Caller(served.port)) as caller:
        player = Player(caller)
        alone = player.tap(SAVES // 4)
        takers = [Taker(served.port, owner) for owner in owners]
        meanwhile = 0.0
        for _ in range(SAVES):
            assert all(taker.take(1) for taker in takers)
            meanwhile = max(meanwhile, player.tap(1, anew=True))
        refused = [taker.status for taker in takers].count(429)
        figures(
            f"{PHONES} phones take {GAMES} games each a byte at a time, {refused} of them are "
            f"told to wait: {SAVES} of {SAVES} saves answered, {player.again} sent again, the "
            f"slowest in {meanwhile:.0f} ms, {alone:.0f} ms (median) before"
        )
        assert player.again == 0
        assert refused == PHONES - gate.MOST[gate.STREAM]
        for taker in takers:
            taker.close()
        assert in_time(lambda: takes_again(served.port, owners[0]))
    assert "Traceback" not in served.log.read_text()


def takes_again(port: int, owner: Owner) -> bool:
    """Return whether a phone that disconnected can download its history again."""
    with closing(Taker(port, owner)) as taker:
        return taker.status == 200


@pytest.mark.parametrize("served", [impatient(PATIENCE)], indirect=True)
def test_a_reader_slower_than_the_slowest_line_is_disconnected_and_frees_its_turn(
    served: Served, owners: list[Owner], figures: Figures
) -> None:
    began, size = time.monotonic(), 0
    with closing(Taker(served.port, owners[0])) as taker:
        while came := taker.take(TOO_LITTLE):
            size += len(came)
            time.sleep(PAUSE)
            assert time.monotonic() < began + 60, "is held on to"
    figures(f"{size} bytes taken in {time.monotonic() - began:.1f} s of a patience of {PATIENCE} s")
    assert size < serving.AHEAD
    with closing(Taker(served.port, owners[0])) as taker:
        assert taker.status == 200
        assert taker.take_all() > serving.AHEAD
