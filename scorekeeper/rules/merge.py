"""Two phones that write at once: what each entered, and where they entered different things.

All of it compares three states: the one that the page showed (``base``), the one that is
stored now, and what the page sends.
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
    base: Numbers, now: Numbers, sent: Numbers, touched: Sequence[int] = ()
) -> Numbers | None:
    """Of what was sent only what the page itself entered, None elsewhere.

    None in all when somebody else entered another number in the same place.
    """
    own = entered(base, sent, touched)
    clashes = (
        number is not None and present not in (old, number)
        for old, present, number in zip(base, now, own, strict=True)
    )
    return None if any(clashes) else own


def same_hand(base: Game, now: Game, number: int) -> bool:
    """Whether nobody changed the hand meanwhile."""
    return hand_or_none(base, number) == hand_or_none(now, number)


def same_trump(base: Hand, now: Hand) -> bool:
    """Whether nobody turned up or named trump otherwise meanwhile."""
    return (base.turned, base.trump) == (now.turned, now.trump)


def same_dealer(base: Game, now: Game, number: int) -> bool:
    """Whether nobody let another seat deal the hand, or scored it, meanwhile."""
    before, present = hand_or_none(base, number), hand_or_none(now, number)
    if before is None or present is None or present.scored:
        return False
    return before.dealer == present.dealer


def same_course(base: Game, now: Game) -> bool:
    """Whether nobody changed the settings, or began or scored a hand, meanwhile."""
    counts = [(len(game.hands), len(game.scored)) for game in (base, now)]
    return base.settings == now.settings and counts[0] == counts[1]
