"""The printed score sheet: the hands played, and empty lines for the others."""

from dataclasses import dataclass

from scorekeeper.rules.game import Game, Hand, left_of
from scorekeeper.rules.sheet import Row, Sheet

RACE_LINES = 10
"""Lines of a game that a target ends; as many as on the pad of the Two-Player rules."""


@dataclass(frozen=True, slots=True)
class Line:
    """A hand on paper: scored, partly entered, or still to be dealt.

    ``row`` has the scored values, ``hand`` the entries of a scored hand or of the one in play; a
    future hand has neither. The seats in ``out`` are dealt no cards.
    """

    number: int
    cards: int
    dealer: int
    opener: int
    row: Row | None = None
    hand: Hand | None = None
    out: tuple[int, ...] = ()


def paper_lines(game: Game, sheet: Sheet) -> tuple[Line, ...]:
    """A line for each hand of the game: those scored, and the remaining ones."""
    lines = []
    for row in sheet.rows:
        played = row.hand
        opener = left_of(game, played.dealer, played.out)
        lines.append(
            Line(played.number, played.cards, played.dealer, opener, row, played, played.out)
        )
    hand = sheet.hand
    if hand is None:
        return tuple(lines)
    dealer, settings = hand.dealer, game.settings
    # If a target ends the game, fill the paper.
    race = (hand.cards,) * max(RACE_LINES, hand.number)
    sizes = settings.sizes[: settings.ends_after] or race
    for number, cards in enumerate(sizes[len(lines) :], hand.number):
        now = hand if number == hand.number else None
        out = now.out if now else game.away
        opener = left_of(game, dealer, out)
        lines.append(Line(number, cards, dealer, opener, hand=now, out=out))
        # A player who sits out only this hand may deal the next.
        dealer = left_of(game, dealer, game.away)
    return tuple(lines)
