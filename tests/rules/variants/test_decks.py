"""The decks: which cards a game has, and a whole game in each of them."""

from dataclasses import replace
from string import ascii_lowercase, digits

import pytest

from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.setup import rematch
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.cards import (
    COLOURS,
    DECKS,
    FRENCH,
    NAMED_AFTER,
    Deck,
    Trump,
    Turned,
    deck_with,
)
from scorekeeper.rules.variants.variants import VARIANTS
from tests.rules.notation import CARDS, current, new, on, refuses

LETTERS = {card: letter for letter, card in CARDS.items()}
BASE_36 = digits + ascii_lowercase
BOTH = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)


@BOTH
def test_a_deck_has_its_own_suits_in_the_places_of_the_french_ones(deck: Deck) -> None:
    assert [deck.suit(suit) for suit in FRENCH.trumps] == [*deck.suits, Trump.NONE]
    assert {Turned(suit) for suit in deck.suits} <= {*Turned}
    assert all(deck_with(["jester", suit]) is deck for suit in deck.suits)


def test_every_suit_belongs_to_one_deck() -> None:
    suits = [suit for deck in DECKS.values() for suit in deck.suits]
    assert sorted([*suits, Trump.NONE]) == sorted(Trump)
    assert deck_with([]) is deck_with(["jester", "none"]) is FRENCH


@BOTH
def test_a_game_of_wizard_turns_up_the_cards_of_its_deck(deck: Deck) -> None:
    game = with_deck(deck, "wizard", 3)
    hand = current(game)
    assert game.may_turn(hand) == (
        *map(Turned, deck.suits),
        *(Turned.JESTER, Turned.WIZARD, Turned.NONE),
    )
    assert game.may_name(hand) == (*deck.suits, Trump.NONE)
    other = next(other for other in DECKS.values() if other is not deck)
    with refuses("turned-unknown"):
        on(game, "b" if other is COLOURS else "s")
    with refuses("trump-named-none"):
        on(game, "wb" if other is COLOURS else "ws")


@BOTH
def test_trump_goes_through_the_suits_of_the_deck_in_turn(deck: Deck) -> None:
    game = with_deck(deck, "nomination", 3)
    seen = [game.first_trump(3, 1, number) for number in range(1, 6)]
    assert seen == [deck.suit(trump) for trump in game.variant.trump.rotation]


def test_the_8_of_the_first_suit_negates_its_trick() -> None:
    assert with_deck(COLOURS, "two-player", 2).negating is Trump.BLUE
    assert new("two-player", 2).negating is Trump.SPADES
    assert with_deck(COLOURS, "wizard", 3).negating is None


def test_a_rematch_keeps_the_deck() -> None:
    assert rematch(with_deck(COLOURS, "wizard", 3)).deck is COLOURS


@pytest.mark.parametrize(
    ("card", "face", "named_by"),
    [
        *(("", "", ""), ("r", "red", ""), ("j", "jester", ""), ("n", "none", "")),
        *(("w", "wizard", ""), ("wr", "red", "wizard"), ("wn", "none", "wizard")),
    ],
)
def test_the_face_of_a_hand_is_the_card_that_shows_its_trump(
    card: str, face: str, named_by: str
) -> None:
    game = with_deck(COLOURS, "wizard", 3)
    hand = current(on(game, card) if card else game)
    assert (hand.face, hand.named_by) == (face, named_by)


@BOTH
@pytest.mark.parametrize("key", VARIANTS)
def test_a_whole_game_of_every_kind_can_be_played_in_each_deck(key: str, deck: Deck) -> None:
    variant = VARIANTS[key]
    game = whole(with_deck(deck, key, variant.min_players))
    assert score_sheet(game).result
    shown = {hand.trump for hand in game.hands}
    assert shown <= {*deck.suits, Trump.NONE}
    assert deck_with(map(str, shown)) is deck or not variant.trump.is_played


def with_deck(deck: Deck, key: str, players: int) -> Game:
    return replace(new(key, players), deck=deck)


def whole(game: Game) -> Game:
    """The game to its end: every card is turned up in turn, and somebody takes all tricks, as
    bid."""
    while hand := score_sheet(game).hand:
        game = on(game, line(game, hand))
    return game


def line(game: Game, hand: Hand) -> str:
    """The hand in one line."""
    cards = game.may_turn(hand) if game.turns_trump(hand) else ()
    card = cards[hand.number % len(cards)] if cards else None
    named = game.deck.suits[0] if card in NAMED_AFTER else None
    sign = (LETTERS[card] if card else "-") + (LETTERS[Turned(named)] if named else "")
    taker = (hand.dealer + 1) % len(game.players)
    numbers = "".join(BASE_36[hand.cards] if seat == taker else "0" for seat in game.seats)
    return f"{sign} {numbers}/{numbers}" + (" !-" if game.negating else "")
