"""Evenings of games, each told by its steps."""

from typing import Any

from tests.evenings.evening import Evening, Script

NAMES = ("Ann", "Ben", "Cem")
BESIDE = ("share", "rules", "players", "phones", "howto", "log", "about", "paper")
"""Pages beside the board."""


def plain(evening: Evening) -> None:
    """Two hands of Wizard with nothing special, as everybody sees them."""
    keeper, evening.who = evening.keeper, "KfABCtc"
    keeper.start(*NAMES, length="list", sizes="1, 2")
    evening.look("Ann, Ben and Cem start", *BESIDE, "hands/1/dealer", "?panel=extras")
    keeper.turn("hearts")
    evening.look("hearts is turned up")
    keeper.bid(None, 1, None)
    evening.look("Ben bids 1")
    keeper.bid(1, None, 0)
    evening.look("Cem bids 0, Ann 1")
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
    evening.look("the bids may not add up", *BESIDE)
    keeper.turn("wizard")
    evening.look("a Wizard is turned up", "hands/1/dealer")
    keeper.turn("wizard", named="clubs")
    keeper.bid(None, 3, 1)
    evening.look("Ann names clubs, Ben bids 3, Cem 1")
    evening.answer("Ann may not bid 1", keeper.bid(1, None, None))
    keeper.bid(0, None, None)
    keeper.bid(None, 4, None)
    evening.look("Ben's bid becomes 4: Ann must change")
    keeper.bid(None, 3, None)
    keeper.take(None, 3, None)
    evening.look("Ben takes 3")
    evening.answer("too many tricks", keeper.score(0, 3, 5))
    keeper.score(1, 3, 1)
    evening.look("hand 1 is scored", who="KfAt")
    keeper.play("hearts", (0, 1, 1), (2, 1, 0))
    evening.look("hand 2 is scored", "hands/2", "?view=evening")
    keeper.undo()
    evening.look("Undo")
    keeper.score(2, 1, 0)
    sent: dict[str, Any] = {"dealer": 0, "turned": "hearts", "bid_0": 0, "bid_1": 3, "bid_2": 1}
    sent |= {"tricks_0": 0, "tricks_1": 3, "tricks_2": 2, "revision": keeper.revision}
    keeper.post(f"{keeper.path}/hands/1", **sent)
    evening.look("hand 1 is corrected", "log", "hands/1")
    keeper.post(f"{keeper.path}/end", hands=2, revision=keeper.revision)
    evening.look("the game ends early", "more", "picture", "?view=evening")
    keeper.post(f"{keeper.path}/more", hands=1, revision=keeper.revision)
    evening.look("one more hand")
    keeper.undo()
    keeper.key = keeper.post(f"{keeper.path}/rematch").location.rsplit("/", 1)[1]
    evening.look("a rematch", "log")


def skull_king(evening: Evening) -> None:
    """All bid at once; captured cards count."""
    keeper = evening.keeper
    keeper.start(*NAMES, variant="skull-king", dealer=2, captures="y", length="list", sizes="3 2")
    evening.look("Skull King", "howto", "rules")
    keeper.bid(1, None, 2)
    evening.look("Ann bids 1, Cem 2")
    keeper.bid(None, 0, None)
    evening.look("Ben bids 0", "?panel=extras")
    keeper.send("extras", 1, king_0=1, eight_0=2, points_1="-10", reason_1="late")
    evening.look("Ann's extras, and 10 points off for Ben", "?panel=extras")
    keeper.take(1, 0)
    evening.look("Ann and Ben have their tricks")
    keeper.score(1, 0, 2)
    evening.look("hand 1 is scored", "log", "hands/1", "paper")
    keeper.play("", (1, 1, 0), (2, 0, 0))
    evening.look("hand 2 is scored")


EVENINGS: dict[str, Script] = {one.__name__: one for one in (plain, specials, skull_king)}
