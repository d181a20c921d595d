"""The texts of Undo: the next change, the undone change, and Redo."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.store.games import reading
from tests.table import Table
from tests.web.page import plain_text


def corrected(table: Table) -> object:
    """The first hand again, with another winner of its trick."""
    fields: dict[str, Any] = {"turned": "hearts", "dealer": 0, "bid_0": 0, "bid_1": 1, "bid_2": 1}
    fields |= {"tricks_0": 1, "tricks_1": 0, "tricks_2": 0, "revision": table.revision}
    return table.post(f"{table.path}/hands/1", **fields)


def ended(table: Table) -> object:
    """The hand in progress is the last."""
    return table.post(f"{table.path}/end", hands=2, revision=table.revision)


STEPS: list[tuple[Callable[[Table], object], str, str]] = [
    (lambda table: table.turn("hearts"), "Hearts", "hand 2, Hearts"),
    (lambda table: table.bid(None, 1), "Ben bid 1", "hand 2, Ben bid 1"),
    (lambda table: table.bid(0, 1, 2), "2 bids", "hand 2, 2 bids"),
    (lambda table: table.take(None, 2), "Ben took 2", "hand 2, Ben took 2"),
    (lambda table: table.take(1, 1), "Tricks", "hand 2, Tricks"),
    (corrected, "hand 1 corrected", "hand 1 corrected"),
    (ended, "end after hand 2", "end after hand 2"),
]


def label(page: str) -> str:
    """The change on the button Undo."""
    return plain_text(re.findall(r'<button class="undo".*?</button>', page, re.DOTALL)[0])


def undone(page: str) -> str:
    """The text of the toast beside it, "" if there is none."""
    return plain_text("".join(re.findall(r'<p class="undone.*?</p>', page, re.DOTALL)))


def test_redo_is_offered_until_all_that_undo_took_back_is_there_again(played: Table) -> None:
    played.turn("hearts")
    played.bid(None, 1)
    for _ in range(2):
        played.undo()
    for said in ("Undone: hand 2, Hearts", "Undone: hand 2, Ben bid 1", ""):
        assert said in undone(played.page())
        assert bool(said) == bool(undone(played.page()))
        played.post(f"{played.path}/redo", revision=played.revision)
    log = played.client.get(f"{played.path}/log").text
    assert log.count("· <em>undone</em>") == 2
    assert "2 entries undone" in log


@pytest.mark.parametrize("forget", [reading.forget, lambda: None])
def test_undo_says_what_it_takes_back_and_redo_brings_it_again(
    played: Table, forget: Callable[[], None]
) -> None:
    for step, short, long in STEPS:
        step(played)
        forget()
        page, rows = played.page(), played.csv()
        assert (label(page), undone(page)) == (f"Undo {short}", "")
        played.undo()
        forget()
        assert undone(played.page()) == f"Undone: {long} Redo"
        assert played.post(f"{played.path}/redo", revision=played.revision).status_code == 303
        forget()
        assert (label(played.page()), undone(played.page())) == (f"Undo {short}", "")
        assert played.csv() == rows


@pytest.mark.parametrize(("bids", "said"), [((0, 1, 1), "3 bids"), ((0, None, None), "Ann bid 0")])
def test_a_hand_without_a_card_to_turn_up_begins_with_its_bids(
    table: Table, bids: tuple[int | None, ...], said: str
) -> None:
    table.start("Ann", "Ben", "Cem", variant="skull-king")
    table.bid(*bids)
    assert label(table.page()) == f"Undo {said}"


def test_a_hand_that_is_scored_is_taken_back_by_its_number(played: Table) -> None:
    assert label(played.page()) == "Undo hand 1"
    played.undo()
    assert undone(played.page()) == "Undone: hand 1 scored Redo"


def test_a_redo_without_an_undo_before_it_is_refused_in_a_sentence(played: Table) -> None:
    response = played.post(f"{played.path}/redo", revision=played.revision)
    assert response.status_code == 422
    assert "There is nothing to redo." in response.text


def test_a_follower_is_not_offered_redo(played: Table) -> None:
    played.undo()
    follower = played.client.application.test_client()
    assert undone(follower.get(played.path).text) == ""
