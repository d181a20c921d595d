"""Every address that takes a form, with good values for all its fields, sent as bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_from_bytes

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.store.models import db
from tests import databases
from tests.cast import COOKIE, PAGE_COOKIE, Cast, Role, cast_on

Values = Sequence[str | bytes]
Form = Mapping[str, Values]
NOBODYS = {f"{what}_{seat}": "" for what in ("bid", "tricks") for seat in (3, 4, 5)}
"""Fields of seats that this game has not."""
NUMBERS = {"bid_0": "1", "bid_1": "0", "bid_2": "0"}
TRICKS = {"tricks_0": "0", "tricks_1": "1", "tricks_2": "0"}
TRUMP = {"turned": "wizard", "named": "clubs"}
HOUSE = {"hook": "y", "not1": "y", "zero": "y", "timed": "y", "clock": "90"}
LENGTH = {"length": "list", "first": "1", "last": "4", "second": "y", "sizes": "2, 3"}
SEATS = {"variant": "wizard", "name": "Uma\nVic\nWim", "token": "t", "dealer": "0", "start": "1"}
BUTTONS = {"up": "1", "down": "0", "use": "Ben", "group": "x", "draw": "1"}
TAP = {"tap": "the-number-of-a-tap", "knows": "that-of-one-before"}
SAVE = TAP | {"revision": "4"}
POSTS: dict[str, dict[str, str]] = {
    "/new": SEATS | HOUSE | LENGTH | BUTTONS | TAP | {"revision": ""},
    "/g/KEY/hands/2/trump": SAVE | TRUMP | {"touched": "turned"},
    "/g/KEY/hands/2/bids": SAVE | NUMBERS | {"touched": "bid_0"},
    "/g/KEY/hands/2/tricks": TAP
    | {"revision": "5"}
    | {"tricks_0": "1", "tricks_1": "1", "tricks_2": "0", "negated": ""}
    | {"touched": "tricks_0", "score": "1"},
    "/g/KEY/hands/1": SAVE | TRUMP | NUMBERS | TRICKS | NOBODYS | {"dealer": "2", "negated": ""},
    "/g/KEY/hands/2/dealer": SAVE | {"dealer": "2"},
    "/g/KEY/undo": SAVE | {"target": "4", "undoes": ""},
    "/g/KEY/end": SAVE | {"hands": "1"},
    "/g/KEY/rules": SAVE | HOUSE | LENGTH,
    "/g/KEY/rematch": SAVE,
    "/g/KEY/delete": SAVE,
    "/g/KEY/phones": SAVE | {"phone": "GIL"},
    "/g/KEY/pass": SAVE | {"hand_over": "y"},
    "/g/KEY/claim": SAVE,
    "/link/TOKEN": SAVE | {"name": "Ben"},
    "/join": TAP | {"revision": "", "code": "CODE"},
    "/book/name": SAVE | {"name": "Ann", "game": "x"},
    "/book/link": SAVE,
    "/book/recovery": SAVE | {"replace": "1"},
    "/book/phones": SAVE | {"phone": "MIA"},
}
"""Good fields of each, such that something is written; lines in a value are values, what is in
capitals is put in."""
ROLES = {"/g/KEY/claim": Role.MATE, "/link/TOKEN": Role.FOLLOWER}
"""Who sends it, where that is not the keeper."""
BY_CHANCE = {"key", "code", "token", "token_hash", "nonce", "key_hash", "recovery_hash"}
BY_TIME = {"seen_at", "started_at", "changed_at", "at", "expires_at", "used_at"}
Cells = frozenset[tuple[str, str]]
"""Tables and columns."""


@dataclass
class Stage:
    """The cast before one of these posts: what is sent, by whom, and the rows there are."""

    app: Flask
    path: str
    cookie: str
    good: dict[str, Values]
    before: databases.Rows

    def send(self, body: bytes, kind: str = "application/x-www-form-urlencoded") -> TestResponse:
        """Send a body as this phone, always with the cookies it had at first."""
        client = self.app.test_client(use_cookies=False)
        headers = {"Cookie": self.cookie}
        return client.post(self.path, data=body, content_type=kind, headers=headers)

    def rows(self) -> databases.Rows:
        """What the database holds now."""
        return rows_of(self.app)

    def restore(self) -> None:
        """Let it hold what it did at first."""
        restore(self.app, self.before)

    def left_by(self, body: bytes) -> Any:
        """What a post leaves, without what differs by chance and by the time."""
        self.send(body)
        rows = self.rows()
        self.restore()
        return settled(rows)


def staged(app: Flask, address: str) -> Stage:
    """The cast, about to send to an address of ``POSTS``."""
    cast = cast_on(app)
    role = ROLES.get(address, Role.KEEPER)
    if address.endswith("/tricks"):
        there = f"{cast.path}/hands/2/bids"
        bids = cast.post(Role.KEEPER, there, bid_0=1, bid_1=0, bid_2=0, revision=4)
        assert bids.status_code == 303
    path = cast.pencil() if "TOKEN" in address else address.replace("KEY", cast.key)
    good = {name: put_in(cast, value).split("\n") for name, value in POSTS[address].items()}
    stage = Stage(app, path, cookie_of(cast, role), {"csrf_token": [cast.tokens[role]], **good}, {})
    stage.before = stage.rows()
    return stage


def rows_of(app: Flask) -> databases.Rows:
    """Everything that the app's database holds."""
    with app.app_context():
        rows = databases.rows(db.session)
        db.session.remove()
    return rows


