"""The form that brings games in."""

from wtforms import BooleanField

from scorekeeper.fields import OneValueField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l


class ImportForm(SaveForm):
    """A file's text, where no file was sent, and whether deleted games come back. Of a file that
    another program counted, whether its games were ``shown``, and its ``marks`` are kept."""

    text = OneValueField(_l("Text of a file"))
    deleted = BooleanField(_l("Bring back games that were deleted here"))
    shown = BooleanField()
    marks = BooleanField()
