"""Simultaneous entries from two phones: the values that each entered, and those that clash.

This compares the values that the page sends with the game's later states, in runs. The first game
is the one that the page showed, the last is the current one. Within a run, each game differs from
the one before it by a save of others; between two runs there is a save of the page itself, of which
it knows.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from scorekeeper.rules.actions import Numbers, hand_to_change
from scorekeeper.rules.game import Game, Hand, resized
from scorekeeper.rules.history import Change, places
from scorekeeper.rules.problems import RefusedError

Runs = Sequence[Sequence[Game]]
Slots = Mapping[str, Any]
"""The values of a hand by the name of their place; missing ones are empty."""


def hand_or_none(game: Game, number: int) -> Hand | None:
    """The hand with this number, scored or in play; None if there is none."""
    try:
        return hand_to_change(game, number)
    except RefusedError:
        return None


def shown_hand(base: Game | None, now: Hand) -> Hand | None:
    """The hand as a stale page showed it, with the current seats; None if there is none."""
    hand = hand_or_none(base, now.number) if base else None
    return resized(hand, len(now.bids)) if hand else None


def entered(base: Numbers, sent: Numbers, touched: Sequence[int] = ()) -> Numbers:
    """The sent numbers that the page itself entered; None for the others.

    These are the numbers that differ from those the page showed, and those at the indexes that were
    ``touched``: a number tapped away and back counts as entered.
    """
    return tuple(
        number if index in touched or number != old else None
        for index, (old, number) in enumerate(zip(base, sent, strict=True))
    )


def uncontested_numbers(
    runs: Sequence[Sequence[Numbers]], sent: Numbers, touched: Sequence[int] = ()
) -> Numbers | None:
    """The sent numbers that the page itself entered, or None if one of them clashes.

    ``runs`` are the numbers in the games since. A number clashes if another save changed it too,
    even if it was changed back, and its value now differs.
    """
    mine = entered(runs[0][0], sent, touched)
    clashes = (
        number is not None
        and number != runs[-1][-1][index]
        and any(len({numbers[index] for numbers in run}) > 1 for run in runs)
        for index, number in enumerate(mine)
    )
    return None if any(clashes) else mine


def entered_slots(base: Slots, sent: Slots, touched: Collection[str] = ()) -> dict[str, Any]:
    """Return the values that the page entered, by place; None for a place that it emptied. Like
    :func:`entered`."""
    return {
        name: sent.get(name)
        for name in {*base, *sent, *touched}
        if name in touched or sent.get(name) != base.get(name)
    }


def uncontested_slots(
    runs: Sequence[Sequence[Slots]], sent: Slots, touched: Collection[str] = ()
) -> dict[str, Any] | None:
    """Return the values that the page entered, or None if any of them clashes."""
    mine = entered_slots(runs[0][0], sent, touched)
    clashes = (
        value != runs[-1][-1].get(name)
        and any(len({slots.get(name) for slots in run}) > 1 for run in runs)
        for name, value in mine.items()
    )
    return None if any(clashes) else mine


def same_hand(runs: Runs, number: int) -> bool:
    """Return whether nobody else changed the hand."""
    return _is_same(runs, lambda game: hand_or_none(game, number))


def untouched(runs: Runs, mine: Hand) -> bool:
    """Return whether nobody else changed a value of the hand since it came up, except to that of
    ``mine``."""
    hands = hands_since(runs, mine.number)
    saves = [Change(mine.number, *pair) for run in hands for pair in pairwise(run)]
    own = places(Change(mine.number, hands[-1][-1], mine))
    return all(own.isdisjoint(places(change)) for change in saves)


def same_trump(runs: Runs, number: int) -> bool:
    """Return whether nobody else changed the card turned up or the trump."""
    hands = hands_since(runs, number)
    return all(len({(hand.turned, hand.trump) for hand in run}) == 1 for run in hands)


def same_dealer(runs: Runs, number: int) -> bool:
    """Return whether nobody else changed the dealer of the hand, and it is not scored."""
    if any(hand_or_none(game, number) is None for game in (runs[0][0], runs[-1][-1])):
        return False
    hands = hands_since(runs, number)
    dealers = [{hand.dealer for hand in run} for run in hands]
    return not hands[-1][-1].scored and all(len(dealt) == 1 for dealt in dealers)


def same_seats(runs: Runs) -> bool:
    """Return whether nobody else changed the seats or the hands to come."""
    return _is_same(runs, lambda game: (game.players, game.away, game.settings.sizes))


def same_about(runs: Runs) -> bool:
    """Return whether nobody else changed the title, place, note or day."""
    return _is_same(runs, lambda game: game.about)


def same_columns(runs: Runs) -> bool:
    """Return whether the sheet never had fewer columns than the page showed."""
    known = len(runs[0][0].players)
    return all(len(game.players) >= known for run in runs for game in run)


def same_settings(runs: Runs) -> bool:
    """Return whether nobody else changed the settings, and as many hands are begun and scored."""
    counts = [[(len(game.hands), len(game.scored)) for game in (run[0], run[-1])] for run in runs]
    return _is_same(runs, lambda game: game.settings) and all(one == two for one, two in counts)


def hands_since(runs: Runs, number: int) -> list[list[Hand]]:
    """The hand in each game that had it, run by run."""
    found = [[hand_or_none(game, number) for game in run] for run in runs]
    hands = [[hand for hand in run if hand is not None] for run in found]
    return [run for run in hands if run]


def _is_same(runs: Runs, part: Callable[[Game], Hashable]) -> bool:
    return all(len({part(game) for game in run}) == 1 for run in runs)
