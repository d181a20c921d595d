"""The state of the games of an event's tables: one statement if nothing changed, and a second that
reads the changed games.

The end of a table's game when the time of its round is up: a tap counts at the time when it was
made, also if it waited on a phone without a connection. Only the phone knows for how long, so the
log of the game keeps what it said, and the desk sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Select, String, bindparam, exists, select, tuple_
from sqlalchemy.sql.functions import aggregate_strings

from scorekeeper.memory import Memory, by_identity
from scorekeeper.rules.actions import end_after
from scorekeeper.rules.events.entrant_acts import Wish
from scorekeeper.rules.events.event import Event, Outcome, Outcomes, Round, RoundState, Table, left
from scorekeeper.rules.events.settings import TimeUp
from scorekeeper.rules.game import Game
from scorekeeper.store.engine.transaction import aware, end_reading
from scorekeeper.store.events.events import Place, place_of
from scorekeeper.store.games.reading import found_many, has_keeper
from scorekeeper.store.games.writing import tapped_at
from scorekeeper.store.mapping.document import NO_HANDS, standing_values
from scorekeeper.store.mapping.logged import from_json, scored_in
from scorekeeper.store.mapping.stored import BROKEN, BrokenGame, StoredGame, Tap, wish_of
from scorekeeper.store.models import CHANGE, DOCUMENT, EVENT, EVENT_TABLE, GAME, PHONE, PLAYER, run

TableKey = tuple[int, int]
"""The numbers of a round and of one of its tables."""


@dataclass(frozen=True, slots=True)
class TableGame:
    """The game of a table, without its hands.

    ``hands`` is the planned number, and ``played`` the number that count. ``standing`` has the
    totals and bids so far. ``is_begun``: a hand has an entry. ``has_keeper``: a phone keeps score;
    ``claimed_by`` is the one that does by the slip. ``asks`` is the name of the phone that asks the
    desk for this right (None if none does), and ``asks_id`` its id. ``wish`` is what the table asks
    of the desk; None if it asks for nothing, or for a seat although it has begun.
    ``corrects`` is the name of the phone that corrects the sheet. ``awaits``: the game has ended,
    but is not over, because the table has not agreed yet; ``dispute`` is who disputes the result,
    and what they said. If it ``is_broken``, it counts as
    not begun: the desk enters the result.
    """

    id: int
    key: str
    uid: str
    code: str | None
    revision: int
    changed_at: datetime
    is_begun: bool
    is_over: bool
    hands: int
    played: int
    standing: Outcome
    has_keeper: bool
    asks: str | None
    asks_id: int | None = None
    claimed_by: int | None = None
    corrects: str | None = None
    wish: Wish | None = None
    awaits: bool = False
    dispute: tuple[str, str] | None = None
    is_broken: bool = False


class Known(NamedTuple):
    """The games of an event as last read, and the values that change when one of them does."""

    states: dict[TableKey, tuple[Any, ...]]
    games: dict[TableKey, TableGame]


_known: Memory[int, Known] = Memory(20)
WISH = ("joining", "renames")
"""What a table asks of the desk."""
AGREED = ("confirmed", "disputed", "dispute", "closed")
"""What says whether a table has agreed on its result."""
AT_ONCE = 250
"""The games that are read without a pause, in which others may save."""
HAS_HANDS = exists().where(DOCUMENT.c.game_id == GAME.c.id, ~DOCUMENT.c.doc.contains(NO_HANDS))
"""Whether a hand of the game has begun."""


def tables_of(event_id: int) -> Mapping[TableKey, TableGame]:
    """The games of all published tables of an event."""
    states = {row[:2]: row for row in map(tuple, run(_STATES, {"event": event_id}).all())}
    before = _known.get(event_id) or Known({}, {})
    if states == before.states:
        return before.games
    new = [state[2] for key, state in states.items() if before.states.get(key) != state]
    fresh = _read(new) if new else {}
    # A table may be gone by the time its game is read.
    found = {key: fresh.get(key) or before.games.get(key) for key in states}
    games = {key: game for key, game in found.items() if game is not None}
    _known.keep(event_id, Known(states, games))
    return games


def forget() -> None:
    """Clear the cache of games."""
    _known.clear()


def _read(games: list[int]) -> dict[TableKey, TableGame]:
    found: dict[TableKey, TableGame] = {}
    for start in range(0, len(games), AT_ONCE):
        rows = run(_TABLES_WITH, {"ids": games[start : start + AT_ONCE]}).all()
        end_reading()
        found |= {(row.round, row.number): _table(row) for row in rows}
    return found


def table_at(event_id: int, key: TableKey) -> TableGame | None:
    """The game of one published table; None if there is none."""
    row = run(_TABLE_AT, {"event": event_id, "round": key[0], "number": key[1]}).first()
    return _table(row) if row else None


def public_tables(
    event: Event, games: Mapping[TableKey, TableGame]
) -> Mapping[TableKey, TableGame]:
    """The games as everybody may see them: those of hidden rounds without points and bids."""
    if not event.is_hidden:
        return games
    return {key: public_game(event, key, game) for key, game in games.items()}


def public_game(event: Event, key: TableKey, game: TableGame) -> TableGame:
    """The game of a table as everybody may see it; the same value as long as the game is."""
    return _without_points(game) if event.hides(key[0]) else game


@by_identity(2000)
def _without_points(game: TableGame) -> TableGame:
    kept = Outcome((), ended=game.standing.ended, hands=game.standing.hands)
    return replace(game, standing=kept)


def outcomes_of(tables: Mapping[TableKey, TableGame]) -> Outcomes:
    """The outcomes of the tables whose game is over."""
    return {key: table.standing for key, table in tables.items() if table.is_over}


def standings_of(tables: Mapping[TableKey, TableGame]) -> Outcomes:
    """The standings of the tables that have begun."""
    return {key: table.standing for key, table in tables.items() if table.is_begun}


def asker_keeps(tables: Mapping[TableKey, TableGame], key: TableKey) -> int | None:
    """The number of another table of the round whose score the phone that asks at this one keeps by
    its slip."""
    phone = tables[key].asks_id
    others = (at for at, one in tables.items() if at != key and at[0] == key[0])
    return phone and next((at[1] for at in others if tables[at].claimed_by == phone), None)


def table_of(game_id: int) -> TableKey | None:
    """The round and number of the table at which a game is played."""
    query = select(EVENT_TABLE.c.round, EVENT_TABLE.c.number)
    row = run(query.where(EVENT_TABLE.c.game_id == game_id)).first()
    return (row.round, row.number) if row else None


def games_of(event_id: int, keys: Iterable[TableKey]) -> dict[TableKey, StoredGame | BrokenGame]:
    """The games of these tables, with their hands."""
    here = tuple_(EVENT_TABLE.c.round, EVENT_TABLE.c.number).in_(list(keys))
    query = select(*GAME.c, EVENT_TABLE.c.round, EVENT_TABLE.c.number.label("table"))
    query = query.join_from(EVENT_TABLE, GAME, GAME.c.id == EVENT_TABLE.c.game_id)
    rows = run(query.where(EVENT_TABLE.c.event_id == event_id, here)).all()
    keyed = [(row.round, row.table) for row in rows]
    return dict(zip(keyed, found_many(rows), strict=True))


def played_since(event_id: int, number: int, moment: datetime) -> bool:
    """Return whether a game of this round that has hands was saved after this time."""
    query = select(GAME.c.id).join_from(EVENT_TABLE, GAME, GAME.c.id == EVENT_TABLE.c.game_id)
    query = query.where(EVENT_TABLE.c.event_id == event_id, EVENT_TABLE.c.round == number)
    query = query.where(HAS_HANDS, GAME.c.changed_at > moment.replace(tzinfo=None))
    return run(query.limit(1)).first() is not None


def game_from_file(stored: StoredGame, ended: datetime | None) -> TableGame:
    """The game of a table of an event that is not in the database."""
    values, game = standing_values(stored.sheet), stored.game
    away = "".join(map(str, game.away))
    at = ended and ended.replace(tzinfo=None)
    return TableGame(
        id=stored.id,
        key=stored.key,
        uid=stored.uid,
        code=stored.code,
        revision=stored.revision,
        changed_at=stored.changed_at,
        is_begun=bool(game.hands),
        is_over=not values["running"],
        hands=game.settings.ends_after or len(game.settings.sizes),
        played=values["played"],
        standing=_outcome(values["totals"], values["made"], away, at, values["played"]),
        has_keeper=False,
        asks=None,
    )


def _table(row: Any) -> TableGame:
    try:
        standing = _outcome(row.totals, row.made, row.away or "", row.ended_at, row.played)
    except BROKEN:
        standing = None
    has_ended = not row.running and standing is not None
    awaits = has_ended and row.agrees and not row.closed and row.confirmed != row.revision
    is_disputed = awaits and row.disputed == row.revision
    return TableGame(
        id=row.id,
        key=row.key,
        uid=row.uid,
        code=row.code,
        revision=row.revision,
        changed_at=aware(row.changed_at),
        is_begun=row.has_hands and standing is not None,
        is_over=has_ended and not awaits,
        hands=row.ends_after or row.sizes.count(",") + 1,
        played=row.played,
        standing=standing or Outcome((), (), ()),
        has_keeper=row.has_keeper,
        asks=row.asks,
        asks_id=row.asked_by,
        claimed_by=row.claimed_by,
        corrects=row.corrects,
        wish=_wish(row),
        awaits=awaits,
        dispute=_dispute(row.dispute or "") if is_disputed else None,
        is_broken=standing is None,
    )


def _wish(row: Any) -> Wish | None:
    wish = wish_of(row)
    return None if wish and wish.renames is None and row.has_hands else wish


def _dispute(text: str) -> tuple[str, str]:
    """Who disputes a result, and what they said, as the column has them."""
    name, _, said = text.partition("\n")
    return name, said


@lru_cache(4000)
def _outcome(totals: str, made: str, away: str, ended: datetime | None, hands: int) -> Outcome:
    """The totals, bids made and bids by seat, as the columns of a game have them, the seats that
    left, the time of the end and the number of hands."""
    pairs = [one.split("/") for one in made.split(",")]
    return Outcome(
        totals=tuple(int(total) for total in totals.split(",")),
        made=tuple(int(one) for one, _ in pairs),
        bids=tuple(int(one) for _, one in pairs),
        away=tuple(map(int, sorted(away))),
        ended=ended and aware(ended),
        hands=hands,
    )


def _tables() -> Select[Any]:
    names = ("id", "key", "uid", "code", "revision", "changed_at", "running")
    columns = (*names, "ends_after", "sizes", "played", "totals", "made", "ended_at")
    corrector = PHONE.alias()
    away = select(aggregate_strings(PLAYER.c.seat.cast(String), ""))
    away = away.where(PLAYER.c.game_id == GAME.c.id, PLAYER.c.away).correlate(GAME)
    query = select(
        *(EVENT_TABLE.c[name] for name in ("round", "number", "claimed_by", "asked_by")),
        *(EVENT_TABLE.c[name] for name in (*WISH, *AGREED)),
        EVENT.c.agrees,
        *(GAME.c[name] for name in columns),
        has_keeper().label("has_keeper"),
        HAS_HANDS.label("has_hands"),
        away.scalar_subquery().label("away"),
        PHONE.c.name.label("asks"),
        corrector.c.name.label("corrects"),
    )
    query = query.join_from(EVENT_TABLE, GAME, GAME.c.id == EVENT_TABLE.c.game_id)
    query = query.join(EVENT, EVENT.c.id == EVENT_TABLE.c.event_id)
    query = query.outerjoin(corrector, corrector.c.id == EVENT_TABLE.c.corrected_by)
    return query.outerjoin(PHONE, PHONE.c.id == EVENT_TABLE.c.asked_by)


def _states() -> Select[Any]:
    names = (
        "round",
        "number",
        "game_id",
        "claimed_by",
        "asked_by",
        "used",
        "corrected_by",
        *WISH,
        *AGREED,
    )
    of_table = (EVENT_TABLE.c[name] for name in names)
    of_game = (GAME.c[name] for name in ("key", "revision", "rights", "changed_at"))
    query = select(*of_table, *of_game, PHONE.c.name, EVENT.c.agrees)
    query = query.join_from(EVENT_TABLE, GAME, GAME.c.id == EVENT_TABLE.c.game_id)
    query = query.join(EVENT, EVENT.c.id == EVENT_TABLE.c.event_id)
    query = query.outerjoin(PHONE, PHONE.c.id == EVENT_TABLE.c.asked_by)
    query = query.where(EVENT_TABLE.c.event_id == bindparam("event"))
    return query.order_by(EVENT_TABLE.c.round, EVENT_TABLE.c.number)


_IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
_TABLES = _tables()
_TABLES_WITH = _TABLES.where(GAME.c.id.in_(_IDS))
_TABLE_AT = _TABLES.where(
    EVENT_TABLE.c.event_id == bindparam("event"),
    EVENT_TABLE.c.round == bindparam("round"),
    EVENT_TABLE.c.number == bindparam("number"),
)
_STATES = _states()


def ends_by_hand(place: Place, at: datetime) -> bool:
    """Return whether the hand in progress is the last one at this table, because the time is up."""
    is_agreed = place.event.event.settings.time_up is TimeUp.LAST_HAND
    is_running = place.round.state is RoundState.RUNNING
    return is_agreed and is_running and left(place.round.clock, at, place.table.extra_minutes) <= 0


def with_last_hand(stored: StoredGame, tap: Tap) -> Game:
    """The game; if the time was up at the tap, its hand in progress becomes the last."""
    settings, hands = stored.game.settings, stored.sheet.done + 1
    is_last = settings.ends_after is not None or hands >= len(settings.sizes)
    if stored.sheet.hand is None or is_last:
        return stored.game
    place = place_of(stored.id)
    if place is None or not ends_by_hand(place, tapped_at(stored, tap)):
        return stored.game
    return end_after(stored.game, hands)


class LateHands(NamedTuple):
    """The number of hands that were scored in time according to a phone, and reached the server
    after the time was up; and the seconds that the longest waited."""

    hands: int
    seconds: int


def late_hands(game_id: int, round_: Round, table: Table) -> LateHands:
    """The late hands of a table, from the log of its game."""
    end = round_.clock.ends(table.extra_minutes)
    query = select(CHANGE.c.at, CHANGE.c.places, CHANGE.c.waited).where(
        CHANGE.c.game_id == game_id, CHANGE.c.waited.is_not(None)
    )
    late: dict[int, int] = {}
    for at, places, waited in run(query) if end else ():
        if end and aware(at) <= end < aware(at) + timedelta(seconds=waited):
            late |= dict.fromkeys(scored_in(from_json(places)), waited)
    return LateHands(len(late), max(late.values(), default=0))
