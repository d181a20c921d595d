"""The parts of the game page: one for everything that can change separately."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import url_for

from scorekeeper.board.ahead import can_continue
from scorekeeper.board.board import Board
from scorekeeper.board.events.at_table import AtTable
from scorekeeper.board.guide import guide_parts
from scorekeeper.board.panel_parts import chosen, hand_parts, steps_part
from scorekeeper.board.panels import EXTRAS_PANEL
from scorekeeper.board.score_parts import figures_part, result_part, sheet_part
from scorekeeper.drawing.fitting import name_width
from scorekeeper.http.addresses import offers_https
from scorekeeper.http.parts import ROWS, Part, part
from scorekeeper.language import gettext
from scorekeeper.rules.actions import without_entries
from scorekeeper.store.mapping.stored import Rights
from scorekeeper.words.lines import cards_line, keepers_line, played_line
from scorekeeper.words.names import plain


def parts_of(board: Board) -> dict[str, Part]:
    """The parts of the page, in its order."""
    return {name: make(board) for name, make in PARTS.items()}


def page_values(board: Board, parts: dict[str, Part], now: str) -> dict[str, Any]:
    """The values of ``board/board.html`` with these parts, and ``now``, the hand in play as text
    (``now_text`` in ahead.py)."""
    return {
        "board": board,
        "stored": board.stored,
        "chosen": chosen(board),
        "now": now,
        "follow": follow_part(board.rights),
        "parts": parts,
        "rows": len(dict(parts["sheet"].slots)[ROWS]),
    }


def follow_part(rights: Rights) -> Part:
    """The foot of a page that follows the game."""
    return part("follow", kind="keeps" if rights.writes else "looks")


def clock_part(board: Board) -> Part:
    """The time left, and on phones that keep score the buttons that end the game.

    The clock never ends a game; the keeper does, or lets it continue. If time is up before a hand
    has begun, the game can also end at once.
    """
    if board.table is not None:
        return _round_clock(board, board.table)
    clock, ends, hand = board.clock, board.game.settings.ends_after, board.hand
    if clock is None:
        return part("clock", clock=None)
    asks = hand and board.can_write and (clock.is_soon or clock.is_up)
    is_begun = hand is not None and len(board.game.hands) == hand.number
    return part(
        "clock",
        clock=clock,
        last_hand=ends if hand else None,
        asks=bool(asks),
        later=board.last_hand,
        now=board.last_hand - 1 if clock.is_up and not is_begun else None,
    )


def _round_clock(board: Board, table: AtTable) -> Part:
    """The time left in the round. When it is up, the hand in progress may be the last: the next tap
    ends the game after it, or at once if it has not begun."""
    clock, hand, ends_now = table.clock, board.hand, None
    if hand is not None and table.decided:
        return part("clock", "board/clock_round", clock=None, decided=table.decided)
    if clock is None or hand is None:
        return part("clock", "board/clock_round", clock=None, decided="")
    is_begun = len(board.game.hands) == hand.number
    if clock.ends_by_hand and board.can_write and not is_begun and board.last_hand > 1:
        ends_now = board.last_hand - 1
    last = board.game.settings.ends_after or board.last_hand
    return part(
        *("clock", "board/clock_round"),
        clock=clock,
        decided="",
        last_hand=last,
        ends_now=ends_now,
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
        played="" if hand else played_line(board.sheet, game.settings),
        all=board.game.settings.last,
        size=cards_line(hand.cards) if hand else "",
        dealer=game.players[hand.dealer] if hand else "",
        deal=deal,
        keepers=keepers_line(board.keepers),
        news=board.news,
        at_table=board.table.title if board.table else "",
    )


def _notice(board: Board) -> Part:
    width = name_width(board.game.players)
    return part("notice", base=board.base, clash=board.view.clash, width=width)


def _play(board: Board) -> Part:
    shown = hand_parts(board) or (result_part(board),)
    return part("play", slots={"parts": (*shown, *guide_parts(board))})


def _claim(board: Board) -> Part:
    """The button that claims the pencil, or the one that ends the correction of a table whose game
    is not over; beside a result it takes the place of others."""
    table = board.table
    corrects = table and table.is_closed and board.can_write and board.hand
    done = (table.event, table.round, table.number) if table and corrects else None
    base = board.base if board.rights.may_claim else ""
    asks, kept_by = board.is_kept_elsewhere, keepers_line(board.keepers)
    return part("claim", base=base, done=done, asks=asks, keepers=kept_by)


def _whom(board: Board) -> Part:
    if not board.asks_who:
        return part("whom", players=())
    game, totals = board.game, board.sheet.totals
    notes = [
        gettext("keeps score")
        if name in board.keepers
        # L10N: %(total)s are the points of a player.
        else gettext("total %(total)s", total=plain(total))
        for name, total in zip(game.players, totals, strict=True)
    ]
    there = [seat for seat in game.seats if seat not in game.away]
    return part(
        "whom",
        base=board.base,
        width=name_width(game.players),
        keepers=keepers_line(board.keepers),
        players=tuple(
            (seat, board.stored.shades[seat], game.players[seat], notes[seat]) for seat in there
        ),
    )


def _more(board: Board) -> Part:
    game, writes, table = board.game, board.can_write, board.table
    has_length = writes and (table is None or board.rights.in_book)
    can_end = has_length and (board.hand is not None or game.settings.ends_after is not None)
    return part(
        "more",
        base=board.base,
        address=board.address(),
        variant=game.variant,
        settings=game.settings,
        about=game.about,
        is_demo=board.stored.is_demo,
        stops=writes and board.hand is not None and not can_continue(board.stored),
        can_write=writes,
        in_book=board.rights.in_book,
        event=(table.event, table.name) if table else None,
        of_desk=_desk_address(table) if table and writes and board.rights.in_book else "",
        ends_by_time=bool(table and table.clock and table.clock.ends_by_hand),
        can_end=can_end,
        has_room=bool(table and table.has_room),
        has_names=table is not None and not table.is_closed,
        wish=table.wish if table else None,
        running=board.hand is not None,
        offers_https=offers_https(),
        corrects=writes and bool(board.sheet.rows),
        over=board.hand is None and bool(board.sheet.counting),
        extras=board.address(EXTRAS_PANEL) if board.hand and board.can_write else "",
        hides=board.hand is not None and board.hand.bid_rule.at_once,
        slots={
            "end": (_end(board),) if can_end else (),
            "keep": (part("keep", recovery=board.recovery),),
        },
    )


def _desk_address(table: AtTable) -> str:
    return url_for("desk_table.page", key=table.event, round=table.round, table=table.number)


def _end(board: Board) -> Part:
    """The buttons that end the game early or continue it."""
    ends, last, hand = board.game.settings.ends_after, board.last_hand, board.hand
    later = last if last != board.game.settings.last else None
    return part(
        "end-buttons",
        "board/end_buttons",
        is_set=ends is not None,
        later=later,
        now=last - 1,
        begun=hand is not None and without_entries(board.game, hand) != hand,
    )


PARTS: dict[str, Callable[[Board], Part]] = {
    "head": _head,
    "steps": steps_part,
    "notice": _notice,
    "clock": clock_part,
    "play": _play,
    "claim": _claim,
    "whom": _whom,
    "sheet": sheet_part,
    "figures": figures_part,
    "more": _more,
}
"""The parts by name, in the order of the page."""
