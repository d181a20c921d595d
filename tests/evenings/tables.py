"""Evenings with more people and phones: attendance, two who keep score, hidden bids."""

from typing import Any

from tests.evenings.evening import Evening, Script
from tests.table import Table

NAMES = ("Ann", "Ben", "Cem")


def attendance(evening: Evening) -> None:
    """Somebody joins, sits out, leaves and comes back."""
    keeper = evening.keeper
    keeper.start(*NAMES, "Dora", length="list", sizes="1 2 3 12 15")
    where = f"{keeper.path}/players"
    keeper.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    evening.look("hand 1 is scored", "players", "players/new", "players/leave", "players/1")
    joins: dict[str, Any] = {"name": "Lea", "begins": "lowest", "after": "0"}
    keeper.post(f"{where}/new", **joins, revision=keeper.revision)
    evening.look("Lea joins beside Ann", "players", "log", "players/new")
    evening.answer(
        "ben is here",
        keeper.post(f"{where}/new", **joins | {"name": "ben"}, revision=keeper.revision),
        "players/new",
    )
    keeper.post(f"{where}/2/out", number=2, out="y", revision=keeper.revision)
    evening.look("Cem sits out hand 2", "players", "log")
    keeper.turn("clubs")
    keeper.bid(0, 0, None, 1, 1)
    keeper.take(0, 0, None, 1)
    evening.look("four bid and take")
    keeper.score(0, 0, None, 1, 1)
    evening.look("hand 2 is scored", "hands/2", "paper", who="KB")
    keeper.send("extras", points_1="-10", reason_1="late")
    keeper.post(f"{where}/1", away="y", revision=keeper.revision)
    evening.look("Ben leaves with 10 points off", "players", "players/1", "log", "?panel=extras")
    keeper.undo()
    evening.look("Undo", who="K")
    keeper.post(f"{where}/1", away="y", revision=keeper.revision)
    keeper.play("hearts", (0, None, 1, 1, 0), (0, None, 1, 1, 1))
    evening.look("hand 3 is scored", who="KBc")
    keeper.post(f"{where}/1", revision=keeper.revision)
    evening.look("Ben comes back", "players", "log")
    keeper.post(f"{keeper.path}/end", hands=3, revision=keeper.revision)
    evening.look("the end", "picture")


def two_keepers(evening: Evening) -> None:
    """The pencil is shared, two phones enter different numbers, the pencil is taken away."""
    keeper = evening.keeper
    keeper.start(*NAMES, length="list", sizes="2 2")
    keeper.post("/book/name", name="Ann’s phone")
    keeper.post(f"{keeper.path}/pass")
    evening.look("a link for another phone", "phones", "share", who="Kf")
    other = keeper.share(evening.app.test_client(), "Gil’s phone")
    evening.phones["G"] = other.client
    evening.who = "KGfB"
    evening.look("Gil keeps score too", "phones")
    evening.tell({"his phones": evening.open("phones", other.client)})
    evening.tell({"share": evening.open("share", evening.follower)})
    seen = keeper.revision
    other.turn("hearts")
    other.bid(None, 1, None)
    evening.look("Gil turns up hearts; Ben bids 1")
    other.take(None, None, None)
    answer = keeper.send("bids", 1, bid_1=2, revision=seen, part=True)
    evening.answer("Ann's older page says 2", answer)
    keeper.bid(None, None, 0)
    other.bid(0, None, None)
    other.score(1, 1, 0)
    evening.look("hand 1 is scored", "log")
    answer = keeper.send(
        "tricks", 1, tricks_0=2, tricks_1=0, tricks_2=0, revision=seen + 1, score=1
    )
    evening.answer("Ann's older page scores it otherwise", answer)
    keeper.post(f"{keeper.path}/pass", hand_over="y")
    evening.look("a link to hand over", "phones", who="")
    page = evening.open("phones")
    number = page.partition("Gil’s phone</b>")[2].partition('name="phone" value="')[2].split('"')[0]
    keeper.post(f"{keeper.path}/phones", phone=number)
    evening.look("Gil no longer keeps score", "phones", "log")
    mate = Table(evening.app.test_client())
    keeper.post("/book/link")
    link = keeper.client.get("/book").text.split("/link/")[1].split('"')[0]
    mate.key, mate.players = keeper.key, keeper.players
    mate.post(f"/link/{link}", name="Mia")
    evening.phones["M"] = mate.client
    evening.look("Mia shares the book", "/book", who="KM")
    mate.post(f"{mate.path}/claim")
    evening.look("and keeps score", "phones", who="KM")
    named = mate.post("/book/name", name="Mia’s tablet", game=mate.key)
    evening.answer("her phone has another name", named)
    page = evening.open("phones", mate.client)
    number = page.partition('">Stop keeping score on this phone')[0].rpartition('"')[2]
    evening.answer("she stops", mate.post(f"{mate.path}/phones", phone=number))
    evening.look("and only looks on", "phones", who="KM")


def hidden_bids(evening: Evening) -> None:
    """Each phone enters its own bid; all are shown together."""
    keeper = evening.keeper
    keeper.start(*NAMES, hidden="y", length="list", sizes="3 2", dealer=2)
    keeper.turn("hearts")
    evening.look("bids are hidden", "sealed", "rules")
    where = f"{keeper.path}/hands/1"
    keeper.post(f"{keeper.path}/sealed", on="y")
    evening.who = "KfAB"
    evening.look("and entered on the phones", "sealed")
    phone = Table(evening.follower)
    phone.post(f"{where}/sealed?me=1", bid_1=2)
    evening.look("Ben bids", "sealed")
    evening.answer("and may not bid for Ann", phone.post(f"{where}/sealed", bid_0=1, bid_1=2), "f")
    keeper.post(f"{where}/sealed", bid_0=1)
    evening.look("Ann bids with the keeper", "sealed")
    keeper.post(f"{where}/open")
    evening.look("they are shown early", "log")
    keeper.bid(None, None, 0)
    keeper.score(1, 2, 0)
    keeper.turn("clubs")
    evening.look("hand 2 begins", who="KB")
    phone.post(f"{keeper.path}/hands/2/sealed?me=1", bid_1=0)
    keeper.post(f"{keeper.path}/hands/2/free", seat=1)
    evening.look("the keeper removes Ben's bid", "sealed")
    keeper.post(f"{keeper.path}/hands/2/sealed", bid_0=1, bid_1=0, bid_2=2)
    evening.look("all have bid", "log", who="KBtc")
    keeper.undo()
    evening.look("Undo", who="KB")
    keeper.post(f"{keeper.path}/redo", revision=keeper.revision)
    evening.look("Redo", who="KB")
    keeper.undo()
    keeper.post(f"{keeper.path}/sealed")
    evening.look("bidding on the phones is off", "sealed", who="KB")


EVENINGS: tuple[Script, ...] = (attendance, two_keepers, hidden_bids)
