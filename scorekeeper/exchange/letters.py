"""The text in the bytes of a file: UTF-8, or one of the tables in which systems wrote letters
before it."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.exchange.foreign import (
    game_in_link,
    games_of_crew_ledger,
    games_of_keepwiz,
    is_crew_ledger,
    is_keepwiz,
    is_link,
)
from scorekeeper.exchange.json_files import is_ours, is_piece, read_json, refuse_piece
from scorekeeper.exchange.tables.cells import column_called
from scorekeeper.exchange.tables.csv_in import games_in_csv, is_table
from scorekeeper.exchange.tables.parsed_game import NO_ANSWERS, Answers, unreadable
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem

WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
PACKED = b"PK\x03\x04"
IN_SHEETS = (b"xl/workbook", b"opendocument.spreadsheet", b"Index/")
"""Names in packed spreadsheets: .xlsx, .ods and .numbers."""
OLD_SHEET = re.compile(rb"\xd0\xcf\x11\xe0")
ARCHIVE = re.compile(rb"PK\x03\x04|PK\x05\x06|\x1f\x8b|7z\xbc\xaf|Rar!\x1a|BZh\d1AY")
PICTURE = re.compile(
    rb"%PDF-|\x89PNG|\xff\xd8\xff|GIF8[79]a|BM.{4}\0\0|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp",
    re.DOTALL,
)
NOT_TEXT = {
    Code.FILE_SHEET: OLD_SHEET,
    Code.FILE_PACKED: ARCHIVE,
    Code.FILE_PICTURE: PICTURE,
}
"""The first bytes of files that are not text, by what is said of them: .xls; archives; PDFs and
pictures, those of iPhones (HEIC) too."""
BETWEEN_WORDS = re.compile(r"[;,\t\n]")
JSON = (b"{", b"[")
UNTYPED = bytes({*range(32)} - {*b"\t\n\r"})
"""Characters that nobody types."""
WRITTEN = {
    "cs": "áčďéěíňóřšťúůýž",
    "da": "æøå",
    "de": "äöüß",
    "es": "áéíñóúü",
    "fr": "àâçèéêëîïôœùûü",
    "hu": "áéíóöőúüű",
    "it": "àèéìòù",
    "nl": "áéëïóöü",
    "pl": "ąćęłńóśźż",
    "pt": "áâãàçéêíóôõú",
    "sv": "åäö",
}
"""The letters beside a to z of the languages of the pages, and of names from the north."""
CENTRAL = ("cs", "hu", "pl")
WESTERN = tuple(language for language in WRITTEN if language not in CENTRAL)
TABLES = {"cp1252": WESTERN, "cp1250": (*CENTRAL, "de"), "mac-roman": WESTERN}
"""The tables of letters by their names in Python, with the languages that use them."""
SIGNS = "“”„‘’–—…«»€§°\u00a0"
"""What people write beside letters."""
UTF8_LETTER = re.compile(
    rb"[\xc3-\xc5][\x80-\xbf]|\xe2\x80[\x93-\x9e]|(?:[\xce-\xd1][\x80-\xbf]){2}|\xf0\x9f[\x80-\xbf]{2}"
)
"""A letter with an accent, a dash or a quotation mark in UTF-8, two Greek or Cyrillic letters or an
emoji: in no table are these signs beside each other in a word."""
WORD = re.compile(r"[^\W\d_]+")
APOSTROPHE = re.compile(r"[^\W\d_]’(?=[^\W\d_])")
LONGEST_SAMPLE = 20_000
"""Characters of a file by which its table is chosen."""
MOST_NAMES = 3
"""Names that show how a file would be read."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A text, and the table of letters with which it was read; "" for UTF-8 and UTF-16, which leave
    no choice."""

    text: str
    table: str = ""


def letters_in(data: bytes, language: str = "") -> Letters:
    """The text: UTF-16 if it begins with a byte order mark, otherwise UTF-8 or, except for JSON,
    the likeliest table of letters in a file of somebody who reads this language. Raises
    UnreadableError, also for a file of another kind (:data:`NOT_TEXT`)."""
    code = next((code for code, begins in NOT_TEXT.items() if begins.match(data)), None)
    if code:
        is_sheet = data.startswith(PACKED) and any(name in data for name in IN_SHEETS)
        raise unreadable(Code.FILE_SHEET if is_sheet else code)
    wide = WIDE.get(data[:2])
    try:
        return Letters(data[2:].decode(wide) if wide else data.decode())
    except UnicodeDecodeError as problem:
        start, is_cut = problem.start, problem.reason == "unexpected end of data"
    code = Code.FILE_LETTERS
    if data.startswith(JSON) and is_cut:
        code = Code.FILE_SYNTAX
    elif not wide and not data.startswith(JSON) and len(data.translate(None, UNTYPED)) == len(data):
        found = _readings(data, language)
        if UTF8_LETTER.search(data):
            code = Code.FILE_MIXED
        elif found:
            return max(found, key=lambda one: _likelihood(one, language))
    line = data.count(b"\n", 0, start) + 1
    column = start - data.rfind(b"\n", 0, start)
    raise unreadable(code, line, column=column)


def other_letters(read: Letters) -> list[Letters]:
    """The other readings of the file, each with other letters."""
    texts: dict[str, Letters] = {}
    for one in _readings(_bytes_of(read), "") if read.table in TABLES else ():
        texts.setdefault(one.text, one)
    return [one for text, one in texts.items() if text != read.text]


def names_by_table(read: Letters, players: Iterable[tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Some names of players, by each table that could have been meant, the one that was used first;
    empty if no name depends on it."""
    shown = [*dict.fromkeys(name for some in players for name in some if not name.isascii())]
    found = {read.table: tuple(shown[:MOST_NAMES])}
    for other in other_letters(read) if shown else ():
        found[other.table] = tuple(
            name.encode(read.table, "ignore").decode(other.table, "replace")
            for name in shown[:MOST_NAMES]
        )
    return found if len(found) > 1 else {}


