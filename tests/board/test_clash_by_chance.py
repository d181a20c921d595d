"""Two phones tap at random, often on stale pages: no saved tap is lost."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rules.game import Game
from tests.rules.replay import replayed
from tests.table import Table
from tests.web.screen import Form, Screen, log, look, stored

pytestmark = pytest.mark.thorough

TAPS = 150
Place = tuple[int, str]
"""A hand, and the name of a field in it."""
Entries = dict[Place, str | None]


@dataclass
class Paper:
    """The expected sheet: the newest saved value in each place."""

    known: Entries = field(default_factory=dict)
    before: dict[int, Entries] = field(default_factory=dict)

    def write(self, entries: Entries, revision: int | None) -> None:
        """Record an entry, and remember the former value of a new save."""
        if revision is not None:
            self.before[revision] = {place: self.known.get(place) for place in entries}
        self.known |= entries

    def take_back(self, revision: int) -> None:
        """Restore the values before a save."""
        self.known |= self.before.pop(revision)

    def differs(self, game: Game) -> Entries:
        """The places where the game differs."""
        kept = {place: text for place, text in self.known.items() if text is not None}
        return {place: text for place, text in kept.items() if text != stands(game, place)}


@dataclass
class Phone:
    """A phone that taps without checking.

    ``typed`` was refused and is still visible; the next tap sends it again.
    """

    screen: Screen
    chance: random.Random
    mine: Form | None = None
    typed: dict[str, str] = field(default_factory=dict)

    def draws(self) -> None:
        """Open the game's page again, or one of its panels."""
        panel = self.chance.choice(("", "", "", "bids", "tricks", "trump"))
        self.screen = look(self.screen.table, f"?panel={panel}")
        self.mine, self.typed = None, {}

    def taps(self) -> tuple[str, Form, dict[str, str]]:
        """The next tap, its form, and its entries."""
        if self.mine and self.chance.random() < 0.7:
            return "use mine", self.mine, self.mine.sent
        panel = self.screen.find("panel")
        if panel is None or self.chance.random() < 0.08:
            return "undo", self.screen.form("undo-form"), {}
        if panel.address.endswith("tricks") and self.chance.random() < 0.4:
            return "score", panel, panel.sent | {"score": "1"}
        return "tap", panel, self.typed | dict([self.chance.choice(panel.chips)])

    def sends(self, form: Form, more: dict[str, str]) -> int:
        """Send it; sometimes the answer is not drawn, and the page becomes stale."""
        data: Any = form.sent | more
        response = self.screen.table.post(form.address, part=True, **data)
        after = self.screen.after(response)
        self.mine = after.find("clash")
        is_board = response.text.lstrip().startswith('<div id="board"')
        if is_board and (self.typed or self.chance.random() < 0.5):
            self.screen, panel = after, after.find("panel")
            drawn = panel.sent.items() if panel and response.status_code == 422 else ()
            self.typed = {name: text for name, text in drawn if more.get(name) == text}
        return response.status_code

    def settles(self, game: Game) -> None:
        """Refused values that are stored nevertheless were entered by another phone."""
        if self.typed:
            number = hand_of(self.screen.form("panel"))
            typed = self.typed.items()
            self.typed = {n: text for n, text in typed if stands(game, (number, n)) != text}


def stands(game: Game, place: Place) -> str:
    """The game's value at a place, "" for none."""
    number, name = place
    if number > len(game.hands):
        return ""
    hand = game.hands[number - 1]
    values: dict[str, object] = {"turned": hand.turned, "named": hand.trump}
    values["negated"] = hand.negated
    for seat in game.seats:
        values |= {f"bid_{seat}": hand.bids[seat], f"tricks_{seat}": hand.tricks[seat]}
    return "" if values.get(name) is None else str(values[name])


def hand_of(form: Form) -> int:
    """The number of a form's hand."""
    return int(form.address.split("/hands/")[1].split("/")[0])


def entries(form: Form, sent: dict[str, str], players: int) -> Entries:
    """The entries for the hand of a form with these fields; None for derived values."""
    number = hand_of(form)
    names = ("bid_", "tricks_", "negated")
    found: Entries = {(number, name): sent[name] for name in sent if name.startswith(names)}
    if "score" in sent:
        rest: Entries = {(number, f"tricks_{seat}"): None for seat in range(players)}
        found = rest | found
    if "turned" in sent or "named" in sent:
        turned = sent.get("turned", "wizard")
        found[number, "turned"] = turned
        found[number, "named"] = sent.get("named") if turned == "wizard" else None
    return found


@pytest.mark.parametrize(
    ("variant", "names", "seed"),
    [
        ("wizard", ("Ann", "Ben", "Cem"), 1),
        ("wizard", ("Ann", "Ben", "Cem"), 2),
        ("two-player", ("Ann", "Ben"), 3),
    ],
)
def test_no_tap_that_was_saved_is_lost(
    table: Table, stranger: FlaskClient, app: Flask, variant: str, names: tuple[str, ...], seed: int
) -> None:
    chance = random.Random(seed)
    sizes: Any = {"length": "list", "sizes": ("1, 2, " * 10)} if variant == "wizard" else {}
    table.start(*names, variant=variant, hook="y", **sizes)
    start = game = stored(table, app).game
    phones = [Phone(look(of), chance) for of in (table, table.share(stranger))]
    paper, revision, seen = Paper(), 0, Counter[str]()
    for _ in range(TAPS):
        phone = chance.choice(phones)
        if chance.random() < 0.2:
            phone.draws()
        what, form, more = phone.taps()
        status = phone.sends(form, more)
        before, revision, game = revision, stored(table, app).revision, stored(table, app).game
        phone.settles(game)
        is_new = revision > before
        assert revision in ((before, before + 1) if status == 200 else (before,))
        if status == 200 and what == "undo" and is_new:
            paper.take_back(int(form.sent["target"]))
        elif status == 200 and what != "undo":
            paper.write(entries(form, more, len(names)), revision if is_new else None)
        assert paper.differs(game) == {}
        seen[f"{what} {status}"] += 1
    lines = log(table, app)
    assert replayed(start, (line.change for line in reversed(lines))) == game
    assert [line.revision for line in lines] == list(range(revision, 0, -1))
    assert {"tap 409", "score 200", "score 409", "use mine 200", "undo 200"} <= seen.keys()
    assert seen["tap 200"] > TAPS / 4
