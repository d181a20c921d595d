"""The extras of a hand's players: one panel of the hand."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict
from wtforms import Field, ValidationError

from scorekeeper.fields import WholeNumberField
from scorekeeper.forms.hand import CloudField, PanelForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.extras import Extras, cloud_notation, extras_of, slot_of, slots, with_slots
from scorekeeper.rules.game import NOBODY, Bonus, Hand
from scorekeeper.rules.merge import entered_slots
from scorekeeper.rules.problems import Code

NAME = re.compile(r"([a-z0-9]{1,12})_([0-9])(?:_([0-9]))?\Z")
COUNT = re.compile(r"[0-9]{1,2}\Z")
MOST_COUNTED = 1000


class CardCount(NamedTuple):
    """The number of an extra that a seat has, with the seat of a partner if it is shared."""

    key: str
    seat: int
    partner: int
    number: int

    @property
    def name(self) -> str:
        """The name of its field: ``king_1``, or ``loot_0_2``."""
        return count_name(self.key, self.seat, self.partner)


def count_name(key: str, seat: int, partner: int = NOBODY) -> str:
    """The name of the field with the number of an extra that a seat has."""
    return slot_of(key, seat, partner).replace(".", "_")


class CardCountsField(Field):
    """A number for each extra and seat, each in its own field, one for each key of the pad."""

    def process(self, formdata: Any, *given: Any, **named: Any) -> None:
        """Read all fields with such names."""
        if formdata is not None:
            names = [name for name in formdata if NAME.match(name)]
            sent = [f"{name} {value}" for name in names for value in formdata.getlist(name)]
            formdata = MultiDict({self.name: list(dict.fromkeys(sent))})
        super().process(formdata, *given, **named)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the numbers; raises ValidationError for anything else, or two for one name."""
        split = [value.split(" ", 1) for value in valuelist]
        if len(split) > MOST_COUNTED or not all(COUNT.match(count) for _, count in split):
            raise ValidationError(Code.SHAPE_CHOICE)
        if len({name for name, _ in split}) < len(split):
            raise ValidationError(Code.SHAPE_DOUBLED)
        self.data = tuple(_card_count(name, int(count)) for name, count in split)


class CardCountsForm(PanelForm):
    """The panel of extras: those of each seat, and those of the table."""

    void = WholeNumberField(_l("Tricks for nobody"))
    cloud = CloudField(_l("Cloud"))
    held = CardCountsField(_l("Extras"), default=())

    @property
    def touches(self) -> list[str]:
        """The places tapped since the panel was drawn, with their names in ``spots``."""
        return [slot for name in self._tapped for slot in _slots_of(name)]

    def extras_on(self, hand: Hand) -> Extras:
        """The sent extras in place of the hand's; extra points stay."""
        known = slots(extras_of(hand))
        found: dict[str, Any] = {}
        if self.void.raw_data:
            found["void"] = self.void.data or 0
        if self.cloud.raw_data:
            found["cloud"] = self.cloud.data
        # A shared extra has two keys, one for each partner; the one tapped last counts.
        for one in sorted(self.held.data, key=lambda one: self._tapped_at(one.name)):
            slot = _slot(known, one)
            old = known.get(slot)
            if one.name in self._tapped or one.number != _count(old):
                found[slot] = old if one.number == _count(old) else _bonus(one)
        return with_slots(extras_of(hand), found)

    def own_fields(self, base: Hand | None) -> tuple[tuple[str, object], ...]:
        """The names and values of the fields that were tapped, or that differ from those on a stale
        page (``base``)."""
        if base is None:
            return tuple(self._fields_sent())
        own = entered_slots(slots(extras_of(base)), slots(self.extras_on(base)), self.touches)
        sent = self._fields_sent()
        return tuple(one for one in sent if not own.keys().isdisjoint(_slots_of(one[0])))

    def _fields_sent(self) -> Iterator[tuple[str, object]]:
        if self.void.raw_data:
            yield "void", self.void.data or 0
        if self.cloud.raw_data:
            yield "cloud", cloud_notation(self.cloud.data) if self.cloud.data else ""
        yield from ((one.name, one.number) for one in self.held.data)

    @property
    def _tapped(self) -> list[str]:
        return str(self.touched.data or "").split()

    def _tapped_at(self, name: str) -> int:
        return self._tapped.index(name) if name in self._tapped else -1


def _card_count(name: str, number: int) -> CardCount:
    key, seat, *partner = name.split("_")
    return CardCount(key, int(seat), int(partner[0]) if partner else NOBODY, number)


def _slots_of(name: str) -> list[str]:
    """The places that a tap on a key may mean: for a shared extra, either seat may be first."""
    if not NAME.match(name):
        return [name]
    one = _card_count(name, 0)
    places = [slot_of(one.key, one.seat, one.partner)]
    return places if one.partner == NOBODY else [*places, slot_of(one.key, one.partner, one.seat)]


def _slot(known: dict[str, Any], one: CardCount) -> str:
    """The place of an extra, the same for both orders of its pair."""
    places = sorted(_slots_of(one.name))
    return next((place for place in places if place in known), places[0])


def _count(bonus: Bonus | None) -> int:
    return bonus.amount if bonus else 0


def _bonus(one: CardCount) -> Bonus | None:
    if not one.number:
        return None
    if one.partner == NOBODY:
        return Bonus(one.seat, one.key, one.number)
    first, second = sorted((one.seat, one.partner))
    return Bonus(first, one.key, one.number, second)
