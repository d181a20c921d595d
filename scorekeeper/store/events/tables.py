"""The tables of an event and their games.

The state of the games of an event's tables: one statement if nothing changed, and a second that
reads the changed games.

The end of a table's game when the time of its round is up: a tap counts at the time when it was
made, also if it waited on a phone without a connection. Only the phone knows for how long, so the
log of the game keeps what it said, and the desk sees it.

The games of an event's tables, created, seated again, closed and deleted as its acts require.

No code here depends on the kind of act: the tables before and after it are compared, so an Undo
needs no code of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    String,
    bindparam,
    delete,
    exists,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.sql.functions import aggregate_strings

from scorekeeper.keys import new_game_key, stable_id
from scorekeeper.memory import Memory, by_identity
from scorekeeper.rules.actions import end_after
from scorekeeper.rules.attendance import rename
from scorekeeper.rules.events.entrant_acts import Wish
from scorekeeper.rules.events.event import Event, Outcome, Outcomes, Round, RoundState, Table, left
from scorekeeper.rules.events.settings import EventCode, EventSettings, TimeUp
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.rules.variants.model import Settings
from scorekeeper.store import importing
from scorekeeper.store.engine import aware, end_reading, lock_game
from scorekeeper.store.events.events import EventAccess, Place, StoredEvent, place_of
from scorekeeper.store.games import saves
from scorekeeper.store.games.games import forget_unplayed
from scorekeeper.store.games.reading import GameAccess, found_many, has_keeper
from scorekeeper.store.games.saves import check_hidden
from scorekeeper.store.games.writing import tapped_at, write_save
from scorekeeper.store.mapping.document import NO_HANDS, standing_values
from scorekeeper.store.mapping.log import from_json, scored_in
from scorekeeper.store.mapping.stored import (
    BROKEN,
    UNNUMBERED,
    BrokenGame,
    StoredGame,
    Tap,
    wish_of,
)
from scorekeeper.store.models import (
    CHANGE,
    DOCUMENT,
    EVENT,
    EVENT_TABLE,
    GAME,
    KEEPER,
    PHONE,
    PLAYER,
    EventRow,
    db,
    run,
)

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
    return {key: table.standing for key, table in tables.items() if table.is_over}


def standings_of(tables: Mapping[TableKey, TableGame]) -> Outcomes:
    return {key: table.standing for key, table in tables.items() if table.is_begun}


def asker_keeps(tables: Mapping[TableKey, TableGame], key: TableKey) -> int | None:
    """The number of another table of the round whose score the phone that asks at this one keeps by
    its slip."""
    phone = tables[key].asks_id
    others = (at for at, one in tables.items() if at != key and at[0] == key[0])
    return phone and next((at[1] for at in others if tables[at].claimed_by == phone), None)


def table_of(game_id: int) -> TableKey | None:
    query = select(EVENT_TABLE.c.round, EVENT_TABLE.c.number)
    row = run(query.where(EVENT_TABLE.c.game_id == game_id)).first()
    return (row.round, row.number) if row else None


def games_of(event_id: int, keys: Iterable[TableKey]) -> dict[TableKey, StoredGame | BrokenGame]:
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
    end = round_.clock.ends(table.extra_minutes)
    query = select(CHANGE.c.at, CHANGE.c.places, CHANGE.c.waited).where(
        CHANGE.c.game_id == game_id, CHANGE.c.waited.is_not(None)
    )
    late: dict[int, int] = {}
    for at, places, waited in run(query) if end else ():
        if end and aware(at) <= end < aware(at) + timedelta(seconds=waited):
            late |= dict.fromkeys(scored_in(from_json(places)), waited)
    return LateHands(len(late), max(late.values(), default=0))


class Seated(NamedTuple):
    """The game that a published table should have: its players by seat, first dealer and hands."""

    players: tuple[str, ...]
    dealer: int
    sizes: tuple[int, ...]

    def fits(self, other: Seated) -> bool:
        """Return whether at most the names differ, so that a game with hands can be changed into
        this one."""
        return len(self.players) == len(other.players) and self[1:] == other[1:]


def games_in(event: Event, rounds: Collection[int] | None = None) -> dict[TableKey, Seated]:
    """The games that the published rounds should have, or those of them with these numbers."""
    return {
        (one.number, table.number): Seated(
            tuple(event.entrant(seat).name for seat in table.seats), table.dealer, table.sizes
        )
        for one in event.published
        if rounds is None or one.number in rounds
        for table in one.tables
    }


def counted_in(event: Event, rounds: Collection[int] | None = None) -> dict[TableKey, int]:
    """The revisions of the games whose results the desk lets count, in all rounds or in these."""
    return {
        (one.number, table.number): table.counted
        for one in event.published
        if rounds is None or one.number in rounds
        for table in one.tables
        if table.counted is not None
    }


def _changed_rounds(before: Event, after: Event) -> set[int] | None:
    """The numbers of the rounds that an act may have changed; None for all, after a new name."""
    if before.entrants is not after.entrants and before.names != after.names:
        return None
    both = enumerate(zip_longest(before.rounds, after.rounds), 1)
    return {number for number, (one, other) in both if one is not other}


def update_games(seen: EventAccess, after: Event, moment: datetime) -> None:
    """Change the games to those of the event ``after`` an act; call it inside the transaction of
    the act. Raises RefusedError if a game with hands would have to be deleted or dealt again."""
    rounds = _changed_rounds(seen.stored.event, after)
    before, wanted = games_in(seen.stored.event, rounds), games_in(after, rounds)
    differing = {key for key in before if before[key] != wanted.get(key)}
    if differing:
        gone = differing - wanted.keys()
        games = _whole(games_of(seen.stored.id, differing), gone)
        _delete(seen.stored.book_id, [games[key] for key in gone if key in games])
        for key in sorted(differing - gone):
            fits = wanted[key].fits(before[key])
            stored = games[key]
            change = _seated if fits else _dealt
            _save(seen, stored, change(stored.game, key, before[key], wanted[key]))
        before = {key: seated for key, seated in before.items() if key not in gone}
    if new := {key: seated for key, seated in wanted.items() if key not in before}:
        _create(seen, after, new, moment)
    _begin_rounds(seen, after, moment)
    count_results(seen.stored.id, counted_in(seen.stored.event, rounds), counted_in(after, rounds))
    if after.ended and not seen.stored.event.ended:
        end_corrections(EVENT_TABLE.c.event_id == seen.stored.id)
    _tell_tables(seen.stored, after)


def _whole(
    found: dict[TableKey, StoredGame | BrokenGame], gone: set[TableKey]
) -> dict[TableKey, StoredGame]:
    """The games; refuses to change one that is broken, which may have hands."""
    games = {}
    for key, one in found.items():
        if isinstance(one, BrokenGame):
            values = {} if key in gone else {"number": key[1]}
            code = EventCode.UNDO_PLAYED if key in gone else EventCode.TABLE_BEGUN
            raise RefusedError(Problem(code, values=values))
        games[key] = one
    return games


def _delete(book_id: int, games: list[StoredGame]) -> None:
    if any(one.game.hands for one in games):
        raise RefusedError(Problem(EventCode.UNDO_PLAYED))
    forget_unplayed(book_id, games)


def _seated(game: Game, _: TableKey, before: Seated, wanted: Seated) -> Game:
    """The game with the names that differ; the hands stay."""
    players = list(game.players)
    for seat, (old, new) in enumerate(zip(before.players, wanted.players, strict=True)):
        if old != new:
            players[seat] = new
    return rename(game, tuple(players))


def _dealt(game: Game, key: TableKey, _: Seated, wanted: Seated) -> Game:
    if game.hands:
        raise RefusedError(Problem(EventCode.TABLE_BEGUN, values={"number": key[1]}))
    settings = replace(game.settings, sizes=wanted.sizes)
    return replace(game, players=wanted.players, settings=settings, starts=(), away=(), order=())


def _save(seen: EventAccess, stored: StoredGame, game: Game) -> None:
    if game == stored.game:
        return
    saves.check_room(stored)
    check_hidden(stored, game)
    lock_game(stored.key)
    saved = write_save(GameAccess(stored, seen.rights, seen.phone), game, UNNUMBERED)
    _agreed_still(stored, saved)
    # The table's own Undo skips this change, because only the desk can reverse it; and it is no tap
    # of the table.
    was = {"undoable": stored.undoable, "changed_at": stored.changed_at.replace(tzinfo=None)}
    run(update(GAME).where(GAME.c.id == stored.id).values(was))


def _agreed_still(before: StoredGame, after: StoredGame) -> None:
    """What a table has confirmed or disputed stays so when only names change, because the hands
    do not."""
    for said in (EVENT_TABLE.c.confirmed, EVENT_TABLE.c.disputed):
        here = EVENT_TABLE.c.game_id == before.id, said == before.revision
        run(update(EVENT_TABLE).where(*here).values({said: after.revision}))


def _create(seen: EventAccess, after: Event, new: dict[TableKey, Seated], moment: datetime) -> None:
    row = db.session.get_one(EventRow, seen.stored.id)
    incoming = {key: _incoming(after, seated, moment) for key, seated in new.items()}
    prepared = [importing.prepared(one) for one in incoming.values()]
    of_event = {"event_id": row.id, "brought_by": row.brought_by}
    ids = importing.write(row.book_id, prepared, of_event)
    link_tables(row.id, {key: ids[one.uid] for key, one in incoming.items()})


def link_tables(event_id: int, games: dict[TableKey, int]) -> None:
    """Store which games belong to the event's tables; call it inside a writing transaction."""
    run(
        insert(EVENT_TABLE),
        [
            {"event_id": event_id, "round": key[0], "number": key[1], "game_id": game_id}
            for key, game_id in games.items()
        ],
    )


