"""The parts of a hand's panels.

Hidden bids on the page: a phone's pads, and the sentences.

The parts of the hand in play: its steps, its panel, and the pads.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.board.board import Board
from scorekeeper.board.panels import (
    BIDS_PANEL,
    EXTRAS_PANEL,
    NEGATED,
    PANELS,
    TABLE,
    TRUMP_PANEL,
    Panel,
    PlayerLine,
    asks_negated,
    chosen_extras,
    counted_tricks,
    extras_pads,
    open_pad,
    own_pad,
    pad_part,
)
from scorekeeper.board.score_parts import race_part
from scorekeeper.http.access import only_keeps
from scorekeeper.http.parts import Part, part
from scorekeeper.rules.actions import asks_for_cards
from scorekeeper.rules.game import BIDS, TRICKS, Game, Hand, Phase
from scorekeeper.rules.hand import (
    can_hide_bids,
    count_extras,
    extras_worth,
    final_bid,
    phase,
    scoring_problems,
    shortcuts_as_bid,
    tricks_left,
    with_rest,
)
from scorekeeper.rules.people import is_nameless
from scorekeeper.rules.records import broken_record
from scorekeeper.rules.sheet import Cell
from scorekeeper.rules.variants.model import Turned
from scorekeeper.store.statistics import other_peaks
from scorekeeper.words.language import gettext
from scorekeeper.words.lines import (
    bids_line,
    broken_record_line,
    call_line,
    card_line,
    missing_bids_line,
    naming_line,
    need_line,
    rest_line,
    standing_line,
    trump_line,
    wait_line,
    whose_line,
)
from scorekeeper.words.names import dummy_name, signed, value_line
from scorekeeper.words.rules import extras_line, player_extras_line, why_line


def takes_hidden_bids(board: Board, panel: Panel | None) -> bool:
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


def line_parts(board: Board, panel: Panel, hand: Hand) -> list[Part]:
    """The lines in bidding order, and the dummy's; a follower's own is the card below them."""
    lines = [_line(board, panel, hand, line) for line in board.lines if line.seat != board.me]
    if board.game.dummies_in(hand) and panel.scores:
        lines.append(_dummy_line(board, panel, hand))
    return lines


def shown_names(game: Game, hand: Hand) -> tuple[str, ...]:
    """The names of all lines of the hand, the dummy's included."""
    return (*game.players, *([dummy_name(game.variant)] if game.dummies_in(hand) else []))


def _line(board: Board, panel: Panel, hand: Hand, line: PlayerLine) -> Part:
    """A player with bid and tricks, in this hand or, before it begins, in the last."""
    newest = line.last if board.shows_last else None
    last = newest if panel is TRUMP_PANEL else None
    took = panel.scores or last is not None
    tricks = (last.tricks if last else line.tricks) if took else None
    has_bids = any(bid is not None for bid in hand.bids)
    hides, has_pad = takes_hidden_bids(board, panel), line.seat in seats_with_pads(board, panel)
    return part(
        f"line-{line.seat}",
        "board/line",
        seat=line.seat,
        shade=line.shade,
        name=line.name,
        total=line.total,
        # The sum says who leads, where the extra points of the next hand need the room.
        leads=line.leads and not (board.shows_last and line.noted),
        deals=line.deals,
        opens=line.opens,
        step=panel.name,
        spot=seat_classes([one.seat for one in board.lines_around], line.seat),
        be="" if board.can_write or line.out else f"{board.base}?me={line.seat}",
        naming=f"{board.base}/players" if _is_nameless(board, line) else "",
        due=line.due and not has_pad,
        bids=panel is not TRUMP_PANEL or last is not None or has_bids,
        bid=last.bid if last else None if hides else line.bid,
        hides=hides,
        hidden_bids=board.hidden_bids is not None and line.seat in board.hidden_bids.seats,
        took=took,
        tricks=line.offered if tricks is None else tricks,
        offered=line.offered is not None,
        points=newest.gained if newest else line.points if took or panel.plays else None,
        noted=newest.noted if newest else line.noted if panel.scores else 0,
        made=newest.made if newest else line.made,
        counted=_after_negating(last, tricks, is_negated=hand.negated == line.seat),
        out=line.out,
        left=line.seat in board.game.away,
        extras=player_extras_line(hand, line.seat, board.game.players)
        if panel is EXTRAS_PANEL
        else "",
        penalty="" if panel is EXTRAS_PANEL or not line.noted else _noted(board, hand, line.noted),
        worth=_worth(board.game, hand, line.seat) if panel is EXTRAS_PANEL else None,
        pad=str(line.seat) if has_pad else "",
    )


