"""The hand in play piece by piece: its steps, and the open panel with a line for each player."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.places import Place, row_spans
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.game import Hand, Phase
from scorekeeper.words.lines import bids_line, rest_line, tricks_line

CHIPS = {Phase.BIDS: "bid", Phase.TRICKS: "tricks"}
"""The panels in which a number is tapped for each player, and the fields that it fills."""


def hand_parts(board: Board) -> tuple[Part, ...]:
    """The steps of the hand and the panel that is open; none when the game is over."""
    hand = board.hand
    if hand is None:
        return ()
    steps = part("steps", children=tuple(_step(board, hand, step) for step in board.steps))
    panel, here = board.panel, ""
    items = [_place(board, hand, place) for place in board.places]
    if board.can_write:
        here = f"{board.base}/hands/{hand.number}/{panel}"
        items += _beside(board, hand)
    return steps, part(
        "panel",
        here=here,
        panel=panel,
        hand=hand.number,
        spans=row_spans(hand.cards + 1) if here and panel in CHIPS else "",
        children=(*items, _foot(board, hand)),
        shown=board.view.fresh,
    )


def chosen(board: Board) -> list[str]:
    """The ids of the numbers and cards that are chosen in the open panel."""
    hand, panel = board.hand, board.panel
    if hand is None or not board.can_write:
        return []
    if panel not in CHIPS:
        return list(_chosen_cards(board, hand))
    numbers = hand.bids if panel is Phase.BIDS else hand.tricks
    found = [f"{CHIPS[panel]}_{seat}-{n}" for seat, n in enumerate(numbers) if n is not None]
    return [*found, f"negated-{hand.negated}"] if panel is Phase.TRICKS else found


def _beside(board: Board, hand: Hand) -> list[Part]:
    """What is tapped for the hand and not for a player."""
    if board.panel is Phase.TRUMP:
        return [part("trumps", named=board.names_trump, shown=_chosen_cards(board, hand))]
    if board.panel is Phase.TRICKS and board.game.variant.negating:
        players = tuple((place.seat, place.name) for place in board.places)
        return [part("negating", players=players, shown=hand.negated)]
    return []


def _chosen_cards(board: Board, hand: Hand) -> tuple[str, ...]:
    """The ids of the card that was turned up, and of the suit named after a Wizard."""
    if board.view.rechoose:
        return ()
    turned = (f"turned-{hand.turned}",) if hand.turned else ()
    return (*turned, f"named-{hand.trump}") if board.names_trump and hand.trump else turned


def _step(board: Board, hand: Hand, step: str) -> Part:
    trump = step == "trump"
    return part(
        f"step-{step}",
        "board/step",
        step=step,
        address=board.address(step),
        current=step == board.panel,
        line="" if trump else _line(board, hand, Phase(step)),
        tone=board.tone if step == "bids" else "",
        trump=hand.trump if trump else None,
        turned=hand.turned if trump else None,
    )


def _place(board: Board, hand: Hand, place: Place) -> Part:
    return part(
        f"place-{place.seat}",
        "board/place",
        seat=place.seat,
        me=place.seat == board.me,
        name=place.name,
        panel=board.panel if board.can_write else None,
        children=(_who(board, place), _entry(board, hand, place)),
    )


def _who(board: Board, place: Place) -> Part:
    tricks = board.panel is Phase.TRICKS
    return part(
        f"who-{place.seat}",
        "board/who",
        seat=place.seat,
        name=place.name,
        total=place.total,
        leads=place.leads,
        me=place.seat == board.me,
        due=place.due,
        said=place.bid if tricks else None,
        deals=place.deals and not tricks,
        opens=place.opens and board.panel is Phase.BIDS,
    )


def _entry(board: Board, hand: Hand, place: Place) -> Part:
    """What can be tapped for a player, or what they did."""
    seat = place.seat
    if board.panel is Phase.TRUMP or board.panel is None:
        return part(f"outcome-{seat}", "board/outcome", seat=seat, cell=place.last)
    tricks = board.panel is Phase.TRICKS
    if not board.can_write:
        return part(
            f"seen-{seat}",
            "board/seen",
            seat=seat,
            tricks=place.tricks if tricks else None,
            bid=None if tricks else place.bid,
        )
    return part(
        f"chips-{seat}",
        "board/chips",
        seat=seat,
        name=f"{CHIPS[board.panel]}_{seat}",
        numbers=range(hand.cards + 1),
        forbidden=None if tricks else place.forbidden,
        offered=place.offered,
        shown=place.tricks if tricks else place.bid,
    )


def _line(board: Board, hand: Hand, panel: Phase | None) -> str:
    return bids_line(hand) if panel is Phase.BIDS else tricks_line(board.game, hand)


def _foot_line(board: Board, hand: Hand) -> str:
    if board.panel is Phase.TRUMP:
        return ""
    return rest_line(board.rest) if board.rest else _line(board, hand, board.panel)


def _foot(board: Board, hand: Hand) -> Part:
    trump, bids = board.panel is Phase.TRUMP, board.panel is Phase.BIDS
    return part(
        "foot",
        base=board.base,
        panel=board.panel,
        problems=tuple(board.view.problems),
        can_write=board.can_write,
        line=_foot_line(board, hand),
        tone=board.tone,
        undo=board.can_undo,
        elsewhere=board.waits_elsewhere,
        next_line=board.next_line,
        my_turn=board.my_turn,
        why=board.why if bids else "",
        again=trump and board.names_trump,
    )
