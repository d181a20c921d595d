"""The settings of an event."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import Any

from wtforms import BooleanField, ValidationError

from scorekeeper.fields import UNSHOWN, EnumField, OneTextField, OneValueField, WholeNumberField
from scorekeeper.forms.start import DeckField, HouseForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.settings import (
    FINALS,
    LONGEST_EVENT_NAME,
    LONGEST_PLACE,
    TEN_HANDS,
    Carry,
    Counts,
    EventSettings,
    Final,
    Hands,
    Measure,
    Seating,
    TimeUp,
)
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.variants.cards import FRENCH
from scorekeeper.rules.variants.house import Settings
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS, WIZARD


class Kind(StrEnum):
    """A plan to begin with."""

    RALLY = "rally"
    CHAMPIONSHIP = "championship"
    OWN = "own"


class HandsChoice(StrEnum):
    """The hands that each table plays."""

    WHOLE = "whole"
    TEN = "ten"
    OWN = "own"


SIZES = (3, 4, 5, 6)
"""The players at a table for which the form has a row."""
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
GAMES = tuple(game for game in VARIANTS.values() if not game.is_custom)
CHOICES: dict[str, Any] = {
    "games": GAMES,
    "sizes": SIZES,
    "cuts": FINALS,
    "orders": tuple(range(1, len(Measure) + 1)),
}
"""The choices that a page of settings offers."""


class DayField(OneValueField):
    """A date as a browser sends it: 2026-11-28."""

    def parsed(self, text: str) -> date:
        """The date; raises ValidationError."""
        try:
            return date.fromisoformat(text)
        except ValueError:
            raise ValidationError(Code.SHAPE_CHOICE) from None

    def shown(self) -> str:
        """The text as typed, otherwise the date."""
        return self.typed if self.raw_data else self.data.isoformat() if self.data else ""


class NumbersField(OneValueField):
    """Whole numbers separated by commas or spaces."""

    def parsed(self, text: str) -> tuple[int, ...]:
        """The numbers; raises ValidationError."""
        words = text.replace(",", " ").replace(";", " ").split()
        if len(words) > 60 or not all(word.isascii() and word.isdigit() for word in words):
            raise ValidationError(Code.SHAPE_NUMBER)
        return tuple(int(word[:6]) for word in words)

    def shown(self) -> str:
        """The text as typed, otherwise the numbers separated by commas."""
        return self.typed if self.raw_data else ", ".join(map(str, self.data or ()))


class EventForm(HouseForm):
    """A new event, or the settings of one."""

    token = OneValueField(UNSHOWN)
    name = OneTextField(_l("Name"), most=LONGEST_EVENT_NAME)
    place = OneTextField(_l("Place"), most=LONGEST_PLACE)
    day = DayField(_l("Day"))
    kind = EnumField(_l("Kind"), values=Kind, default=Kind.RALLY)
    variant = OneValueField(_l("Game"), default=WIZARD.key)
    cards = DeckField(_l("Your cards"), default=FRENCH)
    hands = EnumField(_l("Hands"), values=HandsChoice, default=HandsChoice.TEN)
    hands_3 = NumbersField(_l("Hands at a table of 3"))
    hands_4 = NumbersField(_l("Hands at a table of 4"))
    hands_5 = NumbersField(_l("Hands at a table of 5"))
    hands_6 = NumbersField(_l("Hands at a table of 6"))
    rounds = WholeNumberField(_l("Rounds"), default=3)
    minutes_each = WholeNumberField(_l("Minutes"))
    warning = WholeNumberField(_l("Warning"))
    time_up = EnumField(_l("When the time is up"), values=TimeUp, default=TimeUp.LAST_HAND)
    late_points = WholeNumberField(_l("Points that a late table loses, for each player"))
    table_size = WholeNumberField(_l("Players at a table"))
    remainder = WholeNumberField(_l("Those left over sit at tables of"))
    seating = EnumField(_l("Seats"), values=Seating, default=Seating.PLANNED)
    clubs_apart = BooleanField(_l("Keep clubs apart in round 1"))
    counts = EnumField(_l("Counts"), values=Counts, default=Counts.POINTS)
    places_3 = NumbersField(_l("Points for the places at a table of 3"))
    places_4 = NumbersField(_l("Points for the places at a table of 4"))
    places_5 = NumbersField(_l("Points for the places at a table of 5"))
    places_6 = NumbersField(_l("Points for the places at a table of 6"))
    best = WholeNumberField(_l("Best rounds that count"))
    order_1 = EnumField(_l("First"), values=Measure)
    order_2 = EnumField(_l("Then"), values=Measure)
    order_3 = EnumField(_l("Then"), values=Measure)
    order_4 = EnumField(_l("Then"), values=Measure)
    order_5 = EnumField(_l("Then"), values=Measure)
    final = WholeNumberField(_l("Players in the final"))
    winners = WholeNumberField(_l("Who goes on from each table"))
    carry = EnumField(_l("Points before the final"), values=Carry, default=Carry.NONE)

    def settings(self) -> EventSettings:
        """The settings as sent. Raises RefusedError for a game without its own table."""
        plan = PLANS[Kind.OWN]
        game = self._game()
        settings = EventSettings(
            self.name.data or "",
            game,
            Settings(self.bid_rule(game), specials=self.special_cards(game)),
            self.cards.data or FRENCH,
            self.place.data or "",
            self.day.data,
            self._hands(),
            _or(self.table_size.data, plan.size),
            _or(self.remainder.data, plan.remainder),
            _or(self.rounds.data, plan.rounds),
            _or(self.minutes_each.data, plan.minutes),
            _or(self.warning.data, plan.warning),
        )
        return self._counting(settings)

    def _counting(self, settings: EventSettings) -> EventSettings:
        plan = PLANS[Kind.OWN]
        cut, winners = self.final.data, _or(self.winners.data, 1)
        return replace(
            settings,
            time_up=self.time_up.data or plan.time_up,
            late_points=_or(self.late_points.data, plan.late_points),
            seating=self.seating.data or plan.seating,
            clubs_apart=bool(self.clubs_apart.data),
            counts=self.counts.data or plan.counts,
            placement=self._rows("places"),
            best=self.best.data,
            order=self._order(),
            final=Final(cut, winners, self.carry.data or Carry.NONE) if cut else None,
        )

    def _game(self) -> Variant:
        game = VARIANTS.get(self.variant.data or "")
        if game is None or game.is_custom:
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

    def _order(self) -> tuple[Measure, ...]:
        sent = [self[f"order_{number}"].data for number in range(1, len(Measure) + 1)]
        return tuple(filter(None, sent)) or tuple(Measure)

    def show_settings(self, settings: EventSettings) -> None:
        """Show these settings in place of the sent values; name, place and day stay if sent."""
        hands = settings.hands
        choice = HandsChoice.WHOLE if hands is None else HandsChoice.OWN
        shown = {
            "variant": settings.variant.key,
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
            "final": settings.final and settings.final.cut,
            "winners": settings.final and settings.final.winners,
            "carry": settings.final.carry if settings.final else Carry.NONE,
        }
        shown |= {f"order_{at}": measure for at, measure in enumerate(settings.order, 1)}
        for size in SIZES:
            shown[f"hands_{size}"] = settings.hands_for(size)
            shown[f"places_{size}"] = settings.placement_for(size)
        for field, value in shown.items():
            self[field].data, self[field].raw_data = value, None

    def show_about(self, settings: EventSettings) -> None:
        """Show the name, place and day of an event."""
        self.name.data, self.place.data, self.day.data = settings.name, settings.place, settings.day


def _or(number: int | None, default: int) -> int:
    return default if number is None else number
