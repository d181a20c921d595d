"""The public pages of an event: the choice of a name, the player's table and results, the
standings, the slip of a table, the wall.

The first phone that opens the slip of a table keeps score. Attempts are not limited: nobody guesses
a token of 128 bits, and the phones of a hall, which share an address, must not be stopped by wrong
slips. The code of a wall gives no right: it leads to the public page.

The address says whose phone it is (``?me=3``), and a cookie remembers it.

All views are drawn once for an event from a file, before it is let in: what breaks one of them
would break the pages of a whole book.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.at_table import ClockView, clock_view
from scorekeeper.board.events.entrants import entrant_list, found_entrants, plan_of, seating_lines
from scorekeeper.board.events.listing import card_of, line_of
from scorekeeper.board.events.player import (
    MyTable,
    Phase,
    Ring,
    behind,
    found_entrant,
    key_of_table,
    made_of,
    my_results,
    my_table,
    phase_of,
    ring_of,
)
from scorekeeper.board.events.ranks import (
    RankLine,
    paper_ranks,
    paper_tables,
    rank_lines,
    rank_table,
    seats_by_name,
)
from scorekeeper.board.events.rounds import before_view, log_page, running_view
from scorekeeper.board.events.tables import results_of, seats_view, state_of, table_view
from scorekeeper.board.events.wall import wall_of
from scorekeeper.board.score_parts import paper_sheet
from scorekeeper.exchange.events import results_csv, standings_csv
from scorekeeper.forms.book import JoinForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.desk import chosen_number, remember, visible_event
from scorekeeper.http.filters import address_of, qr_code
from scorekeeper.http.guard import TRIES, failed, limiter, too_often
from scorekeeper.http.parts import share
from scorekeeper.http.save_form import SaveForm
from scorekeeper.keys import CODE_LENGTH
from scorekeeper.memory import Memory
from scorekeeper.rules.events.entrant_acts import is_open, waiting
from scorekeeper.rules.events.event import Entrant, Event, Round, RoundState
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.events import events, slips
from scorekeeper.store.events.acts import EventLine, IncomingEvent, LogPart
from scorekeeper.store.events.events import ListedEvent, StoredEvent
from scorekeeper.store.events.slips import Slip, State
from scorekeeper.store.events.tables import (
    TableGame,
    TableKey,
    game_from_file,
    outcomes_of,
    public_game,
    public_tables,
    table_at,
    tables_of,
)
from scorekeeper.store.games.reading import read, results_stamp, score_stamp
from scorekeeper.store.mapping.stored import BROKEN, StoredGame, UnknownEventError, public_stamp_of
from scorekeeper.words.events.entrants import penalties_line
from scorekeeper.words.events.player import SLIPS
from scorekeeper.words.language import gettext

bp = Blueprint("event", __name__)


class SoFar(NamedTuple):
    """The results of an event so far: the stamp of pages that show nothing else, the games of its
    tables at that time, and the lines of the standings; () if they are hidden."""

    stamp: str
    games: Mapping[TableKey, TableGame]
    lines: tuple[RankLine, ...]


_known: Memory[tuple[str, datetime, str], SoFar] = Memory(20)


@bp.get("/e/<key>")
def page(key: str) -> Response:
    """The names to choose from (``?me=``), or the table of the player."""
    stored, asked = visible_event(key).stored, request.args.get("me")
    if asked is None and (known := found_entrant(stored.event, chosen_number(key))):
        return redirect_to(url_for("event.page", key=key, me=known.number))
    me = found_entrant(stored.event, asked or "")
    if me is None and asked is None and is_open(stored.event):
        return redirect_to(url_for("desk_players.sign_up_page", key=key))
    if me is None:
        return _find(stored) if asked else remember(_find(stored), key, None)
    return remember(_mine(stored, me), key, me.number)


@bp.get("/e/<key>/results")
def results(key: str) -> Response:
    """The results of one player."""
    stored = visible_event(key).stored
    me = _me(stored)
    if me is None:
        return redirect_to(url_for("event.page", key=key))
    so_far = _so_far(stored)
    played = my_results(stored.event, me, outcomes_of(so_far.games), so_far.games)
    page = show(
        "event/mine_results.html",
        stored=stored,
        me=me,
        played=played,
        made=made_of(played),
        waits=phase_of(stored.event, me, so_far.games)
        in (Phase.BEFORE, Phase.BETWEEN, Phase.WAITS),
        **_standing(so_far.lines, me),
        **_followed(so_far, url_for("event.results", key=key, me=me.number)),
    )
    return share(page, so_far.stamp)


@bp.get("/e/<key>/standings")
def standings(key: str) -> Response:
    """The standings, in which the player of this phone is marked."""
    stored = visible_event(key).stored
    known = found_entrant(stored.event, chosen_number(key))
    if known and "me" not in request.args:
        return redirect_to(url_for("event.standings", key=key, me=known.number))
    so_far, me = _so_far(stored), _me(stored)
    table = rank_table(stored.event, outcomes_of(so_far.games))
    lines = tuple(line for group in table.groups for line in group.lines)
    values = {"stored": stored, "me": me, "table": table, **_standing(lines, me)}
    address = url_for("event.standings", key=key, me=me and me.number)
    page = show("event/mine_standings.html", **values, **_followed(so_far, address))
    return share(page, so_far.stamp)


def _me(stored: StoredEvent) -> Entrant | None:
    return found_entrant(stored.event, request.args.get("me", ""))


def _find(stored: StoredEvent) -> Response:
    text = request.args.get("find", "")
    found = found_entrants(stored.event, text)
    return show(
        "event/find.html",
        stored=stored,
        me=None,
        entrants=found,
        text=text,
        signs_up=is_open(stored.event),
    )


def _mine(stored: StoredEvent, me: Entrant) -> Response:
    event, so_far, at = stored.event, _so_far(stored), key_of_table(stored.event, me)
    game = table_at(stored.id, at) if at else None
    games = so_far.games
    if at and game:
        games = {**games, at: (game := public_game(event, at, game))}
    played = my_results(event, me, outcomes_of(games), games)
    ranks = {line.number: line.rank for line in so_far.lines} if played else {}
    playing = (game, read(game.key)) if game else None
    table = my_table(event, me, playing, ranks)
    # The sheet of a table, and each change of it, would tell what is hidden.
    follows = game if game and table and not table.is_hidden else None
    address = url_for("event.page", key=stored.key, me=me.number, game=follows and follows.key)
    followed = _followed(so_far, address, score_stamp(follows.key) if follows else "")
    page = show(
        "event/mine.html",
        stored=stored,
        me=me,
        phase=phase_of(event, me, games),
        table=table,
        clock=table and _clock(event, table),
        slip=_slip(stored, table),
        played=played,
        waits=waiting(event),
        **_standing(so_far.lines, me),
        **followed,
    )
    return share(page, followed["stamp"])


def _clock(event: Event, table: MyTable) -> ClockView:
    now, extra = datetime.now(UTC), table.table.extra_minutes
    return clock_view(event.settings, table.round, now, extra)


def _so_far(stored: StoredEvent) -> SoFar:
    """The results so far, computed once for all phones."""
    stamp = public_stamp_of(stored.stamp, results_stamp(stored.key))
    known = _known.get((stored.key, stored.changed_at, stamp))
    if known is None:
        event, games = stored.event, public_tables(stored.event, tables_of(stored.id))
        lines = () if event.is_hidden else rank_lines(event, outcomes_of(games))
        known = SoFar(stamp, games, lines)
        _known.keep((stored.key, stored.changed_at, stamp), known)
    return known


def _followed(so_far: SoFar, address: str, game: str = "") -> dict[str, Any]:
    """The stamp of a page, including that of the ``game`` it shows, and the address of its news."""
    return {"stamp": ".".join(filter(None, (so_far.stamp, game))), "poll": address}


def _slip(stored: StoredEvent, table: MyTable | None) -> str:
    """The address at which a phone of the table asks the desk whether it may keep score; "" if one
    does already. The slip's own address, which grants this, is not public."""
    if table is None or not table.is_free:
        return ""
    return url_for("event.slip_page", key=stored.key, token=slips.public_token(table.key))


