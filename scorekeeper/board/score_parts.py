"""The scored part of the page: the sheet, the evening in figures, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.board.board import Board
from scorekeeper.drawing.charts import Box, bar_lengths, draw_curve, draw_race, draw_strips
from scorekeeper.drawing.names import short_names
from scorekeeper.http.parts import ROWS, Part, part
from scorekeeper.rules.actions import more_hands
from scorekeeper.rules.attendance import rematch
from scorekeeper.rules.figures import PODIUM_STEPS, Step, balances, figures, podium, podium_steps
from scorekeeper.rules.game import POINTS, Hand
from scorekeeper.rules.hand import extra_points
from scorekeeper.rules.history import Change, Subject
from scorekeeper.rules.records import Award, ScoreRank, awards, score_rank
from scorekeeper.rules.sheet import Line, bid_rules, paper_lines
from scorekeeper.rules.variants.model import BidRule, Trump, Turned
from scorekeeper.store.mapping.stored import LogLine, StoredGame
from scorekeeper.store.statistics import other_scores
from scorekeeper.words.figures import award_title
from scorekeeper.words.lines import early_line, own_place_line, result_text, sums_lines
from scorekeeper.words.log import log_pieces
from scorekeeper.words.names import and_list, signed, value_line

NAMED = Box(right=114, gap=17)
"""The paper of a curve with names at the ends of its lines."""
ROOM_AT_END = 6.0
"""The width of such a name, in units of its size."""
ROOM = {2: 9.0, 3: 5.9, 4: 5.4, 5: 4.6, 6: 3.75, 7: 3.2, 8: 2.85, 9: 2.55, 10: 2.4}
"""The width of a name above the sheet of so many players on a phone 360 pixels wide, in units of
its size (``style/sheet.css``)."""


def race_part(board: Board) -> tuple[Part, ...]:
    """Everybody's progress towards the target; nothing in a game without one."""
    target = board.game.variant.target
    if target is None:
        return ()
    race = draw_race(board.sheet.totals, target)
    return (part("race", players=board.game.players, shades=board.stored.shades, race=race),)


def sheet_part(board: Board) -> Part:
    """The score sheet: its head, a row for each scored hand, and the hands to come."""
    sheet, game = board.sheet, board.game
    noted = extra_points(sheet.hand) if sheet.hand else {}
    cells = [cell for row in sheet.rows for cell in row.cells]
    extras = {one.key for cell in cells for one in cell.all_bonuses}
    return part(
        "sheet",
        players=len(game.players),
        can_write=board.can_write,
        eight=game.negating,
        struck=any(not (row.counts or row.hand.skipped) for row in sheet.rows),
        moved=any(cell.announced != cell.bid for cell in cells),
        plus=bool(extras - {POINTS}),
        penalty=POINTS in extras or bool(noted),
        added=any(row.hand.added for row in sheet.rows),
        sized=_first_sized(board),
        slots={"head": (_head(board),), ROWS: (*_scored_rows(board), *_open_rows(board))},
    )


def _open_rows(board: Board) -> list[Part]:
    """A row for each hand to come; if their number is open, one for the hand in play."""
    hand, sizes = board.sheet.hand, board.game.settings.sizes[: board.game.settings.last]
    if hand is None:
        return []
    to_come = [*enumerate(sizes[hand.number - 1 :], hand.number)] or [(hand.number, 0)]
    return [_open_row(board, hand, number, cards) for number, cards in to_come]


def _open_row(board: Board, hand: Hand, number: int, cards: int) -> Part:
    """A hand to come; of the hand in play, its entries."""
    now = hand if number == hand.number else None
    noted = extra_points(now) if now else {}
    return part(
        f"row-{number}",
        "board/row_open",
        number=number,
        cards=cards if _is_sized(board, number, cards) else None,
        face=now.face if now and board.game.variant.trump.is_played else "",
        named=bool(now and now.named_by == Turned.WIZARD),
        dealer=now.dealer if now else None,
        numbers=tuple(zip(now.bids, now.tricks, strict=True)) if now else (),
        noted=tuple((seat, signed(points)) for seat, points in noted.items()),
        out=now.out if now else (),
        players=len(board.game.players),
        me=board.me,
    )


