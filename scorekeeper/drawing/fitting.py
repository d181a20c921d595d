"""The width of a line of text in the typeface of names, without its font: never too small."""

import unicodedata

NARROW, WIDE = frozenset("ijlrtfI.,:;!'’|·- "), frozenset("mwMW%@&—…ŵŴœŒæÆß")
LATIN = 0x17F
"""The last letter of the typeface; others come from the machine's fonts."""


def width_of(text: str) -> float:
    """The width of the text in units of its size."""
    return sum(map(_width, text))


def fit(text: str, room: float, most: float) -> float:
    """The largest size up to ``most`` at which the text is no wider than ``room``."""
    return round(min(most, room / max(width_of(text), 0.1)), 1)


def _width(letter: str) -> float:
    if letter in NARROW:
        return 0.5
    if letter in WIDE:
        return 1.02
    if unicodedata.combining(letter):
        return 0.0
    if ord(letter) <= LATIN:
        return 0.67
    return 1.4 if ord(letter) > 0x2000 else 1.1
