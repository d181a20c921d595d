"""What happened in a game, and joining what two phones did.

What a save changed: the game before and after it, for the log, Undo, and before -> after.

Simultaneous saves of two phones: the places that others changed since a page was drawn.

A place is a value of a game with a name: ``bid_2`` of a hand, its ``card``, or the ``settings``. A
save of a stale page clashes if it changes a place that others touched since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, auto
from functools import cached_property
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any

from scorekeeper.rules.actions import hand_to_change
from scorekeeper.rules.game import BY_SEAT, Game, GameNote, Hand, resized
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.variants.model import Settings

SEATED = (*(kind.all for kind in BY_SEAT), "players", "starts")
OF_SEATS, OF_LIST = (
    ("players", "starts", "away", "order", "sizes"),
    ("hands", "sizes", "ends_after"),
)
OF_HAND, OF_HOUSE, OF_NOTE = (
    tuple(one.name for one in fields(kind) if one.compare) for kind in (Hand, Settings, GameNote)
)


class Subject(Enum):
    """What a save is about: one hand, the house rules, who plays where, title, place, note and day,
    or the list of hands."""

    HAND = auto()
    HOUSE = auto()
    SEATS = auto()
    ABOUT = auto()
    HANDS = auto()


@dataclass(frozen=True)
class Change:
    """The games ``before`` and ``after`` a save. One of an Undo is that of its save, reversed."""

    before: Game
    after: Game

    @property
    def reversed(self) -> Change:
        return Change(self.after, self.before)

    @cached_property
    def subject(self) -> Subject:
        """What the save is about; every action is about one thing."""
        old, new = self.before, self.after
        if old.players != new.players or old.away != new.away:
            return Subject.SEATS
        if old.gone != new.gone:
            return Subject.HANDS
        if old.settings != new.settings:
            return Subject.HOUSE
        return Subject.HAND if old.about == new.about else Subject.ABOUT

    @cached_property
    def hand(self) -> tuple[Hand | None, Hand | None]:
        """The hand that the save is about, before and after it: None where it was not begun, and
        twice if the save is about something else."""
        if self.subject is not Subject.HAND:
            return None, None
        both = zip_longest(self.before.hands, self.after.hands)
        found = ((old, new) for old, new in both if old is not new and old != new)
        return next(found, (None, None))

    @property
    def number(self) -> int:
        """The number of this hand; 0 for none."""
        return next((hand.number for hand in self.hand if hand), 0)

    @property
    def listed(self) -> int:
        """The number of the hand that was put in or taken out."""
        ids = zip_longest(*([hand.id for hand in game.hands] for game in (self.before, self.after)))
        return next(at for at, (old, new) in enumerate(ids, 1) if old != new)

    @property
    def of_listed(self) -> Change:
        """The hand that was put in or taken out, as if it alone had been entered or undone."""
        longer = max(self.before, self.after, key=lambda game: len(game.hands))
        alone, none = longer.hands[self.listed - 1 :][:1], ()
        hands = (none, alone) if longer is self.after else (alone, none)
        return Change(*(replace(longer, hands=one) for one in hands))

    @property
    def redealt(self) -> int:
        """How many hands that are over got another dealer, because the deal moved on when a hand
        was put in or taken out before them."""
        dealt = {hand.id: hand.dealer for hand in self.before.scored}
        return sum(dealt.get(one.id, one.dealer) != one.dealer for one in self.after.scored)

    @property
    def is_dealt(self) -> bool:
        """Whether it began a hand, or ended its beginning; one about who plays may deal again."""
        return self.subject is Subject.SEATS or (self.subject is Subject.HAND and None in self.hand)

    @property
    def is_correction(self) -> bool:
        before, after = self.hand
        return bool(before and after and before.scored and after.scored)

    @property
    def changes_cards(self) -> bool:
        """Whether a hand got another number of cards than it had, or was about to have."""
        hands = (hand_or_none(game, self.number) for game in (self.before, self.after))
        return len({hand.cards for hand in hands if hand}) > 1

    @property
    def skips_hand(self) -> bool:
        _, after = self.hand
        return after is not None and after.skipped

    @property
    def deals_again(self) -> bool:
        """Whether it removed the card, bids and tricks of a hand in play, as only another deal
        does. So does an Undo."""
        before, after = self.hand
        if before is None or before.scored:
            return False
        is_same = after is None or (after.out == before.out and not _has_begun(after))
        return is_same and _has_begun(before)


def _has_begun(hand: Hand) -> bool:
    return any(one is not None for one in (*hand.bids, *hand.tricks, hand.turned))


@dataclass(frozen=True, slots=True)
class Difference:
    """One field of a change, with its seat if it belongs to one."""

    field: str
    seat: int | None
    before: Any
    after: Any


def differences(change: Change) -> Iterator[Difference]:
    """The fields that the change affected, bids and tricks seat by seat."""
    old, new = change.before, change.after
    match change.subject:
        case Subject.HAND:
            for item in hand_differences(*change.hand):
                yield _of_sitting(item, new) if item.field == "out" else item
        case Subject.HOUSE:
            yield from _between(OF_HOUSE, old.settings, new.settings)
        case Subject.ABOUT:
            yield from _between(OF_NOTE, old.about, new.about)
        case Subject.HANDS:
            yield from _between(OF_LIST, *map(_values, (old, new)))
        case Subject.SEATS:
            yield from _between(OF_SEATS, *map(_values, (old, new)))
            yield from hand_differences(_in_play(old), _in_play(new))


def sitting(out: tuple[int, ...], game: Game) -> tuple[int, ...]:
    """The seats that sit out a hand: of those without cards, the ones that have not left."""
    return tuple(seat for seat in out if seat not in game.away)


def _of_sitting(item: Difference, game: Game) -> Difference:
    before, after = (value and sitting(value, game) for value in (item.before, item.after))
    return Difference(item.field, item.seat, before, after)


def hand_differences(old: Hand | None, new: Hand | None) -> Iterator[Difference]:
    return _between(OF_HAND, old, new)


def places(old: Hand | None, new: Hand | None) -> set[tuple[str, int | None]]:
    return {(item.field, item.seat) for item in hand_differences(old, new)}


def _values(game: Game) -> SimpleNamespace:
    """The values of a game beside its hands, with their names in the log."""
    return SimpleNamespace(
        players=game.players,
        starts=game.starts or (0,) * len(game.players),
        away=game.away,
        order=game.order,
        sizes=game.settings.sizes,
        hands=game.hands,
        ends_after=game.settings.ends_after,
    )


def _in_play(game: Game) -> Hand | None:
    return next((hand for hand in game.hands[-1:] if not hand.scored), None)


def _between(names: tuple[str, ...], old: object, new: object) -> Iterator[Difference]:
    for name in names:
        before, after = getattr(old, name, None), getattr(new, name, None)
        if before == after:
            continue
        if name in SEATED:
            yield from _by_seat(name, before, after)
        else:
            yield Difference(name, None, before, after)


def _by_seat(name: str, before: Any, after: Any) -> Iterator[Difference]:
    for seat, (old, new) in enumerate(zip_longest(before or (), after or ())):
        if old != new:
            yield Difference(name, seat, old, new)


Places = Mapping[str, Any]
"""Values by place; missing ones are empty."""
Part = Callable[[Game], Places | None]
"""Returns some places of a game; None if it does not have them."""


@dataclass(frozen=True, slots=True)
class Since:
    """The game that a page showed, and the one after each save since. ``others`` says which of
    these saves came from others, and not from the page itself."""

    games: tuple[Game, ...]
    others: tuple[bool, ...]

    @property
    def base(self) -> Game:
        return self.games[0]

    @property
    def now(self) -> Game:
        return self.games[-1]

    def touched(self, part: Part) -> set[str]:
        """The places that others changed, even if they were changed back. The deal moves on with
        hands that are put in or taken out, which is no entry."""
        found: set[str] = set()
        shown, listed = None, self.base.gone
        for game, is_theirs in zip(self.games, (False, *self.others), strict=True):
            places = part(game)
            if places is None:
                continue
            if is_theirs and shown is not None:
                found |= differing(shown, places) - ({"dealer"} if game.gone != listed else set())
            shown, listed = places, game.gone
        return found

    @property
    def keeps_columns(self) -> bool:
        """Whether the sheet never had fewer columns than the page showed: one that was gone may be
        of somebody else now."""
        return all(len(game.players) >= len(self.base.players) for game in self.games)


def differing(old: Places, new: Places) -> set[str]:
    return {name for name in {*old, *new} if old.get(name) != new.get(name)}


def hand_or_none(game: Game, number: int) -> Hand | None:
    """The hand with this number, scored or in play; None if there is none."""
    try:
        return hand_to_change(game, number)
    except RefusedError:
        return None


def hand_called(game: Game, hand_id: int) -> Hand | None:
    """The hand with this id, scored or in play, whatever its number is; None if there is none."""
    number = game.number_of(hand_id)
    return hand_or_none(game, number) if number else None


def shown_hand(base: Game | None, now: Hand) -> Hand | None:
    """The hand as a stale page showed it, with the current seats; None if there is none."""
    hand = hand_called(base, now.id) if base else None
    return resized(hand, len(now.bids)) if hand else None


def whole_hand(hand_id: int) -> Part:
    """All of the hand with this id, whatever its number is; a game from which it was taken out does
    not have it."""

    def part(game: Game) -> Places | None:
        if game.number_of(hand_id) is None:
            return None
        hand = hand_called(game, hand_id)
        fields = (name for name in OF_HAND if name != "number")
        return {name: getattr(hand, name) for name in fields} if hand else {}

    return part


def seats(game: Game) -> Places:
    return {"players": game.players, "away": game.away, "sizes": game.settings.sizes}


def house(game: Game) -> Places:
    """The settings, and how many hands are begun and scored."""
    return {"settings": game.settings, "begun": len(game.hands), "scored": len(game.scored)}


def about(game: Game) -> Places:
    """The title, place, note and day."""
    return {"about": game.about}
