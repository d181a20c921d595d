"""The documents of games in the app's database, read and changed behind the program's back."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from scorekeeper.store.models import db

DOC = text("SELECT doc FROM game_doc JOIN game ON game.id = game_id WHERE key = :key")
OF_GAME = "(SELECT id FROM game WHERE key = :key)"
WRITE = text(f"UPDATE game_doc SET doc = :doc WHERE game_id = {OF_GAME}")  # noqa: S608


def document(key: str, connection: Connection | None = None) -> dict[str, Any]:
    """The document of the game with this key."""
    run = (connection or db.session).execute
    found: dict[str, Any] = json.loads(run(DOC, {"key": key}).scalar_one())
    return found


def change_document(key: str, **fields: Any) -> None:
    """Give fields of a game's document other values; the caller commits."""
    changed = json.dumps(document(key) | fields, separators=(",", ":"))
    db.session.execute(WRITE, {"key": key, "doc": changed})


def documents_in(path: Path) -> list[dict[str, Any]]:
    """The documents of all games in a file."""
    with closing(sqlite3.connect(path)) as file:
        return [
            json.loads(doc) for (doc,) in file.execute("SELECT doc FROM game_doc ORDER BY game_id")
        ]
