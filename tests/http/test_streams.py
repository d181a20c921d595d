"""Streamed answers: one at a time for a phone, and nothing waits for them."""

from collections.abc import Iterator
from contextlib import closing
from contextvars import copy_context
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.http import gate
from scorekeeper.web import book
from tests.conftest import opened
from tests.table import Table
from tests.test_structure import MODULES

pytestmark = pytest.mark.thorough

HISTORY = "/history.csv"
ALREADY = "This phone is already downloading the file."


class Taker:
    """A phone that requests all games and reads as much as it likes, at first nothing.

    It has its own context; otherwise it would have to be a thread.
    """

    def __init__(self, client: FlaskClient, address: str = "127.0.0.1") -> None:
        self._context = copy_context()
        self.answer: TestResponse = self._context.run(
            lambda: client.get(HISTORY, environ_overrides={"REMOTE_ADDR": address})
        )
        self._pieces = self.answer.iter_encoded()

    def take(self, count: int) -> None:
        """The next chunk of the answer."""
        for _ in range(count):
            self._context.run(next, self._pieces)

    def take_all(self) -> None:
        """The rest of the answer; the connection stays open."""
        self._context.run(list, self._pieces)

    def close(self) -> None:
        """Close the connection."""
        self._context.run(self.answer.close)


def status(client: FlaskClient, address: str = "127.0.0.1") -> int:
    """The answer to a phone that disconnects at once."""
    with closing(Taker(client, address)) as taker:
        return taker.answer.status_code


@pytest.fixture
def table(table: Table) -> Table:
    table.start("Ann", "Ben", "Cem")
    return table


@pytest.fixture
def other(app: Flask) -> Table:
    """Another phone's table."""
    table = Table(app.test_client())
    table.start("Dora", "Emil", "Fritz")
    return table


def test_a_phone_that_takes_its_history_is_refused_another_one(table: Table) -> None:
    with closing(Taker(table.client)):
        refused = Taker(table.client, "203.0.113.7").answer
        assert refused.status_code == 429
        assert ALREADY in refused.text
        assert "Content-Disposition" not in refused.headers
    assert status(table.client) == 200


def test_all_kinds_of_files_take_the_one_turn_of_a_phone(table: Table) -> None:
    with closing(Taker(table.client)):
        assert table.client.get("/history.json").status_code == 429
    with closing(table.client.get("/history.json")) as answer:
        assert answer.is_streamed
        assert status(table.client) == 429
    assert status(table.client) == 200


@pytest.mark.parametrize("pieces", [0, 1, 2])
def test_a_history_that_is_broken_off_lets_the_phone_take_another_one(
    table: Table, pieces: int
) -> None:
    taker = Taker(table.client)
    taker.take(pieces)
    assert status(table.client) == 429
    taker.close()
    assert status(table.client) == 200


def test_a_complete_history_ends_before_its_connection_does(table: Table) -> None:
    first = Taker(table.client)
    first.take_all()
    second = Taker(table.client)
    first.close()
    assert (second.answer.status_code, status(table.client)) == (200, 429)
    second.close()


def test_a_request_for_headers_alone_takes_no_turn(table: Table) -> None:
    table.client.head(HISTORY).close()
    assert status(table.client) == 200


def test_a_history_that_fails_lets_the_phone_take_another_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> Iterator[str]:
        yield "game"
        raise LookupError

    with monkeypatch.context() as broken:
        broken.setattr(book, "csv_lines", failing)
        with pytest.raises(LookupError), closing(Taker(table.client)) as taker:
            taker.take_all()
    assert status(table.client) == 200


@pytest.mark.parametrize("household", [False, True])
def test_a_phone_that_is_not_known_is_identified_by_its_address(
    tmp_path: Path, household: bool
) -> None:
    with opened(tmp_path, HOUSEHOLD=household) as app, closing(Taker(app.test_client())):
        made_up = app.test_client()
        made_up.set_cookie("scorekeeper", "A" * 43)
        assert status(made_up) == 429
        assert status(app.test_client(), "203.0.113.7") == 200


def test_some_threads_are_always_left_for_those_who_save(app: Flask, other: Table) -> None:
    takers = [Taker(app.test_client(), f"203.0.113.{n}") for n in range(gate.MOST[gate.STREAM])]
    refused = Taker(other.client).answer
    assert refused.status_code == 429
    assert "Other phones are downloading." in refused.text
    assert other.turn("hearts").status_code == 303
    takers.pop().close()
    assert status(other.client) == 200
    for taker in takers:
        taker.close()


def test_a_save_waits_for_no_history_however_much_of_it_was_taken(
    table: Table, other: Table
) -> None:
    for _ in range(60):
        table.start("Ann", "Ben", "Cem")
    with closing(Taker(table.client)) as taker:
        for pieces, turned in ((0, "hearts"), (1, "clubs"), (1, "spades"), (58, "jester")):
            taker.take(pieces)
            assert other.turn(turned).status_code == 303


def test_only_one_module_streams() -> None:
    found = [path.stem for path in MODULES if "stream_with_context" in path.read_text("utf-8")]
    assert found == ["gate"]
