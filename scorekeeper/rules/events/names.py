"""Short names for the wall: the first name and the initial of the last name, all different."""

from collections import Counter
from collections.abc import Sequence


def with_initials(names: Sequence[str]) -> tuple[str, ...]:
    """Shorten names: ``Ann Berger`` becomes ``Ann B.``, with as many letters more as distinguish
    her from others."""
    letters = [1] * len(names)
    while True:
        shown = [_short(name, count) for name, count in zip(names, letters, strict=True)]
        often = Counter(map(_comparable, shown))
        alike = [
            at
            for at, text in enumerate(shown)
            if often[_comparable(text)] > 1 and letters[at] < len(names[at])
        ]
        if not alike:
            return tuple(shown)
        for at in alike:
            letters[at] += 1


def _short(name: str, letters: int) -> str:
    """The name with this many letters of its last word."""
    *first, last = name.split() or [name]
    if not first or len(last) <= letters + 1:
        return " ".join((*first, last))
    return f"{' '.join(first)} {last[:letters]}."


def _comparable(text: str) -> str:
    """A short name in a form in which names that look alike are equal."""
    return text.casefold().rstrip(".")
