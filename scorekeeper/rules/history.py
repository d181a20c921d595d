"""Changes to a game as values: for undo, for the log, for before -> after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from scorekeeper.rules.game import BY_SEAT, Game, Hand
from scorekeeper.rules.house import Settings

SEATED = tuple(kind.all for kind in BY_SEAT)


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that an action changed: hand ``number`` (None: it was not begun), or the
    settings when ``number`` is 0."""

    number: int
    before: Hand | Settings | None
    after: Hand | Settings | None


@dataclass(frozen=True, slots=True)
class Difference:
    """One field of a change, with the seat where it belongs to one."""

    field: str
    seat: int | None
    before: Any
    after: Any


def change_between(old: Game, new: Game) -> Change:
    """What an action changed; every action changes the settings or a single hand."""
    if old.settings != new.settings:
        return Change(0, old.settings, new.settings)
    for index in range(max(len(old.hands), len(new.hands))):
        before, after = _hand_at(old, index), _hand_at(new, index)
        if before != after:
            return Change(index + 1, before, after)
    raise ValueError("the games are equal")


def is_correction(change: Change) -> bool:
    """Whether it changed a hand that was scored before and after."""
    hands = (change.before, change.after)
    return all(isinstance(hand, Hand) and hand.scored for hand in hands)


def taken_back(game: Game, change: Change) -> Game:
    """The game with the change undone."""
    if isinstance(change.before, Settings):
        return replace(game, settings=change.before)
    earlier, later = game.hands[: change.number - 1], game.hands[change.number :]
    return replace(game, hands=(*earlier, *((change.before,) if change.before else ()), *later))


def differences(change: Change) -> Iterator[Difference]:
    """Field by field what the change did, bids and tricks seat by seat."""
    known = change.after or change.before
    for item in fields(known) if known else ():
        before = getattr(change.before, item.name, None)
        after = getattr(change.after, item.name, None)
        if before == after:
            continue
        if item.name in SEATED:
            yield from _by_seat(item.name, before, after)
        else:
            yield Difference(item.name, None, before, after)


def _by_seat(name: str, before: Any, after: Any) -> Iterator[Difference]:
    blank = (None,) * len(before or after)
    for seat, (old, new) in enumerate(zip(before or blank, after or blank, strict=True)):
        if old != new:
            yield Difference(name, seat, old, new)


def _hand_at(game: Game, index: int) -> Hand | None:
    return game.hands[index] if index < len(game.hands) else None
