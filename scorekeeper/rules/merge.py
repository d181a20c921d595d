"""Two phones that write at once: what each entered, and where they entered different things.

All of it compares what the page sends with the games since: as the page showed it (the first),
after each save that came in between, and as it is now (the last).
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.actions import Numbers, hand_to_change
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.problems import RefusedError


def hand_or_none(game: Game, number: int) -> Hand | None:
    """The hand with this number, scored or being played; None when there is none."""
    try:
        return hand_to_change(game, number)
    except RefusedError:
        return None


def entered(base: Numbers, sent: Numbers, touched: Sequence[int] = ()) -> Numbers:
    """Of what was sent only what the page itself entered, None elsewhere.

    That is what differs from what it showed, and the places that were ``touched``: a number that
    was tapped away and back is meant, whatever became of the taps between.
    """
    return tuple(
        number if place in touched or number != old else None
        for place, (old, number) in enumerate(zip(base, sent, strict=True))
    )


def own_numbers(
    states: Sequence[Numbers], sent: Numbers, touched: Sequence[int] = ()
) -> Numbers | None:
    """Of what was sent only what the page itself entered, None elsewhere.

    ``states`` are the numbers that the page showed, and those after each save since. None in all
    when a save changed a place that the page entered too, even there and back, and another number
    stands there now.
    """
    own = entered(states[0], sent, touched)
    clashes = (
        number is not None and number != places[-1] and len(set(places)) > 1
        for number, *places in zip(own, *states, strict=True)
    )
    return None if any(clashes) else own


def same_hand(games: Sequence[Game], number: int) -> bool:
    """Whether no save since changed the hand."""
    return len({hand_or_none(game, number) for game in games}) == 1


def same_trump(hands: Sequence[Hand]) -> bool:
    """Whether no save since turned up or named trump otherwise."""
    return len({(hand.turned, hand.trump) for hand in hands}) == 1


def same_dealer(games: Sequence[Game], number: int) -> bool:
    """Whether no save since let another seat deal the hand, and it is not scored."""
    if any(hand_or_none(game, number) is None for game in (games[0], games[-1])):
        return False
    hands = hands_since(games, number)
    return not hands[-1].scored and len({hand.dealer for hand in hands}) == 1


def same_settings(games: Sequence[Game]) -> bool:
    """Whether no save since changed the settings, and as many hands are begun and scored."""
    counts = [(len(game.hands), len(game.scored)) for game in (games[0], games[-1])]
    return len({game.settings for game in games}) == 1 and counts[0] == counts[1]


def hands_since(games: Sequence[Game], number: int) -> list[Hand]:
    """The hand as it was in each of the games that had it."""
    return [hand for game in games if (hand := hand_or_none(game, number)) is not None]
