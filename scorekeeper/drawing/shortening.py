"""Names cut to a width or to an initial, each different from the others."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, pairwise

from scorekeeper.drawing.fitting import width_of
from scorekeeper.rules.people import letters_of

JOINTS = " -"
"""The characters between the parts of a name."""
ROUNDS = 4
"""The rounds in which names that are still alike get another letter before they get a number."""


def short_names(names: Sequence[str], room: float) -> tuple[str, ...]:
    """Each name whole if it is no wider than ``room`` (in units of its size), otherwise as many
    first letters as there is room for and a full stop; names that would be alike differ by a later
    letter.
    """
    shown = {name: name if width_of(name) <= room else _cut(name, room) for name in names}
    for _ in range(ROUNDS):
        for alike in _alike(shown):
            at = min(_parting(*pair) for pair in pairwise(sorted(alike)))
            for name in alike:
                if shown[name] != name:
                    shown[name] = _marked(name, at, room)
    for name in [name for alike in _alike(shown) for name in alike if shown[name] != name]:
        numbered = (_beside(letters_of(name), f"{number}", room) for number in count(1))
        shown[name] = next(text for text in numbered if text not in shown.values())
    return tuple(shown[name] for name in names)


def _alike(shown: dict[str, str]) -> list[list[str]]:
    """The names by their short form, if several share one; a full stop makes no difference."""
    found = defaultdict(list)
    for name, text in shown.items():
        found[text.rstrip(".")].append(name)
    return [names for names in found.values() if len(names) > 1]


def _cut(name: str, room: float) -> str:
    """The first letters with a full stop, or one letter alone."""
    starts = (f"{start}." for start in _starts(letters_of(name)))
    return next((text for text in starts if width_of(text) <= room), letters_of(name)[0])


def _starts(letters: list[str]) -> Iterator[str]:
    """The beginnings of a name, the longest first."""
    for length in range(len(letters), 0, -1):
        yield "".join(letters[:length]).rstrip(JOINTS)


def _parting(one: str, other: str) -> int:
    """The place of the first letter in which two names differ."""
    mine, theirs = letters_of(one), letters_of(other)
    pairs = enumerate(zip(mine, theirs, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(mine), len(theirs)))


def _marked(name: str, at: int, room: float) -> str:
    """The name cut so that it shows the letter at a place, or the first one after it."""
    letters = letters_of(name)
    at = next((place for place in range(at, len(letters)) if letters[place] not in JOINTS), -1)
    if at < 0:
        return _cut(name, room)
    whole = f"{''.join(letters[: at + 1])}."
    if width_of(whole) <= room:
        return whole
    is_new_word = not at or letters[at - 1] in JOINTS
    return _beside(letters[:at], f" {letters[at]}." if is_new_word else letters[at], room)


def _beside(letters: list[str], mark: str, room: float) -> str:
    """The first letters, a full stop and the mark; the mark alone if there is no room for a
    letter."""
    starts = (f"{start}.{mark}" for start in _starts(letters))
    return next((text for text in starts if width_of(text) <= room), mark.strip())


def with_initials(names: Sequence[str]) -> tuple[str, ...]:
    """Shorten names: ``Ann Berger`` becomes ``Ann B.``, with as many letters more as distinguish
    her from others."""
    letters = [1] * len(names)
    while True:
        shown = [_with_letters(name, count) for name, count in zip(names, letters, strict=True)]
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


def _with_letters(name: str, letters: int) -> str:
    """The name with this many letters of its last word; of a mark that tells it apart, such as a
    club in brackets, as many words as letters."""
    if name.endswith(")") and (at := name.rfind(" (")) > 0:
        mark = " ".join(name[at + 2 : -1].split()[:letters])
        return f"{_with_letters(name[:at], letters)} ({mark})"
    *first, last = name.split() or [name]
    shown = letters_of(last)
    if not first or len(shown) <= letters + 1:
        return " ".join((*first, last))
    return f"{' '.join(first)} {''.join(shown[:letters])}."


def _comparable(text: str) -> str:
    """A short name in a form in which names that look alike are equal."""
    return text.casefold().rstrip(".")
