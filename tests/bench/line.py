"""A thin HTTP client on a persistent connection, so that its own cost is small and constant."""

import gzip
import re
import socket
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

LENGTH = re.compile(rb"\r\nContent-Length: (\d+)\r\n", re.IGNORECASE)
END = b"\r\n\r\n"
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: the head as sent, the body possibly compressed, and the time."""

    status: int
    head: str
    body: bytes
    ms: float = 0.0

    @property
    def raw(self) -> bytes:
        """The body as a browser sees it."""
        return gzip.decompress(self.body) if self.header("Content-Encoding") else self.body

    def header(self, name: str) -> str:
        """A header; "" if it was not sent."""
        found = re.search(rf"\r\n{name}: ([^\r]*)", self.head, re.IGNORECASE)
        return found[1] if found else ""


def request(method: str, path: str, headers: dict[str, str], body: str = "") -> bytes:
    """The bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip, deflate"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if method == "POST":
        lines.append("Content-Type: application/x-www-form-urlencoded")
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + f"\r\n\r\n{body}").encode()


def whole(came: bytes) -> Answer | None:
    """The answer, if it is complete."""
    end = came.find(END)
    if end < 0:
        return None
    status = int(came[9:12])
    found = LENGTH.search(came, 0, end + 2)
    assert found or status == 204, "an answer of unknown length"
    start = end + len(END)
    length = int(found[1]) if found else 0
    if len(came) < start + length:
        return None
    return Answer(status, came[: end + 2].decode("latin-1"), came[start:])


class Asks(Protocol):
    """Anything that sends a request and waits for its answer."""

    def ask(self, sent: bytes) -> Answer:
        """Send a request; returns its answer."""


class Line:
    """A connection to a server, opened when it is first used."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._socket: socket.socket | None = None

    def ask(self, sent: bytes) -> Answer:
        """Send a request, and time it until the answer is complete.

        If the server closed the connection after its last answer, the time includes a new
        connection.
        """
        began = perf_counter()
        try:
            answer = self._answer(sent)
        except ConnectionError:
            self.close()
            answer = self._answer(sent)
        took = perf_counter() - began
        if answer.header("Connection").lower() == "close":
            self.close()
        return Answer(answer.status, answer.head, answer.body, took * 1000)

    def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _answer(self, sent: bytes) -> Answer:
        line, came = self._socket or self._opened(), b""
        line.sendall(sent)
        while (answer := whole(came)) is None:
            more = line.recv(65536)
            if not more:
                raise ConnectionResetError("the server hung up")
            came += more
        return answer

    def _opened(self) -> socket.socket:
        self._socket = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._socket
