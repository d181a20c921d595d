"""The rows that a save writes: the game's, its document and the log's.

A book has each stable id once, even after books are joined. The functions about these ids run
inside a writing transaction.
"""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import zip_longest
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    Exists,
    Insert,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from scorekeeper.keys import stable_id
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change, Subject
from scorekeeper.rules.incoming import Stated, UnreadableError, check_hand
from scorekeeper.rules.sheet import next_sheet
from scorekeeper.store import persons
from scorekeeper.store.engine import after_commit, aware, lock_books, note_event, now
from scorekeeper.store.games.reading import GameAccess, keep
from scorekeeper.store.mapping import document
from scorekeeper.store.mapping.log import (
    Places,
    from_json,
    patched,
    places_between,
    reversed_places,
    to_json,
)
from scorekeeper.store.mapping.stored import Step, StoredGame, Tap
from scorekeeper.store.models import (
    CHANGE,
    DELETED,
    DOCUMENT,
    EVENT,
    FIGURE,
    GAME,
    HIDDEN_BID,
    PHONE,
    TAP,
    run,
)
from scorekeeper.store.persons import colours_in, renew_stamp, write_players
from scorekeeper.store.phones import VISIT

Noted = dict[str, frozenset[str] | None]
"""Numbers, with the places that later taps entered; None for a tap that changed nothing."""
MOST = 1_000
"""Numbers that are stored for a game."""
KEPT_FOR = 200
"""Saves for which a number is stored; older pages are not compared either."""


def is_done(game_id: int, tap: Tap) -> bool:
    """Return whether the tap arrived before and changed nothing, or a later one contained all of
    it."""
    noted = _noted(game_id, {tap.number} if tap.number else set())
    if not noted:
        return False
    later = noted[tap.number or ""]
    # A place is one of them, or belongs to a form that was entered completely.
    return later is None or (
        bool(tap.places) and all({one, one.partition(" ")[0]} & later for one in tap.places)
    )


def note(stored: StoredGame, tap: Tap, *, is_logged: bool) -> None:
    """Store the tap's number unless the log has it, and those of the taps that it includes and that
    never arrived.

    Inside a writing transaction.
    """
    own = set() if is_logged or tap.number is None else {tap.number}
    if not (numbers := own | tap.knows):
        return
    logged = select(CHANGE.c.tap).where(CHANGE.c.game_id == stored.id, CHANGE.c.tap.in_(numbers))
    new = numbers - set(run(logged).scalars())
    noted = _noted(stored.id, new)
    rows: Noted = {
        number: None if number in own else (noted.get(number) or frozenset()) | tap.places
        for number in new
        if noted.get(number, frozenset()) is not None
    }
    if rows:
        _write(stored, rows)


def _noted(game_id: int, numbers: AbstractSet[str]) -> Noted:
    if not numbers:
        return {}
    query = select(TAP.c.number, TAP.c.places).where(
        TAP.c.game_id == game_id, TAP.c.number.in_(numbers)
    )
    return {
        number: None if places is None else frozenset(places.split("\n"))
        for number, places in run(query)
    }


def _write(stored: StoredGame, taps: Noted) -> None:
    """Replace the stored values of these numbers, and delete those that are too old."""
    here = TAP.c.game_id == stored.id
    old = TAP.c.revision < stored.revision - KEPT_FOR
    run(delete(TAP).where(here, old | TAP.c.number.in_(taps)))
    room = MOST - (run(select(func.count()).where(here)).scalar() or 0)
    rows = [
        {
            "game_id": stored.id,
            "number": number,
            "places": None if places is None else "\n".join(sorted(places)),
            "revision": stored.revision,
        }
        for number, places in taps.items()
    ]
    if rows := rows[: max(room, 0)]:
        run(insert(TAP), rows)


SLOW = timedelta(seconds=20)
"""A longer wait of a tap is one without a connection."""
_standing_of = attrgetter("totals", "result", "positions", "rows")
"""The values of a sheet that columns of its game repeat."""


