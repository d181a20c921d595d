"""Saving a tap or a hidden bid, undoing, and the log of a game.

The past of a game: the lines of its log, and the games before and after each line.

Hidden bids: each phone enters its own, and all are revealed together.

Until then, a bid is shown only to the phone that entered it; all others see only which players have
bid.

Saving: every change of a game goes through :func:`save` or :func:`undo`.

The revision is checked inside the writing transaction. Each save adds a line to the log, with the
number of its tap. An action that changes nothing succeeds without a line. So does a tap that was
already answered or overtaken (store/games/writing.py), whatever was saved since.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, timedelta
from functools import wraps
from typing import Any, NamedTuple, ParamSpec

from sqlalchemy import case, delete, func, insert, select, update

from scorekeeper.keys import hashed
from scorekeeper.rules.actions import Numbers, enter_bids
from scorekeeper.rules.entry import Action
from scorekeeper.rules.game import BIDS, Game, Hand
from scorekeeper.rules.hand import any_revealed, number_problems, out_problems
from scorekeeper.rules.history import Change, Since, hand_or_none
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.store import phones
from scorekeeper.store.engine import now, parallel_transaction
from scorekeeper.store.games import writing
from scorekeeper.store.games.reading import STEPS, GameAccess, keepers_of, read, see, writable
from scorekeeper.store.games.writing import count_hidden_bid, drop_hidden_bids, write_save
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.log import from_json, has_hands, without
from scorekeeper.store.mapping.stored import (
    BROKEN,
    UNNUMBERED,
    LogLine,
    Rights,
    Step,
    StoredGame,
    Tap,
    UnknownGameError,
)
from scorekeeper.store.models import CHANGE, EVENT_TABLE, GAME, HIDDEN_BID, PHONE, run
from scorekeeper.store.phones import Requester

MOST_REDOS = 200
"""At most this many Redos in a row are followed back to find what the next one does."""
FOLDED = 200
"""At most this many saves are read from the log to find what an old page showed."""
LONGEST_LOG = 20_000
"""Saves of one game: 25 times the taps of the longest possible game (60 hands, 6 players)."""
SAVES_AN_HOUR = 2_000
"""Saves of one game within an hour: one every 1.8 seconds, all the time."""
HOUR = timedelta(hours=1)


def log(
    stored: StoredGame, newest: int | None = None, *, after: int = 0, before: int | None = None
) -> list[LogLine]:
    """The saves of the game between two revisions, newest first; only the ``newest`` if given."""
    number, game = CHANGE.c.revision, stored.game
    # Somebody may have saved since the game was read.
    here = CHANGE.c.game_id == stored.id, number <= stored.revision
    first = stored.revision + 1 if before is None else before
    if first <= stored.revision:
        later = select(CHANGE.c.places).where(*here, number >= first).order_by(number.desc())
        game = without(game, *map(from_json, run(later).scalars()))
    query = select(*CHANGE.c, PHONE.c.name.label("phone"))
    query = query.join_from(CHANGE, PHONE, CHANGE.c.phone_id == PHONE.c.id)
    query = query.where(*here, number > after, number < first).order_by(number.desc())
    lines = []
    for row in run(query.limit(newest)):
        change = Change(without(game, from_json(row.places)), game)
        at = row.at.replace(tzinfo=UTC)
        lines.append(
            LogLine(row.revision, at, row.phone_id, row.phone, change, row.undoes, row.tap)
        )
        game = change.before
    return lines


def line(game_id: int, **values: object) -> AnyRow | None:
    """The line of a game's log with these values; None if there is none, or a value is None."""
    if None in values.values():
        return None
    of_line = [CHANGE.c[name] == value for name, value in values.items()]
    return run(select(CHANGE).where(CHANGE.c.game_id == game_id, *of_line)).first()


def change_of(stored: StoredGame, row: AnyRow) -> Change:
    """The change of a line of the game's log."""
    return log(stored, 1, before=row.revision + 1)[0].change


def step(stored: StoredGame, revision: int | None) -> Step | None:
    """The effect of the save of this revision; None if the log does not have it, as before the
    first."""
    if not revision:
        return None
    if done := STEPS.get((stored.key, revision)):
        return done
    row = line(stored.id, revision=revision)
    if row is None:
        return None
    done = Step(from_json(row.places), row.undoes)
    STEPS.keep((stored.key, revision), done)
    return done


