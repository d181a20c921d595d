"""Many persistent connections, driven by one thread, so that the load itself costs little.

Each caller sends a request when its time has come, and waits for the answer. If the server closes
an idle connection because others need room, the caller reconnects and repeats the request, like a
browser; the time counts from the first attempt.
"""

import gc
import heapq
import selectors
import socket
from collections.abc import Sequence
from math import inf
from time import perf_counter
from typing import Protocol

from tests.bench.line import PATIENCE, Answer, whole


class Caller(Protocol):
    """A client that sends requests repeatedly."""

    port: int

    def request(self) -> bytes | None:
        """The next request; None to stop."""

    def answered(self, answer: Answer) -> float:
        """Handle the answer; returns the seconds to wait before the next request."""


class Wire:
    """A caller's connection."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.socket: socket.socket | None = None
        self.asked = b""
        """The request that waits for its answer; empty if there is none."""
        self.came = b""
        self.began = 0.0


class Loop:
    """Runs callers until they stop."""

    def __init__(self) -> None:
        self._ready = selectors.DefaultSelector()
        self._due: list[tuple[float, int, Wire]] = []
        self._waiting = 0
        self._until = 0.0

    def run(self, callers: Sequence[Caller], delays: Sequence[float], seconds: float = inf) -> None:
        """Start each caller after its delay, and stop all after this many seconds."""
        now = perf_counter()
        self._until = now + seconds
        wires = [Wire(caller) for caller in callers]
        self._due = [(now + delay, n, wires[n]) for n, delay in enumerate(delays)]
        heapq.heapify(self._due)
        gc.disable()
        try:
            while self._due or self._waiting:
                self._ask_all_due()
                if self._due or self._waiting:
                    self._hear()
        finally:
            gc.enable()
            for wire in wires:
                self._hang_up(wire)

    def _ask_all_due(self) -> None:
        while self._due and self._due[0][0] <= perf_counter():
            wire = heapq.heappop(self._due)[2]
            asked = wire.caller.request() if perf_counter() < self._until else None
            if asked is not None:
                self._waiting += 1
                wire.asked, wire.began = asked, perf_counter()
                self._send(wire)

    def _hear(self) -> None:
        pause = max(0.0, self._due[0][0] - perf_counter()) if self._due else PATIENCE
        heard = self._ready.select(pause)
        assert heard or self._due, "no answer came"
        for key, _ in heard:
            self._receive(key.data)

    def _send(self, wire: Wire) -> None:
        wire.came = b""
        try:
            self._connected(wire).sendall(wire.asked)
        except ConnectionError:
            self._hang_up(wire)
            self._connected(wire).sendall(wire.asked)

    def _receive(self, wire: Wire) -> None:
        assert wire.socket is not None
        try:
            more = wire.socket.recv(65536)
        except ConnectionError:
            more = b""
        if not more:
            self._hang_up(wire)
            if wire.asked:
                assert not wire.came, "an answer was cut off"
                self._send(wire)
            return
        wire.came += more
        if answer := whole(wire.came):
            self._take(wire, answer)

    def _take(self, wire: Wire, answer: Answer) -> None:
        now = perf_counter()
        wire.asked, wire.came = b"", b""
        self._waiting -= 1
        if answer.header("Connection").lower() == "close":
            self._hang_up(wire)
        ms = (now - wire.began) * 1000
        pause = wire.caller.answered(Answer(answer.status, answer.head, answer.body, ms))
        heapq.heappush(self._due, (now + pause, id(wire), wire))

    def _connected(self, wire: Wire) -> socket.socket:
        if wire.socket is None:
            wire.socket = socket.create_connection(("127.0.0.1", wire.caller.port), PATIENCE)
            wire.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._ready.register(wire.socket, selectors.EVENT_READ, wire)
        return wire.socket

    def _hang_up(self, wire: Wire) -> None:
        if wire.socket is not None:
            self._ready.unregister(wire.socket)
            wire.socket.close()
            wire.socket = None
