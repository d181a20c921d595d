"""The server: its addresses, threads and sockets.

The address that phones open: this machine's or a given one, and its QR code.

The web server: waitress, with limits, so that no client can keep the others waiting.

Without them, waitress tolerates clients that send or read a byte now and then; once they hold all
connections or threads, nobody else gets in. The limits use names that its manual does not promise;
all of them are in this module, and are checked before the server starts.
"""

from __future__ import annotations

import copy
import errno
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from inspect import signature
from io import StringIO
from threading import Lock
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakSet
from wsgiref.types import WSGIApplication

import click
import segno
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer, MultiSocketServer, create_server
from waitress.task import ThreadedTaskDispatcher, WSGITask

from scorekeeper.config import LARGEST_FILE, SettingError

UNROUTED = ("192.0.2.1", 9)
"""An address reserved for documentation (RFC 5737); looking up the route to it sends nothing."""
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
BLOCK = "\N{UPPER HALF BLOCK}"
FIREWALL = (
    "If Windows asks, let Python use private networks. If no phone opens the page, see"
    ' "Windows" in docs/running.md.'
)
SLEEP = "Keep this computer awake: until it wakes, phones play on, but nothing is saved."
AWAKE = {
    "darwin": "To do so, start it with: caffeinate -i scorekeeper serve",
    "linux": "To do so, start it with: systemd-inhibit scorekeeper serve",
    "win32": "To do so, open Settings, System, Power, Screen and sleep, and choose Never.",
}
"""How to keep a computer awake, by its system."""


def of_this_machine(host: str, port: int) -> str:
    """The address at which others reach a server that listens at ``host``."""
    return f"http://{_reachable(host)}:{port}/"


