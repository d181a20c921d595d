"""Every address of the program, prepared once: a phone of every role opens it or sends its form.

The names of the cast are hostile, and all sentences are marked as translated.
"""

import logging
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote_from_bytes

import pytest
from flask import Flask
from flask import Request as Received
from werkzeug.datastructures import Headers, ImmutableMultiDict
from werkzeug.test import TestResponse

from scorekeeper.http.answers import SENTENCES
from scorekeeper.http.guard import limiter
from tests import databases
from tests.addresses import (
    FIELDS,
    GETS,
    OF_ACTS,
    OF_DESK,
    POSTS,
    REQUESTS,
    fields_of,
    prepare,
    put_in,
    rule_of,
)
from tests.cast import COOKIE, HOSTILE, KEEPERS, PAGE_COOKIE, UNKNOWN, Cast, Role, cast_on
from tests.conftest import forget
from tests.forms import every_field
from tests.http.test_secrets import Secrets
from tests.nonsense import BAD
from tests.requests import Request
from tests.table import Table
from tests.torture.stage import READS, as_bytes
from tests.turns import daily
from tests.web.marked import app_in, check, speaking_german
from tests.web.page import unsigned
from tests.web.tree import parsed

GIVES_A_RIGHT = ("/link/TOKEN", "/g/KEY/claim", "/e/RALLY/t/SLIP")
WRITES_NOTHING = ("/join", "/wall", "/language", "/watching", "/e/RALLY/desk/claim")
TELLS_THE_OTHERS = ("/g/KEY/hands/3/sealed", "/people/ANN/colour")
"""The columns that only record who has bid, or how a seat is drawn."""
EVENTS = re.compile("KEY|SEATED|(?<=/e/)[A-Z]+")
KEYS = ("unknown", "\x00", "a" * 5000, "'--", "\u0661", "%s", ".csv", "_")
METHODS = ("TRACE", "CONNECT", "PUT", "DELETE", "PATCH", "PROPFIND", "X")
FORGED = "evil.example.org"
PREFLIGHT = {
    "Origin": f"https://{FORGED}",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "hx-request",
}
TAKES_ANY = ("/join", "/wall", "/language", "/watching")
"""Forms without a token."""
OF_A_HAND = tuple(
    f"/g/KEY/hands/{rest}" for rest in ("1", "1/points", "2/dealer", "2/trump", "2/bids")
)
HTML = "text/html"
STREAMED = ("/history.csv", "/history.json")
NAMED = re.compile(r'(?<!"ranks-head">)<\w+\s[^>]*\bclass="(?:name|name who)"[^>]*>')
"""Elements that show a name alone; the heads of lists have that look too."""
ENTRIES = ("input", "select", "textarea")
LEADS = ("href", "src", "action", "formaction", "hx-get", "hx-post")
INTERNALS = re.compile("sqlite|psycopg|Traceback|alembic_version|jinja2")
STRANGE = "of another table"
"""Values with the shape of a field that do not exist in this game."""
MOST_STATEMENTS = 60
Cookies = dict[Role, list[tuple[str, str]]]


