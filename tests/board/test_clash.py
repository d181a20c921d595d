"""Two phones keep score in one game, and neither loses the other's entries."""

import re
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.table import Table
from tests.web.page import chip, plain_text, problems
from tests.web.screen import Screen, clash, hand, log, look, use_mine

LOOK = ["Check the sheet, then enter yours again if you still want it."]
FIRST = "Someone else changed this game first. Save again to keep yours."
BID = ["Bid of Ben: Ben's phone entered 3, you entered 1."]
TRICKS = [
    "Tricks of Ann: Ben's phone entered 3, you entered 2.",
    "Tricks of Cem: Ben's phone entered 2, you entered 3.",
]
DEALER = [FIRST, "Dealer: Ben's phone entered Ben, you entered Cem."]
SCORE = "score=1 tricks_0=2 tricks_1=2"
PARTS = pytest.mark.parametrize("part", [False, True], ids=["whole page", "htmx"])


class Case(NamedTuple):
    """The earlier entries, those of Ben's phone, and the request of Ann's stale page.

    Steps are written as ``bid .3.; undo; turn wizard named=clubs; page /rules hook=y``, with a dot
    for an omitted seat. A page sends its panel or address, "end" or "undo-form", then fields.
    """

    before: str
    theirs: str
    mine: str
    lines: list[str]
    stands: str = ""
    """The final values of hand 1; after a clash, those that one tap decided."""


def do(table: Table, steps: str) -> None:
    """Let a phone enter these steps."""
    for word, *rest in map(str.split, filter(None, steps.split("; "))):
        more: Any = dict(one.split("=") for one in rest if "=" in one)
        given: list[Any] = [one for one in rest if "=" not in one]
        if word == "page":
            look(table, given[0]).send(**more)
            continue
        if word in ("bid", "take", "score"):
            given = [None if mark == "." else int(mark) for mark in given[0]]
        elif word == "play":
            given = [given[0].strip("-"), *(tuple(map(int, one)) for one in given[1:])]
        getattr(table, word)(*given, **more)


def set_up(table: Table, phone: FlaskClient, before: str = "") -> Table:
    """Ben's phone beside Ann's: three players, trump of seven cards turned up, Ann deals.

    A "duel" is Two-Player Wizard, with trump and bids said.
    """
    if before.startswith("duel"):
        table.start("Ann", "Ben", variant="two-player")
    else:
        table.start("Ann", "Ben", "Cem", length="list", sizes="7, 7, 7")
    table.turn("hearts")
    do(table, before.replace("duel", "bid 12"))
    return table.share(phone, "Ben's phone")


@pytest.fixture
def ben(table: Table, stranger: FlaskClient) -> Table:
    return set_up(table, stranger)


def stale(table: Table, phone: FlaskClient, case: Case) -> Screen:
    """The page that is about to send, without the later entries of Ben's phone."""
    ben = set_up(table, phone, case.before)
    page = case.mine.split()[0]
    old = look(table, page if page[0] == "/" else f"?panel={page}")
    do(ben, case.theirs)
    return old


def sent(old: Screen, case: Case, **more: Any) -> TestResponse:
    """The answer to the stale page."""
    page, *fields = case.mine.split()
    form = page if page in ("end", "undo-form") else "" if page[0] == "/" else "panel"
    given: Any = dict(one.split("=") for one in fields)
    return old.send(form, **given, **more)


