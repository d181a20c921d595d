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

from scorekeeper import config, serving
from scorekeeper.config import SettingError
from scorekeeper.store import backups, engine
from scorekeeper.store.engine import answers, backend_of, file_of
from scorekeeper.store.games.reading import Live

EXTRAS = {
    "pictures": "resvg_py",
    "ratings": "openskill",
    "https": "cryptography",
    "postgresql": "psycopg",
    "redis": "redis",
    "server": "gunicorn",
}
"""The optional parts of pyproject.toml, each with a module that it installs."""
LIGHTER = {"rjsmin": "scripts", "lightningcss": "style sheets"}
"""What is sent lighter where these packages are installed (http/assets.py)."""
UNPREFIXED = ("SECRET_KEY", "DATABASE_URL")
"""Settings without SCOREKEEPER_ in their names."""
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
    folder that does not exist is not created.
    """
    there = next(one for one in (folder, *folder.parents) if one.is_dir())
    return [
        _installed(),
        _settings(folder),
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
    whole = [name for module, name in LIGHTER.items() if not find_spec(module)]
    as_written = f"; sent as written, a third larger: {', '.join(whole)}" if whole else ""
    return Finding(
        f"Scorekeeper {version('scorekeeper')}, Python {python}, SQLite {engine.VERSION}; "
        f"extras: {', '.join(parts) or 'none'}; not installed: {', '.join(missing) or 'none'}"
        f"{as_written}"
    )


def _settings(folder: Path) -> Finding:
    """The names of the settings in the environment; their values may be secret."""
    try:
        settings = config.read(folder, {})
        if settings["LIVE"]:
            Live(settings["LIVE"])
    except SettingError as problem:
        return Finding(f"Settings: {problem}", well=False)
    named = [name for name in os.environ if name.startswith("SCOREKEEPER_") or name in UNPREFIXED]
    return Finding(f"Settings: {', '.join(sorted(named)) or 'none'}")


def _data(folder: Path, url: str) -> Finding:
    try:
        if file := file_of(url, folder):
            return _file(file, folder)
        if backend_of(url) == "sqlite":
            return Finding("Data: in memory, lost when scorekeeper stops", well=False)
        well = answers(url)
        return Finding(f"Data: PostgreSQL, which {'answers' if well else 'does not answer'}", well)
    except (SettingError, backups.BackupError) as problem:
        return Finding(f"Data: {problem}", well=False)
    except OSError as problem:
        return Finding(f"Data: {folder} cannot be used: {problem.strerror}", well=False)


def _file(file: Path, folder: Path) -> Finding:
    """A database in a file; raises OSError and BackupError."""
    if not _has_games(file):
        return _no_file(file, folder)
    known, found = engine.known_versions(), backups.check(file)
    newer = "" if found in known else ", written by a newer scorekeeper"
    older = ", upgraded at the next start" if found in known - engine.heads() else ""
    size = file.stat().st_size / 1e6
    text = f"Data: {file}, {size:.1f} MB, intact{newer}{older}; last backup: "
    return Finding(text + (_copied(folder) or "never"), not newer)


def _no_file(file: Path, folder: Path) -> Finding:
    around = next(one for one in file.parents if one.exists())
    if not around.is_dir():
        return Finding(f"Data: {around} is not a folder", well=False)
    if file.parent not in (folder, around):
        return Finding(f"Data: {file.parent} does not exist", well=False)
    if text := lost(file, folder):
        return Finding(f"Data: {text}", well=False)
    return Finding(f"Data: {file}, not created yet")


def lost(file: Path, folder: Path) -> str:
    """The way back to a database that is missing or empty but has backups; "" if it is neither."""
    if _has_games(file) or not (copied := _copied(folder)):
        return ""
    way = f"use scorekeeper restore with a file in {folder / 'backups'}"
    return f"no games in {file}; last backup: {copied}; to go back to it, {way}"


def _has_games(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _copied(folder: Path) -> str:
    """The time of the newest backup; "" if there is none."""
    made = backups.newest(folder / "backups", datetime.now().astimezone())
    return f"{made.astimezone():%Y-%m-%d %H:%M}" if made else ""


def _network(address: str) -> Finding:
    if "127.0.0.1" in address:
        return Finding("Network: none, so no phone can reach this machine", well=False)
    hint = f". {serving.FIREWALL}" if sys.platform == "win32" else ""
    return Finding(f"Network: phones on the same Wi-Fi open {address}{hint}")


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
