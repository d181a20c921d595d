"""Checks whether pages, points and hands can work with the rules of a game from a file."""

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.variants.cards import FRENCH
from scorekeeper.rules.variants.custom import (
    HIGHEST_TARGET,
    MOST_POINTS,
    custom_game,
    custom_trump,
    points_of,
    trump_of,
)
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import (
    IN_TURN,
    LARGEST_HAND,
    LONGEST_GAME,
    LONGEST_TITLE,
    NO_TRUMP,
    TURNED_SUIT,
    UNWRITTEN,
    WIZARD_TRUMP,
    Sizes,
    TrumpRule,
    Variant,
)
from scorekeeper.rules.variants.points import Score, Terms, Tie
from scorekeeper.rules.variants.variants import MOST_PLAYERS, TURNED_UNWRITTEN, VARIANTS

LARGEST_DECK = 240
FIXED = ("dummies", "ghost", "negating", "is_custom", "voids")
"""Fields that identify a game, because pages know them by its key. Its numbers may differ."""
TRUMPS = (WIZARD_TRUMP, TURNED_SUIT, IN_TURN, NO_TRUMP, UNWRITTEN, TURNED_UNWRITTEN)


def check_rules(game: Variant) -> None:
    """Raise UnreadableError unless a game of this key can have these rules."""
    if not (_is_known(game) and _is_dealt(game) and _is_scored(game) and _is_own(game)):
        raise UnreadableError(Problem(Code.RULES_UNFIT), thing="rules")


def is_bid_rule(rule: BidRule) -> bool:
    """Return whether a table could have chosen the rule, or a hand could have it."""
    return rule.is_possible and rule.from_cards <= LARGEST_HAND


def _is_known(game: Variant) -> bool:
    known = VARIANTS.get(game.key)
    if known is None or any(getattr(game, name) != getattr(known, name) for name in FIXED):
        return False
    # A game with a dummy has its own number of players; other games may have more.
    same = (game.min_players, game.max_players) == (known.min_players, known.max_players)
    if (known.dummies and not same) or not _are_switches(game):
        return False
    shared = {extra.key: extra.shared for extra in known.extras}
    extras = [(extra.key, extra.shared) for extra in game.extras]
    return len({*extras}) == len(extras) and {*extras} <= {*shared.items()}


def _are_switches(game: Variant) -> bool:
    """Return whether booleans are real booleans, and not 0 or 1."""
    found = [game.ghost, game.is_custom, game.voids, game.trump.written, game.bids.choice]
    found += [game.hands.back, *(extra.shared for extra in game.extras)]
    return all(type(one) is bool for one in found) and type(game.dummies) is int


def _is_dealt(game: Variant) -> bool:
    """Check players, deck, sizes, trump and bids."""
    players = are_within((game.min_players, game.max_players), 2, MOST_PLAYERS)
    if not (players and are_within((game.deck,), 1, LARGEST_DECK)):
        return False
    can_deal = game.min_players <= game.max_players and game.largest_hand(game.max_players) >= 1
    target = game.target is None or are_within((game.target,), 1, HIGHEST_TARGET)
    rule, trump = game.bids.rule, _is_trump(game.trump)
    return can_deal and target and trump and is_bid_rule(rule) and _are_sizes(game.hands)


def _is_trump(rule: TrumpRule) -> bool:
    is_known = replace(rule, without=()) in TRUMPS or (
        not rule.turned
        and rule.written
        and 1 <= len(rule.rotation) <= LONGEST_GAME
        and {*rule.rotation} <= {*FRENCH.trumps}
    )
    return is_known and are_within(rule.without, 1, LONGEST_GAME)


def _are_sizes(sizes: Sizes) -> bool:
    ends = tuple(size for size in (sizes.first, sizes.last) if size is not None)
    numbers = (*ends, sizes.step, *sizes.listed)
    return are_within(numbers, 1, LONGEST_GAME) and len(sizes.listed) <= LONGEST_GAME


def _is_scored(game: Variant) -> bool:
    """Check points, extras and ties."""
    scores = [game.score, *(extra.score for extra in game.extras if extra.score)]
    terms = [getattr(one, part.name) for one in scores for part in fields(Score)]
    points = [number for one in (*terms, game.miss_terms) if one for number in _numbers(one)]
    points += [extra.points for extra in game.extras]
    often = are_within([extra.most for extra in game.extras], 1, LARGEST_HAND)
    ties = isinstance(game.ties, Tie) or 1 <= len(game.ties) == len({*game.ties})
    return are_within(points, -MOST_POINTS, MOST_POINTS) and often and ties


def _numbers(terms: Terms) -> list[int]:
    numbers = [getattr(terms, part.name) for part in fields(Terms)]
    return numbers if terms.per_over is not None else numbers[:-1]


def are_within(numbers: Iterable[Any], least: int, most: int) -> bool:
    """Return whether all of these are integers in this range."""
    return all(type(number) is int and least <= number <= most for number in numbers)


def _is_own(game: Variant) -> bool:
    """Check that the form could have made a custom game, and that other games have no name."""
    if not game.is_custom:
        return game.name == "" and not game.trump.without
    if not (isinstance(game.name, str) and len(game.name) <= LONGEST_TITLE):
        return False
    try:
        rule = custom_trump(trump_of(game), game.trump.rotation, game.trump.without)
        made = custom_game(points_of(game.score), game.deck, rule, game.name, game.target)
    except RefusedError:
        return False
    return (made.score, made.trump) == (game.score, game.trump)
