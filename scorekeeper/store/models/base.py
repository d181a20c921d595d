"""The base of all tables: the database handle, names for constraints, common columns."""

from typing import TYPE_CHECKING, Annotated

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, MetaData, text
from sqlalchemy.orm import DeclarativeBase, mapped_column

NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Fixes the names of constraints, so that a later migration can refer to them."""

    metadata = MetaData(naming_convention=NAMES)


db = SQLAlchemy(model_class=Base)

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
