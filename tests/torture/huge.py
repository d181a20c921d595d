"""Requests that are far too large, sent until the server stops reading."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from tests.torture.crowd import FORM, HEAD

BLOCK = b"a" * 65536
CHUNK = b"%x\r\n%s\r\n" % (len(BLOCK), BLOCK)
LENGTH = FORM + b"Content-Length: %d\r\n\r\n"
CHUNKED = FORM + b"Transfer-Encoding: chunked\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Heard:
    """The end of a request: the status (0 if the connection broke first), and the bytes sent."""

    status: int
    text: str
    sent: int


def parts(kind: str, size: int) -> Iterator[bytes]:
    """The bytes of a request of about this size."""
    count = size // len(BLOCK) + 1
    return {
        "address": lambda: chain([b"GET /"], repeat(BLOCK, count)),
        "header": lambda: chain([HEAD, b"X-Long: "], repeat(BLOCK, count)),
        "many headers": lambda: chain([HEAD], repeat(b"X-Many: a\r\n" * 4096, count)),
        "body": lambda: chain([LENGTH % size], repeat(BLOCK, count)),
        "chunks": lambda: chain([CHUNKED], repeat(CHUNK, count)),
        "length of a chunk": lambda: chain([CHUNKED], repeat(b"0" * len(BLOCK), count)),
        "what follows the chunks": lambda: chain([CHUNKED, b"0\r\n"], repeat(BLOCK, count)),
    }[kind]()


KINDS = (
    "address",
    "header",
    "many headers",
    "body",
    "chunks",
    "length of a chunk",
    "what follows the chunks",
)


def send(port: int, pieces: Iterator[bytes]) -> Heard:
    """Send as much of a request as the server accepts, then read the answer."""
    sent, got = 0, b""
    with socket.socket() as line:
        # Otherwise megabytes wait in the kernel for a server that does not read them.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        line.settimeout(30)
        line.connect(("127.0.0.1", port))
        try:
            for piece in pieces:
                line.sendall(piece)
                sent += len(piece)
        except OSError:
            pass
        try:
            while data := line.recv(65536):
                got += data
        except OSError:
            pass
    head, _, body = got.partition(b"\r\n\r\n")
    words = head.split(maxsplit=2)
    return Heard(int(words[1]) if words else 0, body.decode(errors="replace"), sent)
