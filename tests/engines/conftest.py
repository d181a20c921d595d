"""The program as a process that can be killed, and a browser of each engine in front of it."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.rules.game import Game
from scorekeeper.store.games import reading
from scorekeeper.store.models import GameRow, db
from tests import databases
from tests.browser.conftest import HTMX_FILE
from tests.conftest import SECRET, opened
from tests.engines.adapters import ENGINES, REFUSED, Engine, started
from tests.engines.window import LONG, PAUSE, Window
from tests.torture.served import Served

HTMX = "/htmx.js"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The driver of Firefox leaves its sockets to the garbage collection."""
    for item in items:
        if item.get_closest_marker("engines"):
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))
            which = "ignore::pytest.PytestUnraisableExceptionWarning"
            item.add_marker(pytest.mark.filterwarnings(which))


class Cdn(BaseHTTPRequestHandler):
    """Answers in place of the CDN of htmx; the drivers of Firefox and WebKit cannot."""

    def do_GET(self) -> None:
        """Send htmx, which a page of any origin may run if the hash is right."""
        is_there = self.path == HTMX
        self.send_response(200 if is_there else 404)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(HTMX_FILE.read_bytes() if is_there else b"")

    def log_message(self, *values: object) -> None:
        """Say nothing of a request."""


@cache
def cdn() -> str:
    """The address of the CDN, which this process serves: not the origin of the program."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Cdn)
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class Program(Served):
    """The program, and its database beside it, read by another process: this one.

    ``script`` is where its pages look for htmx at the CDN, ``lacks`` the end of an address at which
    they find nothing. If ``is_framed``, its pages allow what stands around them.
    """

    program = """
import os
from flask import Flask
from scorekeeper.cli import main
from scorekeeper.http import assets

assets.HTMX_URL, lacks = os.environ["HTMX_URL"], os.environ["LACKS"]
if os.environ["IS_FRAMED"]:
    assets.HEADERS = assets.OURS
usual = Flask.__call__
def lacking(app, environ, respond):
    if lacks and environ["PATH_INFO"].endswith(lacks):
        environ["PATH_INFO"] = "/nowhere"
    return usual(app, environ, respond)
Flask.__call__ = lacking
main()"""
    app: Flask

    def __init__(
        self, folder: Path, script: str = HTMX, lacks: str = "", *, is_framed: bool = False
    ) -> None:
        super().__init__(folder)
        self.script = script
        self.lacks = lacks
        self.is_framed = is_framed

    def environment(self) -> dict[str, str]:
        """The settings of the program."""
        more = {"SECRET_KEY": SECRET, "SCOREKEEPER_LIMIT_STARTS": "none"}
        where = {"HTMX_URL": cdn() + self.script, "LACKS": self.lacks}
        where["IS_FRAMED"] = "yes" if self.is_framed else ""
        return super().environment() | more | where

    def stored(self, key: str) -> Game:
        """The game as it is stored."""
        with self.app.app_context():
            return reading.read(key).game

    def until(self, key: str, is_so: Callable[[Game], bool]) -> Game:
        """The stored game, once it is as wanted."""
        end = time.monotonic() + LONG
        while not is_so(game := self.stored(key)):
            assert time.monotonic() < end, game
            time.sleep(PAUSE)
        return game

    def keys(self) -> set[str]:
        """The keys of all games."""
        with self.app.app_context():
            return set(db.session.scalars(select(GameRow.key)))


@contextmanager
def served(program: Program, empty_database: Path) -> Iterator[Program]:
    """The program, serving an empty database."""
    with databases.lent(empty_database, program.folder), opened(program.folder) as app:
        program.app = app
        program.start()
        yield program
        program.kill()


@pytest.fixture(
    params=[
        pytest.param(HTMX, id="htmx"),
        # Without htmx a link that changes a part of a page loads the next page; a tap is saved in
        # the same way, so this case is left to the long run.
        pytest.param("/nowhere.js", id="without", marks=pytest.mark.slow),
    ]
)
def script(request: pytest.FixtureRequest) -> str:
    """Where pages look for htmx at the CDN."""
    return str(request.param)


@pytest.fixture
def program(tmp_path: Path, empty_database: Path, script: str) -> Iterator[Program]:
    """``scorekeeper serve`` with an empty database."""
    with served(Program(tmp_path, script), empty_database) as program:
        yield program


@pytest.fixture(params=list(ENGINES))
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The name of an engine."""
    del tmp_path
    return str(request.param)


class Browsers:
    """Browsers that run on for the next test; starting one takes seconds.

    Each program has a port of its own, so for a browser that forgot its cookies it is a new site.
    """

    def __init__(self, new_folder: Callable[[str], Path]) -> None:
        self.new_folder = new_folder
        self.name = ""
        self.stack = ExitStack()
        self.idle: list[Engine] = []

    def lent(self, name: str) -> Engine:
        """A browser of this engine; those of another one are ended."""
        if name != self.name:
            self.end()
            self.name = name
        return self.idle.pop() if self.idle else started(name, self.stack, self.new_folder(name))

    def end(self) -> None:
        """End all."""
        self.stack.close()
        self.idle = []


@pytest.fixture(scope="session")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browsers]:
    """The browsers of this process."""
    made = Browsers(tmp_path_factory.mktemp)
    yield made
    made.end()


OpenWindow = Callable[[], Window]


@pytest.fixture
def open_window(engine: str, program: Program, browsers: Browsers) -> Iterator[OpenWindow]:
    """Browsers of this engine, each another phone."""
    lent: list[Engine] = []

    def make() -> Window:
        lent.append(browsers.lent(engine))
        return Window(lent[-1], program.address)

    yield make
    try:
        for one in lent:
            one.forget()
        browsers.idle += lent
    except REFUSED:
        browsers.end()


@pytest.fixture
def window(open_window: OpenWindow) -> Window:
    """The keeper's phone."""
    return open_window()