class ImpossibleHandError(Exception):
    """A save would store a hand that no table could have played: the program is wrong."""


def write_save(
    seen: GameAccess, game: Game | None, tap: Tap, undone: document.AnyRow | None = None
) -> StoredGame:
    """Write a changed game and return it as it is stored; inside a writing transaction.

    Without a game, this save reverses the ``undone`` line of the log. If the ``tap`` is already in
    the log, nothing is written and the game is returned unchanged. Raises ImpossibleHandError.
    """
    was, number = seen.stored, seen.stored.revision + 1
    if game is None:
        places = reversed_places(from_json(undone.places)) if undone else ()
        game, marks = patched((was.game, was.marks), places)
    else:
        game = _identified(game, number)
        marks = _marks(was, game)
        places = places_between((was.game, was.marks), (game, marks))
    _check_hands(was.game, game)
    sheet = next_sheet(was.game, was.sheet, game)
    change, played = Change(was.game, game), game.about.played
    stored = replace(
        was,
        revision=number,
        started_at=played.at if played else was.recorded_at,
        changed_at=tapped_at(was, tap),
        undoable=undone.undoable if undone else number,
        game=game,
        sheet=sheet,
        marks=marks,
    )
    undoes = undone.revision if undone else -tap.redoes if tap.redoes else None
    if not _write_line(seen, stored, places, tap, undoes):
        return was
    note(stored, tap, is_logged=True)
    subject = change.subject
    _write_game(was, stored, subject)
    if was.sheet.result or stored.sheet.result or subject is Subject.ABOUT:
        renew_stamp(was.book_id)
    if subject is Subject.SEATS:
        _write_seats(was, game)
        stored = replace(stored, chosen_colours=colours_in(was.id))
    if was.hides_bids:
        stored = _with_hidden_bids(was, stored)
    if was.event_id and _listed(was) != _listed(stored):
        # This comes last, because the saves of other tables wait for this row.
        note_event(run(_TOUCHED, {"of_event": was.event_id}).scalar_one())
    after_commit(partial(keep, stored, Step(places, undoes)))
    return stored


def _identified(game: Game, revision: int) -> Game:
    """The game with an id for a hand that was put in: the negative revision, so that those of the
    hands to come stay."""
    if all(hand.id for hand in game.hands):
        return game
    named = (hand if hand.id else replace(hand, id=-revision) for hand in game.hands)
    return replace(game, hands=tuple(named))


def _marks(was: StoredGame, game: Game) -> tuple[Stated, ...]:
    """The points on another sheet, of hands that may have another number now."""
    moved = [
        (hand and game.number_of(was.game.id_of(hand)), seat, said)
        for hand, seat, said in was.marks
    ]
    return tuple((hand, seat, said) for hand, seat, said in moved if hand is not None)


def tapped_at(was: StoredGame, tap: Tap) -> datetime:
    """The time of a tap: that of the table if it waited there, but not before the save before."""
    moment = aware(now())
    return (
        min(moment, max(moment - timedelta(seconds=tap.ago), was.changed_at)) if tap.ago else moment
    )


def _waited(stored: StoredGame) -> int | None:
    """The seconds that a tap at an event waited on the phone, so that the desk can see it; None if
    that was no longer than a slow line takes."""
    waited = aware(now()) - stored.changed_at if stored.event_id else timedelta()
    return round(waited.total_seconds()) if waited > SLOW else None


def drop_hidden_bids(stored: StoredGame) -> StoredGame:
    """Delete the hidden bids, and let pages know; inside a writing transaction."""
    run(delete(HIDDEN_BID).where(HIDDEN_BID.c.game_id == stored.id))
    return count_hidden_bid(stored)


def count_hidden_bid(stored: StoredGame) -> StoredGame:
    """Let pages know that somebody has bid, or that a bid was removed."""
    run(update(GAME).where(GAME.c.id == stored.id).values(rights=stored.rights + 1))
    return replace(stored, rights=stored.rights + 1)


