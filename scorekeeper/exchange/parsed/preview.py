"""Games from another program, before they are saved, and the discrepancies to keep."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.exchange.parsed.parsed_game import UNDATED, unreadable
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.problems import Code
from scorekeeper.rules.sheet import Sheet, score_sheet
from scorekeeper.words.problems import Difference, difference_lines, uneven_lines

MOST_GAMES = 20
MOST_LINES = 30
"""Games on one preview page; it only counts the others."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A game as the page shows it: as many differences as there is room for, the number of others,
    and whether it is already in the book (``known``) or was deleted from it (``deleted``)."""

    incoming: Incoming
    sheet: Sheet
    differing: tuple[Difference, ...]
    further: int
    uneven: tuple[str, ...]
    known: bool
    deleted: bool

    @property
    def began(self) -> datetime | None:
        """The start of the game; None if the file has no date."""
        return None if self.incoming.started_at == UNDATED else self.incoming.started_at


def previews_of(
    games: Iterable[Incoming], known: Collection[str], deleted: Collection[str]
) -> list[Preview]:
    """The games to show: first those about which something must be answered, then those with other
    points or tricks that do not add up, and last those that the book has (their stable ids are in
    ``known``)."""
    found = [_preview(one, known, deleted) for one in games]
    found.sort(
        key=lambda one: (
            not one.incoming.found.is_open,
            one.known,
            not (one.differing or one.uneven),
        )
    )
    return found[:MOST_GAMES]


def games_to_save(
    games: Iterable[Incoming], now: datetime, *, keep_theirs: bool
) -> Iterator[Incoming]:
    """The games to save: one without a date began ``now``, and discrepancies stay only if
    wanted. Raises UnreadableError if something must be asked first."""
    for one in games:
        if one.found.is_open:
            line = one.found.questions[0].line if one.found.questions else None
            raise unreadable(Code.SHEET_UNSURE, line)
        yield replace(
            one,
            started_at=now if one.started_at == UNDATED else one.started_at,
            changed_at=now if one.changed_at == UNDATED else one.changed_at,
            discrepancies=one.discrepancies if keep_theirs else (),
        )


def _preview(incoming: Incoming, known: Collection[str], deleted: Collection[str]) -> Preview:
    game = incoming.game
    lines = difference_lines(incoming.discrepancies, game.players)
    shown, further = tuple(lines[:MOST_LINES]), len(lines[MOST_LINES:])
    there = incoming.uid in known, incoming.uid in deleted
    return Preview(incoming, score_sheet(game), shown, further, tuple(uneven_lines(game)), *there)
