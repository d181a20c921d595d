"""Lists of seats as people have them: a line for each person, with name, table and seat."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.events.entrant_acts import MOST_ENTRANTS

DIVIDERS = "\t;|,"
"""What divides columns; the first of these in a line divides it."""
LAST = re.compile(r"(.*\S)\s+([0-9]{1,3})\s*")
"""A line without columns: a name, and a table."""
BEFORE = re.compile(r"^[0-9]{1,4}[.):]\s+")
"""The number of a line."""
NUMBER = re.compile(r"#?([0-9]{1,4})\.?")


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A line of a list of seats: its number, the name or start number as typed, and table and seat,
    None if there are none."""

    line: int
    who: str
    table: int | None
    seat: int | None


def read_seats(text: str) -> tuple[ListedSeat, ...]:
    """The seats of a list. The columns are the name or the start number, the table and the seat;
    table and seat may come first."""
    lines = enumerate(text.splitlines()[: 4 * MOST_ENTRANTS], 1)
    return tuple(_read(number, line) for number, line in lines if line.strip())


def _read(number: int, line: str) -> ListedSeat:
    divider = next((one for one in DIVIDERS if one in line), "")
    if not divider:
        ends = LAST.fullmatch(line)
        return _listed(number, [ends[1], ends[2]] if ends else [line])
    return _listed(number, line.split(divider))


def _listed(line: int, cells: Sequence[str]) -> ListedSeat:
    words = [" ".join(cell.split()).strip("\"'") for cell in cells]
    while words and not words[-1]:
        words.pop()
    numbers = [int(found[1]) if (found := NUMBER.fullmatch(word)) else None for word in words]
    first, last = _run(numbers), _run(numbers[::-1])
    if last and last < len(words):
        last = min(last, 2)
        table, seat = (*numbers[len(words) - last :], None)[:2]
        who = words[: len(words) - last]
        # A list with numbers before its names has no start numbers in place of names.
        who = who[1:] if len(who) > 1 and first else who
    elif first == len(words) > 1:
        table, seat = (*numbers[1:], None)[:2]
        who = words[:1]
    else:
        table, seat = (*numbers[: min(first, 2)], None, None)[:2]
        who = words[min(first, 2) :]
    return ListedSeat(line, BEFORE.sub("", ", ".join(who)), table, seat)


def _run(numbers: Sequence[int | None]) -> int:
    """How many numbers come first."""
    return next((at for at, one in enumerate(numbers) if one is None), len(numbers))
