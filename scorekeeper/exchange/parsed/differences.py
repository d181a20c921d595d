"""What a file says besides the game: its lasting id, the cards of its hands, its own points."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

from scorekeeper.exchange.parsed.parsed_game import ToldGame, ToldHand
from scorekeeper.keys import hashed
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming.incoming import Mark, marks_beside
from scorekeeper.rules.sheet import Sheet


def lasting_id(source: str, told: ToldGame, game: Game) -> str:
    """The lasting id of a game from a file: the one that it had here, else from its id there, else
    from all that was played, so that the same file brings the same games."""
    if told.uid:
        return told.uid
    hands = [(hand.cards, hand.bids, hand.tricks) for hand in game.hands]
    day = told.started_at and told.started_at.astimezone(UTC).isoformat()
    return hashed(f"{source} {told.known_as or (day, game.players, hands)!a}")[:32]


def marks_of(told: ToldGame, sheet: Sheet) -> tuple[Mark, ...]:
    """Where the file counts otherwise: points of hands, and totals at the end."""
    columns = [told.totals, *(hand.points for hand in told.hands)]
    said = [
        (number, seat, points)
        for number, column in enumerate(columns)
        for seat, points in enumerate(column)
        if points is not None
    ]
    return tuple(mark for mark in marks_beside(sheet, said) if mark.said != mark.counted)


def with_cards(hands: tuple[ToldHand, ...]) -> tuple[ToldHand, ...]:
    """The hands with the cards that were dealt.

    Where the file has none, that is the number of the hand if the tricks are as many in at least
    half of the hands, otherwise their sum; but never fewer than somebody bid or took.
    """
    sums = [sum(n or 0 for n in hand.tricks) + hand.void for hand in hands]
    grows = 2 * sum(n == number for number, n in enumerate(sums, 1)) >= len(sums)
    sized = []
    for number, (hand, tricks) in enumerate(zip(hands, sums, strict=True), 1):
        most = max(n or 0 for n in (*hand.bids, *hand.tricks, 1))
        cards = max(number if grows else tricks, most) if hand.cards is None else hand.cards
        sized.append(replace(hand, cards=cards))
    return tuple(sized)
