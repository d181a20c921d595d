"""Open the database; the schema is created or upgraded when the program starts."""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask_migrate import Migrate, upgrade
from sqlalchemy import Select, column, inspect, select, table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from scorekeeper.config import SettingError
from scorekeeper.store import engine, importing
from scorekeeper.store.backups import BackupError, back_up, check_room
from scorekeeper.store.engine import backend_of, database_file, db, no_driver, process_lock
from scorekeeper.store.lists import fill_in_standings, lacks_standings
from scorekeeper.store.sharing.books import open_household

if TYPE_CHECKING:
    from flask import Flask

OVER_A_NETWORK = {
    "pool_pre_ping": True,
    "connect_args": {"connect_timeout": 10},
    "isolation_level": "REPEATABLE READ",
}
"""A restarted server has closed its idle connections; one that does not answer must not keep a
phone waiting forever (seconds). All statements for a page see the same state, as on SQLite; writers
wait for a lock instead, and then see the newest state."""


def init_database(app: Flask) -> None:
    """Bind the database to the app and upgrade its schema.

    Raises config.SettingError if it cannot be opened.
    """
    options: dict[str, Any] = {"execution_options": {"household": app.config["HOUSEHOLD"]}}
    if backend_of(app.config["SQLALCHEMY_DATABASE_URI"]) != "sqlite":
        options |= OVER_A_NETWORK
        # A lost connection cannot be rolled back; the pool would report each with a traceback.
        logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = options
    try:
        db.init_app(app)
    except ImportError as problem:
        raise SettingError(no_driver(problem)) from None
    app.teardown_appcontext(_let_go)
    Migrate(app, db, directory=str(engine.MIGRATIONS), render_as_batch=True)
    with app.app_context():
        try:
            engine.make_safe(db.engine)
            _bring_up_to_date(Path(app.instance_path) / "backups")
            _fill_in()
            importing.delete_abandoned()
            if app.config["HOUSEHOLD"]:
                open_household()
        except DBAPIError as problem:
            raise SettingError(_unopened(" ".join(str(problem.orig).split()))) from problem
        except OSError as problem:
            raise SettingError(_unopened(str(problem.strerror))) from None
        except BackupError as problem:
            raise SettingError(f"the database was not upgraded: {problem}") from None
        db.session.remove()
        # A server may fork after this, and processes must not share a connection. A database in
        # memory exists only as long as its single connection.
        if not isinstance(db.engine.pool, StaticPool):
            db.engine.dispose()


def is_well() -> bool:
    """Return whether the database answers and has the schema that the program needs."""
    versions: Select[Any] = select(column("version_num")).select_from(table("alembic_version"))
    try:
        well = set(db.session.scalars(versions)) == engine.heads()
        db.session.execute(select(db.metadata.tables["game"].c.id).limit(1))
    except DBAPIError:
        db.session.rollback()
        return False
    return well


def _let_go(_: BaseException | None) -> None:
    """End the session of a request; an error here would produce the server's own error page.

    A lost connection has nothing left to roll back.
    """
    try:
        db.session.remove()
    except DBAPIError:
        db.session().invalidate()


def _unopened(reason: str) -> str:
    """The sentence about a database that cannot be opened; for a file it names the way back."""
    file = database_file(db.engine)
    if file is None:
        return f"the database cannot be opened: {reason.rstrip('.?')}"
    return f"{file} cannot be opened: {reason}; to go back to a copy, use scorekeeper restore"


def _fill_in() -> None:
    """Store what an older program did not. Other processes that start meanwhile wait for it."""
    is_lacking = lacks_standings()
    # Whoever has the turn may be upgrading, which waits until nobody reads.
    db.session.remove()
    if is_lacking:
        with _alone():
            fill_in_standings()
            db.session.remove()


def _alone() -> AbstractContextManager[object]:
    """One process at a time has a turn with the file of the database, if it has one."""
    file = database_file(db.engine)
    return nullcontext() if file is None else process_lock(file)


def _bring_up_to_date(backups: Path) -> None:
    """Upgrade the schema after a backup into the folder ``backups``.

    Raises config.SettingError if a version is unknown.
    """
    if engine.is_current():
        return
    file = database_file(db.engine)
    # On PostgreSQL, migrations/env.py admits one process at a time.
    with _alone():
        found = engine.versions()
        tables = set() if found or file is None else {*inspect(db.engine).get_table_names()}
        # Our own first start may have been killed just after it created this table.
        if tables - {"alembic_version"}:
            raise SettingError(f"{file} is the database of another program")
        if problem := engine.unknown_version(found):
            db.engine.dispose()
            raise SettingError(f"the database {problem}")
        if found and file is not None and not engine.is_current():
            check_room(file, backups)
            back_up(file, backups, f"before-{min(engine.heads())}")
        upgrade()
