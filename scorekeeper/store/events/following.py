"""The games of an event's tables, created, seated again, closed and deleted as its acts require.

No code here depends on the kind of act: the tables before and after it are compared, so an Undo
needs no code of its own.
"""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, exists, insert, select, update

from scorekeeper.keys import new_game_key, stable_id
from scorekeeper.rules.attendance import rename
from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.rules.events.settings import EventCode, EventSettings
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.rules.variants.model import Settings
from scorekeeper.store.engine.locks import lock_game
from scorekeeper.store.engine.transaction import aware
from scorekeeper.store.events.events import EventAccess, StoredEvent
from scorekeeper.store.events.tables import HAS_HANDS, TableKey, games_of
from scorekeeper.store.games import past
from scorekeeper.store.games.games import forget_unplayed
from scorekeeper.store.games.hidden_bids import check_hidden
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.games.writing import write_save
from scorekeeper.store.lists import importing
from scorekeeper.store.mapping.stored import UNNUMBERED, BrokenGame, StoredGame
from scorekeeper.store.models import EVENT_TABLE, GAME, KEEPER, EventRow, db, run


class Seated(NamedTuple):
    """The game that a published table should have: its players by seat, first dealer and hands."""

    players: tuple[str, ...]
    dealer: int
    sizes: tuple[int, ...]

    def fits(self, other: "Seated") -> bool:
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
    """The game for another number of players, if no hand has begun."""
    if game.hands:
        raise RefusedError(Problem(EventCode.TABLE_BEGUN, values={"number": key[1]}))
    settings = replace(game.settings, sizes=wanted.sizes)
    return replace(game, players=wanted.players, settings=settings, starts=(), away=(), order=())


def _save(seen: EventAccess, stored: StoredGame, game: Game) -> None:
    """Store the changed game by an ordinary save."""
    if game == stored.game:
        return
    past.check_room(stored)
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
