"""The end of a table's game when the time of its round is up.

A tap counts at the time when it was made, also if it waited on a phone without a connection. Only
the phone knows for how long, so the log of the game keeps what it said, and the desk sees it.
"""

import json
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.events.event import Round, RoundState, Table, left
from scorekeeper.rules.events.settings import TimeUp
from scorekeeper.rules.game import Game
from scorekeeper.store.engine.transaction import aware
from scorekeeper.store.events.places import Place, place_of
from scorekeeper.store.games.writing import tapped_at
from scorekeeper.store.mapping.stored import StoredGame, Tap
from scorekeeper.store.models.tables import CHANGE, run


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
    query = select(CHANGE.c.at, CHANGE.c.before, CHANGE.c.after).where(
        CHANGE.c.game_id == game_id, CHANGE.c.after.like('%"waited":%')
    )
    late: dict[int, int] = {}
    for at, before, after in run(query) if end else ():
        hand, waited = json.loads(after), timedelta(seconds=json.loads(after).get("waited", 0))
        is_new = hand.get("scored") and not (before and json.loads(before).get("scored"))
        if is_new and end and aware(at) <= end < aware(at) + waited:
            late[hand["number"]] = round(waited.total_seconds())
    return LateHands(len(late), max(late.values(), default=0))
