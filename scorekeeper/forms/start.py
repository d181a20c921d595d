"""House rules, and a new game with them."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from itertools import groupby
from typing import Any, ClassVar

from wtforms import BooleanField, Field, ValidationError

from scorekeeper.fields import (
    MOST_NAMES,
    UNSHOWN,
    EnumField,
    NamesField,
    OneNameField,
    OneValueField,
    SizesField,
    WholeNumberField,
)
from scorekeeper.forms.book import COLOURS
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.attendance import CLOCK, sizes_problems
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.variants.model import (
    DECKS,
    IN_TURN,
    LARGEST_HAND,
    LONGEST_GAME,
    LONGEST_TITLE,
    BidRule,
    Deck,
    Settings,
    Sizes,
    Trump,
    Variant,
    spaced_sizes,
)
from scorekeeper.rules.variants.variants import (
    CUSTOM,
    FEW,
    MORE_POINTS,
    MOST_TURNS,
    VARIANTS,
    CustomTrump,
    chosen_numbers,
    counting_on_a_miss,
    counts_on_a_miss,
    custom_game,
    custom_trump,
    custom_trump_of,
    points_of,
)
from scorekeeper.words.language import lazy_capital
from scorekeeper.words.language import lazy_gettext as _l
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
        fields = [self[f"own_{name}"] for name in MORE_POINTS]
        return [(group, [*found]) for group, found in groupby(fields, lambda field: field.group)]

    @property
    def has_more(self) -> bool:
        """Whether a folded field has a value."""
        fields = [self[f"own_{name}"] for name in MORE_POINTS]
        return any(field.shown() for field in (*fields, self.goal, self.without))

    def custom_game(self) -> Variant:
        """The custom game. Raises RefusedError.

        If one of the first four numbers is empty, it is 0; if it was not sent at all, it is
        Wizard's.
        """
        few = zip(FEW, self.few, strict=True)
        sent = {name: f.data or 0 for name, f in few if f.raw_data or f.data is not None}
        typed = {name: self[f"own_{name}"].data for name in MORE_POINTS}
        sent |= {name: number for name, number in typed.items() if number is not None}
        deck = CUSTOM.deck if self.deck.data is None else self.deck.data
        trump = custom_trump(
            self.trump.data or CustomTrump.WIZARD, self.turn.data or (), self.without.data or ()
        )
        points = replace(points_of(CUSTOM.score), **sent)
        return custom_game(points, deck, trump, self.own_name.data or "", self.goal.data)

    def show_numbers(self, game: Variant) -> None:
        kind, chosen = custom_trump_of(game), chosen_numbers(points_of(game.score))
        shown: dict[str, Any] = {f"own_{name}": chosen.get(name, 0) for name in FEW}
        shown |= {f"own_{name}": chosen.get(name) for name in MORE_POINTS}
        shown |= {"own_name": game.name, "goal": game.target, "deck": game.deck, "trump": kind}
        shown["turn"] = (game.trump if kind is CustomTrump.TURNS else IN_TURN).rotation
        shown["without"] = game.trump.without
        for name, value in shown.items():
            self[name].data, self[name].raw_data = value, None


class Length(StrEnum):
    """The ways to choose the hand sizes of a game."""

    WHOLE = "whole"
    SPAN = "span"
    LIST = "list"


class HouseForm(SaveForm):
    SIGNS: ClassVar = {"specials": "werewolf"}
    """The rules that are on or off, each with the suit or icon beside it."""
    hook = BooleanField(
        _l("The dealer’s bid"), description=_l("The bids may not equal the number of tricks")
    )
    not1 = BooleanField(_l("Except on the 1-card hand"))
    zero = BooleanField(_l("The dealer may always bid 0"))
    fewest = WholeNumberField(_l("Only in hands of at least this many cards"))
    canadian = BooleanField(
        _l("Canadian rule"),
        description=lazy_capital(
            _l("a dealer who is alone in front may not make the bids add up, except with 0")
        ),
    )
    onlylast = BooleanField(_l("Only on the last hand"))
    specials = BooleanField(
        lazy_capital(_l("special cards")), description=_l("Bomb, Cloud, Werewolf")
    )
    hidden = BooleanField(
        _l("Hidden bids"),
        description=_l("Written down, then shown together, so that any bid is allowed"),
    )
    timed = BooleanField(
        _l("Against the clock"), description=_l("The time left is shown at the top of the screen")
    )
    clock = WholeNumberField(_l("Minutes"), default=CLOCK)
    length = EnumField(_l("Hands"), values=Length, default=Length.WHOLE)
    first = WholeNumberField(_l("Cards in the first hand"), default=1)
    last = WholeNumberField(_l("Cards in the last hand"))
    second = BooleanField(_l("Up and down in twos"))
    back = BooleanField(_l("And back again"))
    sizes = SizesField(_l("Hand sizes"))

    def bid_rule(self, variant: Variant) -> BidRule:
        """The chosen bidding rule, or the game's own; options without the rule have no effect.

        The hook for every dealer includes the Canadian rule; if nobody bids last, there is no hook.
        Raises RefusedError.
        """
        rule = BidRule()
        if self.hidden.data:
            rule = BidRule(at_once=True)
        elif self.hook.data:
            rule = self._hook()
        elif self.canadian.data:
            rule = BidRule(True, leader_only=True, only_last=bool(self.onlylast.data))
        return variant.bids.rule_for(rule)

    def _hook(self) -> BidRule:
        """The hook with its options; if it begins with more cards, it exempts the 1-card hand
        anyway."""
        fewest = self.fewest.data or 1
        if not 1 <= fewest <= LARGEST_HAND:
            raise RefusedError(Problem(Code.FEWEST_RANGE, values={"most": LARGEST_HAND}))
        if fewest == 1:
            return BidRule(True, bool(self.not1.data), bool(self.zero.data))
        return BidRule(True, zero_allowed=bool(self.zero.data), from_cards=fewest)

    @property
    def is_switched(self) -> bool:
        return any(self[name].data for name in self.SIGNS)

    def house_rules(
        self, variant: Variant, sizes: tuple[int, ...] = (), clock: int | None = None
    ) -> Settings:
        """The chosen rules; special cards only in a game that allows them. Raises RefusedError."""
        switches = {name: bool(self[name].data) for name in self.SIGNS}
        switches["specials"] &= variant.has_specials
        return Settings(self.bid_rule(variant), sizes, clock, **switches)

    def minutes(self) -> int | None:
        if not self.timed.data:
            return None
        return CLOCK if self.clock.data is None else int(self.clock.data)

    def hand_sizes(self, planned: tuple[int, ...], largest: int) -> tuple[int, ...]:
        """The chosen sizes: as planned, or others up to ``largest``. Raises RefusedError."""
        if self.length.data in (None, Length.WHOLE):
            return planned
        sizes: tuple[int, ...] = self.sizes.data or ()
        if self.length.data == Length.SPAN:
            first = 1 if self.first.data is None else self.first.data
            last = largest if self.last.data is None else self.last.data
            if abs(last - first) > 2 * LONGEST_GAME:
                raise RefusedError(Problem(Code.SIZES_LONG, values={"most": LONGEST_GAME}))
            step = 2 if self.second.data else 1
            sizes = spaced_sizes(first, last, step, back=bool(self.back.data))
        if not sizes:
            raise RefusedError(Problem(Code.SIZES_NONE))
        return sizes


def show_settings(form: HouseForm, variant: Variant, settings: Settings) -> None:
    """Show these house rules in place of the sent values; the hands stay as planned. The game's own
    bidding rule needs no tick.
    """
    rule = BidRule() if settings.bid_rule == variant.bids.rule else settings.bid_rule
    form.hook.data = rule.hook and not rule.leader_only
    form.not1.data, form.zero.data = rule.not_on_one_card, rule.zero_allowed
    form.fewest.data, form.fewest.raw_data = rule.from_cards or None, None
    form.canadian.data, form.onlylast.data = rule.leader_only, rule.only_last
    for name in form.SIGNS:
        form[name].data = getattr(settings, name)
    form.hidden.data = rule.at_once
    form.timed.data = settings.clock is not None
    form.clock.data = settings.clock or CLOCK
    form.length.data = Length.WHOLE
    form.clock.raw_data = form.sizes.raw_data = None


class ColoursField(Field):
    """The colours chosen on this page, by seat; "" for none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read a choice for each seat; raises ValidationError for an unknown one."""
        if not set(valuelist) <= {"", *COLOURS}:
            raise ValidationError(Code.SHAPE_CHOICE)
        self.data = (*valuelist, *("",) * MOST_NAMES)[:MOST_NAMES]


class DeckField(OneValueField):
    def parsed(self, text: str) -> Deck:
        """The deck; raises ValidationError for an unknown key."""
        if text not in DECKS:
            raise ValidationError(Code.SHAPE_CHOICE)
        return DECKS[text]


class GameForm(HouseForm):
    cards = DeckField(_l("Your cards"))

    variant = OneValueField(_l("Game"))
    kept = BooleanField(
        _l("Missed bids"), description=lazy_capital(_l("tricks count even if the bid is missed"))
    )
    captures = BooleanField(
        _l("Captured cards"), description=_l("They count even if the bid is missed")
    )

    def listed_game(self) -> Variant:
        """The game with the table's choices. Raises RefusedError."""
        game = VARIANTS.get(self.variant.data or "")
        if game is None:
            raise RefusedError(Problem(Code.GAME_MISSING))
        game = game.keeping_tricks() if self.kept.data else game
        return counting_on_a_miss(game) if self.captures.data else game

    def show_choices(self, game: Variant) -> None:
        self.variant.data, self.kept.data = game.key, game.keeps_tricks
        self.captures.data = counts_on_a_miss(game)


