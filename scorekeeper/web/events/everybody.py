"""The public pages of an event: the choice of a name, the player's table and results, the
standings.

Nothing here changes the event. The address says whose phone it is (``?me=3``), and a cookie
remembers it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.at_table import ClockView, clock_view
from scorekeeper.board.events.entrants import found_entrants
from scorekeeper.board.events.player import (
    MyTable,
    Phase,
    behind,
    found_entrant,
    key_of_table,
    made_of,
    my_results,
    my_table,
    phase_of,
)
from scorekeeper.board.events.ranks import RankLine, rank_lines, rank_table
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.chosen_player import chosen_number, remember
from scorekeeper.http.desk import visible_event
from scorekeeper.http.parts import share
from scorekeeper.memory import Memory
from scorekeeper.rules.events.entrant_acts import is_open, waiting
from scorekeeper.rules.events.event import Entrant, Event
from scorekeeper.store.events import slips
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import (
    TableGame,
    TableKey,
    outcomes_of,
    public_game,
    public_tables,
    table_at,
    tables_of,
)
from scorekeeper.store.games.reading import read
from scorekeeper.store.games.stamps import results_stamp, score_stamp
from scorekeeper.store.mapping.stored import public_stamp_of

bp = Blueprint("event", __name__, url_prefix="/e/<key>")


class SoFar(NamedTuple):
    """The results of an event so far: the stamp of pages that show nothing else, the games of its
    tables at that time, and the lines of the standings; () if they are hidden."""

    stamp: str
    games: Mapping[TableKey, TableGame]
    lines: tuple[RankLine, ...]


_known: Memory[tuple[str, datetime, str], SoFar] = Memory(20)


@bp.get("")
def page(key: str) -> Response:
    """The names to choose from (``?me=``), or the table of the player."""
    stored, asked = visible_event(key).stored, request.args.get("me")
    if asked is None and (known := found_entrant(stored.event, chosen_number(key))):
        return redirect_to(url_for("event.page", key=key, me=known.number))
    me = found_entrant(stored.event, asked or "")
    if me is None and asked is None and is_open(stored.event):
        return redirect_to(url_for("sign_up.page", key=key))
    if me is None:
        return _find(stored) if asked else remember(_find(stored), key, None)
    return remember(_mine(stored, me), key, me.number)


@bp.get("/results")
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


@bp.get("/standings")
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
    return url_for("slip.page", key=stored.key, token=slips.public_token(table.key))


def _standing(lines: tuple[RankLine, ...], me: Entrant | None) -> dict[str, Any]:
    """The player's line of the standings, the number of lines, and the distance to the next
    place."""
    mine = next((line for line in lines if me and line.number == me.number), None)
    return {"mine": mine, "everybody": len(lines), "behind": mine and behind(lines, mine)}
