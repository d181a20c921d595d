"""The app on a real port, which tests can delay, stop and restart, and its saved values."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool
from werkzeug.serving import BaseWSGIServer, make_server
from werkzeug.wrappers import Request, Response

from scorekeeper import create_app
from scorekeeper.http import parts
from scorekeeper.store.models import db
from tests import databases
from tests.conftest import settings
from tests.table import Table

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PATIENCE = 60
CHANGES = """SELECT places FROM change
  WHERE game_id = (SELECT min(id) FROM game) ORDER BY revision"""
REVISION = "SELECT revision FROM game ORDER BY id LIMIT 1"


class Server:
    """Serves the database in a folder; ``made`` creates an app with test settings.

    ``instead`` answers some requests in place of the app.
    """

    def __init__(self, folder: Path, made: Callable[[Path], Flask]) -> None:
        self.folder = folder
        self.port = 0
        self.instead: Callable[[Request], Response | None] = lambda _request: None
        self._made = made
        self._free = threading.Event()
        self._free.set()
        self._at_work: set[threading.Thread] = set()
        self.start()

    @property
    def address(self) -> str:
        """The app's address, without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, **more: Any) -> None:
        """Serve; after :meth:`stop` at the same address, perhaps with other settings."""
        self._app = create_app(settings(self.folder) | more) if more else self._made(self.folder)
        self._server: BaseWSGIServer = make_server(
            "127.0.0.1", self.port, self._answer, threaded=True
        )
        self.port = self._server.server_port
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop serving, close the database, and forget what a new process does not know."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        for thread in tuple(self._at_work):
            thread.join(PATIENCE)
        with self._app.app_context():
            db.engine.dispose()
        parts.forget()

    def table(self) -> Table:
        """A phone without a browser, for entries that need no taps."""
        return Table(self._app.test_client())

    @contextmanager
    def busy(self) -> Iterator[None]:
        """A context in which arriving saves wait for its end."""
        self._free.clear()
        yield
        self._free.set()

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            self._free.wait(PATIENCE)
        thread = threading.current_thread()
        self._at_work.add(thread)
        try:
            answer = self.instead(Request(environ)) or self._app
            return answer(environ, start_response)
        finally:
            self._at_work.discard(thread)

    @contextmanager
    def database(self) -> Iterator[Engine]:
        """The served database, through another connection."""
        engine = create_engine(databases.url_of(self.folder), poolclass=NullPool)
        yield engine
        engine.dispose()

    def rows(self) -> databases.Rows:
        """All rows of the database."""
        with self.database() as engine, Session(engine) as session:
            return databases.rows(session)

    def changes(self) -> list[tuple[int, dict[str, object]]]:
        """The changes of each save of the first game, by hand: ``(1, {"bids.0": 1})``."""
        with self.database() as engine, engine.connect() as connection:
            rows = connection.execute(text(CHANGES)).all()
            assert connection.scalar(text(REVISION)) == len(rows)
        found = []
        for (places,) in rows:
            changed = json.loads(places)
            assert changed, "a save that changed nothing"
            new: dict[str, object] = {}
            for (_, _, *way), _, after in changed:
                new |= {".".join(map(str, way)): after} if way else flat(after or {})
            found.append((changed[0][0][1], new))
        return found

    def entered(self) -> list[str]:
        """The changes of each save after the first trump: ``bids.0=1 bids.1=0``."""
        lines = [new for _, new in self.changes()[1:]]
        return [" ".join(f"{name}={value}" for name, value in new.items()) for new in lines]


def flat(hand: dict[str, object]) -> dict[str, object]:
    """The values of a hand with flat names, by seat; without the empty ones."""
    found: dict[str, object] = {}
    for name, value in hand.items():
        if isinstance(value, list):
            found |= {f"{name}.{seat}": number for seat, number in enumerate(value)}
        else:
            found[name] = value
    return {name: value for name, value in found.items() if value is not None}
