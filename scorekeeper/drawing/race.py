"""Everybody's progress towards a target, as lanes on a strip 360 units wide."""

from dataclasses import dataclass

START, LENGTH = 12, 304
LANE, CREST = 22, 22
"""The heights of a lane and of its crest."""
EDGE = 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A player's lane at the height ``y``; the corner of its crest is at ``x`` and ``top``."""

    seat: int
    total: int
    y: int
    run: int
    x: int
    top: int


@dataclass(frozen=True, slots=True)
class Race:
    """The lanes by seat; ``middle`` is the height of the target's number."""

    target: int
    height: int
    middle: int
    lanes: tuple[Lane, ...]


def draw_race(totals: tuple[int, ...], target: int) -> Race:
    """A total below 0 is at the start, one above the target at its line."""
    lanes = []
    for seat, total in enumerate(totals):
        run, top = round(LENGTH * min(max(total, 0), target) / target), EDGE + LANE * seat
        lanes.append(Lane(seat, total, top + LANE // 2, run, START + run - CREST // 2, top))
    height = LANE * len(lanes) + 2 * EDGE
    return Race(target, height, height // 2 + 6, tuple(lanes))