def stored(table: Table, app: Flask, like: str) -> str:
    """The stored values in the given places, in the same notation."""
    known: dict[str, Any] = {"totals": table.totals(), "saves": len(log(table, app))}
    found = []
    for name in re.findall(r"(\w+)=", like):
        value = known.get(name) or getattr(hand(table, app), name)
        if isinstance(value, tuple):
            value = "".join("." if one is None else str(one) for one in value)
        found.append(f"{name}={value}".replace(" ", ""))
    return " ".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "case",
    [
        Case("bid 1..", "bid 23.", "bids bid_2=2", [], "bids=232"),
        Case("bid 111", "take 23.", "tricks tricks_2=2", [], "tricks=232"),
        # Values that the page only showed are not entered again.
        Case("bid .3.", "undo", "bids bid_2=1", [], "bids=..1"),
        Case("", "bid .3.", "bids bid_1=3", [], "bids=.3. saves=2"),
        Case("", "bid .3.; undo", "bids bid_2=1", [], "bids=..1"),
        Case("turn wizard", "bid .3.", "trump named=clubs", [], "trump=clubs bids=.3."),
        Case("duel", "take .. negated=1", "tricks tricks_0=3", [], "tricks=3. negated=1"),
        Case("duel", "take 3.", "tricks negated=1", [], "tricks=3. negated=1"),
        Case("duel", "take 3. negated=1", "tricks tricks_1=4", [], "tricks=34 negated=1"),
        Case("bid 222", "score 22.", f"tricks {SCORE}", [], "totals=[40,40,-10] saves=3"),
        Case("", "bid .1.", "end hands=1", [], "bids=.1. saves=3"),
        Case("", "bid .1.", "/rules hook=y", [], "bids=.1. saves=3"),
        Case("", "bid 1..", "/hands/1/dealer dealer=2", [], "dealer=2 bids=1.."),
        Case(
            *("play - 222 223; turn clubs", "bid 1..", "/hands/1 bid_2=3"),
            *([], "bids=223 scored=True saves=6"),
        ),
    ],
    ids=lambda case: f"{case.theirs}, {case.mine}",
)
def test_entries_of_both_in_different_places_are_saved(
    table: Table, stranger: FlaskClient, app: Flask, case: Case
) -> None:
    assert sent(stale(table, stranger, case), case).status_code == 303
    assert stored(table, app, case.stands) == case.stands


@PARTS
@pytest.mark.thorough
@pytest.mark.parametrize(
    "case",
    [
        Case("", "bid .3.", "bids bid_1=1", BID, "bids=.1."),
        Case("bid 4..", "bid 532", "bids bid_1=1", BID, "bids=512"),
        Case("", "bid .3.", "bids bid_1=1 bid_2=2", BID, "bids=.12"),
        Case("", "bid .3.; undo", "bids bid_1=1", [BID[0].replace("3", "–")], "bids=.1."),
        Case(
            *("undo", "turn clubs", "trump turned=jester"),
            ["Turned up: Ben's phone entered Clubs, you entered Jester."],
            "turned=jester",
        ),
        Case(
            *("turn wizard", "turn wizard named=clubs", "trump named=hearts"),
            ["Trump: Ben's phone entered Clubs, you entered Hearts."],
            "trump=hearts",
        ),
        Case(
            *("turn wizard", "turn clubs", "trump named=hearts"),
            [
                "Turned up: Ben's phone entered Clubs, you entered Wizard.",
                "Trump: Ben's phone entered Clubs, you entered Hearts.",
            ],
            "turned=wizard trump=hearts",
        ),
        Case(
            *("", "turn clubs; turn hearts", "trump turned=jester"),
            ["Turned up: Ben's phone entered Hearts, you entered Jester."],
            "turned=jester",
        ),
        Case("bid 222; take .4.", "take 31.", "tricks tricks_0=2", TRICKS[:1], "tricks=21."),
        Case(
            *("duel; take 4.", "take 3. negated=-1", "tricks negated=1"),
            ["8 taken by: Ben's phone entered Not dealt, you entered Ben."],
            "tricks=3. negated=1",
        ),
        Case("bid 222", "score 322", f"tricks {SCORE}", TRICKS, "totals=[40,40,-10]"),
        Case(
            *("duel; turn wizard named=spades", "score 13 negated=1", "tricks tricks_0=4"),
            ["Tricks of Ann: Ben's phone entered 1, you entered 4."],
            "tricks=43 bids=12 negated=1 turned=wizard trump=spades dealer=0 scored=True",
        ),
        Case(
            *("bid 222", "score 223", "bids bid_2=3"),
            ["Bid of Cem: Ben's phone entered 2, you entered 3."],
            "bids=223 totals=[40,40,50]",
        ),
        Case("bid 222; take 223", "take 322", "tricks score=1", TRICKS, "totals=[40,40,-10]"),
        Case("bid 222", "bid ..3", f"tricks {SCORE}", LOOK, "totals=[40,40,50]"),
        Case("bid 222; take 22.", "take 3..; undo", "tricks score=1", LOOK, "totals=[40,40,-10]"),
        Case("play - 222 223", "undo", "trump turned=clubs", LOOK),
        Case("bid 1..", "bid .3.", "undo-form", LOOK),
        Case("bid 222", "score 223", "end hands=0", LOOK),
        Case("play - 222 223", "page /rules hook=y; undo", "end hands=1", LOOK),
    ],
    ids=lambda case: f"{case.theirs}, {case.mine}",
)
def test_different_entries_in_one_place_are_both_shown_until_one_tap_decides(
    table: Table, stranger: FlaskClient, app: Flask, case: Case, part: bool
) -> None:
    old = stale(table, stranger, case)
    before = log(table, app)
    told = sent(old, case, part=part)
    assert clash(told) == case.lines
    assert f'data-revision="{len(before)}"' in told.text
    assert log(table, app) == before
    if case.stands:
        use_mine(table, told, part=part)
        assert stored(table, app, case.stands) == case.stands


