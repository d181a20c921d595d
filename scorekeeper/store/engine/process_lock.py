"""A lock between processes that serve the same SQLite file."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def process_lock(database: Path, *, waits: bool = True) -> Iterator[bool]:
    """Let one process at a time upgrade or copy the database; yields whether it has the turn.

    A caller that ``waits`` always gets its turn. Raises OSError if the lock file beside the
    database cannot be opened.
    """
    # Not the database itself, because closing another handle of it would drop SQLite's own locks.
    lock = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _is_locked(lock, waits=waits)
    finally:
        # The operating system releases the lock of a killed process.
        os.close(lock)


def _is_locked(lock: int, *, waits: bool) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
