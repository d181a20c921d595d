"""The form that imports games."""

import re
from collections.abc import Mapping

from wtforms import BooleanField

from scorekeeper.exchange.parsed.parsed_game import Answers
from scorekeeper.fields import EnumField, OneValueField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.incoming import Kind
from scorekeeper.rules.variants.variants import MOST_PLAYERS

ANSWER = re.compile(r"(way|took|cell)-([0-9]{1,5})(?:-([0-9]{1,3}))?\Z")
"""How the answers about a sheet are named: by its line, and a seat or a column."""
TRICKS = re.compile(r"[0-9]{1,2}(?: [0-9]{1,2}){0,9}\Z")
TYPED = "typed"
"""The answer that the tricks of a hand are typed."""
LONGEST_CELL = 10


class ImportForm(SaveForm):
    """A file's text, if no file was sent, and whether to restore deleted games. For a file from
    another program: whether its games were ``shown``, whether to keep its ``marks``, the table of
    ``letters`` with which its text was read, and the one with which to read it again.

    About a sheet: what its columns mean (``kind``), whether the table has no house rules
    (``plain``), and for each line the ``way`` in which a hand went, or the tricks that each player
    ``took``, and the right contents of a ``cell``; ``cells`` are those that the page has shown.
    """

    text = OneValueField(_l("Text of a file"))
    deleted = BooleanField(_l("Bring back games that were deleted here"))
    shown = BooleanField()
    marks = BooleanField()
    letters = OneValueField()
    read_as = OneValueField()
    kind = EnumField(values=Kind)
    plain = BooleanField()
    cells = OneValueField()

    def answers(self, sent: Mapping[str, str]) -> Answers:
        """What somebody answered about the sheet, in all fields that were ``sent``."""
        found: dict[str, dict[tuple[int, int], str]] = {"way": {}, "took": {}, "cell": {}}
        for name, value in sent.items():
            if (one := ANSWER.match(name)) and value.strip():
                place = int(one[2]), int(one[3] or 0)
                found[one[1]][place] = value.strip()[: LONGEST_CELL * MOST_PLAYERS]
        tricks = {}
        for (line, _), way in found["way"].items():
            typed = [found["took"].get((line, seat), "") for seat in range(MOST_PLAYERS)]
            text = " ".join(filter(None, typed)) if way == TYPED else way
            if TRICKS.match(text):
                tricks[line] = tuple(map(int, text.split(" ")))
        cells = {place: text[:LONGEST_CELL] for place, text in found["cell"].items()}
        return Answers(self.kind.data, tricks, cells, is_plain=bool(self.plain.data))


def shown_cells(answers: Answers) -> str:
    """The corrected cells, as the field ``cells`` has them."""
    return ";".join(f"{line}-{at}-{text}" for (line, at), text in sorted(answers.cells.items()))
