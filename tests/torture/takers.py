"""Phones that download the history of all their games, as slowly as they like."""

import random
import socket
from datetime import datetime, timedelta
from pathlib import Path

from scorekeeper.http.cookies import PHONE
from tests import databases
from tests.bench.evenings import evening
from tests.bench.fill import Filler, Owner

END = b"\r\n0\r\n\r\n"
"""The last bytes of a complete answer in chunks."""
FIRST = datetime(2020, 1, 1, 19, 0)


def historians(folder: Path, phones: int, games: int) -> list[Owner]:
    """Phones with so many finished games, all of them kept by each, in the folder's database."""
    played = evening(random.Random(2), 15)
    with Filler(folder / databases.FILE) as filler:
        owners = [filler.owner(f"historian {number}") for number in range(phones)]
        for number in range(games):
            filler.game(played, owners, FIRST + timedelta(hours=2 * number))
        filler.flush()
    return owners


class Taker:
    """A phone that requested its history; unread bytes wait at the server."""

    def __init__(self, port: int, owner: Owner) -> None:
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.settimeout(30)
        self.line.connect(("127.0.0.1", port))
        head = ("GET /history.csv HTTP/1.1", "Host: 127.0.0.1", "Connection: close")
        self.line.sendall("\r\n".join((*head, f"Cookie: {PHONE}={owner.key}", "", "")).encode())
        self.status = int(self.line.recv(12).split()[1])

    def take(self, size: int) -> bytes:
        """Read at most this many more bytes; none at the end."""
        try:
            return self.line.recv(size)
        except ConnectionError:
            return b""

    def take_all(self) -> int:
        """Read the rest as fast as possible; returns its length. The answer must be complete."""
        size, last = 0, b""
        while came := self.take(65536):
            size, last = size + len(came), (last + came)[-len(END) :]
        assert last == END
        return size

    def close(self) -> None:
        """Close the connection."""
        self.line.close()
