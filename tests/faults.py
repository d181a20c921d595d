"""A database that fails at one statement of a request, or at its commit."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import Flask
from sqlalchemy import Engine, event

from scorekeeper.store.models import db

AWAY = {
    "sqlite": "DELETE FROM alembic_version WHERE this_is_cut_off()",
    "postgresql": "DO $$BEGIN RAISE SQLSTATE '53100'; END$$",
}
"""Errors of storage that does not respond: an interrupted statement, a full disk."""
REFUSED = "INSERT INTO alembic_version (version_num) VALUES (NULL)"
"""The error of a constraint, on any database."""


@dataclass
class Fault:
    """Statements and commits are steps, counted from 1; number ``at`` fails.

    ``late``: only commits are steps, and the failing one was done nevertheless. ``lasting``: all
    later ones fail too. ``refused``: a constraint refuses the step.
    """

    at: int
    late: bool = False
    lasting: bool = False
    refused: bool = False
    steps: int = 0

    @property
    def struck(self) -> bool:
        """Whether there was a step of that number."""
        return self.steps >= self.at

    def strikes(self) -> bool:
        """Return whether this step is the one that fails."""
        self.steps += 1
        return self.struck if self.lasting else self.steps == self.at

    def on_statement(
        self, line: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool
    ) -> tuple[str, Any]:
        """The failure in place of a statement."""
        if self.late or not self.strikes():
            return statement, values
        if line.dialect.name == "sqlite":
            database = line.connection.driver_connection
            database.create_function("this_is_cut_off", 0, database.interrupt)
        return REFUSED if self.refused else AWAY[line.dialect.name], [()] if many else ()


@contextmanager
def failing(engine: Engine, fault: Fault) -> Iterator[None]:
    """A context in which one step fails."""
    dialect: Any = engine.dialect
    usual = dialect.do_commit

    def do_commit(connection: Any) -> None:
        if fault.late:
            usual(connection)
        if fault.strikes():
            api = dialect.loaded_dbapi
            # A deferred constraint refuses a commit.
            raise api.IntegrityError("refused") if fault.refused else api.OperationalError("failed")
        if not fault.late:
            usual(connection)

    event.listen(engine, "before_cursor_execute", fault.on_statement, retval=True)
    dialect.do_commit = do_commit
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", fault.on_statement)
        del dialect.do_commit


def engine_of(app: Flask) -> Engine:
    """The engine of the app's database."""
    with app.app_context():
        return db.engine
