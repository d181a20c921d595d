"""Forms of an event and of its rounds.

The settings of an event.

Forms for the acts of a round: draw, seats, clock, results by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from typing import Any

from wtforms import BooleanField, Field, ValidationError

from scorekeeper.fields import (
    UNSHOWN,
    WHOLE,
    DayField,
    EnumField,
    ListField,
    OneNameField,
    OneTextField,
    OneValueField,
    SizesField,
    WholeNumberField,
)
from scorekeeper.forms.start import GameForm, show_settings
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.events.entrant_acts import Wish
from scorekeeper.rules.events.event import LONGEST_REASON, Event, Outcome
from scorekeeper.rules.events.result_acts import ByHand, doubts
from scorekeeper.rules.events.settings import (
    FINALS,
    LONGEST_EVENT_NAME,
    LONGEST_PLACE,
    TEN_HANDS,
    Carry,
    Counts,
    EventCode,
    EventSettings,
    Final,
    Hands,
    Measure,
    Seating,
    TimeUp,
)
from scorekeeper.rules.problems import Code, Problem, ProblemCode, RefusedError, refuse_if
from scorekeeper.rules.variants.model import FRENCH, LARGEST_HAND, Variant
from scorekeeper.rules.variants.variants import VARIANTS, WIZARD
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.language import lazy_pgettext
from scorekeeper.words.problems import sentence


class Kind(StrEnum):
    RALLY = "rally"
    CHAMPIONSHIP = "championship"
    OWN = "own"


PLANS = {
    Kind.RALLY: EventSettings("", WIZARD, hands=TEN_HANDS),
    Kind.CHAMPIONSHIP: EventSettings(
        *("", WIZARD),
        hands=TEN_HANDS,
        rounds=5,
        seating=Seating.STANDING,
        counts=Counts.PLACEMENT,
        final=Final(16),
    ),
    Kind.OWN: EventSettings("", WIZARD),
}
"""The settings of each kind."""
SIZES = (3, 4, 5, 6)
"""The sizes of tables that can be chosen."""


class HandsChoice(StrEnum):
    WHOLE = "whole"
    TEN = "ten"
    OWN = "own"


CHOICES: dict[str, Any] = {
    "games": tuple(game for game in VARIANTS.values() if not game.is_custom),
    "sizes": SIZES,
    "cuts": FINALS,
    "most_cards": LARGEST_HAND,
}
"""The choices that a page of settings offers."""


class OrderField(Field):
    """Values of the standings, in the order in which they were sent."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read them; raises ValidationError for an unknown one."""
        if not set(valuelist) <= {*Measure}:
            raise ValidationError(Code.SHAPE_CHOICE)
        self.data = tuple(map(Measure, valuelist))

    def move(self, value: str, step: int) -> None:
        order = list(self.data or Measure)
        if value in order and 0 <= (to := order.index(Measure(value)) + step) < len(order):
            order.insert(to, order.pop(to - step))
        self.data = tuple(order)


