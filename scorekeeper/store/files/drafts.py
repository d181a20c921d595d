"""Drafts: unfinished files in folders of their own, removed when their writer is gone."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

PREFIX = ".scorekeeper-draft-"


@contextmanager
def drafting(folder: Path) -> Iterator[Path]:
    """Yield a private folder for drafts inside ``folder``; remove it with its contents at the end.

    Drafts of killed programs are removed first. Raises OSError.
    """
    # The lock is on the folder itself, and the system releases it when a program is killed.
    lock = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            # Refused while others write here, because their drafts look like abandoned ones.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for dead in folder.glob(f"{PREFIX}*"):
                shutil.rmtree(dead, ignore_errors=True)
        fcntl.flock(lock, fcntl.LOCK_SH)
        with TemporaryDirectory(prefix=PREFIX, dir=folder, ignore_cleanup_errors=True) as made:
            yield Path(made)
    finally:
        os.close(lock)
