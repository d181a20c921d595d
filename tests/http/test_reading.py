"""Nothing takes long while it reads: SQLite lets nobody save meanwhile."""

from typing import Any

import pytest
from flask import before_render_template

from scorekeeper.store.events import events, folding, tables
from scorekeeper.store.models import db
from tests.addresses import GETS, put_in
from tests.cast import Cast


def test_no_page_is_drawn_while_it_reads(cast: Cast) -> None:
    drawn: list[bool] = []

    def note(_: object, **__: object) -> None:
        drawn.append(db.session().in_transaction())

    with before_render_template.connected_to(note, cast.app):
        for address, get in GETS.items():
            drawn.clear()
            cast.get(min(get.may), put_in(cast, address.replace("TOKEN", "UNKNOWN")))
            assert not any(drawn[:1]), address


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
