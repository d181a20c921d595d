"""Refused forms: what was filled in is a draft, what is typed wins, a mere button is over."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Route, expect

from scorekeeper.http.languages import LANGUAGE_COOKIE
from tests.browser.conftest import OpenPhone
from tests.browser.forms import FILLS
from tests.browser.phone import THREE, Phone
from tests.desk import Desk
from tests.turns import daily

pytestmark = pytest.mark.browser

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hanna")
KEPT = """() => Object.keys(localStorage).filter((key) => key.startsWith("scorekeeper tap "))"""
SEND = "({form}) => Object.assign(form, {noValidate: true}).requestSubmit()"
WHY = "Nothing is saved today."
REFUSAL = f'<main><div class="problems" role="alert"><p>{WHY}</p></div></main>'
UNFOLD = """(input) => {
  for (let at = input.closest("details"); at; at = at.parentNode.closest("details")) at.open = true;
}"""
OLD, NEW = "7", "9"
"""Texts that fit every field."""


Open = Callable[[Phone], tuple[str, str]]
"""Prepares a page with a form, and returns its address and the label of a field."""


def desk_of(phone: Phone) -> Desk:
    """The desk of an event of eight in its first round."""
    desk = Desk(phone.table.client)
    desk.create(*EIGHT)
    desk.did("draw", "publish", "start")
    phone.take_cookie()
    return desk


def at_desk(page: str, label: str) -> Open:
    return lambda phone: (f"{desk_of(phone).path}/desk/{page}", label)


def planned(page: str, label: str) -> Open:
    def made(phone: Phone) -> tuple[str, str]:
        desk = Desk(phone.table.client)
        desk.create(*EIGHT)
        phone.take_cookie()
        return f"{desk.path}/desk/{page}", label

    return made


def in_game(page: str, label: str) -> Open:
    def made(phone: Phone) -> tuple[str, str]:
        phone.seat(*THREE)
        phone.played()
        phone.take_cookie()
        return page.format(phone.table.path), label

    return made


DRAFTS = {
    "a list": at_desk("players/add", "One name per line"),
    "an entrant": at_desk("players/1", "Name"),
    "a penalty": at_desk("penalties", "Reason"),
    "totals": at_desk("round/1/table/1", "Points"),
    "a plan": planned("settings", "Place"),
    "seats by hand": planned("round/by-hand", "Ann"),
    "a new event": in_game("/events/new", "Place"),
    "a new game": in_game("/new", "Name at seat 1"),
    "a title": in_game("{}/about", "Title"),
    "a newcomer": in_game("{}/players/new", "Name"),
    "seats": in_game("{}/players", "Name at seat 1"),
    "a name": in_game("/book", "Name of this phone"),
}


def typed(phone: Phone, name: str) -> tuple[Locator, str]:
    """A field of a page, in which something was typed, and what it held before."""
    address, label = DRAFTS[name](phone)
    phone.open(address)
    phone.page.locator("html.live").wait_for()
    field = phone.page.get_by_label(label).first
    drawn = field.input_value()
    field.evaluate(UNFOLD)
    field.fill(NEW)
    return field, drawn


@daily("name", list(DRAFTS), "a new game")
def test_what_was_typed_survives_a_reload_and_a_discarded_page_until_it_is_sent(
    phone: Phone, name: str
) -> None:
    field, drawn = typed(phone, name)
    phone.page.reload()
    expect(field).to_have_value(NEW)
    phone.page.goto("/")
    phone.page.go_back()
    expect(field).to_have_value(NEW)
    field.fill(drawn)
    phone.page.reload()
    expect(field).to_have_value(drawn)
    assert phone.page.evaluate(TYPED) == []


@daily("name", ["a title", "seats", "an entrant", "totals", "a plan"], "seats")
def test_a_form_of_stored_values_says_what_it_was_filled_in_with_and_one_tap_shows_them_again(
    phone: Phone, name: str
) -> None:
    field, drawn = typed(phone, name)
    line = phone.page.get_by_role("status").filter(has_text="Not saved yet:")
    expect(line).to_have_count(0)
    phone.page.reload()
    expect(line).to_be_visible()
    phone.press("Discard")
    expect(field).to_have_value(drawn)
    expect(line).to_have_count(0)
    phone.page.reload()
    phone.page.locator("html.live").wait_for()
    assert phone.page.evaluate(TYPED) == []


def test_choices_and_names_of_a_new_game_are_kept_until_it_has_started(phone: Phone) -> None:
    phone.open("/new")
    phone.page.locator("html.live").wait_for()
    for seat, who in enumerate(THREE, 1):
        phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(who)
    phone.page.locator("#dealer-2").check(force=True)
    phone.page.get_by_text("More games").tap()
    phone.page.locator("#variant-oh-hell").check(force=True)
    phone.page.reload()
    expect(phone.page.locator("#name-2")).to_have_value(THREE[2])
    expect(phone.page.locator("#dealer-2")).to_be_checked()
    expect(phone.page.locator("#variant-oh-hell")).to_be_checked()
    # It is seen to be chosen.
    expect(phone.page.get_by_text("Oh Hell", exact=True)).to_be_visible()
    phone.press("Start game")
    phone.page.locator("#panel").wait_for()
    phone.open("/new")
    phone.page.locator("html.live").wait_for()
    expect(phone.page.locator("#name-0")).to_have_value("")


def test_what_was_typed_stays_on_a_page_with_other_suggestions(phone: Phone) -> None:
    phone.open("/new")
    phone.page.locator("html.live").wait_for()
    deck, used = phone.page.locator("[name=cards]:checked"), phone.page.locator(".kinds > .kind b")
    for seat, who in enumerate(THREE, 1):
        phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(who)
    phone.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": "de", "url": phone.page.url}])
    phone.page.reload()
    expect(deck).to_have_value("colours")
    expect(phone.page.locator("#name-2")).to_have_value(THREE[2])
    # A game is started in another tab.
    phone.table.start("Ann", "Ben", "Cem", variant="oh-hell")
    phone.take_cookie()
    phone.page.reload()
    expect(used.filter(has_text="Oh Hell")).to_be_visible()
    for seat, who in enumerate(THREE):
        expect(phone.page.locator(f"#name-{seat}")).to_have_value(who)


def test_what_was_typed_beside_a_text_that_was_saved_elsewhere_is_kept(phone: Phone) -> None:
    address, label = DRAFTS["a title"](phone)
    phone.open(address)
    phone.page.locator("html.live").wait_for()
    title, note = phone.page.get_by_label(label), phone.page.get_by_label("Note")
    title.fill(OLD)
    note.fill(NEW)
    phone.table.post(
        f"{phone.table.path}/about", revision=phone.table.revision, title="From elsewhere"
    )
    phone.page.reload()
    expect(note).to_have_value(NEW)
    expect(title).to_have_value("From elsewhere")


TYPED = "Object.keys(sessionStorage).filter((key) => /^typed/.test(key))"
LIST = "".join(
    f'<form method="post" action="/join"><input type="hidden" name="seat" value="{seat}"></form>'
    for seat in (1, 2)
)
"""Buttons of a list, whose forms have one address."""


def test_no_form_of_a_list_gets_what_another_one_with_its_address_held(phone: Phone) -> None:
    def listed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</main>", f"{LIST}</main>"))

    address, label = DRAFTS["a title"](phone)
    phone.page.route(f"**{address}", listed)
    phone.open(address)
    phone.page.locator("html.live").wait_for()
    phone.page.get_by_label(label).first.fill(NEW)
    phone.page.reload()
    expect(phone.page.get_by_label(label).first).to_have_value(NEW)
    seats = phone.page.locator("[name=seat]")
    assert [seats.nth(at).input_value() for at in range(2)] == ["1", "2"]
    assert len(phone.page.evaluate(TYPED)) == 1


def test_a_code_or_link_that_grants_a_right_is_no_draft(phone: Phone) -> None:
    phone.open("/join")
    phone.page.locator("html.live").wait_for()
    code = phone.page.get_by_label("Code or address of the game")
    code.fill("ACDE FGHJ")
    phone.page.reload()
    phone.page.locator("html.live").wait_for()
    expect(code).to_have_value("")
    assert phone.page.evaluate(TYPED) == []


@contextmanager
def refused(phone: Phone) -> Iterator[list[str]]:
    """While this lasts, the server refuses every form; the addresses of those that were sent."""
    sent: list[str] = []

    def answer(route: Route) -> None:
        if route.request.method != "POST":
            return route.fallback()
        sent.append(route.request.url)
        headers = {"X-Scorekeeper": "1", "Content-Type": "text/html"}
        return route.fulfill(status=422, headers=headers, body=REFUSAL)

    phone.context.route("**/*", answer)
    yield sent
    phone.context.unroute("**/*", answer)


@contextmanager
def slow_scripts(phone: Phone) -> Iterator[None]:
    """Until the end, the scripts of the page have not arrived."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.context.route("**/app.js", hold)
    yield
    phone.context.unroute("**/app.js", hold)
    for route in held:
        route.continue_()


