"""Storage errors that may pass, and bugs in the program."""

import sqlite3
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from psycopg import errors
from sqlalchemy import exc, func, select

from scorekeeper.rules.problems import RefusedError
from scorekeeper.store import engine, phones
from scorekeeper.store.engine import TRIES, code_of, is_unavailable
from scorekeeper.store.models import Book, db, run

SQLITE = {
    "BUSY": True,
    "BUSY_SNAPSHOT": True,
    "LOCKED": True,
    "FULL": True,
    "READONLY": True,
    "READONLY_DIRECTORY": True,
    "IOERR": True,
    "IOERR_WRITE": True,
    "CORRUPT": True,
    "CORRUPT_INDEX": True,
    "NOTADB": True,
    "CANTOPEN": True,
    "PERM": True,
    "INTERRUPT": True,
    "CONSTRAINT": False,
    "CONSTRAINT_CHECK": False,
    "CONSTRAINT_UNIQUE": False,
    "CONSTRAINT_FOREIGNKEY": False,
    "MISMATCH": False,
    "TOOBIG": False,
    "RANGE": False,
    "MISUSE": False,
    "ERROR": False,
}
POSTGRESQL = {
    "08006": True,
    "28P01": True,
    "3D000": True,
    "53100": True,
    "53300": True,
    "57P01": True,
    "57P03": True,
    "57014": True,
    "58030": True,
    "XX001": True,
    "25006": True,
    "40001": True,
    "40P01": True,
    "55P03": True,
    "23502": False,
    "23505": False,
    "23514": False,
    "22001": False,
    "22P05": False,
    "42P01": False,
    "42601": False,
    "25P02": False,
    "0A000": False,
}


def sqlite_trouble(code: str) -> exc.DBAPIError:
    """The driver's error with this code, in its common class."""
    problem = sqlite3.DatabaseError("Ann")
    problem.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{code}")
    problem.sqlite_errorname = f"SQLITE_{code}"
    return exc.DatabaseError("", {}, problem)


def postgresql_trouble(state: str) -> exc.DBAPIError:
    """The driver's own error for this code."""
    return exc.DatabaseError("", {}, errors.lookup(state)("Ann"))


@pytest.mark.parametrize(("code", "away"), SQLITE.items())
def test_the_codes_of_sqlite_are_distinguished(code: str, *, away: bool) -> None:
    assert is_unavailable(sqlite_trouble(code)) is away


@pytest.mark.parametrize(("state", "away"), POSTGRESQL.items())
def test_the_codes_of_postgresql_are_distinguished(state: str, *, away: bool) -> None:
    assert is_unavailable(postgresql_trouble(state)) is away


def test_without_a_code_the_class_tells() -> None:
    found = {kind: is_unavailable(kind("", {}, Exception("Ann"))) for kind in KINDS}
    assert found == KINDS
    assert is_unavailable(exc.DBAPIError("", {}, Exception("Ann"), connection_invalidated=True))


KINDS: dict[type[exc.DBAPIError], bool] = {
    exc.OperationalError: True,
    exc.InterfaceError: True,
    exc.IntegrityError: False,
    exc.DataError: False,
    exc.ProgrammingError: False,
    exc.NotSupportedError: False,
    exc.InternalError: False,
}


def test_what_is_logged_of_trouble_names_its_kind_and_no_value() -> None:
    assert code_of(sqlite_trouble("FULL")) == "DatabaseError SQLITE_FULL"
    assert code_of(postgresql_trouble("23505")) == "UniqueViolation 23505"


@pytest.fixture
def _at_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("time.sleep", lambda _: None)
    with app.app_context():
        yield
        db.session.remove()


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("kind", [engine.transaction, engine.parallel_transaction])
@pytest.mark.parametrize("problem", [RefusedError(), sqlite_trouble("FULL"), KeyboardInterrupt()])
def test_what_fails_before_its_end_writes_nothing(
    kind: Callable[[Callable[[], None]], Callable[[], None]], problem: BaseException
) -> None:
    @kind
    def write() -> None:
        phones.new_book()
        raise problem

    with pytest.raises(type(problem)):
        write()
    assert run(select(func.count()).select_from(Book)).scalar() == 0


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize(
    ("problem", "tries"),
    [
        (postgresql_trouble("40001"), TRIES),
        (postgresql_trouble("40P01"), TRIES),
        (postgresql_trouble("23505"), 2),
        (postgresql_trouble("23514"), 1),
        (postgresql_trouble("42P01"), 1),
        (sqlite_trouble("CONSTRAINT_UNIQUE"), 1),
        (sqlite_trouble("FULL"), 1),
        (exc.DBAPIError("", {}, Exception(), connection_invalidated=True), TRIES),
    ],
)
def test_only_what_may_pass_is_tried_again_and_not_for_ever(
    problem: exc.DBAPIError, tries: int
) -> None:
    tried = []

    @engine.transaction
    def write() -> None:
        tried.append(1)
        raise problem

    with pytest.raises(exc.DBAPIError):
        write()
    assert len(tried) == tries
