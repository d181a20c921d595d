"""The state of this machine, in a sentence for each thing that a server depends on."""

import os
import shutil
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from scorekeeper.store.engine import schema, sqlite
from scorekeeper.store.engine.urls import answers, backend_of, file_of
from scorekeeper.store.files import backups

EXTRAS = {
    "pictures": "resvg_py",
    "ratings": "openskill",
    "https": "cryptography",
    "postgresql": "psycopg",
    "redis": "redis",
    "server": "gunicorn",
}
"""The optional parts of pyproject.toml, each with a module that it installs."""
WRITES = 21
"""The number of writes that are timed."""
TOO_FAST = 0.03
"""Milliseconds; a faster answer cannot come from a disk or from flash memory."""
ENOUGH = 200
"""Free megabytes: room for the hourly backups of a large database."""
UNSUITABLE = {
    **dict.fromkeys(("tmpfs", "ramfs"), "in memory and lost when this machine stops"),
    "overlay": "inside a container and lost with it: use a volume",
    **dict.fromkeys(
        ("nfs", "nfs4", "cifs", "smb3"), "on a network drive, where SQLite cannot lock files"
    ),
}
"""File systems on which a database is not safe, and why."""


class Finding(NamedTuple):
    """A sentence about one thing, and whether it is all right."""

    text: str
    well: bool = True


def findings(folder: Path, url: str, address: str) -> list[Finding]:
    """Everything about this machine, for a server with its data in ``folder``.

    ``url`` is the database's, ``address`` the one that phones would open. Nothing is changed; a
    folder that does not exist is not created. Raises config.SettingError.
    """
    there = next(one for one in (folder, *folder.parents) if one.is_dir())
    return [
        _installed(),
        _data(folder, url),
        _network(address),
        _disk(there),
        _clock(there, datetime.now().astimezone()),
        _space(there),
    ]


def _installed() -> Finding:
    parts = [name for name, module in EXTRAS.items() if find_spec(module)]
    missing = [name for name in EXTRAS if name not in parts]
    python = ".".join(map(str, sys.version_info[:3]))
    return Finding(
        f"Scorekeeper {version('scorekeeper')}, Python {python}, SQLite {sqlite.VERSION}; "
        f"extras: {', '.join(parts) or 'none'}; not installed: {', '.join(missing) or 'none'}"
    )


def _data(folder: Path, url: str) -> Finding:
    if (file := file_of(url, folder)) is None:
        if backend_of(url) == "sqlite":
            return Finding("Data: in memory, lost when scorekeeper stops", well=False)
        well = answers(url)
        return Finding(f"Data: PostgreSQL, which {'answers' if well else 'does not answer'}", well)
    if not file.exists():
        return Finding(f"Data: {file}, not created yet")
    try:
        known = schema.known_versions()
        state = "" if backups.check(file) in known else ", written by a newer scorekeeper"
    except backups.BackupError as problem:
        return Finding(f"Data: {problem}", well=False)
    made = backups.newest(folder / "backups", datetime.now().astimezone())
    copied = f"{made.astimezone():%Y-%m-%d %H:%M}" if made else "never"
    size = file.stat().st_size / 1e6
    return Finding(f"Data: {file}, {size:.1f} MB, intact{state}; last backup: {copied}", not state)


def _network(address: str) -> Finding:
    if "127.0.0.1" in address:
        return Finding("Network: none, so no phone can reach this machine", well=False)
    return Finding(f"Network: phones on the same network reach {address}")


def _disk(folder: Path) -> Finding:
    """The time that a durable write takes; too short a time means that the disk only pretends to
    write."""
    kind = _file_system(folder)
    if reason := UNSUITABLE.get(kind):
        return Finding(f"Disk: {folder} is {reason}", well=False)
    try:
        taken = statistics.median(_writes(folder))
    except OSError as problem:
        return Finding(f"Disk: cannot write to {folder}: {problem.strerror}", well=False)
    if taken < TOO_FAST:
        text = f"Disk: reports writes as done after {taken:.3f} ms, too soon to survive a power cut"
        return Finding(text, well=False)
    return Finding(f"Disk: a write is on disk after {taken:.1f} ms ({kind or 'unknown kind'})")


def _writes(folder: Path) -> Iterator[float]:
    """Milliseconds of some durable writes."""
    with TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(WRITES):
            began = time.perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            yield (time.perf_counter() - began) * 1000


def _file_system(folder: Path) -> str:
    """The kind of file system that contains the folder; "" where the system does not say."""
    try:
        mounts = Path("/proc/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = {where: kind for _, where, kind, *_ in map(str.split, mounts.splitlines())}
    around = (str(one) for one in (folder, *folder.parents))
    return next((found[where] for where in around if where in found), "")


def _clock(folder: Path, now: datetime) -> Finding:
    """The clock: if it is behind the newest file of the data, it would date games in the past."""
    written = max((path.stat().st_mtime for path in folder.glob("*.sqlite3")), default=0.0)
    well = now.timestamp() > written - timedelta(minutes=1).total_seconds()
    late = "" if well else ", behind the last save: set the clock before you play"
    return Finding(f"Clock: {now:%Y-%m-%d %H:%M %Z}{late}", well)


def _space(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free / 1e6
    return Finding(f"Free space: {free / 1000:.1f} GB", free > ENOUGH)
