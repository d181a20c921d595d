"""The sheet ahead: the hands to come, for a phone that continues while the server is away. Its
panels are drawn here as parts of the page, without entries; all decisions of the rules are sent as
numbers.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.board.board import Board, build_board
from scorekeeper.board.events.at_table import at_table
from scorekeeper.board.panel_parts import MOST_CRESTS, hand_parts, steps_part
from scorekeeper.board.panels import grid
from scorekeeper.board.score_parts import sheet_part
from scorekeeper.http.languages import page_language
from scorekeeper.http.parts import ROWS, Part, is_site, outline, part
from scorekeeper.rules.ahead import (
    by_number,
    first_seat,
    hands_ahead,
    hands_of,
    lowest_forbidden,
    rematch_ahead,
    sheet_ahead,
)
from scorekeeper.rules.game import POINTS, Game, Hand
from scorekeeper.rules.hand import extra_points
from scorekeeper.rules.sheet import Cell, Row, Sheet, score_sheet, tie_breaks
from scorekeeper.rules.variants.model import NAMED_AFTER, BidRule, Trump, Turned
from scorekeeper.store.mapping.stored import Rights, StoredGame
from scorekeeper.words.ahead import site_words, words_ahead

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
KEEPS = Rights(writes=True)
FORMAT = 4
"""The version of the format, so that no script reads an older one."""
BLANK = Cell(bid=0, tricks=0, negated=0, points=0, total=0, announced=0)


def can_continue(stored: StoredGame) -> bool:
    hand, game = stored.sheet.hand, stored.game
    if hand is None or stored.is_demo or stored.hides_bids or game.has_extras:
        return False
    return not (hand.cloud or hand.void or any(one.key != POINTS for one in hand.bonuses))


def now_text(stored: StoredGame, rights: Rights) -> str:
    """The hand in play and the totals; "" if this phone cannot continue from them."""
    if not rights.writes or not can_continue(stored):
        return ""
    return hand_text(stored.game, stored.sheet, stamp_of(stored))


def hand_text(game: Game, sheet: Sheet, stamp: str) -> str:
    """The hand in play, the totals and the stamp in one short text; a dash stands for a value that
    is missing: ``3 hearts hearts 01.2 .... - 20,-10,0,30 0 - 1f0c2b3a``.

    The totals may be followed by the values that break ties: ``20,-10,0,30/1,0,0,1``. The number
    after them is the lowest bid that the hook can forbid, -1 without a hook. It is missing
    before the first entry, because until then the sheet ahead decides it. The extra points of each
    seat follow, if anybody has some: ``0,-10,0,0``.
    """
    hand = sheet.hand
    assert hand is not None  # noqa: S101 - a game that is over is not played on
    sums = sheet.totals, *zip(*tie_breaks(game.variant, sheet.counting), strict=True)
    lowest, is_begun = lowest_forbidden(hand), len(game.hands) == hand.number
    noted = extra_points(hand)
    more = ",".join(str(noted.get(seat, 0)) for seat in game.seats) if noted else None
    values = (
        *(hand.number, hand.turned, hand.trump, _digits(hand.bids), _digits(hand.tricks)),
        *(hand.negated, "/".join(",".join(map(str, numbers)) for numbers in sums)),
        *((-1 if lowest is None else lowest) if is_begun else None, more, stamp),
    )
    return " ".join("-" if value is None else str(value) for value in values)


def _digits(numbers: tuple[int | None, ...]) -> str:
    return "".join("." if number is None else DIGITS[number] for number in numbers)


def stamp_of(stored: StoredGame) -> str:
    """A text that changes whenever the sheet ahead does, except by playing on."""
    game, hand = stored.game, stored.sheet.hand
    deal = hand and (first_seat(game, hand), hand.out, game.variant.target and hand.cards)
    seats = game.players, stored.shades, game.away, game.order
    has_rematch = stored.event_id is None
    rules = FORMAT, game.variant, replace(game.settings, clock=None), game.deck, has_rematch
    return f"{zlib.crc32(repr((seats, rules, deal, page_language())).encode()):08x}"


def drawn_ahead(stored: StoredGame) -> dict[str, Any]:
    """Everything that a phone needs to continue on its own; only the stamp if it cannot."""
    game, first = stored.game, stored.sheet.hand
    if first is None or not can_continue(stored):
        return {"stamp": stamp_of(stored)}
    hands = list(hands_ahead(game, first))
    again = rematch_ahead(game) if stored.event_id is None else None
    begun = hands_of(again) if again else []
    # A rematch may have other sizes than the hands that are left.
    shown = [*begun, *hands]
    sizes = sorted({hand.cards for hand in shown})
    # Who sits out one hand has a pad in the others.
    fullest = replace(_fullest(shown), out=game.away)
    board = _board(stored, fullest)
    return {
        "stamp": stamp_of(stored),
        **sheet_ahead(game, hands),
        "head": outline(_head(stored)),
        "grids": {cards: grid(cards) for cards in sizes},
        "panels": _panels(stored, fullest),
        "rows": _rows(game, board),
        "crests": MOST_CRESTS,
        "steps": outline(steps_part(board)),
        "again": _rematch(stored, again, begun) if again else None,
        "words": words_ahead(game, shown) | (site_words() if is_site() else {}),
    }


def _rematch(stored: StoredGame, game: Game, hands: list[Hand]) -> dict[str, Any]:
    """The ``hands`` of a rematch if seat 0 deals first, and the stamps by first dealer."""
    starts = (replace(game, first_dealer=seat) for seat in game.seats)
    begun = (replace(stored, game=one, sheet=score_sheet(one)) for one in starts)
    return {
        "hands": by_number(game, hands),
        "last": game.settings.last,
        "stamps": [stamp_of(one) for one in begun],
    }


def _head(stored: StoredGame) -> Part:
    game, table = stored.game, at_table(stored) if stored.event_id is not None else None
    return part(
        "head",
        variant=game.variant,
        number="{number}",
        all=game.settings.last,
        size="{size}",
        dealer="{name}",
        deal="",
        keepers="",
        at_table=table.title if table else "",
        news="",
    )


def _fullest(hands: list[Hand]) -> Hand:
    """The largest hand for which a card is turned up; the largest if none is."""
    return max(hands, key=lambda hand: (hand.trump is None, hand.cards))


def _panels(stored: StoredGame, hand: Hand) -> Mapping[str, str]:
    """Each panel of the hand as it is drawn before an entry."""
    game = stored.game
    blank = (None,) * len(game.players)
    hand = replace(hand, bid_rule=BidRule(), bids=blank, tricks=blank)
    nil = tuple(0 if seat in hand.playing else None for seat in game.seats)
    trump = hand.trump or Trump.NONE
    bids = replace(hand, trump=trump, turned=Turned.JESTER if hand.trump is None else None)
    shown = {"bids": bids, "tricks": replace(bids, bids=nil)}
    if hand.trump is None:
        shown["trump"] = hand
        named = [card for card in game.may_turn(hand) if card in NAMED_AFTER]
        if named:
            shown["named"] = replace(hand, turned=named[0])
    return {name: _panel(stored, one) for name, one in shown.items()}


def _rows(game: Game, board: Board) -> dict[str, Any]:
    """The rows of the sheet: of a hand that was scored, and of the one in play."""
    scored, in_play, *_ = dict(sheet_part(board).slots)[ROWS]
    return {
        "scored": outline(scored),
        "open": outline(in_play),
        "card": game.variant.trump.is_played,
    }


def _panel(stored: StoredGame, hand: Hand) -> str:
    return "".join(map(outline, hand_parts(_board(stored, hand))))


def _board(stored: StoredGame, hand: Hand) -> Board:
    """The board with this hand in play, after one that was scored with zeros."""
    game, seats = stored.game, stored.game.seats
    cells = tuple(BLANK._replace(out=seat in hand.out) for seat in seats)
    row = Row(replace(hand, turned=None, trump=Trump.NONE), cells, counts=True)
    sheet = replace(
        stored.sheet, hand=hand, rows=(row,), leaders=tuple(seats), totals=(0,) * len(seats)
    )
    # Count the hands as if this one had begun.
    begun = replace(game, hands=(hand,) * hand.number)
    blank = replace(stored, game=begun, sheet=sheet, revision=0, undoable=None)
    return build_board(replace(blank, phone_bids=False, event_id=None), KEEPS)
