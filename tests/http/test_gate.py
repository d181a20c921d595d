"""The gate: each result is computed once, and few requests are inside."""

import runpy
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, g, request

from scorekeeper.http import gate
from scorekeeper.http.gate import BusyError, dear, dear_requests, inside, is_dear, once
from scorekeeper.serving import DEAR, LANES
from tests.addresses import GETS, POSTS, fields_of, put_in
from tests.cast import Cast, Role
from tests.table import Table, field

HERE, THERE = "203.0.113.1", "203.0.113.2"
ROOT = Path(__file__).parents[2]
SOON = 100
"""Seconds after which a thread that waits makes a test fail."""


class Asking:
    """Requests in threads of their own."""

    def __init__(self, app: Flask, threads: ThreadPoolExecutor) -> None:
        self._app, self._threads = app, threads

    def ask(
        self, key: str, compute: Callable[[], Any], address: str = HERE, **more: Any
    ) -> Future[Any]:
        """A request for a result."""

        def answer() -> Any:
            environ = {"REMOTE_ADDR": address}
            with self._app.test_request_context("/people", environ_overrides=environ):
                g.is_dear = True
                return once((key,), compute, **more)

        return self._threads.submit(answer)


class Slow:
    """A computation that ends when it is told to; counts how often it ran."""

    def __init__(self, result: Any = "result") -> None:
        self.result, self.runs = result, 0
        self.begun, self.may_end = Event(), Event()

    def __call__(self) -> Any:
        self.runs += 1
        self.begun.set()
        assert self.may_end.wait(SOON)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@pytest.fixture
def asking(app: Flask) -> Iterator[Asking]:
    with ThreadPoolExecutor(8) as threads:
        yield Asking(app, threads)
    assert not gate._inside
    assert not gate._tasks
    gate._rests.clear()


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PATIENCE", 0)


def until(is_so: Callable[[], bool]) -> None:
    """Wait until this is so in the gate."""
    with gate._changed:
        for _ in range(SOON * 1000):
            if is_so():
                break
            # A thread that begins to wait tells nobody.
            gate._changed.wait(0.001)
        else:
            pytest.fail("this never happens")


def waits(slow: Slow) -> None:
    """Wait until somebody waits for the computation, then let it end."""
    until(lambda: bool(gate._count(gate.TURN, gate.RESULT)))
    slow.may_end.set()


def test_what_others_ask_for_meanwhile_is_computed_once(asking: Asking) -> None:
    slow = Slow()
    first = asking.ask("slips", slow)
    assert slow.begun.wait(SOON)
    second = asking.ask("slips", slow, THERE)
    waits(slow)
    assert (first.result(SOON), second.result(SOON), slow.runs) == ("result", "result", 1)
    assert asking.ask("slips", slow).result(SOON) == "result"
    assert slow.runs == 1


def test_a_result_that_is_not_kept_is_shared_with_those_who_wait(asking: Asking) -> None:
    slow = Slow()
    first = asking.ask("draw", slow, keep=False)
    assert slow.begun.wait(SOON)
    second = asking.ask("draw", slow, THERE, keep=False)
    waits(slow)
    assert (first.result(SOON), second.result(SOON), slow.runs) == ("result", "result", 1)
    assert asking.ask("draw", slow, keep=False).result(SOON) == "result"
    assert slow.runs == 2


def test_an_address_that_asks_for_two_things_gets_one_after_the_other(asking: Asking) -> None:
    slow = Slow()
    first = asking.ask("slips", slow)
    assert slow.begun.wait(SOON)
    second = asking.ask("people", slow.may_end.is_set)
    waits(slow)
    assert first.result(SOON) == "result"
    assert second.result(SOON) is True, "not before the first one ended"


