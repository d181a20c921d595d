"""An event for tests, run over HTTP by its desk and the phones of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.rules.events.event import Event, Round
from scorekeeper.store.events import events, slips, tables
from scorekeeper.store.events.events import StoredEvent
from tests.table import Table, link_on

ONE_HAND = {
    "variant": "wizard",
    "hands": "own",
    "hands_3": "1",
    "hands_4": "1",
    "hands_5": "1",
    "hands_6": "1",
}
"""Fields of a new event whose tables play one hand of one card."""


class Desk:
    """Runs an event over HTTP; each form is sent as if its page had just been opened."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.table = Table(client)
        self.key = ""

    @property
    def path(self) -> str:
        """The event's public address."""
        return f"/e/{self.key}"

    def create(self, *names: str, event: str = "Rally", **settings: Any) -> str:
        """Create an event with these people, at tables that play one hand; returns its address."""
        fields = {"token": f"token of {event}", "name": event, **ONE_HAND, **settings}
        response = self.table.post("/events/new", **fields)
        assert response.status_code == 303, response.text
        self.key = response.location.split("/e/")[1].split("/")[0]
        if names:
            self.did("players/add", names="\n".join(names))
        return self.path

    def send(self, page: str, **fields: Any) -> TestResponse:
        """Send a form to an address below that of the desk."""
        fields.setdefault("revision", self.stored.revision)
        return self.table.post(f"{self.path}/desk/{page}", **fields)

    def did(self, *pages: str, **fields: Any) -> None:
        """Send forms that must succeed, one after another."""
        for page in pages:
            response = self.send(page, **fields)
            assert response.status_code == 303, (page, response.text)

    def page(self, page: str) -> str:
        """A page of the desk."""
        response = self.client.get(f"{self.path}/desk/{page}")
        assert response.status_code == 200, (page, response.text)
        return response.text

    @property
    def stored(self) -> StoredEvent:
        """The stored event; drawing a page would take longer."""
        with self.client.application.app_context():
            return events.read(self.key)

    @property
    def event(self) -> Event:
        """The event."""
        return self.stored.event

    @property
    def round(self) -> Round:
        """The newest round."""
        return self.event.rounds[-1]

    def slip(self, table: int, number: int | None = None) -> str:
        """The address on the slip of a table of this round, by default the newest."""
        where = (number or self.round.number, table)
        return f"{self.path}/t/{slips.token(self.stored, where)}"

    def at(self, client: FlaskClient, table: int) -> Table:
        """A phone that opens the slip of a table and keeps score there."""
        phone = Table(client)
        response = phone.post(self.slip(table))
        assert response.status_code == 303, response.text
        phone.key = response.location.rsplit("/", 1)[1]
        phone.players = phone.stored().game.players
        return phone

    def play(self, table: Table, winner: int = 0) -> None:
        """Play the only hand of one card: this seat bids and takes the trick."""
        bids = tuple(int(seat == winner) for seat in range(len(table.players)))
        response = table.play("hearts", bids, bids)
        assert response.status_code == 303, response.text

    def share(self, client: FlaskClient) -> Desk:
        """Let another phone run the event too, by a one-time link."""
        self.did("phones/link")
        link = link_on(self.page("phones"))
        other = Desk(client)
        other.key = self.key
        assert other.table.post(link, name="Nora’s phone").status_code == 303
        return other

    def finish(self, client: FlaskClient) -> None:
        """Play every table of the newest round with one phone."""
        for seated in self.round.tables:
            self.play(self.at(client, seated.number))

    def games(self) -> Mapping[tuple[int, int], tables.TableGame]:
        """The games of all tables, by round and table."""
        with self.client.application.app_context():
            return tables.tables_of(self.stored.id)