@dataclass
class Sweep:
    """A request that is ready to be sent by each phone of the cast."""

    cast: Cast
    request: Request
    secrets: Secrets
    shown: dict[Role, dict[str, set[str]]]
    """The pages on which each role is shown each secret."""
    answers: dict[Role, TestResponse] = field(default_factory=dict)
    nowhere: dict[Role, list[TestResponse]] = field(default_factory=dict)
    """Refusals, each with the answers at a key that does not exist, and those as parts."""
    after: dict[Role, TestResponse] = field(default_factory=dict)
    """The pages to which the answers lead."""
    written: dict[Role, databases.Cells] = field(default_factory=dict)
    states: dict[Role, tuple[Any, ...]] = field(default_factory=dict)
    statements: dict[Role, list[str]] = field(default_factory=dict)
    logged: str = ""

    def __post_init__(self) -> None:
        """Note everything before."""
        prepare(self.cast, self.request)
        self.path = put_in(self.cast, self.request.address)
        self.fields = fields_of(self.cast, self.request)
        self.state = self.cast.state()
        self.before = databases.held(self.cast.app)
        self.cookies = cookies_of(self.cast)

    def restore(self) -> None:
        """Let everything be as it was before, also on the phones."""
        databases.restore(self.cast.app, self.before)
        self.cast = with_cookies(self.cast, self.cookies)
        forget()

    def send(self, role: Role, path: str = "", *, part: bool = False) -> TestResponse:
        """The phone sends the request, perhaps to another path."""
        if self.request.method == "GET":
            return self.cast.get(role, path or self.path, part=part)
        return self.cast.post(role, path or self.path, part=part, **self.fields)

    def look(self) -> None:
        """Let each phone send the request."""
        for role in Role:
            with databases.asked(self.cast.app) as asked:
                answer = self.answers[role] = self.send(role)
            self.statements[role] = [text for text, _ in asked]
            if self.has_key and answer.status_code in (404, 405):
                self._elsewhere(role)
            self.written[role] = frozenset()
            if answer.status_code == 303:
                self.after[role] = self.cast.get(role, answer.location)
            if not all(READS.match(text) for text in self.statements[role]):
                now = databases.held(self.cast.app)
                self.written[role] = databases.changed(self.before, now) - {("phone", "seen_at")}
                if role not in KEEPERS:
                    self.states[role] = self.cast.state()
                self.restore()

    def _elsewhere(self, role: Role) -> None:
        path = self.request.address.replace("KEY", UNKNOWN)
        here, there = (self.send(role, one, part=True) for one in (self.path, path))
        self.nowhere[role] = [self.send(role, path), here, there]

    @property
    def has_key(self) -> bool:
        """Whether the address is that of a game of the cast."""
        return "KEY" in self.request.address

    @cached_property
    def pages(self) -> list[tuple[Role, TestResponse]]:
        """All pages that were shown; one that several phones were shown once."""
        found: dict[str, tuple[Role, TestResponse]] = {}
        for role, one in (*self.answers.items(), *self.after.items()):
            if one.mimetype == HTML and one.data and one.status_code != 303:
                found.setdefault(unsigned(one.text), (role, one))
        return [*found.values()]

    @property
    def id(self) -> str:
        """The method and the address."""
        return f"{self.request.method} {self.request.address}"


def cookies_of(cast: Cast) -> Cookies:
    """The cookies of all phones."""
    held = {
        role: [(name, client.get_cookie(name)) for name in (COOKIE, PAGE_COOKIE)]
        for role, client in cast.clients.items()
    }
    return {role: [(name, one.value) for name, one in some if one] for role, some in held.items()}


def with_cookies(cast: Cast, cookies: Cookies) -> Cast:
    """The cast with new phones, in German, that have these cookies."""
    clients = {role: speaking_german(cast.app.test_client()) for role in Role}
    for role, held in cookies.items():
        for name, value in held:
            clients[role].set_cookie(name, value)
    return replace(cast, clients=clients)


class Told(logging.Handler):
    """Notes all that is logged, as it would be written, with all its values."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note a record."""
        self.lines.append(f"{record.name} {record.getMessage()} {record.args} {record.exc_text}")


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """The app with the marked catalogue."""
    yield from app_in(tmp_path_factory.mktemp("de"), empty_database)


@pytest.fixture(scope="module")
def sweeper(marked: Flask) -> Iterator[tuple[Cast, Secrets, databases.Rows, Cookies, Any, Told]]:
    """The hostile cast once its phones have made all links, and what is logged from then on."""
    limiter.reset()
    cast = cast_on(marked, HOSTILE)
    secrets = Secrets(cast)
    shown = {role: secrets.shown_to(role, cast) for role in Role}
    told, root, statements = Told(), logging.getLogger(), logging.getLogger("sqlalchemy")
    levels = root.level, statements.level
    root.addHandler(told)
    root.setLevel(logging.DEBUG)
    statements.setLevel(logging.WARNING)
    yield cast, secrets, databases.held(marked), cookies_of(cast), shown, told
    root.removeHandler(told)
    root.setLevel(levels[0])
    statements.setLevel(levels[1])


