"""The automatic backup: at most one an hour, while the app is used, in however many processes."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.store.alone import alone
from scorekeeper.store.files import backups
from scorekeeper.store.models import db
from scorekeeper.store.urls import database_file

EVERY = timedelta(hours=1)
AGAIN = timedelta(minutes=5)
"""Seconds to wait after a backup that failed, or that another process began."""


@dataclass(slots=True)
class Hourly:
    """Backs up one database into one folder; ``next_at`` is on the monotonic clock."""

    database: Path
    folder: Path
    logger: logging.Logger
    next_at: float = 0.0
    busy: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> threading.Thread | None:
        """Start a backup in a thread if one is due and none is running."""
        if time.monotonic() < self.next_at or not self.busy.acquire(blocking=False):
            return None
        thread = threading.Thread(target=self._run, name="backup", daemon=True)
        thread.start()
        return thread

    def _run(self) -> None:
        wait = AGAIN
        try:
            with alone(self.database, waits=False) as is_our_turn:
                # Otherwise another process is making it now, unless that fails or is killed.
                if is_our_turn:
                    wait = self._back_up_if_due()
        except (backups.BackupError, OSError) as problem:
            self.logger.error("%s", problem)
        finally:
            self.next_at = time.monotonic() + wait.total_seconds()
            self.busy.release()

    def _back_up_if_due(self) -> timedelta:
        """Seconds until the next backup."""
        now = datetime.now(UTC)
        made_at = backups.newest(self.folder, now)
        if made_at is not None and now - made_at < EVERY:
            return made_at + EVERY - now
        backups.back_up(self.database, self.folder)
        backups.tidy(self.folder)
        return EVERY


def hourly_backup(instance: Path, logger: logging.Logger) -> Hourly | None:
    """The backup of the app's database into the instance's folder; None where it is not SQLite."""
    database = database_file(db.engine)
    return None if database is None else Hourly(database, instance / "backups", logger)
