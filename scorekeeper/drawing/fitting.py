"""The width of names in their typeface, and so the size at which they fit.

A letter that the typeface lacks comes from a font of the machine and is estimated: never too small.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from scorekeeper.rules.people import letters_of

ADVANCES = (
    {0.18: " \xa0\u202f", 0.22: "'", 0.26: "!,.:¡·’", 0.28: ";", 0.3: "`il\u0131", 0.32: "IJj|‘"}
    | {0.34: "()/[\\]t", 0.36: "f", 0.38: "-ŀ°", 0.4: "{}", 0.42: '"ŧ', 0.44: "złº"}
    | {0.46: "*EFL", 0.48: "Zª", 0.5: "rsxĿ„“”", 0.52: "?T_c¿ŁŦ–«»", 0.54: "X^ey", 0.56: "SYv"}
    | {0.58: "kĸ", 0.6: "ACVagnoqðøĳŉŋ", 0.62: "GPUbdhpuÞþħ", 0.64: "#$+0123456789<=>BR~×÷Ĳ−"}
    | {0.66: "K", 0.68: "DHNOQÐØĐđŊ", 0.72: "&Ħ", 0.74: "Æ", 0.76: "…", 0.78: "ß", 0.8: "@"}
    | {0.82: "wŒ", 0.86: "æ", 0.88: "Mœ", 0.9: "m", 0.98: "W", 1.02: "—", 1.04: "%"}
)
"""The letters of ``static/fonts/sansita-800.ttf`` by their advance, rounded up. A letter with an
accent is as wide as without."""
STEPS = (
    *(each / 100 for each in range(200, 800, 25)),
    *(8, 8.5, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 33, 39),
)
"""The widths of names for which ``static/style/names.css`` has a class, in units of their size."""
FLAT = "Mn", "Me", "Cf"
"""The categories without a width of their own: marks, joiners."""
_widths = {letter: advance for advance, letters in ADVANCES.items() for letter in letters}


@lru_cache(4000)
def width_of(text: str) -> float:
    """The width of the text in units of its size."""
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