def newest_change(stored: StoredGame) -> Change | None:
    """The change that Undo reverses next; None if there is none."""
    done = step(stored, stored.undoable)
    return Change(without(stored.game, done.places), stored.game) if done else None


def redoable(stored: StoredGame, revision: int | None) -> int | None:
    """The Undo that Redo reverses in the game at this revision; None if there is none.

    After a Redo, this is the Undo before the one that it reversed: the game is as it was then.
    """
    for _ in range(MOST_REDOS):
        done = step(stored, revision)
        if done is None or done.undoes is None:
            return None
        if done.undoes > 0:
            return revision
        revision = -done.undoes - 1
    return None


def undone(stored: StoredGame, revision: int | None) -> Change | None:
    """The change that Redo reapplies in the game at this revision; None if there is none, or the
    game no longer has its places."""
    done = step(stored, redoable(stored, revision))
    with suppress(*BROKEN):
        return Change(stored.game, without(stored.game, done.places)) if done else None
    return None


def game_at(stored: StoredGame, revision: int) -> Game | None:
    """The game as it was at an earlier revision; None if there was none or it is too old."""
    since = saves_since(stored, revision)
    return since[-1].change.before if since else None if since is None else stored.game


def number_now(stored: StoredGame, revision: int | None, number: int) -> int | None:
    """The number now of the hand that had this one on a page; None if it was taken out."""
    if revision == stored.revision:
        return number
    then = None if revision is None else game_at(stored, revision)
    return stored.game.number_of((then or stored.game).id_of(number))


def saves_since(stored: StoredGame, revision: int | None) -> list[LogLine] | None:
    """The saves since a page was drawn, newest first.

    None if its revision never existed, is too old, or is followed by a gap in the log (after a
    restore, revisions continue above all earlier ones).
    """
    if revision is None or not 0 <= revision <= stored.revision <= revision + FOLDED:
        return None
    since = log(stored, after=revision)
    return since if len(since) == stored.revision - revision else None


def check_room(stored: StoredGame) -> None:
    """Raise RefusedError if the game was saved more often than any table would.

    Runs no statement until a game is longer than any evening.
    """
    if stored.revision < SAVES_AN_HOUR:
        return
    here = CHANGE.c.game_id == stored.id
    first = stored.revision - SAVES_AN_HOUR + 1
    at = run(select(CHANGE.c.at).where(here, CHANGE.c.revision == first)).scalar()
    # A clock that was fast must not stop a table.
    if at is not None and timedelta() <= now() - at < HOUR:
        raise RefusedError(Problem(Code.SAVES_OFTEN, values={"most": SAVES_AN_HOUR}))
    if stored.revision < LONGEST_LOG:
        return
    # After a restore there are fewer lines than revisions.
    if (run(select(func.count()).where(here)).scalar() or 0) >= LONGEST_LOG:
        raise RefusedError(Problem(Code.LOG_FULL, values={"most": LONGEST_LOG}))


@dataclass(frozen=True, slots=True)
class HiddenBids:
    """The ``seats`` with a hidden bid, and by seat the bids that the asking phone entered."""

    seats: frozenset[int]
    mine: Numbers


def visible_to(stored: StoredGame, phone_key: str) -> HiddenBids | None:
    """The hidden bids that the phone may see; None if bids are not hidden."""
    if not stored.hides_bids or stored.sheet.hand is None:
        return None
    # Of the other bids, only the seat is read from the database.
    my_bid = case((PHONE.c.key_hash == hashed(phone_key), HIDDEN_BID.c.bid))
    query = select(HIDDEN_BID.c.seat, my_bid.label("mine")).join_from(HIDDEN_BID, PHONE)
    here = HIDDEN_BID.c.game_id == stored.id, HIDDEN_BID.c.number == stored.sheet.hand.number
    mine = {row.seat: row.mine for row in run(query.where(*here))}
    return HiddenBids(frozenset(mine), tuple(mine.get(seat) for seat in stored.game.seats))


def check_hidden(before: StoredGame, game: Game) -> None:
    """Raise RefusedError if a save would reveal single bids while others are hidden."""
    hand = before.sheet.hand
    if not before.hides_bids or hand is None:
        return
    for opened in game.hands[hand.number - 1 :]:
        if opened.missing(BIDS) and any_revealed(opened):
            raise RefusedError(Problem(Code.BIDS_HIDDEN))


