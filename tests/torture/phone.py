"""A phone that calls the deployed program over https and forges its own address."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

from tests.torture.caller import Caller, Reply

HOST = "scores.example.org"
PROCESS = "X-Process"
"""The header that names the process which answered."""
FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "127.0.0.1",
    "X-Forwarded-Prefix": "/elsewhere",
    "Forwarded": "for=203.0.113.9;proto=http;host=127.0.0.1",
}
"""Headers that nginx must drop."""


@cache
def trusting(certificate: Path) -> ssl.SSLContext:
    """A context that trusts only this certificate."""
    return ssl.create_default_context(cafile=str(certificate))


class Line(HTTPSConnection):
    """A connection to this machine under the name of the host."""

    def __init__(self, phone: Phone) -> None:
        self.trusts = trusting(phone.certificate)
        source = (phone.source, 0)
        super().__init__(HOST, timeout=phone.timeout, context=self.trusts, source_address=source)
        self.present, self.source = ("127.0.0.1", phone.port), source

    def connect(self) -> None:
        """Open the connection."""
        line = socket.create_connection(self.present, self.timeout, self.source)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = self.trusts.wrap_socket(line, server_hostname=HOST)


@dataclass
class Phone(Caller):
    """A phone at the deployed program."""

    certificate: Path = Path()
    source: str = "127.0.0.1"
    process: str = ""
    """The process that answered last."""

    def dial(self) -> HTTPConnection:
        """A new connection, over https."""
        return Line(self)

    def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: str | bytes = b""
    ) -> Reply:
        """Send anything, as a page of the host does."""
        own = {"Origin": f"https://{HOST}", "Referer": f"https://{HOST}/"}
        reply = super().ask(method, path, FORGED | own | dict(headers), body)
        self.process = reply.headers.get(PROCESS, "")
        return reply


Dial = Callable[..., Phone]
"""Creates a phone with this network address."""
