"""The points of bids, in sentences made from the numbers of a game."""

from dataclasses import asdict

from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.variants.custom import EXAMPLE_CARDS, EXAMPLES, examples
from scorekeeper.rules.variants.points import Score, Terms
from scorekeeper.words.names import plain

FIRST = {
    ("made", "fixed"): _l("A made bid scores %(points)s."),
    ("made", "per_trick"): _l("Each trick of a made bid scores %(points)s."),
    # L10N: the square of the tricks, times a number.
    ("made", "per_square"): _l(
        "A made bid scores %(points)s × the tricks taken × the tricks taken."
    ),
    ("made", "per_card"): _l("A made bid scores %(points)s for each card dealt."),
    ("made", ""): _l("A made bid scores nothing."),
    ("zero_made", "fixed"): _l("A made bid of 0 scores %(points)s."),
    ("zero_made", "per_card"): _l("A made bid of 0 scores %(points)s for each card dealt."),
    ("zero_made", ""): _l("A made bid of 0 scores nothing."),
    ("missed", "fixed"): _l("A missed bid scores %(points)s."),
    ("missed", "per_trick"): _l("A missed bid scores %(points)s for each trick taken."),
    # L10N: the square of the tricks, times a number.
    ("missed", "per_square"): _l(
        "A missed bid scores %(points)s × the tricks taken × the tricks taken."
    ),
    ("missed", "per_bid"): _l("A missed bid scores %(points)s for each trick bid."),
    ("missed", "per_card"): _l("A missed bid scores %(points)s for each card dealt."),
    ("missed", "per_miss"): _l("A missed bid scores %(points)s for each trick over or under."),
    ("missed", "per_under"): _l("A missed bid scores %(points)s for each trick under."),
    ("missed", "per_over"): _l("A missed bid scores %(points)s for each trick over."),
    ("missed", ""): _l("A missed bid scores nothing."),
    # L10N: follows a sentence about a bid that is missed.
    ("near", "fixed"): _l("If it is missed by only one trick, it scores %(points)s instead."),
    ("near", "per_trick"): _l(
        "If it is missed by only one trick, it scores %(points)s for each trick taken instead."
    ),
    ("near", "per_square"): _l(
        "If it is missed by only one trick, it scores %(points)s × the tricks taken × the tricks"
        " taken instead."
    ),
    ("near", "per_bid"): _l(
        "If it is missed by only one trick, it scores %(points)s for each trick bid instead."
    ),
    ("near", "per_under"): _l("If it is one trick under, it scores %(points)s instead."),
    ("near", "per_over"): _l("If it is one trick over, it scores %(points)s instead."),
    ("near", "per_card"): _l(
        "If it is missed by only one trick, it scores %(points)s for each card dealt instead."
    ),
    ("near", ""): _l("If it is missed by only one trick, it scores nothing."),
    ("zero_missed", "fixed"): _l("A missed bid of 0 scores %(points)s."),
    ("zero_missed", "per_trick"): _l("A missed bid of 0 scores %(points)s for each trick taken."),
    ("zero_missed", "per_square"): _l(
        "A missed bid of 0 scores %(points)s × the tricks taken × the tricks taken."
    ),
    ("zero_missed", "per_card"): _l("A missed bid of 0 scores %(points)s for each card dealt."),
    ("zero_missed", ""): _l("A missed bid of 0 scores nothing."),
}
"""The first sentence about an outcome, by the term of the score that it has."""
ORDER = tuple(dict.fromkeys(term for _, term in FIRST if term))
"""The terms in the order of the sentences."""
ADDED = {
    "per_trick": _l("Plus %(points)s for each trick taken."),
    "per_square": _l("Plus %(points)s × the tricks taken × the tricks taken."),
    "per_bid": _l("Plus %(points)s for each trick bid."),
    "per_card": _l("Plus %(points)s for each card dealt."),
    "per_miss": _l("Plus %(points)s for each trick over or under."),
    "per_under": _l("Plus %(points)s for each trick under."),
    "per_over": _l("Plus %(points)s for each trick over."),
}
"""The following sentences."""
MADE = _l("A made bid scores %(points)s, plus %(more)s for each trick.")


def points_lines(score: Score, other: Score | None = None) -> list[str]:
    """A sentence for each number of the score, or of the outcomes that score differently than in
    the ``other``."""
    lines = []
    for outcome in dict.fromkeys(outcome for outcome, _ in FIRST):
        terms = getattr(score, outcome)
        if terms is None or (other and terms == getattr(other, outcome)):
            continue
        numbers = _numbers(outcome, terms)
        present = [(term, number) for term in ORDER if (number := numbers.get(term))]
        lines += _outcome_lines(outcome, present or [("", 0)])
    return lines


def _outcome_lines(outcome: str, numbers: list[tuple[str, int]]) -> list[str]:
    terms, values = zip(*numbers, strict=True)
    if outcome == "made" and terms[:2] == ("fixed", "per_trick"):
        first = str(MADE) % {"points": plain(values[0]), "more": plain(values[1])}
        others = numbers[2:]
    else:
        first = str(FIRST[outcome, terms[0]]) % {"points": plain(values[0])}
        others = numbers[1:]
    return [first, *(str(ADDED[term]) % {"points": plain(number)} for term, number in others)]


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
