"""People and searched words by letters without strokes, and with one apostrophe and one dash"""

import re
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

APOSTROPHES = "`\u00b4\u02b9\u02bb\u02bc\u055a\u05f3\u2018\u2019\u201b\u2032\ua78c"
DASHES = "\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b"
ALIKE = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "\u0131": "i"}
    | {"æ": "ae", "œ": "oe"}
    | dict.fromkeys(APOSTROPHES, "'")
    | dict.fromkeys(DASHES, "-")
)
IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)


def upgrade() -> None:
    fold_people()
    fold_words()


def fold_people() -> None:
    """A new key for each person, unless somebody of the book has it; they stay two people, who can
    be merged."""
    rows = op.get_bind().execute(
        sa.text("SELECT id, book_id, folded, name FROM person ORDER BY id")
    )
    people = rows.all()
    taken = {(one.book_id, one.folded) for one in people}
    changes = []
    for one in people:
        # Who was renamed is known by the first name.
        key = folded(one.name if unaccented(one.name) == one.folded else one.folded)
        if key != one.folded and (one.book_id, key) not in taken:
            taken.add((one.book_id, key))
            changes.append({"person": one.id, "key": key})
    if changes:
        change = sa.text("UPDATE person SET folded = :key WHERE id = :person")
        op.get_bind().execute(change, changes)


def fold_words() -> None:
    """The title, place and note of each game as the search finds them."""
    query = "SELECT id, title, place, note, sought FROM game WHERE sought IS NOT NULL"
    found = op.get_bind().execute(sa.text(query)).all()
    words = ((one, folded(" ".join(filter(None, one[1:4])))) for one in found)
    changes = [{"game": one.id, "words": text} for one, text in words if text != one.sought]
    if changes:
        change = sa.text("UPDATE game SET sought = :words WHERE id = :game")
        op.get_bind().execute(change, changes)


def folded(name: str) -> str:
    """As the program folded names when this step was written."""
    plain = unaccented(IGNORED.sub("", name.translate(ALIKE))).translate(ALIKE)
    return plain.strip() or name


def unaccented(name: str) -> str:
    """As the program folded names before."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = "".join(letter for letter in plain if unicodedata.combining(letter) < 200)
    return " ".join(letters.split()) or name
