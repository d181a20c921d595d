"""An event of two tables whose phones use pages; its desk acts in the store."""

from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper.rules.events.act import Act
from scorekeeper.store.engine.transaction import now
from scorekeeper.store.events import events, slips, tables
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.models import ActRow, db
from tests.store.events import rally
from tests.table import Table


class Hall:
    """The event: Ann, Ben, Cem and Dan at table 1, Eva, Fay and Gil at table 2."""

    def __init__(self, app: Flask, *acts: Act) -> None:
        self._app = app
        with app.app_context():
            self.key = rally.created()
        self.did(*acts)

    @property
    def path(self) -> str:
        """The address of the event."""
        return f"/e/{self.key}"

    @property
    def stored(self) -> StoredEvent:
        """The event as it is now."""
        with self._app.app_context():
            return events.read(self.key)

    def did(self, *acts: Act) -> None:
        """Let the desk act."""
        with self._app.app_context():
            rally.did(self.key, *acts)

    def slip(self, round_: int = 1, table: int = 1) -> str:
        """The address on the slip of a table."""
        return f"{self.path}/t/{slips.token(self.stored, (round_, table))}"

    def game(self, round_: int = 1, table: int = 1) -> str:
        """The key of a table's game."""
        with self._app.app_context():
            return tables.tables_of(self.stored.id)[round_, table].key

    def keeper(self, client: FlaskClient, table: int = 1, round_: int = 1) -> Table:
        """The phone that keeps score at a table."""
        phone = Table(client)
        found = phone.post(self.slip(round_, table))
        assert found.status_code == 303
        phone.key = found.location.rsplit("/", 1)[1]
        phone.players = phone.stored().game.players
        return phone

    def pass_time(self, minutes: int) -> None:
        """Let the clock of the round have started so long ago."""
        with self._app.app_context():
            began = now() - timedelta(minutes=minutes)
            db.session.execute(update(ActRow).where(ActRow.kind == "started").values(at=began))
            db.session.commit()
        events.forget()
