"""No request is expensive: none needs more than 50 ms of processor time, whatever its contents.

The processor time of one thread is measured as a multiple of a plain page in the same run
(``dear.DEAR``), so the test works on a slow or busy machine too.
"""

import random
from collections.abc import Iterator
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

import pytest
from flask import Flask

from scorekeeper.config import LARGEST_FORM
from scorekeeper.http.guard import limiter
from scorekeeper.serving import LARGEST_BODY, LARGEST_HEAD
from tests.addresses import GETS, POSTS, put_in
from tests.cast import Cast, Role, cast_on
from tests.event_requests import LISTS
from tests.figures import Figures
from tests.torture import size
from tests.torture.dear import DEAR, Scales, fillings, repeats
from tests.torture.odd import odd_addresses
from tests.torture.stage import Stage, as_bytes, cookie_of, encoded, staged

pytestmark = pytest.mark.torture

SOME = size(1, 1000)
"""The number of fillings for each field that is not a name."""
WRONG = size(1, 1000)
HEADERS = size(3, 1000)
SENT = (
    *("ACCEPT", "ACCEPT_ENCODING", "ACCEPT_LANGUAGE", "AUTHORIZATION", "COOKIE", "HOST"),
    *("HX_REQUEST", "IF_MODIFIED_SINCE", "IF_NONE_MATCH", "ORIGIN", "RANGE", "REFERER"),
    *("SEC_FETCH_SITE", "TRANSFER_ENCODING", "USER_AGENT", "X_FORWARDED_FOR"),
)
"""Headers by their WSGI names."""
QUERY = (
    "seen",
    "page",
    "group",
    "me",
    "panel",
    "sep",
    *("person", "game", "year", "text", "before"),
)
LONG_HEAD = LARGEST_HEAD - 1024
T = TypeVar("T")


