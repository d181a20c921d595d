"""TLS for a connection whose bytes another module sends and receives: nothing waits here."""

import ssl
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

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
