"""Copies of the database, and restoring one.

Backups of the SQLite database: complete, checked, and possible while the app writes.

Restoring: a backup is prepared as a draft, which then replaces the database.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import shutil
import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.exc import DBAPIError

from scorekeeper.config import SettingError, name_new
from scorekeeper.store.engine import (
    FILE_TROUBLE,
    database_file,
    file_lock,
    is_sqlite_error,
    process_lock,
    transaction,
    unknown_version,
)
from scorekeeper.store.models import EVENT, GAME, db, run

NAME = re.compile(r"scorekeeper-(\d{8}T\d{6})Z(?:-[a-z0-9-]+)?\.sqlite3")
STAMP = "%Y%m%dT%H%M%S"
NEWEST, DAYS = 48, 30
"""The number of newest backups to keep, and the days for which to keep the last one of each day."""
WAIT = 10.0
"""Seconds to wait for a database that another program has locked."""
UPGRADE = 2
"""How many times its own size an upgrade may add to a database for a while: its journal has the
pages of changed tables, and new ones stand beside the old."""
DRAFT = ".scorekeeper-draft-"
"""The prefix of folders with unfinished files."""
LOCK = ".scorekeeper-lock-"
"""The prefix of the lock files beside these folders."""


class BackupError(Exception):
    """A backup that could not be made or cannot be used; the text says why."""


class BusyError(BackupError):
    """The database is locked by another program, so its state is unknown."""


def back_up(database: Path, folder: Path, note: str = "") -> Path:
    """Copy the database into a new file in the folder; returns its path.

    The copy is checked before it gets its name, which contains the time in UTC and a ``note``
    (letters, digits, dashes). Raises BackupError.
    """
    stem = f"scorekeeper-{datetime.now(UTC).strftime(STAMP)}Z{f'-{note}' if note else ''}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with drafting(folder) as drafts:
            draft = drafts / "copy.sqlite3"
            draft.touch(mode=0o600)
            copy(database, draft)
            check(draft)
            sync(draft)
            made = _named(draft, folder, stem)
            sync(folder)
    except (OSError, sqlite3.Error) as problem:
        raise BackupError(f"could not write a backup to {folder}: {problem}") from None
    return made


def check_room(database: Path, folder: Path) -> None:
    """Raise BackupError unless the disks have room for a backup in the folder, and for an upgrade
    of the database."""
    size, needed = database.stat().st_size, Counter[int]()
    for place, times in ((database.parent, UPGRADE), (folder.parent, 1)):
        disk = place.stat().st_dev
        needed[disk] += times * size
        free = shutil.disk_usage(place).free
        if free < needed[disk]:
            raise BackupError(
                f"the disk of {place} has {_megabytes(free)} MB free, but an upgrade may need"
                f" {_megabytes(needed[disk])} MB: make room, then start scorekeeper again"
            )


def _megabytes(number: int) -> int:
    return -(-number // 1_000_000)


def check(path: Path) -> str:
    """The schema version of an intact database of this program.

    Raises BackupError for any other file, and BusyError if the file is locked.
    """
    try:
        with closing(opened(path)) as file:
            if file.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupError(f"{path} is damaged")
            if file.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise BackupError(f"{path} is damaged: a part of a game is missing")
            file.execute("SELECT count(*) FROM game").fetchone()
            return str(file.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except (sqlite3.Error, TypeError) as problem:
        if is_sqlite_error(problem, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BusyError(f"{path} is in use: try again") from None
        if is_sqlite_error(problem, sqlite3.SQLITE_CANTOPEN):
            raise BackupError(f"{path} cannot be opened") from None
        raise BackupError(f"{path} is not a database of scorekeeper: {problem}") from None


def newest(folder: Path, now: datetime) -> datetime | None:
    """The time of the newest backup in the folder, ignoring those dated in the future."""
    made = (_made_at(path) for path in _backups(folder))
    return max((moment for moment in made if moment <= now), default=None)


def tidy(folder: Path, now: datetime | None = None) -> None:
    """Delete the backups that need not be kept; files with other names stay."""
    made = {path: _made_at(path) for path in _backups(folder)}
    wanted = worth_keeping(made.values(), now or datetime.now(UTC))
    for path, moment in made.items():
        if moment not in wanted:
            with suppress(OSError):
                path.unlink()


def worth_keeping(moments: Iterable[datetime], now: datetime) -> set[datetime]:
    """The newest backups, and the last one of each day for DAYS days.

    Backups dated in the future (by a fast clock) are kept in addition, until that time.
    """
    known = sorted(moments, reverse=True)
    ahead = [moment for moment in known if moment > now]
    past = known[len(ahead) :]
    days: dict[object, datetime] = {}
    for moment in past:
        if now - moment <= timedelta(days=DAYS):
            days.setdefault(moment.date(), moment)
    return {*ahead, *past[:NEWEST], *days.values()}


def opened(path: Path) -> sqlite3.Connection:
    """Open the file for reading; a missing file raises sqlite3.Error instead of being created."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=WAIT)


