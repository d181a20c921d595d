"""The parts of the game page, one for everything that can change separately."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scorekeeper.board.board import Board
from scorekeeper.board.panel_parts import hand_parts
from scorekeeper.board.panels import EXTRAS_PANEL
from scorekeeper.board.score_parts import (
    figures_part,
    open_row_parts,
    result_part,
    sheet_part,
)
from scorekeeper.http.parts import Part, changed, part
from scorekeeper.store.mapping.rights import Rights


def parts_of(board: Board) -> dict[str, Part]:
    """The parts of the page, in its order."""
    return {name: make(board) for name, make in PIECES.items()}


def changed_parts(then: Board, board: Board) -> list[Part]:
    """The parts to send to a page of the same phone that shows an earlier state of the game."""
    made = list(PIECES.values())
    rows: Iterable[tuple[Part, Part]] = ()
    if then.sheet.rows is board.sheet.rows and _has_same_lines(then, board):
        # By far the largest parts, and most taps change only the hand in play.
        made.remove(sheet_part)
        if then.view.evening == board.view.evening:
            made.remove(figures_part)
        rows = zip(open_row_parts(then), open_row_parts(board), strict=True)
    pairs = (*((make(then), make(board)) for make in made), *rows)
    return [item for was, now in pairs for item in changed(was, now)]


def _has_same_lines(then: Board, board: Board) -> bool:
    """Whether the sheets have the same players and as many hands."""
    same_plan = then.hands_in_all == board.hands_in_all
    return same_plan and then.game.players == board.game.players


def follow_part(rights: Rights) -> Part:
    """The foot of a page that follows the game."""
    return part("follow", kind="keeps" if rights.writes else "looks")


def clock_part(board: Board) -> Part:
    """The time left, and on phones that keep score the buttons that end the game.

    The clock itself ends nothing; the table does, and may still play on. If time is up before a
    hand has begun, the game can also end at once.
    """
    clock, ends, hand = board.clock, board.game.settings.ends_after, board.hand
    if clock is None:
        return part("clock", clock=None)
    asks = hand and board.can_write and (clock.is_soon or clock.is_up)
    is_begun = hand is not None and len(board.game.hands) == hand.number
    return part(
        "clock",
        base=board.base,
        clock=clock,
        last_hand=ends if hand else None,
        asks=bool(asks),
        later=board.last_hand,
        now=board.last_hand - 1 if clock.is_up and not is_begun else None,
    )


def _head(board: Board) -> Part:
    hand, game = board.hand, board.game
    deal = ""
    if hand and board.can_write:
        deal = f"{board.base}/hands/{hand.number}/dealer"
    return part(
        "head",
        variant=game.variant,
        number=hand.number if hand else None,
        all=board.hands_in_all,
        cards=hand.cards if hand else None,
        dealer=game.players[hand.dealer] if hand else "",
        deal=deal,
    )


def _notice(board: Board) -> Part:
    return part("notice", base=board.base, clash=board.view.clash)


def _play(board: Board) -> Part:
    return part("play", children=hand_parts(board) or (result_part(board),))


def _claim(board: Board) -> Part:
    return part("claim", base=board.base if board.rights.may_claim else "")


def _whom(board: Board) -> Part:
    base = "" if board.can_write else board.base
    game = board.game
    players = tuple((at, name) for at, name in enumerate(game.players) if at not in game.away)
    you = game.players[board.me] if board.me is not None else ""
    return part("whom", base=base, me=board.me, you=you, players=players)


def _undo(board: Board) -> Part:
    target = board.stored.undoable if board.can_write else None
    return part("undo-target", "board/undo", target=target)


def _more(board: Board) -> Part:
    game, writes = board.game, board.can_write
    ends = game.settings.ends_after
    last = board.last_hand
    end = part(
        "end",
        base=board.base,
        ends_after=ends,
        later=last if last != board.hands_in_all else None,
        now=last - 1,
    )
    # Last, because a new end sends everything.
    keep = part("keep", recovery=board.recovery if board.keeps_link else "")
    return part(
        "more",
        base=board.base,
        address=board.address(),
        variant=game.variant,
        settings=game.settings,
        about=game.about,
        is_demo=board.stored.is_demo,
        can_write=writes,
        in_book=board.rights.in_book,
        running=board.hand is not None,
        over=board.hand is None and bool(board.sheet.counting),
        extras=board.address(EXTRAS_PANEL) if board.hand and board.can_write else "",
        hides=board.hand is not None and board.hand.bid_rule.at_once,
        children=(*((end,) if writes and (board.hand or ends is not None) else ()), keep),
    )


PIECES: dict[str, Callable[[Board], Part]] = {
    "head": _head,
    "notice": _notice,
    "clock": clock_part,
    "play": _play,
    "claim": _claim,
    "whom": _whom,
    "sheet": sheet_part,
    "figures": figures_part,
    "more": _more,
    "undo": _undo,
}
"""The parts by name, in the order of the page."""
