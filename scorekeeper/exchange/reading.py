"""The formats of files, and the games in a file."""

from collections.abc import Callable, Iterable

from scorekeeper.exchange.foreign.crew_ledger import games_of_crew_ledger, is_crew_ledger
from scorekeeper.exchange.foreign.escalier import game_in_link, is_link
from scorekeeper.exchange.foreign.keepwiz import games_of_keepwiz, is_keepwiz
from scorekeeper.exchange.json_files import is_ours, read_json
from scorekeeper.exchange.parsed.parsed_game import NO_ANSWERS, Answers
from scorekeeper.exchange.tables.csv_in import games_in_csv, is_table
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem

BOM = "\ufeff"


READERS: tuple[tuple[Callable[[str], bool], Callable[[str], Iterable[Incoming]]], ...] = (
    (is_ours, read_json),
    (is_link, game_in_link),
    (is_crew_ledger, games_of_crew_ledger),
    (is_keepwiz, games_of_keepwiz),
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
