"""Hidden bids on the page: a phone's pads, and the sentences."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scorekeeper.board.board import Board
from scorekeeper.board.panels import BIDS_PANEL, EXTRAS_PANEL, TABLE, Panel, open_pad
from scorekeeper.language import gettext
from scorekeeper.rules.game import Hand
from scorekeeper.rules.hand import can_hide_bids
from scorekeeper.words.lines import missing_bids_line


def takes_hidden_bids(board: Board, panel: Panel | None) -> bool:
    """Return whether the panel accepts hidden bids."""
    return board.hidden_bids is not None and panel is BIDS_PANEL


def seats_with_pads(board: Board, panel: Panel) -> Collection[int]:
    """The seats that have a pad on this phone.

    With hidden bids, those for which no other phone has bid; a phone that follows has only its own
    player's.
    """
    seats_with_pads = panel.seats_with_pads(board.game, board.hand) if board.hand else ()
    if board.hidden_bids is None or panel is not BIDS_PANEL:
        return seats_with_pads if board.can_write else ()
    taken, mine = board.hidden_bids.seats, board.hidden_bids.mine
    asked = [seat for seat in seats_with_pads if board.can_write or seat == board.me]
    return [seat for seat in asked if seat not in taken or mine[seat] is not None]


def opened_pad(board: Board, panel: Panel, hand: Hand) -> str:
    """The open pad, as :func:`open_pad` names it.

    With hidden bids, a keeper opens one by a tap on the player: most players bid on their own
    phones, and a pad that moved on when they did would change under the finger. None is open while
    the hand is played.
    """
    if board.is_paused:
        return ""
    seats = seats_with_pads(board, panel)
    if panel is EXTRAS_PANEL:
        # A Bomb and a Cloud come more often than points by hand.
        first = board.game.variant.extras or not board.game.has_extras
        return open_pad(panel, board.game, hand) if first and seats else TABLE
    if not takes_hidden_bids(board, panel):
        return open_pad(panel, board.game, hand) if seats else ""
    return "" if board.can_write else "".join(map(str, seats))


def save_address(board: Board, panel: Panel, hand: Hand) -> str:
    """The address that saves the panel; "" on a phone that only follows."""
    here = f"{board.base}/hands/{hand.number}"
    if not takes_hidden_bids(board, panel):
        return f"{here}/{panel.name}" if board.can_write else ""
    if not seats_with_pads(board, panel):
        return ""
    return f"{here}/sealed" if board.me is None else f"{here}/sealed?me={board.me}"


def with_own_bids(board: Board, hand: Hand) -> Hand:
    """The hand with this phone's hidden bids, for its pads."""
    if board.hidden_bids is None:
        return hand
    both = zip(hand.bids, board.hidden_bids.mine, strict=True)
    return replace(hand, bids=tuple(mine if bid is None else bid for bid, mine in both))


def missing_line(board: Board) -> str:
    """The players without a hidden bid; "" if bids are not hidden."""
    if board.hidden_bids is None or board.hand is None:
        return ""
    return missing_bids_line(board.game.players, board.hand, board.hidden_bids.seats)


def count_line(board: Board) -> str:
    """The number of hidden bids that are in; "" on a phone that only follows."""
    if board.hidden_bids is None or board.hand is None or not board.can_write:
        return ""
    numbers = {"there": len(board.hidden_bids.seats), "all": len(board.hand.playing)}
    # L10N: the number of hidden bids that are in.
    return gettext("%(there)s of %(all)s", **numbers)


def hint(board: Board, panel: Panel) -> str:
    """The instruction for hidden bids on this phone; "" for none."""
    if not takes_hidden_bids(board, panel) or board.hidden_bids is None:
        return ""
    if board.can_write:
        return gettext("Tap a player without a phone to enter their bid.")
    if board.me is None:
        return gettext("Tap your line to bid on this phone")
    if not seats_with_pads(board, panel):
        return gettext("Another phone has bid for you. Whoever keeps score can remove that bid.")
    return ""


def offers_phones(board: Board, panel: Panel) -> bool:
    """Return whether this phone can let the others bid on theirs, or reveal their bids."""
    could = board.can_write and panel is BIDS_PANEL
    return could and board.hand is not None and can_hide_bids(board.hand)
