"""Names of the same person, which differ only in how they were typed; the letters at which a name
is cut; and the shades of seats."""

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

SHADES = 10
"""A shade is a colour with its crest, 0 to 9. By default a seat has the shade of its number."""
ChosenColours = tuple[tuple[int, int], ...]
"""Seats of a game whose people chose their own shade, with that shade; in the order of seats."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
"""Letters as they are typed where the keyboard lacks them."""
APOSTROPHES = "`\u00b4\u02b9\u02bb\u02bc\u055a\u05f3\u2018\u2019\u201b\u2032\ua78c"
DASHES = "\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b"
ALIKE = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "\u0131": "i"}
    | {"æ": "ae", "œ": "oe"}
    | dict.fromkeys(APOSTROPHES, "'")
    | dict.fromkeys(DASHES, "-")
)
"""Letters that do not decompose, and signs, as the keyboard types them (`static/ahead/names.js` has
the same)."""
IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
"""Invisible characters, among them joiners and variation selectors: Default_Ignorable_Code_Point of
Unicode, without the fillers, which are blanks."""
JOINER = "\u200d"
ADDED = re.compile(
    "[\u0e33\u0eb3\u1160-\u11ff\u200c\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
)
"""What changes the letter before it, besides marks: vowels of Thai, Lao and Korean, joiners, skin
tones and the letters of flags."""
FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
"""Half a flag."""
SEAT_NAME = re.compile(
    r"(?:player|gracz|giocatore|hrac|jogador|joueur|jugador|speler|spieler) \d{1,2}"
    r"|\d{1,2}\. jatekos"
)
"""A seat that nobody has named, in each language (``words.lines.player_name``), folded."""
ACCENTS = 200
"""Marks of this combining class and above are accents. Those below change the letter, like the
sound marks of Japanese and the vowel signs of Thai."""


class ChangeKind(StrEnum):
    """Kinds of changes to a person, as the log stores them."""

    RENAME = "rename"
    MERGE = "merge"
    SPLIT = "split"
    HIDE = "hide"
    UNHIDE = "unhide"
    COLOUR = "colour"
    BY_SEAT = "by-seat"


@lru_cache(2000)
def folded(name: str) -> str:
    """The common form of a person's names, without case, accents, strokes, doubled spaces and
    invisible characters; all apostrophes are alike, and all dashes."""
    plain = _unaccented(IGNORED.sub("", name.translate(ALIKE))).translate(ALIKE)
    return plain.strip() or name


def _unaccented(name: str) -> str:
    """A name without case, accents and doubled spaces."""
    plain = _taken_apart(_taken_apart(name).casefold())
    letters = "".join(letter for letter in plain if unicodedata.combining(letter) < ACCENTS)
    return " ".join(letters.split()) or name


def is_nameless(name: str) -> bool:
    """Return whether this is the name of a seat, whose player is nobody whom a book knows."""
    return bool(SEAT_NAME.fullmatch(folded(name)))


def finds(sought: str, text: str) -> bool:
    """Return whether the text contains what somebody looks for; "Müller" is also "Muller" and
    "Mueller"."""
    return any(one in other for one in _spellings(sought) for other in _spellings(text))


@lru_cache(4000)
def _spellings(text: str) -> tuple[str, str]:
    """The text as it is sought: without accents, and with umlauts written out."""
    written_out = unicodedata.normalize("NFC", text).casefold().translate(UMLAUTS)
    return folded(text), folded(written_out)


def letters_of(text: str) -> list[str]:
    """The letters as people see them: with their marks, and a family or a flag as one
    (`static/ahead/names.js` has the same)."""
    if text.isascii():
        return list(text)
    found: list[str] = []
    for one in text:
        if found and _belongs(found[-1], one):
            found[-1] += one
        else:
            found.append(one)
    return found


def _belongs(letter: str, one: str) -> bool:
    return bool(
        unicodedata.category(one)[0] == "M"
        or ADDED.match(one)
        or letter.endswith(JOINER)
        or (FLAG.match(one) and FLAG.fullmatch(letter))
    )


def start_of(text: str, most: int) -> str:
    """The text, or its beginning of whole letters, with at most this many characters."""
    if len(text) <= most:
        return text
    return "".join(letters_of(text[: most + 1])[:-1]).rstrip()


def seat_of_phone(phone: str, players: Sequence[str]) -> int | None:
    """The seat of the player after whom a phone is called: ``Ann``, ``Ann’s phone``, ``Anns
    Handy``. None if there is none, or several."""
    called = f" {_words(phone)} "
    found = [
        (seat, len(name))
        for seat, name in enumerate(map(_words, players))
        if name and (f" {name} " in called or f" {name}s " in called)
    ]
    longest = max((length for _, length in found), default=0)
    seats = [seat for seat, length in found if length == longest]
    return seats[0] if len(seats) == 1 else None


def _words(text: str) -> str:
    """The folded text with single spaces in place of punctuation."""
    return " ".join("".join(one if one.isalnum() else " " for one in folded(text)).split())


@lru_cache(1000)
def shades(seats: int, chosen: ChosenColours = ()) -> tuple[int, ...]:
    """The shade of each of this many seats, all different.

    People get the shade that they chose, if nobody before them chose the same. The others keep
    their seat's, or get the first free one.
    """
    found: dict[int, int] = {}
    for seat, shade in (*chosen, *((seat, seat) for seat in range(seats))):
        if seat < seats and seat not in found and shade not in found.values():
            found[seat] = shade
    free = (shade for shade in range(SHADES) if shade not in found.values())
    left = dict(zip((seat for seat in range(seats) if seat not in found), free, strict=False))
    return tuple((found | left)[seat] for seat in range(seats))


def kept_shades(
    seats: Sequence[int], before: Sequence[int], chosen: ChosenColours
) -> dict[int, int]:
    """The shades that people must own to keep them in a rematch, by seat; who chose one has it.
    ``seats`` are those that they had, ``before`` and ``chosen`` the shades there."""
    own = {seat for seat, _ in chosen}
    return {
        new: before[old] for new, old in enumerate(seats) if old not in own and before[old] != new
    }


def _taken_apart(text: str) -> str:
    return unicodedata.normalize("NFKD", text)