def each(request: Request) -> Any:
    """An address as a case; all tests of it run in one process."""
    name = f"{request.method} {request.address}"
    return pytest.param(
        request, id=name, marks=[pytest.mark.thorough, pytest.mark.xdist_group(name)]
    )


@pytest.fixture(scope="module", params=map(each, REQUESTS))
def sweep(sweeper: Any, request: pytest.FixtureRequest) -> Sweep:
    """What each phone got at an address."""
    cast, secrets, rows, cookies, shown, told = sweeper
    limiter.reset()
    databases.restore(cast.app, rows)
    forget()
    told.lines.clear()
    made = Sweep(with_cookies(cast, cookies), request.param, secrets, shown)
    made.look()
    cast.app.logger.debug("a record")
    made.logged = "\n".join(told.lines)
    return made


@pytest.fixture
def free(sweep: Sweep, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sweep]:
    """The same for requests of any number; what they write is taken back."""
    monkeypatch.setattr(limiter, "enabled", False)
    with databases.asked(sweep.cast.app) as asked:
        yield sweep
    if not all(READS.match(text) for text, _ in asked):
        sweep.restore()


def test_every_route_is_entered_in_the_list_of_addresses(one_app: Flask) -> None:
    adapter = one_app.url_map.bind("localhost")
    entered = {(request.method, rule_of(request, adapter)[0].rule) for request in REQUESTS}
    methods = {"GET", "POST"}
    rules = [
        (rule.rule, methods & (rule.methods or set())) for rule in one_app.url_map.iter_rules()
    ]
    assert entered == {(method, rule) for rule, known in rules for method in known}


def test_every_field_that_the_program_reads_is_entered_there() -> None:
    assert every_field() <= set(FIELDS)


def test_a_phone_is_answered_as_its_role_may(sweep: Sweep) -> None:
    expected = {role: sweep.request.status(role) for role in Role}
    assert {role: one.status_code for role, one in sweep.answers.items()} == expected


def test_only_who_may_send_a_form_writes_and_what_it_is_for(sweep: Sweep) -> None:
    for role, written in sweep.written.items():
        if sweep.request.method == "GET" or sweep.request.status(role) != 303:
            assert not written, role
        elif role is sweep.request.by:
            assert written or sweep.request.address in WRITES_NOTHING, "its fields are good"
        if written and role not in KEEPERS:
            kept = slice(3) if sweep.request.address not in GIVES_A_RIGHT else slice(1)
            kept = slice(0, 3, 2) if sweep.request.address in TELLS_THE_OTHERS else kept
            assert sweep.states[role][kept] == sweep.state[kept], role


def test_a_refusal_does_not_tell_whether_there_is_such_a_game(sweep: Sweep) -> None:
    for role, (unknown, *parts) in sweep.nowhere.items():
        refused = sweep.answers[role]
        assert (unknown.status_code, unknown.data) == (refused.status_code, refused.data), role
        # A phone without a cookie gets one for its forms, whatever it requests first.
        assert role is Role.NOBODY or "Set-Cookie" not in refused.headers
        assert told(unknown.headers) == told(refused.headers), role
        assert {part.status_code for part in parts} == {refused.status_code}
        assert parts[0].data == parts[1].data, role


def test_every_sentence_is_translated(sweep: Sweep) -> None:
    for _, page in sweep.pages if sweep.id != "POST /language" else []:
        check(page.text)


def test_a_hostile_name_is_text(sweep: Sweep) -> None:
    for role, answer in sweep.pages:
        for element in parsed(answer.text).all():
            assert element.tag != "xx", role
            assert "y" not in element.given or element.tag != "input", role
            leads = [element.given.get(name, "") for name in LEADS]
            assert not [one for one in leads if "<xx" in one], (role, element.tag)
        assert "&amp;lt;xx" not in answer.text, "escaped twice"
        assert not INTERNALS.search(answer.text)


