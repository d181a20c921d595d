"""The checks around waitress: undocumented names that we use must exist at the start."""

import ast
from collections import Counter
from http.client import HTTPConnection
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

from scorekeeper import serving
from scorekeeper.cli import main
from scorekeeper.config import SettingError
from scorekeeper.http import gate
from scorekeeper.http.gate import dear_requests
from scorekeeper.serving import DEAR, INNER, LANES, OF_EACH, OF_REQUEST, OF_TASK, PAGES, make_server

FENCED = [(owner, name) for owner, names in INNER.items() for name in names]
ROOT = Path(__file__).parent.parent
SOON = 100
"""Seconds after which a request that waits makes a test fail."""


def take_away(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
    """Remove this name from waitress."""
    for known in owner.__mro__:
        if name in vars(known):
            monkeypatch.delattr(known, name)


def test_the_server_starts_on_this_waitress_and_every_connection_is_one_of_ours(
    app: Flask,
) -> None:
    server: Any = make_server(app, "127.0.0.1", 0)
    assert server.channel_class is serving.Connection
    assert not server.active_channels
    server.close()


@pytest.mark.parametrize(("owner", "name"), FENCED, ids=[name for _, name in FENCED])
def test_a_waitress_without_an_inner_name_is_refused_by_that_name(
    app: Flask, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    take_away(monkeypatch, owner, name)
    with pytest.raises(SettingError, match=rf"waitress 3\S+ has no {owner.__name__}\.{name}\b"):
        make_server(app, "127.0.0.1", 0)


@pytest.mark.parametrize("name", OF_EACH)
def test_a_waitress_whose_connections_lack_an_inner_name_is_refused_by_that_name(
    app: Flask, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    made = HTTPChannel.__init__

    def without(self: Any, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        delattr(self, name)

    monkeypatch.setattr(HTTPChannel, "__init__", without)
    with pytest.raises(SettingError, match=rf"has no HTTPChannel\.{name}\b"):
        make_server(app, "127.0.0.1", 0)


@pytest.mark.thorough
def test_the_command_says_what_waitress_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    take_away(monkeypatch, HTTPChannel, "total_outbufs_len")
    result = CliRunner().invoke(main, ["serve", "--host", "127.0.0.1", "--port", "8123"])
    assert result.exit_code == 1
    assert "has no HTTPChannel.total_outbufs_len: install waitress>=3.0.2,<3.1." in result.output


@pytest.mark.thorough
def test_no_other_module_reaches_into_waitress_and_this_one_only_as_far_as_the_fence() -> None:
    users = [path for path in (ROOT / "scorekeeper").rglob("*.py") if "waitress" in imports(path)]
    assert sorted(path.name for path in users) == ["serving.py"]
    nodes = [node for path in users for node in ast.walk(parsed(path))]
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    inner = {*dir(HTTPChannel), *dir(HTTPRequestParser), *OF_EACH, *OF_REQUEST}
    of_waitress = used & inner
    fenced = {*OF_EACH, *OF_REQUEST, *OF_TASK, *(name for _, name in FENCED), "__init__"}
    # An attribute of servers that the manual documents.
    assert of_waitress - {"close"} <= fenced


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> set[str]:
    """The packages that a module imports from."""
    named = [node.module for node in ast.walk(parsed(path)) if isinstance(node, ast.ImportFrom)]
    return {str(module).partition(".")[0] for module in named}


class Held:
    """An app whose dear requests, and those for pages, are held until they may end."""

    def __init__(self) -> None:
        self.inside = Counter[str]()
        self.most = Counter[str]()
        self.changed, self.may_end = Condition(), Event()

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        lane = environ["PATH_INFO"].split("/")[1]
        if lane != "g":
            with self.changed:
                self.inside[lane] += 1
                self.most[lane] = max(self.most[lane], self.inside[lane])
                self.changed.notify_all()
            assert self.may_end.wait(SOON)
            with self.changed:
                self.inside[lane] -= 1
        start("200 OK", [("Content-Length", "0")])
        return []


def test_a_save_never_waits_for_dear_requests_nor_for_pages_and_all_are_answered() -> None:
    held = Held()
    server: Any = make_server(held, "127.0.0.1", 0, is_dear=lambda path, _: path[:5] == "/dear")
    port = server.effective_port
    lines: list[HTTPConnection] = []
    runs = Thread(target=server.run, daemon=True)
    runs.start()

    def ask(method: str, path: str) -> HTTPConnection:
        line = HTTPConnection("127.0.0.1", port, timeout=SOON)
        line.request(method, path)
        return line

    for kind, number in (("dear", 12), ("e", 12)):
        lines += [ask("GET", f"/{kind}/{one}") for one in range(number)]
    with held.changed:
        # Each lane is full; the order in which requests arrive is not known.
        assert held.changed.wait_for(
            lambda: held.inside == {"dear": LANES[DEAR], "e": LANES[PAGES]}, SOON
        )
    for _ in range(3):
        save = ask("POST", "/g/key/hands/1/bids")
        assert save.getresponse().status == 200
        save.close()
    assert not held.may_end.is_set()
    held.may_end.set()
    for line in lines:
        assert line.getresponse().status == 200
        line.close()
    assert held.most == {"dear": LANES[DEAR], "e": LANES[PAGES]}
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(server._map)
    runs.join(SOON)


@pytest.mark.thorough
def test_forty_phones_of_a_hall_all_get_their_dear_pages_at_once(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each another one, behind one router."""
    # A machine that is busy with other tests takes longer than a server.
    monkeypatch.setattr(gate, "PATIENCE", SOON)
    monkeypatch.setattr(gate, "LONG", SOON)
    server: Any = make_server(app, "127.0.0.1", 0, is_dear=dear_requests(app))
    runs = Thread(target=server.run, daemon=True)
    runs.start()
    lines = []
    for number in range(40):
        line = HTTPConnection("127.0.0.1", server.effective_port, timeout=SOON)
        line.request("GET", f"/people?page={number + 1}")
        lines.append(line)
    assert [line.getresponse().status for line in lines] == [200] * len(lines)
    for line in lines:
        line.close()
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(server._map)
    runs.join(SOON)


def test_the_dependency_is_bounded_as_the_message_says() -> None:
    assert f'"{serving.TESTED_VERSIONS}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