def _incoming(event: Event, seated: Seated, moment: datetime) -> Incoming:
    agreed = event.settings
    sizes = seated.sizes or agreed.hands_for(len(seated.players))
    rules = rules_at_table(agreed, sizes)
    game = Game(agreed.variant, seated.players, seated.dealer, rules, deck=agreed.deck)
    return Incoming(stable_id(new_game_key()), game, aware(moment), aware(moment))


def rules_at_table(agreed: EventSettings, sizes: tuple[int, ...]) -> Settings:
    """The house rules of a table's game, with the clock of the round."""
    return replace(agreed.rules, sizes=sizes, clock=None, ends_after=None)


def _begin_rounds(seen: EventAccess, after: Event, moment: datetime) -> None:
    """Set the start of the games of a round that begins, and mark the tables of one that closes."""
    states = {one.number: one.state for one in seen.stored.event.rounds}
    for one in after.rounds:
        before = states.get(one.number)
        if one.state is before:
            continue
        if (before, one.state) == (RoundState.PUBLISHED, RoundState.RUNNING):
            of_round = EVENT_TABLE.c.event_id == seen.stored.id, EVENT_TABLE.c.round == one.number
            games = select(EVENT_TABLE.c.game_id).where(*of_round)
            here = GAME.c.id.in_(games), ~HAS_HANDS
            run(update(GAME).where(*here).values(started_at=moment, changed_at=moment))
        elif RoundState.CLOSED in (before, one.state):
            close_tables(seen.stored.id, one.number, closed=one.state is RoundState.CLOSED)