@pytest.mark.journey
@daily("name", DRAFTS, "a title")
def test_what_is_typed_wins_over_a_refused_draft_which_one_tap_puts_back(
    phone: Phone, name: str
) -> None:
    phone.forgiven += ["status of 422", "htmx:"]
    address, label = DRAFTS[name](phone)
    bar = phone.page.locator("#unsaved")

    def field(*, is_live: bool = True) -> Locator:
        if is_live:
            phone.page.locator("html.live").wait_for()
        found = phone.page.get_by_label(label).first
        found.evaluate(UNFOLD)
        return found

    with refused(phone) as sent:
        phone.open(address)
        field().fill(OLD)
        field().evaluate(SEND)
        expect(phone.page.locator(".problems")).to_contain_text(WHY)
        expect(bar).to_be_hidden()
        count = len(sent)
        assert count

        # On other pages the bar says so; on its own page the draft stands in its form, and waits.
        phone.open("/join")
        expect(bar).to_contain_text(WHY)
        phone.follow("Open")
        expect(phone.page.get_by_label(label).first).to_have_value(OLD)
        expect(phone.page.get_by_label(label).first).to_be_visible()
        expect(phone.button("Put it back")).to_be_hidden()
        phone.later(10)
        assert [one for one in sent[count:] if "/look" not in one] == []

    with slow_scripts(phone):
        phone.page.goto(address, wait_until="commit")
        field(is_live=False).fill(NEW)
    phone.page.locator("html.live").wait_for()
    phone.later(10)
    expect(phone.page.get_by_label(label).first).to_have_value(NEW)
    expect(bar).to_contain_text(WHY)
    for text in (OLD, NEW, OLD):
        phone.press("Put it back")
        expect(phone.page.get_by_label(label).first).to_have_value(text)
    phone.page.get_by_label(label).first.fill(f"{OLD}1")
    phone.later(10)
    expect(phone.page.get_by_label(label).first).to_have_value(f"{OLD}1")
    assert len(phone.page.evaluate(KEPT)) == 2


