"""Changes to a game as values: for Undo, the log, and before -> after."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import takewhile, zip_longest
from typing import Any

from scorekeeper.rules.game import BY_SEAT, Game, GameNote, Hand, resized
from scorekeeper.rules.variants.house import Settings

SEATED = (*(kind.all for kind in BY_SEAT), "players", "starts")
HOUSE, SEATS, ABOUT, HANDS = 0, -1, -2, -3
"""Used as the number of the hand if the settings, the seats, title, place, note and day, or the
list of hands changed."""


@dataclass(frozen=True, slots=True)
class Table:
    """The players who are present, and the cards of every hand, which follow from their number.

    ``starts`` has the points with which each seat began; other fields are as in a Game. ``hand`` is
    the one in play, which may be dealt again; older lines of the log do not have it.
    """

    starts: tuple[int, ...]
    away: tuple[int, ...]
    order: tuple[int, ...]
    sizes: tuple[int, ...]
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of the players; ``table`` if somebody joined or left."""

    players: tuple[str, ...]
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Hands:
    """The list of hands, of which one was taken out or put in, with the plan of the game."""

    hands: tuple[Hand, ...]
    sizes: tuple[int, ...]
    ends_after: int | None


Changed = Hand | Settings | Seats | GameNote | Hands


@dataclass(frozen=True, slots=True)
class Change:
    """The change that an action made: to hand ``number`` (None: it was not begun), the settings
    (HOUSE), the seats (SEATS), title, place, note and day (ABOUT) or the list of hands (HANDS)."""

    number: int
    before: Changed | None
    after: Changed | None

    @property
    def reversed(self) -> "Change":
        """The change that reverses this one."""
        return Change(self.number, self.after, self.before)

    @property
    def is_correction(self) -> bool:
        """Whether it corrected a hand that was already scored."""
        before, after = self.before, self.after
        if not (isinstance(before, Hand) and isinstance(after, Hand)):
            return False
        return before.scored and after.scored

    @property
    def skips_hand(self) -> bool:
        """Whether it skipped the hand."""
        return isinstance(self.after, Hand) and self.after.skipped

    @property
    def deals_again(self) -> bool:
        """Whether it removed the card, bids and tricks of a hand in play, as only another deal
        does. So does an Undo."""
        before, after = self.before, self.after
        if not isinstance(before, Hand) or before.scored or not isinstance(after, Hand | None):
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


def change_between(old: Game, new: Game) -> Change:
    """The change that an action made; every action makes one."""
    if len(old.players) != len(new.players) or old.away != new.away:
        return Change(SEATS, *(Seats(one.players, _table(one)) for one in (old, new)))
    if old.players != new.players:
        return Change(SEATS, Seats(old.players), Seats(new.players))
    if _is_relisted(old, new):
        return Change(HANDS, _hands(old), _hands(new))
    if old.settings != new.settings:
        return Change(HOUSE, old.settings, new.settings)
    if old.about != new.about:
        return Change(ABOUT, old.about, new.about)
    for number, (before, after) in enumerate(zip_longest(old.hands, new.hands), 1):
        if before != after:
            return Change(number, before, after)
    raise ValueError("the games are equal")


def without_change(game: Game, change: Change) -> Game:
    """The game with the change undone."""
    if isinstance(change.before, Settings):
        return replace(game, settings=change.before)
    if isinstance(change.before, Seats):
        return _seated(game, change.before)
    if isinstance(change.before, GameNote):
        return replace(game, about=change.before)
    if isinstance(change.before, Hands):
        return _listed(game, change.before)
    earlier, later = game.hands[: change.number - 1], game.hands[change.number :]
    before = (resized(change.before, len(game.players)),) if change.before else ()
    return replace(game, hands=(*earlier, *before, *later))


def moved_by(change: Change, number: int) -> int | None:
    """The number of a hand after a change of the list; None if the hand was taken out."""
    before, after = change.before, change.after
    if not (isinstance(before, Hands) and isinstance(after, Hands)):
        return number
    place, step = place_of(before, after), len(after.hands) - len(before.hands)
    if number == place and step < 0:
        return None
    return number + step if number >= place else number


