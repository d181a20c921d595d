"""The forms of a person's page."""

from wtforms import BooleanField

from scorekeeper.fields import UNSHOWN, OneNameField, OneValueField, WholeNumberField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.language import lazy_pgettext


class PersonForm(SaveForm):
    """Another name for a person."""

    name = OneNameField(_l("Name"))


class MergeForm(SaveForm):
    """Which other person this one is."""

    into = WholeNumberField(_l("Person"))


class SplitForm(PersonForm):
    """Which game was somebody else's, and their name."""

    # L10N: one game that was played, not the kind of game.
    game = OneValueField(lazy_pgettext("played", "Game"))


class HideForm(SaveForm):
    """Whether a person is left out of the figures."""

    hidden = BooleanField(UNSHOWN)


class ColourForm(SaveForm):
    """The colour of a person in all their games."""

    colour = OneValueField(_l("Colour"))


class ChangeForm(SaveForm):
    """Which change of people to take back."""

    change = WholeNumberField(UNSHOWN)