@pytest.mark.journey
@daily("name", DRAFTS, "a new game")
def test_a_form_that_is_refused_as_it_was_drawn_leaves_nothing_to_save(
    phone: Phone, name: str
) -> None:
    phone.forgiven += ["status of 422", "htmx:"]
    address, label = DRAFTS[name](phone)
    with refused(phone) as sent:
        phone.open(address)
        phone.page.locator("html.live").wait_for()
        phone.page.get_by_label(label).first.evaluate(SEND)
        expect(phone.page.locator(".problems")).to_contain_text(WHY)
    assert sent
    phone.open("/join")
    phone.page.locator("html.live").wait_for()
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    assert phone.page.evaluate(KEPT) == []


def test_names_picked_for_a_game_that_is_refused_stay_a_draft(phone: Phone) -> None:
    phone.forgiven += ["status of 422", "htmx:"]
    phone.seat(*THREE)
    phone.take_cookie()
    phone.open("/new")
    phone.page.locator(".same").first.tap()
    expect(phone.page.get_by_label("Name at seat 1", exact=True)).not_to_have_value("")
    with refused(phone):
        phone.press("Start game")
        expect(phone.page.locator(".problems")).to_contain_text(WHY)
    phone.open("/join")
    expect(phone.page.locator("#unsaved")).to_contain_text(WHY)


