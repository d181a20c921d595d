"""The largest event that is let in: the most people, rounds and tables, and the longest log."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from scorekeeper.exchange.events import read_event
from scorekeeper.exchange.json_files import encode, game_json, lined
from scorekeeper.rules.events.entrant_acts import MOST_ENTRANTS, Created, Entered, Marked, Newcomer
from scorekeeper.rules.events.event import Act, State
from scorekeeper.rules.events.round_acts import Closed, Drawn, Published, Started
from scorekeeper.rules.events.settings import MOST_ROUNDS, EventSettings, Seating
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.variants.model import Settings
from scorekeeper.rules.variants.variants import BLOB
from scorekeeper.store.events.acts import import_event
from scorekeeper.store.mapping.document import time_text
from scorekeeper.store.mapping.log import to_plain
from scorekeeper.store.sharing.desks import LARGEST_LOG, LONGEST_LOG
from tests.rules.notation import on

BEGAN = datetime(2026, 1, 2, 9, 0, tzinfo=UTC)
SEATS = 2
"""Players at each table: the fewest of any game, for the most tables."""
ROOM_LINES, ROOM_CHARACTERS = 400, 200_000
"""What the log has left, so that the desk can still act."""


class Shape(NamedTuple):
    """The size of an event; all rounds are closed but the last one, which is running, or with
    ``is_drawn`` not drawn yet."""

    people: int = MOST_ENTRANTS
    rounds: int = MOST_ROUNDS
    hands: int = 1
    lines: int = LONGEST_LOG - ROOM_LINES
    characters: int = LARGEST_LOG - ROOM_CHARACTERS
    is_drawn: bool = True


LARGEST = Shape()
HEAVIEST = Shape(hands=10)
"""Whose file is about as large as one may be."""


def settings(shape: Shape) -> EventSettings:
    """An event at tables of two, which play this many hands."""
    hands = {SEATS: (2,) * shape.hands}
    return EventSettings(
        "Largest", BLOB, hands=hands, size=SEATS, remainder=SEATS, rounds=shape.rounds
    )


def tables_in(shape: Shape, number: int) -> tuple[tuple[int, int], ...]:
    """The tables of a round: everybody against somebody new (the circle method)."""
    turning = list(range(2, shape.people + 1))
    at = number % len(turning)
    ring = [1, *turning[at:], *turning[:at]]
    half = shape.people // 2
    return tuple(zip(ring[:half], reversed(ring[half:]), strict=True))


def drawn(shape: Shape, number: int) -> Drawn:
    """The draw of a round, with the plans of all later ones."""
    first, *ahead = (tables_in(shape, one) for one in range(number, shape.rounds + 1))
    return Drawn(first, (0,) * len(first), number, Seating.PLANNED, tuple(ahead))


def log(shape: Shape) -> list[Act]:
    """The acts: first as many draws as there is room for, then marks until the log is full."""
    rounds = range(1, shape.rounds + 1)
    newcomers = tuple(
        Newcomer(f"Person number {n}", f"Club {n % 40}") for n in range(1, shape.people + 1)
    )
    begin: list[Act] = [Created(settings(shape)), Entered(newcomers)]
    played: list[Act] = []
    for number in rounds if shape.is_drawn else rounds[:-1]:
        played += [drawn(shape, number), Published(number), Started(number)]
        played += [Closed(number)] if number < shape.rounds else []
    again, room = drawn(shape, 1), shape.characters - size_of([*begin, *played]) - 50 * shape.lines
    draws = [again] * max(room // size_of([again]), 0)
    left = shape.lines - len(begin) - len(played) - len(draws)
    marks = [Marked(1 + n % shape.people, State.IN) for n in range(left)]
    return [*begin, *marks, *draws, *played]


def size_of(acts: list[Act]) -> int:
    """The characters of these acts in a log."""
    return sum(len(encode(to_plain(one))) for one in acts)


def games(shape: Shape) -> Iterator[tuple[int, int, Incoming]]:
    """The games of all tables by round and table; those of the last round are not over."""
    rules = Settings(BLOB.bids.rule, (2,) * shape.hands)
    blank = Game(BLOB, ("A", "B"), 0, rules)
    over, going = on(blank, *["h 00/11"] * shape.hands), on(blank, *["h 00/11"] * (shape.hands - 1))
    for number in range(1, shape.rounds + shape.is_drawn):
        for place, seats in enumerate(tables_in(shape, number), 1):
            game = going if number == shape.rounds else over
            names = tuple(f"Person number {seat}" for seat in seats)
            uid, at = f"game-{number}-{place}", BEGAN + timedelta(hours=number)
            yield number, place, Incoming(uid, _of(game, names), at, at)


def _of(game: Game, names: tuple[str, ...]) -> Game:
    values: dict[str, Any] = {name: getattr(game, name) for name in Game.__dataclass_fields__}
    return Game(**{**values, "players": names})


@cache
def file(shape: Shape = LARGEST) -> str:
    """The event as a file."""
    acts = log(shape)
    lines = [
        {"at": time_text(BEGAN + timedelta(seconds=at)), "kind": act.kind, "data": to_plain(act)}
        for at, act in enumerate(acts)
    ]
    found = list(games(shape))
    tables = [{"round": one, "table": at, "game": game.uid} for one, at, game in found]
    head = {"format": "scorekeeper-event", "version": 1, "id": "largest"}
    head["started"] = time_text(BEGAN)
    parts = {
        "log": map(encode, lines),
        "tables": map(encode, tables),
        "games": [game_json(game) for *_, game in found],
    }
    lists = (f'"{name}":[{"".join(lined(part))}]' for name, part in parts.items())
    return f"{encode(head)[:-1]},{','.join(lists)}}}\n"


def imported(phone_key: str, shape: Shape = LARGEST) -> str:
    """Import the event into this phone's book; returns its key."""
    return import_event(phone_key, read_event(file(shape))).key
