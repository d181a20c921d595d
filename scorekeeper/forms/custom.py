"""The numbers of a custom game."""

from dataclasses import replace
from itertools import groupby
from typing import Any

from wtforms import Field, ValidationError

from scorekeeper.fields import EnumField, OneNameField, SizesField, WholeNumberField
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.cards import Trump
from scorekeeper.rules.variants.custom import (
    FEW,
    MORE,
    MOST_TURNS,
    CustomTrump,
    chosen_numbers,
    custom_game,
    custom_trump,
    custom_trump_of,
    points_of,
)
from scorekeeper.rules.variants.model import IN_TURN, LONGEST_TITLE, Variant
from scorekeeper.rules.variants.variants import CUSTOM
from scorekeeper.words.names import value_line

MADE, MADE_ZERO = _l("Made bid"), _l("Made bid of 0")
MISSED, NEAR, MISSED_ZERO = _l("Missed bid"), _l("Missed by one"), _l("Missed bid of 0")
FIXED, EACH_CARD = _l("Fixed points"), _l("Each card dealt")


class MoreField(WholeNumberField):
    """A number that few tables use, in one of the groups of *More points*."""

    def __init__(self, label: Any = None, *, group: Any, **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.group = group

    def named(self, _: tuple[str, ...]) -> str:
        """Its name in a sentence: ``Missed bid: Each card dealt``."""
        return value_line(str(self.group), str(self.label.text))


class TurnsField(Field):
    """The trumps of the hands, in turn, without empty ones."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the trumps; raises ValidationError for anything else."""
        try:
            self.data = tuple(Trump(value) for value in valuelist[:MOST_TURNS] if value)
        except ValueError:
            raise ValidationError(Code.SHAPE_CHOICE) from None

    def shown(self) -> list[str]:
        """The trump of each hand, "" if none is chosen."""
        chosen: list[str] = [*(self.data or ())]
        return chosen + [""] * (MOST_TURNS - len(chosen))


class CustomForm(SaveForm):
    """The choices of a custom game."""

    own_name = OneNameField(_l("Name of your game"), most=LONGEST_TITLE)
    own_bonus = WholeNumberField(MADE)
    own_trick = WholeNumberField(_l("Each of its tricks"))
    own_miss = WholeNumberField(_l("Lost per trick off"))
    own_zero = WholeNumberField(MADE_ZERO)
    own_card = MoreField(EACH_CARD, group=MADE)
    own_square = MoreField(_l("Its tricks squared"), group=MADE)
    own_zero_card = MoreField(EACH_CARD, group=MADE_ZERO)
    own_flat = MoreField(FIXED, group=MISSED)
    own_kept = MoreField(_l("Each trick taken"), group=MISSED)
    own_bid = MoreField(_l("Each trick bid"), group=MISSED)
    own_miss_card = MoreField(EACH_CARD, group=MISSED)
    own_over = MoreField(_l("Each trick over"), group=MISSED)
    own_near = MoreField(FIXED, group=NEAR)
    own_near_card = MoreField(EACH_CARD, group=NEAR)
    own_lost_zero = MoreField(FIXED, group=MISSED_ZERO)
    own_lost_zero_card = MoreField(EACH_CARD, group=MISSED_ZERO)
    goal = WholeNumberField(_l("Ends at a total of"))
    deck = WholeNumberField(_l("Cards in the deck"))
    trump = EnumField(_l("Trump"), values=CustomTrump)
    turn = TurnsField(_l("Trump for each hand"))
    without = SizesField(_l("Hands without trump"))

    @property
    def few(self) -> list[Field]:
        """The fields of the numbers that every table fills in."""
        return [self[f"own_{name}"] for name in FEW]

    @property
    def groups(self) -> list[tuple[Any, list[Field]]]:
        """The fields of *More points* by group."""
        fields = [self[f"own_{name}"] for name in MORE]
        return [(group, [*found]) for group, found in groupby(fields, lambda field: field.group)]

    @property
    def has_more(self) -> bool:
        """Whether a folded field has a value."""
        fields = [self[f"own_{name}"] for name in MORE]
        return any(field.shown() for field in (*fields, self.goal, self.without))

    def custom_game(self) -> Variant:
        """The custom game. Raises RefusedError.

        If one of the first four numbers is empty, it is 0; if it was not sent at all, it is
        Wizard's.
        """
        few = zip(FEW, self.few, strict=True)
        sent = {name: f.data or 0 for name, f in few if f.raw_data or f.data is not None}
        typed = {name: self[f"own_{name}"].data for name in MORE}
        sent |= {name: number for name, number in typed.items() if number is not None}
        deck = CUSTOM.deck if self.deck.data is None else self.deck.data
        trump = custom_trump(
            self.trump.data or CustomTrump.WIZARD, self.turn.data or (), self.without.data or ()
        )
        points = replace(points_of(CUSTOM.score), **sent)
        return custom_game(points, deck, trump, self.own_name.data or "", self.goal.data)

    def show_numbers(self, game: Variant) -> None:
        """Show the name and the numbers of a custom game."""
        kind, chosen = custom_trump_of(game), chosen_numbers(points_of(game.score))
        shown: dict[str, Any] = {f"own_{name}": chosen.get(name, 0) for name in FEW}
        shown |= {f"own_{name}": chosen.get(name) for name in MORE}
        shown |= {"own_name": game.name, "goal": game.target, "deck": game.deck, "trump": kind}
        shown["turn"] = (game.trump if kind is CustomTrump.TURNS else IN_TURN).rotation
        shown["without"] = game.trump.without
        for name, value in shown.items():
            self[name].data, self[name].raw_data = value, None
