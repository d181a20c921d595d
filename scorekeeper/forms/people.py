"""The forms of a person's page."""

from wtforms import BooleanField

from scorekeeper.fields import UNSHOWN, OneNameField, OneValueField, WholeNumberField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.language import lazy_pgettext
from scorekeeper.rules.people import SHADES

COLOURS = {"seat": None, **{str(shade): shade for shade in range(SHADES)}}
"""The choices for a person's colour: that of their seat in each game, or their own."""


class PersonForm(SaveForm):
    """Another name for a person."""

    name = OneNameField(_l("Name"))


class MergeForm(SaveForm):
    """The person into whom to merge this one."""

    into = WholeNumberField(_l("Person"))


class SplitForm(PersonForm):
    """The game to split off, and the name of its player."""

    # L10N: one game that was played, not the kind of game.
    game = OneValueField(lazy_pgettext("played", "Game"))


class HideForm(SaveForm):
    """A choice to leave a person out of the figures, or not."""

    hidden = BooleanField(UNSHOWN)


class ColourForm(SaveForm):
    """The colour of a person in all their games."""

    colour = OneValueField(_l("Colour"))


class ChangeForm(SaveForm):
    """The change of people to undo."""

    change = WholeNumberField(UNSHOWN)