def test_a_choice_belongs_to_the_form_around_it(sweep: Sweep) -> None:
    for role, answer in sweep.pages:
        fields = [one for one in parsed(answer.text).all() if one.tag in ENTRIES]
        assert [one.given for one in fields if "form" in one.given] == [], role


def test_a_browser_that_translates_a_page_leaves_the_names_of_people_alone(sweep: Sweep) -> None:
    for role, answer in sweep.pages:
        alone = NAMED.findall(answer.text)
        assert [tag for tag in alone if 'translate="no"' not in tag] == [], role


def test_a_page_with_a_menu_has_the_sheet_that_closes_it_in_old_browsers(sweep: Sweep) -> None:
    for role, answer in sweep.pages:
        if "<head>" in answer.text and re.search(r"<[^<>]*\spopover[\s=>]", answer.text):
            assert "/style/inner." in answer.text, role


def test_every_answer_but_the_files_of_all_games_is_whole_before_it_begins(sweep: Sweep) -> None:
    # A complete answer has a length.
    answer = sweep.answers[Role.KEEPER]
    assert (answer.content_length is None) == (sweep.request.address in STREAMED)


def test_a_secret_is_shown_on_its_page_alone_and_to_the_phone_it_is_for(sweep: Sweep) -> None:
    every, code = sweep.secrets.all(), sweep.secrets.code
    for role, answer in sweep.answers.items() if sweep.request.method == "GET" else ():
        own = sweep.secrets.phone_keys.get(role, "no key")
        text = answer.data.decode(errors="replace").replace(f"{code[:3]} {code[3:]}", code)
        shown = {one for one, pages in sweep.shown[role].items() if sweep.path in pages}
        assert {secret for secret in every if secret in text} == shown, role
        # A phone receives its own key in its cookie.
        cookies = [line.replace(own, "") for line in answer.headers.getlist("Set-Cookie")]
        headers = [line for name, line in answer.headers if name != "Set-Cookie"]
        assert not [secret for secret in every if secret in str(headers + cookies)], role


def test_no_log_and_no_header_holds_a_secret(sweep: Sweep) -> None:
    held = sweep.secrets.all()
    for _, answer in [*sweep.answers.items(), *sweep.after.items()]:
        for name in ("Location", "HX-Redirect", "Content-Location", "Refresh", "Link"):
            target = answer.headers.get(name, "")
            assert "/link/" not in target
            assert not [secret for secret in held if secret in target]
        # No address reaches another server or a search engine.
        assert answer.headers.getlist("Referrer-Policy") == ["strict-origin"]
        is_hidden = answer.headers.getlist("X-Robots-Tag") == ["noindex"]
        assert is_hidden or b"/g/" not in answer.data
    assert "a record" in sweep.logged
    assert not [secret for secret in held if secret in sweep.logged]


def test_no_page_asks_the_database_more_often_than_a_page_may(sweep: Sweep) -> None:
    for role, asked in sweep.statements.items():
        assert len(asked) <= MOST_STATEMENTS, (role, len(asked))


def test_an_invalid_key_is_not_found(free: Sweep) -> None:
    for key in KEYS if EVENTS.search(free.request.address) else ():
        path = put_in(free.cast, EVENTS.sub(key.replace("\\", r"\\"), free.request.address))
        assert says(free.send(free.request.by, path), 404), key


def test_a_method_that_no_page_uses_is_refused_and_tells_nothing_again(free: Sweep) -> None:
    address, ours = free.request.address, free.cast.clients[Role.KEEPER]
    for method in METHODS:
        answer = ours.open(free.path, method=method, headers={"X-Mine": "told"}, buffered=True)
        assert says(answer, 405), method
        assert "told" not in answer.text
        assert ("GET" in answer.headers["Allow"]) is (address in GETS)
    if address not in POSTS:
        assert says(free.cast.post(Role.KEEPER, free.path), 405)


