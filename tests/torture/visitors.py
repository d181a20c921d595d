"""All phones of the cast, sending valid forms to random addresses."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from werkzeug.test import TestResponse

from tests import databases
from tests.addresses import POSTS, fields_of, put_in
from tests.cast import Cast, Role
from tests.requests import Values
from tests.table import HTMX
from tests.torture import WHOLE
from tests.torture.odd import Address
from tests.torture.stage import URLENCODED, cookie_of, encoded

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
HEADERS = {
    "Content-Type": URLENCODED,
    "X-HTTP-Method-Override": "POST",
    "X-Method-Override": "POST",
    "X-HTTP-Method": "POST",
}
QUERY = "_method=POST&seen=0.0&panel=bids&again&me=1&page=2&sep=semicolon&group=x"
ODD_QUERY = "_method=%ff&seen=%00&seen=9.9&panel=%00&me=%C2%B2&page=%C2%B2&sep=&group=%00&&=&%"
INVENTED = f"scorekeeper={'n' * 43}"
"""The invented key of a phone without a cookie."""
TOLD = ("Set-Cookie", "Date", "Content-Length")
"""Headers that may differ between one refusal and another."""


@dataclass
class Visitors:
    """The cast with a link that the keeper made.

    ``refusals`` has the answers to each phone for pages that do not exist for it, by phone and
    method, and by rule where the method was refused.
    """

    cast: Cast
    link: str
    chance: random.Random
    asked: int = 0
    refusals: dict[Any, dict[Any, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the valid request for each address, and the rows before the visits."""
        self.bodies: dict[str, dict[str, Values]] = {
            address: {**fields_of(self.cast, good)} for address, good in POSTS.items()
        }
        self.before = databases.held(self.cast.app)

    def visit(self, address: Address, role: Role) -> None:
        """Send requests that must not write: with each method, and a POST without a token or with
        another phone's. The daily run uses two methods and one of the others, with htmx or without.
        """
        tokens = self.cast.tokens
        methods = METHODS if WHOLE else ("GET", "POST", self.chance.choice(METHODS[2:]))
        for method in methods:
            other = Role.MATE if role is not Role.MATE else Role.KEEPER
            sent = ["", tokens[other]] if method == "POST" else [tokens[role]]
            if method == "POST" and not may_write(address, role):
                sent.append(tokens[role])
            for token in sent:
                for part in (False, True) if WHOLE else [self.chance.random() < 0.5]:
                    answer = self.ask(role, method, address, token, part=part)
                    self._judge(answer, address, (role, method, part))

    def ask(
        self, role: Role, method: str, address: Address, token: str, *, part: bool = False
    ) -> TestResponse:
        """Send the valid body for the address, with this token."""
        self.asked += 1
        fields = self.bodies.get(address.request.address, {"start": ["1"]})
        path = put_in(self.cast, address.path.replace("TOKEN", self.link))
        cookie = cookie_of(self.cast, role) or ("" if part else INVENTED)
        headers = {**HEADERS, **(HTMX if part else {}), "Cookie": cookie}
        return self.cast.app.test_client(use_cookies=False).open(
            method=method,
            data=encoded({"csrf_token": [token], **fields}),
            headers=headers,
            query_string=ODD_QUERY if part else QUERY,
            environ_overrides={"PATH_INFO": unquote_to_bytes(path).decode("latin-1")},
        )

    def wrote(self) -> bool:
        """Return whether anything was written since the beginning."""
        return not databases.is_same(self.before, databases.held(self.cast.app))

    def _judge(self, answer: TestResponse, address: Address, who: tuple[Role, str, bool]) -> None:
        assert answer.status_code < 500, (address, who)
        assert "X" not in answer.headers, (address, who)
        assert "<script>x" not in answer.text, (address, who)
        is_told_why = answer.status_code in (403, 409, 422) and may_write(address, who[0])
        # A phone with the public link of an event may know that the event exists.
        is_told_why |= address.rule.startswith("/e/") and not address.wrong.startswith("key: ")
        if answer.status_code >= 400 and address.has_shape and not is_told_why:
            headers = sorted(pair for pair in answer.headers if pair[0] not in TOLD)
            rule = address.rule if answer.status_code == 405 else ""
            told = self.refusals.setdefault((*who, rule), {})
            present = f"{address.rule} ({address.wrong})"
            told.setdefault((answer.status_code, answer.data, *headers), present)

    def hints(self) -> Iterator[Any]:
        """The addresses at which refusals to the same phone differ."""
        for who, told in self.refusals.items():
            if len(told) > 1:
                yield who, list(told.values())


def may_write(address: Address, role: Role) -> bool:
    """Return whether this phone may write there with a POST that has the token of its pages."""
    if "<key>" not in address.rule:
        return True
    if Role.FOLLOWER in address.request.may and address.request.method == "POST":
        # Anyone who may see the game gets the reason.
        return address.wrong != "key: unknown"
    if address.wrong == "key: another's":
        return role is Role.STRANGER
    right = address.request.method == "POST" and not address.wrong.startswith("key: ")
    return right and role in address.request.may
