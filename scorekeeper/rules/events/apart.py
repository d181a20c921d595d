"""Pairs of acts that cannot conflict, although two phones of the desk sent them at the same
time."""

from collections.abc import Collection

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.entrant_acts import Entered, Marked, Numbered, Removed, Renamed
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, PutAside, PutBack
from scorekeeper.rules.events.round_acts import MoreTime, Paused, Resumed

OF_TABLES = (ByHand, PutAside, PutBack, MoreTime, Paused, Resumed)


def is_apart(people: Collection[int], act: Act) -> bool:
    """Whether an act about these start numbers may follow ``act``, which its page did not show:
    acts about other people, about results or about the clock may."""
    match act:
        case Marked() | Renamed() | Removed() | Adjusted():
            return act.number not in people
        case Numbered():
            return {act.number, act.new}.isdisjoint(people)
    return isinstance(act, (Entered, *OF_TABLES))
