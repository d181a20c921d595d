"""A named cast: phones with every role in one game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape
from werkzeug.test import TestResponse

from scorekeeper.exchange.tables.csv_out import csv_lines
from scorekeeper.store.games import reading, saves
from scorekeeper.store.sharing import keepers
from tests import databases
from tests.conftest import opened
from tests.staged_events import staged_events
from tests.table import HTMX, Table
from tests.table import field as hidden

COOKIE, PAGE_COOKIE = "scorekeeper", "scorekeeper_page"
UNKNOWN = "A" * 22
"""The key of a game, or the token of a link, that does not exist."""
HOSTILE = """<xx y="z">'&lt{{7*7}}%(x)s"""
"""What each name of a hostile cast ends with."""


class Role(StrEnum):
    """The role of a phone in the game."""

    KEEPER = "keeper"
    """Started the game."""
    GUEST = "guest"
    """Keeps score by a link, with its own book."""
    MATE = "mate"
    """Shares the keeper's book and does not keep this game's score."""
    FOLLOWER = "follower"
    """Opened the game's page; has a cookie from the page of a new game."""
    STRANGER = "stranger"
    """Keeps another game."""
    ENDED = "ended"
    """Kept score by a link until that right was revoked."""
    DESK = "desk"
    """Runs the events of ``tests/staged_events.py``, in a book of its own."""
    HELPER = "helper"
    """Only enters the results of these events."""
    NOBODY = "nobody"
    """Has no cookie."""


KEEPERS = (Role.KEEPER, Role.GUEST)


@dataclass(frozen=True)
class Staged:
    """The cast, created once: the database and the cookies of each phone."""

    rows: databases.Rows
    key: str
    theirs: str
    cookies: Mapping[Role, Mapping[str, str]]
    tokens: Mapping[Role, str]
    events: Mapping[str, str]


@dataclass(frozen=True)
class Cast:
    """The game at ``key``, the stranger's at ``theirs``, and a client for each role.

    Hand 1 is scored, and trump of hand 2 is turned up: revision 4.
    """

    app: Flask
    key: str
    theirs: str
    clients: Mapping[Role, FlaskClient]
    tokens: Mapping[Role, str]
    events: Mapping[str, str] = field(default_factory=dict)
    """The keys of the desk's events, by their words in addresses."""
    ending: str = ""
    """What each name ends with."""

    @property
    def path(self) -> str:
        """The game's address."""
        return f"/g/{self.key}"

    def get(self, role: Role, address: str = "", *, part: bool = False) -> TestResponse:
        """The phone opens an address, by default the game's."""
        headers = HTMX if part else {}
        return self.clients[role].get(address or self.path, headers=headers, buffered=True)

    def keeps(self, role: Role) -> bool:
        """Return whether the phone keeps the game's score, according to the page."""
        return 'data-role="keeps"' in self.get(role).text

    def post(self, role: Role, address: str, *, part: bool = False, **fields: Any) -> TestResponse:
        """The phone sends a form, with the CSRF token of its own pages if it has one."""
        data = {"csrf_token": self.tokens[role], **fields}
        headers = HTMX if part else {}
        return self.clients[role].post(address, data=data, headers=headers)

    def table(self, role: Role) -> Table:
        """A Table that acts for the phone."""
        table = Table(self.clients[role])
        table.key, table.players = self.key, ("Ann", "Ben", "Cem")
        return table

    def hide_bids(self) -> None:
        """Score hand 2, and let all phones enter hidden bids in hand 3."""
        table = self.table(Role.KEEPER)
        table.post(f"{self.path}/rules", revision="4", hidden="y", length="whole")
        table.bid(1, 0, 0)
        table.score(1, 1, 0)
        table.turn("hearts")
        assert table.post(f"{self.path}/sealed", on="y").status_code == 303

    def phone_key(self, role: Role) -> str:
        """The key of the phone, "" if it has none."""
        return _cookies(self.clients[role]).get(COOKIE, "")

    def state(self, key: str = "") -> tuple[Any, ...]:
        """Everything that a save could change: the CSV, the revision, the rights and the log."""
        with self.app.app_context():
            stored = reading.read(key or self.key)
            lines = tuple(keepers.listed(stored.id, ""))
            return (
                "".join(csv_lines([stored], ",")),
                stored.stamp,
                stored.game,
                tuple(line.id for line in lines),
                tuple(saves.log(stored)),
            )

    def id_of(self, name: str, address: str = "/book", role: Role = Role.KEEPER) -> str:
        """The number of a phone, from the button beside its name on a page."""
        return id_beside(name, self.get(role, address).text)

    def person(self, name: str) -> str:
        """The number of a person of the keeper's book, from the link of the name."""
        for number, line in re.findall(
            r'href="/people/(\d+)">(.*?)</a>', self._people(), re.DOTALL
        ):
            if any(f">{escape(name + more)}</b>" in line for more in ("", self.ending)):
                return str(number)
        return "0"

    def change(self) -> str:
        """The number of the newest change of people in the keeper's book."""
        found = re.search(r'name="change" value="(\d+)"', self._people())
        return found[1] if found else "0"

    def _people(self) -> str:
        return self.get(Role.KEEPER, "/people").text

    def pencil(self, role: Role = Role.KEEPER, **fields: Any) -> str:
        """The address of a new link for the game's score."""
        return made_link(self, role, f"{self.path}/pass", f"{self.path}/phones", **fields)

    def book_link(self, role: Role = Role.KEEPER) -> str:
        """The address of a new link for the phone's book."""
        return made_link(self, role, "/book/link", "/book")

    def recovery(self, role: Role = Role.KEEPER) -> str:
        """The address of the recovery link that the phone shows."""
        return shown_link(self.get(role, "/book").text, "recovery-link")