@pytest.mark.usefixtures("_impatient")
def test_one_address_leaves_room_for_others(asking: Asking) -> None:
    slow = Slow()
    first = asking.ask("slips", slow)
    assert slow.begun.wait(SOON)
    with pytest.raises(BusyError):
        asking.ask("people", list).result(SOON)
    assert asking.ask("people", lambda: "other", THERE).result(SOON) == "other"
    with inside(gate.STREAM, THERE), pytest.raises(BusyError), inside(gate.STREAM, THERE):
        pass
    assert asking.ask("hands", lambda: "other", THERE).result(SOON) == "other"
    slow.may_end.set()
    first.result(SOON)


def test_where_no_room_is_left_some_wait_for_it_and_the_others_are_told_so(app: Flask) -> None:
    """A download needs room too."""
    slow = Slow()
    view: Any = dear(slow)

    def ask() -> Any:
        with app.test_request_context("/people"):
            return view()

    with ThreadPoolExecutor(gate.INSIDE + gate.OUTSIDE) as threads:
        with inside(gate.STREAM, HERE):
            asked = [threads.submit(ask) for _ in range(gate.INSIDE - 1 + gate.OUTSIDE)]
            until(lambda: gate._count(gate.WAIT) == gate.OUTSIDE)
            assert slow.runs == gate.INSIDE - 1
            with pytest.raises(BusyError):
                ask()
        until(lambda: slow.runs == gate.INSIDE)
        slow.may_end.set()
        assert [one.result(SOON) for one in asked] == ["result"] * len(asked)
    assert not gate._inside


def test_servers_have_a_thread_for_each_dear_request_and_others_for_saves() -> None:
    conf = runpy.run_path(str(ROOT / "deploy" / "gunicorn.conf.py"))
    assert conf["threads"] == conf["worker_connections"] > gate.INSIDE + gate.OUTSIDE
    assert LANES[DEAR] == gate.INSIDE


def test_a_server_knows_by_path_and_method_what_is_marked(cast: Cast) -> None:
    tells, views = dear_requests(cast.app), cast.app.view_functions
    adapter = cast.app.url_map.bind("localhost")
    found = set()
    for addresses, method in ((GETS, "GET"), (POSTS, "POST")):
        for address in addresses:
            path = put_in(cast, address.partition("?")[0].replace("TOKEN", "UNKNOWN"))
            endpoint, _ = adapter.match(path, method)
            assert tells(path, method) is is_dear(views[endpoint]), address
            found.add(tells(path, method))
    assert found == {True, False}
    for path, method in (("/people", "PUT"), ("/nowhere", "GET"), ("", ""), ("\xff", "GET")):
        assert not tells(path, method)


