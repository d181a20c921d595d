"""Games for files: random ones, and one with everything that a file can contain."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.exchange.letters import games_in
from scorekeeper.rules.game import LONGEST_NOTE, Game, GameNote
from scorekeeper.rules.incoming import Discrepancy, Incoming, discrepancies_in
from scorekeeper.rules.sheet import score_sheet
from tests.rules.chance import games
from tests.rules.notation import NAMES
from tests.rules.test_properties import wandering

BEGAN = datetime(2026, 1, 2, 20, 4, 5, 678, tzinfo=UTC)


def text_of(*incoming: Incoming) -> str:
    """The file with these games."""
    return "".join(json_chunks(incoming))


def changed(data: Any, path: str, value: Any) -> str:
    """The text of a file with another value in one place; an Ellipsis removes it."""
    data = deepcopy(data)
    *way, last = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", path)]
    at = data
    for step in way:
        at = at[step]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return json.dumps(data)


def read_games(text: str) -> tuple[Incoming, ...]:
    """All games in a file."""
    return tuple(games_in(text))


def of(
    game: Game, uid: str = "a-game", people: tuple[str, ...] = (), began: datetime = BEGAN
) -> Incoming:
    """The game as in a file."""
    return Incoming(uid, game, began, began + timedelta(hours=2), people)


@st.composite
def played(draw: st.DrawFn, names: tuple[str, ...] = NAMES) -> Game:
    """A random game reached by actions: running, over, corrected, with a hand in play."""
    game = draw(games(names=names))
    if draw(st.booleans()):
        found = wandering(draw(st.data()), game, most=6)
        game = found[-1][2] if found else game
    told = st.none() | st.sampled_from(["Hut cup", "Zürich", "It “rained” all day."])
    return replace(game, about=GameNote(*(draw(told) for _ in LONGEST_NOTE)))


@st.composite
def some_marks(draw: st.DrawFn, game: Game) -> tuple[Discrepancy, ...]:
    """Random discrepancies of another sheet, often none."""
    sheet = score_sheet(game)
    places = st.tuples(
        st.sampled_from([0, *(row.hand.number for row in sheet.rows)]), st.sampled_from(game.seats)
    )
    said = draw(st.just({}) | st.dictionaries(places, st.integers(-500, 500), max_size=3))
    return discrepancies_in(sheet, [(*place, number) for place, number in said.items()])


@st.composite
def files(draw: st.DrawFn) -> tuple[Incoming, ...]:
    """The games of a file, each with another id; some seats are other people's."""
    found = draw(st.lists(played(), min_size=1, max_size=2))
    made = []
    for number, game in enumerate(found):
        seats = [draw(st.sampled_from(["", "", f"Person {seat}"])) for seat in game.seats]
        people = tuple(seats) if any(seats) else ()
        began = BEGAN + timedelta(days=draw(st.integers(-9000, 9000)))
        discrepancies = draw(some_marks(game))
        made.append(Incoming(f"game-{number}", game, began, began, people, discrepancies))
    return tuple(made)