def test_the_address_of_a_form_leads_to_the_page_above_it_when_it_is_opened(free: Sweep) -> None:
    for role in (free.request.by, Role.NOBODY) if free.request.address not in GETS else ():
        above = free.cast.get(role, free.path)
        assert above.status_code == 303
        assert free.path.startswith(above.location)
        if free.path.startswith("/g/"):
            assert above.location == "/".join(free.path.split("/")[:3])
    if free.request.address not in GETS:
        assert free.cast.get(free.request.by, above.location).status_code in (200, 404)


def test_a_form_is_refused_if_it_is_huge_or_without_its_token(free: Sweep) -> None:
    if free.request.method == "POST" and free.request.address not in TAKES_ANY:
        by, fields = free.request.by, free.fields | {"csrf_token": ""}
        assert says(free.cast.post(by, free.path, name="a" * 70_000), 413)
        answer = free.cast.post(by, free.path, **fields)
        if answer.status_code == 303:
            answer = free.cast.get(by, answer.location)
            assert "data-role" in answer.text, "the page of the game says why"
        else:
            assert answer.status_code in (404, 422)
        check(answer.text)
        assert databases.is_same(free.before, databases.held(free.cast.app))


def test_a_forged_name_of_the_server_is_refused_and_not_repeated(free: Sweep) -> None:
    phone = free.cast.clients[free.request.by]
    answer = phone.open(free.path, method=free.request.method, headers={"Host": FORGED})
    assert answer.status_code == 400
    assert FORGED not in answer.text
    asked = phone.options(free.path, headers=PREFLIGHT)
    # Some pages are not on every server.
    assert asked.status_code in (200, 404)
    assert not [name for name, _ in asked.headers if "Access-Control" in name]


def says(answer: TestResponse, status: int) -> bool:
    """Return whether it is a page with the sentence of this status, without internals."""
    shown = unescape(answer.text)
    assert not INTERNALS.search(shown)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    return answer.status_code == status and str(SENTENCES[status]) in shown and 'href="/"' in shown


def told(headers: Headers) -> dict[str, str]:
    """The headers that could distinguish answers."""
    return {name: value for name, value in headers.items() if name not in ("Set-Cookie", "Date")}


class Asked(ImmutableMultiDict[str, str]):
    """Parameters that record which of them are read."""

    names: ClassVar[set[str]] = set()

    def get(self, key: str, *args: Any, **kwargs: Any) -> Any:
        self.names.add(key)
        return super().get(key, *args, **kwargs)

    def getlist(self, key: str, *args: Any, **kwargs: Any) -> Any:
        self.names.add(key)
        return super().getlist(key, *args, **kwargs)

    def __contains__(self, key: object) -> bool:
        self.names.add(str(key))
        return super().__contains__(key)


class Requester(Received):
    """A request with such parameters."""

    parameter_storage_class = Asked