@parallel_transaction
def switch(key: str, phone_key: str, *, on: bool) -> None:
    """Let every phone enter its hidden bid, or stop that and discard the hidden bids.

    Raises UnknownGameError unless this phone keeps the score.
    """
    stored = writable(key, phone_key, lock=True).stored
    if stored.phone_bids != on:
        run(update(GAME).where(GAME.c.id == stored.id).values(phone_bids=on))
        drop_hidden_bids(stored)


@parallel_transaction
def enter(key: str, phone_key: str, number: int, bids: Numbers, tap: str | None) -> GameAccess:
    """Store these hidden bids of a hand, and reveal all once everybody has bid.

    A phone that does not keep the score has one bid: a newer one replaces it, even for another
    player. Success if the same bid is already revealed. Raises UnknownGameError, also for a game of
    an event whose score nobody keeps, as in a closed round; and RefusedError if bids are not hidden
    or another phone has bid for the player.
    """
    seen = see(key, phone_key, lock=True)
    if seen.stored.event_id is not None and not (seen.rights.writes or _is_open(seen.stored.id)):
        raise UnknownGameError(key)
    hand = _hand(seen.stored, number, bids)
    if hand is None:
        return seen
    refuse_if(number_problems(Code.BID_RANGE, bids, hand.cards) + out_problems(hand, bids))
    given = {seat: bid for seat, bid in enumerate(bids) if bid is not None}
    refuse_if([] if len(given) == 1 or seen.rights.writes else [Problem(Code.BID_SINGLE)])
    phone = phones.row_of(phone_key)
    before = _holders(seen.stored, number)
    _write(seen, hand, phone.id, given)
    after = _holders(seen.stored, number)
    if after.keys() >= {*hand.playing}:
        asking = Requester(phone.id, phone.book_id, phone.seen_at)
        return _revealed(replace(seen, phone=asking), number, Tap(tap))
    is_news = after.keys() != before.keys()
    return replace(seen, stored=count_hidden_bid(seen.stored)) if is_news else seen


def _is_open(game_id: int) -> bool:
    """Return whether a table of an event is played: its round is not closed, even if the desk
    corrects its sheet, and a phone keeps score."""
    closed = select(EVENT_TABLE.c.closed).where(EVENT_TABLE.c.game_id == game_id)
    return not run(closed).scalar() and bool(keepers_of(game_id))


def _write(seen: GameAccess, hand: Hand, phone_id: int, bids: dict[int, int]) -> None:
    """Write a phone's bids; raises RefusedError if another phone has bid for the player."""
    stored = seen.stored
    holders = _holders(stored, hand.number)
    taken = [seat for seat in bids if holders.get(seat, phone_id) != phone_id]
    refuse_if([Problem(Code.SEAT_TAKEN, seat) for seat in taken])
    mine = {seat for seat, holder in holders.items() if holder == phone_id}
    _remove(stored, mine & bids.keys() if seen.rights.writes else mine)
    known: dict[str, Any] = {"game_id": stored.id, "number": hand.number, "cards": hand.cards}
    known |= {"phone_id": phone_id, "at": now()}
    if rows := [{**known, "seat": seat, "bid": bid} for seat, bid in bids.items()]:
        run(insert(HIDDEN_BID), rows)


@parallel_transaction
def reveal(key: str, phone_key: str, number: int, tap: str | None) -> GameAccess:
    """Reveal the hidden bids, even if some are missing.

    Success if they are already revealed. Raises UnknownGameError unless this phone keeps the score,
    and RefusedError.
    """
    seen = writable(key, phone_key, lock=True)
    return seen if _hand(seen.stored, number) is None else _revealed(seen, number, Tap(tap))


@parallel_transaction
def remove(key: str, phone_key: str, number: int, seat: int | None) -> None:
    """Remove a hidden bid, so that another phone can bid for the player.

    Raises UnknownGameError unless this phone keeps the score.
    """
    stored = writable(key, phone_key, lock=True).stored
    if stored.hides_bids and seat is not None and seat in _holders(stored, number):
        _remove(stored, {seat})
        count_hidden_bid(stored)


def _hand(stored: StoredGame, number: int, bids: Numbers = ()) -> Hand | None:
    """The hand whose bids are hidden; None if these bids are already revealed in it.

    Raises RefusedError if another hand is in play, or bids are not hidden.
    """
    if not stored.phone_bids:
        raise RefusedError(Problem(Code.BIDS_OFF))
    if stored.hides_bids and stored.sheet.hand and stored.sheet.hand.number == number:
        return stored.sheet.hand
    hand = hand_or_none(stored.game, number)
    if hand is None or not any_revealed(hand):
        raise RefusedError(Problem(Code.BIDS_ANOTHER))
    if any(bid not in (None, known) for bid, known in zip(bids, hand.bids, strict=False)):
        raise RefusedError(Problem(Code.BIDS_REVEALED))
    return None


