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
    ("made", "per_square"): _l("A made bid scores %(points)s × its tricks × its tricks."),
    ("made", "per_card"): _l("A made bid scores %(points)s for each card dealt."),
    ("made", ""): _l("A made bid scores nothing."),
    ("zero_made", "fixed"): _l("A made bid of 0 scores %(points)s."),
    ("zero_made", "per_card"): _l("A made bid of 0 scores %(points)s for each card dealt."),
    ("zero_made", ""): _l("A made bid of 0 scores nothing."),
    ("missed", "fixed"): _l("A missed bid scores %(points)s."),
    ("missed", "per_trick"): _l("A missed bid scores %(points)s for each trick taken."),
    ("missed", "per_bid"): _l("A missed bid scores %(points)s for each trick bid."),
    ("missed", "per_card"): _l("A missed bid scores %(points)s for each card dealt."),
    ("missed", "per_miss"): _l("A missed bid scores %(points)s for each trick over or under."),
    ("missed", "per_under"): _l("A missed bid scores %(points)s for each trick under."),
    ("missed", "per_over"): _l("A missed bid scores %(points)s for each trick over."),
    ("missed", ""): _l("A missed bid scores nothing."),
    # L10N: follows a sentence about a bid that is missed.
    ("near", "fixed"): _l("If it is missed by only one trick, it scores %(points)s instead."),
    ("near", "per_card"): _l(
        "If it is missed by only one trick, it scores %(points)s for each card dealt instead."
    ),
    ("near", ""): _l("If it is missed by only one trick, it scores nothing."),
    ("zero_missed", "fixed"): _l("A missed bid of 0 scores %(points)s."),
    ("zero_missed", "per_card"): _l("A missed bid of 0 scores %(points)s for each card dealt."),
    ("zero_missed", ""): _l("A missed bid of 0 scores nothing."),
}
"""The first sentence about an outcome, by the term of the score that it has."""
ADDED = {
    "per_trick": _l("Plus %(points)s for each trick taken."),
    "per_square": _l("Plus %(points)s × its tricks × its tricks."),
    "per_bid": _l("Plus %(points)s for each trick bid."),
    "per_card": _l("Plus %(points)s for each card dealt."),
    "per_miss": _l("Plus %(points)s for each trick over or under."),
    "per_under": _l("Plus %(points)s for each trick under."),
    "per_over": _l("Plus %(points)s for each trick over."),
}
"""The following sentences."""
MADE = _l("A made bid scores %(points)s, plus %(more)s for each trick.")


def points_lines(score: Score) -> list[str]:
    """A sentence for each number of the score."""
    lines = []
    for outcome in dict.fromkeys(outcome for outcome, _ in FIRST):
        terms = getattr(score, outcome)
        if terms is None:
            continue
        numbers = [(term, n) for term, n in _numbers(terms).items() if n] or [("", 0)]
        lines += _outcome_lines(outcome, numbers)
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


def _numbers(terms: Terms) -> dict[str, int | None]:
    """The numbers of a score by term, in the order of the sentences."""
    numbers = asdict(terms)
    if terms.per_over is not None:
        numbers["per_under"] = numbers.pop("per_miss")
    order = dict.fromkeys(term for _, term in FIRST if term)
    return {term: numbers[term] for term in order if term in numbers}


def assumed_line(score: Score) -> str:
    """The number of cards in the examples; "" if it makes no difference."""
    if examples(score) == tuple(score.points(*one, EXAMPLE_CARDS + 1) for one in EXAMPLES):
        return ""
    return gettext("In a hand of %(cards)s cards:", cards=EXAMPLE_CARDS)


def example_rows(score: Score) -> list[tuple[int, int, str]]:
    """Bid, tricks and points of a few examples."""
    pairs = zip(EXAMPLES, examples(score), strict=True)
    return [(bid, tricks, plain(points)) for (bid, tricks), points in pairs]
