"""Seats that nobody has named belong to nobody"""

import re

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

FOLDED = re.compile(
    r"(?:player|gracz|giocatore|hrac|jogador|joueur|jugador|speler|spieler) \d{1,2}"
    r"|\d{1,2}\. jatekos"
)
CALLED = re.compile(
    r"(?:player|gracz|giocatore|hráč|jogador|joueur|jugador|speler|spieler) \d{1,2}"
    r"|\d{1,2}\. játékos"
)


def upgrade() -> None:
    """Who was given a name later (*People*) keeps it, with all seats."""
    rows = op.get_bind().execute(sa.text("SELECT id, folded, name, same_as FROM person")).all()
    named = {one.id for one in rows if not CALLED.fullmatch(one.name.casefold())}
    nobody = {
        one.id
        for one in rows
        if FOLDED.fullmatch(one.folded) and (one.same_as or one.id) not in named
    }
    into = {one.same_as for one in rows if one.id not in nobody}
    seats = [{"person": one} for one in nobody]
    unused = [{"person": one} for one in nobody - into]
    for statement, people in (
        ("UPDATE player SET person_id = NULL WHERE person_id = :person", seats),
        ("DELETE FROM person_change WHERE person_id = :person", unused),
        ("DELETE FROM person WHERE id = :person", unused),
    ):
        if people:
            op.get_bind().execute(sa.text(statement), people)
