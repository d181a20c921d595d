"""The forms of a book: the filters of its history, an import, its people, its phones and links."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from wtforms import BooleanField, ValidationError

from scorekeeper.exchange.tables.parsed_game import Answers
from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    OneNameField,
    OneValueField,
    WholeNumberField,
    day_of,
    tidy_name,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.incoming import Kind
from scorekeeper.rules.people import SHADES, start_of
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.store.lists import Cursor, GameFilter, Year
from scorekeeper.words.language import in_utc, lazy_pgettext, local
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.log import FIELDS

NUMBER, YEAR = re.compile(r"[1-9][0-9]{0,8}\Z"), re.compile(r"[1-9][0-9]{3}\Z")
LONGEST_KEY = 20
"""Characters of a game's key that are read."""
LAST_YEAR = 9998
CURSOR = re.compile(r"([0-9]{8}T[0-9]{12})-([1-9][0-9]{0,8})\Z")
MOMENT = "%Y%m%dT%H%M%S%f"


def filter_from(query: Mapping[str, str]) -> GameFilter:
    """The filters of a query; invalid ones are ignored."""
    person, year, event = (query.get(name, "") for name in ("person", "year", "event"))
    return GameFilter(
        person=int(person) if NUMBER.match(person) else None,
        kind=query.get("game", "")[:LONGEST_KEY].replace("\0", "") or None,
        year=year_of(int(year)) if YEAR.match(year) and int(year) <= LAST_YEAR else None,
        event=int(event) if NUMBER.match(event) else None,
        text=start_of(tidy_name(query.get("text", "")), LONGEST_NAME),
    )


def year_of(number: int) -> Year:
    first, after = (in_utc(datetime(one, 1, 1)) for one in (number, number + 1))
    return Year(number, first.replace(tzinfo=None), after.replace(tzinfo=None))


def years_between(ends: tuple[datetime, datetime] | None) -> list[Year]:
    """The years from a phone's last game to its first one, as they are where it is."""
    first, last = (local(moment).year for moment in ends) if ends else (1, 0)
    return [*map(year_of, range(last, first - 1, -1))]


def number_from(query: Mapping[str, str], name: str) -> int | None:
    """The number above 0 in a query; None for anything else that somebody typed."""
    text = query.get(name, "")
    return int(text) if NUMBER.match(text) else None


def query_of(chosen: GameFilter) -> dict[str, Any]:
    found = {
        "person": chosen.person,
        "game": chosen.kind,
        "year": chosen.year and chosen.year.number,
    }
    found |= {"event": chosen.event, "text": chosen.text}
    return {name: str(value) for name, value in found.items() if value}


def cursor_from(text: str) -> Cursor | None:
    """The position in an address before which its page begins: ``20260314T190500000000-57``."""
    found = CURSOR.match(text)
    try:
        return Cursor(datetime.strptime(found[1], MOMENT), int(found[2])) if found else None
    except ValueError:
        return None


def cursor_text(cursor: Cursor) -> str:
    """The position as addresses contain it."""
    return f"{cursor.at.strftime(MOMENT)}-{cursor.number}"


ANSWER = re.compile(r"(way|took|cell)-([0-9]{1,5})(?:-([0-9]{1,3}))?\Z")
"""How the answers about a sheet are named: by its line, and a seat or a column."""
DAY_OF = re.compile(r"day-([0-9]{1,4})\Z")
"""How the days on which the games of a file were played are named: by their place in it."""
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


def typed_days(sent: Mapping[str, str]) -> dict[int, str]:
    """The days as typed, by the place of their game in the file."""
    named = ((DAY_OF.match(name), value.strip()[:LONGEST_CELL]) for name, value in sent.items())
    return {int(found[1]): value for found, value in named if found and value}


def days_of(typed: Mapping[int, str], today: date) -> tuple[dict[int, date], list[Problem]]:
    """The days before ``today``, and the problem with the first text that is none, or is later."""
    found = {}
    for at, text in typed.items():
        try:
            day = day_of(text)
        except ValidationError:
            return {}, [Problem(Code.SHAPE_DAY, values={"field": FIELDS["played"]})]
        if day > today:
            return {}, [Problem(Code.DAY_AHEAD)]
        if day < today:
            found[at] = day
    return found, []


def shown_cells(answers: Answers) -> str:
    """The corrected cells, as the field ``cells`` has them."""
    return ";".join(f"{line}-{at}-{text}" for (line, at), text in sorted(answers.cells.items()))


COLOURS = {"seat": None, **{str(shade): shade for shade in range(SHADES)}}
"""The choices for a person's colour: that of their seat in each game, or their own."""


class PersonForm(SaveForm):
    name = OneNameField(_l("Name"))


class MergeForm(SaveForm):
    into = WholeNumberField(_l("Person"))


class SplitForm(PersonForm):
    """The game to split off, and the name of its player."""

    # L10N: one game that was played, not the kind of game.
    game = OneValueField(lazy_pgettext("played", "Game"))


class HideForm(SaveForm):
    """A choice to leave a person out of the figures, or not."""

    hidden = BooleanField(UNSHOWN)


class ColourForm(SaveForm):
    colour = OneValueField(_l("Colour"))


class ChangeForm(SaveForm):
    change = WholeNumberField(UNSHOWN)


class PhoneForm(SaveForm):
    phone = WholeNumberField(UNSHOWN)


class DeskLinkForm(SaveForm):
    """A link to the desk of an event; ``helps``: only to enter results."""

    helps = BooleanField(UNSHOWN)


class PassForm(SaveForm):
    """The way to pass the pencil: the giver keeps score too, or stops."""

    hand_over = BooleanField(UNSHOWN)


class RedeemForm(SaveForm):
    """Redeeming a link, with an optional name for this phone."""

    name = OneNameField(_l("Name of this phone"))


class NameForm(RedeemForm):
    """A name for this phone, typed on the page of a game, of an event's desk or of the book."""

    game = OneValueField(UNSHOWN)
    event = OneValueField(UNSHOWN)


class RecoveryForm(SaveForm):
    """A recovery link; ``replace`` is the number of the one to replace."""

    replace = WholeNumberField(UNSHOWN)


class JoinForm(SaveForm):
    code = OneValueField(_l("Code"))


class LanguageForm(SaveForm):
    """A language for this phone, or light or dark pages, and the page to go back to."""

    language = OneValueField(_l("Language"))
    scheme = OneValueField(_l("Light or dark"))
    page = OneValueField(UNSHOWN)