def _tell_tables(stored: StoredEvent, after: Event) -> None:
    """Change the stamps of games whose clock or next tables have changed, so that their pages show
    it."""
    before = {one.number: one for one in stored.event.rounds}
    changed = {
        one.number
        for one in after.rounds
        if one is not before.get(one.number) and _shows(one) != _shows(before.get(one.number))
    }
    changed |= {number for number in before if number > len(after.rounds)}
    if not changed:
        return
    shown = changed | {number - 1 for number in changed}
    _tell_games(EVENT_TABLE.c.event_id == stored.id, EVENT_TABLE.c.round.in_(shown))


def _shows(one: Round | None) -> Hashable:
    """The values of a round that the pages of its games show."""
    if one is None or one.state is RoundState.DRAWN:
        return None
    results = [(table.set_aside, table.by_hand, table.counted) for table in one.tables]
    tables = [(table.seats, table.extra_minutes) for table in one.tables]
    return one.state, one.clock, tuple(tables), tuple(results)


def count_results(
    event_id: int, before: Mapping[TableKey, int], after: Mapping[TableKey, int]
) -> None:
    """Let the results count that the desk lets count ``after`` an act, and no longer those that it
    let count ``before``; inside a writing transaction."""
    for key in {one for one, _ in before.items() ^ after.items()}:
        here = EVENT_TABLE.c.event_id == event_id, EVENT_TABLE.c.round == key[0]
        at_table = update(EVENT_TABLE).where(*here, EVENT_TABLE.c.number == key[1])
        run(at_table.values(confirmed=after.get(key)))


def close_tables(event_id: int, *numbers: int, closed: bool = True) -> None:
    """Mark the tables of rounds that close or open again; from this follows who keeps score.
    Corrections of single tables end."""
    of_round = (EVENT_TABLE.c.event_id == event_id, EVENT_TABLE.c.round.in_(numbers))
    end_corrections(*of_round)
    run(update(EVENT_TABLE).where(*of_round).values(closed=closed))
    _tell_games(*of_round)


def end_corrections(*which: ColumnElement[bool]) -> None:
    """End the corrections of tables; inside a writing transaction."""
    corrected = EVENT_TABLE.c.corrected_by.is_not(None), *which
    _tell_games(*corrected)
    at_table = KEEPER.c.game_id == EVENT_TABLE.c.game_id
    by_desk = at_table, KEEPER.c.phone_id == EVENT_TABLE.c.corrected_by, *corrected
    run(delete(KEEPER).where(KEEPER.c.claimed, exists().where(*by_desk).correlate(KEEPER)))
    run(update(EVENT_TABLE).where(*corrected).values(corrected_by=None))


def _tell_games(*which: ColumnElement[bool]) -> None:
    """Change the stamps of the games of these tables, so that their pages show what has changed."""
    found = run(select(GAME.c.id, GAME.c.key).join_from(EVENT_TABLE, GAME).where(*which)).all()
    for game in found:
        lock_game(game.key)
    ids = [game.id for game in found]
    run(update(GAME).where(GAME.c.id.in_(ids)).values(rights=GAME.c.rights + 1))