def names_read(cast: Cast, role: Role, path: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parameters that a page reads, also those that it reads only beside others."""
    monkeypatch.setattr(cast.app, "request_class", Requester)
    Asked.names.clear()
    cast.get(role, path)
    for value in ("1", "x"):
        some = "&".join(f"{name}={value}" for name in sorted(Asked.names))
        cast.get(role, f"{path}?{some}")
    return sorted(Asked.names)


def values(chance: random.Random) -> Iterator[str | bytes]:
    """All values of the strange kind, and one of each other kind that fits into an address."""
    for kind, of_kind in BAD.items():
        for some in of_kind if kind == STRANGE else [chance.choice(of_kind)]:
            yield from (value for value in some[:1] if len(value) < 6000)


def each_of(some: Iterable[Any], turn: int, step: int) -> Iterator[Any]:
    """Every day one of so many values is tried, at the next name the next one, and so on."""
    return islice(some, turn % step, None, step)


def at_games(sweep: Sweep) -> Iterator[tuple[Cast, str]]:
    """The cast with the path of the address; an address of a hand also at games of other kinds,
    with hand 1 scored and hand 2 begun."""
    yield sweep.cast, sweep.path
    for variant in ("skull-king", "two-player") if sweep.request.address in OF_A_HAND else ():
        table = Table(sweep.cast.clients[Role.KEEPER])
        players = ("Ann", "Ben", "Cem")[: 2 if variant == "two-player" else 3]
        table.start(*players, variant=variant)
        table.play("hearts", (0, 1, 1)[: len(players)], (0, 0, 1)[: len(players)])
        table.turn("hearts")
        cast = replace(sweep.cast, key=table.key)
        yield cast, put_in(cast, sweep.request.address)


@daily("step", [1, 19], 19)
def test_no_parameter_of_a_page_makes_it_fail(
    free: Sweep, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    by, chance = best(free.request), random.Random(free.request.address)
    for cast, path in at_games(free) if free.request.method == "GET" else ():
        for turn, name in enumerate(names_read(cast, by, path, monkeypatch)):
            for value in each_of(values(chance), turn, step):
                reply = cast.get(by, f"{path}?{name}={quote_from_bytes(as_bytes(value))}")
                assert reply.status_code < 500, (name, value)


@daily("step", [1, 19], 19)
def test_no_value_that_only_another_table_has_makes_a_form_fail(free: Sweep, step: int) -> None:
    by, fields = free.request.by, free.fields
    for cast, path in at_games(free) if free.request.method == "POST" else ():
        newest = cast.table(Role.KEEPER).stored().revision
        for turn, name in enumerate(fields):
            for number, value in each_of(enumerate(BAD[STRANGE]), turn, step):
                # From the newest page and from an earlier one.
                page = {"tap": "", "revision": [str(newest - number % 2)]}
                reply = cast.post(by, path, **fields | page | {name: value})
                assert reply.status_code < 500, (name, value)


def best(request: Request) -> Role:
    """Who may open a page."""
    return request.by if request.by in request.may else min(request.may, default=request.by)


@pytest.mark.thorough
def test_each_page_has_a_title_of_its_own(one_app: Flask) -> None:
    cast, titles = cast_on(one_app), {}
    for address, request in GETS.items():
        # The phone names the page of a game that the server does not know.
        is_ours = not (request.after or request.leads_on or address == "/g/~TAP")
        if is_ours and (role := min({Role.KEEPER, Role.DESK} & request.may, default=None)):
            page = cast.get(role, put_in(cast, address))
            if page.mimetype == HTML:
                titles[address] = page.text.partition("<title>")[2].partition("</title>")[0]
    names = [address for address, title in titles.items() if title == "Scorekeeper"]
    assert names == ["/"]
    assert len({*titles.values()}) == len(titles)


OF_GAME = [request for request in REQUESTS if request.address.startswith("/g/KEY")]


def at_table(app: Flask) -> Cast:
    """The cast, whose follower keeps score at a table of the desk's event, as the desk does."""
    cast = cast_on(app)
    slip = put_in(cast, "/e/RALLY/t/SLIP")
    taken = cast.post(Role.FOLLOWER, slip)
    assert taken.status_code == 303, taken.text
    cast = replace(cast, key=taken.location.rpartition("/")[2])
    cast.post(Role.DESK, put_in(cast, "/e/RALLY/desk/round/1/table/1/keep"), answer="keep")
    assert cast.keeps(Role.FOLLOWER)
    assert cast.keeps(Role.DESK)
    return cast


@pytest.mark.thorough
def test_a_phone_that_keeps_score_at_a_table_leaves_the_rest_to_the_desk(one_app: Flask) -> None:
    limiter.reset()
    wrote = True
    for request in OF_GAME:
        address = request.address
        for role in (Role.FOLLOWER, Role.DESK):
            if wrote:
                cast = at_table(one_app)
                before = databases.held(one_app)
            is_left = address in OF_ACTS or (address in OF_DESK and role is not Role.DESK)
            fields = fields_of(cast, request) if address in OF_ACTS | OF_DESK else {}
            send = cast.get if request.method == "GET" else cast.post
            response = send(role, put_in(cast, address), **fields)
            says = "This game is a table of an event" in unescape(response.text)
            assert says is is_left, (request.method, address, role, response.text)
            wrote = not databases.is_same(before, databases.held(one_app))
            if is_left:
                assert response.status_code == 404
                assert f'href="{cast.path}"' in response.text
                assert not wrote, (request.method, address, role)
