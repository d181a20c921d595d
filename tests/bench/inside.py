"""The app in this process, called like a server, so that its SQL statements can be counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from flask import Flask
from sqlalchemy import event
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.store.models import db
from tests.bench.line import Answer

FRAME = ("BEGIN", "COMMIT", "ROLLBACK")
"""Statements that are not counted."""


@dataclass
class Inside:
    """A replacement for a connection to a server."""

    app: Flask

    def ask(self, sent: bytes) -> Answer:
        """Answer a request."""
        head, _, body = sent.decode().partition("\r\n\r\n")
        first, *lines = head.split("\r\n")
        method, address, _ = first.split(" ")
        path, _, query = address.partition("?")
        headers = [(name, value) for name, _, value in (line.partition(": ") for line in lines)]
        builder = EnvironBuilder(
            path=path, query_string=query, method=method, headers=headers, data=body.encode()
        )
        environ = builder.get_environ()
        began = perf_counter()
        came, status, answered = run_wsgi_app(self.app, environ, buffered=True)
        ms = (perf_counter() - began) * 1000
        told = "".join(f"{name}: {value}\r\n" for name, value in answered)
        return Answer(int(status[:3]), f"HTTP/1.1 {status}\r\n{told}", b"".join(came), ms)

    @contextmanager
    def statements(self) -> Iterator[list[str]]:
        """A context that collects the statements that SQLAlchemy sends in it."""
        said: list[str] = []

        def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if not statement.startswith(FRAME):
                said.append(statement)

        with self.app.app_context():
            engine = db.engine
        event.listen(engine, "before_cursor_execute", note)
        try:
            yield said
        finally:
            event.remove(engine, "before_cursor_execute", note)
