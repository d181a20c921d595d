"""Evenings of Wizard: its steps, corrections, ends."""

from typing import Any

from tests.evenings.evening import Evening, Script

NAMES = ("Ann", "Ben", "Cem")
BESIDE = ("share", "rules", "players", "phones", "howto", "log", "about", "paper")
"""Pages beside the board."""


def plain(evening: Evening) -> None:
    """Two hands of Wizard with nothing special, as everybody sees them."""
    keeper, evening.who = evening.keeper, "KfABCtc"
    keeper.start(*NAMES, length="list", sizes="1, 2")
    beside = (*BESIDE, "hands/1/dealer", "?panel=extras", "?view=evening")
    evening.look("Ann, Ben and Cem start", *beside)
    keeper.turn("hearts")
    evening.look("hearts is turned up")
    keeper.bid(None, 1, None)
    evening.look("Ben bids 1")
    keeper.bid(1, None, 0)
    evening.look("Cem bids 0, Ann 1", "?count=1", "?panel=bids", "?panel=trump")
    keeper.take(None, 1, None)
    evening.look("Ben takes 1")
    keeper.score(0, 1, 0)
    evening.look("the hand is scored", "log", "hands/1", "paper", "?view=evening")
    keeper.play("clubs", (1, 1, 0), (2, 0, 0))
    evening.look("hand 2 is played: the game is over", "log", "picture", "more", "delete", "paper")


def specials(evening: Evening) -> None:
    """The hook, a Wizard, a bid that is refused, Undo, a correction, an early end, a rematch."""
    keeper = evening.keeper
    keeper.start(*NAMES, hook="y", timed="y", clock="45", length="list", sizes="5 3 1")
    evening.look("the bids may not add up", "rules", "howto")
    keeper.turn("wizard")
    evening.look("a Wizard is turned up", "hands/1/dealer", who="KABtc")
    keeper.turn("wizard", named="clubs")
    keeper.bid(None, 5, None)
    evening.look("Ann names clubs, Ben bids 5", who="K")
    keeper.bid(None, 3, 1)
    evening.look("Ben bids 3, Cem 1")
    evening.answer("Ann may not bid 1", keeper.bid(1, None, None))
    keeper.bid(0, None, None)
    keeper.bid(None, 4, None)
    evening.look("Ben's bid becomes 4: Ann must change", who="KABtc")
    keeper.bid(None, 3, None)
    keeper.take(None, 3, None)
    evening.look("Ben takes 3")
    evening.answer("too many tricks", keeper.score(0, 3, 5))
    keeper.score(1, 3, 1)
    keeper.play("hearts", (0, 1, 1), (2, 1, 0))
    evening.look("hands 1 and 2 are scored", "?view=evening")
    keeper.undo()
    evening.look("Undo", who="K")
    keeper.score(2, 1, 0)
    sent: dict[str, Any] = {"dealer": 0, "turned": "hearts", "bid_0": 0, "bid_1": 3, "bid_2": 1}
    sent |= {"tricks_0": 0, "tricks_1": 3, "tricks_2": 2, "revision": keeper.revision}
    keeper.post(f"{keeper.path}/hands/1", **sent)
    evening.look("hand 1 is corrected", "log")
    keeper.post(f"{keeper.path}/end", hands=2, revision=keeper.revision)
    evening.look("the game ends early", "more", "picture")
    about: dict[str, Any] = {"title": "Hut", "place": "Alp", "note": "Rain."}
    keeper.post(f"{keeper.path}/about", **about, revision=keeper.revision)
    evening.look("a note", "/", "/history", who="Kf")
    keeper.undo()
    evening.look("Undo", "about", "log", who="K")
    keeper.post(f"{keeper.path}/more", hands=1, revision=keeper.revision)
    evening.look("one more hand", who="K")
    keeper.undo()
    keeper.key = keeper.post(f"{keeper.path}/rematch").location.rsplit("/", 1)[1]
    evening.look("a rematch", who="K")


def ends(evening: Evening) -> None:
    """Games that end without a winner, with several, by the clock, and by deleting them."""
    keeper = evening.keeper
    keeper.start(*NAMES, timed="y", clock="4")
    evening.look("the clock shows 4 minutes")
    keeper.post(f"{keeper.path}/end", hands=0, revision=keeper.revision)
    evening.look("it ends before a hand is scored", "?view=evening")
    keeper.start(*NAMES, "Dora", "Eli", length="list", sizes="1 1")
    keeper.turn("none")
    evening.look("no card is turned up")
    keeper.bid(0, 0, 1, 1, 0)
    keeper.score(0, 0, 0, 0, 1)
    evening.look("two lead", "log", "?panel=trump&again=1", who="Kt")
    keeper.turn("clubs")
    evening.look("clubs is turned up", "?panel=trump", who="K")
    keeper.undo()
    keeper.post(f"{keeper.path}/end", hands=1, revision=keeper.revision)
    evening.look("and share the win", "picture", "/", "/history")
    keeper.post(f"{keeper.path}/end", hands="", revision=keeper.revision)
    evening.look("the game goes on", who="K")
    keeper.turn("jester")
    keeper.undo()
    evening.look("a Jester, taken back", "log", who="K")
    keeper.post(f"{keeper.path}/redo", revision=keeper.revision)
    evening.look("and turned up again", "log", "delete", who="K")
    keeper.post(f"{keeper.path}/delete")
    evening.look("the game is deleted", "/", who="K")
    keeper.start(*NAMES, length="list", sizes="20 1")
    keeper.turn("hearts")
    evening.look("all cards are dealt", "?panel=trump", who="Kt")
    keeper.play("", (0, 0, 0), (20, 0, 0))
    keeper.post(f"{keeper.path}/end", hands=2, revision=keeper.revision)
    evening.look("the second hand is the last", who="Kc")
    keeper.post(f"{keeper.path}/hands/2/skip", revision=keeper.revision)
    evening.look("and is skipped", "picture", who="K")