def _noted(board: Board, hand: Hand, points: int) -> str:
    """The extra points of this hand; beside the numbers of the last one, it says which hand."""
    if not board.shows_last:
        return signed(points)
    return value_line(gettext("Hand %(number)s", number=hand.number), signed(points))


def _after_negating(last: Cell | None, tricks: int | None, *, is_negated: bool) -> int | None:
    """The tricks that count if one of them is negated, here or in the ``last`` hand."""
    if last is not None:
        return last.counted if last.negated else None
    return tricks - 1 if tricks and is_negated else None


def _is_nameless(board: Board, line: PlayerLine) -> bool:
    """Return whether the table may want to enter a name: until the first hand is scored."""
    is_early = board.can_write and board.table is None and not board.sheet.counting
    return is_early and is_nameless(line.name)


def seat_classes(seats: Sequence[int], seat: int) -> str:
    """The classes of a player's place around the table: its number clockwise, and whether it is on
    the right and in the lower half."""
    place = seats.index(seat)
    is_right, is_low = 0 < place <= len(seats) // 2, place >= -(-len(seats) // 2)
    return f"spot{place}{' right' * is_right}{' low' * is_low}"


def _worth(game: Game, hand: Hand, seat: int) -> str:
    """The points of a player's extras, "" for none."""
    worth = extras_worth(game, hand, seat)
    return "" if worth is None else signed(worth)


def _dummy_line(board: Board, panel: Panel, hand: Hand) -> Part:
    variant = board.game.variant
    has_pad = variant.negating and seats_with_pads(board, panel)
    left = None if hand.missing(TRICKS) else tricks_left(hand)
    return part(
        "line-dummy",
        "board/dummy",
        name=dummy_name(variant),
        tricks=left,
        pad=NEGATED if has_pad else "",
    )


class Figure(NamedTuple):
    """A large number with its caption, its points, the extra points beside them, whether the bid
    was made, and how many tricks count if one is negated."""

    kind: str
    number: int | None
    points: int | None = None
    noted: int = 0
    made: bool = False
    counted: int | None = None


def own_line(board: Board) -> PlayerLine | None:
    """The line of the follower's player, who is then not among the others."""
    return next((line for line in board.lines if line.seat == board.me), None)


def mine_part(board: Board, panel: Panel, hand: Hand) -> tuple[Part, ...]:
    """The card; none on a phone that keeps score, follows no player, or has a pad."""
    line = own_line(board)
    if line is None:
        return ()
    is_called = bool(board.my_turn)
    return (
        part(
            "mine",
            shade=line.shade,
            name=line.name,
            address=f"{board.base}?me=ask",
            is_called=is_called,
            head=call_line(board.game, hand, line.seat) if is_called else line.name,
            last=board.last_scored if _shows_last(board, line) else None,
            figures=_figures(board, panel, hand, line),
            note=_note(board, panel, hand, line),
        ),
    )


def _figures(board: Board, panel: Panel, hand: Hand, line: PlayerLine) -> tuple[Figure, ...]:
    total, tricks = Figure("total", line.total), _tricks(line)
    last = line.last if _shows_last(board, line) else None
    counted = _after_negating(last, tricks, is_negated=hand.negated == line.seat)
    if last:
        took = Figure("took", last.tricks, last.gained or 0, last.noted, last.made, counted)
        return Figure("bid", last.bid), took, total
    if board.my_turn:
        return ()
    if line.out or phase(hand) is Phase.TRUMP or panel is TRUMP_PANEL:
        return (total,)
    bid = Figure("bid", line.bid)
    if phase(hand) is Phase.BIDS or panel is BIDS_PANEL:
        return bid, total
    return bid, Figure("took", tricks, line.points, line.noted, line.made, counted)


def _shows_last(board: Board, line: PlayerLine) -> bool:
    return board.shows_last and line.last is not None and not line.out


def _tricks(line: PlayerLine) -> int | None:
    """The tricks as entered, or as the others leave them."""
    return line.offered if line.tricks is None else line.tricks


