"""A game in progress: Undo, ending it, players, notes."""

from enum import StrEnum

from wtforms import BooleanField

from scorekeeper.fields import (
    UNSHOWN,
    DayField,
    EnumField,
    NamesField,
    OneNameField,
    OneTextField,
    OneValueField,
    TapField,
    WholeNumberField,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.act import LONGEST_DISPUTE
from scorekeeper.rules.game import LONGEST_NOTE
from scorekeeper.words.log import FIELDS


class UndoForm(SaveForm):
    """The save to undo: by its revision, or by the number of its tap."""

    target = WholeNumberField(UNSHOWN)
    undoes = TapField(UNSHOWN)


class HandsForm(SaveForm):
    """The number of hands after which a game ends (none: play on), or that follow its end."""

    hands = WholeNumberField(UNSHOWN)


class PlayersForm(SaveForm):
    """The names in seating order."""

    name = NamesField(UNSHOWN, default=())


class AboutForm(SaveForm):
    """The note of a game, a field for each text, and the day on which it was played."""

    played = DayField(FIELDS["played"])


for _name, _most in LONGEST_NOTE.items():
    setattr(AboutForm, _name, OneTextField(FIELDS[_name], most=_most))


class SittingForm(SaveForm):
    """A choice to sit out the hand with this number, or not."""

    number = WholeNumberField(UNSHOWN)
    out = BooleanField(UNSHOWN)


class AwayForm(SaveForm):
    """A choice to be away from the next hand on, or not."""

    away = BooleanField(UNSHOWN)


class JoiningForm(SaveForm):
    """The person whom a table asks the desk to seat; ``withdraw``: it asks no longer."""

    name = OneNameField(_l("Name"))
    withdraw = BooleanField(UNSHOWN)


class NameWishForm(SaveForm):
    """The right name of the person in a seat, for which a table asks the desk; ``withdraw``: it
    asks no longer."""

    # L10N: the name of somebody at a table, as it should be spelled.
    name = OneNameField(_l("Right name"))
    seat = WholeNumberField(UNSHOWN)
    withdraw = BooleanField(UNSHOWN)


class AgreeForm(SaveForm):
    """The answer of somebody at a table to its result: "yes", or "no" with what is wrong."""

    answer = OneValueField(UNSHOWN)
    seat = WholeNumberField(UNSHOWN)
    # L10N: at a table of an event, to the desk: what is wrong with the result, such as “Hand 9: I
    # took 2, not 1.”
    said = OneTextField(_l("What is wrong?"), most=LONGEST_DISPUTE)


class Start(StrEnum):
    """The starting points of a newcomer."""

    ZERO = "zero"
    LOWEST = "lowest"
    POINTS = "points"


class NewcomerForm(SaveForm):
    """A player who joins: the name, the starting points, and the neighbour to the right."""

    name = NamesField(UNSHOWN, default=())
    begins = EnumField(_l("Starts with"), values=Start)
    begins_at = WholeNumberField(_l("Points"))
    after = WholeNumberField(_l("Sits to the left of"))

    @property
    def typed_name(self) -> str:
        """The name as typed, tidied."""
        return "".join(self.name.data[:1])

    def start_points(self, lowest: int) -> int:
        """The starting points, given the lowest total; 0 if none were typed."""
        if self.begins.data is Start.POINTS:
            return int(self.begins_at.data or 0)
        return lowest if self.begins.data is Start.LOWEST else 0


class SwitchForm(SaveForm):
    """A switch that lets the other phones enter hidden bids."""

    on = BooleanField(UNSHOWN)


class SeatForm(SaveForm):
    """The seat of a player."""

    seat = WholeNumberField(UNSHOWN)
