"""The form that imports games."""

from wtforms import BooleanField

from scorekeeper.fields import OneValueField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l


class ImportForm(SaveForm):
    """A file's text, if no file was sent, and whether to restore deleted games. For a file from
    another program: whether its games were ``shown``, and whether to keep its ``marks``."""

    text = OneValueField(_l("Text of a file"))
    deleted = BooleanField(_l("Bring back games that were deleted here"))
    shown = BooleanField()
    marks = BooleanField()
