"""The extras of a hand as a form sends them: cards and points of each seat, and the table's."""

import re
from collections.abc import Iterator
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field, ValidationError

from scorekeeper.fields import OneValueField, WholeNumberField, tidy_name
from scorekeeper.forms.hand import PanelForm
from scorekeeper.forms.older import in_current_names
from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.extras import Extras, cloud_notation
from scorekeeper.rules.extras_entry import (
    COUNT_NAME,
    REASON,
    ExtrasEntry,
    card_count,
    count_name,
    sent_points,
)
from scorekeeper.rules.game import POINTS, Bonus, Cloud, Hand
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.words.names import and_list

COUNT = re.compile(r"[0-9]{1,2}\Z")
SIGNED = re.compile(r"[+-]?[0-9]{1,6}\Z")
CLOUD = re.compile(r"[0-9][+-]\Z")
MOST_COUNTED = 1000


class CloudField(OneValueField):
    """The seat whose bid changed, and the direction: ``2+``, ``2-``."""

    def parsed(self, text: str) -> Cloud:
        """The cloud; raises ValidationError."""
        if not CLOUD.match(text):
            raise ValidationError(Code.SHAPE_CHOICE)
        return Cloud(int(text[0]), 1 if text[1] == "+" else -1)


class CardCountsField(Field):
    """A number for each extra and seat, each in its own field, one for each key of the pad."""

    def process(self, formdata: Any, *given: Any, **named: Any) -> None:
        """Read all fields with such names."""
        if formdata is not None:
            names = [name for name in formdata if COUNT_NAME.match(name)]
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
        self.data = tuple(card_count(name, int(count)) for name, count in split)


class PointsField(Field):
    """Each seat's extra points and their reason, in fields such as ``points_0`` and ``reason_0``.

    ``data`` has a bonus for each seat whose fields were sent, or None if they are empty.
    """

    typed: dict[str, str]
    """The texts by the names of their fields."""
    wrong: tuple[int, ...] = ()
    """The seats whose texts are not numbers."""

    def named(self, players: tuple[str, ...]) -> str:
        """The name of a field with a problem: ``Extra points of Ann and Ben``."""
        names = [players[seat] for seat in self.wrong if seat < len(players)]
        if not names:
            return str(self.label.text)
        return gettext("Extra points of %(name)s", name=and_list(names))

    def process(self, formdata: Any, *given: Any, **named: Any) -> None:
        """Read the fields of each seat whose points were sent."""
        self.typed = {}
        if formdata is not None:
            seats = [s for s in range(MOST_PLAYERS) if count_name(POINTS, s) in formdata]
            names = [count_name(kind, seat) for seat in seats for kind in (POINTS, REASON)]
            self.typed = {name: formdata.get(name, "") for name in names}
            doubled = any(len(set(formdata.getlist(name))) > 1 for name in names)
            formdata = MultiDict({self.name: ["doubled"] if doubled else seats})
        super().process(formdata, *given, **named)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the numbers; raises ValidationError for anything else."""
        if valuelist == ["doubled"]:
            raise ValidationError(Code.SHAPE_DOUBLED)
        numbers = {s: self._text(POINTS, s).strip().replace("−", "-") for s in valuelist}
        self.wrong = tuple(s for s, text in numbers.items() if text and not SIGNED.match(text))
        if self.wrong:
            raise ValidationError(Code.SHAPE_NUMBER)
        self.data = {seat: self._bonus(seat, int(text or 0)) for seat, text in numbers.items()}

    def _text(self, kind: str, seat: int) -> str:
        return self.typed[count_name(kind, seat)]

    def _bonus(self, seat: int, points: int) -> Bonus | None:
        reason = tidy_name(self._text(REASON, seat))
        return Bonus(seat, POINTS, points, reason=reason) if points or reason else None


class ExtrasForm(PanelForm):
    """The extras of a hand: those of each seat, and those of the table."""

    void = WholeNumberField(_l("Tricks for nobody"))
    cloud = CloudField(_l("Cloud"))
    held = CardCountsField(_l("Extras"), default=())
    points = PointsField(_l("Extra points"), default=dict)

    class Meta(PanelForm.Meta):
        """Also reads the fields of older pages."""

        def wrap_formdata(self, form: Any, given: Any) -> Any:
            """The fields under their current names."""
            sent = super().wrap_formdata(form, given)
            return in_current_names(sent) if sent else sent

    @property
    def typed(self) -> dict[str, str]:
        """The typed texts by the names of their fields."""
        return self.points.typed

    def entry(self, number: int, *, scores: bool = False) -> Entry:
        """The extras that were sent."""
        return self._entry(number, scores=scores)

    def extras_on(self, hand: Hand) -> Extras:
        """The extras of the hand, replaced by those that were sent."""
        return self._entry(hand.number).on(hand)

    def _entry(self, number: int, *, scores: bool = False) -> ExtrasEntry:
        table = {"void": self.void, "cloud": self.cloud}
        empty = {"void": 0, "cloud": None}
        return ExtrasEntry(
            number=number,
            scores=scores,
            tapped=self.tapped,
            table={name: one.data or empty[name] for name, one in table.items() if one.raw_data},
            points=self.points.data,
            counts=self.held.data,
        )


def sent_extras(mine: Hand, now: Hand) -> Iterator[tuple[str, object]]:
    """The extras of ``mine`` as a form sends them in place of those of ``now``: names, values."""
    yield "void", mine.void
    yield "cloud", cloud_notation(mine.cloud)
    places = {_place(one) for one in mine.bonuses}
    gone = (one for one in now.bonuses if _place(one) not in places)
    for one in (*mine.bonuses, *(one._replace(amount=0, reason="") for one in gone)):
        if one.key == POINTS:
            yield from sent_points(one.seat, one)
        else:
            yield count_name(*_place(one)), one.amount


def _place(bonus: Bonus) -> tuple[str, int, int]:
    return bonus.key, bonus.seat, bonus.partner
