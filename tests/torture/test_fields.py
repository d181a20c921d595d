"""Every field of every form with values that no page sends: refused, or nothing comes of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from scorekeeper.http.limits import limiter
from scorekeeper.store.models import db
from tests import databases
from tests.figures import Figures
from tests.forms import every_field
from tests.http.test_errors import FIELDS
from tests.nonsense import BAD, spellings
from tests.torture import WHOLE, size
from tests.torture.hurry import in_a_hurry
from tests.torture.judge import SWITCHES, Judge
from tests.torture.posts import POSTS, Form, encoded, staged

pytestmark = pytest.mark.torture

KINDS = size(5, 1000)
"""How many kinds of bad values each field gets; every day one value of each."""
PAIRS = size(5, 300)
NAMES = size(4, 1000)
UNSEEN = ("unseen", "direction", "control characters", "no character", "no text", "long", "text")
OFTEN = ("missing", "negative", "large", "text")
COLUMNS = sorted({column.name for table in db.metadata.sorted_tables for column in table.columns})
URLENCODED = "application/x-www-form-urlencoded"
Judges = Callable[[], Iterator[tuple[Judge, random.Random]]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """One app for all addresses: the cast is put on it anew for each."""
    folder = tmp_path_factory.mktemp("fields")
    databases.copy(empty_database, folder)
    with in_a_hurry(folder) as app:
        yield app
    databases.give_back(folder)


@pytest.fixture
def judges(app: Flask, monkeypatch: pytest.MonkeyPatch, figures: Figures) -> Judges:
    """A judge for each address in turn; as many tries as one likes."""
    monkeypatch.setattr(limiter, "enabled", False)
    seen: list[Judge] = []

    def each() -> Iterator[tuple[Judge, random.Random]]:
        for address in POSTS:
            seen.append(Judge(staged(app, address)))
            yield seen[-1], random.Random(address)
        posts, written = sum(one.posts for one in seen), sum(one.written for one in seen)
        if posts:
            figures(f"{posts} posts to {len(seen)} addresses, {written} wrote what they may")

    return each


def test_every_form_that_the_program_takes_is_sent(app: Flask) -> None:
    adapter = app.url_map.bind("localhost")
    sent = {adapter.match(path, method="POST")[0] for path in POSTS}
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert sent == {rule.endpoint for rule in rules}


def test_every_field_that_the_program_reads_is_sent() -> None:
    names = {name for fields in FIELDS.values() for name in fields} - {"csrf_token"}
    names |= every_field()
    assert names <= {name for fields in POSTS.values() for name in fields}


def test_every_good_post_but_of_a_code_writes_something(judges: Judges) -> None:
    """Else a refusal of others would prove nothing."""
    for judge, _ in judges():
        assert judge.cells or judge.stage.path == "/join"


def test_a_bad_value_of_any_field_writes_nothing_that_was_not_asked_for(judges: Judges) -> None:
    for judge, chance in judges():
        for name in judge.stage.good:
            for kind in chance.sample(list(BAD.values()), min(KINDS, len(BAD))):
                for values in kind if WHOLE else [chance.choice(kind)]:
                    judge.bad({name: values})


def test_no_name_is_kept_that_could_not_stand_on_a_sheet(judges: Judges) -> None:
    bad = [values for kind in UNSEEN for values in BAD[kind]]
    for judge, chance in judges():
        if "name" in judge.stage.good:
            others = judge.stage.good["name"][:-1]
            for values in chance.sample(bad, min(NAMES * 3, len(bad))):
                judge.bad({"name": [*others, *values]})


def test_a_bad_value_from_a_page_that_is_not_new_any_more_writes_nothing_that_was_not_asked_for(
    judges: Judges,
) -> None:
    for judge, chance in judges():
        for name in [name for name in judge.stage.good if name not in ("revision", "csrf_token")]:
            for kind in BAD if WHOLE else OFTEN:
                stale = str(chance.randrange(5))
                judge.bad({"revision": [stale], name: chance.choice(BAD[kind])})


def test_bad_values_of_two_fields_write_nothing_that_was_not_asked_for(judges: Judges) -> None:
    kinds = list(BAD.values())
    for judge, chance in judges():
        for _ in range(PAIRS):
            pair = chance.sample(list(judge.stage.good), 2)
            judge.bad({name: chance.choice(chance.choice(kinds)) for name in pair})


def test_a_field_that_no_page_has_changes_nothing(judges: Judges) -> None:
    fields = {name for fields in POSTS.values() for name in fields}
    columns = [name for name in COLUMNS if name not in fields]
    for judge, chance in judges():
        good = judge.stage.good
        for form in (good, *(judge.without(name) for name in SWITCHES & good.keys())):
            for name in chance.sample(columns, min(NAMES, len(columns))):
                more: Form = {name: [chance.choice(["1", "2", "x", ""])]}
                judge.same(encoded({**more, **form}), URLENCODED, more, form)
            everything: Form = {name: ["1"] for name in columns}
            judge.same(encoded({**everything, **form}), URLENCODED, "every column", form)


def test_a_name_that_is_not_quite_a_fields_is_no_field(judges: Judges) -> None:
    for judge, chance in judges():
        good = judge.stage.good
        names = [(name, other) for name in good for other in spellings(name)]
        for name, other in chance.sample(names, min(NAMES, len(names))):
            missing = judge.without(name)
            judge.same(encoded({**missing, other: good[name]}), URLENCODED, other, missing)
            judge.same(encoded({**good, other: ["1"]}), URLENCODED, other, good)


def test_a_body_of_another_kind_is_a_form_with_these_fields_or_without_any(judges: Judges) -> None:
    for judge, chance in judges():
        good = judge.stage.good
        usual = encoded(good)
        judge.same(*multipart(good), "multipart", good)
        for name in chance.sample(list(good), min(NAMES, len(good))):
            judge.same(*multipart(good, name), f"{name} as a file", judge.without(name))
        judge.same(usual, f"{URLENCODED}; charset=utf-16", "charset", good)
        for kind in ("text/plain", "", "multipart/form-data", "application/xml", "a/b; boundary=x"):
            judge.same(usual, kind, kind)
        for value in (good, {name: values[0] for name, values in good.items()}, [good], "x", None):
            judge.same(json.dumps(value).encode(), "application/json", value)
        judge.stage.path += f"?{usual.decode()}"
        judge.same(b"", URLENCODED, "in the address")


def multipart(form: Form, file: str = "") -> tuple[bytes, str]:
    """The body as a browser sends files, and its type; the field ``file`` is one."""
    pairs: list[tuple[str, str | FileStorage]] = [
        (name, str(value)) for name, values in form.items() if name != file for value in values
    ]
    if file:
        pairs.append((file, FileStorage(BytesIO(b"1"), filename="1.txt", name=file)))
    boundary, body = encode_multipart(MultiDict(pairs))
    return body, f"multipart/form-data; boundary={boundary}"
