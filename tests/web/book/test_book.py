"""The book of a phone, and one that is broken."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from segno import make_qr
from sqlalchemy import update

from scorekeeper.store.games import reading
from scorekeeper.store.models import GAME, db, run
from tests.cast import UNKNOWN, Cast, Role, id_beside, shown_address, shown_link
from tests.table import Table
from tests.web.page import games as listed
from tests.web.page import plain_text, problems, unsigned

ANN, MIA = "Ann’s phone", "Mia’s phone"
NOBODYS = "This phone (no name yet)"
TOO_LONG = "Name of this phone can have at most 40 characters."
RECOVERY = "recovery-link"


@pytest.fixture
def phone(client: FlaskClient) -> Table:
    """A phone that has written nothing yet."""
    return Table(client)


def name_on(page: str) -> str:
    """The value of the field for the phone's name."""
    found = re.search(r'<input type="text" name="name" value="([^"]*)"', page)
    assert found
    return unescape(found[1])


def sharing(page: str) -> list[str]:
    """The names of the phones that share the book, as listed."""
    return [
        unescape(name)
        for name in re.findall(
            r'<p class="who"><b(?: class="name" translate="no")?>(.*?)</b>', page
        )
    ]


def games(cast: Cast, role: Role) -> list[str]:
    """The players of the games on the phone's first page."""
    return listed(cast.get(role, "/").text)


OURS, THEIRS = "Ann, Ben, Cem", "Dora, Emil, Fritz"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann’s phone", "Ann’s phone"),
        ("  Ann \t\r\n phone ", "Ann phone"),
        ("N" * 40, "N" * 40),
        (f"  {'N' * 40}\u202e", "N" * 40),
        ("Ann\u202egnp", "Anngnp"),
        ("\u2066Ann\u2069\x00\x1b\x7f\u0085\u200e", "Ann"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("<b>&'\"", "<b>&'\""),
        ("", ""),
        ("\u202e\u200b ", ""),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
    ],
)
def test_a_phones_name_is_stored_without_invisible_characters(
    phone: Table, typed: str, kept: str
) -> None:
    phone.start("Ann", "Ben", "Cem")
    response = phone.post("/book/name", name=typed)
    assert (response.status_code, response.location) == (303, "/book")
    page = phone.client.get("/book").text
    assert "Saved" in page
    assert name_on(page) == kept
    assert "<b>&" not in page
    listed = sharing(phone.client.get(f"{phone.path}/phones").text)
    assert listed == [kept or NOBODYS]


def test_a_phone_may_be_named_and_make_a_link_before_anything_else(phone: Table) -> None:
    assert phone.post("/book/name", name="Ann’s phone").status_code == 303
    assert phone.post("/book/link").status_code == 303
    assert shown_address(phone.client.get("/book").text)
    phone.start("Ann", "Ben", "Cem")
    assert sharing(phone.client.get(f"{phone.path}/phones").text) == ["Ann’s phone"]


@pytest.mark.parametrize(
    ("typed", "sentence", "kept"),
    [
        *[(name, TOO_LONG, name) for name in ("N" * 41, f"{'N' * 40} N", "\u00e9" * 41)],
        (
            ["Ben", "Cem"],
            "Name of this phone was sent twice with different values. Reload the page.",
            None,
        ),
    ],
)
def test_an_impossible_name_is_refused_and_stays_in_the_field(
    phone: Table, typed: object, sentence: str, kept: str | None
) -> None:
    phone.post("/book/name", name="Ann")
    response = phone.post("/book/name", name=typed)
    assert (response.status_code, problems(response.text)) == (422, [sentence])
    assert kept in (None, name_on(response.text))
    assert name_on(phone.client.get("/book").text) == "Ann"


@pytest.mark.parametrize("game", [UNKNOWN, "//evil.example", "http://evil.example", "..", "\r\nX"])
def test_after_naming_only_a_page_of_this_server_is_opened(phone: Table, game: str) -> None:
    response = phone.post("/book/name", name="Ann", game=game)
    assert response.status_code == 303
    assert re.fullmatch(r"/(book|g/[^\r\n]+/phones)", response.location)
    assert "evil.example" not in response.location.split("/")[:3]


def test_the_phones_that_share_the_book_are_listed_this_one_first(cast: Cast) -> None:
    assert sharing(cast.get(Role.KEEPER, "/book").text) == [ANN, MIA]
    page = cast.get(Role.MATE, "/book").text
    assert sharing(page) == [MIA, ANN]
    assert f"{MIA} this phone " in plain_text(page)
    for role in (Role.GUEST, Role.STRANGER, Role.FOLLOWER, Role.ENDED):
        assert sharing(cast.get(role, "/book").text) == []


def test_a_link_for_another_phone_is_shown_with_its_qr_code_until_when_it_is_good(
    cast: Cast,
) -> None:
    response = cast.post(Role.KEEPER, "/book/link")
    assert (response.status_code, response.location) == (303, "/book#link")
    page = cast.get(Role.KEEPER, "/book").text
    address = shown_address(page)
    assert address.startswith("http://localhost/link/")
    drawn = make_qr(address, error="m").svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True
    )
    assert drawn in page
    assert re.search(r'until <time datetime="[^"]+" data-clock>\d\d:\d\d<span', page)
    assert "New link" in page
    assert "as often as you like. Anyone with this link" in plain_text(page)
    assert shown_link(page) not in cast.get(Role.MATE, "/book").text