@pytest.mark.parametrize(
    "case",
    [
        Case(
            *("play - 222 223; turn clubs", "page /hands/1 bid_2=3; undo", "/hands/1 bid_2=0"),
            [FIRST, "Bid of Cem: Ben's phone entered 2, you entered 0."],
            "bids=220",
        ),
        Case(
            *("play - 222 223", "undo", "/hands/1 bid_2=3"),
            ["Hand 1 is not scored yet. Enter it on the game page."],
        ),
        Case("", "page /hands/1/dealer dealer=1", "/hands/1/dealer dealer=2", DEALER, "dealer=2"),
        Case(
            *("", "page /hands/1/dealer dealer=1; undo", "/hands/1/dealer dealer=2"),
            [FIRST, "Dealer: Ben's phone entered Ann, you entered Cem."],
            "dealer=2",
        ),
        Case(
            *("", "page /hands/1/dealer dealer=1; play - 222 223", "/hands/1/dealer dealer=2"),
            *(DEALER, "dealer=2 tricks=223"),
        ),
    ],
    ids=lambda case: f"{case.theirs}, {case.mine}",
)
def test_a_correction_and_a_dealer_that_clash_are_saved_when_sent_again(
    table: Table, stranger: FlaskClient, app: Flask, case: Case
) -> None:
    old = stale(table, stranger, case)
    before = log(table, app)
    told = sent(old, case)
    assert (told.status_code, problems(told.text)) == (409, case.lines)
    assert log(table, app) == before
    if case.stands:
        assert old.after(told).send().status_code == 303
        assert stored(table, app, case.stands) == case.stands


@pytest.mark.parametrize(
    ("case", "shown"),
    [
        (Case("", "page /rules timed=y clock=45", "/rules hook=y", []), "bids may not add up"),
        (Case("play - 222 223", "turn clubs", "/rules length=list sizes=7,5", []), "Hand 2 of 3"),
        (Case("", "page /rules hook=y; undo", "/rules timed=y", []), "left"),
    ],
)
def test_house_rules_that_clash_are_saved_when_sent_again(
    table: Table, stranger: FlaskClient, case: Case, shown: str
) -> None:
    old = stale(table, stranger, case)
    before = table.revision
    told = sent(old, case)
    assert told.status_code == 409
    assert problems(told.text) == [FIRST.replace("hand", "game")]
    assert table.revision == before
    assert "Hand 2 of 3" not in shown or shown in plain_text(table.page())
    assert old.after(told).send().status_code == 303
    assert "Hand 2 of 3" in shown or shown in plain_text(table.page())


