"""Access to games: anyone with the address may read, only phones that keep score may write.

Only this module decides access. Both "unknown" and "not allowed" raise UnknownGameError, which is
answered with 404.

At a table of an event, phones that only keep score enter hands. House rules, the length of the game
and who plays belong to the desk, names and seats to the acts of the event alone.
"""

from datetime import UTC, datetime
from typing import Protocol

from flask import Flask, request

from scorekeeper.http.cookies import phone_key, renew_phone_key
from scorekeeper.http.parts import refuse_unshared
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.history import Change, Subject, hand_or_none
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.store import phones
from scorekeeper.store.engine import aware
from scorekeeper.store.events.events import place_of
from scorekeeper.store.events.tables import ends_by_hand
from scorekeeper.store.games import reading, saves
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.mapping.stored import BrokenGameError, Rights, StoredGame, UnknownGameError

OF_DESK = frozenset(
    (
        *("game.house_page", "game.change_house", "game.end", "game.resuming_page", "game.resume"),
        *("hand.skip", "hand.again", "hand.delete"),
        *("hand.forgotten", "hand.insert"),
        *("players.leaving", "players.seat_page", "players.go"),
    )
)
"""What only phones of the desk do at a table of an event: the house rules, the length, which hands
there are, and who leaves or comes back."""
OF_ACTS = frozenset(
    (
        *("players.page", "players.change", "players.newcomer", "players.come"),
        *("players.sit", "game.play_again", "game.ask_delete", "game.delete"),
    )
)
"""What nobody does from the game's pages there, because the seats and results of the event would
not follow."""


class OfDeskError(UnknownGameError):
    """The desk of the event does this. ``key`` is the game; ``is_desk``: this phone runs the event,
    and does this on the desk's pages."""

    def __init__(self, key: str, *, is_desk: bool) -> None:
        super().__init__(key)
        self.key, self.is_desk = key, is_desk


def init_access(app: Flask) -> None:
    """Refuse what belongs to the desk before a page handles it."""
    app.before_request(_leave_to_desk)


def _leave_to_desk() -> None:
    if request.endpoint not in OF_DESK | OF_ACTS:
        return
    key = str((request.view_args or {})["key"])
    try:
        seen = visible_game(key)
    except BrokenGameError:
        # The store refuses what does not belong to this phone.
        return
    if seen.stored.event_id is None or not seen.rights.writes:
        return
    if request.endpoint in OF_ACTS:
        raise OfDeskError(key, is_desk=seen.rights.in_book)
    if not seen.rights.in_book and not (request.endpoint == "game.end" and _ends_now(seen.stored)):
        raise OfDeskError(key, is_desk=False)


def _ends_now(stored: StoredGame) -> bool:
    """Return whether the table ends its game between two hands because the time is up, or did."""
    game, hand, ends = stored.game, stored.sheet.hand, request.form.get("hands", "")
    if not ends.isdecimal():
        return False
    is_done = int(ends[:3]) == game.settings.ends_after
    is_between = hand is not None and len(game.hands) < hand.number
    is_now = is_between and int(ends[:3]) == stored.sheet.done
    return is_done or (is_now and _is_up(stored, datetime.now(UTC)))


def _is_up(stored: StoredGame, at: datetime) -> bool:
    place = place_of(stored.id)
    return place is not None and ends_by_hand(place, at)


def check_undo(key: str, target: int | None, tap: str | None) -> None:
    """Raise RefusedError if the phone may not reverse this save, because it is the desk's; the
    arguments are those of ``saves.undo``."""
    seen = visible_game(key)
    if not only_keeps(seen):
        return
    given = {"tap": tap} if tap is not None else {"revision": target}
    line = saves.line(seen.stored.id, **given)
    if line is not None:
        change = saves.change_of(seen.stored, line)
        # To undo an Undo is to enter again what the table itself may enter; a Redo is below 0.
        is_undo = line.undoes is not None and line.undoes > 0
        _check_change(seen, change, aware(line.at), is_undo=is_undo)


def check_redo(key: str, revision: int | None) -> None:
    """The same for the change that ``saves.redo`` would reapply."""
    seen = visible_game(key)
    change = saves.undone(seen.stored, revision) if only_keeps(seen) else None
    if change is not None:
        _check_change(seen, change, datetime.now(UTC))


class Seen(Protocol):
    """A game with the rights of the phone that sees it."""

    @property
    def stored(self) -> StoredGame: ...
    @property
    def rights(self) -> Rights: ...


def only_keeps(seen: Seen) -> bool:
    """Return whether the phone keeps score at a table of an event that it does not run."""
    return seen.stored.event_id is not None and seen.rights.writes and not seen.rights.in_book


def _check_change(seen: GameAccess, change: Change, at: datetime, *, is_undo: bool = False) -> None:
    """Refuse a change, made ``at`` this time, of the seats, the list of hands or the cards of one,
    one that skips a hand or deals it again, or one of the length before the time was up."""
    is_early = change.subject is Subject.HOUSE and not _is_up(seen.stored, at)
    is_act = not is_undo and (change.skips_hand or change.deals_again)
    is_whole = change.subject in (Subject.SEATS, Subject.HANDS)
    if is_whole or change.changes_cards or is_act or is_early:
        raise RefusedError(Problem(Code.CHANGE_OF_DESK))


def note_visit(seen_at: datetime | None) -> None:
    """Record the time of this phone's visit, which others see as "last seen", and renew its
    cookie."""
    if not phone_key():
        return
    renew_phone_key()
    phones.note_visit(phone_key(), seen_at)


def visible_game(key: str) -> GameAccess:
    """The game at this address and this phone's rights; raises UnknownGameError."""
    seen = reading.see(key, phone_key())
    refuse_unshared(seen)
    return seen


def writable_game(key: str) -> GameAccess:
    """The game at this address; raises UnknownGameError unless this phone keeps score."""
    return reading.writable(key, phone_key())


def hand_in(game: Game, number: int) -> Hand:
    """The hand with this number; raises UnknownGameError if there is none."""
    hand = hand_or_none(game, number)
    if hand is None:
        raise UnknownGameError(number)
    return hand


def book_game(key: str) -> GameAccess:
    """Like :func:`writable_game`, but this phone must also share the game's book."""
    seen = writable_game(key)
    if not seen.rights.in_book:
        raise UnknownGameError(key)
    return seen
