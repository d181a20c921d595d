"""The text in the bytes of a file: UTF-8, or as spreadsheets write it on some systems."""

import codecs

from scorekeeper.exchange.parsed.parsed_game import unreadable
from scorekeeper.rules.problems import Code

WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
SHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of spreadsheets that are not text: .xlsx and .ods, and .xls."""
JSON = (b"{", b"[")
UNTYPED = bytes({*range(32)} - {*b"\t\n\r"})
"""Characters that nobody types."""


def text_of(data: bytes) -> str:
    """The text: UTF-16 if it begins with a byte order mark, otherwise UTF-8 or, except for JSON,
    Windows-1252. Raises UnreadableError."""
    if data.startswith(SHEETS):
        raise unreadable(Code.FILE_SHEET)
    wide = WIDE.get(data[:2])
    try:
        return data[2:].decode(wide) if wide else data.decode()
    except UnicodeDecodeError as problem:
        start = problem.start
    if not wide and not data.startswith(JSON) and len(data.translate(None, UNTYPED)) == len(data):
        try:
            return data.decode("cp1252")
        except UnicodeDecodeError:
            pass
    line = data.count(b"\n", 0, start) + 1
    column = start - data.rfind(b"\n", 0, start)
    raise unreadable(Code.FILE_LETTERS, line, column=column)
