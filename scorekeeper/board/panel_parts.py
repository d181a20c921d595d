"""The hand in play piece by piece: its steps, and the open panel with a line for each player."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.lines import PlayerLine, row_spans
from scorekeeper.board.panels import Panel, steps_of
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.game import Hand
from scorekeeper.words.lines import rest_line


def hand_parts(board: Board) -> tuple[Part, ...]:
    """The steps of the hand and the panel that is open; none when the game is over."""
    hand, panel = board.hand, board.panel
    if hand is None or panel is None:
        return ()
    links = tuple(_step(board, hand, step) for step in steps_of(board.game, hand))
    here, items = "", [_line(board, panel, hand, line) for line in board.lines]
    if board.can_write:
        here = f"{board.base}/hands/{hand.number}/{panel}"
        items += _beside(board, panel, hand)
    return part("steps", children=links), part(
        "panel",
        here=here,
        panel=str(panel),
        hand=hand.number,
        spans=row_spans(hand.cards + 1) if here and panel.by_seat else "",
        children=(*items, _foot(board, panel, hand)),
        shown=board.view.fresh,
    )


def chosen(board: Board) -> list[str]:
    """The ids of the numbers and cards that are chosen in the open panel."""
    hand, panel = board.hand, board.panel
    if hand is None or panel is None or not board.can_write:
        return []
    return panel.chosen(hand) if panel.by_seat else list(_chosen_cards(board, hand))


def _beside(board: Board, panel: Panel, hand: Hand) -> list[Part]:
    """What is tapped for the hand and not for a player."""
    if not panel.by_seat:
        return [part("trumps", named=board.names_trump, shown=_chosen_cards(board, hand))]
    if panel.scores and board.game.variant.negating:
        players = tuple((line.seat, line.name) for line in board.lines)
        return [part("negating", players=players, shown=hand.negated)]
    return []


def _chosen_cards(board: Board, hand: Hand) -> tuple[str, ...]:
    """The ids of the card that was turned up, and of the suit named after a Wizard."""
    if board.view.rechoose:
        return ()
    turned = (f"turned-{hand.turned}",) if hand.turned else ()
    return (*turned, f"named-{hand.trump}") if board.names_trump and hand.trump else turned


def _step(board: Board, hand: Hand, step: Panel) -> Part:
    return part(
        f"step-{step}",
        "board/step",
        step=str(step),
        address=board.address(step),
        current=step is board.panel,
        **step.step(board.game, hand, board.tone),
    )


def _line(board: Board, panel: Panel, hand: Hand, line: PlayerLine) -> Part:
    return part(
        f"line-{line.seat}",
        "board/line",
        seat=line.seat,
        me=line.seat == board.me,
        label=panel.label(line.name) if board.can_write else "",
        children=(_who(board, panel, line), _entry(board, panel, hand, line)),
    )


def _who(board: Board, panel: Panel, line: PlayerLine) -> Part:
    return part(
        f"who-{line.seat}",
        "board/who",
        seat=line.seat,
        name=line.name,
        total=line.total,
        leads=line.leads,
        me=line.seat == board.me,
        due=line.due,
        said=line.bid if panel.scores else None,
        deals=line.deals and not panel.scores,
        opens=line.opens and panel.opens_bidding,
    )


def _entry(board: Board, panel: Panel, hand: Hand, line: PlayerLine) -> Part:
    """What can be tapped for a player, or what they did."""
    seat = line.seat
    if not panel.by_seat:
        return part(f"outcome-{seat}", "board/outcome", seat=seat, cell=line.last)
    number = getattr(line, panel.by_seat.one)
    if not board.can_write:
        return part(f"seen-{seat}", "board/seen", seat=seat, number=number, took=panel.scores)
    return part(
        f"chips-{seat}",
        "board/chips",
        seat=seat,
        name=f"{panel.by_seat.one}_{seat}",
        numbers=range(hand.cards + 1),
        forbidden=line.forbidden,
        offered=line.offered,
        shown=number,
    )


def _foot(board: Board, panel: Panel, hand: Hand) -> Part:
    return part(
        "foot",
        base=board.base,
        scores=panel.scores,
        save=panel.save_label(),
        problems=tuple(board.view.problems),
        can_write=board.can_write,
        line=rest_line(board.rest) if board.rest else panel.line(board.game, hand),
        tone=board.tone,
        undo=board.can_undo,
        elsewhere=board.waits_elsewhere,
        next_line=board.next_line,
        my_turn=board.my_turn,
        why=board.why,
        again=board.names_trump and not panel.by_seat,
    )