class EventForm(GameForm):
    token = OneValueField(UNSHOWN)
    name = OneTextField(_l("Name"), most=LONGEST_EVENT_NAME)
    # L10N: where an event is held, such as “Town hall”.
    place = OneTextField(lazy_pgettext("event", "Place"), most=LONGEST_PLACE)
    day = DayField(_l("Day"))
    kind = EnumField(_l("Kind"), values=Kind, default=Kind.RALLY)
    hands = EnumField(_l("Hands"), values=HandsChoice, default=HandsChoice.WHOLE)
    hands_3 = SizesField(_l("Hands at a table of %(size)s", size=3))
    hands_4 = SizesField(_l("Hands at a table of %(size)s", size=4))
    hands_5 = SizesField(_l("Hands at a table of %(size)s", size=5))
    hands_6 = SizesField(_l("Hands at a table of %(size)s", size=6))
    rounds = WholeNumberField(_l("Rounds"))
    minutes_each = WholeNumberField(_l("Minutes"))
    warning = WholeNumberField(_l("Warning"))
    time_up = EnumField(_l("When the time is up"), values=TimeUp)
    late_points = WholeNumberField(_l("Points lost by each player at a late table"))
    table_size = WholeNumberField(_l("Players at a table"))
    remainder = WholeNumberField(_l("Remaining players sit at tables of"))
    seating = EnumField(_l("Seats"), values=Seating)
    clubs_apart = BooleanField(_l("Keep clubs apart in round 1"))
    counts = EnumField(_l("What counts"), values=Counts)
    places_3 = SizesField(_l("Points for the places at a table of %(size)s", size=3))
    places_4 = SizesField(_l("Points for the places at a table of %(size)s", size=4))
    places_5 = SizesField(_l("Points for the places at a table of %(size)s", size=5))
    places_6 = SizesField(_l("Points for the places at a table of %(size)s", size=6))
    best = WholeNumberField(_l("Best rounds that count"))
    agrees = BooleanField(_l("The table confirms its result"))
    hidden_from = WholeNumberField(_l("Hide the standings from round"))
    order = OrderField(_l("Order of the standings"), default=tuple(Measure))
    final = WholeNumberField(_l("Players in the final"))
    winners = WholeNumberField(_l("Players who advance from each table"))
    carry = EnumField(_l("Points before the final"), values=Carry)

    def settings(self) -> EventSettings:
        """The settings as sent, with defaults for what was left empty. Raises RefusedError for an
        unknown game or a wrong house rule."""
        usual, game = PLANS[Kind.OWN], self._game()
        settings = EventSettings(
            self.name.data or "",
            game,
            self.house_rules(game),
            self.cards.data or FRENCH,
            self.place.data or "",
            self.day.data,
            self._hands(),
            _or(self.table_size.data, usual.size),
            _or(self.remainder.data, usual.remainder),
            _or(self.rounds.data, usual.rounds),
            _or(self.minutes_each.data, usual.minutes),
            _or(self.warning.data, usual.warning),
        )
        return self._counting(settings)

    def _counting(self, settings: EventSettings) -> EventSettings:
        cut = self.final.data
        winners, carry = _or(self.winners.data, 1), self.carry.data or Carry.NONE
        return replace(
            settings,
            time_up=self.time_up.data or settings.time_up,
            late_points=_or(self.late_points.data, settings.late_points),
            seating=self.seating.data or settings.seating,
            clubs_apart=bool(self.clubs_apart.data),
            counts=self.counts.data or settings.counts,
            placement=self._rows("places"),
            best=self.best.data,
            hidden_from=self.hidden_from.data,
            agrees=bool(self.agrees.data),
            order=self.order.data or settings.order,
            final=Final(cut, winners, carry) if cut else None,
        )

    def _game(self) -> Variant:
        game = self.listed_game() if self.variant.data else WIZARD
        if game.is_custom:
            raise RefusedError(Problem(Code.GAME_MISSING))
        return game

    def _hands(self) -> Hands | None:
        match self.hands.data:
            case HandsChoice.TEN:
                return TEN_HANDS
            case HandsChoice.OWN:
                return self._rows("hands")
        return None

    def _rows(self, name: str) -> dict[int, tuple[int, ...]]:
        rows = {size: self[f"{name}_{size}"].data for size in SIZES}
        return {size: row for size, row in rows.items() if row}

    def sketch(self) -> EventSettings:
        """The settings that the titles of the lines show while some of them are wrong."""
        try:
            return self.settings()
        except RefusedError:
            return PLANS[self.kind.data or Kind.RALLY]

    def show_settings(self, settings: EventSettings) -> None:
        """Show these settings in place of the sent values; a name, place and day that were sent
        stay."""
        show_settings(self, settings.variant, settings.rules)
        self.show_choices(settings.variant)
        for field, value in _shown(settings).items():
            self[field].data, self[field].raw_data = value, None

    def show_about(self, settings: EventSettings) -> None:
        self.name.data, self.place.data, self.day.data = settings.name, settings.place, settings.day


def _shown(settings: EventSettings) -> dict[str, Any]:
    """The values of the fields that show these settings."""
    hands, final = settings.hands, settings.final
    choice = HandsChoice.WHOLE if hands is None else HandsChoice.OWN
    lists = {f"hands_{size}": settings.hands_for(size) for size in SIZES}
    places = {f"places_{size}": settings.placement_for(size) for size in SIZES}
    return {
        **lists,
        **places,
        "cards": settings.deck,
        "hands": HandsChoice.TEN if hands == TEN_HANDS else choice,
        "rounds": settings.rounds,
        "minutes_each": settings.minutes,
        "warning": settings.warning,
        "time_up": settings.time_up,
        "late_points": settings.late_points,
        "table_size": settings.size,
        "remainder": settings.remainder,
        "seating": settings.seating,
        "clubs_apart": settings.clubs_apart,
        "counts": settings.counts,
        "best": settings.best,
        "hidden_from": settings.hidden_from,
        "agrees": settings.agrees,
        "order": settings.order,
        "final": final and final.cut,
        "winners": final.winners if final else 1,
        "carry": final.carry if final else Carry.NONE,
    }


