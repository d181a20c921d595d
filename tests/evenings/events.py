"""Evenings of many tables: a club evening, a championship, hidden bids at a table of an event."""

from collections.abc import Callable
from typing import Any

from tests.evenings.rally import Rally
from tests.table import Table

EIGHT = ("Ann, SC Au", "Ben", "Cem, SC Au", "Dora", "Eva", "Finn", "Gül", "Hans")
FIRST, OTHER = "round/1/table/1", "round/1/table/2"
FILES = "standings", "standings.csv", "results.csv"
PAPERS = tuple(f"print/{name}" for name in ("by-name", "by-table", "slips", "sheets", "standings"))


def rally(event: Rally) -> None:
    """A club evening with a final: who comes and leaves, clocks, phones, paper, mistakes."""
    _enter(event)
    _seat(event)
    _play(event)
    _correct(event)
    _end(event)


def _enter(event: Rally) -> None:
    """Nine people come; seven do not fit the tables."""
    desk = event.desk
    event.look("a new phone", "/events", "/events/new", who="")
    desk.create(
        *EIGHT[:7],
        event="Club evening",
        place="Hut",
        day="2026-11-28",
        rounds="2",
        final="4",
        winners="1",
        seating="free",
        remainder="5",
        hands_4="1, 2, 3",
        hands_3="1, 2",
        hands_5="1",
    )
    event.look("seven are entered", "/events", "desk/players", "desk/link", "", "desk/log")
    event.look("there is nothing to print", "print/slips", who="")
    event.answer("seven do not fit", desk.send("draw"), "D")
    event.look("who enters, and how", "desk/players/add", "desk/players/1", "desk/settings", who="")
    event.look("other pages of the desk", "desk/phones", "desk/penalties", "desk/delete", who="")
    look = desk.send("players/add/look", names="Hans, SC Au\nJo", part=True)
    event.answer("a list is looked through", look, "desk/players/add")
    desk.did("players/add", names="Hans")
    desk.did("players/add", names="Ida", stand_by="y")
    event.look("Hans comes, Ida stands by", "desk/players", "desk/more", "print")


def _seat(event: Rally) -> None:
    """Seats, a swap, a phone at table 1, and another that asks."""
    desk = event.desk
    desk.seat((1, 2, 3, 5), (4, 6, 7, 8))
    event.look("they are seated by hand", "desk/round/seats?seat=5&seat=4", "desk/round/by-hand")
    event.look("sheets have to wait", "print/sheets", who="")
    desk.did("swap", one=5, other=4)
    event.look("Eva and Dora swap", "desk/log", "desk/settings")
    desk.did("publish")
    event.look("the seats are published", "", "?me=9", *PAPERS, "/", "/events", who="DWPR")
    event.look("a slip", desk.slip().removeprefix(f"{desk.path}/"), "t/1-1", "results?me=1", who="")
    event.tell({"t/1-1": event.open("t/1-1", event.phone)})
    desk.did("start")
    event.look("the clock starts", "desk/standings", "standings", PAPERS[-1])
    table = event.keep()
    event.look("a phone keeps score", "t/1-1", who="DPTR")
    asks = Table(event.app.test_client())
    asks.post(f"{desk.path}/t/1-1", name="Ben")
    event.look("another phone asks", "t/1-1", who="DPR")
    event.tell({"t/1-1": event.open("t/1-1", asks.client)})
    desk.did(f"{FIRST}/pencil", answer="no")
    table.turn("hearts")
    event.look("the desk says no; a hand begins", "desk/log", who="DWPR")


