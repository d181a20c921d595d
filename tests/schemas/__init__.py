"""Two games as each program wrote them, a dump for each step of the schema."""

from functools import partial

from scorekeeper.exchange.tables.csv_out import csv_lines
from scorekeeper.rules.actions import enter_bids, score_hand, turn_up
from scorekeeper.rules.variants.model import Turned
from scorekeeper.store import lists
from scorekeeper.store.games import reading, saves

PHONE = "the phone of the scorekeeper"


def play_on() -> None:
    """Play the second hand of the first game; no other line of any game may change."""
    key, before = "the-first-game", _lines()
    assert len(before) == 1 + 2 * 3
    for action in (
        partial(turn_up, number=2, turned=Turned.HEARTS, named=None),
        partial(enter_bids, number=2, bids=(1, 0, 0)),
        partial(score_hand, number=2, tricks=(1, 0, 1), negated=None),
    ):
        saves.save(key, PHONE, saves.Save(reading.read(key).revision, action))
    after = _lines()
    assert set(before) <= set(after)
    assert ["hearts" in line for line in set(after) - set(before)] == [True] * 3


def _lines() -> list[str]:
    return "".join(csv_lines(lists.all_games())).splitlines()