def rearranged(form: EventForm, buttons: Mapping[str, str]) -> set[str] | None:
    """Handle a button that only changes the form; returns the lines to show open, or None if no
    such button was tapped."""
    if buttons.get("plan") in {*Kind}:
        form.kind.data, form.kind.raw_data = Kind(buttons["plan"]), None
        form.show_settings(replace(PLANS[form.kind.data], deck=form.cards.data or FRENCH))
    for name, step in (("up", -1), ("down", 1)):
        if name in buttons:
            form.order.move(buttons[name], step)
            return {"counts"}
    return set() if buttons.keys() & {"plan", "stay"} else None


def _or(number: int | None, default: int) -> int:
    return default if number is None else number


LINES: dict[str, tuple[str, ...]] = {
    "game": ("variant", "hands", *(f"hands_{size}" for size in SIZES), "fewest"),
    "rounds": ("rounds", "minutes_each", "warning", "late_points"),
    "tables": ("table_size", "remainder"),
    "counts": (*(f"places_{size}" for size in SIZES), "best", "hidden_from", "order"),
    "final": ("final", "winners"),
}
"""The lines of the page that can be opened, each with the fields that can be wrong."""
BESIDE = {"name", "place", "day", *chain.from_iterable(LINES.values())}
"""The fields beside which a fault is shown."""
PLACES: dict[ProblemCode, str] = {
    EventCode.NAME_EMPTY: "name",
    EventCode.NAME_LONG: "name",
    EventCode.PLACE_LONG: "place",
    EventCode.ROUNDS_RANGE: "rounds",
    EventCode.ROUNDS_PLAYED: "rounds",
    EventCode.MINUTES_RANGE: "minutes_each",
    EventCode.WARNING_RANGE: "warning",
    EventCode.LATE_RANGE: "late_points",
    EventCode.SIZE_RANGE: "table_size",
    EventCode.GAME_FIXED: "variant",
    EventCode.BEST_RANGE: "best",
    EventCode.HIDDEN_RANGE: "hidden_from",
    EventCode.ORDER_DOUBLED: "order",
    EventCode.FINAL_RANGE: "final",
    EventCode.FINAL_GAME: "final",
    EventCode.FINAL_BEGUN: "final",
    Code.GAME_MISSING: "variant",
    Code.FEWEST_RANGE: "fewest",
    Code.SIZES_FIXED: "hands",
    Code.SIZES_NONE: "hands",
    Code.SIZES_LONG: "hands",
    Code.SIZES_SMALL: "hands",
}
"""The field beside which a problem is shown."""
Faults = dict[str, list[str]]
"""Sentences by the field beside which they are shown; those of "" are about the whole form."""


def placed(form: SaveForm, problems: Iterable[Problem]) -> Faults:
    if not form.is_ours:
        return {"": form.sentences()}
    found: Faults = {}
    for field, lines in form.faults().items():
        found.setdefault(field if field in BESIDE else "", []).extend(lines)
    for problem in problems:
        place = PLACES.get(problem.code, "")
        if problem.code == Code.SIZES_RANGE:
            place = f"hands_{problem.values['players']}"
        found.setdefault(place, []).append(sentence(problem, ()))
    return found


def opened(faults: Faults) -> set[str]:
    """The lines that have a fault, which the page shows open."""
    return {line for line, fields in LINES.items() if faults.keys() & {*fields}}


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
        both = zip(self.number.data or (), self.table.data or (), strict=False)
        return {number: table for number, table in both if number is not None and table}


class SeatListForm(SaveForm):
    """A pasted list of names, tables and seats."""

    seats = ListField(_l("Seats"), default="")


class SizesForm(SaveForm):
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
    minutes = WholeNumberField(_l("Minutes"), default=5)


class UndoActForm(SaveForm):
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
