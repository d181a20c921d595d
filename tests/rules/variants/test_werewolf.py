"""The Werewolf: swapped for the card turned up, it names any trump, or none."""

from dataclasses import replace

import pytest

from scorekeeper.rules.game import Game, Phase
from scorekeeper.rules.incoming.validation import check_game
from scorekeeper.rules.scoring import phase
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.cards import Trump, Turned
from tests.rules.notation import correct, current, new, on, refuses


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