def copy(source: Path, target: Path) -> None:
    """Overwrite the target with the source in one transaction; raises sqlite3.Error."""
    with closing(opened(source)) as here, closing(sqlite3.connect(target, timeout=WAIT)) as there:
        there.execute("PRAGMA synchronous=FULL")
        here.backup(there)


def sync(path: Path) -> None:
    """Flush a file or folder to the disk; raises OSError."""
    if sys.platform == "win32" and path.is_dir():
        # It opens no folders; NTFS writes the names of files to its own log.
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _backups(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [path for path in sorted(folder.iterdir()) if NAME.fullmatch(path.name)]


def _made_at(path: Path) -> datetime:
    found = NAME.fullmatch(path.name)
    assert found is not None  # noqa: S101
    return datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)


def _named(draft: Path, folder: Path, stem: str) -> Path:
    """Give the draft its name, with a number if there is a backup from the same second."""
    for number in count(1):
        made = folder / f"{stem}{f'-{number}' if number > 1 else ''}.sqlite3"
        with suppress(FileExistsError):
            name_new(draft, made)
            break
    return made


@contextmanager
def drafting(folder: Path) -> Iterator[Path]:
    """Yield a private folder for drafts inside ``folder``; remove it with its contents at the end.

    Drafts of killed programs are removed first. Raises OSError.
    """
    for dead in folder.glob(f"{DRAFT}*"):
        _remove_dead(dead)
    made = folder / f"{DRAFT}{secrets.token_hex(8)}"
    try:
        # Locked before it exists, so that nobody takes it for abandoned.
        with file_lock(_lock_of(made), waits=True):
            made.mkdir(mode=0o700)
            try:
                yield made
            finally:
                shutil.rmtree(made, ignore_errors=True)
    finally:
        _forget_lock(made)


def _remove_dead(draft: Path) -> None:
    """Remove a folder of drafts unless its program still holds the lock."""
    with suppress(OSError):
        with file_lock(_lock_of(draft), waits=False) as is_dead:
            if is_dead:
                shutil.rmtree(draft, ignore_errors=True)
        if is_dead:
            _forget_lock(draft)


def _lock_of(draft: Path) -> Path:
    return draft.with_name(draft.name.replace(DRAFT, LOCK))


def _forget_lock(draft: Path) -> None:
    # Windows refuses while another program looks at it.
    with suppress(OSError):
        _lock_of(draft).unlink()


EVERY = timedelta(hours=1)
AGAIN = timedelta(minutes=5)
"""The wait after a failed backup, or while another process makes one."""


@dataclass(slots=True)
class Hourly:
    """Backs up one database into one folder; ``next_at`` is on the monotonic clock."""

    database: Path
    folder: Path
    logger: logging.Logger
    next_at: float = 0.0
    busy: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> threading.Thread | None:
        """Start a backup in a thread and return it; None unless one is due and none is running."""
        if time.monotonic() < self.next_at or not self.busy.acquire(blocking=False):
            return None
        thread = threading.Thread(target=self._run, name="backup", daemon=True)
        thread.start()
        return thread

    def _run(self) -> None:
        wait = AGAIN
        try:
            with process_lock(self.database, waits=False) as is_our_turn:
                # Otherwise another process is making it now, and may still fail or be killed.
                if is_our_turn:
                    wait = self._back_up_if_due()
        except (BackupError, OSError) as problem:
            self.logger.error("%s", problem)
        finally:
            self.next_at = time.monotonic() + wait.total_seconds()
            self.busy.release()

    def _back_up_if_due(self) -> timedelta:
        """Make a backup if one is due; returns the time until the next."""
        now = datetime.now(UTC)
        made_at = newest(self.folder, now)
        if made_at is not None and now - made_at < EVERY:
            return made_at + EVERY - now
        back_up(self.database, self.folder)
        tidy(self.folder)
        return EVERY


def hourly_backup(instance: Path, logger: logging.Logger) -> Hourly | None:
    """Hourly backups of the app's database into the instance folder; None unless it is SQLite."""
    database = database_file(db.engine)
    return None if database is None else Hourly(database, instance / "backups", logger)


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
            except NO_BACKUP as refusal:
                cause = refusal.__cause__ or refusal
                said = getattr(cause, "orig", cause)
                raise BackupError(f"{backup} is not a database of scorekeeper: {said}") from None
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