def test_on_the_serving_machine_the_links_name_its_address_on_the_network(cast: Cast) -> None:
    cast.app.config["REACHABLE_ADDRESS"] = "http://192.168.1.2:8000/"
    cast.book_link()
    cast.pencil()
    book, phones = cast.get(Role.KEEPER, "/book").text, cast.get(Role.KEEPER, f"{cast.path}/phones")
    for page, name in ((book, "address"), (book, RECOVERY), (phones.text, "address")):
        assert shown_address(page, name).startswith("http://192.168.1.2:8000/link/")


@pytest.mark.parametrize("role", [Role.GUEST, Role.STRANGER, Role.FOLLOWER, Role.ENDED])
def test_only_a_phone_of_the_book_takes_it_away(cast: Cast, role: Role) -> None:
    numbers = (id_beside(ANN, cast.get(Role.MATE, "/book").text), cast.id_of(MIA), "999", "", "0")
    bodies = {cast.post(role, "/book/phones", phone=number).data for number in numbers}
    assert len(bodies) == 1
    assert "That phone does not share this book" in cast.get(role, "/book").text
    assert games(cast, Role.MATE) == games(cast, Role.KEEPER) == [OURS]


def test_a_phone_whose_games_had_a_recovery_link_shows_it_again(
    cast: Cast,
) -> None:
    link = cast.recovery()
    assert link == cast.recovery()
    assert "New link (old ones stop working)" in cast.get(Role.KEEPER, "/book").text
    response = cast.post(Role.KEEPER, "/book/recovery")
    assert (response.status_code, response.location) == (303, "/book#recovery")
    assert cast.recovery() == link


def test_a_new_phone_is_shown_a_recovery_link_when_it_asks(app: Flask, phone: Table) -> None:
    assert phone.post("/book/recovery").status_code == 303
    link = shown_link(phone.client.get("/book").text, RECOVERY)
    phone.start("Ann", "Ben", "Cem")
    other = Table(app.test_client())
    other.post(link)
    assert OURS in other.client.get("/").text


def test_a_phone_that_was_put_out_can_make_a_recovery_link_for_its_new_book(cast: Cast) -> None:
    cast.post(Role.KEEPER, "/book/phones", phone=cast.id_of(MIA))
    assert "That phone no longer shares this book" in cast.get(Role.KEEPER, "/book").text
    assert f'id="{RECOVERY}"' not in cast.get(Role.MATE, "/book").text
    assert cast.post(Role.MATE, "/book/recovery").status_code == 303
    assert cast.post(Role.FOLLOWER, cast.recovery(Role.MATE)).status_code == 303
    assert games(cast, Role.FOLLOWER) == []


def test_the_book_is_the_same_to_htmx(cast: Cast) -> None:
    whole, part = (cast.get(Role.KEEPER, "/book", part=part).text for part in (False, True))
    assert unsigned(whole) == unsigned(part)
    response = cast.post(Role.KEEPER, "/book/name", part=True, name="Ann")
    assert (response.status_code, response.headers["HX-Redirect"]) == (200, "/book")
    assert name_on(cast.get(Role.KEEPER, "/book").text) == "Ann"


@pytest.mark.parametrize(
    ("role", "listed"),
    [
        *((role, [OURS]) for role in (Role.KEEPER, Role.MATE, Role.GUEST)),
        (Role.STRANGER, [THEIRS]),
        *((role, []) for role in (Role.ENDED, Role.FOLLOWER, Role.NOBODY)),
    ],
)
def test_the_first_page_and_the_history_have_the_games_of_the_book_or_those_kept_score_of(
    cast: Cast, role: Role, listed: list[str]
) -> None:
    assert games(cast, role) == listed
    for file in ("/history.csv", "/history.json"):
        history = cast.get(role, file).data
        assert (b"Cem" in history) is (listed == [OURS])
        assert (history == cast.get(Role.KEEPER, file).data) is (listed == [OURS])


NOT_SHOWN = "This game cannot be shown."


@pytest.mark.parametrize("fault", [{"totals": "x"}, {"sizes": "a,b"}, {"rules": '{"x":1}'}])
def test_a_game_that_is_broken_breaks_no_list_and_can_be_deleted(
    app: Flask, fault: dict[str, str]
) -> None:
    table = Table(app.test_client())
    table.start("Dora", "Emil", "Fritz")
    whole = f"/g/{table.key}"
    table.start("Ann", "Ben", "Cem")
    broken = f"/g/{table.key}"
    with app.app_context():
        run(update(GAME).where(GAME.c.key == table.key).values(fault))
        db.session.commit()
        reading.forget()
    for address in ("/", "/history"):
        answer = table.client.get(address)
        assert answer.status_code == 200, address
        assert NOT_SHOWN in answer.text
        assert whole in answer.text
    assert table.client.get(broken).status_code in (200, 404)
    assert table.post(f"{broken}/delete", revision="0").status_code == 303
    assert NOT_SHOWN not in table.client.get("/").text
