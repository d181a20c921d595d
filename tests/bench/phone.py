"""The requests of a phone's page, and the values that it reads from each answer."""

import re
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlencode

from scorekeeper.http import cookies
from tests.bench.line import Answer, Asks, Line, request
from tests.torture.evening import Chips, Tap

HTMX = {"HX-Request": "true"}
TOKEN = re.compile(r'name="csrf_token" value="([^"]*)"')
COOKIE = re.compile(r"\r\nSet-Cookie: ([^=;]+)=([^;\r]*)", re.IGNORECASE)
HASH = re.compile(r' id="([^"]+)"[^<>]* data-hash="([^"]*)"')
ATTRIBUTE = re.compile(r' data-(seen|panel|poll|revision)="([^"]*)"')


@dataclass(slots=True)
class Phone:
    """A phone at a game's page, or at its table view, with one persistent connection.

    With the ``key`` of a phone that keeps score it may save; "" only follows.
    """

    line: Asks
    path: str
    key: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    shown: dict[str, str] = field(default_factory=dict)
    """The ``data-`` attributes of the page's root."""
    parts: dict[str, str] = field(default_factory=dict)
    """The hash of each part, by the id of its element."""

    def __post_init__(self) -> None:
        if self.key:
            self.cookies[cookies.PHONE] = self.key

    def open(self) -> Answer:
        """Load the whole page."""
        answer = self.line.ask(self.page())
        assert answer.status == 200, answer.head
        self.learn(answer)
        return answer

    def tap(self, tap: Tap) -> Answer:
        """Save a tap, which must change something."""
        before = int(self.shown["revision"])
        answer = self.line.ask(self.save(tap))
        self.learn(answer)
        saved = answer.status == 200 and int(self.shown["revision"]) == before + 1
        assert saved, f"{tap} was answered with {answer.head}"
        return answer

    def ask(self, seen: str | None = None) -> Answer:
        """Poll with the stamp of the page, or with an earlier one."""
        answer = self.line.ask(self.poll(seen))
        assert answer.status in (200, 204), answer.head
        self.learn(answer)
        return answer

    def page(self, path: str | None = None) -> bytes:
        """The request for a whole page."""
        return request("GET", path or self.path, self._cookie())

    def poll(self, seen: str | None = None) -> bytes:
        """The request for news."""
        address = self.shown["poll"]
        sign = "&" if "?" in address else "?"
        seen = self.shown["seen"] if seen is None else seen
        asked = f"{address}{sign}seen={seen}&parts={''.join(self.parts.values())}"
        return request("GET", asked, HTMX | self._cookie())

    def save(self, tap: Tap) -> bytes:
        """The request that saves a tap."""
        fields = {
            "revision": self.shown["revision"],
            **dict(tap.chips),
            "touched": _touched(tap.chips),
            "parts": "".join(self.parts.values()),
            "open": self.shown["panel"],
            "csrf_token": self.token,
        }
        headers = HTMX | self._cookie()
        return request("POST", self.path + tap.path, headers, urlencode(fields))

    def learn(self, answer: Answer) -> None:
        """Read the values of the page from the answer: stamp, revision, panel, token, cookies."""
        self.cookies |= dict(COOKIE.findall(answer.head))
        if answer.status != 200:
            return
        body = answer.raw.decode()
        if not self.token and (found := TOKEN.search(body)):
            self.token = unescape(found[1])
        self.parts |= dict(HASH.findall(body))
        root = body[: body.find(">", body.find(' data-seen="'))]
        self.shown |= {name: unescape(value) for name, value in ATTRIBUTE.findall(root)}

    def _cookie(self) -> dict[str, str]:
        held = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": held} if held else {}


def _touched(chips: Chips) -> str:
    """The tapped field, which is the last one; none if it is a button."""
    name = chips[-1][0]
    return "" if name == "score" else name


def phone_at(port: int, path: str, key: str = "") -> Phone:
    """A phone at a page, with its connection closed."""
    line = Line(port)
    phone = Phone(line, path, key)
    phone.open()
    line.close()
    return phone
