"""The cast before one valid POST: the request, its phone, and the existing rows."""

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_from_bytes

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.store.games import reading
from scorekeeper.store.models import TAP
from tests import databases
from tests.addresses import fields_of, prepare, put_in
from tests.cast import COOKIE, PAGE_COOKIE, Cast, Role, cast_on
from tests.requests import Form, Request, Values
from tests.table import field as hidden

READS = re.compile("SELECT |BEGIN|PRAGMA ")
URLENCODED = "application/x-www-form-urlencoded"


@dataclass
class Stage:
    """A phone about to send a form."""

    app: Flask
    path: str
    cookie: str
    good: dict[str, Values]
    before: databases.Rows = field(init=False)
    wrote: bool = field(default=True, init=False)
    """Whether the last request may have written anything; most refused ones only read."""

    def __post_init__(self) -> None:
        """Note the rows before."""
        self.before = self.rows()

    def send(self, body: bytes, kind: str = URLENCODED, **headers: str) -> TestResponse:
        """Send a body as this phone, always with its initial cookies."""
        client = self.app.test_client(use_cookies=False)
        sent = {"Cookie": self.cookie, **headers}
        with databases.asked(self.app) as statements:
            answer = client.post(self.path, data=body, content_type=kind, headers=sent)
        self.wrote = any(not READS.match(statement) for statement, _ in statements)
        return answer

    def rows(self) -> databases.Rows:
        """The current contents of the database."""
        return databases.held(self.app)

    def taken(self) -> databases.Rows:
        """The contents of the database, without the numbers of taps, which are stored whatever a
        tap does. The initial contents are then restored."""
        if not self.wrote:
            return self.before
        rows = self.rows()
        if not databases.is_same(self.before, rows):
            self.restore()
        return {**rows, TAP.name: self.before[TAP.name]}

    def restore(self) -> None:
        """Restore the initial contents."""
        databases.restore(self.app, self.before)
        reading.forget()

    def left_by(self, body: bytes) -> Any:
        """The effect of a POST without random values and times."""
        self.send(body)
        return databases.settled(self.taken())


def staged(app: Flask, request: Request) -> Stage:
    """The cast, ready to send the request."""
    cast, role = cast_on(app), request.by
    prepare(cast, request)
    path, token = put_in(cast, request.address), cast.tokens[role]
    if role is Role.NOBODY:
        token = hidden(cast.get(role, path).text, "csrf_token")
    good: dict[str, Values] = {"csrf_token": [token], **fields_of(cast, request)}
    return Stage(app, path, cookie_of(cast, role), good)


def cookie_of(cast: Cast, role: Role) -> str:
    """The cookies that a phone of the cast sends."""
    held = [(name, cast.clients[role].get_cookie(name)) for name in (COOKIE, PAGE_COOKIE)]
    return "; ".join(f"{name}={kept.value}" for name, kept in held if kept)


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
