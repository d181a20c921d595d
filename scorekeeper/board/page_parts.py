"""The head, foot and guide of a game's page.

The parts of the game page: one for everything that can change separately.

The guide of the demo: a sentence for the next tap, and the element that it points at.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from flask import Response, render_template, request, url_for

from scorekeeper.board.ahead import KEEPS, can_continue, drawn_ahead, now_text
from scorekeeper.board.board import SETTLED, Board, View, build_board
from scorekeeper.board.events.at_table import AtTable
from scorekeeper.board.panel_parts import chosen, hand_parts, steps_part
from scorekeeper.board.panels import (
    BIDS_PANEL,
    EXTRAS_PANEL,
    PANELS,
    TRICKS_PANEL,
    TRUMP_PANEL,
    open_pad,
)
from scorekeeper.board.score_parts import ROOM, figures_part, result_part, sheet_part
from scorekeeper.drawing.names import ADVANCES, STEPS, name_width
from scorekeeper.http.answers import Refusal, error_page, redirect_to, say, show, wants_part
from scorekeeper.http.cookies import make_phone_key
from scorekeeper.http.filters import first_recovery_address, may_recover, offers_https
from scorekeeper.http.parts import (
    ROWS,
    Part,
    for_page,
    is_to_keep,
    kept_parts,
    known_parts,
    new_parts,
    part,
)
from scorekeeper.rules.actions import without_entries
from scorekeeper.rules.game import BIDS, TRICKS, Game, Hand
from scorekeeper.rules.hand import (
    extra_points,
    forbidden_bids,
    scoring_problems,
    shortcuts_as_bid,
    tricks_left,
    with_rest,
)
from scorekeeper.rules.people import seat_of_phone
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.games.reading import keepers_of
from scorekeeper.store.games.saves import Saved
from scorekeeper.store.mapping.stored import Rights, StoredGame
from scorekeeper.store.sharing import keepers
from scorekeeper.words.language import gettext
from scorekeeper.words.lines import cards_line, keepers_line, played_line
from scorekeeper.words.names import CARD_NAMES, plain


def parts_of(board: Board) -> dict[str, Part]:
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
    # It may have kept score until another phone took over.
    another = gettext("Another phone keeps score") if board.is_kept_elsewhere else ""
    return part(
        "whom",
        base=board.base,
        width=name_width(game.players),
        keepers=keepers_line(board.keepers) or another,
        players=tuple(
            (seat, board.stored.shades[seat], game.players[seat], notes[seat]) for seat in there
        ),
    )


def _more(board: Board) -> Part:
    game, writes, table = board.game, board.can_write, board.table
    has_length = writes and (table is None or board.rights.in_book)
    # A code hands the pencil over; the button for phones of the book leaves the other its own.
    is_free = board.rights.may_claim and not board.is_kept_elsewhere
    has_way = writes or is_free or (table is not None and table.is_closed)
    is_under_way = board.hand is not None and bool(board.sheet.rows)
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
        takes="" if has_way else url_for("phones.join", keep=board.stored.key),
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
        # While a card with the link itself is there, no row leads to it.
        recovers=is_under_way and not board.recovery and may_recover(board.rights),
        slots={
            "end": (_end(board),) if can_end else (),
            "keep": (part("keep", recovery=board.recovery),),
        },
    )


def _desk_address(table: AtTable) -> str:
    return url_for("desk_table.page", key=table.event, round=table.round, table=table.number)


def _end(board: Board) -> Part:
    ends, last, hand = board.game.settings.ends_after, board.last_hand, board.hand
    later = last if last != board.game.settings.last else None
    return part(
        "end-buttons",
        "board/end_buttons",
        is_set=ends is not None,
        later=later,
        now=last - 1,
        begun=hand is not None and without_entries(board.game, hand) != hand,
        points=ends is None and last > 1 and hand is not None and bool(extra_points(hand)),
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


def show_board(
    stored: StoredGame,
    rights: Rights,
    *,
    panel: str | None = None,
    view: View = SETTLED,
    status: int = 200,
    needs_now: bool = True,
) -> Response:
    """The page of a game, or its board; a page that says which parts it shows gets the new ones.

    ``needs_now``: the page needs the hand in play as text, because it cannot derive it. A refusal
    is always the whole board: it is shown even where the page has changed meanwhile.
    """
    is_open = "evening" in request.values.getlist("view")
    view = replace(view, evening=is_open, is_kept=is_to_keep())
    board = build_board(stored, rights, panel=panel, view=view)
    # Newcomers first play a hand, so that there is something to lose.
    if len(board.sheet.rows) == 1 and not is_to_keep():
        board = replace(board, recovery=first_recovery_address(stored, rights))
    if board.hand and not rights.writes:
        board = replace(board, keepers=_keepers(stored))
    # Only a page that polls announces it.
    if rights.writes and request.method == "GET":
        phones = sorted(keepers_of(stored.id))
        board = replace(board, pencils=f"{zlib.crc32(repr(phones).encode()):08x}")
    if rights.may_claim:
        board = replace(board, is_kept_elsewhere=bool(keepers_of(stored.id)))
    if board.hidden_bids is not None and board.me is not None:
        # The first answer to a bid may be lost, so the phone gets its key before it sends one.
        make_phone_key()
    known = known_parts() if wants_part() and status == 200 else None
    return _shown(board, known, status, needs_now=needs_now)


def _keepers(stored: StoredGame) -> tuple[str, ...]:
    """The names of the phones that keep score; if one is named after a player, that player's
    name."""
    names, players = keepers.named(stored.id), stored.game.players
    seats = [(seat_of_phone(name, players), name) for name in names]
    return tuple(dict.fromkeys(name if at is None else players[at] for at, name in seats))


def _shown(
    board: Board, known: Collection[str] | None, status: int, *, needs_now: bool
) -> Response:
    parts = parts_of(board)
    now = now_text(board.stored, board.rights) if needs_now or known is None else ""
    return show(
        "game.html",
        "board/board.html",
        status=status,
        # A follower's page has a token only if it can send a bid.
        with_token=known is None or not board.can_write,
        new=None if known is None else new_parts(parts.values(), known, kept_parts()),
        **page_values(board, parts, now),
    )


def show_refused(refused: Refusal, problems: Sequence[str] = ()) -> Response:
    """The current board with the reason why nothing was saved, by default those of ``refused``; on
    a page beside the game, which cannot draw a board, the reason and the way back."""
    stored, rights = refused.seen.stored, refused.seen.rights
    problems = problems or refused.problems
    if wants_part() and "parts" not in request.form:
        back = url_for("game.page", key=stored.key), gettext("Back to the game")
        return error_page(refused.status, " ".join(problems), back)
    return show_board(stored, rights, view=View(problems=problems), status=refused.status)


def show_saved(
    saved: Saved,
    message: str | None = None,
    panel: str | None = None,
    *,
    revision: int | None = None,
) -> Response:
    """After a save: the board as it is now, with a message for the status line ("Saved").

    A page that sent an entry of a panel with the newest ``revision`` knows what follows from it.

    ``panel`` is the saved panel; if it stays open, it is shown again, unless the page opened
    another one while the tap waited.
    """
    stored = saved.after
    stays = _staying(request.form.get("open") or panel or "")
    if not wants_part():
        address = url_for("game.page", key=stored.key, panel=stays)
        return redirect_to(address, message or gettext("Saved"))
    needs_now = revision is None or revision != saved.before.revision
    response = show_board(stored, saved.rights, panel=stays, needs_now=needs_now)
    return say(response, message or gettext("Saved"), timed=message is None)


def _staying(panel: str) -> str | None:
    return panel if panel in PANELS and PANELS[panel].stays else None


UNNAMED = "~"
"""The beginning of a temporary key; the number of the tap that starts the game follows (``startOf``
in ``static/saving/entries.js``)."""
FIRST_PLACE = 0xE000
"""The character that stands for the name at the first seat. No name has it: it is for private
use."""


def places(players: int) -> tuple[str, ...]:
    return tuple(chr(FIRST_PLACE + seat) for seat in range(players))


def drawn_blank(game: Game) -> dict[str, Any] | None:
    """The page of a game before its first entry, the sheet ahead, and the numbers from which the
    size of names follows; None if a phone cannot play it on its own."""
    stored = _stored(game)
    now = now_text(stored, KEEPS)
    if not now:
        return None
    plan = drawn_ahead(stored)
    # Its hands are those of the rematch.
    fitting = {"advances": ADVANCES, "steps": STEPS, "room": ROOM[len(game.players)]}
    return {"page": _page(stored, now), "plan": plan | {"hands": {}}, "fitting": fitting}


def _stored(game: Game) -> StoredGame:
    now = datetime.now(UTC)
    return StoredGame(
        id=0,
        key=UNNAMED,
        uid="",
        code=None,
        book_id=0,
        revision=0,
        rights=0,
        undoable=None,
        started_at=now,
        changed_at=now,
        game=game,
        sheet=score_sheet(game),
    )


def _page(stored: StoredGame, now: str) -> str:
    """The page without its panel, which the phone draws."""
    board = build_board(stored, KEEPS)
    parts = parts_of(board) | {"play": part("play", slots={"parts": ()})}
    html = render_template("blank.html", new=None, **page_values(board, parts, now))
    return for_page(html, 0, with_token=False)


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
    playing = gettext("Now the hand is played. After the last trick, count them.")
    # The page moves on from the pause by itself, so it needs both.
    steps = ((playing, COUNT), step) if board.is_paused else (step,)
    return (part("guide", steps=steps),) if step[0] else ()


def _step(board: Board) -> tuple[str, str]:
    """The sentence, and a CSS selector for the element to tap."""
    hand, panel = board.hand, board.panel
    if hand is None:
        return gettext("That was one hand. Now play with your friends."), NEW_GAME
    if panel is TRUMP_PANEL:
        suit = board.game.deck.suits[1]
        card = CARD_NAMES[suit]
        if board.names_trump:
            line = gettext("After a Wizard, the dealer chooses trump. Tap %(card)s.", card=card)
            return line, _key("named", suit)
        line = gettext("The dealer turns up one card. Tap %(card)s.", card=card)
        return line, _key("turned", suit)
    if panel is BIDS_PANEL:
        return _bid(board, hand)
    return _tricks(board, hand) if panel is TRICKS_PANEL else ("", "")


def _bid(board: Board, hand: Hand) -> tuple[str, str]:
    seat = int(open_pad(BIDS_PANEL, board.game, hand))
    forbidden = forbidden_bids(hand) if seat == hand.dealer else {}
    allowed = [bid for bid in range(hand.cards + 1) if bid not in forbidden]
    bid = MADE_UP[BIDS][seat] if MADE_UP[BIDS][seat] in allowed else allowed[0]
    values = {"name": board.game.players[seat], "bid": bid}
    if forbidden:
        line = gettext(
            "The bids may not add up to %(cards)s, so %(name)s may not say %(forbidden)s."
            " %(name)s says %(bid)s.",
            cards=hand.cards,
            forbidden=next(iter(forbidden)),
            **values,
        )
    elif len(hand.missing(BIDS)) == len(hand.playing):
        # L10N: a made-up player announces a bid.
        line = gettext(
            "Everyone says how many tricks they will win. %(name)s says %(bid)s: tap it.", **values
        )
    else:
        line = gettext("%(name)s says %(bid)s.", **values)
    return line, _key(f"bid_{seat}", bid)


def _tricks(board: Board, hand: Hand) -> tuple[str, str]:
    if not scoring_problems(board.game, with_rest(board.game, hand)):
        return gettext("All tricks are counted. Score the hand."), SCORE
    if None in shortcuts_as_bid(board.game, hand):
        return gettext("The others made their bids. One tap enters them all."), OTHERS_AS_BID
    seat = int(open_pad(TRICKS_PANEL, board.game, hand))
    took = min(MADE_UP[TRICKS][seat], max(tricks_left(hand), 0))
    values = {"name": board.game.players[seat], "took": took}
    if hand.bids[seat] == took:
        line = gettext("%(name)s won %(took)s, as bid: tap it.", **values)
    else:
        line = gettext(
            "%(name)s won %(took)s and missed the bid of %(bid)s.", bid=hand.bids[seat], **values
        )
    return line, _key(f"tricks_{seat}", took)


def _key(name: str, value: object) -> str:
    return f'#panel [name="{name}"][value="{value}"]'