def corrections(evening: Evening) -> None:
    """Mistakes found later: another dealer, a hand with too many tricks, one that was forgotten."""
    keeper = evening.keeper
    keeper.start(*NAMES, hook="y", length="list", sizes="2 2 1")
    keeper.play("hearts", (0, 1, 2), (0, 1, 1))
    evening.look("hand 1 is scored", "hands/1", "hands/2/dealer")
    keeper.post(f"{keeper.path}/hands/2/dealer", dealer=0, revision=keeper.revision)
    evening.look("Ann deals hand 2", "log", who="KBt")
    sent: dict[str, Any] = {"dealer": 0, "turned": "wizard", "named": "clubs", "bid_0": 0}
    sent |= {"bid_1": 1, "bid_2": 2, "tricks_0": 0, "tricks_1": 0}
    where, page = f"{keeper.path}/hands/1", "hands/1"
    answer = keeper.post(where, **sent, tricks_2=1, revision=keeper.revision)
    evening.answer("1 trick is missing", answer, page)
    points = keeper.client.get(f"{where}/points", query_string=sent | {"tricks_2": "2"})
    evening.answer("the points of 2 tricks", points, "")
    stale = keeper.revision
    keeper.post(where, **sent, tricks_2=2, revision=stale)
    evening.look("hand 1 is corrected", "log", page)
    evening.answer("an older page", keeper.post(where, **sent | {"bid_0": 1}, tricks_2=2), page)
    keeper.undo()
    evening.look("Undo", "log")
    about: dict[str, Any] = {
        "title": "Hut",
        "place": "Alp",
        "note": "Rain.",
        "revision": keeper.revision,
    }
    keeper.post(f"{keeper.path}/about", **about)
    evening.look("a title, a place and a note", "about", "log")
    rules: dict[str, Any] = {"length": "list", "sizes": "4", "canadian": "y", "fewest": "3"}
    keeper.post(f"{keeper.path}/rules", **rules, revision=keeper.revision)
    evening.look("other rules from hand 2 on", "rules", "log", "howto")
    keeper.post(f"{keeper.path}/players", name=["Ben", "Ann", "Zoe"], revision=keeper.revision)
    evening.look("Ann and Ben swap, Zoe takes over", "players", "log", "hands/2/new")
    sent |= {"tricks_2": 2, "cards": 2, "keeps": "y", "revision": keeper.revision}
    keeper.post(f"{keeper.path}/hands/2/new", **sent)
    evening.look("a forgotten hand is put in: the game keeps 3", "log", "hands/2", who="KB")
    keeper.post(f"{keeper.path}/hands/1/delete", revision=keeper.revision)
    evening.look("the first is taken out: 2 are left", "log", who="K")
    keeper.turn("hearts")
    keeper.bid(1, 0, 0)
    evening.answer("hand 2 had other cards", keeper.score(1, 0, 1))
    cards: dict[str, Any] = {"dealer": 2, "cards": 2, "revision": keeper.revision}
    keeper.post(f"{keeper.path}/hands/2/dealer", **cards)
    evening.look("hand 2 has 2 cards", "log", "hands/1?cards=3", who="K")


def moved(evening: Evening) -> None:
    """Hands that are dealt again, skipped, put in, taken out."""
    keeper = evening.keeper
    where = f"{keeper.start(*NAMES, length='list', sizes='1 2 3 4 5')}/hands"
    keeper.play("hearts", (0, 1, 1), (0, 0, 1))
    keeper.turn("hearts")
    keeper.bid(0, 1, None)
    keeper.send("extras", points_1="-10", reason_1="late")
    evening.look("Ben is late", "hands/2/dealer", who="K")
    keeper.post(f"{where}/2/again", revision=keeper.revision)
    evening.look("hand 2 is dealt again", "log", who="K")
    keeper.undo()
    evening.look("Undo", "log", who="K")
    keeper.post(f"{where}/2/skip", revision=keeper.revision)
    evening.look("hand 2 is skipped", "log", "paper", "hands/2")
    keeper.undo()
    evening.look("Undo of that", "log", who="K")
    keeper.post(f"{keeper.path}/redo", revision=keeper.revision)
    keeper.play("hearts", (1, 0, 0), (1, 1, 1))
    typed = "cards=1&bid_0=1&tricks_0=1&bid_1=0&tricks_1=0&bid_2=0"
    evening.look("hand 3 is scored", "hands/3", "hands/3/new", f"hands/3/new?{typed}")
    sent: dict[str, Any] = {"cards": 2, "dealer": 1, "turned": "clubs", "bid_0": 0, "bid_1": 1}
    sent |= {"bid_2": 0, "tricks_0": 0, "tricks_1": 1, "tricks_2": 2}
    evening.answer("1 trick too many", keeper.post(f"{where}/3/new", **sent), "hands/3/new")
    keeper.post(f"{where}/3/new", **sent | {"tricks_2": 1}, revision=keeper.revision)
    evening.look("a forgotten hand is put in", "log", "paper", "?view=evening", "hands/3")
    keeper.post(f"{where}/1/delete", revision=keeper.revision)
    evening.look("hand 1 is taken out", "log")
    keeper.undo()
    evening.look("and back again", "log", who="K")


EVENINGS: tuple[Script, ...] = (plain, specials, ends, corrections, moved)
