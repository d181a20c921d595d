"""A Redis server for tests."""

import shutil
import socket
import subprocess
import time
from pathlib import Path

from tests.servers import free_port, missing


def start(folder: Path, port: int = 0) -> tuple[subprocess.Popen[bytes], str]:
    """Start the server, by default on a free port, and wait until it listens; also returns its
    address."""
    program = shutil.which("redis-server")
    if program is None:
        missing("Redis", "redis-server")
    port = port or free_port()
    words = [str(program), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", "."]
    server = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL)
    until = time.monotonic() + 10
    while not _listens(port):
        assert time.monotonic() < until, "Redis does not answer"
        time.sleep(0.02)
    return server, f"redis://127.0.0.1:{port}/0"


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