def test_a_list_typed_beside_a_refused_one_is_entered_and_leaves_it_for_later(phone: Phone) -> None:
    phone.forgiven += ["status of 422", "htmx:"]
    desk = desk_of(phone)
    names = phone.page.get_by_label("One name per line")
    phone.open(f"{desk.path}/desk/players/add")
    with refused(phone):
        names.fill("\n".join(f"Old {number}" for number in range(1, 10)))
        phone.press("Add players")
        expect(phone.page.locator(".problems")).to_contain_text(WHY)
    new = [f"New {number}" for number in range(1, 24)]
    with slow_scripts(phone):
        phone.page.goto(f"{desk.path}/desk/players/add", wait_until="commit")
        names.fill("\n".join(new))
    phone.page.locator("html.live").wait_for()
    phone.page.locator("#enter-them").tap()
    phone.page.wait_for_url("**/desk/players")
    assert [one.name for one in desk.event.entrants] == [*EIGHT, *new]
    phone.follow("Open")
    expect(names).to_have_value("\n".join(f"Old {number}" for number in range(1, 10)))
    phone.press("Discard")
    expect(names).to_have_value("")
    assert phone.page.evaluate(KEPT) == []


BUTTONS = {
    "publish": ("draw",),
    "start": ("draw", "publish"),
    "pause": ("draw", "publish", "start"),
    "resume": ("draw", "publish", "start", "pause"),
    "undo": ("draw",),
    "draw": (),
    "more-time": ("draw", "publish", "start"),
}
"""Buttons of the desk, and the acts after which it has them."""


@daily("name", BUTTONS, "publish", "undo")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_refused_button_of_the_desk_is_over_once_it_is_said(
    phone: Phone, name: str, hidden: bool
) -> None:
    phone.forgiven += ["status of 422", "htmx:"]
    desk = Desk(phone.table.client)
    desk.create(*EIGHT)
    desk.did(*BUTTONS[name])
    phone.take_cookie()
    phone.open(f"{desk.path}/desk/round")
    button = phone.page.locator(f"form[action$='/desk/{name}'] button").first
    said = phone.page.locator("#unsaved" if hidden else ".problems")
    with refused(phone) as sent:
        if hidden:
            phone.hide()
        phone.tap(button)
        if hidden:
            phone.until(f"({KEPT})().some((key) => localStorage[key].includes('ended'))")
            phone.hide(False)
        expect(said).to_contain_text(WHY)
        assert len(sent) == 1
        assert phone.page.evaluate(KEPT) == []
    for address in ("round", "players"):
        phone.open(f"{desk.path}/desk/{address}")
        phone.settle()
        expect(phone.page.locator("#unsaved")).to_be_hidden()
        expect(phone.page.locator(".problems")).to_be_empty()


GAMES = ("an undo", "an end", "a play on", "a pencil", "a claim", "a phone that is stopped")


@daily("name", GAMES, "an undo")
def test_a_refused_button_of_a_game_is_over_once_it_is_said(
    phone: Phone, open_phone: OpenPhone, name: str
) -> None:
    filled = FILLS[name](phone, open_phone)
    filled.phone.forgiven += ["status of 422", "htmx:"]
    with refused(filled.phone) as sent:
        filled.phone.tap(filled.tap)
        expect(filled.phone.page.get_by_text(WHY)).to_be_visible()
        assert len(sent) == 1
        assert filled.phone.page.evaluate(KEPT) == []
