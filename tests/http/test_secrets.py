"""Secrets: keys of phones, links and codes in logs, pages, files and headers."""

import logging
import re
from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from scorekeeper.keys import hashed, join_code, link_code
from tests.addresses import put_in
from tests.cast import UNKNOWN, Cast, Role
from tests.faults import Fault, engine_of, failing

pytestmark = pytest.mark.thorough


class Secrets:
    """The secrets of the phones of a cast, by name, created once for a test."""

    def __init__(self, cast: Cast) -> None:
        """The keeper and the guest create every link anew."""
        self.phone_keys = {role: cast.phone_key(role) for role in list(Role)[:-1]}
        self.pencils = {role: cast.pencil(role) for role in (Role.KEEPER, Role.GUEST)}
        self.books = {role: cast.book_link(role) for role in (Role.KEEPER, Role.GUEST)}
        cast.post(Role.MATE, "/book/recovery")
        self.recovery = {role: cast.recovery(role) for role in (Role.KEEPER, Role.GUEST, Role.MATE)}
        self.code = join_code(cast.key)
        tokens = {role: link.rpartition("/")[2] for role, link in self.pencils.items()}
        self.spoken = {role: link_code(hashed(token)) for role, token in tokens.items()}
        self.slip = put_in(cast, "SLIP")

    def links(self) -> list[str]:
        """The paths of all links."""
        made = (self.pencils, self.books, self.recovery)
        return [link for by in made for link in by.values()]

    def tokens(self) -> set[str]:
        """The tokens of all links."""
        return {link.rpartition("/")[2] for link in self.links()}

    def shown_to(self, role: Role, cast: Cast) -> dict[str, set[str]]:
        """The pages on which this role is shown each secret; it is shown no others."""
        # The keeper's only game has one scored hand.
        found = {"/book", cast.path} if role is Role.KEEPER else {"/book"}
        phones = {f"{cast.path}/phones"}
        where = ((self.pencils, phones), (self.books, {"/book"}), (self.recovery, found))
        links = {made[role].rpartition("/")[2]: pages for made, pages in where if role in made}
        table = put_in(cast, "/e/RALLY/desk/round/1/table/1")
        slips = {put_in(cast, "/e/RALLY/t/SLIP"), *([table] if role is Role.DESK else [])}
        # In two groups of letters.
        spoken = {
            f"{code[:4]} {code[4:]}": phones for by, code in self.spoken.items() if by is role
        }
        return links | spoken | {self.code: {f"{cast.path}/share"}, self.slip: slips}

    def all(self) -> set[str]:
        """All secrets."""
        spoken = {f"{code[:4]} {code[4:]}" for code in self.spoken.values()}
        known = {*self.phone_keys.values(), *self.tokens(), self.code, self.slip}
        return known | spoken | {*self.spoken.values()}


def answers(cast: Cast, secrets: Secrets) -> Iterator[tuple[str, TestResponse]]:
    """Answers to what the list of addresses does not contain, with their requests."""
    for path in (f"{cast.path}?seen={UNKNOWN}", "/nothing"):
        yield path, cast.get(Role.FOLLOWER, path)
    shown = re.search(r'data-seen="([^"]+)"', cast.get(Role.NOBODY).text)
    assert shown
    yield "a poll", cast.get(Role.NOBODY, f"{cast.path}?seen={shown[1]}", part=True)
    for token in (*secrets.tokens(), secrets.phone_keys[Role.KEEPER], secrets.code):
        yield token, cast.get(Role.STRANGER, f"/link/{token}")
        yield token, cast.post(Role.STRANGER, f"/link/{token}", csrf_token="old")
        yield token, cast.post(Role.STRANGER, "/join", code=token)
    for link in secrets.links():
        yield link, cast.post(Role.ENDED, link, name="Tom")
    for code in secrets.spoken.values():
        yield code, cast.get(Role.STRANGER, f"/link/{code}")
        yield code, cast.post(Role.STRANGER, f"/link/{code}", csrf_token="old")
    for _ in range(21):
        yield "a wrong code", cast.post(Role.NOBODY, "/join", code="AAAAAA")


@pytest.fixture
def _logged(caplog: pytest.LogCaptureFixture) -> None:
    """Everything is logged except database statements, which nobody turns on."""
    caplog.set_level(logging.WARNING, "sqlalchemy")
    caplog.set_level(logging.DEBUG)


def texts(caplog: pytest.LogCaptureFixture) -> str:
    """Every record as it would be written, with all its values."""
    form = logging.Formatter("%(name)s %(message)s")
    return "\n".join(f"{form.format(record)} {record.args}" for record in caplog.records)


@pytest.mark.usefixtures("_logged")
def test_no_log_and_no_header_of_any_answer_holds_a_secret(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    secrets = Secrets(cast)
    held, statuses = secrets.all(), set()
    for asked, response in answers(cast, secrets):
        statuses.add(response.status_code)
        for header in ("Location", "HX-Redirect", "Content-Location", "Refresh", "Link"):
            target = response.headers.get(header, "")
            assert "/link/" not in target, asked
            assert not [secret for secret in held if secret in target], asked
    assert statuses >= {204, 404, 422, 429}
    cast.app.logger.debug("a record")
    logged = texts(caplog)
    assert "a record" in logged
    assert not [secret for secret in held if secret in logged]


@pytest.mark.usefixtures("_logged")
def test_no_log_holds_a_secret_when_the_storage_fails(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    secrets = Secrets(cast)
    for refused, status in ((False, 503), (True, 500)):
        with failing(engine_of(cast.app), Fault(1, lasting=True, refused=refused)):
            for link in secrets.links():
                assert cast.get(Role.FOLLOWER, link).status_code == status
                assert cast.post(Role.FOLLOWER, link).status_code == status
            assert cast.post(Role.FOLLOWER, "/join", code=secrets.code).status_code == status
            assert cast.get(Role.KEEPER, "/book").status_code == status
    logged = texts(caplog)
    assert "storage: " in logged
    assert "refused by the storage: " in logged
    assert "/link/<token> [POST]" in logged
    assert not [secret for secret in secrets.all() if secret in logged]


@pytest.mark.usefixtures("_logged")
def test_no_log_holds_a_link_when_the_program_fails(
    cast: Cast, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    secrets = Secrets(cast)
    cast.app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("scorekeeper.store.sharing.links.preview", fail)
    for link in secrets.links():
        assert cast.get(Role.FOLLOWER, link).status_code == 500
    logged = texts(caplog)
    assert "ZeroDivisionError" in logged
    assert not [secret for secret in secrets.all() if secret in logged]


def test_two_links_have_two_tokens_of_128_bits(cast: Cast) -> None:
    first, second = Secrets(cast), Secrets(cast)
    once = first.links()
    again = [*second.pencils.values(), *second.books.values()]
    assert len({*once, *again}) == len(once) + len(again)
    for link in (*once, *again):
        assert re.fullmatch(r"/link/[A-Za-z0-9_-]{22}", link)
