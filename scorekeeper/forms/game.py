"""Forms of a game and of its hands.

A game in progress: Undo, ending it, players, notes.

A hand as a form sends it: any of its values by place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from itertools import combinations
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, ValidationError

from scorekeeper.fields import (
    UNSHOWN,
    DayField,
    EnumField,
    NamesField,
    OneNameField,
    OneTextField,
    OneValueField,
    PairField,
    PilesField,
    TapField,
    WholeNumberField,
    tidy_name,
    whole_number,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.actions import Numbers
from scorekeeper.rules.entry import (
    CARD,
    CARDS,
    CLOUD,
    COUNTED,
    DEALER,
    NEGATED,
    OF_CARD,
    REASON,
    SHOWN,
    SIGN,
    VOID,
    Entry,
    Fields,
    numbers_in,
)
from scorekeeper.rules.events.event import LONGEST_DISPUTE
from scorekeeper.rules.game import (
    BIDS,
    BY_SEAT,
    LONGEST_NOTE,
    POINTS,
    TRICKS,
    Bonus,
    BySeat,
    Cloud,
    Sign,
)
from scorekeeper.rules.hand import name_of
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import ExtraKey, Trump, Turned
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.words.language import gettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.log import FIELDS
from scorekeeper.words.names import and_list, number_name
from scorekeeper.words.problems import sentence_of


class UndoForm(SaveForm):
    """The save to undo: by its revision, or by the number of its tap."""

    target = WholeNumberField(UNSHOWN)
    undoes = TapField(UNSHOWN)


class HandsForm(SaveForm):
    """The number of hands after which a game ends (none: play on), or that follow its end."""

    hands = WholeNumberField(UNSHOWN)


class PlayersForm(SaveForm):
    name = NamesField(UNSHOWN, default=())


class AboutForm(SaveForm):
    """The note of a game, a field for each text, and the day on which it was played."""

    played = DayField(FIELDS["played"])


for _name, _most in LONGEST_NOTE.items():
    setattr(AboutForm, _name, OneTextField(FIELDS[_name], most=_most))


class SittingForm(SaveForm):
    """A choice to sit out the hand with this number, or not."""

    number = WholeNumberField(UNSHOWN)
    out = BooleanField(UNSHOWN)


class AwayForm(SaveForm):
    """A choice to be away from the next hand on, or not."""

    away = BooleanField(UNSHOWN)


class JoiningForm(SaveForm):
    """The person whom a table asks the desk to seat; ``withdraw``: it asks no longer."""

    name = OneNameField(_l("Name"))
    withdraw = BooleanField(UNSHOWN)


class NameWishForm(SaveForm):
    """The right name of the person in a seat, for which a table asks the desk; ``withdraw``: it
    asks no longer."""

    # L10N: the name of somebody at a table, as it should be spelled.
    name = OneNameField(_l("Right name"))
    seat = WholeNumberField(UNSHOWN)
    withdraw = BooleanField(UNSHOWN)


class AgreeForm(SaveForm):
    """The answer of somebody at a table to its result: "yes", or "no" with what is wrong."""

    answer = OneValueField(UNSHOWN)
    seat = WholeNumberField(UNSHOWN)
    # L10N: at a table of an event, to the desk: what is wrong with the result, such as “Hand 9: I
    # took 2, not 1.”
    said = OneTextField(_l("What is wrong?"), most=LONGEST_DISPUTE)


class Start(StrEnum):
    ZERO = "zero"
    LOWEST = "lowest"
    POINTS = "points"


class NewcomerForm(SaveForm):
    """A player who joins: the name, the starting points, and the neighbour to the right."""

    name = NamesField(UNSHOWN, default=())
    begins = EnumField(_l("Starts with"), values=Start)
    begins_at = WholeNumberField(_l("Points"))
    after = WholeNumberField(_l("Sits to the left of"))

    @property
    def typed_name(self) -> str:
        return "".join(self.name.data[:1])

    def validate_begins_at(self, field: WholeNumberField) -> None:
        """Refuse another number of points that was not typed."""
        if self.begins.data is Start.POINTS and field.data is None:
            raise ValidationError(Code.SHAPE_NUMBER)

    def start_points(self, lowest: int) -> int:
        """The starting points, given the lowest total."""
        if self.begins.data is Start.POINTS:
            return int(self.begins_at.data or 0)
        return lowest if self.begins.data is Start.LOWEST else 0


class SwitchForm(SaveForm):
    """A switch that lets the other phones enter hidden bids."""

    on = BooleanField(UNSHOWN)


class SeatForm(SaveForm):
    seat = WholeNumberField(UNSHOWN)


BOX = re.compile(r"([a-z0-9]{1,12})\.([0-9])\.([0-9])\Z")
"""An extra, its seat, and the number or the partner's seat."""
SHARED = ExtraKey.LOOT
"""The only extra that had a partner."""
SEATS = range(MOST_PLAYERS)
LISTS = ("points", "reason")


