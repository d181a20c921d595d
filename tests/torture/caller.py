"""A phone in a few lines of HTTP: real sockets and cookies, without Flask."""

from __future__ import annotations

import re
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode

Fields = Mapping[str, str | int | Sequence[str]]
LOST = (OSError, HTTPException)
"""The exceptions of a broken connection."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A complete answer."""

    status: int
    text: str
    headers: Mapping[str, str]

    def value(self, name: str) -> str:
        """The value of a hidden field in the page."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found, f"no field {name} in a page of status {self.status}"
        return unescape(found[1])


@dataclass
class Caller:
    """One phone at a server, with its cookies and the token of its forms.

    With a ``context`` it comes over https.
    """

    port: int
    timeout: float = 30.0
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    context: ssl.SSLContext | None = None
    _line: HTTPConnection | None = None

    def get(self, path: str, **headers: str) -> Reply:
        """Open a page. Raises one of ``LOST``."""
        return self.ask("GET", path, headers)

    def post(self, path: str, fields: Fields, *, part: bool = False) -> Reply:
        """Send a form; ``part``: as htmx does. Raises one of ``LOST``."""
        if not self.token:
            self.token = self.get("/new").value("csrf_token")
        body = urlencode({"csrf_token": self.token} | dict(fields), doseq=True)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if part:
            headers["HX-Request"] = "true"
        return self.ask("POST", path, headers, body)

    def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: str | bytes = b""
    ) -> Reply:
        """Send anything; the connection stays open for the next request."""
        line = self._line or self.dial()
        self._line = None
        sent = dict(headers)
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            line.request(method, path, body, sent)
            response = line.getresponse()
            text = response.read().decode(errors="replace")
        except BaseException:
            line.close()
            raise
        self._line = line
        for header in response.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: held.value for name, held in SimpleCookie(header).items()}
        return Reply(response.status, text, dict(response.headers))

    def dial(self) -> HTTPConnection:
        """A new connection."""
        if self.context is None:
            return HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        return HTTPSConnection("127.0.0.1", self.port, timeout=self.timeout, context=self.context)

    def start(self, *names: str, variant: str = "wizard", dealer: int = 0, **more: str) -> str:
        """Start a game; returns its path ``/g/<key>``."""
        seats: Fields = {"start": "1", "variant": variant, "name": names, "dealer": dealer}
        reply = self.post("/new", {**seats, **more})
        assert reply.status == 303, reply.text
        return reply.headers["Location"]

    def share(self, game: str, other: Caller, name: str = "") -> None:
        """Let another phone keep the score of a game too, by a one-time link."""
        reply = other.post(self.link(game), {"name": name})
        assert reply.status == 303, reply.text

    def link(self, game: str) -> str:
        """The path of a new one-time link that grants the right to keep score in this game."""
        assert self.post(f"{game}/pass", {}).status == 303
        page = self.get(f"{game}/phones").text
        link = re.search(r'id="address" type="text" value="\w+://[^/"]+([^"]+)"', page)
        assert link, "no link to pass the pencil"
        return unescape(link[1])

    def close(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
            self._line = None