def _note(board: Board, panel: Panel, hand: Hand, line: PlayerLine) -> str:
    game = board.game
    standing = standing_line(game.players, board.sheet, line.seat)
    if line.out:
        return " ".join(filter(None, (gettext("You sit out this hand."), standing)))
    if takes_hidden_bids(board, panel) and (instruction := hint(board, panel)):
        return instruction
    if phase(hand) is Phase.TRICKS and line.bid is not None:
        counted = counted_tricks(hand, line.seat, line.offered)
        if counted is None:
            opens = gettext("You play first.") if line.opens else ""
            return " ".join(filter(None, (need_line(line.bid, None), opens, standing)))
        # The totals do not contain this hand yet.
        is_open = game.negating and hand.negated is None
        return standing if is_open else need_line(line.bid, counted)
    if board.my_turn:
        return _turn_note(hand, line) or standing
    return wait_line(game, hand, line.seat)


def _turn_note(hand: Hand, line: PlayerLine) -> str:
    if hand.trump is None or not hand.bid_rule.at_once:
        return why_line(line.name, line.forbidden, hand.cards)
    phones = gettext("Bids on the phones")
    # L10N: %(page)s is the translation of “Bids on the phones”, which opens the keys here.
    return gettext("To bid here, whoever keeps score switches on “%(page)s”.", page=phones)


Shortcut = tuple[int | None, int, str, int, str]
"""The tricks that follow from the bids if one player has the rest: that player's seat, shade, name
and tricks, and all tricks as a form sends them."""
DENSE, DENSE_BESIDE_WORDS = 7, 5
"""Players in two columns; fewer if the keys have words."""
MOST_CRESTS = 10
"""Tricks whose pips have room for crests; more are drawn as bars."""


def hand_parts(board: Board) -> tuple[Part, ...]:
    """The open panel of the hand; none once the game is over."""
    hand, panel = board.hand, board.panel
    if hand is None or panel is None:
        return ()
    here = save_address(board, panel, hand)
    pads = _pads(board, panel, hand) if here else []
    opened = part(
        "panel",
        here=here,
        panel=panel.name,
        mine=own_line(board) is not None,
        own_pad=str(board.me) if pads and not board.can_write else "",
        players=len(board.lines),
        names=shown_names(board.game, hand),
        dense=len(board.lines) >= (DENSE_BESIDE_WORDS if len(pads) > 1 and panel.stays else DENSE),
        card=hand.face if panel.scores and board.game.variant.trump.is_played else "",
        after=hand.named_by if panel.scores else "",
        card_name=card_line(hand) if panel.scores else "",
        trumps=board.address(TRUMP_PANEL) if TRUMP_PANEL.is_step(board.game, hand) else "",
        last=board.last_scored if panel is TRUMP_PANEL and board.shows_last else None,
        slots={
            "race": race_part(board),
            "lines": tuple(line_parts(board, panel, hand)),
            "sum": (sum_part(board, panel, hand),),
            "mine": () if pads else mine_part(board, panel, hand),
            "hint": _hint(board, panel),
            "pads": tuple(pads),
            "foot": (_foot(board, panel, hand, here),),
        },
    )
    return (opened,)


def _piles(tricks: dict[int, int]) -> str:
    """The tricks as a form sends them: ``0-2 1-0``."""
    return " ".join(f"{seat}-{number}" for seat, number in tricks.items())


def _shortcuts(board: Board, panel: Panel, hand: Hand) -> tuple[Shortcut, ...]:
    """The ways to score the hand from its bids: one for all players, or one for each who may have
    the rest, in the order of play."""
    if not (panel.scores and board.can_write):
        return ()
    ways = shortcuts_as_bid(board.game, hand)
    if None in ways:
        return ((None, 0, "", 0, _piles(ways[None])),)
    lines = [(line, ways[line.seat]) for line in board.lines if line.seat in ways]
    return tuple(
        (line.seat, line.shade, line.name, tricks[line.seat], _piles(tricks))
        for line, tricks in lines
    )


def _whose(hand: Hand, ways: tuple[Shortcut, ...]) -> str:
    """The question for the player who missed; "" unless it can be more than one of them."""
    if len(ways) < 2:
        return ""
    seat, _, _, number, _ = ways[0]
    bid = None if seat is None else final_bid(hand, seat)
    return "" if bid is None else whose_line(abs(number - bid))


