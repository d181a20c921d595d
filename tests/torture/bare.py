"""The minimal save: a bare Flask route that does one durable commit.

The minimal page is a route that says hello.

``python -m tests.torture.bare FILE JOURNAL PORT`` serves both with as many threads as the program,
and with the journal mode of the program's database.
"""

import logging
import os
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import waitress
from flask import Flask

from scorekeeper.config import ROOT
from scorekeeper.serving import LANES
from scorekeeper.store.engine import WAIT
from tests.servers import PATIENCE, free_port
from tests.torture.caller import Caller

LINES = 500
"""Simultaneous connections, enough that nobody waits for one."""


def bare_app(file: Path, journal: str) -> Flask:
    """One row; each POST increments it."""
    app = Flask("bare")
    held = threading.local()

    def connection() -> sqlite3.Connection:
        if not hasattr(held, "connection"):
            held.connection = sqlite3.connect(file, isolation_level=None)
            for pragma in (f"busy_timeout={WAIT}", f"journal_mode={journal}", "synchronous=FULL"):
                held.connection.execute(f"PRAGMA {pragma}")
        kept: sqlite3.Connection = held.connection
        return kept

    connection().execute("CREATE TABLE one (saves INTEGER NOT NULL)")
    connection().execute("INSERT INTO one VALUES (0)")

    @app.post("/")
    def save() -> str:
        connection().execute("BEGIN IMMEDIATE")
        connection().execute("UPDATE one SET saves = saves + 1")
        connection().execute("COMMIT")
        return "saved"

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    return app


class Bare:
    """The routes, served by a separate process, with a file in a folder."""

    def __init__(self, folder: Path, journal: str) -> None:
        self.port = free_port()
        words = [sys.executable, "-m", "tests.torture.bare"]
        words += [str(folder / "bare.sqlite3"), journal, str(self.port)]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(words, env=environment, cwd=folder)
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, "the bare route ended"
            assert time.monotonic() < until, "the bare route does not answer"
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()

    def _answers(self) -> bool:
        caller = Caller(self.port)
        try:
            caller.get("/")
        except OSError:
            return False
        finally:
            caller.close()
        return True


if __name__ == "__main__":
    app = bare_app(Path(sys.argv[1]), sys.argv[2])
    # Requests that wait for a thread are part of the measurement.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    waitress.serve(
        app,
        host="127.0.0.1",
        port=int(sys.argv[3]),
        threads=sum(LANES.values()),
        connection_limit=LINES,
        _quiet=True,
    )
