"""A keeper's hands for tests: the requests of a phone, tap by tap."""

from __future__ import annotations

import csv
import re
from typing import Any

from flask import session
from flask.testing import FlaskClient
from flask_wtf.csrf import generate_csrf
from werkzeug.test import TestResponse

from scorekeeper.store.games import reading
from scorekeeper.store.mapping.stored import StoredGame

HTMX = {"HX-Request": "true"}


class Table:
    """Starts a game and plays it over HTTP; seats are in the order of the names."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.key = ""
        self._token = ""
        self.players: tuple[str, ...] = ()

    def token(self) -> str:
        """A CSRF token for this phone, created directly because drawing a page takes longer than a
        save."""
        if not self._token:
            app = self.client.application
            with self.client.session_transaction() as held, app.test_request_context():
                session.update(held)
                self._token = generate_csrf()
                held.update(session)
        return self._token

    def renew(self) -> None:
        """The token read from a page of this phone."""
        self._token = field(self.client.get("/book").text, "csrf_token")

    def post(self, path: str, *, part: bool = False, **data: Any) -> TestResponse:
        """POST a form with a valid CSRF token; ``part``: as htmx does."""
        data.setdefault("csrf_token", self.token())
        headers = HTMX if part else {}
        return self.client.post(path, data=data, headers=headers)

    def start(self, *names: str, variant: str = "wizard", dealer: int = 0, **more: Any) -> str:
        """Start a game; returns its address."""
        response = self.post(
            "/new", start="1", variant=variant, name=list(names), dealer=dealer, **more
        )
        assert response.status_code == 303, response.text
        self.key = response.location.rsplit("/", 1)[1]
        self.players = names
        return self.path

    @property
    def path(self) -> str:
        """The game's address."""
        return f"/g/{self.key}"

    def share(self, client: FlaskClient, name: str = "") -> Table:
        """Let another phone keep the score too, by a one-time link."""
        assert self.post(f"{self.path}/pass").status_code == 303
        link = link_on(self.client.get(f"{self.path}/phones").text)
        other = Table(client)
        other.key, other.players = self.key, self.players
        token = field(client.get(link).text, "csrf_token")
        assert other.post(link, csrf_token=token, name=name).status_code == 303
        return other

    def page(self, panel: str = "") -> str:
        """The game's page, opened with a panel."""
        return self.client.get(f"{self.path}?panel={panel}" if panel else self.path).text

    def stored(self) -> StoredGame:
        """The stored game; drawing the page would take ten times as long."""
        with self.client.application.app_context():
            return reading.read(self.key)

    @property
    def revision(self) -> int:
        """The revision that a newly opened page would show."""
        return self.stored().revision

    @property
    def hand(self) -> int:
        """The number of the hand in play."""
        return open_hand(self.stored())

    def send(self, panel: str, number: int | None = None, **data: Any) -> TestResponse:
        """Send one panel of the hand in play (or of another), like a newly opened page."""
        if number is None or "revision" not in data:
            stored = self.stored()
            number = number or open_hand(stored)
            data.setdefault("revision", stored.revision)
        return self.post(f"{self.path}/hands/{number}/{panel}", **data)

    def turn(self, turned: str, **more: Any) -> TestResponse:
        """Tap the card turned up."""
        return self.send("trump", turned=turned, **more)

    def bid(self, *bids: int | None, **more: Any) -> TestResponse:
        """Tap bids, in seating order; None leaves one out."""
        return self.send("bids", **numbers("bid", bids), **more)

    def take(self, *tricks: int | None, **more: Any) -> TestResponse:
        """Tap tricks without scoring."""
        return self.send("tricks", **numbers("tricks", tricks), **more)

    def score(self, *tricks: int | None, **more: Any) -> TestResponse:
        """Tap tricks and score the hand."""
        return self.send("tricks", score="1", **numbers("tricks", tricks), **more)

    def play(
        self, turned: str, bids: tuple[int | None, ...], tricks: tuple[int | None, ...], **more: Any
    ) -> TestResponse:
        """Play a whole hand; ``turned`` is "" if there is no card left to turn up."""
        if turned:
            self.turn(turned)
        self.bid(*bids)
        return self.score(*tricks, **more)

    def undo(self) -> TestResponse:
        """Tap Undo."""
        form = self.page().split('form="undo-form"')[1]
        return self.post(f"{self.path}/undo", target=field(form, "target"))

    def csv(self) -> list[list[str]]:
        """The rows of the game's CSV, without the header."""
        text = self.client.get(f"{self.path}.csv").text
        return list(csv.reader(text.splitlines()[1:]))

    def totals(self) -> list[int]:
        """Running totals after the last scored hand, in seating order."""
        rows = self.csv()
        return [int(row[14]) for row in rows[-len(self.players) :]] if rows else []


def open_hand(stored: StoredGame) -> int:
    """The number of the hand in play."""
    assert stored.sheet.hand, "the game is over"
    return stored.sheet.hand.number


def numbers(what: str, values: tuple[int | None, ...]) -> dict[str, int]:
    """``bid_0=…`` for each given value."""
    return {f"{what}_{seat}": n for seat, n in enumerate(values) if n is not None}


def field(page: str, name: str) -> str:
    """The value of a hidden field in a page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"no field {name}"
    return found[1]


def link_on(page: str, name: str = "address") -> str:
    """The path of a link that a page offers for copying."""
    found = re.search(rf'<input id="{name}" type="text" value="\w+://[^/"]+([^"]+)"', page)
    assert found, f"no {name}"
    return found[1]
