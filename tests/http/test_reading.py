"""Nothing takes long while it reads: SQLite lets nobody save meanwhile."""

from typing import Any

import pytest
from flask import before_render_template

from scorekeeper.store.events import events, tables
from scorekeeper.store.models import db
from scorekeeper.words.language import Catalogues
from tests.addresses import GETS, put_in
from tests.cast import Cast, Role


@pytest.mark.thorough
def test_no_page_finds_its_sentences_or_is_drawn_while_it_reads(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bool] = []
    reading: list[str] = []
    translations = Catalogues.get_translations

    def found(catalogues: Catalogues) -> Any:
        # Reading a catalogue takes longer than most pages.
        reading.extend([address] if db.session().in_transaction() else [])
        return translations(catalogues)

    monkeypatch.setattr(Catalogues, "get_translations", found)

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

    monkeypatch.setattr(events, "_numbered", noted(events._numbered))
    monkeypatch.setattr(tables, "_table", noted(tables._table))
    # They are read in portions.
    monkeypatch.setattr(tables, "AT_ONCE", 1)
    events.forget()
    tables.forget()
    with cast.app.app_context():
        stored = events.read(cast.events["PLAYED"])
        found = tables.tables_of(stored.id)
    assert len(found) == sum(len(one.tables) for one in stored.event.rounds) > 1
    assert reads
    assert not any(reads)
