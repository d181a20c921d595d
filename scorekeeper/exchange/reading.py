"""The formats of files, and the games in a file."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scorekeeper.exchange.foreign.crew_ledger import games_of_crew_ledger, is_crew_ledger
from scorekeeper.exchange.foreign.escalier import game_in_link, is_link
from scorekeeper.exchange.foreign.keepwiz import games_of_keepwiz, is_keepwiz
from scorekeeper.exchange.json_in import is_ours, read_json
from scorekeeper.exchange.tables.csv_in import games_in_csv, is_table
from scorekeeper.rules.incoming.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem

BOM = "\ufeff"


class Reader(NamedTuple):
    """A format: a test of a text's beginning, and a reader.

    ``read`` raises UnreadableError, possibly while its games are read. If it is not ``own``,
    another program counted the points: its games are a tuple, and shown before they are saved.
    """

    fits: Callable[[str], bool]
    read: Callable[[str], Iterable[Incoming]]
    is_ours: bool = False


READERS = (
    Reader(is_ours, read_json, is_ours=True),
    Reader(is_link, game_in_link),
    Reader(is_crew_ledger, games_of_crew_ledger),
    Reader(is_keepwiz, games_of_keepwiz),
    Reader(is_table, games_in_csv),
)
"""The formats in the order in which they are tried."""


def reader_of(text: str) -> Reader:
    """Return the reader of this text. Raises UnreadableError if there is none."""
    start = text.removeprefix(BOM)
    for reader in READERS:
        if reader.fits(start):
            return reader
    raise UnreadableError(Problem(Code.FILE_KIND if start.strip() else Code.FILE_EMPTY))


def games_in(text: str) -> Iterable[Incoming]:
    """The games in a file of any known format, one at a time. Raises UnreadableError."""
    return reader_of(text).read(text.removeprefix(BOM))


def read_games(text: str) -> tuple[Incoming, ...]:
    """All of them. Raises UnreadableError."""
    return tuple(games_in(text))
