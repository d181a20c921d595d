"""The program as a process that can be killed, and a browser of each engine in front of it."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.rules.game import Game
from scorekeeper.store.games import reading
from scorekeeper.store.models import GameRow, db
from tests import databases
from tests.conftest import SECRET, opened
from tests.engines.adapters import ENGINES, REFUSED, Engine, started
from tests.engines.window import LONG, PAUSE, Window
from tests.torture.served import Served


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The driver of Firefox leaves its sockets to the garbage collection."""
    for item in items:
        if item.get_closest_marker("engines"):
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))
            which = "ignore::pytest.PytestUnraisableExceptionWarning"
            item.add_marker(pytest.mark.filterwarnings(which))


class Program(Served):
    """The program, and its database beside it, read by another process: this one."""

    app: Flask

    def environment(self) -> dict[str, str]:
        """The settings of the program."""
        more = {"SECRET_KEY": SECRET, "SCOREKEEPER_LIMIT_STARTS": "none"}
        return super().environment() | more

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


@pytest.fixture
def program(tmp_path: Path, empty_database: Path) -> Iterator[Program]:
    """``scorekeeper serve`` with an empty database."""
    with served(Program(tmp_path), empty_database) as program:
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
