"""Limits on the part of a request that waitress reads; serving.py has the others."""

from __future__ import annotations

import copy
from typing import Any
from weakref import WeakSet

from waitress.parser import HTTPRequestParser, ParsingError

from scorekeeper.config import LARGEST_FILE

LARGEST_HEAD = 32 * 1024
"""Bytes of address and headers. Our pages send less than 2 KiB, cookies of other programs more."""
LARGEST_BODY = 64 * 1024
"""Bytes, kept in memory until the body is complete. The app accepts 8 KiB and answers larger
bodies with a page; waitress does not read a body larger than this limit, and answers with a line
of text."""
TAKES_FILE = "/book/bring"
"""The one address that accepts a file, which is written to the disk until it is complete."""
FILES_AT_ONCE = 2
"""The most at once; further ones are answered like any body that is too large."""
_files: WeakSet[Parser] = WeakSet()


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