def _reachable(host: str) -> str:
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(UNROUTED)
            return str(way.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def host_in(address: str) -> str:
    """The host in an address that phones open; raises SettingError if it is no such address."""
    with suppress(ValueError):
        parts = urlsplit(address)
        # A port above 65535 raises ValueError.
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return parts.hostname
    raise SettingError(f"{address} is not an address: write it like http://192.168.1.5:8000/")


def is_local(address: str) -> bool:
    host = host_in(address)
    return host.startswith("127.") or host in ("localhost", "::1")


def advice() -> list[str]:
    """Sentences about this system: how phones reach it, and how they do so all evening."""
    firewall = [FIREWALL] if sys.platform == "win32" else []
    return [*firewall, " ".join(filter(None, (SLEEP, AWAKE.get(sys.platform))))]


def trust_page(address: str) -> str:
    """The page that helps a phone trust this server, over http because it does not trust it yet."""
    parts = urlsplit(address)
    port = ":443" if parts.scheme == "https" and not parts.port else ""
    return f"http://{parts.netloc}{port}/trust"


def show_code(address: str) -> None:
    """Print the address as a QR code, in half the height where the terminal has the characters."""
    try:
        BLOCK.encode(sys.stdout.encoding or "ascii")
        is_compact = True
    except UnicodeEncodeError:
        is_compact = False
    drawn = StringIO()
    segno.make(address, micro=False).terminal(out=drawn, compact=is_compact)
    # Click translates the colours for old consoles of Windows.
    click.echo(drawn.getvalue(), nl=False, color=True)


def expect_free(host: str, port: int) -> None:
    """Raise OSError if a server listens there; Windows would let a second one take its port."""
    if sys.platform != "win32":
        return
    near = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104
    with socket.socket(socket.AF_INET6 if ":" in near else socket.AF_INET) as asked:
        # Windows tries for two seconds before it says that nobody listens.
        asked.settimeout(0.5)
        if asked.connect_ex((near, port)) == 0:
            raise OSError(errno.EADDRINUSE, "in use")


def not_listening(host: str, port: int, problem: Exception) -> str:
    """The sentence for a server that cannot listen there."""
    if isinstance(problem, PermissionError) and (port < 1024 or sys.platform == "win32"):
        higher = "another" if sys.platform == "win32" else "one above 1023"
        return f"Port {port} is reserved for the system: choose {higher} with --port."
    number = getattr(problem, "errno", None)
    if isinstance(problem, socket.gaierror | ValueError) or number == errno.EADDRNOTAVAIL:
        return (
            f"{host or 'This'} is not an address of this machine: omit --host, or choose another."
        )
    if number == errno.EADDRINUSE:
        return f"Port {port} is in use: stop the other program, or choose one with --port."
    return f"The server cannot listen at port {port}: {getattr(problem, 'strerror', 0) or problem}."


RECORD = 16 * 1024
"""Bytes of a TLS record, the unit in which data is encrypted."""


class Encryption:
    """The server's end of a TLS connection, for two threads: one reads, another answers."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._arrived, self._leaving = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._arrived, self._leaving, server_side=True)
        # OpenSSL allows one thread at a time in a connection.
        self._lock = Lock()
        self._record, self._plain = b"", 0

    def decrypted(self, data: bytes) -> bytes:
        """The plain bytes in what arrived, b"" during the handshake.

        Raises ssl.SSLError for anything else, and if the client only closed the connection.
        """
        with self._lock:
            self._arrived.write(data)
            plain = b""
            try:
                while part := self._tls.read(RECORD):
                    plain += part
            except ssl.SSLWantReadError:
                return plain
            except ssl.SSLError:
                if not plain:
                    raise
        if not plain:
            raise ssl.SSLZeroReturnError
        return plain

    def send(self, data: bytes, out: Callable[[bytes], int]) -> int:
        """Encrypt and send; returns how many bytes were sent, 0 while part of their record is left.
        ``out`` sends bytes and returns how many the system accepted. Until their record is sent,
        ``data`` must begin with the same bytes again.
        """
        with self._lock:
            self._plain = self._plain or self._tls.write(data[:RECORD])
            if not self._pushed(out):
                return 0
            gone, self._plain = self._plain, 0
            return gone

    def push(self, out: Callable[[bytes], int]) -> None:
        """Send a handshake or an alert; bytes that the system does not accept are sent with the
        next ones."""
        with self._lock:
            self._pushed(out)

    def end(self, out: Callable[[bytes], int]) -> None:
        """Tell the client that nothing follows, if the connection still takes bytes."""
        with self._lock:
            # This fails if the handshake is not complete, or the client has not closed its side
            # yet.
            with suppress(ssl.SSLError):
                self._tls.unwrap()
            self._pushed(out)

    def _pushed(self, out: Callable[[bytes], int]) -> bool:
        self._record += self._leaving.read()
        if self._record:
            self._record = self._record[out(self._record) :]
        return not self._record


TABLES, PAGES, DEAR = "tables", "pages", "dear"
LANES = {TABLES: 4, PAGES: 2, DEAR: 3}
"""Threads by what they answer: games, all other pages, and what costs more than a few pages. Each
lane has its own queue, so a save never waits behind requests that cost more."""
TURN = 0.0005
"""Seconds that a thread runs before another gets its turn: Python's 5 ms is longer than a save."""
CONNECTIONS = 180
"""Connections at once; a browser holds up to six. Each is an open file, and macOS allows a process
256, of which the database needs some."""
BUSY = 20
"""Additional connections while all of those are being answered; further ones wait outside."""
PATIENCE = 30.0
"""Seconds to wait for a complete request, for the next one, and for the client to read the next
SHARE of an answer. An open page polls every 2.5 s, and gives up on a save after 10 s."""
SHARE = 128 * 1024
"""Bytes of an answer, or its rest, to be read within PATIENCE; even the worst mobile connection
does so."""
SEND_BUFFER = 64 * 1024
"""Bytes of an answer that the system buffers: with megabytes it reports progress too rarely."""
AHEAD = 2 * 1024 * 1024
"""Bytes of an answer that are prepared ahead; then the thread waits for the client."""
LARGEST_HEAD = 32 * 1024
"""Bytes of address and headers. Our pages send less than 2 KiB, cookies of other programs more."""
LARGEST_BODY = 64 * 1024
"""Bytes, kept in memory until the body is complete. The app accepts 8 KiB, and 60 of a
list, and answers larger bodies with a page; waitress does not read a body larger than this limit,
and answers with a line of text."""
TAKES_FILE = "/book/bring"
"""The one address that accepts a file, which is written to the disk until it is complete."""
OF_GAMES = "/g/"
"""The beginning of the addresses of games: saves, polls and pages, none of which costs much."""
FILES_AT_ONCE = 2
"""The most at once; further ones are answered like any body that is too large."""
_files: WeakSet[HTTPRequestParser] = WeakSet()
HANDSHAKE = 0x16
"""The first byte of TLS; no request of http begins with it."""

TESTED_VERSIONS = "waitress>=3.0.2,<3.1"
"""The versions that were tested; pyproject.toml has the same."""
INNER: dict[type, tuple[str, ...]] = {
    BaseWSGIServer: ("channel_class", "add_task"),
    ThreadedTaskDispatcher: ("add_task", "set_thread_count", "shutdown"),
    HTTPRequestParser: ("parse_header", "content_length"),
    HTTPChannel: (
        *("parser_class", "task_class", "service", "readable", "writable", "handle_close"),
        *("send", "received", "connected", "total_outbufs_len", "will_close"),
    ),
    WSGITask: ("set_close_on_finish", "has_body"),
}
"""Names of waitress that its manual does not promise, by class; used only in this module."""
OF_EACH = ("_map", "requests", "adj")
"""Attributes that only instances of HTTPChannel have."""
OF_REQUEST = ("adj", "command", "path", "url_scheme")
"""Attributes that a HTTPRequestParser has only after it read the head of a request."""
OF_TASK = ("request", "version")
"""Attributes that only instances of WSGITask have."""


def make_server(
    app: WSGIApplication,
    host: str,
    port: int,
    context: ssl.SSLContext | None = None,
    is_dear: Callable[[str, str], bool] = lambda _path, _method: False,
) -> BaseWSGIServer | MultiSocketServer:
    """A server that is already listening; its ``run`` answers requests.

    A ``context`` adds https at the same port. ``is_dear`` tells by the path and the method which
    requests wait in a lane of their own. Raises OSError if it cannot listen, SettingError if this
    waitress lacks a name used here.
    """
    _refuse(_lacking(()))
    # A thread that holds the write lock must not wait long while other threads run.
    sys.setswitchinterval(TURN)
    servers: dict[int, Any] = {}
    lanes: Any = Lanes(is_dear)
    server = create_server(
        app,
        map=servers,
        host=host,
        port=port,
        threads=sum(LANES.values()),
        _dispatcher=lanes,
        connection_limit=CONNECTIONS + BUSY,
        max_request_header_size=LARGEST_HEAD,
        max_request_body_size=LARGEST_BODY,
        outbuf_high_watermark=AHEAD,
        # Larger than any body except a file with games, so that no other is written to the disk.
        inbuf_overflow=2 * LARGEST_BODY,
        # select() fails in a process with more than 1024 open files.
        asyncore_use_poll=True,
        # A phone that leaves the Wi-Fi is not an error, and the log line would contain the path.
        log_socket_errors=False,
        # The app reads them itself if SCOREKEEPER_PROXIES says that a proxy sets them.
        clear_untrusted_proxy_headers=False,
        expose_tracebacks=False,
        ident=None,
    )
    listeners = [one for one in servers.values() if isinstance(one, BaseWSGIServer)]
    try:
        _refuse(_lacking(listeners))
    except SettingError:
        server.close()
        raise
    for listener in listeners:
        made: Any = partial(SecureConnection, context) if context else Connection
        listener.channel_class = made
    return server


def _refuse(lacking: Iterable[str]) -> None:
    for name in lacking:
        raise SettingError(
            f"waitress {version('waitress')} has no {name}: install {TESTED_VERSIONS}"
        )


def _lacking(listeners: Iterable[BaseWSGIServer]) -> Iterator[str]:
    """The names used here that this waitress does not have."""
    if "_dispatcher" not in signature(create_server).parameters:
        yield "create_server(_dispatcher)"
    for owner, names in INNER.items():
        yield from (f"{owner.__name__}.{name}" for name in names if not hasattr(owner, name))
    for listener in listeners:
        near, far = socket.socketpair()
        with near, far:
            line = HTTPChannel(listener, near, ("", 0), listener.adj, map={})
            yield from (f"HTTPChannel.{name}" for name in OF_EACH if not hasattr(line, name))
            asked: Any = HTTPRequestParser(listener.adj)
            asked.parse_header(b"GET / HTTP/1.1\r\n")
            lacks = (name for name in OF_REQUEST if not hasattr(asked, name))
            yield from (f"HTTPRequestParser.{name}" for name in lacks)
            task = WSGITask(line, asked)
            yield from (f"WSGITask.{name}" for name in OF_TASK if not hasattr(task, name))
            line.handle_close()


class Lanes:
    """The threads that answer requests, in lanes; takes the place of waitress' own dispatcher."""

    def __init__(self, is_dear: Callable[[str, str], bool]) -> None:
        self._is_dear = is_dear
        self._lanes = {lane: ThreadedTaskDispatcher() for lane in LANES}
        for lane, threads in LANES.items():
            self._lanes[lane].set_thread_count(threads)

    def add_task(self, line: Any) -> None:
        """Let a thread answer the first request of a connection."""
        head = line.requests[0]
        # An unreadable request has neither.
        lane = self._lane_of(getattr(head, "path", ""), getattr(head, "command", ""))
        self._lanes[lane].add_task(line)

    def shutdown(self) -> None:
        """Let the threads answer the requests that they have begun, for some seconds."""
        for lane in self._lanes.values():
            lane.set_thread_count(0)
        for lane in self._lanes.values():
            lane.shutdown()

    def _lane_of(self, path: str, method: str) -> str:
        if self._is_dear(path, method):
            return DEAR
        return TABLES if path.startswith(OF_GAMES) else PAGES


class Parser(HTTPRequestParser):
    """Answers 400 where waitress would log an error and close the connection; admits a file."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the address and headers; raises ParsingError."""
        try:
            super().parse_header(header_plus)
        except ValueError:
            # A length of thousands of digits, or an address with half a bracket.
            raise ParsingError("Unreadable") from None
        head: Any = self
        is_file = head.command == "POST" and head.path == TAKES_FILE
        if is_file and self.content_length >= LARGEST_BODY and len(_files) < FILES_AT_ONCE:
            _files.add(self)
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = LARGEST_FILE + LARGEST_BODY


class Task(WSGITask):
    """Keeps the connection after a 204: an answer without a body ends with its headers."""

    def set_close_on_finish(self) -> None:
        """Close after the answer if nothing else marks its end, or if the client asked to close."""
        headers: dict[str, str] = getattr(self.request, "headers", {})
        asked = headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version != "1.1":
            super().set_close_on_finish()


class Connection(HTTPChannel):
    """A connection that is closed when it stalls, or when all are in use and it has been silent
    longest."""

    parser_class = Parser
    task_class = Task
    _map: dict[int, Any]
    """waitress' map of all sockets that the server waits for."""

    def __init__(self, server: Any, line: socket.socket, *given: Any, **named: Any) -> None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        super().__init__(server, line, *given, **named)
        self.asked_at = time.time()
        """The time of its last complete request; before the first one, when it was opened."""
        self._taken, self._since, self._given = 0, self.asked_at, 0
        self.gives_way = False
        self._make_room()

    def service(self) -> None:
        """Answer a request; runs in a thread of its own."""
        self.asked_at = time.time()
        super().service()

    def readable(self) -> bool:
        """Return whether to wait for data; called before each round of waiting, at least once a
        second."""
        if self.gives_way or self._stalls():
            # Closed here and not elsewhere, so that this round does not wait for a closed socket.
            # Writing the rest first, as waitress would, may take forever.
            self.handle_close()
        return self.connected and super().readable()

    def writable(self) -> bool:
        """Return whether there is something to send, or to close."""
        return self.connected and super().writable()

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send bytes; returns how many the socket accepted."""
        taken = super().send(data, do_close)
        self._taken += taken
        return taken

    def received(self, data: bytes) -> bool:
        """Receive bytes of a request; a large one may continue as long as each SHARE arrives in
        time."""
        self._given += len(data)
        if self._given >= SHARE:
            self._given, self.asked_at = 0, time.time()
        return bool(super().received(data))

    def _stalls(self) -> bool:
        now = time.time()
        # waitress holds back less than ``send_bytes`` while an answer is still being produced.
        waits = self.total_outbufs_len >= (self.adj.send_bytes if self.requests else 1)
        if not waits or self._taken >= SHARE:
            self._taken, self._since = 0, now
        since = self._since if waits else self.asked_at
        return (waits or not self.requests) and now - since > PATIENCE

    def _make_room(self) -> None:
        open_now = [one for one in self._map.values() if isinstance(one, Connection)]
        if len(open_now) <= CONNECTIONS:
            return
        # A browser sends one request at a time, so a connection with more is not worth waiting for.
        idle = [one for one in open_now if len(one.requests) != 1 and not one.gives_way]
        if idle := [one for one in idle if one is not self]:
            min(idle, key=lambda one: one.asked_at).gives_way = True


class SecureConnection(Connection):
    """A connection that speaks TLS if its first byte says so, within the same limits."""

    def __init__(self, context: ssl.SSLContext, *given: Any, **named: Any) -> None:
        self._context = context
        self._encryption: Encryption | None = None
        self._has_begun = False
        super().__init__(*given, **named)

    def received(self, data: bytes) -> bool:
        if not self._has_begun:
            self._has_begun = True
            self._encryption = Encryption(self._context) if data[0] == HANDSHAKE else None
        if self._encryption is None:
            return super().received(data)
        plain = b""
        try:
            plain = self._encryption.decrypted(data)
        except ssl.SSLError:
            # Not TLS, a phone that does not trust the certificate, or one that closes the
            # connection.
            self.will_close = True
        self._push()
        return bool(plain) and super().received(plain)

    def service(self) -> None:
        """Answer a request, and tell the app whether it came over TLS."""
        self.requests[0].url_scheme = "https" if self._encryption else "http"
        super().service()

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send bytes; returns how many are sent."""
        if self._encryption is None:
            return super().send(data, do_close)
        return self._encryption.send(data, self._out)

    def handle_close(self) -> None:
        if self._encryption and self.connected:
            with suppress(OSError):
                self._encryption.end(self._out)
        super().handle_close()

    def _push(self) -> None:
        try:
            if self._encryption and self.connected:
                self._encryption.push(self._out)
        except OSError:
            self.will_close = True

    def _out(self, data: bytes) -> int:
        # Closing takes a lock of the connection, and must not happen inside that of its TLS.
        return super().send(data, do_close=False)
