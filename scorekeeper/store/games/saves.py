"""Saving: every change of a game goes through :func:`save` or :func:`undo`.

The revision is checked inside the writing transaction. Each save adds a line to the log, with the
number of its tap. An action that changes nothing succeeds without a line. So does a tap that was
already answered or overtaken (store/games/writing.py), whatever was saved since.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import NamedTuple, ParamSpec

from scorekeeper.rules.entry import Action
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import Change
from scorekeeper.rules.merge import Since
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.store.engine.transaction import parallel_transaction
from scorekeeper.store.games import past, writing
from scorekeeper.store.games.hidden_bids import check_hidden
from scorekeeper.store.games.reading import GameAccess, read, writable
from scorekeeper.store.games.writing import drop_hidden_bids, write_save
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.logged import has_hands, without
from scorekeeper.store.mapping.stored import (
    BROKEN,
    UNNUMBERED,
    LogLine,
    Rights,
    StoredGame,
    Tap,
)

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
        return replace(saved, change=past.change_of(saved.after, saved.line))

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
            past.check_room(before)
            check_hidden(before, game)
    except (RefusedError, StaleError):
        if past.line(before.id, tap=tap.number) is None and not writing.is_done(before.id, tap):
            raise
        game = before.game
    if game == before.game:
        done = past.line(before.id, tap=tap.number)
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
        named = past.line(before.id, tap=undoes)
        target = named.revision if named else None
    done = past.line(before.id, revision=target)
    if done and target == before.undoable:
        past.check_room(before)
        after = write_save(seen, None, tap, done)
        if after is before:
            # This tap made another save: an Undo already done no longer has a target.
            raise StaleError(before, past.saves_since(before, target), tap.knows)
        return Saved(before, after, seen.rights, Change(before.game, after.game))
    if taken := past.line(before.id, undoes=target):
        return Saved(before, before, seen.rights, None, taken)
    raise StaleError(before, past.saves_since(before, target), tap.knows)


def redo(key: str, phone_key: str, revision: int | None, tap: Tap = UNNUMBERED) -> Saved:
    """Reapply the newest undone change, which must still be undone at ``revision``.

    If it is already reapplied, this succeeds. Raises the errors of :func:`save`.
    """
    stored = read(key)
    tap = replace(tap, redoes=past.redoable(stored, revision))
    done = past.step(stored, tap.redoes)

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
    stale = StaleError(stored, past.saves_since(stored, asked.revision), asked.tap.knows)
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
