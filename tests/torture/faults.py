"""A database that fails at one statement of a request, or at its commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, event

BROKEN = "SELECT this_fails FROM nowhere"


@dataclass
class Fault:
    """Statements and commits are steps, counted from 1; number ``at`` fails.

    ``late``: only commits are steps, and the one that fails was done all the same.
    """

    at: int
    late: bool = False
    steps: int = 0

    @property
    def struck(self) -> bool:
        """Whether there was a step of that number."""
        return self.steps >= self.at

    def strikes(self) -> bool:
        """Whether this step is the one that fails."""
        self.steps += 1
        return self.steps == self.at

    def on_statement(
        self, _line: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool
    ) -> tuple[str, Any]:
        """What is run in place of a statement."""
        if self.late or not self.strikes():
            return statement, values
        return BROKEN, [()] if many else ()


@contextmanager
def failing(engine: Engine, fault: Fault) -> Iterator[None]:
    """Let one step fail of all that is done inside."""
    dialect: Any = engine.dialect
    usual = dialect.do_commit

    def do_commit(connection: Any) -> None:
        if fault.late:
            usual(connection)
        if fault.strikes():
            raise dialect.loaded_dbapi.OperationalError("it failed")
        if not fault.late:
            usual(connection)

    event.listen(engine, "before_cursor_execute", fault.on_statement, retval=True)
    dialect.do_commit = do_commit
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", fault.on_statement)
        del dialect.do_commit
