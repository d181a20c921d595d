"""Which games a page has started, so that a repeated request starts no second one."""

from __future__ import annotations

from itertools import count

from sqlalchemy import delete, select

from scorekeeper.keys import hashed
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store import rows
from scorekeeper.store.models import GameRow, PlayerRow, db
from scorekeeper.store.models.tables import PLAYER
from scorekeeper.store.persons import forget_misspelt, people_called
from scorekeeper.store.reading import read
from scorekeeper.store.rulebook import rules_to_json
from scorekeeper.store.transaction import now


def started(phone_id: int, token: str, game: Game) -> tuple[str, GameRow | None]:
    """The token to store this page's game under, and its row if the page has started it already.

    A page reached again by the browser's Back button may start several games, so each gets a
    numbered token. Inside a writing transaction.
    """
    for number in count():
        name = hashed(f"{number} {token}")
        row = db.session.scalar(select(GameRow).filter_by(started_by=phone_id, token=name))
        if row is None or _becomes(row, game):
            return name, row
    raise AssertionError("there is always a next number")


def _becomes(row: GameRow, game: Game) -> bool:
    """Whether the row holds this game; a row that nobody has touched is changed to hold it."""
    kept = read(row.key).game
    if row.revision or row.rights:
        return _identity(kept) == _identity(game)
    if kept != game:
        row.started_at = row.changed_at = now()
        write_new(row, game)
        forget_misspelt(row.book_id)
    return True


def write_new(row: GameRow, game: Game) -> None:
    """Write the row and the players of a game without hands; inside a writing transaction."""
    row.variant, row.rules = game.variant.key, rules_to_json(game.variant)
    row.first_dealer, row.kept_as = game.first_dealer, game.variant.name or None
    columns = rows.settings_values(game.settings) | rows.standing_values(score_sheet(game))
    for name, value in columns.items():
        setattr(row, name, value)
    db.session.add(row)
    db.session.flush()
    db.session.execute(delete(PLAYER).where(PLAYER.c.game_id == row.id))
    people = people_called(row.book_id, game.players, row.follows_id)
    for player, person in zip(rows.player_values(game), people, strict=True):
        db.session.add(PlayerRow(game_id=row.id, person_id=person, **player))
    db.session.flush()


def _identity(game: Game) -> tuple[object, ...]:
    """What cannot change once the game has begun, unlike its house rules."""
    return game.variant, game.players, game.first_dealer
