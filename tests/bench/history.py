"""The history of a phone as a file: the time until it begins, and its memory."""

import socket
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from scorekeeper.http import cookies
from tests.bench.crowded import HISTORIAN
from tests.bench.fill import secret
from tests.bench.line import PATIENCE, request
from tests.bench.ours import Ours, memory
from tests.bench.report import Row

SOONEST, GROWTH = 0.3, 20.0
"""The allowed seconds until the first bytes, and the allowed additional megabytes."""
FILES = {"CSV": ("/history.csv", b',"wizard",'), "JSON": ("/history.json", b'"id":')}
"""Each format with a text that is in every line of a game, but not in the header."""
LONGEST = 60.0
"""Seconds after which the rest is abandoned."""


def rows(folder: Path) -> Iterator[Row]:
    """Download each from a separate server, after a first page that warms it up."""
    for kind, (path, sign) in FILES.items():
        yield from _of(folder, kind, path, sign)


def _of(folder: Path, kind: str, path: str, sign: bytes) -> Iterator[Row]:
    ours = Ours(folder)
    ours.start()
    try:
        _taken(ours.port, "/")
        before = memory(ours.pid)
        # On Linux, this resets the peak.
        Path(f"/proc/{ours.pid}/clear_refs").write_text("5", encoding="utf-8")
        first, whole, size = _taken(ours.port, path, sign)
        growth = memory(ours.pid, "VmHWM") - before
    finally:
        ours.kill()
    said = f"{kind} of 10,000 games"
    yield Row(f"{said}, first game", f"{first:.2f} s", None, f"≤ {SOONEST} s", first > SOONEST)
    yield Row(f"{said}, {size / 1e6:.1f} MB" + " and not all" * (whole > LONGEST), f"{whole:.1f} s")
    yield Row(f"{said}, memory", f"+{growth:.1f} MB", None, f"≤ +{GROWTH:g} MB", growth > GROWTH)


def _taken(port: int, path: str, sign: bytes = b"") -> tuple[float, float, int]:
    """Seconds to the first bytes with this text and to the last, and the number of bytes."""
    cookie = f"{cookies.PHONE}={secret(HISTORIAN, 32)}"
    asked = request("GET", path, {"Cookie": cookie, "Connection": "close"})
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        began = perf_counter()
        line.sendall(asked)
        came = line.recv(65536)
        assert came.startswith(b"HTTP/1.1 200"), came[:200]
        while sign not in came:
            came += line.recv(65536)
        first, size = perf_counter() - began, len(came)
        while (came := line.recv(65536)) and perf_counter() < began + LONGEST:
            size += len(came)
    return first, perf_counter() - began, size