def _standing(lines: tuple[RankLine, ...], me: Entrant | None) -> dict[str, Any]:
    """The player's line of the standings, the number of lines, and the distance to the next
    place."""
    mine = next((line for line in lines if me and line.number == me.number), None)
    return {"mine": mine, "everybody": len(lines), "behind": mine and behind(lines, mine)}


@bp.get("/e/<key>/t/<token>")
def slip_page(key: str, token: str) -> Response:
    """The table, and a button to keep its score or to ask the desk. A GET grants nothing, because
    previews of messages open links too."""
    make_phone_key()
    return _answer(key, slips.state_of(key, token, phone_key()))


@bp.post("/e/<key>/t/<token>")
def claim(key: str, token: str) -> Response:
    """Keep score, or ask the desk for the pencil under the ``name`` of somebody at the table."""
    form, found = SaveForm(), slips.state_of(key, token, phone_key())
    if not form.validate_on_submit():
        return _answer(key, found, form.sentences())
    stored, asked = events.read(key), request.form.get("name", "")
    name = asked if asked in _names(stored, found) else ""
    claimed = slips.claim(key, token, make_phone_key(), name)
    if claimed.state is State.ASKED:
        return redirect_to(url_for("event.slip_page", key=key, token=token))
    return _answer(key, claimed)


