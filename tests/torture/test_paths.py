"""Every address with any key, by every method and every phone: never a failure, never a write."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.models import db
from scorekeeper.web.limits import limiter
from tests import databases
from tests.conftest import opened
from tests.figures import Figures
from tests.torture import WHOLE
from tests.web.cast import OTHERS, UNKNOWN, Cast, Role, cast_on

pytestmark = pytest.mark.torture

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
ODD = ("x", "A" * 43, "k" * 3000, "..", "%2e%2e", "a%2Fb", "%00", "%ff", "é", "\u0661", " ", "'--")
NUMBERS = ("1", "2", "99", "0", "-1", "9" * 400, "x", "\u0661")
FEW = 2500
"""Requests of an everyday run, out of all."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """One app, and no limit on tries: each is to reach the page behind it."""
    folder = tmp_path_factory.mktemp("paths")
    databases.copy(empty_database, folder)
    with opened(folder) as app:
        limiter.enabled = False
        yield app
        limiter.enabled = True
    databases.give_back(folder)


def addresses(cast: Cast) -> list[str]:
    """Every rule of the app, with keys that are right, another's, nobody's, and none at all."""
    keys = (cast.key, cast.theirs, UNKNOWN, *ODD)
    found = set()
    for rule in cast.app.url_map.iter_rules():
        for key, number in product(keys, NUMBERS):
            path = rule.rule.replace("<key>", key).replace("<token>", key)
            path = path.replace("<path:filename>", key).replace("<int:number>", number)
            found.add(path.replace("<any(trump, bids, tricks):panel>", "bids"))
    return sorted(found)


def test_no_address_fails_or_writes_without_a_form_of_its_own(app: Flask, figures: Figures) -> None:
    cast = cast_on(app)
    everything = list(product(addresses(cast), METHODS, Role))
    chosen = everything if WHOLE else random.Random(4).sample(everything, FEW)
    before, answers = rows(app), Counter[int]()
    for path, method, role in chosen:
        fields = {"revision": "4", "score": "1", "turned": "clubs"} if method == "POST" else None
        response = cast.clients[role].open(path, method=method, data=fields, buffered=True)
        assert response.status_code < 500, (role, method, path)
        answers[response.status_code] += 1
        response.close()
    assert rows(app) == before
    figures(f"{len(chosen)} of {len(everything)} requests: {dict(sorted(answers.items()))}")


def test_with_a_good_form_no_phone_writes_where_it_may_not(app: Flask, figures: Figures) -> None:
    """A form with the phone's own token, sent to every address of a game."""
    cast = cast_on(app)
    before, count = rows(app), 0
    paths = [path for path in addresses(cast) if path.startswith("/g/")]
    chosen = list(product(paths, OTHERS))
    chosen = chosen if WHOLE else random.Random(5).sample(chosen, FEW // 2)
    fields = {"revision": "4", "turned": "clubs", "bid_0": "1", "hands": "1", "target": "4"}
    for path, role in chosen:
        its_own = cast.theirs in path and role is Role.STRANGER
        if its_own or (path.endswith("/claim") and role is Role.MATE):
            continue
        response = cast.post(role, path, part=False, **dict[str, Any](fields))
        assert response.status_code in (404, 405, 308), (role, path)
        count += 1
    assert rows(app) == before
    figures(f"{count} forms sent by phones that may not, all refused")


def rows(app: Flask) -> dict[str, list[str]]:
    """All that is kept, but for when a phone was last here."""
    with app.app_context():
        held = databases.rows(db.session)
        db.session.remove()
    for row in held["phone"]:
        del row["seen_at"]
    return {name: sorted(map(repr, found)) for name, found in held.items()}
