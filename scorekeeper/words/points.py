"""The points of bids, in sentences made from the numbers of a game."""

from dataclasses import asdict

from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.variants.custom import EXAMPLE_CARDS, EXAMPLES, examples
from scorekeeper.rules.variants.model import Score, Terms
from scorekeeper.words.names import MINUS, plain, value_line

OUTCOMES = {
    "made": _l("Made bid"),
    "zero_made": _l("Made bid of 0"),
    "missed": _l("Missed bid"),
    "near": _l("Missed by one"),
    "zero_missed": _l("Missed bid of 0"),
}
TERMS = {
    "fixed": "%(points)s",
    # L10N: as in “Made bid: 20 + 10 for each trick taken.”
    "per_trick": _l("%(points)s for each trick taken"),
    # L10N: the square of the tricks, times a number.
    "per_square": _l("%(points)s × the tricks taken × the tricks taken"),
    "per_bid": _l("%(points)s for each trick bid"),
    "per_card": _l("%(points)s for each card dealt"),
    "per_miss": _l("%(points)s for each trick over or under"),
    "per_under": _l("%(points)s for each trick under"),
    "per_over": _l("%(points)s for each trick over"),
}
"""The numbers of a score in their order."""


def points_lines(score: Score, other: Score | None = None) -> list[str]:
    """A line for each outcome, or for those that score differently than in the ``other``:
    ``Made bid: 20 + 10 for each trick taken.``"""
    lines = []
    for outcome, name in OUTCOMES.items():
        terms = getattr(score, outcome)
        if terms is None or (other and terms == getattr(other, outcome)):
            continue
        numbers = _numbers(outcome, terms)
        present = [(term, number) for term in TERMS if (number := numbers.get(term))]
        lines.append(f"{value_line(str(name), _sum(present))}.")
    return lines


def _sum(numbers: list[tuple[str, int]]) -> str:
    if not numbers:
        # L10N: as in “Missed bid: nothing.”
        return gettext("nothing")
    (term, first), *others = numbers
    parts = [str(TERMS[term]) % {"points": plain(first)}]
    for term, number in others:
        sign = "+" if number > 0 else MINUS
        parts += [sign, str(TERMS[term]) % {"points": abs(number)}]
    return " ".join(parts)


def _numbers(outcome: str, terms: Terms) -> dict[str, int]:
    """The numbers of an outcome by term, so that each means something and none means the same as
    another: a made bid has as many tricks as it was bid, and one of 0 has none; of a missed bid of
    0, all tricks are over; a bid that is missed by one has a single trick over or under."""
    numbers: dict[str, int] = {name: n for name, n in asdict(terms).items() if n is not None}
    over = numbers.pop("per_over", None)
    if outcome == "zero_made":
        return {name: numbers[name] for name in ("fixed", "per_card")}
    if outcome == "made":
        numbers["per_trick"] += numbers.pop("per_bid")
        return numbers | {"per_miss": 0}
    if outcome == "zero_missed":
        miss = numbers.pop("per_miss")
        numbers["per_trick"] += miss if over is None else over
        return numbers | {"per_bid": 0}
    if over is not None:
        return numbers | {"per_over": over, "per_under": numbers.pop("per_miss"), "per_miss": 0}
    if outcome == "near":
        numbers["fixed"] += numbers.pop("per_miss")
    return numbers


def assumed_line(score: Score) -> str:
    """The number of cards in the examples; "" if it makes no difference."""
    if examples(score) == tuple(score.points(*one, EXAMPLE_CARDS + 1) for one in EXAMPLES):
        return ""
    return gettext("In a hand of %(cards)s cards:", cards=EXAMPLE_CARDS)


def example_rows(score: Score) -> list[tuple[int, int, str]]:
    """Bid, tricks and points of a few examples."""
    pairs = zip(EXAMPLES, examples(score), strict=True)
    return [(bid, tricks, plain(points)) for (bid, tricks), points in pairs]
