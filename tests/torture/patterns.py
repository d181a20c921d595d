"""Every regular expression of the program, with the longest text that it can receive. ``MET`` has
those that read foreign text: their use, the longest text, and beginnings that match as far as
possible. ``OWN`` has those that read only text from the program itself.
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.config import LARGEST_FILE
from scorekeeper.exchange.json_files import LONGEST_HEAD
from scorekeeper.exchange.letters import LONGEST_SAMPLE
from scorekeeper.exchange.tables.cells import LONGEST_CELL, LONGEST_TOP
from scorekeeper.exchange.tables.csv_out import LONGEST_TYPED
from scorekeeper.exchange.tables.parsed_game import MOST_TEXT
from scorekeeper.exchange.tables.wide import LONGEST_PAIR
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.serving import LARGEST_HEAD
from tests.torture import size
from tests.torture.dear import DEAR

APP = Path(__file__).parents[2] / "scorekeeper"
FIELD = 500_000
"""Characters of a field of a form with a file."""
PAGE = 300_000
"""Characters of a page that we draw, which contains names."""


class Met(NamedTuple):
    """The use of a pattern on foreign text, the most characters of that, the beginnings of such
    texts, and the most plain pages that it may cost."""

    used: str
    longest: int
    starts: tuple[str, ...] = ()
    most: int = DEAR


MET = {
    "board.events.hall.LINE_END": Met("findall", LONGEST_NAME, ("a", "-")),
    "exchange.tables.building.OF_HAND": Met("match", FIELD, ("hands[",)),
    "exchange.tables.cells.DAY": Met("match", LONGEST_CELL, ("1.1.2026 1:11:11.", "2026-01-01")),
    "exchange.tables.cells.NAMED_SEPARATOR": Met("match", MOST_TEXT, ("sep=;", '"sep=,"')),
    "exchange.tables.cells.NUMBER": Met("match", LONGEST_CELL, ("+", "1,0")),
    "exchange.tables.cells.QUOTED": Met("sub", LONGEST_TOP, ('"',)),
    "exchange.foreign.FORMAT_IN_FILE": Met("search", MOST_TEXT, ('"format"', '"format" :')),
    "exchange.json_files.HEAD": Met("match", LONGEST_HEAD, ("{", '{"format"', '{"format":')),
    "exchange.foreign.BRACKET": Met("findall", MOST_TEXT),
    "exchange.foreign.TEXT": Met("sub", MOST_TEXT, ('"',)),
    "exchange.tables.csv_out.EXTRA": Met("match", LONGEST_CELL, ("a:1", "a:1@")),
    "exchange.tables.csv_out.MADE_HARMLESS": Met("sub", LONGEST_TYPED, (",'", "\n'")),
    "exchange.tables.csv_out.VARIANT": Met("match", LONGEST_CELL, ("wizard", "wizard+kept+hook")),
    "exchange.json_files.LINE": Met("search", MOST_TEXT, ('"bids"',)),
    "exchange.json_files.PIECE": Met(
        "search", MOST_TEXT, ('"started":"', '"started":"1","changed')
    ),
    "exchange.json_files.TIME": Met("match", MOST_TEXT, ("2026-01-01T00:00:00.",)),
    "exchange.json_files.SPACE": Met("match", LARGEST_FILE),
    "exchange.json_files.STEP": Met("findall", LARGEST_HEAD),
    "exchange.tables.wide.BID_BEFORE": Met("sub", LONGEST_CELL, ("1 / ", "1", " /")),
    "exchange.tables.wide.DATED": Met("match", LONGEST_PAIR, ("3.2.", "3. Mar", "Mar 3")),
    "exchange.tables.wide.PAIR": Met("match", LONGEST_PAIR, ("3/2", "3 /", "3/2 (", "3/2 (1")),
    "exchange.tables.csv_out.RISK": Met("sub", LONGEST_TYPED, (",", "\n")),
    "forms.entrants.NUMBER": Met("findall", FIELD),
    "fields.NUMBER": Met("findall", FIELD),
    "fields.PILE": Met("findall", FIELD, ("1-",)),
    "fields.PILES": Met("match", FIELD, ("0-1", "0-1 ")),
    "fields.SIZES": Met("match", FIELD, ("1", "1,")),
    "fields.TAP": Met("match", FIELD),
    "fields.WHOLE": Met("match", FIELD, ("-",)),
    "forms.book.CURSOR": Met("match", LARGEST_HEAD, ("20260314T190500000000-",)),
    "forms.game.MOVED": Met("match", FIELD),
    "rules.entry.COUNTED": Met("match", FIELD, ("a_0_",)),
    "forms.game.SIGNED": Met("match", FIELD),
    "forms.game.BOX": Met("match", FIELD, ("a.", "a.0.")),
    "http.guard.HOST": Met("match", LARGEST_HEAD, ("a.", "[", "a:")),
    "http.parts.AFTER_BLOCK": Met("sub", PAGE, ("<p", "</p", "<p>")),
    "http.parts.BEFORE_BLOCK": Met("sub", PAGE, (" ", " <")),
    "http.parts.BETWEEN_TAGS": Met("sub", PAGE, (">",)),
    "http.polls.EVENT": Met("match", LARGEST_HEAD, ("/e/",)),
    "http.polls.GAME": Met("match", LARGEST_HEAD, ("/g/",)),
    "http.polls.OF_GAME": Met("search", LARGEST_HEAD, ("&game",)),
    "http.polls.SEEN": Met("search", LARGEST_HEAD, ("&seen",)),
    "exchange.tables.csv_out.WORD": Met("match", LONGEST_CELL, ("per_card:", "per_card:1.")),
    "store.mapping.document.UID": Met("match", MOST_TEXT, ("a",)),
    "store.games.reading.KEY": Met("match", LARGEST_HEAD),
    "store.events.slips.TOKEN": Met("match", LARGEST_HEAD, ("1-1-",)),
    "words.names.HYPHEN": Met("sub", LONGEST_TYPED, ("-", "a-")),
    "exchange.letters.ARCHIVE": Met("match", LARGEST_FILE),
    "exchange.letters.BETWEEN_WORDS": Met("split", LONGEST_SAMPLE, (";",)),
    "exchange.letters.OLD_SHEET": Met("match", LARGEST_FILE),
    "exchange.letters.PICTURE": Met("match", LARGEST_FILE, ("RIFF", "BM")),
    # It looks once at each byte, of a file that no table of letters reads in less.
    "exchange.letters.APOSTROPHE": Met("findall", LONGEST_SAMPLE, ("a’",)),
    "exchange.letters.UTF8_LETTER": Met("search", LARGEST_FILE, most=12 * DEAR),
    "exchange.letters.WORD": Met("findall", LONGEST_SAMPLE, ("a",)),
    "exchange.tables.cells.NUMBERED": Met("match", LONGEST_CELL, ("Round", "Round ...1")),
    "exchange.tables.cells.SERIAL": Met("match", LONGEST_CELL, ("45000.1",)),
    "forms.book.ANSWER": Met("match", FIELD, ("way-", "cell-1-")),
    "forms.book.DAY_OF": Met("match", FIELD, ("day-",)),
    "forms.book.NUMBER": Met("match", LARGEST_HEAD),
    "forms.book.TRICKS": Met("match", FIELD, ("1 ", "1 1 ")),
    "forms.book.YEAR": Met("match", LARGEST_HEAD),
    "forms.entrants.BEFORE": Met("sub", FIELD, ("1.", "1. ")),
    "forms.entrants.BRACKETED": Met("match", LONGEST_NAME, ("a(", "a (")),
    "forms.entrants.BULLET": Met("match", FIELD, ("-", "[ ] ")),
    "forms.entrants.LAST": Met("match", LONGEST_NAME, ("a ", "a 1 ")),
    "forms.entrants.TABLE_NUMBER": Met("match", FIELD, ("#1",)),
    "forms.game.COUNT": Met("match", FIELD, ("1",)),
    "http.cookies.PHONE_KEY": Met("match", LARGEST_HEAD, ("a",)),
    "words.language.AZ": Met("match", LONGEST_NAME, ("-", "1000")),
    "words.language.BY_SOUND": Met("sub", LONGEST_NAME, ("a(z) ",)),
    "words.language.E": Met("match", LONGEST_NAME, ("-", "h")),
    "rules.people.ADDED": Met("match", LONGEST_NAME),
    "rules.people.FLAG": Met("match", LONGEST_NAME),
    "rules.people.IGNORED": Met("sub", LONGEST_NAME),
    "rules.people.SEAT_NAME": Met("fullmatch", LONGEST_NAME, ("player 1", "1. jatekos")),
    "web.service.LOCAL": Met("match", FIELD, ("/",)),
}
CUSTOM = {
    "authority.HOST": "the name and the address of this computer",
    "browser.collect.CONSTRAINTS": "our schema",
    "browser.pack.UNUSED": "names of files of Pyodide",
    "config.HOST": "the settings of this server",
    "drawing.picture.COLOUR": "our style sheet",
    "drawing.picture.RULE": "our style sheet",
    "http.assets.IMPORT": "our style sheets",
    **dict.fromkeys(
        (f"http.bundles.{one}" for one in ("EXPORT", "IMPORT", "LATER")), "our scripts"
    ),
    "http.bundles.OUTSIDE_NAMES": "names of our scripts",
    "http.languages.DARK": "our style sheets",
    "http.parts.HASH": "parts that we drew",
    "http.parts.PLAIN_KEY": "keys of a pad, without any text of a user",
    **dict.fromkeys(("site.ADDRESS", "site.LANGUAGE", "site.PATH", "site.STATIC"), "pages we drew"),
    "site.GIVEN": "our service worker",
    "store.backups.NAME": "names of files in a folder of backups",
}


def patterns() -> Iterator[tuple[str, re.Pattern[Any] | None]]:
    """Every pattern by its module and name; None for one that is created where it is used."""
    for path in sorted(APP.rglob("*.py")):
        name = ".".join(path.relative_to(APP).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = [
            f"{target.id}"
            for node in tree.body
            if isinstance(node, ast.Assign) and is_of_re(node.value)
            for target in ast.walk(node.targets[0])
            if isinstance(target, ast.Name)
        ]
        for one in named:
            yield f"{name}.{one}", getattr(import_module(f"scorekeeper.{name}"), one)
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_of_re(node)]
        for call in calls[len(named) :]:
            yield f"{name}: {ast.unparse(call)}", None


def is_of_re(node: ast.AST) -> bool:
    """Return whether this is a call of a function of ``re``, or contains several."""
    if isinstance(node, ast.Tuple):
        return any(map(is_of_re, node.elts))
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.")


PARTS = (
    *(" ", "\n", "\t", "0", "1", "a", "A", "_", "-", "+", ".", ",", ";", ":", "/", "|", "=", "&"),
    *("'", '"', "\\", "@", "#", "(", ")", "[", "]", "{", "<", ">", "<p>", "<p", "</p>\n", '""'),
    *('\\"', '"\\', "1,", "1 ", "a-", "a.", "a:1", "1-1 ", "0-", "+hook", "\n'", ",'", "> <"),
    *('"format"', '"format" : ', "hands[", "[]", "\n<p", "\u0315\u0300", "\ud800", "\u3164"),
)
ENDS = ("", "!", "\n")


def worst(met: Met, pattern: re.Pattern[Any]) -> Iterator[str]:
    """Texts that could take long to match: a start, a repeated middle, an end. They are a quarter
    as long in the daily run, in which a quadratic pattern still exceeds the limit by far.
    """
    own = tuple(dict.fromkeys(re.findall(r"[a-z]+|[^\w\s]", str(pattern.pattern))))
    longest = met.longest // size(4, 1)
    for start in ("", *met.starts):
        for part in (*PARTS, *own, *met.starts):
            for end in ENDS if met.longest <= FIELD else ENDS[:2]:
                yield start + part * ((longest - len(start)) // len(part)) + end
