"""The exact bytes of a save arrive again after later saves: nothing is written."""

import random
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests import databases
from tests.figures import Figures
from tests.torture import WHOLE, size
from tests.torture.caller import Caller, Reply
from tests.torture.ledger import Ledger
from tests.torture.served import Served

pytestmark = pytest.mark.torture

EVENINGS = size(1, 60)
"""Games with random saves, and random late copies of all of them."""
TAPS = size(20, 60)
AT_ONCE = 8
SAVED = (200, 303)
Fields = dict[str, str]


class Tap(NamedTuple):
    """A save: its address below the game's path, and the fields of its form."""

    path: str
    fields: Fields


class Copy(NamedTuple):
    """A save as it was sent, with all its bytes."""

    path: str
    body: str
    headers: Fields


def tap(path: str, **fields: str) -> Tap:
    """A save of these fields."""
    return Tap(path, fields)


def bids(**fields: str) -> Tap:
    """Bids of hand 2, as a panel sends them."""
    return tap("/hands/2/bids", touched=" ".join(fields), **fields)


def tricks(**fields: str) -> Tap:
    """Tricks of hand 2, as a panel sends them."""
    return tap("/hands/2/tricks", touched=" ".join(fields), **fields)


def correction(**bid: str) -> Tap:
    """Hand 1 as it was scored, but for a bid."""
    hand = {"dealer": "0", "turned": "hearts", "bid_0": "0", "bid_1": "1", "bid_2": "1"}
    return tap("/hands/1", **hand | {"tricks_0": "0", "tricks_1": "1", "tricks_2": "1"} | bid)


SAID = bids(bid_0="1", bid_1="1", bid_2="2")
TAKEN = tricks(tricks_0="1")
CLUBS = tap("/hands/2/trump", turned="clubs", touched="turned")
END, ON = tap("/end", hands="1"), tap("/end", hands="")
FIRST_HAND = (
    tap("/hands/1/trump", turned="hearts"),
    tap("/hands/1/bids", bid_0="0", bid_1="1", bid_2="1"),
    tap("/hands/1/tricks", tricks_0="0", tricks_1="1", tricks_2="1", score="1"),
    CLUBS,
)
KINDS: dict[str, tuple[tuple[Tap, ...], Tap, Tap | None]] = {
    "trump": ((), tap("/hands/2/trump", turned="jester", touched="turned"), CLUBS),
    "bids": ((bids(bid_0="1"),), bids(bid_0="2"), bids(bid_0="1")),
    "tricks": ((SAID, TAKEN), tricks(tricks_0="2"), TAKEN),
    "score": (
        (SAID,),
        tap("/hands/2/tricks", tricks_0="1", tricks_1="1", tricks_2="1", score="1"),
        None,
    ),
    "correction": ((), correction(bid_0="2"), correction()),
    "dealer": ((), tap("/hands/2/dealer", dealer="2"), tap("/hands/2/dealer", dealer="1")),
    "house rules": ((), tap("/rules", hook="y"), tap("/rules")),
    "end": ((), END, ON),
    "play on": ((END,), ON, END),
}
"""The preceding saves, the save that is repeated, and the save that reverses it by a tap."""
WAYS = ("there and back", "undone", "undone and saved again", "ended and played on")