def _play(event: Rally) -> None:
    """Clocks, a late comer, a stand-by, paper at table 2; somebody leaves table 1."""
    desk = event.desk
    table = event.kept
    table.bid(1, 0, 0, 0)
    table.score(1, 0, 0, 0)
    event.look("hand 1 is scored", "standings", "t/1-2", who="DWPTR")
    desk.did("pause")
    event.look("a pause", who="DWPTR")
    desk.did("resume")
    desk.did("more-time", minutes=5)
    desk.did(f"{FIRST}/more-time", minutes=7)
    event.look("more time, and still more at table 1", "desk/log", who="DWPTR")
    desk.did("players/add", names="Jo")
    event.look("Jo is late", "desk/round/seats?seat=10", "?me=10", who="D")
    desk.did("join", number=10, table=2)
    event.look("Jo joins table 2", "?me=10", "desk/players", who="DW")
    desk.did("replace", leaves=6, comes=9, counts="comes")
    event.look("Ida takes the seat of Finn", "?me=6", "desk/players", "desk/log", who="DW")
    desk.did(f"{OTHER}/by-hand", totals=[30, 20, 0, -10, 20], made=[1, 1, 0, 0, 1])
    event.look("table 2 played on paper", "standings", "?me=7", "/history")
    desk.did(f"{FIRST}/keep", answer="leaves")
    event.look("somebody leaves", f"{table.path}/players/leave", f"{table.path}/players/3", who="D")
    desk.table.post(f"{table.path}/players/3", away="y", revision=table.revision)
    event.look("Dora left table 1", who="DPTR")
    desk.table.post(f"{table.path}/players/3", away="", revision=table.revision)
    event.look("she comes back", "desk/log", who="DTR")
    desk.table.post(f"{table.path}/players/3", away="y", revision=table.revision)
    desk.pass_time(113)
    event.look("the time is up, but not at table 1", who="DWTR")
    desk.pass_time(118)
    event.look("the time is up", who="DWPTR")
    table.play("clubs", (0, 1, 0, None), (0, 2, 0, None))
    event.look("table 1 is over", who="DWPTR")
    event.look("its result", "?me=4", *FILES, "desk/standings", "results?me=1", PAPERS[-1], who="")


def _correct(event: Rally) -> None:
    """The round is closed and corrected."""
    desk = event.desk
    table = event.kept
    event.answer("an older page", desk.send("close", revision=1), "D")
    desk.did("close")
    event.look("the round is closed", "desk/standings", "desk/penalties", "desk/players", "/events")
    event.look("and gives no pencil", desk.slip().removeprefix(f"{desk.path}/"), "t/1-1", who="")
    desk.did("players/4/mark", state="in", back="round")
    event.look("the desk says that Dora plays", "desk/log", who="DR")
    desk.did("undo", number=desk.stored.revision)
    desk.did("penalties", number="1", sign="penalty", points="5", of_round="1", reason="late")
    event.look("Ann was late", "desk/penalties", "desk/standings", "standings", PAPERS[-1], "?me=1")
    desk.did(f"{FIRST}/correct", reason="a wrong bid")
    event.look("the sheet of table 1 is corrected", who="DRT")
    sheet: dict[str, Any] = {"turned": "hearts", "dealer": 0, "revision": table.revision}
    sheet |= {f"{name}_{seat}": 0 for name in ("bid", "tricks") for seat in range(4)}
    desk.table.post(f"{table.path}/hands/1", **sheet | {"tricks_1": 1})
    desk.did(f"{FIRST}/done")
    event.look("it is corrected", "desk/log", *FILES, "results?me=2", "desk/standings", who="DWPTR")
    desk.did("players/4/mark", state="out")
    desk.did("players/8/mark", state="stand-by")
    desk.did("log/undo", number=desk.stored.revision)
    desk.did(f"{OTHER}/by-hand", totals=[30, 20, 0, 0, 20], made=[1, 1, 0, 0, 1], reason="Sum")
    event.look("so is the paper", "desk/log", "desk/standings", who="D")


def _end(event: Rally) -> None:
    """A second round, a final, the end."""
    desk = event.desk
    desk.did("sizes", size=4, remainder=4)
    desk.did("draw")
    event.look("round 2 is drawn", "desk/standings?after=1", "desk/round/advice", "print/by-name")
    desk.did("publish", "start")
    event.look("round 2 runs", "?me=4", "desk/round/1/table/1", "print/by-name?round=1", who="DWPT")
    after = "desk/standings?after=2", "desk/standings?after=9", "print/standings?after=1"
    event.look("standings after a round", *after, who="")
    for number in (1, 2):
        desk.did(f"round/2/table/{number}/by-hand", totals=[30, 30, 20, -10], made=[1, 1, 1, 0])
    desk.did("round/2/table/2/aside", points=[10, 0, 0, 0], reason="A card was missing")
    event.look("one is in, one is set aside", *FILES, "/history", who="DWP")
    desk.did("close")
    event.look("before the final", "desk/standings", "standings", "desk/end", "/events")
    desk.did("final")
    event.look("the best four", "?me=4", "standings", "desk/players")
    desk.did("draw", "publish", "start")
    event.look("the final runs", "print/by-table", "desk/log", "results?me=1")
    desk.did("round/3/table/1/by-hand", totals=[10, 50, -10, 20], made=[1, 1, 0, 1], anyway="y")
    desk.did("close")
    event.look("the final is over", "standings", "desk/standings", "desk/end")
    desk.did("end")
    event.look("the event is over", *FILES, "desk/standings", "results?me=2", "/events", PAPERS[-1])
    event.look("and everywhere", "/", "/history", "desk/settings", "desk/log", "desk/more", who="")
    event.look("as games of the book", "/history?event=1", "/people", "/people/season", who="")
    desk.did("reopen")
    event.look("it is reopened", "desk/log")


