"""Requests designed to be expensive, and their cost compared with a plain page."""

import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

from flask import Flask
from werkzeug.test import EnvironBuilder

from tests.torture.stage import URLENCODED

Environ = dict[str, Any]
PLAIN = b"/new"
DEAR = 22
"""Multiples of a plain page, which takes 2.3 ms of processor time on a quiet machine; the limit is
50 ms."""
TRIES = 5


def request(path: bytes, query: bytes = b"", body: bytes | None = None, **headers: Any) -> Environ:
    """A request as a server passes it on; ``headers`` by their WSGI names."""
    usual = EnvironBuilder(
        method="GET" if body is None else "POST",
        input_stream=BytesIO(body or b""),
        content_length=len(body or b""),
        content_type=URLENCODED,
    ).get_environ()
    sent = {"PATH_INFO": path.decode("latin-1"), "QUERY_STRING": query.decode("latin-1")}
    return {**usual, "REMOTE_ADDR": "127.0.0.1", **sent, **headers}


class Scales:
    """Compares requests with a plain page of the same app in the same run."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.asked = 0
        self.dearest = 0.0
        """The cost of the most expensive request so far, in plain pages."""
        self.statuses: list[int] = []
        self._plain = min(self._seconds(request(PLAIN)) for _ in range(20))
        self.statuses.clear()

    def weigh(
        self,
        label: object,
        path: bytes,
        query: bytes = b"",
        body: bytes | None = None,
        **headers: Any,
    ) -> int:
        """Fail if a request fails, or is expensive in the best of several attempts; returns the
        status."""
        costs: list[float] = []
        # This excludes one-time loading and compiling, and a busy machine.
        while not costs or (costs[-1] > DEAR / 2 and len(costs) < TRIES):
            costs.append(self._seconds(request(path, query, body, **headers)) / self._plain)
        assert self.statuses[-1] < 500, label
        assert min(costs) <= DEAR, f"{min(costs):.0f} plain pages: {label}"
        self.dearest = max(self.dearest, min(costs))
        self.asked += 1
        return self.statuses[-1]

    def weigh_work(self, label: object, work: Callable[[], object], most: float = DEAR) -> None:
        """Fail if some work takes longer than this many plain pages in the best of several
        attempts."""
        costs: list[float] = []
        while not costs or (costs[-1] > most / 2 and len(costs) < TRIES):
            begun = time.thread_time()
            work()
            costs.append((time.thread_time() - begun) / self._plain)
        assert min(costs) <= most, f"{min(costs):.0f} plain pages: {label}"
        self.dearest = max(self.dearest, min(costs))
        self.asked += 1

    def told(self, allowed: int = DEAR) -> str:
        """The result as a line."""
        return (
            f"{self.asked} requests, the dearest cost {self.dearest:.1f} plain pages of "
            f"{1000 * self._plain:.1f} ms, {allowed} are allowed"
        )

    def _seconds(self, environ: Environ) -> float:
        """Processor time of this thread until the answer is complete."""
        begun = time.thread_time()
        chunks: Any = self.app.wsgi_app(environ, self._begin)
        for _ in chunks:
            pass
        if close := getattr(chunks, "close", None):
            close()
        return time.thread_time() - begun

    def _begin(self, status: str, *_: object) -> Any:
        self.statuses.append(int(status[:3]))


MARKS = "\u0315\u0300".encode()
"""In the wrong order, because a run of them is sorted by insertion."""


def fillings(size: int) -> dict[str, bytes]:
    """Values of about this many bytes, as encoded in a body."""
    return {
        "marks": b"a" + MARKS * (size // 4),
        "marks alone": MARKS * (size // 4),
        "digits": b"9" * size,
        "numbers": b"1," * (size // 2),
        "separators": b"1" + b"+,+" * (size // 3) + b"x",
        "spaces": b"1" + b"+" * size + b"x",
        "blanks": "\u3164".encode() * (size // 3),
        "joiners": "\u200d".encode() * (size // 3),
        "letters of two": "\u00df\ufb03".encode() * (size // 5),
        "signs of HTML": b"<" * size,
        "no text": b"\xff" * size,
        "no encoding": b"%" * size,
        "tapped": b"bid_0+turned+negated+" * (size // 21),
    }


def repeats(name: str, size: int) -> dict[str, bytes]:
    """Bodies of about this many bytes that repeat a field as often as possible."""
    key = name.encode()
    count = size // (len(key) + 7)
    return {
        "often, empty": b"&".join([key + b"="] * (size // (len(key) + 2))),
        "often, and another at the end": b"&".join([key + b"="] * count + [key + b"=a"]),
        "often, the same": b"&".join([key + b"=a"] * count),
        "often, each other": b"&".join(b"%s=%x" % (key, number) for number in range(count)),
        "fields": b"&".join(b"%x=" % number for number in range(size // 6)),
        "separators": b"&" * size,
    }
