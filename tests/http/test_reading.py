"""Nothing takes long while it reads: SQLite lets nobody save meanwhile."""

from typing import Any

import pytest
from flask import before_render_template

from scorekeeper.store.events import events, folding, tables
from scorekeeper.store.models import db
from tests.addresses import GETS, put_in
from tests.cast import Cast, Role


def test_no_page_is_drawn_while_it_reads(cast: Cast) -> None:
    drawn: list[bool] = []
    reading: list[str] = []

    def note(_: object, **__: object) -> None:
        drawn.append(db.session().in_transaction())

    with before_render_template.connected_to(note, cast.app):
        for address, get in GETS.items():
            drawn.clear()
            role = min(get.may, default=Role.KEEPER)
            cast.get(role, put_in(cast, address.replace("TOKEN", "UNKNOWN")))
            # A page may read something small while it is drawn, after it has begun.
            reading += [address] if any(drawn[:1]) else []
    assert not reading


def test_a_log_and_the_tables_of_an_event_are_understood_after_they_were_read(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[bool] = []

    def noted(function: Any) -> Any:
        def answer(*given: Any) -> Any:
            reads.append(db.session().in_transaction())
            return function(*given)

        return answer

    monkeypatch.setattr(folding, "_numbered", noted(folding._numbered))
    monkeypatch.setattr(tables, "_table", noted(tables._table))
    events.forget()
    tables.forget()
    with cast.app.app_context():
        stored = events.read(cast.events["PLAYED"])
        assert tables.tables_of(stored.id)
    assert reads
    assert not any(reads)
