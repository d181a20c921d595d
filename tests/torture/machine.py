"""Machines with few or many open files, and the resources that the program uses."""

import errno
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.torture.served import Served

FEW_FILES = ("sh", "-c", 'ulimit -n 256; exec "$@"', "sh")
"""Arguments that start a program with the limit of open files of macOS."""
MANY_FILES = (
    sys.executable,
    "-c",
    "import os, resource, sys\n"
    "files = resource.RLIMIT_NOFILE\n"
    "resource.setrlimit(files, (1400, resource.getrlimit(files)[1]))\n"
    "for _ in range(1100): os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)\n"
    "os.execv(sys.argv[1], sys.argv[1:])\n",
)
"""Arguments that start the program with more open files than select() supports."""


def impatient(seconds: float) -> tuple[str, ...]:
    """Arguments that shorten the program's patience with stalled clients."""
    lines = (
        "import sys",
        "from scorekeeper import cli, serving",
        f"serving.PATIENCE = {seconds}",
        # The first arguments start the program as usual.
        "sys.argv[1:] = sys.argv[4:]",
        "cli.main()",
    )
    return sys.executable, "-c", "\n".join(lines)


def files_of(served: Served) -> list[str]:
    """The program's open files; empty if the system does not tell."""
    names, folder = [], Path(f"/proc/{served.pid}/fd")
    for file in folder.iterdir() if folder.exists() else ():
        with suppress(FileNotFoundError):
            names.append(str(file.readlink()))
    return names


def lines_of(served: Served) -> int:
    """The number of the program's open sockets."""
    return sum(name.startswith("socket:") for name in files_of(served))


def memory_of(served: Served) -> int:
    """The program's peak memory in bytes; 0 if the system does not tell."""
    status = Path(f"/proc/{served.pid}/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


def in_time(is_so: Callable[[], bool]) -> bool:
    """Return whether the condition becomes true within a reasonable time."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if is_so():
            return True
        time.sleep(0.05)
    return False


class Unreachable(socket.socket):
    """A phone's connection after the phone left the Wi-Fi."""

    def recv(self, *_: int) -> bytes:
        """No more bytes arrive."""
        raise OSError(errno.EHOSTUNREACH, "No route to host")
