"""The cards of hands on a sheet that does not say them."""

from collections.abc import Iterator, Sequence

from scorekeeper.rules.variants.model import LARGEST_HAND

Sizes = tuple[int, ...]


def usual_sizes(sums: Sequence[int], numbers: Sequence[int | None]) -> Sizes | None:
    """The usual cards of hands with these sums of tricks and ``numbers``, as most hands have them;
    None if fewer than half have, or there are none."""
    rows = len(sums)
    if not rows:
        return None

    def odd(plan: Sizes) -> int:
        return sum(n != cards for n, cards in zip(sums, plan, strict=True))

    best = min(plain_sizes(rows, numbers), key=odd)
    # Others must explain two hands more.
    best = min((one for one in _near(sums) if odd(one) + 1 < odd(best)), key=odd, default=best)
    return best if 2 * odd(best) <= rows else None


def plain_sizes(rows: int, numbers: Sequence[int | None] = ()) -> Iterator[Sizes]:
    """One card more in each hand, or as the hands are numbered."""
    yield tuple(range(1, rows + 1))
    counted = tuple(number or 0 for number in numbers)
    if len(counted) == rows and all(0 < number <= LARGEST_HAND for number in counted):
        yield counted


def other_sizes(rows: int) -> Iterator[Sizes]:
    """Sizes of other games: down to one card, down and up again, up and down again as far as there
    are hands, the same in all, two more in each, or without a hand."""
    half, odd = divmod(rows, 2)
    yield tuple(range(rows, 0, -1))
    yield _turned(rows, half + odd, -1, half + odd, 1 - odd)
    for top in range(half + odd, rows):
        yield _turned(rows, 1, 1, top, 0)
        yield _turned(rows, 1, 1, top, 1)
    yield from ((cards,) * rows for cards in range(2, LARGEST_HAND))
    yield from (tuple(range(first, first + 2 * rows, 2)) for first in (1, 2))
    yield from (_without(rows, number) for number in range(2, rows))


def _near(sums: Sequence[int]) -> Iterator[Sizes]:
    """Sizes that begin as one of the first hands did and turn back where the sums do, in the middle
    or not at all, or lack a hand."""
    rows = len(sums)
    for step, most in ((0, max), (1, max), (2, max), (-1, min)):
        for first in {1, *(n - step * at for at, n in enumerate(sums[:2]))}:
            for turn in {sums.index(most(sums)) + 1, (rows + 1) // 2, rows}:
                yield from (_turned(rows, first, step, turn, hold) for hold in (0, 1))
    yield _without(rows, next((at for at, n in enumerate(sums, 1) if n != at), rows))


def _without(rows: int, number: int) -> Sizes:
    """One card more in each hand, but not the hand with this number."""
    return (*range(1, number), *range(number + 1, rows + 2))


def _turned(rows: int, first: int, step: int, turn: int, hold: int) -> Sizes:
    """Sizes that change by ``step``, and back after the hand number ``turn``, or one later if they
    ``hold``."""
    last = first + step * (turn - 1)
    back = [last - step * more for more in range(1 - hold, rows - turn + 1)]
    return (*(first + step * at for at in range(turn)), *back)[:rows]
