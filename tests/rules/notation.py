"""A position in one line: ``play("wizard", 3, "h 011/001", "j 200/101")``.

A hand is the card turned up (s h d c or b g r y, j, w and the suit named, n if the table turned up
no card, ``-`` if the hand has none to turn up), the bids
by seat and, after a slash, the tricks; a to k are 10 to 20 and a dot is not said yet.
``!0`` says which seat took the negated trick, ``!-`` that nobody did. A hand with all
tricks, or with one pile open, is scored; with a ``?`` at its end it is not.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest

from scorekeeper.rules.actions import (
    Correction,
    Numbers,
    correct_hand,
    enter_bids,
    enter_extras,
    enter_tricks,
    score_hand,
    turn_up,
    with_room,
)
from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.game import NOBODY, Game, Hand
from scorekeeper.rules.hand import Extras
from scorekeeper.rules.history import Since
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import BidRule, Settings, Trump, Turned
from scorekeeper.rules.variants.variants import VARIANTS

NAMES = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jim")
CARDS = {
    "s": Turned.SPADES,
    "h": Turned.HEARTS,
    "d": Turned.DIAMONDS,
    "c": Turned.CLUBS,
    "j": Turned.JESTER,
    "w": Turned.WIZARD,
    "v": Turned.WEREWOLF,
    "b": Turned.BLUE,
    "g": Turned.GREEN,
    "r": Turned.RED,
    "y": Turned.YELLOW,
    "n": Turned.NONE,
}


@dataclass(frozen=True)
class Deal:
    """The entries of one hand."""

    turned: Turned | None
    named: Trump | None
    bids: Numbers
    tricks: Numbers
    negated: int | None
    scores: bool
    extras: Extras | None = None


def new(
    variant: str,
    players: int,
    *,
    rule: str = "",
    sizes: tuple[int, ...] | None = None,
    dealer: int = 0,
    clock: int | None = None,
) -> Game:
    """A game with this many players, about to begin."""
    kind = VARIANTS[variant]
    chosen = kind.sizes(players) if sizes is None else sizes
    return new_game(
        kind, NAMES[:players], dealer, Settings(BidRule.parse(rule), chosen, clock=clock)
    )


def play(
    variant: str,
    players: int,
    *lines: str,
    rule: str = "",
    sizes: tuple[int, ...] | None = None,
    dealer: int = 0,
) -> Game:
    """A game with these hands entered, step by step as at the table."""
    return on(new(variant, players, rule=rule, sizes=sizes, dealer=dealer), *lines)


def on(game: Game, *lines: str) -> Game:
    """The game with these hands entered as well."""
    for line in lines:
        try:
            game = entered(game, deal(game, line))
        except RefusedError as refused:
            refused.add_note(f"in the hand {line!r}")
            raise
    return game


def entered(game: Game, given: Deal) -> Game:
    """The game with the hand in play entered: card, bids, tricks."""
    number = current(game).number
    if given.turned is not None:
        game = turn_up(game, number, given.turned, given.named)
    if any(bid is not None for bid in given.bids):
        game = enter_bids(game, number, given.bids)
    if given.extras:
        game = enter_extras(game, number, given.extras)
    if given.scores:
        return score_hand(game, number, given.tricks, given.negated)
    if any(count is not None for count in given.tricks):
        return enter_tricks(game, number, given.tricks, given.negated)
    return game


def correct(
    game: Game, number: int, line: str, dealer: int | None = None, cards: int | None = None
) -> Game:
    """The game with a corrected hand; its dealer and its cards stay unless given."""
    if dealer is None:
        dealer = game.hands[number - 1].dealer
    return correct_hand(game, number, correction(deal(game, line), dealer, cards))


def insert_hand(
    game: Game, number: int, cards: int, played: Correction, *, keeps: bool = False
) -> Game:
    """The game with a forgotten hand put in as the pages do, with an id as the store gives it."""
    longer = correct_hand(
        with_room(game, number, cards, played.dealer, keeps=keeps), number, played
    )
    new = min(0, *(hand.id for hand in longer.hands)) - 1
    return replace(
        longer, hands=tuple(hand if hand.id else replace(hand, id=new) for hand in longer.hands)
    )


def correction(given: Deal, dealer: int, cards: int | None = None) -> Correction:
    """The same numbers as a correction."""
    entries = given.turned, given.named, given.bids, given.tricks, given.negated
    return Correction(dealer, *entries, given.extras or Extras(), cards)


def deal(game: Game, line: str) -> Deal:
    """Read one line."""
    scores = "/" in line and not line.endswith("?")
    card, _, rest = line.rstrip("?").strip().partition(" ")
    seats, _, negated = rest.partition(" !")
    bids, _, tricks = seats.partition("/")
    return Deal(
        CARDS.get(card[0]),
        Trump(CARDS.get(card[1], Trump.NONE)) if len(card) > 1 else None,
        _numbers(bids, len(game.players)),
        _numbers(tricks, len(game.players)),
        {"": None, "-": NOBODY}[negated] if negated in ("", "-") else int(negated),
        scores,
    )


def current(game: Game) -> Hand:
    """The hand in play."""
    hand = score_sheet(game).hand
    assert hand is not None, "the game is over"
    return hand


def codes(refused: RefusedError) -> list[str]:
    """The problems."""
    return [problem.code for problem in refused.problems]


def since(runs: Sequence[tuple[Game, ...]]) -> Since:
    """The games since a page was drawn, in runs: within one, each save is of others; between two,
    there is a save of the page itself."""
    games = [game for run in runs for game in run]
    others = [at > 0 for run in runs for at in range(len(run))]
    return Since(tuple(games), tuple(others[1:]))


@contextmanager
def refuses(*expected: str) -> Iterator[pytest.ExceptionInfo[RefusedError]]:
    """Expect exactly these problems."""
    with pytest.raises(RefusedError) as refused:
        yield refused
    assert codes(refused.value) == [*expected]


def _numbers(text: str, players: int) -> Numbers:
    if not text:
        return (None,) * players
    return tuple(None if mark == "." else int(mark, 36) for mark in text.strip())
