"""Every address with every method and any key, by every phone: no failure, no write, no hint.

What a request that may not write changes all the same: when a phone was last here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.http.limits import limiter
from tests import databases
from tests.cast import Role, cast_on
from tests.figures import Figures
from tests.torture import size
from tests.torture.hurry import in_a_hurry
from tests.torture.odd import addresses
from tests.torture.posts import ROLES, rows_of
from tests.torture.visitors import METHODS, Visitors, bodies_for

pytestmark = pytest.mark.torture

WRONG = size(3, 1000)
"""In how many wrong ways each rule is sent, besides the right one and two keys of others."""
PHONES = size(2, len(Role))
"""By how many phones; the right way by all."""
ALWAYS = ("", "key: another's", "key: unknown")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """One app for all addresses."""
    folder = tmp_path_factory.mktemp("paths")
    databases.copy(empty_database, folder)
    with in_a_hurry(folder) as app:
        yield app
    databases.give_back(folder)


@pytest.fixture
def visitors(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Visitors:
    """The cast; as many tries as one likes."""
    monkeypatch.setattr(limiter, "enabled", False)
    cast = cast_on(app)
    link = cast.pencil().rsplit("/", 1)[1]
    return Visitors(cast, link, rows_of(app), bodies_for(cast))


def test_nothing_is_written_by_any_method_or_key_and_nobody_learns_what_there_is(
    app: Flask, visitors: Visitors, figures: Figures
) -> None:
    chance, sent = random.Random(5), 0
    for rule in app.url_map.iter_rules():
        every = list(addresses(rule))
        chosen = [address for address in every if address.wrong in ALWAYS]
        rest = [address for address in every if address not in chosen]
        for address in [*chosen, *chance.sample(rest, min(WRONG, len(rest)))]:
            roles = chance.sample(list(Role), PHONES) if address.wrong else Role
            for role in roles:
                visitors.visit(address, role)
            assert not visitors.wrote(), address
            sent += 1
    assert list(visitors.hints()) == []
    figures(f"{visitors.asked} requests to {sent} addresses with {len(METHODS)} methods")


SCORED = {"/g/<key>/hands/<int:number>": "number: first"}
"""What is corrected is a hand that was scored, and not the one in play."""


def test_the_forms_that_are_sent_write_when_the_right_phone_sends_them(
    app: Flask, visitors: Visitors
) -> None:
    """Else that nothing is written would prove nothing."""
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and rule.rule != "/join":
            named = SCORED.get(rule.rule, "")
            address = next(one for one in addresses(rule) if one.wrong == named)
            role = ROLES.get(address.path, Role.KEEPER)
            visitors.ask(role, "POST", address, visitors.cast.tokens[role])
            assert visitors.wrote(), rule
            visitors.restore()
