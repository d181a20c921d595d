"""The people who play in an event."""

from wtforms import BooleanField, Field

from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    OneTextField,
    OneValueField,
    WholeNumberField,
    tidy_name,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.act import LONGEST_REASON
from scorekeeper.rules.events.entrant_acts import LONGEST_CLUB, MOST_ENTRANTS, Newcomer
from scorekeeper.rules.events.event import State


class NewcomersField(Field):
    """Names, one to a line, perhaps with a comma and a club. Empty lines are left out."""

    typed = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the lines; those beyond the most of an event are left to the rules to refuse."""
        self.typed = valuelist[0] if valuelist else ""
        read = [_newcomer(line) for line in self.typed.splitlines()[: 4 * MOST_ENTRANTS]]
        self.data = tuple(one for one in read if one.name)


def _newcomer(line: str) -> Newcomer:
    name, _, club = line.partition(",")
    return Newcomer(tidy_name(name), tidy_name(club, LONGEST_CLUB))


class EnterForm(SaveForm):
    """People to enter."""

    names = NewcomersField(_l("Names"), default=())
    stand_by = BooleanField(UNSHOWN)


class MarkForm(SaveForm):
    """An entrant's new state."""

    number = WholeNumberField(UNSHOWN)
    state = EnumField(UNSHOWN, values=State)


class EntrantForm(SaveForm):
    """An entrant's name, club and number, as corrected."""

    number = WholeNumberField(UNSHOWN)
    name = OneValueField(_l("Name"))
    club = OneValueField(_l("Club"))
    new = WholeNumberField(_l("Number"))


class AdjustForm(SaveForm):
    """Points that an entrant loses (below 0) or gets, and why."""

    number = WholeNumberField(_l("Number"))
    points = WholeNumberField(_l("Points"))
    reason = OneTextField(_l("Reason"), most=LONGEST_REASON)