def _names(stored: StoredEvent, slip: Slip) -> list[str]:
    if slip.state is State.UNKNOWN:
        return []
    round_, table = slip.table
    return [
        stored.event.entrant(number).name
        for number in stored.event.round(round_).table(table).seats
    ]


def _answer(key: str, found: Slip, problems: Sequence[str] = ()) -> Response:
    if found.state is State.OWN and not problems:
        return redirect_to(url_for("game.page", key=found.game))
    stored, is_known = events.read(key), found.state is not State.UNKNOWN
    is_hidden = is_known and stored.event.hides(found.table[0])
    state = _shown_state(stored.event, found)
    return show(
        "event/slip.html",
        status=404 if not is_known else 422 if problems else 200,
        problems=problems,
        stored=stored,
        stamp=stored.stamp,
        poll=request.path,
        me=None,
        slip=found,
        ring=_ring(stored, found, is_hidden=is_hidden) if is_known else None,
        # Whoever has the slip itself sits at the table.
        shows_sheet=not is_hidden or found.has_secret,
        says=SLIPS.get(state),
        state=state,
    )


def _shown_state(event: Event, found: Slip) -> str:
    """The state of the slip, or of its table if the desk has decided it: nobody keeps its score."""
    if found.state is State.UNKNOWN:
        return found.state
    if event.ended:
        return "over"
    round_, number = found.table
    table = event.round(round_).table(number)
    is_decided = table.set_aside is not None or table.by_hand is not None
    if found.state is State.CLOSED or not is_decided:
        return found.state
    return state_of(table, None)


def _ring(stored: StoredEvent, found: Slip, *, is_hidden: bool) -> Ring:
    round_, number = found.table
    table = stored.event.round(round_).table(number)
    chosen = chosen_number(stored.key)
    me = int(chosen) if chosen.isdecimal() else None
    return ring_of(stored.event, table, read(found.game), me, is_hidden=is_hidden)


TURN = 12
"""The number of seconds for which each page of a list is shown; ``static/pages/event.js`` has the
same number."""


@bp.get("/e/<key>/wall")
def wall_page(key: str) -> Response:
    """The wall as it is now."""
    stored, now = visible_event(key).stored, datetime.now(UTC)
    wall = wall_of(stored.event, public_tables(stored.event, tables_of(stored.id)), now)
    leaf = int(now.timestamp()) // TURN % max(len(wall.labels), 1)
    address = address_of("event.page", key=key)
    qr = _qr_code(address)
    page = show(
        "event/wall.html",
        stored=stored,
        wall=wall,
        leaf=leaf,
        turn=TURN,
        qr=qr,
        signs_up=is_open(stored.event),
    )
    return share(page, stored.stamp)


_qr_code = lru_cache(20)(qr_code)
"""The QR code, cached because drawing it takes longer than the rest of the wall."""


@bp.get("/wall")
def wall_code_page() -> Response:
    """The input for a code."""
    return _show()


@bp.post("/wall")
@limiter.limit(TRIES, deduct_when=failed, on_breach=lambda _: _show(too_often(), status=429))
def look_up() -> Response:
    """Go to the wall of the event with this code. Nothing is changed, so nothing needs a cookie or
    a token."""
    code = "".join(letter for letter in _typed().upper() if letter.isalnum())
    try:
        key = slips.key_of(code) if len(code) == CODE_LENGTH else ""
    except UnknownEventError:
        key = ""
    if not key:
        return _show(gettext("No event in progress has this code."), status=422)
    return redirect_to(url_for("event.wall_page", key=key))


def _typed() -> str:
    # Without a token, so that it sets no cookie.
    return JoinForm(meta={"csrf": False}).code.data or ""