def in_current_names(sent: MultiDict[str, str]) -> MultiDict[str, str]:
    """The fields of a form, with extras from an older page under their current names.

    A tap that waited on a phone is sent as the older page recorded it. Boxes without a tick were
    not sent, so a missing box means none of its extra.
    """
    if "points" not in sent:
        return sent
    places = [name_of(key, seat) for key in ExtraKey if key != SHARED for seat in SEATS]
    places += [name_of(SHARED, *pair) for pair in combinations(SEATS, 2)]
    current = dict.fromkeys(places, "0")
    for place, count in map(_counted, filter(None, sent.getlist("extra"))):
        current[place] = max(current.get(place, ""), count)
    for kind in LISTS:
        texts = sent.getlist(kind)
        current |= {name_of(kind, seat): text for seat, text in zip(SEATS, texts, strict=False)}
    rest = [pair for pair in sent.items(multi=True) if pair[0] not in ("extra", "touched", *LISTS)]
    touched = sent.get("touched", "").replace(".", "_")
    return MultiDict([*rest, *current.items(), ("touched", touched)])


def _counted(box: str) -> tuple[str, str]:
    """The place and the number that a box stands for; anything else becomes a refused number."""
    found = BOX.match(box)
    if not found:
        return "extra_0", "?"
    key, *seats = found.groups()
    if key != SHARED:
        return f"{key}_{seats[0]}", seats[1]
    return "_".join((key, *sorted(seats))), "1"


SCORES = frozenset({"score", "made"})
"""Names of the buttons that score the hand."""
COUNT = re.compile(r"[0-9]{1,2}\Z")
SIGNED = re.compile(r"[+-]?[0-9]{1,6}\Z")
MOVED = re.compile(r"[0-9][+-]\Z")
MOST_COUNTED = 1000
"""Extras with a number in one form."""


def _card(cards: type[Turned] | type[Trump]) -> Callable[[str], Turned | Trump]:
    def read(text: str) -> Turned | Trump:
        try:
            return cards(text)
        except ValueError:
            raise ValidationError(Code.SHAPE_CHOICE) from None

    return read


def _cloud(text: str) -> Cloud:
    """The seat whose bid changed, and the direction: ``2+``, ``2-``."""
    if not MOVED.match(text):
        raise ValidationError(Code.SHAPE_CHOICE)
    return Cloud(int(text[0]), 1 if text[1] == "+" else -1)


def _count(text: str) -> int:
    if not COUNT.match(text):
        raise ValidationError(Code.SHAPE_CHOICE)
    return int(text)


def _by_seat(kind: BySeat) -> dict[str, Callable[[str], object]]:
    return {f"{kind.one}_{seat}": whole_number for seat in range(MOST_PLAYERS)}


READERS: dict[str, Callable[[str], object]] = {
    **{CARDS: whole_number, DEALER: whole_number, "turned": _card(Turned), "named": _card(Trump)},
    **{**_by_seat(BIDS), NEGATED: whole_number, **_by_seat(TRICKS)},
    **{VOID: whole_number, CLOUD: _cloud},
}
"""How the fields are read that are no extras of a seat, in the order of their problems."""
LABELS = {
    **{CARDS: _l("Cards"), DEALER: _l("Dealer"), "turned": _l("Trump"), "named": _l("Trump")},
    **{NEGATED: _l("Negated trick"), VOID: _l("Tricks for nobody"), CLOUD: _l("Cloud")},
}
EMPTIED: Mapping[str, object] = {VOID: 0, CLOUD: None}
"""The values that an empty text stands for; of other fields, it counts as not sent."""


