"""A hand as a form sends it: bids and tricks, by panel or all together, and extras."""

import re
from collections.abc import Iterator
from typing import Any

from wtforms import Field, ValidationError

from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    OneValueField,
    PilesField,
    WholeNumberField,
    tidy_name,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.actions import Correction, Numbers
from scorekeeper.rules.extras import Extras, cloud_notation, extras_of
from scorekeeper.rules.game import (
    BIDS,
    BY_SEAT,
    NOBODY,
    POINTS,
    TRICKS,
    Bonus,
    BySeat,
    Cloud,
    Game,
    Hand,
)
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.words.names import and_list, plain

SIGNED = re.compile(r"[+-]?[0-9]{1,6}\Z")
CLOUD = re.compile(r"[0-9][+-]\Z")
# Points have a field of their own.
TICK = re.compile(rf"(?!{POINTS}\.)[a-z0-9]{{1,12}}\.[0-9]\.[0-9]\Z")
MOST_TICKS = 400
Tick = tuple[str, int, int]
"""An extra, its seat, and the number or the partner's seat."""


class CloudField(OneValueField):
    """The seat whose bid changed, and the direction: ``2+``, ``2-``."""

    def parsed(self, text: str) -> Cloud:
        """The cloud; raises ValidationError."""
        if not CLOUD.match(text):
            raise ValidationError(Code.SHAPE_CHOICE)
        return Cloud(int(text[0]), 1 if text[1] == "+" else -1)


class TicksField(Field):
    """Ticked boxes, ``key.seat.number`` each: the number of an extra, or the partner's seat if it
    is shared."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the boxes; raises ValidationError for anything else."""
        ticked = [value for value in dict.fromkeys(valuelist) if value]
        if len(ticked) > MOST_TICKS or not all(TICK.match(value) for value in ticked):
            raise ValidationError(Code.SHAPE_CHOICE)
        split = (value.split(".") for value in ticked)
        self.data = tuple((key, int(seat), int(number)) for key, seat, number in split)


class PointsField(Field):
    """A number or nothing for each seat, in seating order; ``shown`` has the typed texts."""

    wrong: tuple[int, ...] = ()
    """The seats whose texts are not numbers."""

    def named(self, players: tuple[str, ...]) -> str:
        """The name of a field with a problem: ``Extra points of Ann and Ben``."""
        names = [players[seat] for seat in self.wrong if seat < len(players)]
        if not names:
            return str(self.label.text)
        return gettext("Extra points of %(name)s", name=and_list(names))

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the numbers; raises ValidationError for anything else."""
        typed = [value.strip().replace("−", "-") for value in valuelist[:MOST_PLAYERS]]
        self.wrong = tuple(s for s, value in enumerate(typed) if value and not SIGNED.match(value))
        if self.wrong:
            raise ValidationError(Code.SHAPE_NUMBER)
        self.data = tuple(int(value) if value else None for value in typed)


class ReasonsField(Field):
    """A short text for each seat, in seating order, tidied."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Tidy each text; texts beyond the seats are ignored."""
        self.data = tuple(tidy_name(value) for value in valuelist[:MOST_PLAYERS])


class ExtrasForm(SaveForm):
    """The extras of a hand; ``touched`` names the tapped places."""

    touched = OneValueField(UNSHOWN)
    void = WholeNumberField(_l("Tricks for nobody"))
    cloud = CloudField(_l("Cloud"))
    extra = TicksField(_l("Extras"), default=())
    points = PointsField(_l("Extra points"), default=())
    reason = ReasonsField(_l("Reason"), default=())

    def extras(self, game: Game, hand: Hand) -> Extras:
        """All extras as typed; those of ``hand`` if the form had no such fields."""
        if not self.is_sent:
            return extras_of(hand)
        return Extras(self.void.data, self.cloud.data, (*self._ticked(game), *self._points()))

    @property
    def is_tapped(self) -> bool:
        """Whether a tap sent it, from a page that stays open."""
        return bool(self.touched.raw_data)

    @property
    def touches(self) -> list[str]:
        """The places tapped since the page was drawn, with their names in ``spots``."""
        return (self.touched.data or "").split()

    @property
    def is_sent(self) -> bool:
        """Whether these fields were sent; those of points always are, even empty."""
        return bool(self.points.raw_data)

    def shown_points(self, seat: int) -> str:
        """The text in the input for a seat's extra points: as typed, otherwise the number."""
        if self.points.raw_data:
            typed = self.points.raw_data
            return typed[seat] if seat < len(typed) else ""
        points = self.points.data[seat]
        return "" if points is None else plain(points)

    def shown_reason(self, seat: int) -> str:
        """The text in the input for a seat's reason."""
        return "".join(self.reason.data[seat : seat + 1])

    def holds(self, seat: int) -> bool:
        """Whether the form shows anything for a seat."""
        boxes = any(of == seat for _, of, _ in self.extra.data or ())
        return boxes or bool(self.shown_points(seat) or self.shown_reason(seat))

    def show_extras(self, hand: Hand) -> None:
        """Let the form show the hand's values, whatever was typed."""
        self.points.raw_data = None
        self.void.data, self.cloud.data = hand.void, hand.cloud
        self.extra.data = tuple(ticks(hand))
        held = {bonus.seat: bonus for bonus in hand.bonuses if bonus.key == POINTS}
        seats = [held.get(seat) for seat in range(len(hand.bids))]
        self.points.data = tuple(bonus.amount if bonus else None for bonus in seats)
        self.reason.data = tuple(bonus.reason if bonus else "" for bonus in seats)

    def _ticked(self, game: Game) -> Iterator[Bonus]:
        """One bonus for the boxes of a seat, of which the highest counts; for a shared extra, one
        for each pair of seats."""
        most: dict[tuple[int, str, int], int] = {}
        for key, seat, number in self.extra.data:
            extra = game.variant.extra_called(key)
            if not (extra and extra.shared):
                most[seat, key, NOBODY] = max(number, most.get((seat, key, NOBODY), 0))
            elif (number, key, seat) not in most:
                most[seat, key, number] = 1
        for (seat, key, partner), amount in most.items():
            yield Bonus(seat, key, amount, partner)

    def _points(self) -> Iterator[Bonus]:
        reasons = (*self.reason.data, *("",) * MOST_PLAYERS)
        for seat, (points, reason) in enumerate(zip(self.points.data, reasons, strict=False)):
            if points or reason:
                yield Bonus(seat, POINTS, points or 0, reason=reason)


