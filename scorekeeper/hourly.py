"""The automatic backup: at most one an hour, while the app is used, in however many processes."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Flask, Response, request

from scorekeeper import backups
from scorekeeper.alone import alone
from scorekeeper.models import db
from scorekeeper.sqlite import database_file

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


def init_hourly(app: Flask) -> None:
    """Let saves begin the backup when it is due; only a SQLite database is backed up."""
    with app.app_context():
        database = database_file(db.engine)
    if database is None or not app.config["BACKUPS"]:
        return
    hourly = Hourly(database, Path(app.instance_path) / "backups", app.logger)

    def after(response: Response) -> Response:
        if request.method == "POST" and response.status_code < 400:
            hourly.begin()
        return response

    app.after_request(after)