@pytest.mark.parametrize(
    "case",
    [
        Case(
            *("bid 222", "score 223", "tricks tricks_0=3"),
            ["Tricks add up to 8, this hand has 7: 1 too many."],
        ),
        Case(
            *("undo", "play clubs 222 223", "trump turned=wizard"),
            ["A Wizard was turned up: tap the suit that the dealer names."],
        ),
    ],
    ids=["tricks", "a wizard without a suit"],
)
def test_use_mine_that_cannot_be_scored_opens_the_correction_with_it(
    table: Table, stranger: FlaskClient, case: Case
) -> None:
    old = stale(table, stranger, case)
    told = sent(old, case, part=True)
    assert "hx-post" not in told.text.partition('class="clash"')[2].partition("</form>")[0]
    response = old.after(told).send("clash")
    assert (response.status_code, problems(response.text)) == (422, case.lines)
    assert "Correct hand 1" in response.text
    assert chip(response.text, *case.mine.split()[1].split("=")).checked
    assert table.totals() == [40, 40, -10]


@pytest.mark.parametrize(("name", "said"), [("Ben's phone", "Ben's phone"), ("", "another page")])
def test_a_clash_names_the_phone_that_entered_it_and_shows_what_is_stored(
    table: Table, ben: Table, app: Flask, name: str, said: str
) -> None:
    ben.post("/book/name", name=name)
    cem = table.share(app.test_client(), "Cem's phone")
    old = look(table)
    ben.bid(None, 3, None)
    cem.bid(None, None, 1)
    told = old.tap(part=True, bid_1=1)
    assert clash(told) == [f"Bid of Ben: {said} entered 3, you entered 1."]
    assert chip(told.text, "bid_1", 3).checked
    assert chip(told.text, "bid_2", 1).checked
    link = re.search(
        r'<a class="button" href="([^"]*)" hx-get="([^"]*)">Keep theirs</a>', told.text
    )
    assert link
    assert link.groups() == (table.path, table.path)
    assert 'class="clash"' not in table.client.get(link[1]).text


def test_a_clash_names_of_several_phones_the_one_that_entered_each_number(
    table: Table, ben: Table, app: Flask
) -> None:
    cem = table.share(app.test_client(), "Cem's phone")
    old = look(table)
    ben.bid(None, 3, None)
    cem.bid(2, None, 1)
    ben.bid(None, None, 4)
    told = old.tap(part=True, bid_0=1, bid_1=1, bid_2=2)
    assert clash(told) == [
        "Bid of Ann: Cem's phone entered 2, you entered 1.",
        "Bid of Ben: Ben's phone entered 3, you entered 1.",
        "Bid of Cem: Ben's phone entered 4, you entered 2.",
    ]


def test_a_clash_names_nothing_that_the_page_tapped_itself(table: Table, ben: Table) -> None:
    old, tap = look(table), "the-first-of-this-page"
    assert old.tap(bid_0=1, tap=tap).status_code == 303
    ben.bid(None, 3, None)
    assert clash(old.tap(part=True, bid_0=0, bid_1=1, knows=tap)) == BID


def test_a_clash_names_the_phone_that_scored_this_hand_and_not_another(
    table: Table, ben: Table, app: Flask
) -> None:
    table.play("", (2, 2, 2), (2, 2, 3))
    table.turn("clubs")
    table.bid(2, 2, 2)
    table.take(2, None, None)
    cem = table.share(app.test_client(), "Cem's phone")
    old = look(table)
    look(ben, "/hands/1").send(tricks_1=3, tricks_2=2)
    cem.score(2, 2, 3)
    told = old.tap(part=True, tricks_0=1)
    assert "Tricks of Ann: Cem's phone entered 2, you entered 1." in clash(told)