@pytest.mark.usefixtures("_impatient")
def test_an_address_rests_as_long_as_it_worked(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(gate, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def work() -> str:
        now[0] += 7
        return "result"

    assert asking.ask("slips", work).result(SOON) == "result"
    for now[0], is_free in ((13.9, False), (14, True)):
        with pytest.raises(BusyError) if not is_free else nullcontext():
            assert asking.ask("people", lambda: "people").result(SOON) == "people"
        assert asking.ask(f"at {now[0]}", lambda: "other", THERE).result(SOON) == "other"
    assert not gate._rests


def test_one_request_waits_for_the_end_of_its_address_rest(asking: Asking) -> None:
    with gate._changed:
        gate._rests[HERE] = time.monotonic() + SOON
    first = asking.ask("slips", lambda: "slips")
    until(lambda: gate.has(gate.TURN, HERE))
    with pytest.raises(BusyError):
        asking.ask("people", lambda: "people").result(SOON)
    assert asking.ask("people", lambda: "other", THERE).result(SOON) == "other"
    gate._rests.clear()
    assert first.result(SOON) == "slips"


@pytest.mark.parametrize("failure", [LookupError("lost"), SystemError()])
def test_a_failure_is_not_cached_and_whoever_waited_tries(
    asking: Asking, failure: Exception
) -> None:
    slow = Slow(failure)
    first = asking.ask("slips", slow)
    assert slow.begun.wait(SOON)
    second = asking.ask("slips", lambda: "found", THERE)
    waits(slow)
    with pytest.raises(type(failure)):
        first.result(SOON)
    assert second.result(SOON) == "found"


def test_nothing_is_a_result_too(asking: Asking) -> None:
    runs: list[None] = []
    for _ in range(2):
        assert asking.ask("picture", lambda: runs.append(None)).result(SOON) is None
    assert len(runs) == 1


def test_results_are_cached_up_to_a_number_of_bytes(asking: Asking) -> None:
    large = "a" * (gate.LARGEST // 2)
    for number in range(3):
        assert asking.ask(f"json {number}", lambda: large).result(SOON) == large
    assert gate._results.weight == 0
    for number in range(200):
        asking.ask(f"slips {number}", lambda: "a" * 200_000).result(SOON)
    assert 0 < gate._results.weight <= gate.CACHE_BYTES


def test_a_result_is_for_one_language_and_one_name_of_the_server(app: Flask) -> None:
    found = set()
    for language in ("en", "de"):
        for host in ("table.test", "127.0.0.1"):
            headers = {"Accept-Language": language}
            with app.test_request_context("/people", f"http://{host}", headers=headers):
                g.is_dear = True
                found.add(once(("slips",), lambda: f"{request.host} {language}"))  # noqa: B023
    assert len(found) == 4


def test_only_a_view_that_is_marked_computes_something_dear(app: Flask) -> None:
    with app.test_request_context("/"), pytest.raises(RuntimeError, match="not marked"):
        once(("slips",), list)

    @dear
    def view() -> Any:
        return once(("slips",), lambda: "slips")

    assert is_dear(view)
    with app.test_request_context("/"):
        assert view() == "slips"


@pytest.mark.usefixtures("_impatient")
def test_a_page_that_is_refused_tries_again_by_itself(table: Table) -> None:
    with inside(gate.WORK, "127.0.0.1"):
        answer = table.client.get("/people")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.headers["Refresh"] == "2"
    assert "The server is busy with other big pages." in answer.text
    assert table.client.get("/people").status_code == 200


@pytest.mark.usefixtures("_impatient")
def test_a_form_that_is_refused_is_kept_for_another_tap(cast: Cast) -> None:
    sent, path = POSTS["/e/PLAN/desk/draw"], put_in(cast, "/e/PLAN/desk/draw")
    with inside(gate.WORK, "127.0.0.1"):
        answer = cast.post(Role.DESK, path, **fields_of(cast, sent))
    assert answer.status_code == 503
    assert "Refresh" not in answer.headers
    fields = {name: field(answer.text, name) for name in ("revision", "tap", "csrf_token")}
    again = cast.clients[Role.DESK].post(path, data=fields)
    assert again.status_code == 303


def test_a_shared_result_contains_nothing_of_the_phone_that_asked_first(cast: Cast) -> None:
    """Neither its token nor its message; and those without the right never see it."""
    views = cast.app.view_functions
    adapter = cast.app.url_map.bind("localhost")
    for address in GETS:
        path = put_in(cast, address.partition("?")[0].replace("TOKEN", "UNKNOWN"))
        endpoint, _ = adapter.match(path)
        if not is_dear(views[endpoint]):
            continue
        with cast.clients[Role.DESK].session_transaction() as session:
            session["_flashes"] = [("message", "of this phone alone")]
        first = cast.get(Role.DESK, path)
        again = cast.get(Role.DESK, path)
        assert "of this phone alone" not in again.text, address
        if GETS[address].may == frozenset({Role.DESK}):
            assert first.status_code == 200, address
            assert cast.get(Role.KEEPER, path).status_code == 404, address
        for value in gate._results._values.values():
            shown = str(value.value)
            assert "of this phone alone" not in shown, address
            assert cast.tokens[Role.DESK] not in shown, address