def cast_on(app: Flask, ending: str = "") -> Cast:
    """The whole cast on this app, whose former data are deleted; every name has this ending."""
    staged = _staged(ending)
    databases.restore(app, staged.rows)
    clients = {role: app.test_client() for role in Role}
    for role, cookies in staged.cookies.items():
        for name, value in cookies.items():
            clients[role].set_cookie(name, value)
    return Cast(app, staged.key, staged.theirs, clients, staged.tokens, staged.events, ending)


def made_link(cast: Cast, role: Role, address: str, page: str, **fields: Any) -> str:
    """The path of a link that a phone makes and then shows."""
    response = cast.post(role, address, **fields)
    assert response.status_code == 303, response.text
    return shown_link(cast.get(role, page).text)


def shown_link(page: str, name: str = "address") -> str:
    """The path of the link that a page shows, without the server's name."""
    return "/" + shown_address(page, name).split("/", 3)[3]


def shown_address(page: str, name: str = "address") -> str:
    """The whole address in a page's field."""
    found = re.search(rf'<input id="{name}" type="text" value="([^"]*)" readonly', page)
    assert found, f"no {name}"
    return unescape(found[1])


def id_beside(name: str, page: str) -> str:
    """The value of the button beside a phone's name."""
    for line in re.findall(r"<li\b(.*?)</li>", page, re.DOTALL):
        if name in unescape(line) and (found := re.search(r'name="phone" value="(\d+)"', line)):
            return str(found[1])
    raise AssertionError(f"no button beside {name}")


@cache
def _staged(ending: str) -> Staged:
    """All phones get their roles over HTTP, once; the result is then copied."""
    with TemporaryDirectory() as folder, opened(Path(folder)) as app:
        clients = {role: app.test_client() for role in Role}
        tokens = dict.fromkeys(Role, "")
        for role in Role:
            if role is not Role.NOBODY:
                tokens[role] = hidden(clients[role].get("/new").text, "csrf_token")
        other = Table(clients[Role.STRANGER])
        other.start(*(f"{name}{ending}" for name in ("Dora", "Emil", "Fritz")))
        table = Table(clients[Role.KEEPER])
        table.start(*(f"{name}{ending}" for name in ("Ann", "Ben", "Cem")))
        table.play("hearts", (0, 1, 1), (0, 0, 1))
        table.turn("spades")
        cast = Cast(app, table.key, other.key, clients, tokens)
        cast.post(Role.KEEPER, "/book/name", name=f"Ann’s phone{ending}")
        cast.post(Role.GUEST, cast.pencil(), name=f"Gil’s phone{ending}")
        cast.post(Role.ENDED, cast.pencil(), name=f"Tom’s phone{ending}")
        cast.post(Role.MATE, cast.book_link(), name=f"Mia’s phone{ending}")
        ended = cast.id_of("Tom’s phone", f"{cast.path}/phones")
        cast.post(Role.KEEPER, f"{cast.path}/phones", phone=ended)
        phones = app.test_client(), app.test_client(), clients[Role.HELPER]
        made = staged_events(clients[Role.DESK], *phones, ending)
        for role in tuple(Role)[:-1]:
            # This shows the message that a redirect left.
            cast.get(role)
        cookies = {role: _cookies(client) for role, client in clients.items()}
        rows = databases.held(app)
        return Staged(rows, cast.key, cast.theirs, cookies, tokens, made)


def _cookies(client: FlaskClient) -> dict[str, str]:
    held = {name: client.get_cookie(name) for name in (COOKIE, PAGE_COOKIE)}
    return {name: cookie.value for name, cookie in held.items() if cookie}
