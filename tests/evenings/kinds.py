"""An evening of each kind of game."""

from typing import Any

from tests.evenings.evening import Evening, Script

NAMES = ("Ann", "Ben", "Cem")
OWN: dict[str, Any] = {"variant": "own", "own_bonus": "5", "own_trick": "5", "own_miss": "5"}
OWN |= {"own_zero": "7", "deck": "32", "trump": "none", "length": "span", "last": "3", "back": "y"}
Hand = tuple[str, tuple[int, ...], tuple[int, ...]]


def skull_king(evening: Evening) -> None:
    """All bid at once; captured cards count; two play with a ghost."""
    keeper = evening.keeper
    keeper.start(*NAMES, variant="skull-king", dealer=2, captures="y", length="list", sizes="3 2")
    evening.look("Skull King", "howto", "rules")
    keeper.bid(1, None, 2)
    evening.look("Ann bids 1, Cem 2")
    keeper.bid(None, 0, None)
    evening.look("Ben bids 0", "?panel=extras")
    keeper.send("extras", 1, king_0=1, eight_0=2, points_1="-10", reason_1="late", loot_0_2=1)
    evening.look("Ann's extras, and 10 points off for Ben", "?panel=extras")
    keeper.take(1, 0)
    evening.look("Ann and Ben have their tricks", "?panel=extras")
    keeper.score()
    evening.look("hand 1 is scored", "log", "hands/1", "paper")
    keeper.play("", (1, 1, 0), (2, 0, 0))
    evening.look("hand 2 is scored")
    keeper.start("Ann", "Ben", variant="skull-king", length="list", sizes="3")
    keeper.bid(1, 1)
    keeper.take(1, 1)
    evening.look("the ghost has a trick", "howto", who="Kt")
    keeper.score(1, 1)
    evening.look("two win", "hands/1", who="K")


def captured(evening: Evening) -> None:
    """What Undo says of each extra, a missed bid, a correction of a hand with extras."""
    keeper = evening.keeper
    keeper.start(*NAMES, variant="skull-king", dealer=2, length="list", sizes="3 3")
    keeper.send("extras", points_0="5")
    keeper.bid(1, None, None)
    evening.look("points before the bids", "?panel=extras", who="K")
    keeper.bid(None, 2, 0)
    keeper.send("extras", points_0="")
    evening.look("taken back after them", "?panel=extras", who="K")
    entries: dict[str, dict[str, Any]] = {
        "a pirate": {"pirate_0": 1},
        "a pair": {"loot_2_0": 1},
        "one too few, one too many": {"pirate_0": 0, "fourteen_0": 2},
        "the pair is taken back": {"loot_0_2": 0, "loot_2_0": 1},
        "late": {"points_1": "-10", "reason_1": "late"},
        "a trick is nobody's": {"void": "1"},
    }
    for step, fields in entries.items():
        keeper.send("extras", 1, touched=" ".join(fields), **fields)
        evening.look(step, who="K")
    keeper.take(0, 2, None)
    evening.look("Ann misses her bid", "?panel=extras", who="K")
    keeper.score(0, 2, 0)
    evening.look("hand 1 is scored", "hands/1", who="K")
    played: dict[str, Any] = {
        "dealer": 2,
        "bid_0": 1,
        "bid_1": 2,
        "bid_2": 0,
        "tricks_0": 0,
        "tricks_1": 2,
    }
    played |= {"tricks_2": 0, "fourteen_0": 0, "revision": keeper.revision}
    asked = played | {"king_2": 1, "points_1": "-3"}
    points = keeper.client.get(f"{keeper.path}/hands/1/points", query_string=asked)
    evening.answer("the points with other extras", points, "")
    keeper.post(f"{keeper.path}/hands/1", **played)
    evening.look("it is corrected, and the rest stays", "log", who="Kc")