def _revealed(seen: GameAccess, number: int, tap: Tap) -> GameAccess:
    """The game with all hidden bids, saved as one change. Raises RefusedError."""
    stored = seen.stored
    out = stored.sheet.hand.out if stored.sheet.hand else ()
    # A player who has bid may sit out by now.
    found = {row.seat: row.bid for row in _bids_of(stored, number) if row.seat not in out}
    refuse_if([] if found else [Problem(Code.BIDS_NONE)])
    check_room(stored)
    game = enter_bids(stored.game, number, tuple(found.get(seat) for seat in stored.game.seats))
    return replace(seen, stored=write_save(seen, game, tap))


def _holders(stored: StoredGame, number: int) -> dict[int, int]:
    return {row.seat: row.phone_id for row in _bids_of(stored, number)}


def _bids_of(stored: StoredGame, number: int) -> Iterable[AnyRow]:
    here = HIDDEN_BID.c.game_id == stored.id, HIDDEN_BID.c.number == number
    return run(select(HIDDEN_BID).where(*here))


def _remove(stored: StoredGame, seats: Iterable[int]) -> None:
    here = HIDDEN_BID.c.game_id == stored.id, HIDDEN_BID.c.seat.in_(seats)
    run(delete(HIDDEN_BID).where(*here))


Rebase = Callable[[Since], Action | None]
"""Takes the games since the one that the page showed. Returns an action that adds only what the
page entered, or None if others changed the same thing."""
First = Callable[[StoredGame, Tap], Game]
"""Takes the game as it is, and the tap. Returns the game that the tap finds."""


At = Callable[[int], tuple[Action, Rebase]]
"""Takes the number of a hand."""


class Save(NamedTuple):
    """A change that a page asks for: the revision that it showed, the action of ``rules/``, how to
    rebase that on a newer game, and the tap. ``first`` is a separate save that comes before this
    one, in a game of an event. ``number`` is that of the hand that it changes, and ``at`` makes the
    action and the rebase for the number that this hand has since. ``clears``: hidden bids go."""

    revision: int | None
    action: Action
    rebase: Rebase | None = None
    tap: Tap = UNNUMBERED
    first: First | None = None
    number: int | None = None
    at: At | None = None
    clears: bool = False


@dataclass(frozen=True, slots=True)
class Saved:
    """The game before and after a save, and its ``change``: None if nothing had to change.

    For a save or an Undo that was already done, ``change`` is its change at that time, which its
    ``line`` of the log tells.
    """

    before: StoredGame
    after: StoredGame
    rights: Rights
    change: Change | None
    line: AnyRow | None = None


