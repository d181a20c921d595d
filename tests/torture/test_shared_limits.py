"""Attempts are counted in Redis for all processes, or by each process if Redis is down."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.torture import redis_server
from tests.torture.caller import Caller
from tests.torture.served import Served, serving

pytestmark = pytest.mark.torture

MOST = 20
"""Wrong codes within a minute."""


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A separate Redis server, configured in the program."""
    server, address = redis_server.start(tmp_path)
    monkeypatch.setenv("SCOREKEEPER_LIMITS", address)
    yield server
    server.kill()
    server.wait()


@pytest.fixture
def pair(
    redis: subprocess.Popen[bytes], tmp_path: Path, empty_database: Path
) -> Iterator[list[Served]]:
    """Two processes that serve the same database."""
    assert redis.pid
    with serving(tmp_path, empty_database) as one:
        other = Served(tmp_path)
        other.start()
        yield [one, other]
        other.kill()


def test_tries_are_counted_together_and_without_redis_by_each_process(
    redis: subprocess.Popen[bytes], pair: list[Served]
) -> None:
    assert _tries(pair[0], MOST) == [422] * MOST
    assert _tries(pair[1], 1) == [429]
    redis.kill()
    redis.wait()
    assert _tries(pair[0], 1) == [429], "it has counted too"
    found = _tries(pair[1], MOST + 1)
    assert (found[0], found[-1]) == (422, 429)


def _tries(served: Served, count: int) -> list[int]:
    """The answers to this many wrong codes."""
    caller = Caller(served.port)
    found = [caller.post("/join", {"code": "ACDEFG"}).status for _ in range(count)]
    caller.close()
    return found
