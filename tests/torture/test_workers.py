"""Four processes of gunicorn start at once, each on its own or forked from one that loaded the app.

On either database, empty or an older program's, all run and play, and share only the socket that
phones connect to.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count, product
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from scorekeeper.config import ROOT
from tests import postgres
from tests.conftest import SECRET
from tests.next_release import FIRST, VARIABLE
from tests.servers import free_port, missing
from tests.store.engine.test_several_starts import HELD, begin_at
from tests.torture import redis_server
from tests.torture.caller import LOST, Caller
from tests.torture.deployed import APP, end, filled
from tests.torture.phone import PROCESS
from tests.torture.test_several_processes import ASKED, PROCESSES

pytestmark = [
    pytest.mark.torture,
    pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux"),
]

WAYS = {"loaded by each": False, "loaded once, then forked": True}
DATABASES = ("SQLite", "PostgreSQL")
VERSIONS = {"empty": None, "old": FIRST}
USUAL = ("loaded once, then forked", "PostgreSQL", "old")
STARTS = [
    pytest.param(*start, marks=() if start == USUAL else pytest.mark.slow)
    for start in product(WAYS, DATABASES, VERSIONS)
]
"""The variant of docs/deploy.md in the daily run, the others occasionally."""
PATIENCE = 60.0
_numbers = count(1)


@pytest.fixture
def counter(tmp_path: Path) -> Iterator[str]:
    """The address of a Redis server that counts attempts."""
    server, address = redis_server.start(tmp_path)
    yield address
    end(server)


@pytest.mark.parametrize(("way", "database", "kept"), STARTS)
def test_all_that_start_at_once_live_and_share_no_connection(
    tmp_path: Path, next_release: Path, counter: str, way: str, database: str, kept: str
) -> None:
    address = _address(database, tmp_path)
    begin_at(address, VERSIONS[kept])
    environment = {"DATABASE_URL": address, "SCOREKEEPER_LIMITS": counter}
    environment[VARIABLE] = str(next_release)
    with _serving(tmp_path, environment, preload=WAYS[way]) as (server, port):
        first = _workers(port)
        assert len(first) == PROCESSES
        assert _shared(server.pid, first, tmp_path) == set(), "more than the one that phones know"
        assert len(list(Path(f"/proc/{server.pid}/task").iterdir())) == 1, "lost by a fork"
        games = _played_by_all(port)
        assert _workers(port) == first, "a process was replaced"
    log = (tmp_path / "gunicorn.log").read_text()
    assert "Traceback" not in log, log
    with create_engine(address, poolclass=NullPool).connect() as connection:
        old = VERSIONS[kept] is not None
        assert connection.scalar(text("SELECT count(*) FROM game")) == games + old
        assert connection.scalar(text("SELECT count(*) FROM change")) == games + old
        assert connection.scalar(text(HELD)) == (1 if old else None)


def _address(database: str, folder: Path) -> str:
    if database == "SQLite":
        return f"sqlite:///{folder / 'test.sqlite3'}"
    if postgres.programs() is None:
        missing("PostgreSQL", "postgresql")
    name = f"workers{next(_numbers)}"
    postgres.create(name)
    return f"{postgres.server()}/{name}"


@contextmanager
def _serving(
    folder: Path, more: dict[str, str], *, preload: bool
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Gunicorn with our file, until all of it has ended."""
    port, config = free_port(), folder / "gunicorn.conf.py"
    config.write_text(
        filled("gunicorn.conf.py", {"preload_app = True": f"preload_app = {preload}"})
    )
    environment = {
        "PATH": os.environ["PATH"],
        "SCOREKEEPER_INSTANCE": str(folder),
        "SECRET_KEY": SECRET,
        **more,
    }
    gunicorn = str(Path(sys.executable).parent / "gunicorn")
    words = [gunicorn, "--config", str(config), "--bind", f"127.0.0.1:{port}", APP]
    with (folder / "gunicorn.log").open("wb") as log:
        server = subprocess.Popen(words, env=environment, cwd=ROOT, stdout=log, stderr=log)
    try:
        yield server, port
    finally:
        end(server)


def _asked(port: int, path: str) -> tuple[int, str]:
    """The status of a page, and the process that answered."""
    phone = Caller(port)
    try:
        reply = phone.get(path)
        return reply.status, reply.headers[PROCESS]
    finally:
        phone.close()


def _workers(port: int) -> set[str]:
    """The processes that answer, once all have started."""
    found, until = set[str](), time.monotonic() + PATIENCE
    while len(found) < PROCESSES and time.monotonic() < until:
        with suppress(*LOST):
            status, process = _asked(port, "/healthz")
            assert status == 200
            found.add(process)
    return found


def sockets(process: str) -> set[str]:
    """The open sockets of a process."""
    links = [path.readlink().name for path in Path(f"/proc/{process}/fd").iterdir()]
    return {link for link in links if link.startswith("socket:")}


def _shared(parent: int, workers: set[str], folder: Path) -> set[str]:
    """The database files open in the first process, and the sockets that others share with it if
    there are several."""
    files = {str(path.readlink()) for path in Path(f"/proc/{parent}/fd").iterdir()}
    found = {name for name in files if name.startswith(f"{folder}/test.sqlite3")}
    for worker in workers:
        known = sockets(str(parent)) & sockets(worker)
        found |= known if len(known) > 1 else set()
    return found


def _played_by_all(port: int) -> int:
    """The number of games started until each process has saved in one; each save is visible at
    once."""
    saved = set[str]()
    for number in range(ASKED):
        phone = Caller(port)
        game = phone.start("Ann", "Ben", "Cem", token=f"game {number}")
        phone.close()
        reply = phone.post(f"{game}/hands/1/trump", {"turned": "hearts", "revision": 0})
        phone.close()
        assert reply.status == 303
        saved.add(reply.headers[PROCESS])
        assert _asked(port, game)[0] == 200
        if len(saved) == PROCESSES:
            return number + 1
    raise AssertionError(f"only {len(saved)} processes save")
