"""After each act of the desk and each save, a page that received the news equals one opened
then."""

import random
import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.store.events import acts
from scorekeeper.store.events.tables import TableKey
from tests.desk import Desk
from tests.http.test_event_polls import Page
from tests.table import Table
from tests.web.tree import Element, Tree, is_parts

SIZES = {"small": 9, "large": 27}
"""People at tables of three: three tables, or nine, which is a hall."""
SHOWN = ("", "?show=in", "?show=all")
PAGES = (
    *("/wall", *(f"/desk/round{query}" for query in SHOWN), "/desk/round/1/table/1"),
    *("/desk/standings", "/desk/more", "?me=1", "/standings?me=1"),
)
STEPS = (
    *(("close", {}), ("draw", {}), ("publish", {}), ("start", {}), ("pause", {}), ("resume", {})),
    *(("reopen", {}), ("more-time", {"minutes": "5"}), ("swap", {"one": "1", "other": "5"})),
    ("penalties", {"number": "2", "sign": "penalty", "points": "5", "reason": "late"}),
    *((f"round/1/table/1/{act}", {"reason": "late"}) for act in ("aside", "back", "correct")),
    ("round/1/table/2/by-hand", {"totals": "10\n20\n30", "made": "", "reason": "late"}),
)
MOVES = re.compile(
    r' data-time="[^"]*"|<b class="digits".*?</b>|(?<=d="M0 5H)[\d.]+'
    r'|(?<="csrf_token" value=")[^"]*| data-leaf="\d+"(?: hidden| class="now")?',
    re.DOTALL,
)
"""Everything that may differ although nothing happened."""


class Shown(Page):
    """A page of an event that shows its news."""

    tree: Element
    small = 0
    """Answers that were parts."""

    def learn(self, page: str) -> None:
        """Show this page, or these parts in their places."""
        super().learn(page)
        if is_parts(page):
            self.small += 1
            put_parts(self.tree, *elements_in(Tree(MOVES.sub("", page)).root))
        else:
            self.tree = tree_of(page)
        parts = (one.given for one in self.tree.all() if "data-hash" in one.given)
        self.hashes = {given["id"]: given["data-hash"] for given in parts}

    def expect_now(self) -> None:
        """Check that it shows what a phone would see that opened it now."""
        self.poll()
        opened = tree_of(self.client.get(self.address).text)
        assert self.tree.text() == opened.text(), self.address


def tree_of(page: str) -> Element:
    """The middle of a page as a tree."""
    page = "<main" + page.partition("<main")[2].partition("</main>")[0] + "</main>"
    return Tree(MOVES.sub("", page)).root


def elements_in(one: Element) -> list[Element]:
    """The elements directly inside it."""
    return [child for child in one.inside if isinstance(child, Element)]


def put_parts(tree: Element, root: Element, *parts: Element) -> None:
    """Let new parts take the places of the old ones, in the order that the answer names."""
    new = {part.given["id"]: part for part in parts}
    for holder in [*tree.all()]:
        for at, old in enumerate(holder.inside):
            if isinstance(old, Element):
                holder.inside[at] = new.get(old.given.get("id", ""), old)
        if "data-seen" in holder.given:
            holder.given |= {name: root.given[name] for name in ("data-seen", "data-from")}
    tables = tree.find("tables")
    assert tables is not None
    tables.inside = [tree.find(name) or new[name] for name in root.given["data-order"].split()]


def tap(chance: random.Random, app: Flask, desk: Desk, phones: dict[TableKey, Table]) -> None:
    """Let a table of the newest round play on, sensibly or not."""
    at = len(desk.event.rounds), chance.choice(desk.round.tables).number
    if at not in desk.games():
        return
    table = phones[at] = phones.get(at) or desk.at(app.test_client(), at[1])
    if table.stored().sheet.hand is None:
        table.undo()
        return
    number, taker = table.hand, chance.randrange(3)
    tricks = tuple(number * (seat == taker) for seat in range(3))
    plays: tuple[Callable[[], object], ...] = (
        lambda: table.turn(chance.choice(["hearts", "spades"])),
        lambda: table.bid(chance.randint(0, number), None, None),
        *[lambda: table.play("clubs", tricks, tricks)] * 3,
        lambda: table.revision and table.undo(),
        lambda: table.post(f"{table.path}/end", hands=str(number), revision=table.revision),
    )
    chance.choice(plays)()


def act(chance: random.Random, app: Flask, desk: Desk) -> None:
    """Let the desk do something, sensible or not."""
    if chance.random() < 0.2:
        with app.app_context():
            newest = acts.last_act(desk.stored)
        desk.send("undo", number=newest.number if newest else 0)
        return
    step, fields = chance.choice(STEPS)
    fields = {"of_round": str(len(desk.event.rounds))} | fields if step == "penalties" else fields
    assert desk.send(step, **fields).status_code in (303, 404, 409, 422), step


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(0, marks=pytest.mark.thorough),
        *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5)),
    ],
)
def test_a_page_that_shows_its_news_is_the_page_as_it_is_now(
    app: Flask, size: str, seed: int
) -> None:
    chance, desk = random.Random(seed), Desk(app.test_client())
    names = [f"P{number}" for number in range(SIZES[size])]
    desk.create(*names, seating="free", table_size="3", hands_3="1, 2, 3", rounds="3")
    desk.did("draw", "publish", "start")
    phones: dict[TableKey, Table] = {}
    pages = [Shown(desk.client, desk.path + page) for page in PAGES]
    for _ in range(40):
        if chance.random() < 0.7:
            tap(chance, app, desk, phones)
        else:
            act(chance, app, desk)
        for page in chance.sample(pages, 3):
            page.expect_now()
    for page in pages:
        page.expect_now()
    assert sum(page.small for page in pages) > 2
