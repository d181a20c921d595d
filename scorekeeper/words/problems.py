"""A sentence for each problem: what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.problems import Problem
from scorekeeper.words.foreign import FOREIGN
from scorekeeper.words.names import and_list, name_at
from scorekeeper.words.points import OUT_OF_RANGE
from scorekeeper.words.refusals import COUNTED, PROBLEMS
from scorekeeper.words.rules import FORBIDDEN

FORBIDDEN_BIDS = {str(reason): refusal for reason, (_, refusal) in FORBIDDEN.items()}
SENTENCES = PROBLEMS | OUT_OF_RANGE | FOREIGN | FORBIDDEN_BIDS


def sentence(problem: Problem, players: tuple[str, ...]) -> str:
    """The problem and its remedy, with the name of the player concerned."""
    values: dict[str, Any] = dict(problem.values)
    if problem.seat is not None:
        values |= {"seat": problem.seat + 1, "name": name_at(players, problem.seat)}
    return sentence_of(problem.code, values)


def sentence_of(code: str, values: Mapping[str, Any]) -> str:
    """The sentence with this code and these values."""
    if code in COUNTED:
        number, said = COUNTED[code]
        return said(values[number], **values)
    return str(SENTENCES[code]) % values


def sentences(problems: Iterable[Problem], players: tuple[str, ...]) -> list[str]:
    """A sentence for each problem; what is missing of several players in one."""
    missing: dict[str, list[str]] = {}
    others = []
    for problem in problems:
        if problem.code in MISSING and problem.seat is not None:
            missing.setdefault(problem.code, []).append(name_at(players, problem.seat))
        else:
            others.append(sentence(problem, players))
    return [MISSING[code](and_list(names), len(names)) for code, names in missing.items()] + others


MISSING: dict[str, Callable[[str, int], str]] = {
    "bid-missing": lambda names, count: ngettext(
        "The bid of %(names)s is missing.",
        "The bids of %(names)s are missing.",
        count,
        names=names,
    ),
    "tricks-missing": lambda names, _count: gettext(
        "The tricks of %(names)s are missing.", names=names
    ),
}