class StaleError(Exception):
    """The game has changed since the page was drawn.

    Contains the current game, the saves of others ``since`` (newest first), and the ``games`` from
    the one that the page showed (``base``) to the current one. Both are None if the page's revision
    never existed or is too old to be compared.
    """

    def __init__(
        self,
        stored: StoredGame,
        since: list[LogLine] | None,
        knows: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(f"revision is {stored.revision}")
        self.stored = stored
        self.since = [line for line in since or [] if line.tap not in knows]
        self.games: Since | None = None
        if since is not None:
            saved = since[::-1]
            games = (*(line.change.before for line in saved), stored.game)
            self.games = Since(games, tuple(line.tap not in knows for line in saved))
        self.base = self.games.base if self.games else None


P = ParamSpec("P")
Written = Callable[P, Saved]


def _told(write: Written[P]) -> Written[P]:
    """Read the log, which may be long, only after the transaction."""

    @wraps(write)
    def written(*args: P.args, **kwargs: P.kwargs) -> Saved:
        saved = write(*args, **kwargs)
        if saved.line is None:
            return saved
        return replace(saved, change=change_of(saved.after, saved.line))

    return written


@_told
@parallel_transaction
def save(key: str, phone_key: str, asked: Save) -> Saved:
    """Apply an action to the game and store the result, once for each tap.

    If the page's revision is not the current one, ``rebase`` may return another action. Raises
    UnknownGameError, StaleError if the page is stale and the action would still change something,
    and RefusedError from the action.
    """
    seen = writable(key, phone_key, lock=True)
    if asked.first is not None and seen.stored.event_id is not None:
        seen, asked = _after_first(seen, asked, asked.first)
    before, tap = seen.stored, asked.tap
    try:
        fits = asked.revision == before.revision
        game = asked.action(before.game) if fits else _rebased(before, asked)
        if game != before.game:
            check_room(before)
            check_hidden(before, game)
    except (RefusedError, StaleError):
        if line(before.id, tap=tap.number) is None and not writing.is_done(before.id, tap):
            raise
        game = before.game
    if game == before.game:
        done = line(before.id, tap=tap.number)
        is_new = done is None and not writing.is_done(before.id, tap)
        writing.note(before, tap, is_logged=done is not None)
        after = _cleared(before, asked) if is_new else before
        return Saved(before, after, seen.rights, None, done)
    after = write_save(seen, game, tap)
    if after is before:
        return Saved(before, before, seen.rights, None)
    change = Change(before.game, after.game)
    return Saved(before, _cleared(after, asked), seen.rights, change)


@_told
@parallel_transaction
def undo(
    key: str,
    phone_key: str,
    target: int | None,
    tap: Tap = UNNUMBERED,
    undoes: str | None = None,
) -> Saved:
    """Undo the save that made revision ``target``, which must be the newest one not yet undone.

    A page that does not know the revision of its last tap yet sends the tap's number (``undoes``).
    Undoing a save that is already undone succeeds. Raises the errors of :func:`save`.
    """
    before = (seen := writable(key, phone_key, lock=True)).stored
    if undoes is not None:
        named = line(before.id, tap=undoes)
        target = named.revision if named else None
    done = line(before.id, revision=target)
    if done and target == before.undoable:
        check_room(before)
        after = write_save(seen, None, tap, done)
        if after is before:
            # This tap made another save: an Undo already done no longer has a target.
            raise StaleError(before, saves_since(before, target), tap.knows)
        return Saved(before, after, seen.rights, Change(before.game, after.game))
    if taken := line(before.id, undoes=target):
        return Saved(before, before, seen.rights, None, taken)
    raise StaleError(before, saves_since(before, target), tap.knows)


def redo(key: str, phone_key: str, revision: int | None, tap: Tap = UNNUMBERED) -> Saved:
    """Reapply the newest undone change, which must still be undone at ``revision``.

    If it is already reapplied, this succeeds. Raises the errors of :func:`save`.
    """
    stored = read(key)
    tap = replace(tap, redoes=redoable(stored, revision))
    done = step(stored, tap.redoes)

    def action(game: Game) -> Game:
        if done is None or not has_hands(game, done.places):
            raise RefusedError(Problem(Code.REDO_NOTHING))
        try:
            return without(game, done.places)
        except BROKEN as problem:
            # The page is stale, and the game no longer has these places.
            raise RefusedError(Problem(Code.REDO_NOTHING)) from problem

    return save(key, phone_key, Save(revision, action, None, tap))


def _cleared(stored: StoredGame, asked: Save) -> StoredGame:
    return drop_hidden_bids(stored) if asked.clears and stored.hides_bids else stored


def _after_first(seen: GameAccess, asked: Save, first: First) -> tuple[GameAccess, Save]:
    """Make the save that comes first, then treat the tap as if its page had shown the result."""
    before = seen.stored
    game = first(before, asked.tap)
    if game == before.game:
        return seen, asked
    stored = write_save(seen, game, UNNUMBERED)
    fits = asked.revision == before.revision
    asked = asked._replace(revision=stored.revision) if fits else asked
    return replace(seen, stored=stored), asked


def _rebased(stored: StoredGame, asked: Save) -> Game:
    """The game with a stale page's entry merged in, in the hand that it was meant for; raises
    StaleError if that is impossible, and RefusedError if somebody took this hand out."""
    stale = StaleError(stored, saves_since(stored, asked.revision), asked.tap.knows)
    if asked.number is not None and asked.at is not None:
        hand_id = (stale.base or stored.game).id_of(asked.number)
        # A page that nobody drew may ask for hand 0.
        number = stored.game.number_of(hand_id) if hand_id else asked.number
        if number is None:
            raise RefusedError(Problem(Code.HAND_GONE))
        action, rebase = asked.at(number)
        asked = asked._replace(action=action, rebase=rebase)
    try:
        is_done = asked.action(stored.game) == stored.game
    except RefusedError:
        is_done = False
    if is_done:
        return stored.game
    if asked.rebase is None or stale.games is None:
        raise stale
    own = asked.rebase(stale.games)
    if own is None:
        raise stale
    return own(stored.game)
