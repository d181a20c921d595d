"""The app behind a real port, to be slowed down, stopped and started again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.serving import BaseWSGIServer, make_server

from scorekeeper import create_app
from scorekeeper.store.models import db
from tests.conftest import settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class Server:
    """Serves the database in a folder; ``delay`` holds back each save, in seconds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.delay = 0.0
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        """Where a browser finds the app, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, **more: str) -> None:
        """Serve; after :meth:`stop` again at the same address, perhaps with other settings."""
        self._app: Flask = create_app(settings(self.folder) | more)
        self._server: BaseWSGIServer = make_server(
            "127.0.0.1", self.port, self._answer, threaded=True
        )
        self.port = self._server.server_port
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop serving and let go of the database."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        with self._app.app_context():
            db.engine.dispose()

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            time.sleep(self.delay)
        return self._app(environ, start_response)
