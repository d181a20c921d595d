"""Phones, links, codes and the language of a phone."""

from wtforms import BooleanField

from scorekeeper.fields import UNSHOWN, OneNameField, OneValueField, WholeNumberField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l


class PhoneForm(SaveForm):
    """A phone in a list."""

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
    """The spoken code of a game."""

    code = OneValueField(_l("Code"))


class LanguageForm(SaveForm):
    """A language for this phone, or light or dark pages, and the page to go back to."""

    language = OneValueField(_l("Language"))
    scheme = OneValueField(_l("Light or dark"))
    page = OneValueField(UNSHOWN)