def figures_part(board: Board) -> Part:
    """The Standings while they are open: totals as a curve and a table, figures of the bids."""
    if not board.view.evening:
        return part("figures", opened=False)
    sheet, lines, players = board.sheet, figures(board.sheet), board.game.players
    return part(
        "figures",
        opened=True,
        players=players,
        short=short_names(players, ROOM[len(players)]),
        shades=board.stored.shades,
        away=sheet.away,
        curve=draw_curve(sheet, NAMED),
        points=draw_strips(sheet, NAMED),
        ends=short_names(players, ROOM_AT_END),
        totals=tuple(
            (row.hand.number, tuple(cell.total or 0 for cell in row.cells))
            for row in sheet.counting
        ),
        lines=lines,
        bars=bar_lengths([(line.bid, line.took) for line in lines]),
        balances=balances(sheet),
    )


def _score_rank(board: Board) -> ScoreRank | None:
    """The rank of the highest score in the book, for phones that share it."""
    if not board.rights.in_book or not board.sheet.counting:
        return None
    return score_rank(board.sheet.best, other_scores(board.stored))


def result_part(board: Board) -> Part:
    """The end: the winner, the podium, awards, the curve, and the next actions."""
    sheet, game = board.sheet, board.game
    steps = podium(sheet) if sheet.counting else ()
    tops = sheet.leaders if sheet.counting else ()
    given = awards(sheet, game.variant.score)
    return part(
        "over",
        "board/result",
        base=board.base,
        players=game.players,
        shades=board.stored.shades,
        own=_own_end(board, steps, given),
        about=game.about,
        special=_score_rank(board),
        variant=game.variant,
        standing=sheet,
        early=early_line(sheet, game.settings),
        tops=tops,
        winners=tuple(game.players[seat] for seat in tops),
        steps=podium_steps(steps) if len(steps) > 1 or len(tops) > 1 else (),
        also=tuple(step for step in steps if step.position > PODIUM_STEPS),
        awards=given,
        curve=draw_curve(sheet),
        text=result_text(game, sheet, board.stored.started_at),
        problems=tuple(board.view.problems),
        can_write=board.can_write,
        more=board.can_write and not (board.next_key or board.table) and bool(more_hands(game)),
        undo=board.stored.undoable,
        undo_line=board.undo_line,
        next_game=board.next_game,
        first=rematch(game).first_dealer,
        is_demo=board.stored.is_demo,
        table=board.table,
    )


def _own_end(
    board: Board, steps: Iterable[Step], given: Iterable[Award]
) -> tuple[int, str, str] | None:
    """The shade of the follower's player, their place, and their award if they have one."""
    for step in steps:
        if board.me is not None and board.me in step.seats:
            titles = (award_title(award) for award in given if award.seat == board.me)
            place = own_place_line(step.position, step.total)
            return board.stored.shades[board.me], place, next(titles, "")
    return None


def _head(board: Board) -> Part:
    players = board.game.players
    return part(
        "sheet-head",
        "board/sheet_head",
        players=players,
        short=short_names(players, ROOM[len(players)]),
        shades=board.stored.shades,
        away=board.game.away,
        me=board.me,
        slots={f"total-{seat}": (_total(board, seat),) for seat in board.game.seats},
    )


def _total(board: Board, seat: int) -> Part:
    total, leads = board.sheet.totals[seat], seat in board.sheet.leaders
    return part(f"total-{seat}", "board/total", seat=seat, total=total, leads=leads)


def _scored_rows(board: Board) -> list[Part]:
    base = f"{board.base}/hands/" if board.can_write else ""
    players = board.game.players
    has_trump, joins = board.game.variant.trump.is_played, [*_joins(board)]
    left = _left(board)
    return [
        part(
            f"row-{row.hand.number}",
            "board/row",
            row=row,
            players=players,
            has_trump=has_trump,
            me=board.me,
            left=tuple(seat for seat, last in left.items() if row.hand.number > last),
            starts=tuple((seat, start) for at, seat, start in joins if at == row.hand.number),
            sized=_is_sized(board, row.hand.number, row.hand.cards),
            correct=base and f"{base}{row.hand.number}",
        )
        for row in board.sheet.rows
    ]


def _left(board: Board) -> dict[int, int]:
    """The last hand that each player who has left was dealt; 0 for none."""
    return {
        seat: max(
            (row.hand.number for row in board.sheet.rows if not row.cells[seat].out), default=0
        )
        for seat in board.game.away
    }


def _joins(board: Board) -> Iterator[tuple[int, int, int]]:
    """The last hand before each player who joined, and with how many points: shown there."""
    rows = [row for row in board.sheet.rows if not row.hand.skipped]
    for seat, start in enumerate(board.game.starts):
        outs = [row.cells[seat].out for row in rows]
        before = outs.index(False) if False in outs else len(outs)
        if before:
            yield rows[before - 1].hand.number, seat, start


