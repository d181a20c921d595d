"""An unreliable connection between a browser and the app: it cuts, repeats and drops requests."""

from __future__ import annotations

import random
import select
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.browser.server import Server

PATIENCE = 30.0
ITS_OWN = ("connection", "keep-alive", "transfer-encoding", "content-length", "server", "date")
"""Headers that belong to one side of the connection."""
DISCREPANCY = "x-scorekeeper"


class Fate(StrEnum):
    """The fate of a request."""

    PASSED = "passed"
    BEFORE = "cut before the app"
    AFTER = "cut after the app"
    HALFWAY = "cut inside the answer"
    FIRST = "repeated, first answer"
    SECOND = "repeated, second answer"
    SWALLOWED = "never answered"
    FOREIGN = "answered by somebody else"
    UNMARKED = "answered without our mark"
    HELD = "held back"


UNANSWERED = (Fate.SWALLOWED, Fate.HELD)
MIXED = {
    Fate.PASSED: 67,
    Fate.BEFORE: 8,
    Fate.AFTER: 8,
    Fate.HALFWAY: 4,
    Fate.FIRST: 6,
    Fate.SECOND: 6,
    Fate.SWALLOWED: 1,
}
"""The probability of each fate on a randomly bad connection."""
Judge = Callable[[], Fate]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of the app, or of another server."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def unmarked(self) -> Answer:
        """The answer without the header that marks it as the app's."""
        return replace(self, headers=[h for h in self.headers if h[0].lower() != DISCREPANCY])


HOTEL = "/hotel"
SIGN_IN = Answer(
    200,
    [("Content-Type", "text/html")],
    b"<title>Hotel</title><main><h1>Log in first</h1><form id=panel method=post action=/hotel>"
    b"<input name=csrf_token value=theirs><button>Log in</button></form></main>",
)
"""A hotel's sign-in page, which replaces any other, at its own address."""


class Line:
    """Passes on a browser's requests; ``saves`` decides the fate of a POST, ``polls`` that of other
    requests by scripts. Whole pages and files always pass.

    ``fates`` counts the fates of POSTs, ``polled`` those of other judged requests, and ``arrived``
    the POSTs that reached the app. ``stranger`` is somebody else's answer, and ``delay`` the
    seconds that a POST takes.
    """

    def __init__(self, server: Server) -> None:
        self.server = server
        self.saves: Judge = _passes
        self.polls: Judge = _passes
        self.stranger = SIGN_IN
        self.delay: Callable[[], float] = lambda: 0
        self.fates: Counter[Fate] = Counter()
        self.polled: Counter[Fate] = Counter()
        self.arrived = 0
        self._held: list[tuple[_End, bytes]] = []
        self._judged = threading.Condition()
        self.closed = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("Ends", (_End,), {"line": self}))
        self._http.daemon_threads = True
        self.port = self._http.server_port
        serve = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        serve.start()

    @property
    def address(self) -> str:
        """The app's address through this connection."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Close the connection."""
        self.closed.set()
        self._http.shutdown()
        self._http.server_close()

    def turn_bad(self, chance: random.Random) -> None:
        """Choose fates at random from now on."""
        self.saves, self.polls = _by(chance), _by(random.Random(chance.random()))

    def turn_good(self) -> None:
        """Pass all requests on again."""
        self.saves = self.polls = _passes

    @contextmanager
    def all(self, fate: Fate) -> Iterator[None]:
        """A context in which this is the fate of each POST."""
        self.saves = lambda: fate
        yield
        self.saves = _passes

    def next(self, fate: Fate) -> None:
        """Set the fate of only the next POST."""
        fates = iter([fate])
        self.saves = lambda: next(fates, Fate.PASSED)

    def judge(self, request: _End) -> Fate:
        """The fate of this request."""
        if request.command != "POST" and "HX-Request" not in request.headers:
            return Fate.PASSED
        is_save = request.command == "POST"
        fate = self.saves() if is_save else self.polls()
        with self._judged:
            (self.fates if is_save else self.polled)[fate] += 1
            self._judged.notify_all()
        return fate

    def until(self, fate: Fate, times: int = 1, *, polls: bool = False) -> None:
        """Wait until this was the fate of this many POSTs, or of this many ``polls``."""
        counted = self.polled if polls else self.fates
        with self._judged:
            assert self._judged.wait_for(lambda: counted[fate] >= times, PATIENCE), counted

    def hold(self, request: _End, body: bytes) -> None:
        """Store the request, to deliver it late."""
        self._held.append((request, body))

    def deliver(self) -> list[Answer]:
        """Deliver all stored requests in order; nobody waits for their answers."""
        held, self._held = self._held, []
        return [self.ask(request, body) for request, body in held]

    def ask(self, request: _End, body: bytes) -> Answer:
        """Pass the request on to the app."""
        if request.command == "POST":
            self.arrived += 1
            self.closed.wait(self.delay())
        app = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        try:
            headers = {name: value for name, value in request.headers.items() if _travels(name)}
            app.request(request.command, request.path, body, headers)
            answer = app.getresponse()
            content = answer.read()
        finally:
            app.close()
        return Answer(answer.status, [h for h in answer.getheaders() if _travels(h[0])], content)


class _End(BaseHTTPRequestHandler):
    """The browser's end of the connection."""

    protocol_version = "HTTP/1.1"
    line: Line

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fate = self.line.judge(self)
        try:
            self._with(fate, body)
        except (OSError, HTTPException):
            self._cut()

    def _with(self, fate: Fate, body: bytes) -> None:
        if fate is Fate.HELD:
            self.line.hold(self, body)
        if fate in UNANSWERED:
            self._wait()
        if fate in (Fate.BEFORE, *UNANSWERED):
            return self._cut()
        if fate is Fate.FOREIGN:
            return self._give(SIGN_IN if self.path == HOTEL else self.line.stranger)
        answer = self._ask(fate, body)
        if fate is Fate.AFTER:
            return self._cut()
        return self._give(answer, cut=fate is Fate.HALFWAY)

    def _ask(self, fate: Fate, body: bytes) -> Answer:
        answer = self.line.ask(self, body)
        if fate in (Fate.FIRST, Fate.SECOND):
            again = self.line.ask(self, body)
            answer = answer if fate is Fate.FIRST else again
        return answer.unmarked() if fate is Fate.UNMARKED else answer

    def _give(self, answer: Answer, *, cut: bool = False) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        if answer.status not in (204, 304):
            self.send_header("Content-Length", str(len(answer.body) + cut))
        self.end_headers()
        self.wfile.write(answer.body[: len(answer.body) // 2] if cut else answer.body)
        if cut:
            self._cut()

    def _cut(self) -> None:
        self.close_connection = True

    def _wait(self) -> None:
        """Serve until the browser disconnects."""
        while not self.line.closed.is_set():
            if select.select([self.connection], [], [], 0.05)[0]:
                return

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    do_GET = do_POST = _pass_on  # noqa: N815


def _by(chance: random.Random) -> Judge:
    return lambda: chance.choices(list(MIXED), list(MIXED.values()))[0]


def _passes() -> Fate:
    return Fate.PASSED


def _travels(name: str) -> bool:
    return name.lower() not in ITS_OWN
