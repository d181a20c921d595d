"""While a game is set up: what will come of the form as it is filled in."""

from __future__ import annotations

from scorekeeper.forms.start import StartForm
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.setup import sizes_problems
from scorekeeper.web.seating import Seating, opener
from scorekeeper.words.rules import hands_line, opening_line, own_example


def example(form: StartForm) -> str:
    """What bids count in the game of the table's own, as far as its numbers are known."""
    try:
        return own_example(form.own_game().score)
    except RefusedError:
        return ""


def outlook(form: StartForm, seating: Seating) -> str:
    """Who deals, who begins and how many hands there are; without what is still open."""
    return " · ".join(filter(None, (_opening(form, seating), _hands(form, seating))))


def _opening(form: StartForm, seating: Seating) -> str:
    first = opener(seating)
    if first is None:
        return ""
    try:
        at_once = form.bid_rule(form.chosen_game()).at_once
    except RefusedError:
        return ""
    return opening_line(*first, at_once=at_once)


def _hands(form: StartForm, seating: Seating) -> str:
    players = sum(1 for name in seating.names if name)
    try:
        variant = form.chosen_game()
        if variant.target is not None or not variant.is_for(players):
            return ""
        sizes = form.hand_sizes(variant.sizes(players), variant.largest_hand(players))
    except RefusedError:
        return ""
    return "" if sizes_problems(variant, players, sizes) else hands_line(len(sizes))
