"""Every address with every method and any key, by every phone: no failure, no write, no hint.

The only change that such a request may make is the time of a phone's last visit.
"""

import random

import pytest
from flask import Flask

from scorekeeper.http.guard import limiter
from tests.addresses import GETS, POSTS
from tests.cast import Role, cast_on
from tests.figures import Figures
from tests.torture import size
from tests.torture.odd import odd_addresses
from tests.torture.visitors import METHODS, Visitors

pytestmark = pytest.mark.torture

WRONG = size(3, 1000)
"""The number of wrong variants of each address, besides the right one and two keys of others."""
PHONES = size(2, len(Role))
ALWAYS = ("", "key: another's", "key: unknown")


def test_nothing_is_written_by_any_method_or_key_and_nobody_learns_what_there_is(
    one_app: Flask, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    monkeypatch.setattr(limiter, "enabled", False)
    cast, chance, sent = cast_on(one_app), random.Random(5), 0
    visitors = Visitors(cast, cast.pencil().rpartition("/")[2], chance)
    adapter = one_app.url_map.bind("localhost")
    for request in (GETS | POSTS).values():
        every = list(odd_addresses(request, adapter))
        chosen = [address for address in every if address.wrong in ALWAYS]
        rest = [address for address in every if address not in chosen]
        for address in [*chosen, *chance.sample(rest, min(WRONG, len(rest)))]:
            for role in chance.sample(list(Role), PHONES):
                visitors.visit(address, role)
            assert not visitors.wrote(), address
            sent += 1
    assert list(visitors.hints()) == []
    figures(f"{visitors.asked} requests to {sent} addresses with {len(METHODS)} methods")
