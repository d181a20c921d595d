"""A sentence for each problem, with its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.language import filled
from scorekeeper.rules.problems import Code, Problem, ProblemCode
from scorekeeper.words.decks import eight_name
from scorekeeper.words.events.refusals import EVENT_COUNTED, EVENT_PROBLEMS
from scorekeeper.words.files import FILES
from scorekeeper.words.names import and_list, name_at
from scorekeeper.words.refusals import COUNTED, PROBLEMS
from scorekeeper.words.rules import FORBIDDEN

FORBIDDEN_BIDS: dict[ProblemCode, Any] = {code: line for code, (_, line) in FORBIDDEN.items()}
SENTENCES = PROBLEMS | FILES | FORBIDDEN_BIDS | EVENT_PROBLEMS
DECIDES = COUNTED | EVENT_COUNTED
OF_SEVERAL = (Code.BID_MISSING, Code.TRICKS_MISSING)
"""Problems with one sentence for all players who have them."""


def sentence(problem: Problem, players: tuple[str, ...]) -> str:
    """The problem and its remedy, with the name of the player concerned."""
    values: dict[str, Any] = dict(problem.values)
    if problem.seat is not None:
        name = name_at(players, problem.seat)
        values |= {"seat": problem.seat + 1, "name": name}
        if problem.code in OF_SEVERAL:
            values |= {"names": name, "count": 1}
    if problem.suit:
        values["card"] = eight_name(problem.suit)
    return sentence_of(problem.code, values)


def sentence_of(code: ProblemCode, values: Mapping[str, Any]) -> str:
    """The sentence with this code and these values."""
    text = SENTENCES[code]
    if callable(text):
        return str(text(values[DECIDES.get(code, "most")], **values))
    return filled(str(text), values)


def sentences(problems: Iterable[Problem], players: tuple[str, ...]) -> list[str]:
    """A sentence for each problem; values missing for several players share one."""
    missing: dict[ProblemCode, list[str]] = {}
    others = []
    for problem in problems:
        if problem.code in OF_SEVERAL and problem.seat is not None:
            missing.setdefault(problem.code, []).append(name_at(players, problem.seat))
        else:
            others.append(sentence(problem, players))
    return [
        sentence_of(code, {"names": and_list(names), "count": len(names)})
        for code, names in missing.items()
    ] + others
