"""The score sheet for a printer: the hands played, and empty lines for the rest."""

from dataclasses import dataclass

from scorekeeper.drawing.shortening import short_names
from scorekeeper.rules.sheet import Line, paper_lines
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.sheet import sums_lines

ROOM = (6, 8, 10, 12, 15, 20, 30)
"""The number of lines up to which each line height is used; more lines use the smallest."""
UPRIGHT = 6
"""Players that fit on a portrait page; more need landscape."""
COLUMNS = {False: 585, True: 847}
"""Pixels for all players' columns, on a portrait and on a landscape page (``print_sheet.css``)."""
SUMS_BESIDE = 2
"""Sentences about the sums that stand beside each other."""
MOST_SUMS = 24
"""Sentences about the sums for which there is room on the page; the log has the others."""
PADDING, SMALLEST = 8, 12
"""Pixels: what a column leaves free, and the smallest size of a name."""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A game as its printed sheet shows it, all on one page. ``room``: the step of ``ROOM`` for its
    lines; ``across``: in landscape; ``short``: the names as the columns have room for them;
    ``sums``: what explains the totals beside the bids and tricks."""

    stored: StoredGame
    lines: tuple[Line, ...]
    room: int | None
    across: bool
    short: tuple[str, ...]
    sums: tuple[str, ...]


def paper_sheet(stored: StoredGame) -> PaperSheet:
    """The sheet of a game as it is."""
    lines = paper_lines(stored.game, stored.sheet)
    players = stored.game.players
    across = len(players) > UPRIGHT
    width = (COLUMNS[across] / len(players) - PADDING) / SMALLEST
    sums = tuple(sums_lines(stored.game, stored.sheet))[:MOST_SUMS]
    needed = len(lines) + (len(sums) + SUMS_BESIDE - 1) // SUMS_BESIDE
    room = next((most for most in ROOM if needed <= most), None)
    return PaperSheet(stored, lines, room, across, short_names(players, width), sums)
