"""Every field of every form with values that no page sends: refused, or without effect."""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from scorekeeper.http.guard import limiter
from scorekeeper.store.models import db
from tests.addresses import FIELDS, POSTS
from tests.nonsense import BAD, spellings
from tests.requests import Form
from tests.torture import WHOLE, size
from tests.torture.judge import SWITCHES, Judge
from tests.torture.stage import URLENCODED, encoded, staged
from tests.turns import daily

pytestmark = [pytest.mark.thorough, pytest.mark.torture]

KINDS = size(3, 1000)
"""The number of kinds of bad values for each field; with ``make torture``, all values of each."""
PAIRS = size(3, 300)
NAMES = size(2, 1000)
UNSEEN = ("unseen", "direction", "control characters", "no character", "no text", "long", "text")
OFTEN = ("missing", "negative", "large", "text")
COLUMNS = {column.name for table in db.metadata.sorted_tables for column in table.columns}
ASSIGNED = sorted(COLUMNS - set(FIELDS))
"""Columns without a field in any form."""
NEW, BIDS, PERSON = "/new", "/g/KEY/hands/2/bids", "/people/ANN/name"
DESK = "/e/PLAN/desk/settings"
"""Forms of different kinds, tried every day."""
NAMED = [address for address, request in POSTS.items() if "name" in request.fields]
Bad = Callable[[Judge, random.Random], Iterator[Form]]


@pytest.fixture
def address(request: pytest.FixtureRequest) -> str:
    """An address that takes a form."""
    return str(request.param)


def each_address(*now: str, among: Iterable[str] = POSTS) -> pytest.MarkDecorator:
    """Run the test at each address, daily at those of ``now``."""
    return daily("address", among, *now, indirect=True)


@pytest.fixture
def judge(one_app: Flask, address: str, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Judges requests to the address; may be called any number of times."""
    monkeypatch.setattr(limiter, "enabled", False)
    monkeypatch.setattr("secrets.randbits", lambda bits: 2 ** (bits - 1))
    return Judge(staged(one_app, POSTS[address]))


@pytest.fixture
def chance(address: str) -> random.Random:
    """Random numbers with the same seed each time."""
    return random.Random(address)


def values_of_any_field(judge: Judge, chance: random.Random) -> Iterator[Form]:
    """Each field with values of some kinds."""
    for name in judge.stage.good:
        for kind in chance.sample(list(BAD.values()), min(KINDS, len(BAD))):
            for values in kind if WHOLE else [chance.choice(kind)]:
                yield {name: values}


def values_of_a_page_that_is_not_new(judge: Judge, chance: random.Random) -> Iterator[Form]:
    """Each field of a page that is stale because others saved."""
    for name in [name for name in judge.stage.good if name not in ("revision", "csrf_token")]:
        for kind in BAD if WHOLE else [chance.choice(OFTEN)]:
            yield {"revision": [str(chance.randrange(5))], name: chance.choice(BAD[kind])}


def values_of_two_fields(judge: Judge, chance: random.Random) -> Iterator[Form]:
    """Two fields at once."""
    for _ in range(PAIRS):
        pair = chance.sample(list(judge.stage.good), 2)
        yield {name: chance.choice(chance.choice(list(BAD.values()))) for name in pair}


KINDS_OF_BAD = (values_of_any_field, values_of_a_page_that_is_not_new, values_of_two_fields)
BAD_AT = [(address, bad) for bad in KINDS_OF_BAD for address in POSTS]
NOW = [(address, bad) for bad in KINDS_OF_BAD for address in (BIDS, DESK, PERSON)]


@daily("address, bad", BAD_AT, *NOW, indirect=["address"])
def test_bad_values_write_nothing_that_was_not_asked_for(
    judge: Judge, chance: random.Random, bad: Bad
) -> None:
    for form in bad(judge, chance):
        judge.bad(form)


@pytest.mark.postgresql
@each_address(BIDS, DESK)
def test_a_nul_in_any_field_is_refused_or_without_effect(judge: Judge) -> None:
    for name in judge.stage.good:
        judge.bad({name: ["\0"]})


@each_address(NEW, PERSON, among=NAMED)
def test_no_name_is_stored_that_a_sheet_could_not_show(judge: Judge, chance: random.Random) -> None:
    bad = [values for kind in UNSEEN for values in BAD[kind]]
    others = judge.stage.good["name"][:-1]
    for values in bad if WHOLE else chance.sample(bad, 12):
        judge.bad({"name": [*others, *values]})


@each_address(BIDS, DESK)
def test_a_field_that_no_page_has_changes_nothing(judge: Judge, chance: random.Random) -> None:
    good = judge.stage.good
    for form in (good, *(judge.without(name) for name in SWITCHES & good.keys())):
        for name in ASSIGNED if WHOLE else chance.sample(ASSIGNED, NAMES):
            more: Form = {name: [chance.choice(["1", "2", "x", ""])]}
            judge.same({**more, **form}, more, form)
        for value in ("1", "2"):
            judge.same({**{name: [value] for name in ASSIGNED}, **form}, value, form)


@each_address(BIDS, DESK)
def test_a_name_that_is_not_quite_a_fields_is_no_field(judge: Judge, chance: random.Random) -> None:
    good = judge.stage.good
    names = [(name, other) for name in good for other in spellings(name)]
    for name, other in chance.sample(names, min(NAMES, len(names))):
        missing = judge.without(name)
        judge.same({**missing, other: good[name]}, other, missing)
        judge.same({**good, other: ["1"]}, other, good)


@each_address(BIDS)
def test_no_field_is_read_from_the_address(judge: Judge) -> None:
    good, path = judge.stage.good, judge.stage.path
    bare = {"csrf_token": good["csrf_token"]}
    # Their effects are cached; the requests below have another address.
    for form in (good, bare):
        judge.left_by(form)
    noise = encoded({name: ["1"] for name in [*FIELDS, *ASSIGNED]})
    judge.stage.path = f"{path}?{noise.decode()}"
    judge.same(good, "beside a form", good)
    judge.stage.path = f"{path}?{encoded(good).decode()}"
    judge.same({}, "in place of a form")
    judge.same(bare, "all but the token", bare)


@each_address(BIDS)
def test_a_body_of_another_kind_is_a_form_with_these_fields_or_without_any(
    judge: Judge, chance: random.Random
) -> None:
    good = judge.stage.good
    usual = encoded(good)
    judge.same_body(*multipart(good), "multipart", good)
    for name in chance.sample(list(good), min(NAMES, len(good))):
        judge.same_body(*multipart(good, name), f"{name} as a file", judge.without(name))
    judge.same_body(usual, f"{URLENCODED}; charset=utf-16", "charset", good)
    for kind in ("text/plain", "", "multipart/form-data", "application/xml", "a/b; boundary=x"):
        judge.same_body(usual, kind, kind)
    for value in (good, {name: values[0] for name, values in good.items()}, [good], "x", None):
        judge.same_body(json.dumps(value).encode(), "application/json", value)


def multipart(form: Form, file: str = "") -> tuple[bytes, str]:
    """The body as a browser sends files, and its type; the field ``file`` is one."""
    pairs: list[tuple[str, str | FileStorage]] = [
        (name, str(value)) for name, values in form.items() if name != file for value in values
    ]
    if file:
        pairs.append((file, FileStorage(BytesIO(b"1"), filename="1.txt", name=file)))
    boundary, body = encode_multipart(MultiDict(pairs))
    return body, f"multipart/form-data; boundary={boundary}"