def chosen(board: Board) -> list[str]:
    """The names and values of the selected keys in the open panel, as ``bid_0-3``."""
    hand, panel = board.hand, board.panel
    if hand is None or panel is None or not save_address(board, panel, hand):
        return []
    if panel is TRUMP_PANEL:
        return list(_chosen_cards(board, hand))
    open_now = f"pad-{opened_pad(board, panel, hand)}"
    if panel is EXTRAS_PANEL:
        return [*chosen_extras(board.game, hand), open_now]
    entered = with_own_bids(board, hand)
    blank = [f"bid_{seat}-" for seat in entered.missing(BIDS)]
    return [*panel.chosen(entered), *(blank if takes_hidden_bids(board, panel) else []), open_now]


def _pads(board: Board, panel: Panel, hand: Hand) -> list[Part]:
    shades = board.stored.shades
    if panel is EXTRAS_PANEL:
        opened = opened_pad(board, panel, hand)
        return extras_pads(board.game, hand, shades, board.view.typed, opened)
    if panel is TRUMP_PANEL:
        game = board.game
        named = hand.turned if board.names_trump else None
        return [
            part(
                "trumps",
                cards=game.deck.suits if named else game.deck.turned(game.variant.trump.turned),
                named=named,
                specials=game.settings.specials,
                swaps=not named and Turned.WEREWOLF in game.may_turn(hand),
                shade=shades[hand.dealer] if named is Turned.WIZARD else None,
                line=naming_line(game, hand) if named else "",
            )
        ]
    seats = seats_with_pads(board, panel)
    lines = [line for line in board.lines if line.seat in seats]
    if panel is BIDS_PANEL:
        bids = with_own_bids(board, hand).bids
        lines = [replace(line, bid=bids[line.seat]) for line in lines]
    if not board.can_write:
        return [own_pad(panel, hand, line) for line in lines]
    is_hidden = takes_hidden_bids(board, panel)
    pads = [pad_part(panel, hand, line, is_hidden=is_hidden) for line in lines]
    if asks_negated(panel, board.game):
        pads.append(
            part(
                f"pad-{NEGATED}",
                "board/negating",
                players=tuple((one, board.game.players[one], shades[one]) for one in hand.playing),
                dummy=board.game.dummy,
                eight=board.game.negating,
            )
        )
    return pads


def _hint(board: Board, panel: Panel) -> tuple[Part, ...]:
    line = hint(board, panel) if board.can_write else ""
    return (part("hint", line=line, count=count_line(board)),) if line else ()


def _chosen_cards(board: Board, hand: Hand) -> tuple[str, ...]:
    """The card that was turned up, and the suit named after a Wizard."""
    if board.view.rechoose:
        return ()
    turned = (f"turned-{hand.turned}",) if hand.turned else ()
    return (*turned, f"named-{hand.trump}") if board.names_trump and hand.trump else turned


def _foot(board: Board, panel: Panel, hand: Hand, here: str) -> Part:
    if not board.can_write:
        return part(
            "foot",
            "board/follow_foot",
            base=board.base,
            line="" if own_line(board) else hint(board, panel) or board.next_line,
            watches=board.who == "",
            save=str(panel.save_label) if board.hidden_bids and here else "",
        )
    lies = bool(board.hidden_bids and board.hidden_bids.seats)
    ways = _shortcuts(board, panel, hand)
    begun = any(number is not None for number in hand.tricks)
    return part(
        "foot",
        base=board.base,
        scores=panel.scores,
        save=str(panel.save_label),
        phones=offers_phones(board, panel),
        undo=board.stored.undoable,
        # It would discard the hidden bids.
        undo_waits=lies,
        # L10N: on the grey button “Undo”, two words: the hidden bids have to be revealed before.
        undo_line=gettext("reveal first") if lies and board.undo_line else board.undo_line,
        undone=board.undone_line,
        elsewhere=board.waits_elsewhere,
        next_line=board.next_line,
        ways=ways,
        begun=begun,
        # Several players may have missed: no guess, but a question.
        whose="" if begun else _whose(hand, ways),
        extras=extras_line(hand) if EXTRAS_PANEL.is_step(board.game, hand) else "",
        ready=not scoring_problems(board.game, with_rest(board.game, hand)),
        skip=("named" if board.names_trump else "turned") if panel is TRUMP_PANEL else "",
        # A Werewolf may name none.
        bends=hand.turned is Turned.WIZARD,
        again=board.names_trump and panel is TRUMP_PANEL and hand.trump is not None,
    )


