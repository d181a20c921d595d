"""Forms for the people of an event."""

from enum import StrEnum

from wtforms import BooleanField, Field

from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    OneNameField,
    OneTextField,
    OneValueField,
    WholeNumberField,
    tidy_name,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.act import LONGEST_REASON
from scorekeeper.rules.events.entrant_acts import (
    HIGHEST_NUMBER,
    LONGEST_CLUB,
    MOST_ENTRANTS,
    Newcomer,
)
from scorekeeper.rules.events.event import State

LONGEST_NUMBER = len(str(HIGHEST_NUMBER))
NUMBER_ENDS = " .):,;\t"
"""The characters between a start number and a name."""
RULED = "-\N{EN DASH}\N{EM DASH}=_~*#+.·•|/ "
"""The characters of a line that only divides a list, such as "----"."""


class NewcomersField(Field):
    """Names, one per line, each with an optional number before it, and an optional club after a
    comma, semicolon or tab. Empty lines, and lines that only divide the list, are ignored."""

    typed = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the lines. The rules refuse those beyond the limit of an event."""
        self.typed = valuelist[0] if valuelist else ""
        read = [_newcomer(line) for line in self.typed.splitlines()[: 4 * MOST_ENTRANTS]]
        self.data = tuple(one for one in read if one.name.strip(RULED))


def _newcomer(line: str) -> Newcomer:
    digits, rest = _number_before(line.strip())
    name, _, club = rest.replace("\t", ",").replace(";", ",").partition(",")
    return Newcomer(tidy_name(name), tidy_name(club, LONGEST_CLUB), int(digits) if digits else None)


def _number_before(line: str) -> tuple[str, str]:
    """The start number at the beginning of a line ("" without one), and the rest."""
    rest = line.lstrip("0123456789")
    digits = line[: len(line) - len(rest)]
    is_number = 0 < len(digits) <= LONGEST_NUMBER and rest[:1] in NUMBER_ENDS
    return (digits, rest.lstrip(NUMBER_ENDS)) if rest and is_number else ("", line)


class EnterForm(SaveForm):
    """People to enter; ``new_only``: names that are already entered are left out."""

    names = NewcomersField(_l("Names"), default=())
    stand_by = BooleanField(UNSHOWN)
    new_only = BooleanField(UNSHOWN)


class TickForm(SaveForm):
    """The start number of somebody to set as playing or not playing."""

    plays = WholeNumberField(UNSHOWN)
    leaves = WholeNumberField(UNSHOWN)


class MarkForm(SaveForm):
    """An entrant's new state; ``back`` is "round" if the page of the round asked."""

    state = EnumField(UNSHOWN, values=State)
    back = OneValueField(UNSHOWN)


class EntrantForm(SaveForm):
    """An entrant's name, club and start number, as corrected."""

    name = OneNameField(_l("Name"))
    club = OneTextField(_l("Club"), most=LONGEST_CLUB)
    new = WholeNumberField(_l("Number"))


class Sign(StrEnum):
    """A penalty or a bonus."""

    PENALTY = "penalty"
    BONUS = "bonus"


class AdjustForm(SaveForm):
    """Points that an entrant loses or gets in a round, and the reason."""

    number = WholeNumberField(_l("Player"))
    sign = EnumField(UNSHOWN, values=Sign, default=Sign.PENALTY)
    points = WholeNumberField(_l("Points"))
    of_round = WholeNumberField(_l("Round"))
    reason = OneTextField(_l("Reason"), most=LONGEST_REASON)

    @property
    def signed(self) -> int:
        """The points, negative for a penalty."""
        points = self.points.data or 0
        return points if self.sign.data is Sign.BONUS else -abs(points)


class WithdrawForm(SaveForm):
    """The penalty or bonus to remove, by its place among all of the event."""

    at = WholeNumberField(UNSHOWN)
