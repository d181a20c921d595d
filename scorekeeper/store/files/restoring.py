"""Restoring: a backup is prepared as a draft, which then replaces the database."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.exc import DBAPIError

from scorekeeper.config import SettingError
from scorekeeper.store.engine.locks import process_lock
from scorekeeper.store.engine.schema import unknown_version
from scorekeeper.store.engine.sqlite import FILE_TROUBLE, is_sqlite_error
from scorekeeper.store.engine.transaction import transaction
from scorekeeper.store.files.backups import (
    STAMP,
    BackupError,
    BusyError,
    back_up,
    check,
    copy,
    drafting,
    opened,
    sync,
)
from scorekeeper.store.models import EVENT, GAME, db, run

FILES = ("-journal", "-wal", "-shm", "")
"""Suffixes of a database's name. An old journal would be applied to the new file."""
WATERMARK = "newest_revision"
"""The file in the instance folder with the revision that the last restore reached."""
NO_BACKUP = (SettingError, DBAPIError, RuntimeError, LookupError, ValueError, TypeError)
"""Errors that a file which only looks like our database may cause."""
STEP = 10_000
"""Added to the highest known revision: far more saves than a page can be behind (past.FOLDED)."""
LAST = 900_000_000
"""Forms and stamps accept nine digits; the rest of the range is left for saves."""
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)

KeepEnded = Callable[[Path], int | None]
"""Ends in the opened copy the rights that have ended in the database at this path
(``store/sharing/ended.py``); returns their number, None if that database cannot be read."""
OpenCopy = Callable[[Path], AbstractContextManager[None]]
"""Opens and upgrades a copy of the database, and reads all of it; inside, the store uses that
copy."""


class Restored(NamedTuple):
    """The copy of the replaced database, None if there was none; whether the file is new; and the
    number of rights that had ended since, None if that is unknown."""

    before: Path | None
    replaced: bool
    ended: int | None = None


def restore(
    backup: Path, database: Path, instance: Path, open_copy: OpenCopy, keep_ended: KeepEnded
) -> Restored:
    """Replace the database with a backup; the old one is kept in the instance's backups.

    Rights that have ended since the backup do not come back, as far as the old one can be read.

    A working database is overwritten in one transaction, even while the app is running; any other
    file is replaced. Pages that were open become out of date. If this raises BackupError, nothing
    has changed.
    """
    if problem := unknown_version({check(backup)}):
        raise BackupError(f"{backup} {problem}")
    database = database.resolve()
    try:
        with drafting(database.parent) as folder:
            draft = folder / "ready.sqlite3"
            draft.touch(mode=0o600)
            copy(backup, draft)
            try:
                with open_copy(draft):
                    ended = keep_ended(database)
                    outdate(instance, _highest(database))
            except NO_BACKUP as problem:
                message = (
                    f"{backup} is not a database of scorekeeper:"
                    f" {getattr(problem, 'orig', problem)}"
                )
                raise BackupError(message) from None
            with process_lock(database):
                placed = _put_in_place(draft, database, instance / "backups")
                return placed._replace(ended=ended)
    except (OSError, sqlite3.Error) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise BackupError(f"{backup} was not restored: {reason}") from None


def outdate(instance: Path, known: int = 0) -> None:
    """Make all open pages out of date; requires an app context."""
    watermark = instance / WATERMARK
    with suppress(OSError, ValueError):
        known = max(known, int(watermark.read_text("ascii")))
    watermark.write_text(str(outdate_pages(known)), "ascii")
    db.session.remove()
    db.engine.dispose()


@transaction
def outdate_pages(known: int) -> int:
    """Let every game and event continue at a revision that no page has ever shown; returns that
    revision.

    It is above ``known``, above every revision in the database, and above the seconds since 2026.
    Games are saved less than once a second on average, so it is also above revisions in files that
    can no longer be read. It leaves a gap in the log, and no page is compared across a gap.
    """
    columns = [row.c[name] for row in (GAME, EVENT) for name in ("revision", "rights")]
    highest = max(known, *(run(select(func.max(one))).scalar() or 0 for one in columns))
    revision = min(max(_seconds(), highest + STEP), LAST)
    for row in (GAME, EVENT):
        run(update(row).values(revision=revision, rights=revision))
    return revision


def _seconds() -> int:
    return int((datetime.now(UTC) - BEGIN).total_seconds())


def _highest(database: Path) -> int:
    """The highest revision of any game in the database, as far as it can be read."""
    with suppress(sqlite3.Error), closing(opened(database)) as file:
        (found,) = file.execute("SELECT max(revision) FROM game").fetchone()
        return found if isinstance(found, int) else 0
    return 0


def _put_in_place(draft: Path, database: Path, folder: Path) -> Restored:
    """Overwrite a database that can be read and written, otherwise replace the file."""
    if not _is_whole(database):
        before = _set_aside(database, folder)
        _replace(draft, database)
        return Restored(before, replaced=True)
    before = back_up(database, folder, "before-restore")
    try:
        copy(draft, database)
    except sqlite3.Error as problem:
        if not is_sqlite_error(problem, *FILE_TROUBLE):
            raise
        _replace(draft, database)
        return Restored(before, replaced=True)
    return Restored(before, replaced=False)


def _is_whole(database: Path) -> bool:
    try:
        check(database)
    except BusyError:
        raise
    except BackupError:
        return False
    return True


def _set_aside(database: Path, folder: Path) -> Path | None:
    """Copy a file that cannot be read, with SQLite's files beside it; None if there is no file."""
    folder.mkdir(parents=True, exist_ok=True)
    names = (f"damaged-{datetime.now(UTC):{STAMP}}Z-{number}.sqlite3" for number in count(1))
    aside = next(folder / name for name in names if not (folder / name).exists())
    found = [end for end in FILES if Path(f"{database}{end}").exists()]
    with drafting(folder) as drafts:
        for end in found:
            draft = drafts / f"copy{end}"
            draft.touch(mode=0o600)
            shutil.copyfile(f"{database}{end}", draft)
            sync(draft)
        for end in found:
            (drafts / f"copy{end}").rename(f"{aside}{end}")
    sync(folder)
    return Path(f"{aside}{found[-1]}") if found else None


def _replace(draft: Path, database: Path) -> None:
    """Put the draft in place, with the same owner; a file exists at every moment."""
    if sys.platform != "win32":
        owner = (database if database.exists() else database.parent).stat()
        with suppress(PermissionError):
            os.chown(draft, owner.st_uid, owner.st_gid)
    sync(draft)
    try:
        for end in filter(None, FILES):
            Path(f"{database}{end}").unlink(missing_ok=True)
        draft.replace(database)
    except PermissionError:
        if sys.platform != "win32":
            raise
        # Windows replaces no file that a program has open.
        raise BackupError(f"{database} is in use: stop scorekeeper, then try again") from None
    sync(database.parent)
