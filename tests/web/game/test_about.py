"""Title, place and note of a game: saved like any entry, shown after play, found by search."""

import re
from typing import Any

import pytest

from tests.table import Table
from tests.web.book.test_history import headings
from tests.web.page import main, plain_text, problems

SAID = {"title": "Hut cup", "place": "Zürich", "note": "It rained all day."}


def said(table: Table, **fields: str) -> None:
    form: dict[str, Any] = {"revision": table.revision} | SAID | fields
    response = table.post(f"{table.path}/about", **form)
    assert (response.status_code, response.location) == (303, f"{table.path}#more")


def over(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1")
    table.play("hearts", (0, 1, 1), (0, 0, 1))


def lines(page: str) -> list[str]:
    return [plain_text(found).strip() for found in re.findall('<p class="about">.*?</p>', page)]


def test_notes_appear_under_more_and_not_in_the_hand(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    said(table)
    page = table.page()
    hand, _, more = page.partition('<nav id="more"')
    assert "Hut cup" not in re.sub(r"<(button|form|div) [^>]*undo.*?</\1>", "", hand, flags=re.S)
    assert lines(more) == ["Hut cup Zürich It rained all day."]
    assert f'href="{table.path}/about"' in more
    assert "Undo" in page


def test_notes_appear_at_the_end_and_in_the_history_and_not_on_the_first_page(table: Table) -> None:
    over(table)
    said(table)
    assert len(lines(table.page())) == 2, "at the end, and under More"
    assert lines(table.client.get("/history").text) == ["Hut cup Zürich It rained all day."]
    assert lines(table.client.get("/").text) == []


@pytest.mark.parametrize("text", ["CUP", "zurich", "rained all", "ann"])
def test_a_search_finds_notes(table: Table, text: str) -> None:
    over(table)
    assert headings(table.client.get("/history?text=cup").text) == []
    said(table)
    over(table)
    found = headings(table.client.get("/history", query_string={"text": text}).text)
    assert len(found) == 1
    games = main(table.client.get("/history", query_string={"text": text}).text)
    assert games.count('class="evening"') == (2 if text == "ann" else 1)


def test_undo_takes_notes_back_and_the_log_says_what_was_there(table: Table) -> None:
    over(table)
    said(table)
    said(table, title="")
    log = plain_text(main(table.client.get(f"{table.path}/log").text))
    assert "Title: Hut cup → –" in log
    assert "Place played: – → Zürich" in log
    assert "Undo" in table.page()
    table.undo()
    form = table.client.get(f"{table.path}/about").text
    assert 'name="title" value="Hut cup"' in form
    assert ">It rained all day.</textarea>" in form
    assert lines(table.client.get("/history?text=hut").text)
    table.undo()
    assert lines(table.client.get("/history").text) == []
    assert table.csv() != []


def test_a_rematch_begins_without_notes(table: Table) -> None:
    over(table)
    said(table)
    response = table.post(f"{table.path}/rematch")
    assert lines(table.client.get(response.location).text) == []


def test_saves_of_another_phone_are_shown_and_nothing_is_lost(table: Table) -> None:
    over(table)
    shown = table.revision
    said(table)
    response = table.post(f"{table.path}/about", revision=shown, title="Mine", place="", note="")
    assert response.status_code == 409
    assert problems(response.text) == [
        "Someone else changed this game first. Save again to keep yours."
    ]
    assert 'name="title" value="Mine"' in response.text
    assert lines(response.text) == ["Hut cup Zürich It rained all day."]
    again = re.search(r'name="revision" value="(\d+)"', response.text)
    assert again
    said(table, revision=again[1], title="Mine")
    assert lines(table.client.get("/history").text)[0].startswith("Mine")


def test_a_hand_scored_meanwhile_does_not_refuse_notes(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    shown = table.revision
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    said(table, revision=str(shown))
    assert lines(table.page())


@pytest.mark.parametrize(
    ("field", "most", "sentence"),
    [
        ("title", 40, "Title can have at most 40 characters."),
        ("place", 40, "Place played can have at most 40 characters."),
        ("note", 300, "Note can have at most 300 characters."),
    ],
)
def test_a_text_that_is_too_long_is_refused_and_stays(
    table: Table, field: str, most: int, sentence: str
) -> None:
    over(table)
    text = "ñ" * most
    said(table, **{field: text})
    sent: dict[str, Any] = {"revision": table.revision, **SAID, field: text + "x"}
    response = table.post(f"{table.path}/about", **sent)
    assert (response.status_code, problems(response.text)) == (422, [sentence])
    assert text + "x" in response.text


def test_an_invisible_text_counts_as_empty(table: Table) -> None:
    over(table)
    unseen = dict.fromkeys(SAID, "\u200b") | {"title": " \u202e "}
    said(table, **unseen | {"note": "  two\n\nlines "})
    assert lines(table.client.get("/history").text) == ["two lines"]
