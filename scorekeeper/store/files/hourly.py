"""The automatic backup: at most one an hour across all processes, while the app is used."""

import logging
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.store.engine.handle import db
from scorekeeper.store.engine.process_lock import process_lock
from scorekeeper.store.engine.urls import database_file
from scorekeeper.store.files import backups

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
        except (backups.BackupError, OSError) as problem:
            self.logger.error("%s", problem)
        finally:
            self.next_at = time.monotonic() + wait.total_seconds()
            self.busy.release()

    def _back_up_if_due(self) -> timedelta:
        """Make a backup if one is due; returns the time until the next."""
        now = datetime.now(UTC)
        made_at = backups.newest(self.folder, now)
        if made_at is not None and now - made_at < EVERY:
            return made_at + EVERY - now
        backups.back_up(self.database, self.folder)
        backups.tidy(self.folder)
        return EVERY


def hourly_backup(instance: Path, logger: logging.Logger) -> Hourly | None:
    """Hourly backups of the app's database into the instance folder; None unless it is SQLite."""
    database = database_file(db.engine)
    return None if database is None else Hourly(database, instance / "backups", logger)
