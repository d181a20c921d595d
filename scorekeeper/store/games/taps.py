"""Numbers of taps that are not in the log: taps that changed nothing, and taps overtaken by a later
one on the way."""

from collections.abc import Set as AbstractSet

from sqlalchemy import delete, func, insert, select

from scorekeeper.store.mapping.stored import StoredGame, Tap
from scorekeeper.store.models.tables import CHANGE, TAP, run

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
    """Return those of these numbers that are stored."""
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
