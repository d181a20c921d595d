"""The form that imports games."""

from wtforms import BooleanField

from scorekeeper.fields import OneValueField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l


class ImportForm(SaveForm):
    """A file's text, if no file was sent, and whether to restore deleted games. For a file from
    another program: whether its games were ``shown``, whether to keep its ``marks``, the table of
    ``letters`` with which its text was read, and the one with which to read it again."""

    text = OneValueField(_l("Text of a file"))
    deleted = BooleanField(_l("Bring back games that were deleted here"))
    shown = BooleanField()
    marks = BooleanField()
    letters = OneValueField()
    read_as = OneValueField()
