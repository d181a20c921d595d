"""Forms for the acts of a round: draw, seats, clock, results by hand."""

from enum import StrEnum
from typing import Any

from wtforms import BooleanField, Field, ValidationError

from scorekeeper.fields import (
    UNSHOWN,
    WHOLE,
    EnumField,
    ListField,
    OneNameField,
    OneTextField,
    OneValueField,
    WholeNumberField,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.act import LONGEST_REASON
from scorekeeper.rules.events.entrant_acts import Wish
from scorekeeper.rules.events.event import Event, Outcome
from scorekeeper.rules.events.result_acts import ByHand, doubts
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import Code, ProblemCode, RefusedError, refuse_if

MOST_SEATS = 10
"""The most seats of a table."""
MOST_PEOPLE = 500
"""The most people who are seated by hand."""


class SeatsField(Field):
    """A whole number for each seat; ``data`` is () if all inputs are empty."""

    typed: tuple[str, ...] = ()

    def __init__(self, label: Any = None, *, code: ProblemCode, **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.code = code

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the numbers; if some are missing, the field has the problem ``code``. They stay if
        another form of the page was sent."""
        if not valuelist:
            return
        self.typed = tuple(valuelist[:MOST_SEATS])
        self.data = ()
        texts = [text.strip().replace("\N{MINUS SIGN}", "-") for text in self.typed]
        if not any(texts):
            return
        if not all(texts):
            raise ValidationError(self.code)
        if not all(map(WHOLE.match, texts)):
            raise ValidationError(Code.SHAPE_NUMBER)
        self.data = tuple(map(int, texts))

    def at(self, seat: int) -> str:
        """The text in the input of a seat: as typed, otherwise the number."""
        texts = self.typed or tuple(map(str, self.data or ()))
        return texts[seat] if seat < len(texts) else ""


class PeopleField(Field):
    """A whole number for each person, None for an empty input."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the numbers."""
        texts = [text.strip() for text in valuelist[:MOST_PEOPLE]]
        if not all(WHOLE.match(text) for text in texts if text):
            raise ValidationError(Code.SHAPE_NUMBER)
        self.data = tuple(int(text) if text else None for text in texts)


class SeatingForm(SaveForm):
    """The tables of people by start number; each field is sent once for each person."""

    number = PeopleField(UNSHOWN)
    table = PeopleField(_l("Table"))

    @property
    def tables(self) -> dict[int, int]:
        """The tables by start number, of the people who have one."""
        both = zip(self.number.data or (), self.table.data or (), strict=False)
        return {number: table for number, table in both if number is not None and table}


class SeatListForm(SaveForm):
    """A pasted list of names, tables and seats."""

    seats = ListField(_l("Seats"), default="")


class SizesForm(SaveForm):
    """The size of the tables, and of those for the remaining players."""

    size = WholeNumberField(UNSHOWN)
    remainder = WholeNumberField(UNSHOWN)


class SwapForm(SaveForm):
    """The start numbers of two people who swap seats."""

    one = WholeNumberField(UNSHOWN)
    other = WholeNumberField(UNSHOWN)


class LateForm(SaveForm):
    """The start number of somebody without a seat, and the table that they join."""

    number = WholeNumberField(UNSHOWN)
    table = WholeNumberField(UNSHOWN)


class NewTableForm(SaveForm):
    """The start numbers of people without a seat, who get one more table; sent once for each."""

    number = PeopleField(UNSHOWN)

    @property
    def people(self) -> tuple[int, ...]:
        """The start numbers."""
        return tuple(number for number in self.number.data or () if number)


class Credit(StrEnum):
    """The person for whom the result of a seat counts."""

    COMES = "comes"
    LEAVES = "leaves"


class ReplaceForm(SaveForm):
    """The person who leaves, the one who takes the seat, and for which of them the result
    counts."""

    leaves = WholeNumberField(UNSHOWN)
    comes = WholeNumberField(UNSHOWN)
    counts = EnumField(UNSHOWN, values=Credit, default=Credit.COMES)


class MoreTimeForm(SaveForm):
    """Minutes for all tables, or for one."""

    minutes = WholeNumberField(_l("Minutes"), default=5)


class UndoActForm(SaveForm):
    """The line of the log to undo."""

    number = WholeNumberField(UNSHOWN)


class AskersForm(SaveForm):
    """The phones that ask for the pencil of a table, by their ids; each field is sent once for each
    phone."""

    table = PeopleField(UNSHOWN)
    phone = PeopleField(UNSHOWN)

    @property
    def asking(self) -> list[tuple[int, int]]:
        """The numbers of the tables, each with the id of the phone."""
        both = zip(self.table.data or (), self.phone.data or (), strict=False)
        return [(table, phone) for table, phone in both if table and phone]


class ReasonForm(SaveForm):
    """A reason, which the log shows."""

    reason = OneTextField(_l("Reason"), most=LONGEST_REASON)


class ByHandForm(ReasonForm):
    """Totals and bids made from a sheet of paper, by seat; a reason if the round is closed;
    ``anyway``, even if the totals are doubtful."""

    totals = SeatsField(_l("Points"), code=EventCode.RESULT_SHORT)
    made = SeatsField(_l("Bids made"), code=EventCode.RESULT_BIDS)
    anyway = BooleanField(UNSHOWN)

    def outcome(self, hands: int = 0) -> Outcome | None:
        """The result, with the bids of so many hands (0: unknown); None if no points are given."""
        totals, made = self.totals.data or (), self.made.data or ()
        return Outcome(totals, made, (hands,) * len(made) if hands else ()) if totals else None

    def entry(self, event: Event, round_: int, table: int) -> ByHand:
        """The act that enters the result of a table, or removes it if no points are given. Raises
        RefusedError if it is not possible, or doubtful and not insisted on."""
        outcome = self.outcome(len(event.round(round_).table(table).sizes))
        entered = ByHand(round_, table, outcome)
        # Its own mistake comes first, because the phone sends a refused form again when its page
        # opens.
        entered.after(event)
        if outcome and not self.anyway.data:
            refuse_if(doubts(event, round_, table, outcome))
        return entered

    def may_insist(self, event: Event, round_: int, table: int) -> bool:
        """Return whether the typed result is only doubtful, so that it can be saved anyway."""
        outcome = self.outcome(len(event.round(round_).table(table).sizes))
        if outcome is None:
            return False
        try:
            ByHand(round_, table, outcome).after(event)
        except RefusedError:
            return False
        return bool(doubts(event, round_, table, outcome))


class AsideForm(ReasonForm):
    """The reason why a table is set aside, and agreed points, by seat."""

    points = SeatsField(_l("Points"), code=EventCode.RESULT_SHORT)


class JoiningAnswerForm(SaveForm):
    """The answer to a table that asks for somebody to be seated there, or (``renames``, a start
    number) to be called so; ``back`` is "round" on the page of the round."""

    answer = OneValueField(UNSHOWN)
    joining = OneNameField(UNSHOWN)
    renames = WholeNumberField(UNSHOWN)
    back = OneValueField(UNSHOWN)

    @property
    def wish(self) -> Wish:
        """What the table asked for when the page was drawn."""
        return Wish(self.joining.data or "", self.renames.data)


class CountForm(SaveForm):
    """The revision of the sheet whose result the desk lets count."""

    sheet = WholeNumberField(UNSHOWN)


class PencilForm(SaveForm):
    """The answer to a phone that asks for the pencil of a table, or what to do with the pencil."""

    answer = OneValueField(UNSHOWN)
    phone = WholeNumberField(UNSHOWN)
