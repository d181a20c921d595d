"""Names cut or sized to a width, each different from the others.

The width of a name follows from its letters. One that the typeface lacks comes from a font of the
machine and is estimated: never too small.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise

from scorekeeper.rules.people import letters_of

ADVANCES = (
    {0.22: "'", 0.24: " \xa0\u202f", 0.26: "!,.:¡·’", 0.28: ";", 0.3: "`il\u0131", 0.32: "I|‘"}
    | {0.34: "()/[\\]t", 0.36: "f", 0.38: "Jj-ŀ°", 0.4: "{}", 0.42: '"ŧ', 0.44: "złº"}
    | {0.46: "*EFL", 0.48: "Zª", 0.5: "rsxĿ„“”", 0.52: "?T_c¿ŁŦ–«»", 0.54: "X^ey", 0.56: "SYv"}
    | {0.58: "kĸ", 0.6: "ACVagnoqðøĳŉŋ", 0.62: "GPUbdhpuÞþħ", 0.64: "#$+0123456789<=>BR~×÷Ĳ−"}
    | {0.66: "K", 0.68: "DHNOQÐØĐđŊ", 0.72: "&Ħ", 0.74: "Æ", 0.76: "…", 0.78: "ß", 0.8: "@"}
    | {0.82: "wŒ", 0.86: "æ", 0.88: "Mœ", 0.9: "m", 0.98: "W", 1.02: "—", 1.04: "%"}
)
"""The letters of ``static/fonts/sansita-800.ttf`` by their advance, rounded up. A letter with an
accent is as wide as without, and a j as after a space."""
STEPS = (
    *(each / 100 for each in range(200, 800, 25)),
    *(8, 8.5, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 33, 39),
)
"""The widths of names for which there is a class (``http/assets.py``), in units of their size."""
LONG = 8
"""The width of a name, in units of its size, for which a phone has room beside three numbers."""
FLAT = "Mn", "Me", "Cf"
"""The categories without a width of their own: marks, joiners."""
_widths = {letter: advance for advance, letters in ADVANCES.items() for letter in letters}


@lru_cache(4000)
def width_of(text: str) -> float:
    return sum(map(_letter_width, letters_of(unicodedata.normalize("NFD", text))))


def fit(text: str, room: float, most: float) -> float:
    """The largest size up to ``most`` at which the text is no wider than ``room``."""
    return round(min(most, room / max(width_of(text), 0.1)), 1)


def parts(name: str) -> list[str]:
    """The parts of a name between which it may break: after a space or a hyphen."""
    return name.replace("-", "- ").split()


def name_width(names: Iterable[str]) -> str:
    """The class of the style sheet for the widest of the names: all get the size that suits it."""
    widest = max(map(width_of, names), default=0)
    step = next((each for each in STEPS if each >= widest), STEPS[-1])
    return f"w{round(100 * step)}"


def row_width(names: Iterable[str]) -> str:
    """The classes of a table with these names: the one of the widest, and "long" if that has no
    room beside three columns of numbers on a phone."""
    widest = max(names, key=width_of, default="")
    return name_width([widest]) + " long" * (width_of(widest) > LONG)


def _letter_width(letter: str) -> float:
    """The width of a letter with what belongs to it; a family is as wide as one of them."""
    widths = map(_width, letter)
    return max(widths) if letter > "\u2000" else sum(widths)


def _width(letter: str) -> float:
    if known := _widths.get(letter):
        return known
    if unicodedata.category(letter) in FLAT:
        return 0.0
    return 1.4 if ord(letter) > 0x2000 else 1.1


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
