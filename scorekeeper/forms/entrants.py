"""Forms for the people of an event."""

from enum import StrEnum

from wtforms import BooleanField, Field

from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    ListField,
    OneNameField,
    OneTextField,
    OneValueField,
    WholeNumberField,
)
from scorekeeper.forms.pasted import Pasted, Reading, Shape, read_pasted
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.act import LONGEST_REASON
from scorekeeper.rules.events.entrant_acts import LONGEST_CLUB
from scorekeeper.rules.events.event import Event, State


class EachField(Field):
    """Values of which any number may be sent."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep the values."""
        self.data = frozenset(valuelist)


class EnterForm(SaveForm):
    """People to enter. ``pairs`` and ``lists`` say how lines with commas are read; ``second`` are
    those who play as well as another of their name, and ``new_only`` says that the page left out
    the others."""

    names = ListField(_l("Names"), default="")
    pairs = EnumField(UNSHOWN, values=Reading)
    lists = EnumField(UNSHOWN, values=Reading)
    second = EachField(UNSHOWN, default=frozenset())
    stand_by = BooleanField(UNSHOWN)
    new_only = BooleanField(UNSHOWN)

    def read(self, event: Event) -> Pasted:
        """The list as it is read."""
        asked = {Shape.PAIRS: self.pairs.data, Shape.MORE: self.lists.data}
        known = [one.own for one in event.entrants]
        return read_pasted(self.names.typed, asked, known, {one.club for one in event.entrants})


class SignUpPlacesForm(SaveForm):
    """The number of places for which people can sign up."""

    places = WholeNumberField(_l("Number of places"))


class SignUpForm(SaveForm):
    """Somebody who signs up."""

    name = OneNameField(_l("Your name"))
    club = OneTextField(_l("Club"), most=LONGEST_CLUB)


class SignOffForm(SaveForm):
    """The start number of somebody who takes their name off the list."""

    number = WholeNumberField(UNSHOWN)


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
