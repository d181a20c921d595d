"""The same request from many phones at the same moment: anything single is granted once."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.http.guard import limiter
from tests.addresses import POSTS
from tests.cast import PAGE_COOKIE, Cast, Role, cast_on
from tests.servers import PATIENCE
from tests.table import field

pytestmark = [pytest.mark.postgresql, pytest.mark.thorough]

PHONES = 20
KEEPS = 'data-role="keeps"'


@pytest.fixture
def cast(one_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """The cast, without limits on attempts."""
    monkeypatch.setattr(limiter, "enabled", False)
    return cast_on(one_app)


def at_once(acts: Sequence[Callable[[], int]]) -> list[int]:
    """The answers when all act at the same moment."""
    together = Barrier(len(acts))

    def act(number: int) -> int:
        together.wait(PATIENCE)
        return acts[number]()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, range(len(acts))))


def redeeming(client: FlaskClient, link: str) -> Callable[[], int]:
    """The tap on the button of the link's open page."""
    token = field(client.get(link).text, "csrf_token")
    return lambda: client.post(link, data={"csrf_token": token, "name": "x"}).status_code


@pytest.mark.parametrize("kind", ["share", "hand over", "book"])
def test_of_twenty_phones_that_redeem_a_link_at_once_one_gets_it(cast: Cast, kind: str) -> None:
    if kind == "book":
        link = cast.book_link()
    else:
        link = cast.pencil(hand_over="y" if kind == "hand over" else "")
    clients = [cast.app.test_client() for _ in range(PHONES)]
    found = at_once([redeeming(client, link) for client in clients])
    assert Counter(found) == {303: 1, 410: PHONES - 1}
    page = "/" if kind == "book" else cast.path
    sign = "Ann, Ben, Cem" if kind == "book" else KEEPS
    given = [sign in client.get(page).text for client in clients]
    assert given == [status == 303 for status in found]
    assert (KEEPS in cast.get(Role.KEEPER).text) is (kind != "hand over")


@pytest.mark.parametrize("kind", ["pencil", "book"])
def test_a_new_phone_that_taps_twice_at_once_gets_it_and_keeps_it(cast: Cast, kind: str) -> None:
    """Both taps are sent before an answer sets a cookie."""
    link = cast.pencil() if kind == "pencil" else cast.book_link()
    phone, again = cast.app.test_client(), cast.app.test_client()
    phone.get(link)
    for name in ("scorekeeper", PAGE_COOKIE):
        if cookie := phone.get_cookie(name):
            again.set_cookie(name, cookie.value)
    found = at_once([redeeming(client, link) for client in (phone, again)])
    assert found == [303, 303]
    for client in (phone, again):
        page = client.get(cast.path if kind == "pencil" else "/").text
        assert (KEEPS if kind == "pencil" else "Ann, Ben, Cem") in page


def test_a_right_that_is_taken_away_while_its_phone_saves_ends_it(cast: Cast) -> None:
    """After both, in either order, the phone can write nothing."""
    phones = f"{cast.path}/phones"
    number = cast.id_of("Gil’s phone", phones)
    trump = f"{cast.path}/hands/2/trump"
    found = at_once(
        [
            lambda: cast.post(Role.KEEPER, phones, phone=number).status_code,
            lambda: cast.post(Role.GUEST, trump, turned="clubs", revision=4).status_code,
        ]
    )
    assert found[0] == 303
    assert found[1] in (303, 404)
    before = cast.state()
    assert cast.post(Role.GUEST, f"{cast.path}/undo", target="5").status_code == 404
    assert cast.post(Role.GUEST, f"{cast.path}/pass").status_code == 404
    assert cast.state() == before


def test_a_rematch_that_many_ask_for_at_once_is_one_game(cast: Cast) -> None:
    def ask(role: Role) -> Callable[[], int]:
        return lambda: cast.post(role, f"{cast.path}/rematch").status_code

    roles = [Role.KEEPER, Role.GUEST] * 5
    assert at_once([ask(role) for role in roles]) == [303] * len(roles)
    assert cast.get(Role.KEEPER, "/").text.count("Ann, Ben, Cem") == 2


def test_a_hand_that_both_keepers_send_whole_many_times_at_once_is_saved_once(cast: Cast) -> None:
    fields = dict(POSTS["/g/KEY/hands/2/whole"].fields) | {"knows": ""}

    def send(role: Role) -> Callable[[], int]:
        data: Any = fields | {"tap": f"the-tap-of-the-{role}"}
        whole = f"{cast.path}/hands/2/whole"
        return lambda: cast.post(role, whole, **data).status_code

    roles = [Role.KEEPER, Role.GUEST] * 5
    assert at_once([send(role) for role in roles]) == [303] * len(roles)
    assert len(cast.state()[4]) == 5
