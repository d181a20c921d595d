"""Conditions that keep demo games and unfinished imports out of lists."""

from sqlalchemy import exists

from scorekeeper.store.models.tables import BOOK, GAME

DEMO = "trial"
"""``game.token`` of a demo game; the pages that start others have hashes there."""
IS_STAGED = BOOK.c.stamp.like("h%")
"""Whether a book holds the games of an import that has not finished."""
IS_SEEN = ~exists().where(BOOK.c.id == GAME.c.book_id, IS_STAGED)
"""Whether a game is in no such book."""
IS_LISTED = GAME.c.token.is_distinct_from(DEMO) & IS_SEEN
"""Whether a list may show a game: no demo game, and none of an unfinished import."""
