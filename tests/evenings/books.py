"""Evenings beside the table: a new game, the demo, the phone's book, its people."""

from pathlib import Path
from typing import Any

from tests.evenings.evening import Evening, Script
from tests.exchange.made import of, text_of
from tests.rules.notation import play
from tests.table import Table, link_on

NAMES = ["Ann", "Ben", "Cem"]
HANDS = (
    ("hearts", (1, 0, 0), (1, 0, 0)),
    ("spades", (0, 0, 2), (0, 1, 1)),
    ("clubs", (1, 0, 2), (1, 0, 2)),
)
"""Ann makes all bids, and wins."""
FILES = Path(__file__).parents[1] / "exchange" / "files"
FORM: dict[str, Any] = {"own_bonus": "20", "own_trick": "10", "own_miss": "10", "own_zero": "20"}
FORM |= {"deck": "60", "turn": ["spades", "hearts", "clubs", "diamonds", "none"], "first": "1"}
FORM |= {"clock": "105", "cards": "suits", "trump": "wizard", "length": "whole"}
"""What the page of a new game sends when nothing was changed."""
PAGES = "/people", "/people/hands", "/people/season"
BRING = "/book/bring"


def new_game(evening: Evening) -> None:
    """A new game: seats, the draw, what is refused, the names of last time."""
    keeper = evening.keeper
    evening.look("a new phone", "/", "/new", "/join", who="")
    names = [*NAMES, "Dora"]
    for step, button in {
        "Cem moves up": {"up": "2"},
        "two players": {"variant": "two-player"},
        "a list of hands, the clock": {"length": "list", "sizes": "3 1", "timed": "y"},
        "a game of our own": {"variant": "own", "own_flat": "-10", "example": "1"},
    }.items():
        sent: dict[str, Any] = {"variant": "wizard", "name": names, "dealer": "3"} | FORM | button
        evening.answer(step, keeper.post("/new", **sent), "/new")
    lacking: dict[str, Any] = {
        "start": "1",
        "variant": "tournament",
        "dealer": "",
        "hook": "y",
    } | FORM
    evening.answer("nobody deals", keeper.post("/new", **lacking, name=NAMES), "/new")
    lacking |= {"dealer": "1", "length": "list", "sizes": "one"}
    evening.answer("no sizes", keeper.post("/new", **lacking, name=["Ann", "Ben"]), "/new")
    keeper.start(*names, variant="blob", dealer=1)
    evening.look("Blob begins", "/", "/new", "/new?group=" + keeper.key, who="")
    keeper.start(*NAMES, length="span", first="2", last="8", second="y", timed="y")
    keeper.play("hearts", (0, 1, 1), (0, 1, 1))
    evening.look("and Wizard", "/", "/new", who="")


def demo(evening: Evening) -> None:
    """Try a hand: the guide tells each step, and nothing stays."""
    keeper = evening.keeper
    keeper.key = keeper.post("/try").location.rsplit("/", 1)[1]
    keeper.players = ("Anna", "Ben", "Clara", "David")
    evening.look("one tap", "/", who="Kft")
    keeper.turn("wizard")
    evening.look("a Wizard", who="K")
    keeper.turn("wizard", named="clubs")
    evening.look("clubs", who="K")
    keeper.bid(None, 1, 1, 0)
    evening.look("all but Anna bid", who="K")
    keeper.bid(0, 1, 1, 0)
    evening.look("Anna bids 0", who="K")
    keeper.take(None, 0, None, None)
    evening.look("Ben takes none", who="K")
    keeper.score(2, 0, 1, 1)
    evening.look("the end", "/", who="Kt")


def book(evening: Evening) -> None:
    """The phone's book: its name, links, files, the list of all games."""
    keeper = evening.keeper
    evening.look("a new phone", "/book", "/history", "/history.csv", BRING, *PAGES, who="")
    keeper.post("/book/recovery")
    evening.look("a recovery link", "/book", who="")
    keeper.start(*NAMES, length="list", sizes="1")
    keeper.play(*HANDS[0])
    keeper.post("/book/name", name="Ann’s phone")
    keeper.post("/book/link")
    evening.look("a game, a name, a link", "/book", "/", "/history", who="")
    mate = Table(evening.app.test_client())
    link = link_on(evening.open("/book"))
    evening.tell({"the link": evening.open(link, mate.client)})
    mate.post(link, name="Mia")
    evening.look("Mia shares the book", "/book", who="")
    evening.tell({"Mia's first page": evening.open("/", mate.client)})
    evening.tell({"a used link": evening.open(link, evening.follower)})
    text = text_of(of(play("wizard", 3, "h 011/001", sizes=(1, 2))))
    evening.answer("no text", keeper.post(BRING, text=""), BRING)
    evening.answer("no game", keeper.post(BRING, text="{}"), BRING)
    evening.answer("a game", keeper.post(BRING, text=text), BRING)
    wide = (FILES / "wide-differences.csv").read_text()
    evening.answer("a sheet with mistakes is shown first", keeper.post(BRING, text=wide), BRING)
    evening.answer("and added", keeper.post(BRING, text=wide, shown="y", marks="y"), BRING)
    evening.look("and added", "/", "/history", "/history?text=cem", "/history?text=x", who="")
    evening.look("and in a file", "/history.csv", who="")
    evening.look("other pages", "/join", "/language", who="")
    evening.answer("a wrong code", keeper.post("/join", code="aac-d0e"), "/join")
    keeper.post("/language", language="de", page="/")
    evening.look("in German", "/", "/book", who="")


def _play(keeper: Table) -> None:
    for hand in HANDS:
        keeper.play(*hand)


def people(evening: Evening) -> None:
    """The people of a book: their figures, names, colours; a season."""
    keeper = evening.keeper
    for names in (NAMES, ["Cem", "Ann", "Ben"], ["Ann", "Ben", "Dora"]):
        keeper.start(*names, length="list", sizes="1 2 3")
        _play(keeper)
    keeper.start(*NAMES, length="list", sizes="1 2 3")
    evening.look("three games, and one begins", "/people", "/people/season", who="")
    _play(keeper)
    pages = "/people/1", "/people/1/with/2", "/people?game=wizard"
    more = ("/people?by=rivals", "/people?by=rating", "/people/season?least=4&best=1&by=mean")
    also = ("/", "/new", "/history?person=1")
    evening.look("four games", *PAGES, *pages, "/people/4/with/2", *more, *also, who="")
    keeper.post("/people/1/colour", colour="3")
    keeper.post("/people/2/colour", colour="3")
    evening.look("Ann and Ben choose a colour", "/people/1", who="K")
    _undo(evening)
    evening.look("Undo", "/people/1", "/people/2", who="K")
    keeper.post("/people/1/name", name="Annika")
    evening.look("Ann is Annika", "/people", "/people/1", who="")
    keeper.post("/people/4/merge", into="3")
    evening.look("Dora is Cem", "/people", "/people/3", "/", "/new", who="")
    keeper.post("/people/1/hide", hidden="y")
    evening.look("Annika is a guest", "/people", "/people/season", "/people/1", who="")
    keeper.post("/people/1/split", game=keeper.key, name="Anna M.")
    evening.look("and somebody else in one game", "/people", who="")
    _undo(evening)
    evening.look("Undo", "/people", who="")


def _undo(evening: Evening) -> None:
    """Take back the newest change of the people."""
    seen = evening.open("/people").partition('name="change" value="')[2].partition('"')[0]
    evening.keeper.post("/people/undo", change=seen)


EVENINGS: tuple[Script, ...] = (new_game, demo, book, people)
