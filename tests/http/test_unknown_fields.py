"""Fields that a page has not: columns of the database, and fields in the address."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.http.limits import limiter
from scorekeeper.store.models import db
from tests.cast import Role, cast_on
from tests.forms import every_field
from tests.http.test_access import FIELDS, ROWS

BY_CHANCE = {"key", "code", "token_hash", "nonce", "key_hash", "recovery_hash"}
BY_TIME = {"seen_at", "started_at", "changed_at", "at", "expires_at", "used_at"}
POSTED = [
    address
    for address, words in ROWS.items()
    # The keeper is answered with a page to go on to: something is done.
    if words[7] == "303" and address not in ("/join", "/new")
]


COLUMNS = {column.name for table in db.metadata.tables.values() for column in table.columns}
BUTTONS = {"score", "start", "up", "down", "use", "group", "draw", "csrf_token"}
ASSIGNED = sorted(COLUMNS - every_field() - BUTTONS)
"""Columns that no form has a field for."""


@pytest.fixture(autouse=True)
def _as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limiter, "enabled", False)


def dump(app: Flask) -> dict[str, list[str]]:
    """Every row of every table, without what differs by chance and by the time."""
    with app.app_context():
        return {
            table.name: sorted(
                map(
                    repr,
                    db.session.execute(
                        select(*(c for c in table.c if c.name not in BY_CHANCE | BY_TIME))
                    ),
                )
            )
            for table in db.metadata.sorted_tables
        }


def done(app: Flask, address: str, more: dict[str, Any], query: str = "") -> dict[str, list[str]]:
    """What the keeper's post leaves, with more fields than its page has."""
    cast = cast_on(app)
    fields = dict(FIELDS.get(address, {}))
    for name, whose, where in (
        ("GIL", "Gil’s phone", f"{cast.path}/phones"),
        ("MIA", "Mia’s phone", "/book"),
    ):
        if fields.get("phone") == name:
            fields["phone"] = cast.id_of(whose, where)
    path = address.replace("KEY", cast.key)
    response = cast.post(Role.KEEPER, f"{path}{query}", **(more | fields))
    assert response.status_code == 303, response.text
    return dump(app)


def test_the_columns_that_matter_are_tried() -> None:
    assert {"id", "game_id", "book_id", "phone_id", "rights", "scored", "taken_away"} < set(
        ASSIGNED
    )
    assert {"recovery_hash", "key_hash", "token_hash", "household", "used_by"} < set(ASSIGNED)


@pytest.mark.parametrize("address", POSTED)
def test_no_column_is_written_that_the_page_has_no_field_for(app: Flask, address: str) -> None:
    expected = done(app, address, {})
    for value in ("1", "2"):
        assert done(app, address, dict.fromkeys(ASSIGNED, value)) == expected


@pytest.mark.parametrize("address", POSTED)
def test_no_field_is_read_from_the_address(app: Flask, address: str) -> None:
    expected = done(app, address, {})
    names = {name for fields in FIELDS.values() for name in fields}
    query = "&".join(f"{name}=1" for name in sorted({*names, "hand_over", "replace", *ASSIGNED}))
    assert done(app, address, {}, f"?{query}") == expected


@pytest.mark.parametrize("address", [address for address in POSTED if FIELDS.get(address)])
def test_a_post_whose_fields_are_in_the_address_alone_saves_nothing(
    app: Flask, address: str
) -> None:
    cast = cast_on(app)
    before = dump(app)
    query = "&".join(f"{name}={value}" for name, value in FIELDS[address].items())
    cast.clients[Role.KEEPER].post(
        f"{address.replace('KEY', cast.key)}?csrf_token={cast.tokens[Role.KEEPER]}&{query}"
    )
    assert dump(app) == before


def test_a_new_game_is_its_starters_whatever_is_sent_along(app: Flask) -> None:
    cast = cast_on(app)
    with app.app_context():
        books = [row[0] for row in db.session.execute(db.text("SELECT id FROM book ORDER BY id"))]
    for book in books:
        more = dict.fromkeys(ASSIGNED, str(book))
        cast.post(Role.STRANGER, "/new", **(more | FIELDS["/new"]))
    assert "Uma" in cast.get(Role.STRANGER, "/").text
    for role in Role:
        if role is not Role.STRANGER:
            assert "Uma" not in cast.get(role, "/").text