def relisted(game: Game, change: Change) -> Game:
    """An earlier game with its hands numbered, and its plan, as after a change of the list."""
    before, after = change.before, change.after
    if not (isinstance(before, Hands) and isinstance(after, Hands)):
        return game
    at, step = place_of(before, after) - 1, len(after.hands) - len(before.hands)
    known, new = (at + (step < 0), step > 0)
    fresh = after.hands[at : at + new] if at <= len(game.hands) else ()
    hands = (*game.hands[:at], *fresh, *game.hands[known:])
    sizes = game.settings.sizes
    if len(before.sizes) != len(after.sizes):
        sizes = (*sizes[:at], *after.sizes[at : at + new], *sizes[known:])
    ends, then, now = game.settings.ends_after, before.ends_after, after.ends_after
    if ends is not None and then is not None and now is not None:
        ends += now - then
    moved = tuple(replace(hand, number=number) for number, hand in enumerate(hands, 1))
    settings = replace(game.settings, sizes=sizes, ends_after=ends)
    return replace(game, hands=moved, settings=settings)


def place_of(before: Hands, after: Hands) -> int:
    """The number of the hand that was taken out of the list, or put in."""
    both = zip(before.hands, after.hands, strict=False)
    same = takewhile(lambda pair: pair[0] == pair[1], both)
    return sum(1 for _ in same) + 1


def _is_relisted(old: Game, new: Game) -> bool:
    """Return whether a hand was taken out or put in, and not only one changed."""
    if old.hands == new.hands:
        return False
    both = [*zip_longest(old.hands, new.hands)]
    several = sum(one != other for one, other in both) > 1
    gone = any(one and one.scored and other is None for one, other in both)
    late = any(other and other.added and one is None for one, other in both)
    return several or gone or late or old.settings != new.settings


def _hands(game: Game) -> Hands:
    return Hands(game.hands, game.settings.sizes, game.settings.ends_after)


def _listed(game: Game, listed: Hands) -> Game:
    hands = tuple(resized(hand, len(game.players)) for hand in listed.hands)
    settings = replace(game.settings, sizes=listed.sizes, ends_after=listed.ends_after)
    return replace(game, hands=hands, settings=settings)


def _table(game: Game) -> Table:
    starts = game.starts or (0,) * len(game.players)
    hand = next((hand for hand in game.hands[-1:] if not hand.scored), None)
    return Table(starts, game.away, game.order, game.settings.sizes, hand)


def _seated(game: Game, seats: Seats) -> Game:
    table, count = seats.table, len(seats.players)
    if table is None:
        return replace(game, players=seats.players)
    hands = tuple(resized(hand, count) for hand in game.hands)
    return replace(
        game,
        players=seats.players,
        starts=table.starts if any(table.starts) else (),
        away=table.away,
        order=table.order,
        settings=replace(game.settings, sizes=table.sizes),
        hands=(*hands[:-1], table.hand) if table.hand else hands,
    )


def differences(change: Change) -> Iterator[Difference]:
    """The fields that the change affected, bids and tricks seat by seat."""
    yield from _between(change.before, change.after)


def places(change: Change) -> set[tuple[str, int | None]]:
    """The fields that the change affected, with their seats."""
    return {(item.field, item.seat) for item in differences(change)}


def _between(old: Changed | Table | None, new: Changed | Table | None) -> Iterator[Difference]:
    known = new or old
    for item in fields(known) if known else ():
        before, after = getattr(old, item.name, None), getattr(new, item.name, None)
        if before == after:
            continue
        if isinstance(after, Table | Hand):
            yield from _between(before, after)
        elif item.name in SEATED:
            yield from _by_seat(item.name, before, after)
        else:
            yield Difference(item.name, None, before, after)


def _by_seat(name: str, before: Any, after: Any) -> Iterator[Difference]:
    for seat, (old, new) in enumerate(zip_longest(before or (), after or ())):
        if old != new:
            yield Difference(name, seat, old, new)
