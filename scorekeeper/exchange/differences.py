"""What a file says besides the game: its lasting id, the cards of its hands, its own points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC

from scorekeeper.exchange.told import ToldGame, ToldHand
from scorekeeper.keys import hashed
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming import Mark
from scorekeeper.rules.sheet import Sheet


def lasting_id(source: str, told: ToldGame, game: Game) -> str:
    """The lasting id of a game from a file: the one that it had here, else from its id there, else
    from all that was played, so that the same file brings the same games."""
    if told.uid:
        return told.uid
    hands = [(hand.cards, hand.bids, hand.tricks) for hand in game.hands]
    day = told.started_at and told.started_at.astimezone(UTC).isoformat()
    return hashed(f"{source} {told.known_as or (day, game.players, hands)!a}")[:32]


def marks_of(told: ToldGame, sheet: Sheet) -> Iterator[Mark]:
    """Where the file counts otherwise: points of hands, then totals at the end."""
    for row, hand in zip(sheet.rows, told.hands, strict=True):
        for seat, said in enumerate(hand.points):
            counted = row.cells[seat].points or 0
            if said is not None and said != counted:
                yield Mark(row.number, seat, said, counted)
    for seat, said in enumerate(told.totals):
        if said is not None and said != sheet.totals[seat]:
            yield Mark(0, seat, said, sheet.totals[seat])


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
