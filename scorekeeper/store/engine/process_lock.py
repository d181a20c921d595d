"""Locks between processes, on files that contain nothing."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import lock_descriptor


@contextmanager
def process_lock(database: Path, *, waits: bool = True) -> Iterator[bool]:
    """Let one process at a time upgrade or copy the database; yields whether it has the turn.

    A caller that ``waits`` always gets its turn. Raises OSError if the lock file beside the
    database cannot be opened.
    """
    # Not the database itself, because closing another handle of it would drop SQLite's own locks.
    with file_lock(Path(f"{database}.lock"), waits=waits) as has_turn:
        yield has_turn


@contextmanager
def file_lock(path: Path, *, waits: bool) -> Iterator[bool]:
    """Lock the file, which is created if necessary; yields whether this process has the lock.

    Raises OSError if the file cannot be opened.
    """
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield lock_descriptor(lock, blocking=waits)
    finally:
        # The operating system releases the lock of a killed process.
        os.close(lock)
