"""Values read from a database's URL."""

from pathlib import Path

from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from scorekeeper.config import SettingError

ANSWERS_WITHIN = 3
"""Seconds to wait for a database that may be away; without a limit the driver waits minutes."""


def backend_of(url: str) -> str:
    """The kind of database, ``sqlite`` or ``postgresql``; raises config.SettingError."""
    try:
        backend = make_url(url).get_backend_name()
    except ArgumentError:
        raise SettingError("DATABASE_URL is not an address of a database") from None
    if backend not in ("sqlite", "postgresql"):
        raise SettingError(f"DATABASE_URL names {backend}: sqlite and postgresql are known")
    return backend


def file_of(url: str, folder: Path) -> Path | None:
    """The file of a SQLite database, relative to ``folder``; None for PostgreSQL or in memory.

    Raises config.SettingError.
    """
    path = make_url(url).database if backend_of(url) == "sqlite" else None
    return folder / path if path not in (None, "", ":memory:") else None


def database_file(engine: Engine) -> Path | None:
    """The file that the engine opens; None as for :func:`file_of`."""
    return file_of(engine.url.render_as_string(hide_password=False), Path())


def no_driver(problem: ImportError) -> str:
    """The sentence about a driver that is not installed."""
    return (
        f"DATABASE_URL needs a driver that is not installed ({problem}): install the extra"
        " postgresql, and begin the address with postgresql+psycopg://"
    )


def answers(url: str) -> bool:
    """Return whether a PostgreSQL accepts a connection in time; raises config.SettingError."""
    try:
        with create_engine(url, connect_args={"connect_timeout": ANSWERS_WITHIN}).connect():
            return True
    except DBAPIError:
        return False
    except ImportError as problem:
        raise SettingError(no_driver(problem)) from None
