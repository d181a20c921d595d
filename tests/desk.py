"""An event for tests, run over HTTP by its desk and the phones of its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from werkzeug.test import TestResponse

from scorekeeper.rules.events.event import Event, Round
from scorekeeper.store.engine import now
from scorekeeper.store.events import events, slips, tables
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.games import reading
from scorekeeper.store.models import ActRow, db
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
SEVEN = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil")


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

    def begin(self, *names: str, **settings: Any) -> None:
        """Create an event, and start its first round."""
        self.create(*names, **{"seating": "free"} | settings)
        self.did("draw", "publish", "start")

    def seat(self, *tables: Sequence[int]) -> None:
        """Seat people by hand, by their start numbers."""
        at = [place for place, seated in enumerate(tables, 1) for _ in seated]
        self.did("round/by-hand", number=[who for seated in tables for who in seated], table=at)

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

    def slip(self, table: int = 1, number: int | None = None) -> str:
        """The address on the slip of a table of this round, by default the newest."""
        where = (number or self.round.number, table)
        return f"{self.path}/t/{slips.token(self.stored, where)}"

    def at(self, client: FlaskClient, table: int = 1, number: int | None = None) -> Table:
        """A phone that opens the slip of a table and keeps score there; at its second table of a
        round after the desk's yes."""
        phone, slip = Table(client), self.slip(table, number)
        response = phone.post(slip)
        if response.location == slip:
            where = (number or self.round.number, table)
            asks = self.games()[where].asks_id
            self.did("round/{}/table/{}/pencil".format(*where), answer="yes", phone=asks)
            response = phone.client.get(slip)
        assert response.status_code == 303, response.text
        phone.key = response.location.rsplit("/", 1)[1]
        phone.players = phone.stored().game.players
        return phone

    def play(self, table: Table, winner: int = 0) -> None:
        """Play the only hand of one card: this seat bids and takes the trick."""
        bids = tuple(int(seat == winner) for seat in range(len(table.players)))
        response = table.play("hearts", bids, bids)
        assert response.status_code == 303, response.text

    def link(self) -> str:
        """A new link that lets another phone run the event too, once."""
        self.did("phones/link")
        return link_on(self.page("phones"))

    def share(self, client: FlaskClient, name: str = "Nora’s phone") -> Desk:
        """Let another phone run the event too."""
        other = Desk(client)
        other.key = self.key
        assert other.table.post(self.link(), name=name).status_code == 303
        return other

    def helper(self, client: FlaskClient, name: str = "Hugo’s phone") -> Table:
        """Let another phone enter results."""
        self.did("phones/link", helps="y")
        found = re.search(r'id="helper-address" type="text" value="([^"]*)"', self.page("phones"))
        assert found
        phone = Table(client)
        assert phone.post("/" + found[1].split("/", 3)[3], name=name).status_code == 303
        return phone

    def finish(self, client: FlaskClient) -> None:
        """Play every table of the newest round with one phone."""
        for seated in self.round.tables:
            self.play(self.at(client, seated.number))

    def games(self) -> Mapping[tuple[int, int], tables.TableGame]:
        """The games of all tables, by round and table."""
        with self.client.application.app_context():
            return tables.tables_of(self.stored.id)

    def game(self, table: int = 1, number: int = 1) -> str:
        """The address of a table's game, by default of round 1."""
        return f"/g/{self.games()[number, table].key}"

    def table_size(self, table: int) -> int:
        """The number of players in the game of a table of round 1."""
        with self.client.application.app_context():
            return len(reading.read(self.games()[1, table].key).game.players)

    def pass_time(self, minutes: int) -> None:
        """Let the clock of each round have started so long ago."""
        with self.client.application.app_context():
            began = now() - timedelta(minutes=minutes)
            db.session.execute(update(ActRow).where(ActRow.kind == "started").values(at=began))
            db.session.commit()
        events.forget()


def seven(app: Flask, *steps: str, **settings: Any) -> Desk:
    """An event of seven: Ann, Ben, Cem and Dan are drawn to table 1, the others to table 2. These
    steps of the desk follow."""
    desk = Desk(app.test_client())
    desk.create(*SEVEN, table_size="4", remainder="3", **settings)
    desk.seat((1, 2, 3, 4), (5, 6, 7))
    desk.did(*steps)
    return desk