def ticks(hand: Hand) -> Iterator[Tick]:
    """The boxes to tick for the hand's extras."""
    for bonus in hand.bonuses:
        if bonus.key == POINTS:
            continue
        yield bonus.key, bonus.seat, bonus.amount if bonus.partner == NOBODY else bonus.partner


def sent_extras(hand: Hand) -> tuple[tuple[str, object], ...]:
    """The extras of the hand as a form sends them: names and values."""
    cloud = cloud_notation(hand.cloud) if hand.cloud else ""
    points = {bonus.seat: bonus for bonus in hand.bonuses if bonus.key == POINTS}
    fields: list[tuple[str, object]] = [("void", hand.void), ("cloud", cloud)]
    fields += [("extra", f"{key}.{seat}.{number}") for key, seat, number in ticks(hand)]
    for seat in range(len(hand.bids)):
        held = points.get(seat)
        fields += [("points", held.amount if held else ""), ("reason", held.reason if held else "")]
    return tuple(fields)


class DealerForm(SaveForm):
    """The dealer of a hand."""

    dealer = WholeNumberField(_l("Dealer"))


class PanelForm(SaveForm):
    """One panel of a hand; ``touched`` names the fields tapped since it was drawn."""

    touched = OneValueField(UNSHOWN)

    def by_seat(self, kind: BySeat, seats: int) -> Numbers:
        """The numbers of every seat."""
        return tuple(self[f"{kind.one}_{seat}"].data for seat in range(seats))


class TrumpForm(PanelForm):
    """The card turned up, and the suit named after a Wizard."""

    turned = EnumField(_l("Trump"), values=Turned)
    named = EnumField(_l("Trump"), values=Trump)


def _by_seat(kind: BySeat) -> dict[str, Any]:
    """A named field for each seat, because a list would close up over a missing one."""
    return {f"{kind.one}_{seat}": WholeNumberField(str(seat)) for seat in range(MOST_PLAYERS)}


class BidsForm(PanelForm):
    """The bids, ``bid_0`` … by seat."""

    locals().update(_by_seat(BIDS))


class TricksForm(PanelForm):
    """The piles, ``tricks_0`` … by seat, and the seat that took the negated trick.

    ``made`` has all piles, with the bids of players who were not entered; it scores the hand.
    """

    negated = WholeNumberField(_l("8 of spades won by"))
    made = PilesField(UNSHOWN)
    locals().update(_by_seat(TRICKS))

    def by_seat(self, kind: BySeat, seats: int) -> Numbers:
        """The numbers of every seat."""
        made = self.made.data or {}
        return tuple(made.get(s, n) for s, n in enumerate(super().by_seat(kind, seats)))


class CorrectionForm(DealerForm, TrumpForm, BidsForm, TricksForm, ExtrasForm):
    """A whole hand."""

    def correction(self, game: Game, hand: Hand) -> Correction:
        """The whole hand as typed, with the extras of ``hand`` if none were sent."""
        seats = len(game.players)
        return Correction(
            dealer=self.dealer.data,
            turned=self.turned.data,
            named=self.named.data,
            **{kind.all: self.by_seat(kind, seats) for kind in BY_SEAT},
            negated=self.negated.data,
            extras=self.extras(game, hand),
        )