def championship(event: Rally) -> None:
    """Places count, the best two of three rounds: a late table, ties, penalties, a podium."""
    desk = event.desk
    desk.create(
        *EIGHT,
        event="Cup",
        kind="championship",
        counts="placement",
        best="2",
        rounds="3",
        seating="standing",
        clubs_apart="y",
        time_up="late",
        late_points="20",
        winners="1",
    )
    desk.table.post("/book/name", name="Nora’s phone")
    event.look("eight are entered", "desk/settings", "desk/link", "?me=1")
    desk.did("draw")
    event.look("round 1 is drawn", "desk/round/seats?seat=1&seat=2", who="D")
    desk.did("publish", "start")
    event.look("round 1", "desk/round/seats", "desk/round/seats?seat=1&seat=2", "t/1-2")
    table = event.keep()
    desk.pass_time(106)
    event.look("the time is up, and none is in", who="DWPTR")
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    event.look("table 1 was late", "standings", "standings.csv", who="DWPTR")
    made: dict[str, Any] = {"made": [1, 1, 1, 0]}
    doubtful = desk.send(f"{OTHER}/by-hand", totals=[30, 30, 20, 5], **made)
    event.answer("doubtful totals", doubtful, "R")
    desk.did(f"{OTHER}/by-hand", totals=[30, 30, 20, -10], **made, anyway="y")
    event.look("two are level at table 2", "desk/standings", "standings", who="DWPR")
    desk.did("close", "draw")
    event.look("the next tables follow the standings", "desk/standings")
    event.look("who would meet again", "desk/round/seats?seat=1&seat=7", who="")
    desk.did("reopen")
    event.look("round 1 runs again", "desk/log", who="DT")
    desk.did("close", "draw", "publish", "start")
    for number in (1, 2):
        desk.did(f"round/2/table/{number}/by-hand", totals=[20, 30, -10, 20], made=[""] * 4)
    event.look("round 2, without bids", "desk/standings", "standings", PAPERS[-1])
    desk.did("close")
    desk.did("penalties", number="2", sign="bonus", points="15", of_round="2", reason="kind")
    event.look("a bonus for Ben", "desk/penalties", "standings", "?me=2", "results?me=2")
    desk.did("penalties/remove", at=0)
    event.look("it is removed", "desk/penalties", "desk/log", "standings", who="")
    desk.did("draw", "publish", "start")
    event.look("round 3: what counts", "standings", "?me=3", "results?me=3")
    for number in (1, 2):
        desk.did(f"round/3/table/{number}/by-hand", totals=[30, -10, 20, 20], **made, anyway="y")
    desk.did("close")
    event.look("all are played", *FILES, "desk/standings?after=2", "results?me=1", PAPERS[-1])
    desk.did("end")
    event.look("the podium", "/events", "standings", "desk/standings", "desk/end")
    other = desk.share(event.app.test_client(), "Door")
    event.look("another phone runs it too", "desk/phones", "desk/log", who="")
    other.did("reopen")
    desk.did("undo", number=desk.stored.revision)
    event.look("it reopens the round, Undo ends it again", "desk/log", who="DW")


