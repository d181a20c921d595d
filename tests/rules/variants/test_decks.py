"""Decks, and the cards of the werewolf set."""

from dataclasses import replace
from string import ascii_lowercase, digits

import pytest

from scorekeeper.rules.attendance import rematch
from scorekeeper.rules.game import Game, Hand, Phase
from scorekeeper.rules.hand import phase
from scorekeeper.rules.incoming import check_game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import (
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
from tests.rules.notation import CARDS, correct, current, new, on, refuses

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


def specials() -> Game:
    """Three players with special cards in the deck."""
    game = new("wizard", 3)
    return replace(game, settings=replace(game.settings, specials=True))


@pytest.mark.parametrize(
    ("line", "trump"), [("vh", Trump.HEARTS), ("vc", Trump.CLUBS), ("vn", Trump.NONE)]
)
def test_the_holder_of_the_werewolf_names_any_suit_or_none(line: str, trump: Trump) -> None:
    for turned in ("", "s", "j", "w", "wd"):
        begun = on(specials(), turned) if turned else specials()
        hand = current(on(begun, line))
        assert (hand.turned, hand.trump, phase(hand)) == (Turned.WEREWOLF, trump, Phase.BIDS)


def test_trump_stays_open_until_the_werewolf_names_it() -> None:
    hand = current(on(specials(), "v"))
    assert (hand.turned, hand.trump, phase(hand)) == (Turned.WEREWOLF, None, Phase.TRUMP)


def test_after_a_wizard_the_dealer_may_name_no_trump() -> None:
    hand = current(on(new("wizard", 3), "wn"))
    assert (hand.turned, hand.trump, phase(hand)) == (Turned.WIZARD, Trump.NONE, Phase.BIDS)


def test_without_special_cards_there_is_no_werewolf() -> None:
    with refuses("turned-unknown"):
        on(new("wizard", 3), "vh")


def test_with_special_cards_the_hand_that_deals_the_usual_60_turns_one_up_too() -> None:
    for players, cards in ((3, 20), (4, 15), (5, 12), (6, 10)):
        game = new("wizard", players, sizes=(cards,))
        assert current(game).trump is Trump.NONE
        game = replace(game, settings=replace(game.settings, specials=True))
        assert phase(current(game)) is Phase.TRUMP
        hand = current(on(game, "vs"))
        assert (hand.turned, hand.trump) == (Turned.WEREWOLF, Trump.SPADES)


@pytest.mark.parametrize("specials", [True, False])
def test_a_hand_of_all_cards_keeps_its_trump_when_special_cards_come_or_go(specials: bool) -> None:
    line, other = ("vs 00f0/00f0", "h 0f00/0f00")
    game = new("wizard", 4, sizes=(15, 1))
    game = replace(game, settings=replace(game.settings, specials=specials))
    game = on(game, line if specials else "- 00f0/00f0")
    turned = [game.hands[0].turned, game.hands[0].trump]
    assert turned == ([Turned.WEREWOLF, Trump.SPADES] if specials else [None, Trump.NONE])
    game = replace(game, settings=replace(game.settings, specials=not specials))
    after = correct(game, 1, line if specials else other)
    assert [after.hands[0].turned, after.hands[0].trump] == turned
    check_game(after)


def test_a_hand_keeps_its_werewolf_when_the_special_cards_are_taken_out() -> None:
    game = on(specials(), "vn 000/100")
    game = replace(game, settings=replace(game.settings, specials=False))
    after = correct(game, 1, "vs 010/100")
    assert score_sheet(after).rows[0].hand.turned is Turned.WEREWOLF
    assert score_sheet(after).rows[0].hand.trump is Trump.SPADES
    assert Turned.WEREWOLF not in game.may_turn(current(game))