def _show(*problems: str, status: int = 0) -> Response:
    return show(
        "event/wall_code.html",
        status=status,
        typed=_typed(),
        length=CODE_LENGTH,
        problems=problems,
    )


NOWHERE = "A" * 22
"""The key of an event that is not in the database."""
Games = dict[TableKey, tuple[StoredGame, TableGame]]


def check_views(incoming: IncomingEvent) -> None:
    """Raise UnreadableError if a view of this event cannot be drawn."""
    try:
        _draw_all(_stored(incoming), _games(incoming), list(_log(incoming)))
    except BROKEN:
        raise UnreadableError(Problem(Code.EVENT_UNSHOWN)) from None


def _draw_all(stored: StoredEvent, games: Games, log: list[EventLine]) -> None:
    """Draw each view once. A new view is entered here."""
    event, now = stored.event, datetime.now(UTC)
    tables = {key: table for key, (_, table) in games.items()}
    outcomes = outcomes_of(tables)
    card_of(ListedEvent(stored, runs=True), tables)
    line_of(ListedEvent(stored, runs=True), now, tables)
    log_page(LogPart(log, {line.number: line for line in log}), event, None, len(log))
    entrant_list(event, "")
    penalties_line(event)
    seating_lines(event, {})
    plan_of(event)
    wall_of(event, tables, now)
    before_view(event, tables)
    ranks = {line.number: line.rank for line in rank_lines(event, outcomes)}
    for after in (None, *event.closed[-1:]):
        rank_table(event, outcomes, after)
        paper_ranks(event, outcomes, after)
    "".join(results_csv(event, tables))
    "".join(standings_csv(event, outcomes))
    for one in event.rounds:
        _draw_round(stored, one, games, ranks)
    _draw_people(event, games, ranks)


def _draw_round(stored: StoredEvent, one: Round, games: Games, ranks: Mapping[int, int]) -> None:
    """Draw the views of a round, of its tables and of those who sit there."""
    event, now = stored.event, datetime.now(UTC)
    tables = {key: table for key, (_, table) in games.items()}
    outcomes = outcomes_of(tables)
    seats_view(event, one, set())
    seats_by_name(event, one)
    paper_tables(event, one)
    results_of(event, one, outcomes)
    if one.state is RoundState.DRAWN:
        return
    running_view(stored, one, tables, now, "all")
    for table in one.tables:
        ring_of(event, table, games[one.number, table.number][0], table.seats[0], ranks)
    first = one.number, one.tables[0].number
    table_view(event, first, tables, games[first][0], (), now)
    paper_sheet(games[first][0])


def _draw_people(event: Event, games: Games, ranks: Mapping[int, int]) -> None:
    """Draw the pages of everybody."""
    tables = {key: table for key, (_, table) in games.items()}
    outcomes = outcomes_of(tables)
    for me in event.entrants:
        made_of(my_results(event, me, outcomes, tables))
        phase_of(event, me, tables)
        at = key_of_table(event, me)
        my_table(event, me, (games[at][1], games[at][0]) if at else None, ranks)


def _stored(incoming: IncomingEvent) -> StoredEvent:
    return StoredEvent(
        id=0,
        key=NOWHERE,
        uid=incoming.uid,
        secret="",
        book_id=0,
        revision=len(incoming.log),
        rights=0,
        touched=0,
        started_at=incoming.started_at,
        changed_at=datetime.now(UTC),
        event=incoming.event,
    )


def _log(incoming: IncomingEvent) -> Iterator[EventLine]:
    for number, line in enumerate(incoming.log, 1):
        data = dict(line.data)
        if line.act or "number" not in data:
            yield EventLine(number, line.at, None, line.by, line.kind, line.act, data, line.undone)


def _games(incoming: IncomingEvent) -> Games:
    by_uid = {one.uid: one for one in incoming.games}
    found = {}
    for key, table in incoming.tables.items():
        stored = _game(by_uid[table.game])
        found[key] = stored, game_from_file(stored, table.ended)
    return found


def _game(one: Incoming) -> StoredGame:
    return StoredGame(
        id=0,
        key=NOWHERE,
        uid=one.uid,
        code=None,
        book_id=0,
        revision=len(one.game.hands),
        rights=0,
        undoable=None,
        started_at=one.started_at,
        changed_at=one.changed_at,
        game=one.game,
        sheet=score_sheet(one.game),
    )