def _first_sized(board: Board) -> tuple[int, int] | None:
    """A hand whose number of cards stands beside its number, for the key: both numbers."""
    done = [(row.hand.number, row.hand.cards) for row in board.sheet.rows]
    to_come = enumerate(board.game.settings.sizes[len(done) :], len(done) + 1)
    return next((one for one in (*done, *to_come) if _is_sized(board, *one)), None)


def _is_sized(board: Board, number: int, cards: int) -> bool:
    """Return whether a hand's number differs from its number of cards."""
    return bool(board.game.settings.sizes) and cards != number


HEIGHTS = (6, 8, 10, 12, 15, 20, 30)
"""The number of lines up to which each line height is used; more lines use the smallest."""
UPRIGHT = 6
"""Players that fit on a portrait page; more need landscape."""
COLUMNS = {False: 585, True: 847}
"""Pixels for all players' columns, on a portrait and on a landscape page (``print_sheet.css``)."""
SUMS_BESIDE = 2
"""Sentences about the sums that stand beside each other."""
PADDING, SMALLEST = 8, 10
"""Pixels: what a column leaves free, and the smallest size of a name."""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A game as its printed sheet shows it, all on one page. ``room``: the step of ``ROOM`` for its
    lines; ``across``: in landscape; ``short``: the names as the columns have room for them, and
    ``whole`` those of which each is short; ``sums``: what explains the totals beside the bids and
    tricks; ``rules``: those for bids, from these hands on."""

    stored: StoredGame
    lines: tuple[Line, ...]
    room: int | None
    across: bool
    short: tuple[str, ...]
    whole: tuple[str, ...]
    sums: tuple[str, ...]
    rules: tuple[tuple[int, BidRule], ...]


def paper_sheet(stored: StoredGame) -> PaperSheet:
    lines = paper_lines(stored.game, stored.sheet)
    rules = bid_rules(stored.game, stored.sheet)
    players = stored.game.players
    across = len(players) > UPRIGHT
    width = (COLUMNS[across] / len(players) - PADDING) / SMALLEST
    short = short_names(players, width)
    whole = [value_line(*both) for both in zip(short, players, strict=True) if len({*both}) > 1]
    sums = tuple(sums_lines(stored.game, stored.sheet))
    beside = (len(sums) + SUMS_BESIDE - 1) // SUMS_BESIDE
    needed = len(lines) + beside + len(whole)
    room = next((most for most in HEIGHTS if needed <= most), None)
    return PaperSheet(stored, lines, room, across, short, tuple(whole), sums, rules)


@dataclass(frozen=True, slots=True)
class LogCard:
    """Saves of one hand or of one other kind, the newest first. ``pieces`` are sentences, each with
    whether it is a correction."""

    lines: tuple[LogLine, ...]
    card: Turned | Trump | None
    pieces: list[tuple[str, bool]]
    phones: str

    @property
    def number(self) -> int:
        """The number of the hand; 0 for none."""
        return self.lines[0].change.number

    @property
    def subject(self) -> str:
        return _about(self.lines[0].change)[0]

    @property
    def is_correction(self) -> bool:
        """Whether a save corrected a hand that was scored before."""
        return any(line.change.is_correction for line in self.lines)


def log_cards(lines: list[LogLine], players: tuple[str, ...]) -> list[LogCard]:
    """The cards of these saves, newest first: one for each run of them about the same hand."""
    runs = groupby(lines, key=lambda line: _about(line.change))
    return [_card(tuple(run), players) for _, run in runs]


def _about(change: Change) -> tuple[str, int]:
    if change.subject is Subject.HANDS:
        return "hands", change.listed
    ends = {one.settings.ends_after for one in (change.before, change.after)}
    if change.subject is Subject.HOUSE and len(ends) > 1:
        return "end", change.number
    return change.subject.name.lower(), change.number


def _card(lines: tuple[LogLine, ...], players: tuple[str, ...]) -> LogCard:
    changes = [line.change for line in reversed(lines)]
    known = [one for change in changes for one in change.hand if one]
    hand = known[-1] if known else None
    undone = sum(line.is_undo for line in lines)
    again = any(line.change.deals_again for line in lines if not line.is_undo)
    return LogCard(
        lines=lines,
        card=(hand.turned or hand.trump) if hand else None,
        pieces=log_pieces(changes, players, undone, again=again),
        phones=and_list(list(dict.fromkeys(line.phone for line in lines if line.phone))),
    )
