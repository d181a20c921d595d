"""Clients that are slow on purpose: they occupy a server without giving it work."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

HEAD = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FORM = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\n"
PAGE = b"GET /static/style/hand.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
SLOW: dict[str, tuple[bytes, bytes]] = {
    "silent": (b"", b""),
    "headers a byte at a time": (HEAD + b"X-Slow: ", b"a"),
    "body a byte at a time": (FORM + b"Content-Length: 60000\r\n\r\n", b"a"),
    "chunks of a byte": (FORM + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    "waits to be told to go on": (
        FORM + b"Content-Length: 9\r\nExpect: 100-continue\r\n\r\n",
        b"",
    ),
    "never takes its answers": (PAGE * 500, b"G"),
}
"""The first bytes of each kind, and the bytes sent again and again."""
HALF = "half a handshake"
SLOW_TLS = SLOW | {HALF: (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"a")}
"""The same over https; the last kind never gets as far."""
WAITS = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
PAUSE = 0.05


@dataclass
class Slow:
    """One slow client of a kind; with a ``context`` over https."""

    port: int
    kind: str
    context: ssl.SSLContext | None = None
    line: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        self.connect()

    def connect(self) -> None:
        """Connect, or reconnect."""
        self.line = socket.socket()
        if self.kind == "never takes its answers":
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.settimeout(30)
        self.line.connect(("127.0.0.1", self.port))
        if self.context and self.kind != HALF:
            self.line = self.context.wrap_socket(self.line, server_hostname="127.0.0.1")
        self.line.sendall(SLOW_TLS[self.kind][0])
        self.line.setblocking(False)

    def is_held(self) -> bool:
        """Send the next byte; returns whether the connection is still open."""
        try:
            self.line.send(SLOW_TLS[self.kind][1])
            return self.kind == "never takes its answers" or self._hears_nothing()
        except WAITS:
            return True
        except OSError:
            return False

    def _hears_nothing(self) -> bool:
        try:
            return bool(self.line.recv(4096))
        except WAITS:
            return True


class Crowd:
    """Many slow clients, all driven by one thread; disconnected ones reconnect at once.

    A context: they connect at its beginning and leave at its end.
    """

    def __init__(
        self,
        port: int,
        kinds: Sequence[str],
        count: int,
        context: ssl.SSLContext | None = None,
    ) -> None:
        turns = [kinds[number % len(kinds)] for number in range(count)]
        self.clients = [Slow(port, kind, context) for kind in turns]
        self.hung_up = 0
        self._leave = threading.Event()
        self._thread = threading.Thread(target=self._hold_on)

    def __enter__(self) -> Crowd:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._leave.set()
        self._thread.join()
        for slow in self.clients:
            slow.line.close()

    def _hold_on(self) -> None:
        while not self._leave.wait(PAUSE):
            for slow in self.clients:
                if not slow.is_held():
                    self.hung_up += 1
                    self._again(slow)

    def _again(self, slow: Slow) -> None:
        slow.line.close()
        try:
            slow.connect()
        except OSError:
            # The server disconnected it while it was still sending its request.
            time.sleep(0)
