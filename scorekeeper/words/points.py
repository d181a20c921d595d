"""What bids count, in sentences made from the numbers of a game."""

from __future__ import annotations

from dataclasses import asdict

from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.own import EXAMPLES, examples
from scorekeeper.rules.points import Score
from scorekeeper.words.names import plain

TERMS = {
    ("made", "fixed"): _l("A bid that is made exactly counts %(points)s."),
    ("made", "per_trick"): _l("Each of its tricks counts %(points)s more."),
    ("made", "per_card"): _l("A bid that is made exactly counts %(points)s for each card dealt."),
    ("zero_made", "fixed"): _l("A bid of 0 that is made counts %(points)s."),
    ("zero_made", "per_card"): _l("A bid of 0 that is made counts %(points)s for each card dealt."),
    ("near", "per_card"): _l(
        "A bid that is missed by one trick counts %(points)s for each card dealt."
    ),
    ("missed", "fixed"): _l("A bid that is missed counts %(points)s."),
    ("missed", "per_trick"): _l("A bid that is missed counts %(points)s for each trick taken."),
    ("missed", "per_miss"): _l(
        "A bid that is missed counts %(points)s for each trick over or under."
    ),
    ("zero_missed", "per_card"): _l(
        "A bid of 0 that is missed counts %(points)s for each card dealt."
    ),
}
"""By outcome and term of the score."""
TRICKS_ALONE = _l("Each trick of a bid that is made exactly counts %(points)s.")
"""Where a made bid counts nothing but its tricks."""


def points_lines(score: Score) -> list[str]:
    """A sentence for each number of the score."""
    lines = []
    for (outcome, term), said in TERMS.items():
        terms = getattr(score, outcome)
        if terms and (points := getattr(terms, term)):
            is_alone = said is TERMS["made", "per_trick"] and not terms.fixed
            lines.append(str(TRICKS_ALONE if is_alone else said) % {"points": plain(points)})
    if score.zero_made and not any(asdict(score.zero_made).values()):
        lines.append(gettext("A bid of 0 that is made counts nothing."))
    if not any(asdict(score.missed).values()):
        lines.append(gettext("A bid that is missed counts nothing."))
    return lines


def example_rows(score: Score) -> list[tuple[int, int, str]]:
    """Bid, tricks and what came of them, for a few examples."""
    pairs = zip(EXAMPLES, examples(score), strict=True)
    return [(bid, tricks, plain(points)) for (bid, tricks), points in pairs]
