"""House rules, and a new game with them."""

from __future__ import annotations

from dataclasses import asdict, replace
from enum import StrEnum

from wtforms import BooleanField

from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    NamesField,
    OneNameField,
    OneValueField,
    SizesField,
    WholeNumberField,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.house import BidRule, Settings
from scorekeeper.rules.model import LARGEST_HAND, Variant, spaced_sizes
from scorekeeper.rules.own import WEIGHTS, OwnTrump, own_game, points_of, trump_of
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.rules.setup import CLOCK, LONGEST_GAME
from scorekeeper.rules.variants import OWN, VARIANTS


class Length(StrEnum):
    """How the hand sizes of a game are chosen."""

    WHOLE = "whole"
    SPAN = "span"
    LIST = "list"


class HouseForm(SaveForm):
    """House rules."""

    hook = BooleanField(_l("Bids may not add up to the number of cards"))
    not1 = BooleanField(_l("Except on the 1-card hand"))
    zero = BooleanField(_l("The dealer may always bid 0"))
    fewest = WholeNumberField(_l("Only in hands of at least so many cards"))
    canadian = BooleanField(
        _l("Canadian rule: a dealer alone in the lead may not make the bids add up, except by 0")
    )
    onlylast = BooleanField(_l("Only on the last hand"))
    specials = BooleanField(_l("Special cards: Bomb, Cloud, Werewolf"))
    hidden = BooleanField(_l("Hidden bids: written down, then shown all at once"))
    timed = BooleanField(_l("Play against the clock"))
    clock = WholeNumberField(_l("Minutes"), default=CLOCK)
    length = EnumField(_l("Hands"), values=Length, default=Length.WHOLE)
    first = WholeNumberField(_l("Cards in the first hand"), default=1)
    last = WholeNumberField(_l("Cards in the last hand"))
    second = BooleanField(_l("Every other size"))
    back = BooleanField(_l("And back again"))
    sizes = SizesField(_l("Hand sizes"))

    def bid_rule(self, variant: Variant) -> BidRule:
        """The bidding rule chosen, or the game's own; options without the rule mean nothing.

        A rule for every dealer holds for one who leads too, and none where nobody bids last.
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
        """The hook with its options; where it begins with more cards, the 1-card hand is free."""
        fewest = self.fewest.data or 1
        if not 1 <= fewest <= LARGEST_HAND:
            raise RefusedError(Problem("fewest-range", values={"most": LARGEST_HAND}))
        if fewest == 1:
            return BidRule(True, bool(self.not1.data), bool(self.zero.data))
        return BidRule(True, zero_allowed=bool(self.zero.data), from_cards=fewest)

    def special_cards(self, variant: Variant) -> bool:
        """Whether the deck has special cards, in a game that knows them."""
        return bool(self.specials.data) and variant.has_specials

    def minutes(self) -> int | None:
        """The clock, in minutes."""
        if not self.timed.data:
            return None
        return CLOCK if self.clock.data is None else int(self.clock.data)

    def hand_sizes(self, planned: tuple[int, ...], largest: int) -> tuple[int, ...]:
        """The sizes chosen: as planned, or others up to ``largest``. Raises RefusedError."""
        if self.length.data in (None, Length.WHOLE):
            return planned
        sizes: tuple[int, ...] = self.sizes.data or ()
        if self.length.data == Length.SPAN:
            first = 1 if self.first.data is None else self.first.data
            last = largest if self.last.data is None else self.last.data
            if abs(last - first) > 2 * LONGEST_GAME:
                raise RefusedError(Problem("sizes-long", values={"most": LONGEST_GAME}))
            step = 2 if self.second.data else 1
            sizes = spaced_sizes(first, last, step, back=bool(self.back.data))
        if not sizes:
            raise RefusedError(Problem("sizes-none"))
        return sizes


def show_settings(form: HouseForm, variant: Variant, settings: Settings) -> None:
    """Let the form show house rules in place of what was sent; the hands stay as planned.

    The game's own rule for bids needs no tick.
    """
    rule = BidRule() if settings.bid_rule == variant.bids.rule else settings.bid_rule
    form.hook.data = rule.hook and not rule.leader_only
    form.not1.data, form.zero.data = rule.not_on_one_card, rule.zero_allowed
    form.fewest.data, form.fewest.raw_data = rule.from_cards or None, None
    form.canadian.data, form.onlylast.data = rule.leader_only, rule.only_last
    form.specials.data = settings.specials
    form.hidden.data = rule.at_once
    form.timed.data = settings.clock is not None
    form.clock.data = settings.clock or CLOCK
    form.length.data = Length.WHOLE
    form.clock.raw_data = form.sizes.raw_data = None


class StartForm(HouseForm):
    """A new game."""

    variant = OneValueField(_l("Game"))
    kept = BooleanField(_l("Missed bids keep their tricks"))
    name = NamesField(_l("Names"), default=())
    token = OneValueField(UNSHOWN)
    dealer = WholeNumberField(_l("First dealer"))
    own_name = OneNameField(_l("Name of your game"))
    own_bonus = WholeNumberField(_l("Made bid"))
    own_trick = WholeNumberField(_l("Each of its tricks"))
    own_miss = WholeNumberField(_l("Lost per trick off"))
    own_zero = WholeNumberField(_l("Made bid of 0"))
    deck = WholeNumberField(_l("Cards in the deck"))
    trump = EnumField(_l("Trump"), values=OwnTrump)

    def chosen_game(self) -> Variant:
        """The game with what the table chose for it. Raises RefusedError."""
        game = VARIANTS.get(self.variant.data or "")
        if game is None:
            raise RefusedError(Problem("game-missing"))
        if game.own_numbers:
            return self.own_game()
        return game.keeping_tricks() if self.kept.data else game

    def own_game(self) -> Variant:
        """The game of the table's own. Raises RefusedError.

        An empty number is 0; what was not sent at all is as in Wizard.
        """
        known = {name: self[f"own_{name}"] for name in WEIGHTS}
        known = {name: f for name, f in known.items() if f.raw_data or f.data is not None}
        points = replace(points_of(OWN.score), **{name: f.data or 0 for name, f in known.items()})
        deck = OWN.deck if self.deck.data is None else self.deck.data
        trump = self.trump.data or OwnTrump.WIZARD
        return own_game(points, deck, trump, self.own_name.data or "")

    def show_game(self, game: Variant) -> None:
        """Show what a table chose for this game."""
        self.variant.data, self.kept.data = game.key, game.keeps_tricks
        if game.own_numbers:
            self.show_numbers(game)

    def show_numbers(self, game: Variant) -> None:
        """Show the name and the numbers of a game of the table's own."""
        self.own_name.data, self.own_name.raw_data = game.name, None
        for name, number in asdict(points_of(game.score)).items():
            self[f"own_{name}"].data = number
            self[f"own_{name}"].raw_data = None
        self.deck.data, self.trump.data = game.deck, trump_of(game)
        self.deck.raw_data = None
