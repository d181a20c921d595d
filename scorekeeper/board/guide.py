"""The guide of the demo: a sentence for the next tap, and the element that it points at."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.pads import open_pad
from scorekeeper.board.panels import BIDS_PANEL, TRICKS_PANEL, TRUMP_PANEL
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.bidding import forbidden_bids
from scorekeeper.rules.game import BIDS, TRICKS, Hand
from scorekeeper.rules.scoring import scoring_problems, shortcuts_as_bid, tricks_left, with_rest
from scorekeeper.words import guide as words

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
    # The page moves on from the pause by itself, so it needs both.
    steps = ((words.playing_line(), COUNT), step) if board.is_paused else (step,)
    return (part("guide", steps=steps),) if step[0] else ()


def _step(board: Board) -> tuple[str, str]:
    """The sentence, and a CSS selector for the element to tap."""
    hand, panel = board.hand, board.panel
    if hand is None:
        return words.end_line(), NEW_GAME
    if panel is TRUMP_PANEL:
        card = board.game.deck.suits[1]
        if board.names_trump:
            return words.naming_line(card), _key("named", card)
        return words.turning_line(card), _key("turned", card)
    if panel is BIDS_PANEL:
        return _bid(board, hand)
    return _tricks(board, hand) if panel is TRICKS_PANEL else ("", "")


def _bid(board: Board, hand: Hand) -> tuple[str, str]:
    seat = int(open_pad(BIDS_PANEL, board.game, hand))
    forbidden = forbidden_bids(hand) if seat == hand.dealer else {}
    allowed = [bid for bid in range(hand.cards + 1) if bid not in forbidden]
    bid = MADE_UP[BIDS][seat] if MADE_UP[BIDS][seat] in allowed else allowed[0]
    name, is_first = board.game.players[seat], len(hand.missing(BIDS)) == len(hand.playing)
    line = words.bid_line(name, bid, is_first=is_first)
    if forbidden:
        line = words.dealer_line(name, bid, next(iter(forbidden)), hand.cards)
    return line, _key(f"bid_{seat}", bid)


def _tricks(board: Board, hand: Hand) -> tuple[str, str]:
    if not scoring_problems(board.game, with_rest(board.game, hand)):
        return words.scoring_line(), SCORE
    if None in shortcuts_as_bid(board.game, hand):
        return words.others_as_bid_line(), OTHERS_AS_BID
    seat = int(open_pad(TRICKS_PANEL, board.game, hand))
    took = min(MADE_UP[TRICKS][seat], max(tricks_left(hand), 0))
    return words.took_line(board.game.players[seat], hand.bids[seat], took), _key(
        f"tricks_{seat}", took
    )


def _key(name: str, value: object) -> str:
    return f'#panel [name="{name}"][value="{value}"]'
