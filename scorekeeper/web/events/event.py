"""The public pages of an event: the choice of a name, the player's table and results, the
standings, the slip of a table, the wall.

The first phone that opens the slip of a table keeps score. Attempts are not limited: nobody guesses
a token of 128 bits, and the phones of a hall, which share an address, must not be stopped by wrong
slips. The code of a wall gives no right: it leads to the public page.

The address says whose phone it is (``?me=3``), and a cookie remembers it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.at_table import ClockView, clock_view
from scorekeeper.board.events.entrants import found_entrants
from scorekeeper.board.events.hall import (
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
    wall_of,
)
from scorekeeper.board.events.ranks import RankLine, rank_lines, rank_table
from scorekeeper.board.events.tables import state_of
from scorekeeper.forms.book import JoinForm
from scorekeeper.http.answers import followed, redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.desk import chosen_number, remember, visible_event
from scorekeeper.http.filters import address_of, qr_code
from scorekeeper.http.guard import TRIES, failed, limiter, too_often
from scorekeeper.http.parts import share
from scorekeeper.http.save_form import SaveForm
from scorekeeper.keys import CODE_LENGTH
from scorekeeper.memory import Memory
from scorekeeper.rules.events.entrant_acts import is_open, waiting
from scorekeeper.rules.events.event import Entrant, Event
from scorekeeper.store.events import events, slips
from scorekeeper.store.events.events import EventAccess, StoredEvent
from scorekeeper.store.events.slips import Slip, State
from scorekeeper.store.events.tables import (
    TableGame,
    TableKey,
    outcomes_of,
    public_game,
    public_tables,
    table_at,
    tables_of,
)
from scorekeeper.store.games.reading import read, results_stamp, score_stamp
from scorekeeper.store.mapping.stored import UnknownEventError, public_stamp_of
from scorekeeper.words.events.entrants import SLIPS
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
    seen, asked = visible_event(key), request.args.get("me")
    stored = seen.stored
    if asked is None and (known := found_entrant(stored.event, chosen_number(key))):
        return redirect_to(url_for("event.page", key=key, me=known.number))
    me = found_entrant(stored.event, asked or "")
    if me is None and asked is None and is_open(stored.event):
        return redirect_to(url_for("desk_players.sign_up_page", key=key))
    if me is None:
        found = _noted(_find(stored), seen)
        return found if asked else remember(found, key, None)
    return remember(_noted(_mine(stored, me), seen), key, me.number)


def _noted(response: Response, seen: EventAccess) -> Response:
    return followed(response, seen.stored.key, works=seen.rights.enters)


@bp.get("/e/<key>/results")
def results(key: str) -> Response:
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
    seen = visible_event(key)
    stored = seen.stored
    known = found_entrant(stored.event, chosen_number(key))
    if known and "me" not in request.args:
        return redirect_to(url_for("event.standings", key=key, me=known.number))
    so_far, me = _so_far(stored), _me(stored)
    table = rank_table(stored.event, outcomes_of(so_far.games))
    lines = tuple(line for group in table.groups for line in group.lines)
    values = {"stored": stored, "me": me, "table": table, **_standing(lines, me)}
    address = url_for("event.standings", key=key, me=me and me.number)
    page = show("event/mine_standings.html", **values, **_followed(so_far, address))
    return share(_noted(page, seen), so_far.stamp)


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
    seen, now = visible_event(key), datetime.now(UTC)
    stored = seen.stored
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
    return share(_noted(page, seen), stored.stamp)


_qr_code = lru_cache(20)(qr_code)
"""The QR code, cached because drawing it takes longer than the rest of the wall."""


@bp.get("/wall")
def wall_code_page() -> Response:
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