class StartForm(GameForm, CustomForm):
    name = NamesField(_l("Names"), default=())
    colour = ColoursField(_l("Colour"), default=("",) * MOST_NAMES)
    token = OneValueField(UNSHOWN)
    dealer = WholeNumberField(_l("First dealer"))
    count = WholeNumberField(_l("Players"))

    def chosen_game(self) -> Variant:
        """The game with the table's choices. Raises RefusedError."""
        game = self.listed_game()
        return self.custom_game() if game.is_custom else game

    def game_for(self, players: int) -> tuple[Variant, tuple[int, ...]]:
        """The game, with the cards of its hands if that many can play it; a custom game with a
        target repeats them. Raises RefusedError."""
        game = self.chosen_game()
        if not game.is_for(players):
            return game, ()
        if not (game.is_custom and game.target):
            return game, self.hand_sizes(game.sizes(players), game.largest_hand(players))
        whole = replace(game, target=None)
        sizes = self.hand_sizes((), whole.largest_hand(players))
        refuse_if(sizes_problems(whole, players, sizes) if sizes else [])
        return replace(game, hands=Sizes(listed=sizes)), ()

    def show_deck(self, deck: Deck) -> None:
        self.cards.data = self.cards.data or deck

    @property
    def ticked(self) -> dict[str, Any]:
        """The house rules that are chosen, to be compared."""
        length = self.length.data or Length.WHOLE
        sizes = self.sizes.data if length is Length.LIST else ()
        ticks = {one.name: one.data for one in self if isinstance(one, BooleanField)}
        return ticks | {"fewest": self.fewest.data or 0, "length": length, "sizes": sizes}

    def show_game(self, game: Variant) -> None:
        self.show_choices(game)
        if game.is_custom:
            self.show_numbers(game)
        if game.is_custom and game.hands.listed:
            self.length.data, self.sizes.data = Length.LIST, game.hands.listed