def steps_part(board: Board) -> Part:
    """The steps of this hand; a trump that nobody chooses is shown, but is not a link."""
    hand = board.hand
    if hand is None:
        return part("steps", beside="", slots={"links": ()})
    steps = [one for one in PANELS.values() if one.is_step(board.game, hand)]
    links = [_step(board, hand, one) for one in steps if one is not EXTRAS_PANEL or board.can_write]
    if board.game.variant.trump.rotates:
        links.insert(0, _trump_now(hand))
    return part("steps", beside=_beside(board, hand), slots={"links": tuple(links)})


def _trump_now(hand: Hand) -> Part:
    return part("trump-now", "board/step", address="", card=hand.face, name=card_line(hand))


def _beside(board: Board, hand: Hand) -> str:
    """The step that the panel of extras leads back to; "" for another panel."""
    if board.panel is not EXTRAS_PANEL:
        return ""
    return "beside-tricks" if phase(hand) is Phase.TRICKS else "beside-bids"


def _step(board: Board, hand: Hand, step: Panel) -> Part:
    is_trump = step is TRUMP_PANEL
    return part(
        f"step-{step.name}",
        "board/step",
        step=step.name,
        address=board.address(step),
        current=step is board.panel,
        count=count_extras(hand) + hand.void if step is EXTRAS_PANEL else 0,
        line=step.line(board.game, hand) if step.by_seat else "",
        card=hand.face if is_trump else "",
        after=hand.named_by if is_trump else "",
        name=card_line(hand) if is_trump else "",
    )


def sum_part(board: Board, panel: Panel, hand: Hand) -> Part:
    """The standing of the hand in words, with a pip for each trick bid or taken.

    Problems take its place.
    """
    left = tricks_left(hand)
    dims = left if panel.scores and 0 <= left < hand.cards else None
    other = _other_cards(board, panel, hand)
    if board.view.problems:
        problems = tuple(board.view.problems)
        return part("sum", problems=problems, left=dims, other=other, cards=hand.cards)
    ended = _ended(board, panel, hand)
    if line := missing_line(board) if takes_hidden_bids(board, panel) else "":
        return _words(ended or line, "hidden-bids")
    if line := _record(board):
        return _words(line, "record")
    if panel.by_seat is None or ended:
        return _words(ended or panel.line(board.game, hand))
    taken = getattr(hand, panel.by_seat.all)
    is_new = all(number is None for number in taken)
    rest = [(one.name, one.offered) for one in board.lines if one.offered is not None]
    line = rest_line(rest) if rest else panel.line(board.game, hand)
    said = panel.shown(hand)
    if is_new:
        line = bids_line(said) if panel.scores else trump_line(board.game, hand) or line
    numbers = said.bids if is_new else taken
    pips = tuple(each.shade for each in board.lines for _ in range(numbers[each.seat] or 0))
    return part(
        "sum",
        line=line,
        tone=board.tone if is_new or not panel.scores or panel.is_wrong(hand) else "",
        pips=pips[: 2 * hand.cards],
        free=range(hand.cards - len(pips)),
        many=hand.cards > MOST_CRESTS,
        left=dims,
        other=other,
        cards=hand.cards,
    )


def _ended(board: Board, panel: Panel, hand: Hand) -> str:
    """How the last hand ended, until something is entered in this one; "" beside what its cards
    say."""
    if panel is BIDS_PANEL:
        lies = board.hidden_bids is not None and board.hidden_bids.seats
        is_shown = board.shows_last and not (lies or trump_line(board.game, hand))
        return board.news if is_shown else ""
    says = panel is not TRUMP_PANEL or panel.line(board.game, hand)
    return "" if says else board.news


def _other_cards(board: Board, panel: Panel, hand: Hand) -> str:
    """The page with the number of cards, where the tricks do not add up to it; "" where they may,
    or where it is not changed here."""
    is_here = panel.scores and board.can_write and not only_keeps(board)
    if not (is_here and asks_for_cards(board.game, hand)):
        return ""
    return f"{board.base}/hands/{hand.number}/dealer#cards"


def _words(line: str, tone: str = "") -> Part:
    none: dict[str, Any] = {"pips": (), "free": range(0), "many": False, "left": None, "other": ""}
    return part("sum", line=line, tone=tone, **none)


def _record(board: Board) -> str:
    """The record of the book that the last hand broke, until the next one begins."""
    if not (board.shows_last and board.rights.in_book):
        return ""
    peaks = other_peaks(board.stored)
    found = broken_record(board.sheet, peaks) if peaks else None
    if found is None or is_nameless(board.game.players[found.seat]):
        return ""
    return broken_record_line(found, board.game.players)
