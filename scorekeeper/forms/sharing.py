"""Phones, links, codes and the language of a phone."""

from wtforms import BooleanField

from scorekeeper.fields import (
    UNSHOWN,
    OneNameField,
    OneValueField,
    WholeNumberField,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l


class PhoneForm(SaveForm):
    """Which phone of a list."""

    phone = WholeNumberField(UNSHOWN)


class PassForm(SaveForm):
    """How the pencil is passed: the giver keeps score too, or no longer."""

    hand_over = BooleanField(UNSHOWN)


class RedeemForm(SaveForm):
    """Taking what a link offers, maybe with a name for this phone."""

    name = OneNameField(_l("Name of this phone"))


class NameForm(RedeemForm):
    """A name for this phone, typed on the page of a game or of the book."""

    game = OneValueField(UNSHOWN)


class RecoveryForm(SaveForm):
    """A recovery link; ``replace`` is the number of the one to replace."""

    replace = WholeNumberField(UNSHOWN)


class JoinForm(SaveForm):
    """The code of a game, as it was said aloud."""

    code = OneValueField(_l("Code"))


class LanguageForm(SaveForm):
    """A language for this phone, and the page to go back to."""

    language = OneValueField(_l("Language"))
    page = OneValueField(UNSHOWN)
