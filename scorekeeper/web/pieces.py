"""The game page piece by piece: a part for all that can change by itself."""

from __future__ import annotations

from flask import url_for

from scorekeeper.rules.game import Phase
from scorekeeper.web.board import Board
from scorekeeper.web.panel import hand_parts
from scorekeeper.web.parts import Part, part


def parts_of(board: Board) -> dict[str, Part]:
    """The parts of the page, in its order."""
    writes, base = board.can_write, board.base
    at_top = board.panel is Phase.TRUMP and board.stored.revision == 0
    return {
        "head": _head(board),
        "notice": part(
            "notice",
            base=base,
            clash=board.view.clash,
            recovery=board.recovery if at_top else "",
            shown=board.stored.revision,
        ),
        "clock": clock_part(board),
        "play": part("play", children=hand_parts(board) or (_over(board),)),
        "claim": part("claim", base=base if board.rights.may_claim else ""),
        "whom": part("whom", base="" if writes else base, me=board.me, players=board.game.players),
        "sheet": _sheet(board),
        "more": _more(board, "" if at_top else board.recovery),
        "undo": part("undo-target", "undo", target=board.stored.undoable if writes else None),
    }


def clock_part(board: Board) -> Part:
    """The time left, with a button to go home early for who keeps score."""
    clock, ends = board.clock, board.game.settings.ends_after
    asks = clock and board.can_write and board.hand and ends is None
    return part(
        "clock",
        base=board.base,
        clock=clock,
        last_hand=board.last_hand if asks and clock and (clock.is_soon or clock.is_up) else None,
        shown=board.stored.revision,
    )


def _head(board: Board) -> Part:
    hand, game = board.hand, board.game
    deal = ""
    if hand and board.can_write:
        deal = f"{board.base}/hands/{hand.number}/dealer"
    return part(
        "head",
        base=board.base,
        back=board.can_write or board.rights.in_book,
        variant=game.variant.key,
        number=hand.number if hand else None,
        all=board.hands_in_all,
        cards=hand.cards if hand else None,
        dealer=game.players[hand.dealer] if hand else "",
        deal=deal,
    )


def _over(board: Board) -> Part:
    next_game = board.next_key and url_for("game.page", key=board.next_key, me=board.me)
    return part(
        "over",
        "result",
        base=board.base,
        address=board.address(),
        players=board.game.players,
        standing=board.sheet,
        played=len(board.sheet.counting),
        ranking=tuple(board.ranking),
        problems=tuple(board.view.problems),
        can_write=board.can_write,
        undo=board.can_undo,
        next_game=next_game,
    )


def _sheet(board: Board) -> Part:
    sheet, game, me = board.sheet, board.game, board.me
    head = part(
        "sheet-head",
        "sheet_head",
        players=game.players,
        totals=sheet.totals,
        leaders=sheet.leaders,
        me=me,
    )
    rows = tuple(
        part(
            f"row-{row.number}",
            "row",
            row=row,
            me=me,
            sized=bool(game.settings.sizes) and row.cards != row.number,
            correct=f"{board.base}/hands/{row.number}" if board.can_write else "",
        )
        for row in sheet.rows
    )
    return part(
        "sheet",
        players=game.players,
        can_write=board.can_write,
        negating=game.variant.negating,
        struck=any(not row.counts for row in sheet.rows),
        children=(head, *rows) if rows else (),
    )


def _more(board: Board, recovery: str) -> Part:
    game, writes = board.game, board.can_write
    ends = game.settings.ends_after
    last = board.last_hand
    end = part(
        "end",
        base=board.base,
        ends_after=ends,
        later=last if last != board.hands_in_all else None,
        now=last - 1,
        shown=board.stored.revision,
    )
    return part(
        "more",
        base=board.base,
        variant=game.variant.key,
        settings=game.settings,
        can_write=writes,
        in_book=board.rights.in_book,
        running=board.hand is not None,
        recovery=recovery,
        children=(end,) if writes and (board.hand or ends is not None) else (),
    )