def _with_hidden_bids(was: StoredGame, stored: StoredGame) -> StoredGame:
    """Delete the hidden bids unless they still belong to the hand in play, which may have another
    number."""
    before, now = was.sheet.hand, stored.sheet.hand
    assert before is not None  # noqa: S101 - its bids are hidden
    if now is None or (before.id, before.cards) != (now.id, now.cards):
        return drop_hidden_bids(stored)
    is_again = before.trump is not None and now.trump is None
    if is_again or not stored.hides_bids:
        return drop_hidden_bids(stored)
    if now.number != before.number:
        run(update(HIDDEN_BID).where(HIDDEN_BID.c.game_id == was.id).values(number=now.number))
    return stored


def _listed(stored: StoredGame) -> Hashable:
    """The part of a game that the lists of its event show; once it is over, its revision."""
    game, sheet = stored.game, stored.sheet
    if sheet.result:
        return stored.revision
    standing = tuple(document.standing_values(sheet).values())
    return bool(game.hands), game.settings.sizes, game.settings.ends_after, game.away, standing


def _check_hands(before: Game, game: Game) -> None:
    """The last line of defence: each changed hand must pass the checks of one from a file."""
    for old, hand in zip_longest(before.hands, game.hands):
        if hand is None or hand == old:
            continue
        try:
            check_hand(game, hand)
        except UnreadableError as problem:
            raise ImpossibleHandError(f"hand {hand.number}: {problem}") from problem


def _end_of(was: StoredGame, stored: StoredGame) -> dict[str, Any]:
    """The time of the end, if the save made it or undid it: that of the server, because a phone
    may claim that its taps waited."""
    is_over = stored.sheet.result is not None
    if is_over == (was.sheet.result is not None):
        return {}
    return {"ended_at": now() if is_over else None}


def _write_game(was: StoredGame, stored: StoredGame, subject: Subject) -> None:
    values: dict[str, Any] = {
        "of_game": stored.id,
        "revision": stored.revision,
        "changed_at": stored.changed_at.replace(tzinfo=None),
        "undoable": stored.undoable,
    }
    if was.event_id:
        values |= _end_of(was, stored)
    if _standing_of(stored.sheet) != _standing_of(was.sheet):
        # Most taps leave the standing as it is.
        values |= document.standing_values(stored.sheet)
    if subject is Subject.ABOUT:
        values |= document.about_values(stored.game.about)
        values["started_at"] = stored.started_at.replace(tzinfo=None)
    elif subject is not Subject.HAND:
        values |= document.settings_values(stored.game.settings)
    run(_GAME, values)
    doc = document.to_json(stored.game, stored.marks)
    run(_DOCUMENT, {"of_game": stored.id, "doc": doc})
    if subject is not Subject.ABOUT and (was.sheet.result or stored.sheet.result):
        write_figures(stored.id, document.figure_values(stored.game, stored.sheet))


def write_figures(game_id: int, rows: list[dict[str, Any]]) -> None:
    """Replace the figures of a game; inside a writing transaction."""
    run(delete(FIGURE).where(FIGURE.c.game_id == game_id))
    if rows:
        run(insert(FIGURE), [{"game_id": game_id, **row} for row in rows])


def _write_line(
    seen: GameAccess, stored: StoredGame, places: Places, tap: Tap, undoes: int | None
) -> bool:
    """Write the log's line and the phone's visit; False if the tap is already in the log."""
    phone, moment = seen.phone, stored.changed_at.replace(tzinfo=None)
    assert phone is not None  # noqa: S101 - a phone that keeps score has a row
    line = {
        "game_id": stored.id,
        "revision": stored.revision,
        "at": moment,
        "phone_id": phone.id,
        "places": to_json(places),
        "waited": _waited(stored),
        "undoes": undoes,
        "undoable": None if undoes and undoes > 0 else seen.stored.undoable,
        "tap": tap.number,
    }
    is_new = run(_LINE, line).rowcount == 1
    if not is_new and (is_done(stored.id, tap) or run(_LATE_LINE, line).rowcount != 1):
        return False
    # The visit is recorded as rarely as for a page, and not with the save that begins a hand, which
    # writes the most rows.
    is_beginning = len(stored.game.hands) > len(seen.stored.game.hands)
    if not is_beginning and moment - phone.seen_at > VISIT:
        run(update(PHONE).where(PHONE.c.id == phone.id).values(seen_at=moment))
    return True