def hidden(event: Rally) -> None:
    """Hidden bids at a table of an event, which asks for a player."""
    desk = event.desk
    desk.create(*EIGHT[:7], event="Hidden", hidden="y", seating="free", remainder="3")
    desk.did("players/add", names="Vera")
    desk.did("players/8/mark", state="out")
    desk.seat((1, 2, 3, 4), (5, 6, 7))
    desk.did("publish", "start")
    table = event.keep()
    event.look("seven play with hidden bids", "desk/settings", f"{table.path}/howto", who="DWPTR")
    table.post(f"{table.path}/joins", name="Viktor")
    event.look("the table asks for somebody who is not entered", who="DR")
    desk.did(f"{FIRST}/joining", answer="no", joining="Viktor")
    event.look("the desk says no", "desk/log", who="DTR")
    table.post(f"{table.path}/joins", name="Vera")
    event.look("the table asks for Vera", who="DTR")
    event.tell({"joins": event.open(f"{table.path}/joins", table.client)})
    desk.did(f"{FIRST}/joining", answer="yes", joining="Vera")
    event.look("the desk says yes", "desk/log", "?me=8", who="DWTR")
    table.turn("hearts")
    table.send("bid", seat=0, bid=1)
    event.look("Ann bids unseen", table.path, who="DWPTR")
    table.bid(1, 0, 0, 1, 0)
    event.look("all bids are shown", table.path, who="DWPTR")
    table.score(1, 0, 0, 0, 0)
    event.look("the hand is over", "standings", "results?me=4", "results.csv", who="DWPTR")


def prizes(event: Rally) -> None:
    """Results hidden until the prizes: late people get a table, a helper enters results, and a
    table agrees on its own."""
    desk = event.desk
    desk.create(
        *EIGHT, event="Prizes", seating="free", rounds="1", hidden_from="1", agrees="y", hands_4="1"
    )
    desk.seat((1, 2, 3, 4), (5, 6, 7, 8))
    desk.did("publish", "start")
    desk.did("players/add", names="Ida\nJo\nKim\nLea")
    event.look("four come late")
    desk.did("new-table", number=[9, 10, 11])
    desk.did("wait", number=12)
    event.look("three get a table, Lea waits", "desk/log", who="DW")
    table = event.keep()
    helper = desk.helper(event.app.test_client(), "Hugo’s phone")
    event.look("a helper", "desk/phones", "desk/log", who="")
    pages = ("help", "help/round/1/table/2", "help?table=7", "desk/round", "/", "/events")
    event.tell({page: event.open(page, helper.client) for page in pages})
    totals: dict[str, Any] = {"totals": ["30", "20", "20", "-10"], "made": [""] * 4}
    helper.post(f"{desk.path}/help/round/1/table/2", revision=desk.stored.revision, **totals)
    event.look("table 2 is entered", "desk/standings", "standings", "standings.csv", who="DWP")
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    event.look("table 1 has ended", "print/slips", who="DWPTR")
    event.tell({"agrees": event.open(f"{table.path}/agrees", table.client)})
    said: dict[str, Any] = {"answer": "yes", "seat": "1", "said": ""}
    Table(event.phone).post(f"{table.path}/agrees", revision=table.revision, **said)
    event.look("Ben says that it is right", who="DTR")
    table.undo()
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    said = {"answer": "no", "seat": "3", "said": "I took one"}
    table.post(f"{table.path}/agrees", revision=table.revision, **said)
    event.look("Dora disputes it", "desk/log", who="DWTR")
    desk.did(f"{FIRST}/count", sheet=table.revision)
    event.look("the desk lets it count", "desk/log", "?me=1", "results?me=1", who="DWTR")
    desk.did("round/1/table/3/by-hand", totals=[30, 20, -10], made=[""] * 3, anyway="y")
    desk.did("close")
    event.look("all is played", "desk/standings", PAPERS[-1], "results.csv", who="DWP")
    desk.did("end")
    event.look("the prizes", "standings", "results.csv", who="WP")