@pytest.fixture
def scales(one_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Scales:
    """Weighs requests; may be called any number of times."""
    monkeypatch.setattr(limiter, "enabled", False)
    return Scales(one_app)


@pytest.fixture
def cast(scales: Scales) -> Cast:
    return cast_on(scales.app)


def weigh(scales: Scales, stage: Stage, field: str, body: bytes, label: object) -> None:
    """Weigh a POST with this body, by a permitted phone, by one without a token, and without a
    cookie."""
    rest = {name: values for name, values in stage.good.items() if name != field}
    bare = {name: values for name, values in rest.items() if name != "csrf_token"}
    for cookie, form in ((stage.cookie, rest), (stage.cookie, bare), ("", bare)):
        whole = body + b"&" + encoded(form)
        told = label, stage.path, field, "csrf_token" in form, bool(cookie)
        if scales.weigh(told, stage.path.encode(), b"", whole, HTTP_COOKIE=cookie) < 400:
            stage.restore()


def bodies(field: str, length: int) -> dict[str, bytes]:
    """All kinds of values for a field, of about this many bytes."""
    filled = {kind: field.encode() + b"=" + text for kind, text in fillings(length).items()}
    return filled | repeats(field, length)


def test_a_full_form_is_not_dear_whatever_is_in_a_field(scales: Scales, figures: Figures) -> None:
    for address in POSTS:
        stage, chance = staged(scales.app, POSTS[address]), random.Random(address)
        room = LARGEST_FORM - len(encoded(stage.good)) - 64
        for field in stage.good:
            found = list(bodies(field, room).items())
            is_whole = (address, field) == ("/new", "name") or len(found) <= SOME
            for kind, body in found if is_whole else chance.sample(found, SOME):
                weigh(scales, stage, field, body, kind)
    figures(scales.told())


def test_a_form_beyond_that_is_refused_before_it_is_read(scales: Scales, figures: Figures) -> None:
    for address in POSTS.keys() - LISTS:
        stage = staged(scales.app, POSTS[address])
        for kind, body in bodies("name", LARGEST_BODY - 1024).items():
            weigh(scales, stage, "name", body, kind)
    assert set(scales.statuses) <= {404, 413}
    figures(scales.told())


@pytest.mark.parametrize(
    "address",
    ["/new", *(pytest.param(one, marks=pytest.mark.slow) for one in ("/book/name", "/link/TOKEN"))],
)
def test_without_the_bound_of_a_form_its_fields_are_not_dear_either(
    scales: Scales, monkeypatch: pytest.MonkeyPatch, figures: Figures, address: str
) -> None:
    """Each limit must work without the other."""
    monkeypatch.setitem(scales.app.config, "MAX_CONTENT_LENGTH", LARGEST_BODY)
    stage = staged(scales.app, POSTS[address])
    for field in {"name", "use", "sizes", "clock"} & stage.good.keys():
        for kind, body in bodies(field, LARGEST_BODY - 1024).items():
            weigh(scales, stage, field, body, kind)
    assert 413 not in scales.statuses
    figures(scales.told())


def test_a_form_too_many_is_not_dear(
    scales: Scales, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page that refuses it contains everything that was sent."""
    monkeypatch.setattr(limiter, "enabled", True)
    monkeypatch.setitem(scales.app.config, "LIMIT_ADDRESS", "1 per hour")
    stage = staged(scales.app, POSTS["/new"])
    for _ in range(2):
        stage.send(b"")
    for kind, body in bodies("name", LARGEST_FORM - 600).items():
        weigh(scales, stage, "name", body, kind)
    assert set(scales.statuses) == {429}
    figures(scales.told())


def test_no_address_is_dear(cast: Cast, scales: Scales, figures: Figures) -> None:
    chance, adapter = random.Random(7), cast.app.url_map.bind("localhost")
    cookie = cookie_of(cast, Role.KEEPER)
    for request in (POSTS | GETS).values():
        right, *wrong = odd_addresses(request, adapter)
        for address in [right, *chance.sample(wrong, min(WRONG, len(wrong)))]:
            path = unquote_to_bytes(plain(cast, address))
            for sent in (cookie, ""):
                scales.weigh(address, path, HTTP_COOKIE=sent)
        for kind, text in fillings(LONG_HEAD).items():
            path = plain(cast, right).encode() + b"/" + text
            scales.weigh((request.address, kind), path, HTTP_COOKIE=cookie)
    figures(scales.told())


def test_no_query_is_dear(cast: Cast, scales: Scales, figures: Figures) -> None:
    cookie = cookie_of(cast, Role.KEEPER)
    found = [one for name in QUERY for one in bodies(name, LONG_HEAD).items()]
    for path, (kind, query) in some(cast, found):
        scales.weigh((path, kind), path, query, HTTP_COOKIE=cookie)
        scales.weigh((path, kind), path, query, HTTP_HX_REQUEST="true")
    figures(scales.told())


def test_no_header_is_dear(cast: Cast, scales: Scales, figures: Figures) -> None:
    found = [(f"HTTP_{name}", text) for name in SENT for text in long_headers().values()]
    for path, (name, text) in some(cast, found):
        header: dict[str, Any] = {name: text}
        scales.weigh((path, name, text[:9]), path, **header)
    for kind, text in long_headers().items():
        scales.weigh(kind, b"/", HTTP_ACCEPT_LANGUAGE=text)
    figures(scales.told())
    assert scales.dearest < DEAR / 2


def some(cast: Cast, found: list[T]) -> Iterator[tuple[bytes, T]]:
    """Every path with some of its possible requests."""
    chance = random.Random(8)
    for address in POSTS | GETS:
        for one in chance.sample(found, min(HEADERS, len(found))):
            yield plain(cast, address).encode(), one


def plain(cast: Cast, address: str) -> str:
    """The address with the key of this cast and a link that does not exist."""
    return put_in(cast, address.replace("TOKEN", "UNKNOWN"))


def long_headers() -> dict[str, str]:
    """Values of about the maximum size of the headers."""
    filled = {kind: text.decode("latin-1") for kind, text in fillings(LONG_HEAD).items()}
    short = [
        "a,",
        "en;q=0.1,",
        "a=b;",
        ";",
        "=",
        '"',
        "-",
        "a-",
        'W/"a",',
        "1-2,",
        "\\",
        "a.",
        "\t",
    ]
    filled |= {part: part * (LONG_HEAD // len(part)) for part in short}
    for name in ("scorekeeper", "scorekeeper_page", "__Host-scorekeeper"):
        filled[name] = f"{name}=.eJ{'A' * LONG_HEAD}.a.b"
    return filled | {"range": "bytes=" + "1-2," * (LONG_HEAD // 4)}


def test_the_largest_form_that_a_page_can_send_has_room_twice(one_app: Flask) -> None:
    """Six names of maximum length, with three bytes per letter, and all other fields."""
    good = staged(one_app, POSTS["/new"]).good
    sent = {**good, "name": ["\u20ac" * 48] * 6, "sizes": [", ".join(["20"] * 60)]}
    sent |= {"tap": ["a" * 43], "seen": ["999999.999"], "open": ["tricks"]}
    assert 2 * len(encoded(sent)) <= LARGEST_FORM
    assert len(as_bytes(sent["name"][0])) == 144