def _write_seats(was: StoredGame, game: Game) -> None:
    lock_books(was.book_id)
    write_players(was.id, was.book_id, was.game, game)


_GAME = update(GAME).where(GAME.c.id == bindparam("of_game"))
_DOCUMENT = update(DOCUMENT).where(DOCUMENT.c.game_id == bindparam("of_game"))
_TOUCHED = (
    update(EVENT)
    .where(EVENT.c.id == bindparam("of_event"))
    .values(touched=EVENT.c.touched + 1)
    .returning(EVENT.c.key)
)
"""Lets the pages of the game's event know."""
_GIVEN = {column.name: bindparam(column.name, type_=column.type) for column in CHANGE.c}
_TAPPED = exists().where(CHANGE.c.game_id == _GIVEN["game_id"], CHANGE.c.tap == _GIVEN["tap"])
_NOTED = exists().where(TAP.c.game_id == _GIVEN["game_id"], TAP.c.number == _GIVEN["tap"])


def _line(*unless: Exists) -> Insert:
    values = select(*_GIVEN.values()).where(*(~known for known in unless))
    line = insert(CHANGE).from_select([*_GIVEN], values)
    return line.execution_options(preserve_rowcount=True)


_LINE = _line(_TAPPED, _NOTED)
"""Checks for the tap and writes in one statement; the unique key is the final guard."""
_LATE_LINE = _line(_TAPPED)


def remember_deleted(book_id: int, *uids: str) -> None:
    """Record that these games, or this event, were deleted from the book."""
    run(delete(DELETED).where(DELETED.c.book_id == book_id, DELETED.c.uid.in_(uids)))
    moment = now()
    run(insert(DELETED), [{"book_id": book_id, "uid": uid, "deleted_at": moment} for uid in uids])


def separate_copies(book_id: int, left: int | None = None) -> None:
    """Give games of the book ``left`` (None: of all books) a new id if ``book_id`` already has
    theirs: both may have been continued, so both stay.

    The game that was there keeps the id; of several that come, the oldest does.
    """
    other = GAME.alias()
    met = other.c.id < GAME.c.id if left is None else other.c.book_id == book_id
    doubled = select(GAME.c.id, GAME.c.key).where(exists().where(other.c.uid == GAME.c.uid, met))
    for row in run(doubled if left is None else doubled.where(GAME.c.book_id == left)).all():
        renewed = stable_id(f"copy {row.key}")
        run(update(GAME).where(GAME.c.id == row.id).values(uid=renewed))


def adopt(book_id: int, left: int | None, *, whole: bool) -> None:
    """After games moved into the book, connect their players to its people, and remove the ids of
    its games from its list of deleted ones.

    With ``whole``, all games of the book ``left`` came (None: of all books), so its list moves too.
    """
    persons.adopt(book_id)
    for changed in filter(None, (book_id, left)):
        persons.renew_stamp(changed)
    if whole:
        came = DELETED.c.book_id != book_id if left is None else DELETED.c.book_id == left
        known = select(DELETED.c.uid).where(DELETED.c.book_id == book_id)
        row = (literal(book_id), DELETED.c.uid, func.max(DELETED.c.deleted_at))
        rows = select(*row).where(came, DELETED.c.uid.not_in(known)).group_by(DELETED.c.uid)
        run(insert(DELETED).from_select(["book_id", "uid", "deleted_at"], rows))
    there = select(GAME.c.uid).where(GAME.c.book_id == book_id)
    run(delete(DELETED).where(DELETED.c.book_id == book_id, DELETED.c.uid.in_(there)))
