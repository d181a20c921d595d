"""The program as people start it: ``scorekeeper serve`` in a separate process."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from scorekeeper.config import ROOT
from tests import databases
from tests.servers import PATIENCE, free_port

SERVE = "from scorekeeper.cli import main; main()"


class Served:
    """Serves the database in a folder; killed and started again at the same address.

    ``prefix`` is the command through which the program is started, ``options`` are those of
    ``serve``.
    """

    program = SERVE

    def __init__(
        self, folder: Path, prefix: Sequence[str] = (), options: Sequence[str] = ()
    ) -> None:
        self.folder = folder
        self.prefix = prefix
        self.options = options
        self.port = free_port()
        self.log = folder / "serve.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The app's address, without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None, "not started"
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether the program was started, and not killed since."""
        return self._process is not None

    def start(self) -> None:
        """Start the program, and wait until it answers."""
        words = [*self.prefix, sys.executable, "-c", self.program]
        options = ["serve", "--host", "127.0.0.1", "--port", str(self.port), *self.options]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*words, *options],
                env=os.environ | self.environment(),
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        until = time.monotonic() + PATIENCE
        while not self._listens():
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < until, "the program does not answer"
            time.sleep(0.02)

    def environment(self) -> dict[str, str]:
        """The settings of the program."""
        return {
            # The same program that these tests import.
            "PYTHONPATH": str(ROOT),
            "SCOREKEEPER_INSTANCE": str(self.folder),
            "DATABASE_URL": databases.url_of(self.folder),
            # Test clients tap faster than people.
            **dict.fromkeys(("SCOREKEEPER_LIMIT_ADDRESS", "SCOREKEEPER_LIMIT_PHONE"), "none"),
        }

    def kill(self) -> None:
        """Kill the program at once, like a power cut: kill -9."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _listens(self) -> bool:
        try:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            connection.request("HEAD", "/.well-known/security.txt")
            connection.getresponse()
            connection.close()
        except OSError:
            return False
        return True


@contextmanager
def serving(folder: Path, empty: Path, prefix: Sequence[str] = ()) -> Iterator[Served]:
    """The program on a copy of the database in ``empty``; killed at the end."""
    with databases.lent(empty, folder):
        server = Served(folder, prefix)
        try:
            server.start()
            yield server
        finally:
            server.kill()