@PARTS
def test_a_stale_bid_that_the_hook_forbids_is_refused_beside_what_the_other_entered(
    table: Table, stranger: FlaskClient, app: Flask, part: bool
) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="5")
    table.turn("hearts")
    table.bid(None, 1, 1)
    ben = table.share(stranger)
    old = look(table)
    ben.bid(None, 2, None)
    response = old.tap(part=part, bid_0=2)
    assert response.status_code == 422
    assert problems(response.text) == [
        "Ann deals and may not bid 2: the bids would add up to 5, the number of cards."
    ]
    assert chip(response.text, "bid_0", 2).checked
    assert hand(table, app).bids == (None, 2, 1)
    assert old.after(response).tap(bid_0=3).status_code == 303
    assert hand(table, app).bids == (3, 2, 1)


def test_a_phone_whose_right_was_taken_away_since_its_page_was_drawn_writes_nothing(
    table: Table, ben: Table, app: Flask
) -> None:
    old = look(ben)
    button = re.search(r'name="phone" value="(\d+)"', look(table, "/phones").html)
    assert button
    assert table.post(f"{table.path}/phones", phone=button[1]).status_code == 303
    before = log(table, app)
    for name in ("panel", "undo-form", "end"):
        assert old.send(name, bid_0=1, hands=1).status_code == 404
    assert log(table, app) == before


# Taps


@pytest.mark.parametrize("another", [False, True], ids=["a late copy", "another phone"])
def test_a_tapped_value_does_not_overrule_a_newer_save(
    table: Table, ben: Table, another: bool
) -> None:
    shown = table.revision
    if not another:
        table.bid(1, None, None, revision=shown, touched="bid_0")
    (ben if another else table).bid(0, None, None, touched="bid_0")
    late = table.bid(1, None, None, revision=shown, touched="bid_0 nonsense bid_9")
    assert late.status_code == 409
    assert chip(table.page(), "bid_0", 0).checked


@pytest.mark.usefixtures("ben")
def test_taps_of_one_page_with_their_revisions_do_not_clash(table: Table, app: Flask) -> None:
    told, sent = look(table).form("panel").sent["revision"], dict[str, int]()
    for tapped in ({"bid_0": 1}, {"bid_1": 2}, {"bid_0": 0}, {"bid_0": 1}, {"bid_2": 3}):
        sent |= tapped
        data: Any = sent | {"revision": told, "touched": " ".join(sent)}
        response = table.send("bids", part=True, **data)
        assert response.status_code == 200
        told = response.headers["X-Revision"]
    assert hand(table, app).bids == (1, 2, 3)


def test_a_tap_sent_again_succeeds_although_its_place_was_touched_since(
    table: Table, ben: Table, app: Flask
) -> None:
    old = look(table)
    for _ in range(2):
        assert old.tap(bid_1=3).status_code == 303
    ben.bid(0, None, None)
    assert old.tap(bid_1=3).status_code == 303
    assert len(log(table, app)) == 3


def test_a_correction_names_the_phone_that_corrected_the_same_hand(
    table: Table, ben: Table, app: Flask
) -> None:
    table.play("", (2, 2, 2), (2, 2, 3))
    cem = table.share(app.test_client(), "Cem's phone")
    mine, theirs = look(table, "/hands/1"), look(ben, "/hands/1")
    theirs.send(tricks_1=3, tricks_2=2, turned="wizard", named="clubs")
    cem.play("clubs", (2, 3, 2), (2, 3, 2))
    told = mine.send(tricks_0=3, tricks_2=2, turned="wizard", named="spades")
    assert problems(told.text) == [
        FIRST,
        "Tricks of Ben: Ben's phone entered 3, you entered 2.",
        "Trump: Ben's phone entered Clubs, you entered Spades.",
    ]
    assert chip(told.text, "named", "spades").checked
    assert mine.after(told).send().status_code == 303
    assert hand(table, app).tricks == (3, 2, 2)
    assert hand(table, app).trump == "spades"
