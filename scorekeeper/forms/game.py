"""A game that was begun: undo, end, players, notes."""

from enum import StrEnum

from wtforms import BooleanField

from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    NamesField,
    OneTextField,
    TapField,
    WholeNumberField,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.game import LONGEST_NOTE


class UndoForm(SaveForm):
    """Which save to take back: by its revision, or by the number of the tap that made it."""

    target = WholeNumberField(UNSHOWN)
    undoes = TapField(UNSHOWN)


class EndForm(SaveForm):
    """After how many hands the game ends; nothing = play on."""

    hands = WholeNumberField(UNSHOWN)


class PlayersForm(SaveForm):
    """The names in seating order."""

    name = NamesField(UNSHOWN, default=())


class AboutForm(SaveForm):
    """The note of a game."""

    title = OneTextField(_l("Title"), most=LONGEST_NOTE["title"])
    place = OneTextField(_l("Place played"), most=LONGEST_NOTE["place"])
    note = OneTextField(_l("Note"), most=LONGEST_NOTE["note"])


class SittingForm(SaveForm):
    """Whether a player sits out the hand with this number."""

    number = WholeNumberField(UNSHOWN)
    out = BooleanField(UNSHOWN)


class AwayForm(SaveForm):
    """Whether a player is away, from the next hand on."""

    away = BooleanField(UNSHOWN)


class Start(StrEnum):
    """The points that a newcomer starts with."""

    ZERO = "zero"
    LOWEST = "lowest"
    POINTS = "points"


class NewcomerForm(SaveForm):
    """A player who joins: the name, the points to begin with, and whose left-hand neighbour."""

    name = NamesField(UNSHOWN, default=())
    begins = EnumField(_l("Starts with"), values=Start)
    begins_at = WholeNumberField(_l("Points"))
    after = WholeNumberField(_l("Sits to the left of"))

    @property
    def typed_name(self) -> str:
        """The name as typed, tidied."""
        return "".join(self.name.data[:1])

    def start_points(self, lowest: int) -> int:
        """The points to begin with, where the lowest total is this; 0 where none were typed."""
        if self.begins.data is Start.POINTS:
            return int(self.begins_at.data or 0)
        return lowest if self.begins.data is Start.LOWEST else 0


class SwitchForm(SaveForm):
    """Whether the other phones may enter hidden bids."""

    on = BooleanField(UNSHOWN)


class SeatForm(SaveForm):
    """Which player."""

    seat = WholeNumberField(UNSHOWN)