def records(evening: Evening) -> None:
    """A high score and a record, which only the book's own phones read."""
    keeper = evening.keeper
    first, best = ("hearts", (0, 1, 1), (0, 0, 1)), ("clubs", (0, 0, 2), (0, 0, 2))
    for number in range(8):
        keeper.start(*NAMES, length="list", sizes="1")
        keeper.play(*first)
        if number > 5:
            evening.look(f"{number * 3} other scores", who="Kf")
    keeper.start(*NAMES, length="list", sizes="1 2 3")
    keeper.play(*first)
    keeper.play(*best)
    evening.look("a record", who="Kf")
    keeper.turn("hearts")
    evening.look("the next hand begins", who="K")
    keeper.undo()
    keeper.post(f"{keeper.path}/end", hands=2, revision=keeper.revision)
    evening.look("the end", who="Kf")
    keeper.start(*NAMES, variant="tournament", length="list", sizes="1")
    keeper.play(*first)
    evening.look("another kind of game", who="K")
    keeper.start(*NAMES, "Dora", length="list", sizes="1")
    keeper.play("hearts", (0, 1, 1, 0), (0, 0, 1, 0))
    evening.look("one more player", who="K")
    for _ in range(7):
        keeper.start(*NAMES, variant="rascal", length="list", sizes="1")
        keeper.play("", *first[1:])
    keeper.start(*NAMES, variant="rascal", length="list", sizes="3 1")
    keeper.play("", (0, 1, 2), (1, 0, 2))
    evening.look("a record without a card turned up", who="K")
    keeper.bid(0, None, None)
    evening.look("and the first bid", who="K")


def two_players(evening: Evening) -> None:
    """The dummy, the negated trick, the target, hands after the end, a draw."""
    keeper = evening.keeper
    keeper.start("Ann", "Ben", variant="two-player")
    evening.look("two players", "howto", "rules")
    keeper.turn("hearts")
    keeper.bid(4, 0)
    evening.look("Ann bids 4, Ben 0")
    keeper.take(5, None)
    evening.look("Ann takes 5")
    evening.answer("the 8 of spades is not said", keeper.score(5, 0))
    keeper.score(5, 0, negated=0)
    evening.look("Ann's trick with the 8 is negated", "hands/1", "log", "paper")
    keeper.play("hearts", (3, 0), (3, 0), negated=-1)
    evening.look("Ann has the target", "?view=evening")
    sent: dict[str, Any] = {"dealer": 0, "turned": "hearts", "bid_0": 8, "tricks_0": 8}
    sent |= {"bid_1": 0, "tricks_1": 0, "negated": -1, "revision": keeper.revision}
    keeper.post(f"{keeper.path}/hands/1", **sent)
    evening.look("she had it after hand 1", "paper")
    keeper.start("Ann", "Ben", variant="two-player", hook="y")
    keeper.turn("hearts")
    keeper.bid(2, 2)
    keeper.take(2, 3)
    evening.look("Ben took one too many, if it counts", who="B")
    keeper.take(2, 3, negated=1)
    evening.look("it does not count", who="B")
    keeper.score(2, 2, negated=-1)
    keeper.post(f"{keeper.path}/end", hands=1, revision=keeper.revision)
    evening.look("a draw", "/", who="Kt")


def jubilee(evening: Evening) -> None:
    """Special cards: a Werewolf, a Bomb, a Cloud; the tournament's rules."""
    keeper = evening.keeper
    keeper.start(*NAMES, specials="y", dealer=2, length="list", sizes="2 20")
    evening.look("special cards", "howto", "rules")
    keeper.turn("werewolf")
    evening.look("the Werewolf is turned up")
    keeper.turn("werewolf", named="none")
    evening.look("it names no trump", "log", who="KBt")
    keeper.turn("werewolf", named="hearts")
    keeper.bid(1, 0, 2)
    evening.look("all bid", "?panel=extras")
    keeper.send("extras", 1, void="1", cloud="2-", points_0="5")
    evening.look("a Bomb, a Cloud", "?panel=extras")
    keeper.score(1, 0, 0)
    evening.look("hand 1 is scored", "log", "hands/1")
    keeper.turn("jester")
    evening.look("a Jester or Bomb", who="KBt")
    keeper.start(*NAMES, variant="tournament", length="list", sizes="1", not1="y", zero="y")
    evening.look("a tournament", "howto", "rules", who="K")
    keeper.play("jester", (1, 0, 0), (0, 1, 0))
    evening.look("it is over", who="B")


def _short(evening: Evening, variant: str, *hands: Hand, **more: Any) -> None:
    """A short game of a kind."""
    keeper = evening.keeper
    keeper.start(*NAMES, variant=variant, length="list", **more)
    evening.look(variant, "howto", "rules", who="K")
    for number, (turned, bids, tricks) in enumerate(hands, 1):
        if turned:
            keeper.turn(turned)
        keeper.bid(*bids)
        keeper.take(*tricks[:-1])
        evening.look(f"hand {number}: all bid, tricks are counted", who="KB")
        keeper.score(*tricks)
        evening.look(f"hand {number} is scored", who="Kc")