def read_again(read: Letters, table: str) -> Letters:
    """The file with another table of letters. Raises UnreadableError."""
    found = next((one for one in _readings(_bytes_of(read), "") if one.table == table), None)
    if found is None:
        raise unreadable(Code.FILE_LETTERS)
    return found


def _bytes_of(read: Letters) -> bytes:
    """The bytes of the file. Raises UnreadableError if the text was changed since."""
    try:
        if read.table in TABLES:
            return read.text.encode(read.table)
    except UnicodeEncodeError:
        pass
    raise unreadable(Code.FILE_LETTERS)


def _readings(data: bytes, language: str) -> list[Letters]:
    """The readings without control characters; the usual one for this language first."""
    order = sorted(TABLES, key=lambda table: language[:2] not in TABLES[table])
    found = []
    for table in order:
        try:
            read = Letters(data.decode(table), table)
        except UnicodeDecodeError:
            continue
        # Any bytes have a reading in Mac Roman.
        if table != "mac-roman" or _likelihood(read, language) > 0:
            found.append(read)
    return found


def _likelihood(read: Letters, language: str) -> int:
    """How likely a text is: known headings, letters of the language of the page and of one that
    uses this table, and no signs or capitals within words."""
    sample = read.text[:LONGEST_SAMPLE]
    words = [word for word in BETWEEN_WORDS.split(sample) if not word.isascii()]
    score: int = 5 * sum(column_called(word) is not None for word in words)
    score += len(APOSTROPHE.findall(sample))
    score -= 3 * sum(
        sign.isupper() and not (before + sign).isascii()
        for word in WORD.findall(sample)
        if not word.isupper()
        for before, sign in pairwise(word)
    )
    letters = Counter(sign.lower() for sign in sample if not sign.isascii() and sign not in SIGNS)
    known = {*"".join(WRITTEN[one] for one in TABLES[read.table])}
    for sign, seen in letters.items():
        score += seen * (1 if sign in known else -1 if sign.isalpha() else -3)
    mine = {*WRITTEN.get(language[:2], "")}
    score += 2 * sum(seen for sign, seen in letters.items() if sign in mine)
    # A group writes in one language.
    return score + max(
        sum(seen for sign, seen in letters.items() if sign in WRITTEN[one])
        for one in TABLES[read.table]
    )


BOM = "\ufeff"


READERS: tuple[tuple[Callable[[str], bool], Callable[[str], Iterable[Incoming]]], ...] = (
    (is_ours, read_json),
    (is_link, game_in_link),
    (is_crew_ledger, games_of_crew_ledger),
    (is_keepwiz, games_of_keepwiz),
    (is_piece, refuse_piece),
    (is_table, games_in_csv),
)
"""The formats in the order in which they are tried: a test of a text's beginning, and a reader."""


def games_in(text: str, answers: Answers = NO_ANSWERS) -> Iterable[Incoming]:
    """The games in a file of any known format, one at a time; a tuple if another program counted
    the points. ``answers`` are those about a table. Raises UnreadableError, possibly while the
    games are read."""
    start = text.removeprefix(BOM)
    for fits, read in READERS:
        if fits(start):
            return games_in_csv(start, answers) if read is games_in_csv else read(start)
    first = start.lstrip()[:1]
    code = Code.FILE_JSON if first in ("{", "[") else Code.FILE_KIND if first else Code.FILE_EMPTY
    raise UnreadableError(Problem(code))