class PlacesField(Field):
    """All values of a hand, each in a field of its own: ``bid_2``, ``king_1``.

    ``data`` has those that were sent, by the names of their fields. Extra points with their reason
    are a Bonus, or None if both are empty.
    """

    data: dict[str, Any]
    typed: dict[str, str]
    """The texts of extra points, and what belongs to them."""
    wrong: dict[str, Code]
    """The fields that cannot be read, and why."""

    def process(self, formdata: Any, *_: object, **__: object) -> None:
        sent = MultiDict() if formdata is None else formdata
        self.data, self.typed, self.wrong = {}, {}, {}
        for name in filter(sent.__contains__, READERS):
            self._read(sent, name)
        counted = [name for name in sent if COUNTED.match(name)]
        for name in counted[:MOST_COUNTED]:
            self._read(sent, name)
        for name in counted[MOST_COUNTED:][:1]:
            self.wrong[name] = Code.SHAPE_CHOICE
        for seat in range(MOST_PLAYERS):
            if name_of(POINTS, seat) in sent:
                self._read_points(sent, seat)
        self.process_errors = list(self.wrong.values())

    def sentences(self, players: tuple[str, ...]) -> list[str]:
        return [
            sentence_of(code, {"field": self._label(name, players)})
            for name, code in self.wrong.items()
        ]

    def _read(self, sent: MultiDict[str, str], name: str) -> None:
        """Read a value; an empty text counts as not sent, or empties its place."""
        text = sent[name].strip()
        if len(set(sent.getlist(name))) > 1:
            self.wrong[name] = Code.SHAPE_DOUBLED
        elif text or name not in READERS:
            try:
                self.data[name] = READERS.get(name, _count)(text)
            except ValidationError as problem:
                self.wrong[name] = problem.args[0]
        elif name in EMPTIED:
            self.data[name] = EMPTIED[name]

    def _read_points(self, sent: MultiDict[str, str], seat: int) -> None:
        kinds = POINTS, REASON, SIGN, SHOWN
        points, reason, sign, shown = (name_of(kind, seat) for kind in kinds)
        chosen = {sign: sent[sign]} if sign in sent else {}
        self.typed |= {points: sent[points], reason: sent.get(reason, "")} | chosen
        number = self.typed[points].strip().replace("\N{MINUS SIGN}", "-")
        if any(len(set(sent.getlist(name))) > 1 for name in (points, reason, sign)):
            self.wrong[points] = Code.SHAPE_DOUBLED
        elif not set(chosen.values()) <= set(Sign):
            self.wrong[points] = Code.SHAPE_CHOICE
        elif number and not SIGNED.match(number):
            self.wrong[points] = Code.SHAPE_NUMBER
        else:
            why = tidy_name(self.typed[reason])
            amount = int(number or 0)
            # A sign that somebody typed is meant; one that the page showed follows the choice.
            # Older pages did not send what they showed, and before that no choice.
            is_typed = number[:1] in ("+", "-") and sent.get(shown, sent[points]) != sent[points]
            amount = Sign(chosen[sign]).of(amount) if chosen and not is_typed else amount
            bonus = Bonus(seat, POINTS, amount, reason=why)
            self.data[points] = bonus if bonus.amount or why else None

    def _label(self, name: str, players: tuple[str, ...]) -> str:
        """The name of a field, for a seat with the player's name or the seat's number."""
        if name in LABELS:
            return str(LABELS[name])
        what, _, at = name.partition("_")
        if what == POINTS:
            wrong = [one for one, code in self.wrong.items() if code is Code.SHAPE_NUMBER]
            seats = [int(one[-1]) for one in wrong if one.startswith(what) and name in wrong]
            names = and_list([players[seat] for seat in seats if seat < len(players)])
            if names:
                return gettext("Extra points of %(name)s", name=names)
            return gettext("Extra points")
        kind = next((kind for kind in BY_SEAT if kind.one == what), None)
        if kind is None:
            return gettext("Extras")
        return number_name(kind, players[int(at)] if int(at) < len(players) else str(int(at) + 1))


class ListForm(SaveForm):
    """Whether the game ``keeps`` its number of hands when one is put in or taken out."""

    keeps = BooleanField(UNSHOWN)


class HandForm(ListForm):
    """Any values of a hand. ``touched`` names the fields tapped since the page was drawn.

    ``made`` has all piles, with the bids of players who were not entered; it scores the hand.
    ``drawn`` has the cards and the dealer with which a page drew the hand by itself while no server
    answered: ``7-2``. ``more``: further entries wait behind this one, so the page draws no answer
    yet.
    """

    touched = OneValueField(UNSHOWN)
    made = PilesField(UNSHOWN)
    drawn = PairField(UNSHOWN)
    more = OneValueField(UNSHOWN)
    held = PlacesField(UNSHOWN)

    class Meta(ListForm.Meta):
        """Also reads the fields of older pages."""

        def wrap_formdata(self, form: Any, given: Any) -> Any:
            sent = super().wrap_formdata(form, given)
            return in_current_names(sent) if sent else sent

    def entry(self, number: int, panel: str, *, scores: bool = False) -> Entry:
        fields = self.fields
        values = {name: value for name, value in fields.items() if name not in OF_CARD}
        card = tuple(fields.get(name) for name in OF_CARD)
        return Entry(
            number=number,
            panel=panel,
            values={CARD: card, **values} if any(card) else values,
            tapped=str(self.touched.data or "").split(),
            scores=scores,
            drawn=self.drawn.data,
        )

    @property
    def fields(self) -> dict[str, Any]:
        piles = {f"{TRICKS.one}_{seat}": n for seat, n in (self.made.data or {}).items()}
        return {**self.held.data, **piles}

    def shown(self, name: str) -> object:
        """The value of a field; None if it is empty."""
        return self.fields.get(name)

    @property
    def typed(self) -> dict[str, str]:
        """The texts of extra points, and what belongs to them, by the names of their fields."""
        return self.held.typed

    @property
    def bids(self) -> Numbers:
        return numbers_in(self.fields, BIDS, MOST_PLAYERS)

    def fill(self, fields: Fields) -> None:
        """Let the form show these values in fields that were not sent."""
        self.held.data = {**dict(fields), **self.held.data}