def oh_hell(evening: Evening) -> None:
    """Oh Hell and Blob, in which a miss may score; Nomination Whist with trump in turn."""
    evening.keeper.start(*NAMES, variant="oh-hell")
    evening.look("Oh Hell", who="KBt")
    evening.answer("a Jester is not in the deck", evening.keeper.turn("jester"))
    _short(evening, "oh-hell", ("clubs", (0, 2, 1), (0, 4, 1)), kept="y", sizes="5")
    _short(evening, "blob", ("hearts", (1, 0, 0), (1, 1, 0)), sizes="2 1", dealer=1)
    evening.keeper.turn("spades")
    evening.look("the dealer is free on the last hand", who="K")
    whist = (("", (3, 0, 6), (4, 0, 6)), ("", (0, 0, 0), (0, 0, 9)))
    _short(evening, "nomination", *whist, sizes="10 9 8", dealer=2)
    evening.answer("Ben deals and may not bid 8", evening.keeper.bid(0, 8, 0))


def rage(evening: Evening) -> None:
    """Rage, whose tie more bids made decide; Stiche-Raten with the Canadian rule."""
    hands = (("", (0, 9, 1), (0, 10, 0)), ("", (1, 4, 0), (0, 5, 0)))
    _short(evening, "rage", *hands, sizes="10 5")
    evening.look("the tie is decided", "/", "log", who="")
    hand = ("hearts", (0, 2, 1), (0, 2, 0))
    _short(evening, "stiche-raten", hand, sizes="2 2 2", canadian="y")
    evening.keeper.turn("hearts")
    evening.keeper.bid(1, None, 0)
    evening.look("Ben leads alone and deals", who="K")
    evening.answer("he may not bid 1", evening.keeper.bid(1, 1, 0))
    evening.keeper.start(*NAMES, canadian="y", onlylast="y", length="list", sizes="1 5")
    evening.look("on the last hand alone", "rules", who="K")
    evening.keeper.play("hearts", (0, 1, 0), (0, 1, 0))
    evening.keeper.turn("hearts")
    evening.keeper.bid(1, None, 1)
    evening.look("Ben leads alone", who="K")
    evening.answer("he may not bid 3", evening.keeper.bid(1, 3, 1))


def own_game(evening: Evening) -> None:
    """A game of one's own, without trump."""
    keeper = evening.keeper
    keeper.start("Ann", "Ben", dealer=1, **OWN, hook="y", own_name="Friday rules")
    evening.look("a game of our own", "howto", "rules", "/")
    keeper.bid(0, 0)
    evening.look("both bid 0", who="KBt")
    keeper.score(1, 0)
    evening.look("hand 1 is scored", "log", "hands/1", "paper")
    turns = {"trump": "turns", "turn": ["clubs", "hearts"], "without": "1, 3", "own_flat": "-10"}
    keeper.start("Ann", "Ben", dealer=1, **OWN | turns)
    evening.look("trump in turn, and none in hand 1", "/new", who="K")
    keeper.play("", (0, 1), (0, 1))
    evening.look("hearts is trump", who="K")
    goal = {"goal": "31", "length": "list", "sizes": "2 1"}
    keeper.start("Ann", "Ben", dealer=1, **OWN | goal)
    for cards in (2, 1):
        evening.look(f"to a total: {cards} to deal", who="K")
        keeper.play("", (0, cards), (0, cards))
    keeper.play("", (0, 2), (0, 2))
    evening.look("Ben has the total", f"/new?group={keeper.key}", who="K")


def rules_at_hand(evening: Evening) -> None:
    """*How to play*, of kinds of game that no evening plays."""
    more = {"own_flat": "-5", "own_kept": "1", "own_near": "0", "own_over": "−2"}
    for step, chosen in {
        "hidden bids": {"hidden": "y"},
        "Oh Hell": {"variant": "oh-hell"},
        "Skull King": {"variant": "skull-king"},
        "Rascal": {"variant": "rascal"},
        "a miss costs nothing": OWN | {"own_zero": "0", "own_miss": "0"},
        "other points": OWN | more,
        "trump in turn": OWN | {"trump": "turns", "turn": ["hearts", "", "none"], "without": "3"},
        "a total": OWN | {"goal": "77", "length": "list", "sizes": "3, 5"},
    }.items():
        evening.keeper.start("Ann", "Ben", "Cem", **chosen)
        evening.look(step, "howto", who="")


EVENINGS: tuple[Script, ...] = (
    skull_king,
    captured,
    records,
    two_players,
    jubilee,
    oh_hell,
    rage,
    own_game,
    rules_at_hand,
)
