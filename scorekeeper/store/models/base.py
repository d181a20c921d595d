"""The base of all tables: common columns and constraints."""

from typing import TYPE_CHECKING, Annotated, Any

from sqlalchemy import Boolean, ForeignKey, ForeignKeyConstraint, Index, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import mapped_column
from sqlalchemy.sql.functions import GenericFunction

from scorekeeper.store.engine.handle import Base, db

if TYPE_CHECKING:

    class Model(Base):
        __abstract__ = True
else:
    Model = db.Model

Key = Annotated[int, mapped_column(primary_key=True, autoincrement=False)]
"""A number in a primary key that the program chooses."""
OfGame = Annotated[int, mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)]
"""The game with which a row is deleted."""


def of_seat(column: str = "seat") -> ForeignKeyConstraint:
    """The player of the row's game at the seat in this column."""
    there = ["player.game_id", "player.seat"]
    return ForeignKeyConstraint(["game_id", column], there, ondelete="CASCADE")


def index_of_some(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of the rows for which ``where`` holds; other rows write no page of it."""
    some = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=some, postgresql_where=some)


class IsJson(GenericFunction[bool]):
    """Whether a text is JSON; on PostgreSQL, one that is not makes the statement fail."""

    type = Boolean()
    inherit_cache = True


@compiles(IsJson, "sqlite")
def _on_sqlite(is_json: IsJson, compiler: Any, **options: Any) -> str:
    return f"json_valid({compiler.process(is_json.clauses, **options)})"


@compiles(IsJson, "postgresql")
def _on_postgresql(is_json: IsJson, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(is_json.clauses, **options)})::json IS NOT NULL"
