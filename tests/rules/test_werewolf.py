"""The Werewolf: swapped for the card turned up, it names any trump, or none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.cards import Trump, Turned
from scorekeeper.rules.game import Game, Phase
from scorekeeper.rules.scoring import phase
from scorekeeper.rules.sheet import score_sheet
from tests.rules.notation import correct, current, new, on, refuses


def specials() -> Game:
    """Three players with special cards in the deck."""
    game = new("wizard", 3)
    return replace(game, settings=replace(game.settings, specials=True))


@pytest.mark.parametrize(
    ("line", "trump"), [("vh", Trump.HEARTS), ("vc", Trump.CLUBS), ("vn", Trump.NONE)]
)
def test_its_holder_names_any_suit_or_none(line: str, trump: Trump) -> None:
    for turned in ("", "s", "j", "w", "wd"):
        begun = on(specials(), turned) if turned else specials()
        hand = current(on(begun, line))
        assert (hand.turned, hand.trump, phase(hand)) == (Turned.WEREWOLF, trump, Phase.BIDS)


def test_until_it_is_named_the_trump_stays_open() -> None:
    hand = current(on(specials(), "v"))
    assert (hand.turned, hand.trump, phase(hand)) == (Turned.WEREWOLF, None, Phase.TRUMP)


def test_after_a_wizard_no_trump_cannot_be_named() -> None:
    with refuses("trump-named-none"):
        on(specials(), "wn")


def test_without_special_cards_there_is_no_werewolf() -> None:
    with refuses("turned-unknown"):
        on(new("wizard", 3), "vh")


def test_a_hand_keeps_its_werewolf_when_the_special_cards_are_taken_out() -> None:
    game = on(specials(), "vn 000/100")
    game = replace(game, settings=replace(game.settings, specials=False))
    after = correct(game, 1, "vs 010/100")
    assert score_sheet(after).rows[0].turned is Turned.WEREWOLF
    assert score_sheet(after).rows[0].trump is Trump.SPADES
    assert Turned.WEREWOLF not in game.may_turn(current(game))
