"""The acts of a round: draw, swap, clock, results by hand."""

from scorekeeper.fields import UNSHOWN, OneTextField, WholeNumberField
from scorekeeper.forms.events import NumbersField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.act import LONGEST_REASON


class RoundForm(SaveForm):
    """An act about a round that needs nothing else."""


class SwapForm(SaveForm):
    """Two people who change seats, by their numbers."""

    one = WholeNumberField(UNSHOWN)
    other = WholeNumberField(UNSHOWN)


class MoreTimeForm(SaveForm):
    """Minutes for all tables, or for one."""

    minutes = WholeNumberField(_l("Minutes"), default=5)
    table = WholeNumberField(UNSHOWN)


class UndoActForm(SaveForm):
    """The line of the log to undo."""

    number = WholeNumberField(UNSHOWN)


class ByHandForm(SaveForm):
    """Totals and bids made from a sheet of paper, by seat."""

    totals = NumbersField(_l("Points"))
    made = NumbersField(_l("Bids made"))


class AsideForm(SaveForm):
    """The reason for which a table counts nothing, and agreed points, by seat."""

    reason = OneTextField(_l("Reason"), most=LONGEST_REASON)
    points = NumbersField(_l("Points"))
