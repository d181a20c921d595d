"""The guide of the demo: a sentence for the next tap, and the element that it points at."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.panels import BIDS_PANEL, TRICKS_PANEL, TRUMP_PANEL, open_pad
from scorekeeper.http.parts import Part, part
from scorekeeper.language import gettext
from scorekeeper.rules.game import BIDS, TRICKS, Hand
from scorekeeper.rules.hand import (
    forbidden_bids,
    scoring_problems,
    shortcuts_as_bid,
    tricks_left,
    with_rest,
)
from scorekeeper.words.names import CARD_NAMES

SIZES = (4,)
"""One hand, which takes less than a minute."""
MADE_UP = {BIDS: (2, 2, 1, 0), TRICKS: (2, 1, 1, 0)}
"""The bids and tricks of the made-up players by seat: the dealer's first choice of 1 is forbidden,
and one player misses."""
COUNT, SCORE, OTHERS_AS_BID = "#count", "[name=score]", ".made"
NEW_GAME = "#over .main"


def guide_parts(board: Board) -> tuple[Part, ...]:
    """The next step of the demo on the phone that keeps score; nothing in other games."""
    if not (board.stored.is_demo and board.can_write):
        return ()
    step = _step(board)
    playing = gettext("Now the hand is played. After the last trick, count them.")
    # The page moves on from the pause by itself, so it needs both.
    steps = ((playing, COUNT), step) if board.is_paused else (step,)
    return (part("guide", steps=steps),) if step[0] else ()


def _step(board: Board) -> tuple[str, str]:
    """The sentence, and a CSS selector for the element to tap."""
    hand, panel = board.hand, board.panel
    if hand is None:
        return gettext("That was one hand. Now play with your friends."), NEW_GAME
    if panel is TRUMP_PANEL:
        suit = board.game.deck.suits[1]
        card = CARD_NAMES[suit]
        if board.names_trump:
            line = gettext("After a Wizard, the dealer chooses trump. Tap %(card)s.", card=card)
            return line, _key("named", suit)
        line = gettext("The dealer turns up one card. Tap %(card)s.", card=card)
        return line, _key("turned", suit)
    if panel is BIDS_PANEL:
        return _bid(board, hand)
    return _tricks(board, hand) if panel is TRICKS_PANEL else ("", "")


def _bid(board: Board, hand: Hand) -> tuple[str, str]:
    seat = int(open_pad(BIDS_PANEL, board.game, hand))
    forbidden = forbidden_bids(hand) if seat == hand.dealer else {}
    allowed = [bid for bid in range(hand.cards + 1) if bid not in forbidden]
    bid = MADE_UP[BIDS][seat] if MADE_UP[BIDS][seat] in allowed else allowed[0]
    values = {"name": board.game.players[seat], "bid": bid}
    if forbidden:
        line = gettext(
            "The bids may not add up to %(cards)s, so %(name)s may not say %(forbidden)s."
            " %(name)s says %(bid)s.",
            cards=hand.cards,
            forbidden=next(iter(forbidden)),
            **values,
        )
    elif len(hand.missing(BIDS)) == len(hand.playing):
        # L10N: a made-up player announces a bid.
        line = gettext(
            "Everyone says how many tricks they will win. %(name)s says %(bid)s: tap it.", **values
        )
    else:
        line = gettext("%(name)s says %(bid)s.", **values)
    return line, _key(f"bid_{seat}", bid)


def _tricks(board: Board, hand: Hand) -> tuple[str, str]:
    if not scoring_problems(board.game, with_rest(board.game, hand)):
        return gettext("All tricks are counted. Score the hand."), SCORE
    if None in shortcuts_as_bid(board.game, hand):
        return gettext("The others made their bids. One tap enters them all."), OTHERS_AS_BID
    seat = int(open_pad(TRICKS_PANEL, board.game, hand))
    took = min(MADE_UP[TRICKS][seat], max(tricks_left(hand), 0))
    values = {"name": board.game.players[seat], "took": took}
    if hand.bids[seat] == took:
        line = gettext("%(name)s won %(took)s, as bid: tap it.", **values)
    else:
        line = gettext(
            "%(name)s won %(took)s and missed the bid of %(bid)s.", bid=hand.bids[seat], **values
        )
    return line, _key(f"tricks_{seat}", took)


def _key(name: str, value: object) -> str:
    return f'#panel [name="{name}"][value="{value}"]'
