"""Contents of a file besides the game: its stable id, the cards of its hands, its own points."""

from dataclasses import replace
from datetime import UTC

from scorekeeper.exchange.parsed.parsed_game import ParsedGame, ParsedHand
from scorekeeper.keys import hashed
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming.incoming import Discrepancy, discrepancies_in
from scorekeeper.rules.sheet import Sheet


def stable_id(source: str, parsed: ParsedGame, game: Game) -> str:
    """The stable id of a game from a file: the one that it had here, otherwise derived from its id
    there or from all bids and tricks, so that the same file gives the same games."""
    if parsed.uid:
        return parsed.uid
    hands = [(hand.cards, hand.bids, hand.tricks) for hand in game.hands]
    day = parsed.started_at and parsed.started_at.astimezone(UTC).isoformat()
    return hashed(f"{source} {parsed.known_as or (day, game.players, hands)!a}")[:32]


def discrepancies_of(parsed: ParsedGame, sheet: Sheet) -> tuple[Discrepancy, ...]:
    """Discrepancies: points of hands, and totals at the end."""
    columns = [parsed.totals, *(hand.points for hand in parsed.hands)]
    said = [
        (number, seat, points)
        for number, column in enumerate(columns)
        for seat, points in enumerate(column)
        if points is not None
    ]
    return tuple(item for item in discrepancies_in(sheet, said) if item.said != item.counted)


def with_cards(hands: tuple[ParsedHand, ...]) -> tuple[ParsedHand, ...]:
    """The hands with the cards that were dealt.

    If the file lacks them, they are the number of the hand if at least half of the hands have that
    many tricks, otherwise the sum of the tricks; but never fewer than somebody bid or took.
    """
    sums = [sum(n or 0 for n in hand.tricks) + hand.void for hand in hands]
    grows = 2 * sum(n == number for number, n in enumerate(sums, 1)) >= len(sums)
    sized = []
    for number, (hand, tricks) in enumerate(zip(hands, sums, strict=True), 1):
        most = max(n or 0 for n in (*hand.bids, *hand.tricks, 1))
        cards = max(number if grows else tricks, most) if hand.cards is None else hand.cards
        sized.append(replace(hand, cards=cards))
    return tuple(sized)
