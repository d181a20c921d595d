"""The end of a table's game when the time of its round is up."""

from datetime import datetime, timedelta

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.events.clock import left
from scorekeeper.rules.events.event import RoundState
from scorekeeper.rules.events.settings import TimeUp
from scorekeeper.rules.game import Game
from scorekeeper.store.engine.transaction import aware, now
from scorekeeper.store.events.places import Place, place_of
from scorekeeper.store.mapping.stored import StoredGame, Tap


def ends_by_hand(place: Place, at: datetime) -> bool:
    """Return whether the hand in progress is the last one at this table, because the time is up."""
    is_agreed = place.event.event.settings.time_up is TimeUp.LAST_HAND
    is_running = place.round.state is RoundState.RUNNING
    return is_agreed and is_running and left(place.round.clock, at, place.table.extra_minutes) <= 0


def with_last_hand(stored: StoredGame, tap: Tap) -> Game:
    """The game; if the time was up at the tap, its hand in progress becomes the last."""
    settings, hands = stored.game.settings, len(stored.sheet.counting) + 1
    is_last = settings.ends_after is not None or hands >= len(settings.sizes)
    if stored.sheet.hand is None or is_last:
        return stored.game
    place = place_of(stored.id)
    if place is None or not ends_by_hand(place, aware(now()) - timedelta(seconds=tap.ago)):
        return stored.game
    return end_after(stored.game, hands)