@dataclass
class Table:
    """A game and the phone that keeps its score; ``ledger`` reads the database."""

    caller: Caller
    ledger: Ledger

    @property
    def revision(self) -> int:
        """The number of saves."""
        self.ledger.read()
        return len(self.ledger.lines)

    def compose(self, sent: Tap, *, part: bool = True) -> Copy:
        """The request of a page that is up to date."""
        fields = {"csrf_token": self.caller.token, "revision": str(self.revision)}
        fields |= sent.fields | {"tap": secrets.token_urlsafe(16)}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        headers |= {"HX-Request": "true"} if part else {}
        return Copy(self.ledger.game + sent.path, urlencode(fields), headers)

    def save(self, sent: Tap, *, part: bool = True) -> Copy:
        """Save; returns the request."""
        copy = self.compose(sent, part=part)
        assert self.send(copy).status in SAVED, sent
        return copy

    def send(self, copy: Copy) -> Reply:
        """The answer to these bytes."""
        return self.caller.ask("POST", copy.path, copy.headers, copy.body)

    def undo(self) -> Copy:
        """Undo the newest save."""
        target = self.ledger.undoable(self.revision)
        return self.save(tap("/undo", target=str(target)))

    def passes(self, way: str, sent: Tap, back: Tap | None) -> None:
        """The saves between a save and its late copy."""
        if way == "there and back" and back is not None:
            self.save(back)
        elif way == "ended and played on":
            self.ledger.read()
            scored = [name for _, name in self.ledger.now if name == "scored"]
            self.save(tap("/end", hands=str(len(scored))))
            self.save(ON)
        else:
            self.undo()
        if way == "undone and saved again":
            self.save(sent)
            self.undo()

    def check(self, copy: Copy, what: object) -> None:
        """A late copy is answered as saved and writes nothing."""
        before, state = self.revision, self.ledger.now
        reply = self.send(copy)
        assert reply.status in SAVED, (what, reply.status)
        assert self.revision == before, f"{what}: written again"
        assert self.ledger.now == state


@pytest.fixture
def table(served: Served) -> Iterator[Table]:
    """A phone at the program, with a game of three hands, one of them scored."""
    engine = create_engine(databases.url_of(served.folder), poolclass=NullPool)
    table = Table(Caller(served.port), Ledger(engine, ""))
    begin(table)
    yield table
    table.caller.close()


def begin(table: Table, *before: Tap) -> None:
    """Continue with a new game in which this was saved."""
    game = table.caller.start("Ann", "Ben", "Cem", length="list", sizes="2, 3, 4")
    table.ledger = Ledger(table.ledger.engine, game)
    for sent in (*FIRST_HAND, *before):
        table.save(sent)


def test_a_copy_of_a_save_that_comes_late_writes_nothing(table: Table, figures: Figures) -> None:
    chance = random.Random(4)
    for kind, (before, sent, back) in KINDS.items():
        for number, way in enumerate(WAYS if WHOLE else chance.sample(WAYS, 1)):
            begin(table, *before)
            copy = table.save(sent, part=number % 2 == 0)
            table.passes(way, sent, back)
            table.check(copy, (kind, way))
    figures(
        f"{len(KINDS)} kinds of save, {len(WAYS) if WHOLE else 1} ways to go on: no copy written"
    )


def test_a_copy_of_an_undo_that_comes_late_takes_nothing_back(table: Table) -> None:
    for kind, (before, sent, _) in KINDS.items():
        begin(table, *before)
        table.save(sent)
        copy = table.undo()
        table.save(sent)
        table.check(copy, kind)
        table.undo()
        table.check(copy, kind)


@pytest.mark.postgresql
def test_copies_that_come_at_once_are_saved_once(table: Table) -> None:
    callers = [Caller(table.caller.port, cookies=table.caller.cookies) for _ in range(AT_ONCE)]
    for kind, (before, sent, _) in KINDS.items():
        begin(table, *before)
        revision, copy = table.revision, table.compose(sent)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            asked = [pool.submit(Table(one, table.ledger).send, copy) for one in callers]
            assert {one.result().status for one in asked} <= {*SAVED}, kind
        assert table.revision == revision + 1, kind
    for caller in callers:
        caller.close()


def test_copies_of_all_saves_of_an_evening_come_at_random_and_write_nothing(
    table: Table, figures: Figures
) -> None:
    chance, copies = random.Random(9), 0
    for _ in range(EVENINGS):
        begin(table, SAID)
        sent = []
        for _ in range(TAPS):
            before, kind = table.revision, chance.choice(list(KINDS))
            back = KINDS[kind][2]
            if chance.random() < 0.4 and table.ledger.undoable(table.revision):
                sent.append(table.undo())
            elif back is not None:
                copy = table.compose(chance.choice((KINDS[kind][1], back)))
                # In the current game the rules may refuse it, or it may already be so.
                table.send(copy)
                sent += [copy] if table.revision > before else []
            for copy in chance.sample(sent, min(len(sent), 3)):
                table.check(copy, kind)
                copies += 1
    figures(f"{copies} late copies of {EVENINGS} evenings, none written")
    assert copies > EVENINGS * TAPS
