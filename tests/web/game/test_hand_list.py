"""Hands that are skipped or dealt again."""

from typing import Any

import pytest

from tests.table import Table
from tests.web.page import plain_text


def act(table: Table, what: str, number: int | None = None, **more: Any) -> int:
    """Send one of the buttons about a hand; the status of the answer."""
    hand = table.hand if number is None else number
    sent = {"revision": table.revision} | more
    return table.post(f"{table.path}/hands/{hand}/{what}", **sent).status_code


@pytest.mark.parametrize(
    ("what", "said", "hand"),
    [("skip", "Hand 2 is not played", 3), ("again", "Hand 2 is dealt again", 2)],
)
def test_a_hand_is_skipped_or_dealt_again_and_one_tap_takes_it_back(
    played: Table, what: str, said: str, hand: int
) -> None:
    played.turn("hearts")
    played.bid(0, 1, None)
    before = played.stored().game
    assert "Something went wrong?" in plain_text(
        played.client.get(f"{played.path}/hands/2/dealer").text
    )
    assert act(played, what) == 303
    assert said in plain_text(played.page())
    assert played.hand == hand
    words = {"skip": "Not played", "again": "Dealt again"}
    assert words[what] in plain_text(played.client.get(f"{played.path}/log").text)
    done = {"skip": "hand 2 not played", "again": "hand 2 dealt again"}
    played.undo()
    assert f"Undone: {done[what]}" in plain_text(played.page())
    assert played.stored().game == before


def test_a_skipped_hand_stands_in_the_sheet_and_in_print_with_a_dash(played: Table) -> None:
    act(played, "skip")
    for page in ("", "/paper"):
        shown = plain_text(played.client.get(f"{played.path}{page}").text)
        assert "– not played –" in shown
    assert played.client.get(f"{played.path}/hands/2").status_code == 200
    assert '"skipped":true' in played.client.get(f"{played.path}.json").text.replace(" ", "")


def test_a_stale_page_neither_skips_nor_deals_again_a_hand_that_others_entered(
    played: Table,
) -> None:
    seen = played.revision
    played.turn("hearts")
    for what in ("skip", "again"):
        assert act(played, what, 2, revision=seen) == 409
    played.bid(0, 1, 0)
    played.score(1, 1, 0)
    assert act(played, "skip", 2) == 422


def test_what_was_skipped_already_is_no_conflict(played: Table) -> None:
    seen = played.revision
    assert act(played, "skip", 2, revision=seen) == 303
    assert act(played, "skip", 2, revision=seen) == 303
    assert played.hand == 3