def restore(app: Flask, rows: databases.Rows) -> None:
    """Let the app's database hold just these rows."""
    with app.app_context():
        databases.fill(db.session, rows)
        db.session.remove()


def cookie_of(cast: Cast, role: Role) -> str:
    """The cookies that a phone of the cast sends."""
    held = [(name, cast.clients[role].get_cookie(name)) for name in (COOKIE, PAGE_COOKIE)]
    return "; ".join(f"{name}={kept.value}" for name, kept in held if kept)


def put_in(cast: Cast, value: str) -> str:
    """The value with what is in capitals in the table."""
    if value == "GIL":
        return cast.id_of("Gil’s phone", f"{cast.path}/phones")
    if value == "MIA":
        return cast.id_of("Mia’s phone")
    if value == "CODE":
        with cast.app.app_context():
            return str(db.session.scalar(db.text(f"SELECT code FROM game WHERE key='{cast.key}'")))  # noqa: S608
    return value


def encoded(form: Form) -> bytes:
    """The form as a browser sends it; a lone surrogate as the bytes of one."""
    pairs = [
        f"{quote_from_bytes(as_bytes(name))}={quote_from_bytes(as_bytes(value))}"
        for name, values in form.items()
        for value in values
    ]
    return "&".join(pairs).encode()


def as_bytes(value: str | bytes) -> bytes:
    """The value in UTF-8, or the bytes as they are."""
    return value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")


def settled(rows: databases.Rows) -> Any:
    """The rows without what differs by chance and by the time."""
    return {
        table: sorted(
            repr([(name, row[name]) for name in row if name not in BY_CHANCE | BY_TIME])
            for row in lines
        )
        for table, lines in rows.items()
    }


def is_same(before: databases.Rows, after: databases.Rows) -> bool:
    """Whether nothing was written but when a phone was here."""
    return _unseen(before) == _unseen(after)


def _unseen(rows: databases.Rows) -> databases.Rows:
    phones = [{**row, "seen_at": None} for row in rows["phone"]]
    return {**rows, "phone": phones}


def changed(before: databases.Rows, after: databases.Rows) -> Cells:
    """The columns that differ; all of a table's for a row that came or went."""
    found = set()
    for table, rows in before.items():
        if len(rows) != len(after[table]):
            found |= {(table, name) for row in [*rows, *after[table]] for name in row}
        for old, new in zip(rows, after[table], strict=False):
            found |= {(table, name) for name in old if old[name] != new[name]}
    return frozenset(found)
