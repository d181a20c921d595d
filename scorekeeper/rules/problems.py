"""Everything the rules can object to, as values; the words for them live elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """One objection: a code, the seat it is about (if any), and its numbers."""

    code: str
    seat: int | None = None
    values: Mapping[str, int] = field(default_factory=dict)


class RefusedError(Exception):
    """An action that the rules do not allow; carries every problem at once."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems


def refuse_if(problems: list[Problem]) -> None:
    """Raise :class:`RefusedError` when there are problems."""
    if problems:
        raise RefusedError(*problems)
