"""A table that deals cards and plays a whole evening on a phone, by touch."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import expect

from scorekeeper.rules import actions
from scorekeeper.rules.game import NOBODY, TRICKS, Game, Hand
from scorekeeper.rules.hand import bidding_order, forbidden_bids, with_rest
from scorekeeper.rules.sheet import open_hand, score_sheet
from scorekeeper.rules.variants.model import NAMED_AFTER, Trump, Turned
from scorekeeper.words.names import CARD_NAMES
from tests.browser.line import Fate, Line
from tests.browser.phone import THREE, Phone

FOUR = ("Ann", "Ben", "Cem", "Dora")
KINDS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "Wizard, bids may not add up": (FOUR, {"sizes": "1, 2, 3, 2", "hook": "y"}),
    "colours, six": (
        (*FOUR, "Friederike", "Jean-Baptiste"),
        {"sizes": "2, 3", "cards": "colours"},
    ),
    "Tournament": (THREE, {"variant": "tournament", "sizes": "12, 1"}),
    "Two-Player": (THREE[:2], {"variant": "two-player"}),
    "Oh Hell": (FOUR, {"variant": "oh-hell", "sizes": "2, 2"}),
    "Nomination": (FOUR, {"variant": "nomination", "sizes": "2, 1"}),
    "Blob": (FOUR, {"variant": "blob", "sizes": "2, 1"}),
    "Stiche-Raten": (FOUR, {"variant": "stiche-raten", "sizes": "2, 1"}),
    "bids at once": (THREE, {"sizes": "2, 1", "hidden": "y"}),
}
"""Names and settings of games of each kind."""
KEPT = "caches.match(location.href, { ignoreVary: true }).then(Boolean)"
AHEAD = "'ahead' in document.getElementById('board').dataset"
"""Whether the page continues without the server."""
WAITING = "Object.keys(localStorage).filter((key) => key.startsWith('scorekeeper tap ')).length"
"""The number of records that wait on the phone."""
PREPARED = "Boolean(JSON.parse(localStorage.getItem('ahead'))?.[0]?.plan)"


class Evening:
    """A table that deals cards and taps them on a phone; ``game`` is its state by the rules."""

    def __init__(self, phone: Phone, seed: int = 1, game: Game | None = None) -> None:
        self.phone, self.chance = phone, random.Random(seed)
        self.game: Game = game or phone.table.stored().game
        self.tapped: Callable[[], None] = lambda: None
        # The first card to turn up, if there is one.
        self.first: Turned | None = None

    @property
    def hand(self) -> Hand:
        """The hand in play."""
        hand = open_hand(self.game)
        assert hand
        return hand

    def play(self, hands: int = 99) -> None:
        """Play this many hands, or to the end of the game."""
        for _ in range(hands):
            if open_hand(self.game) is None:
                return
            self.turn()
            self.bid()
            self.take()
            self.score()

    def turn(self) -> None:
        """Turn up a card, and choose a suit after a Wizard."""
        game, hand = self.game, self.hand
        if not game.turns_trump(hand):
            return
        turned = self.chance.choice(game.may_turn(hand))
        named = self.chance.choice(game.deck.trumps) if turned in NAMED_AFTER else None
        if self.first in game.may_turn(hand):
            turned, self.first = self.first, None
            named = game.deck.trumps[0] if turned in NAMED_AFTER else None
        self._card(turned, "No card turned up")
        if named:
            # A suit that is tapped before is turned up instead.
            self.phone.page.locator("#panel [name=named]").first.wait_for()
            self._card(named, f"No trump{' house rule' * (turned is Turned.WIZARD)}")
        self.game = actions.turn_up(game, hand.number, turned, named)

    def _card(self, card: Turned | Trump, none: str) -> None:
        group, name = ("No trump", none) if card == "none" else ("Trump", str(CARD_NAMES[card]))
        self.phone.tap(self.phone.key(group, name))
        self.tapped()

    def bid(self) -> None:
        """Enter all bids, in their order."""
        for seat in bidding_order(self.game, self.hand):
            hand = self.hand
            no = forbidden_bids(hand) if seat == hand.dealer else {}
            bid = self.chance.choice([n for n in range(hand.cards + 1) if n not in no])
            self._number("Bid of", seat, bid)
            self.game = actions.enter_bids(self.game, hand.number, self._by_seat(seat, bid))

    def take(self) -> None:
        """Enter tricks until they determine the rest."""
        self.phone.count()
        hand, number = self.hand, self.hand.number
        won = self.won()
        for seat in bidding_order(self.game, hand):
            if not with_rest(self.game, self.hand).missing(TRICKS):
                break
            self._number("Tricks of", seat, won.count(seat))
            tricks = self._by_seat(seat, won.count(seat))
            self.game = actions.enter_tricks(self.game, number, tricks, None)
        if self.game.variant.negating:
            self.phone.tap(self.phone.chip("8 of spades taken by", "Not dealt"))
            none = self._by_seat(0, None)
            self.game = actions.enter_tricks(self.game, number, none, NOBODY)

    def won(self) -> list[int]:
        """Who takes each trick."""
        takers = [*self.hand.playing, *[NOBODY] * self.game.dummies_in(self.hand)]
        return [self.chance.choice(takers) for _ in range(self.hand.cards)]

    def score(self) -> None:
        """Score the hand, and expect the totals on the page."""
        self.phone.press("Score hand")
        number, none = self.hand.number, self._by_seat(0, None)
        self.game = actions.score_hand(self.game, number, none, self.hand.negated)
        self.expect_totals()
        # The phone shows only the places at the end; the rest comes from the server.
        if open_hand(self.game):
            self.tapped()

    def expect_totals(self) -> None:
        """Expect the totals that follow from the rules."""
        self.expect_totals_of(self.game)

    def expect_totals_of(self, game: Game) -> None:
        """Expect the totals of this game."""
        for seat, total in enumerate(score_sheet(game).totals):
            shown = self.phone.page.locator(f"#total-{seat}")
            expect(shown).to_contain_text(f"{total}".replace("-", "−"))

    def _number(self, what: str, seat: int, number: int) -> None:
        group = f"{what} {self.game.players[seat]}"
        self.phone.group(group).wait_for()
        self.phone.tap(self.phone.chip(group, number))
        self.tapped()

    def _by_seat(self, seat: int, number: int | None) -> tuple[int | None, ...]:
        return tuple(number if one == seat else None for one in self.game.seats)


def prepared(phone: Phone, *names: str, **more: Any) -> Evening:
    """A game on a phone that has stored what it needs without the server."""
    phone.seat(*names, **more)
    phone.look()
    phone.until(PREPARED)
    return Evening(phone)


def saved(phone: Phone) -> Game:
    """The game, once everything that waited is saved."""
    phone.notice()
    phone.settle()
    return phone.table.stored().game


@contextmanager
def unsent_bid(phone: Phone, line: Line) -> Iterator[None]:
    """A context at the bids with one tap, in which no tap gets through."""
    phone.at_the_bids()
    with line.all(Fate.BEFORE):
        phone.chip("Bid of Ann", 1).tap()
        phone.waits()
        yield