def on_paper(event: Rally) -> None:
    """A result by hand at a table whose phone plays on, a wrong name, a table that is set aside."""
    desk = event.desk
    hands = {"hands_3": "1, 2, 3", "hands_4": "1, 2, 3"}
    desk.create(*EIGHT[:7], event="Paper", seating="free", remainder="3", **hands)
    desk.seat((1, 2, 3, 4), (5, 6, 7))
    desk.did("publish", "start")
    table = event.keep()
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    Table(table.client).post(f"{desk.path}/t/1-2", name="Eva")
    event.tell({"t/1-2": event.open("t/1-2", table.client)})
    event.look("its phone asks at table 2 too", "desk/round/1/table/2", who="D")
    slips = desk.slip().removeprefix(f"{desk.path}/"), "t/1-1"
    desk.did(f"{FIRST}/by-hand", totals=[30, 20, 10, 0], made=[""] * 4)
    event.look("the desk enters a result", *slips, who="DTRP")
    table.post(f"{table.path}/name", name="Anne", seat=0)
    event.look("the table asks for a name", who="DTR")
    desk.did(f"{FIRST}/joining", answer="yes", joining="Anne", renames="1")
    event.look("the desk says yes", "desk/log", who="DTR")
    table.turn("hearts")
    event.look("the phone plays on", who="DTR")
    table.undo()
    for hand in (2, 3):
        table.play("hearts", (hand, 0, 0, 0), (hand, 0, 0, 0))
    event.look("it has another result", who="DTR")
    desk.did(f"{FIRST}/by-hand", totals=[""] * 4, made=[""] * 4)
    event.look("which counts", "standings", who="DTR")
    desk.did(f"{FIRST}/aside", reason="A card was missing", points=[20, 0, 0, 0])
    event.look("the table is set aside", *FILES, *slips, "desk/standings", who="DWTRP")
    game = (f"{table.path}{page}" for page in ("/table", "/paper", "/picture"))
    event.look("wherever it is shown", "results?me=1", *PAPERS[3:], *game, "/history", who="")


def sign_up(event: Rally) -> None:
    """People sign up on their phones; seats are planned, but some have to meet again."""
    desk, phone = event.desk, Table(event.phone)
    desk.create(*EIGHT[:2], event="Open", seating="planned", rounds="4", remainder="5")
    desk.did("sign-up", places=3)
    event.look("the sign-up is open", "", "sign-up", "desk/sign-up", who="DW")
    for name in ("Viktor", "Wim"):
        phone.post(f"{desk.path}/sign-up", name=name, club="Cup")
    event.me = 4
    event.look("two sign up, one has to wait", "desk/players", "desk/players/3", "?me=3")
    desk.did("players/mark", plays=3)
    event.look("Viktor is there", "desk/log", "desk/players", who="DP")
    phone.post(f"{desk.path}/sign-off", number=4)
    event.look("Wim signs off", "desk/log")
    desk.did("players/add", names="\n".join("ABCDEFGHIJ"))
    event.look("13 play", who="D")
    desk.did("draw")
    event.look("some meet again", "desk/round/advice", "sign-up", who="D")
    desk.did("players/add", names="Kim")
    event.look("Kim comes after the draw", who="D")
    desk.did("join", number=desk.event.entrants[-1].number, table=1)
    event.look("and joins a table", "desk/log", who="D")


def finals(event: Rally) -> None:
    """A final at two tables and then at one, to which half of the points come along."""
    desk = event.desk
    desk.create(*EIGHT, "Ira", event="Finals", rounds="1", final="8", carry="half", seating="free")
    for step, pages in {
        "round 1": ("", "desk/round"),
        "the final": ("desk/log", "print/by-table", "print/slips", "/events"),
        "its second round": ("desk/log", "print/by-name", "/history"),
    }.items():
        desk.did("draw")
        event.look(f"{step} is drawn", desk.slip().removeprefix(f"{desk.path}/"), who="D")
        desk.did("publish", "start")
        table, number = event.keep(), desk.round.number
        desk.play(table)
        for other in desk.round.tables[1:]:
            totals = [10 * seat - 10 for seat in range(len(other.seats))]
            desk.did(f"round/{number}/table/{other.number}/by-hand", totals=totals)
        event.look(f"{step} is played", *pages, who="DWPTR")
        desk.did("close")
        event.look(f"{step} is closed", *FILES, "desk/standings", "desk/more", who="DWPT")
        if number == 1:
            desk.did("final")
            event.look("who goes on", "desk/standings", "?me=9", who="DWPT")
    desk.did("end")
    event.look("the end", *FILES, "desk/log", "results?me=1", who="DWPT")


EVENINGS: tuple[Callable[[Rally], None], ...] = (
    rally,
    championship,
    hidden,
    prizes,
    on_paper,
    sign_up,
    finals,
)
