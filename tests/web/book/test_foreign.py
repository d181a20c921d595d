"""Files of other programs on the page: previewed, then imported, with discrepancies if wanted."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.web.book import import_
from tests.table import field
from tests.web.book.test_import import PATH, book, problem, said, send
from tests.web.page import plain_text

FILES = Path(__file__).parents[2] / "exchange" / "files"
PAGES = ("", "?view=evening", "/log", "/table", "/howto", "/paper", "/picture", ".csv", ".json")
WIDE = (FILES / "wide-differences.csv").read_text()
KEEPWIZ = (FILES / "keepwiz.json").read_text()


def games(client: FlaskClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(book(client))["games"]
    return found


def page_of(client: FlaskClient) -> str:
    """The path of the only game."""
    found: list[str] = re.findall(r'href="(/g/[^"?#]+)', client.get("/").text)
    return found[0]


def test_games_that_others_counted_are_shown_before_anything_is_saved(client: FlaskClient) -> None:
    answer = send(client, WIDE)
    assert answer.status_code == 200
    shown = plain_text(answer.text)
    assert "1 game in the file. Nothing is saved yet." in shown
    assert "Thomas, Ute, Kevin No date: today · Wizard · Ended early after 3 hands." in shown
    assert "Hand 2 Thomas −20 −10 Total Kevin 40 50" in shown
    assert games(client) == []


def test_previewed_games_are_imported_from_the_page(client: FlaskClient) -> None:
    answer = send(client, WIDE)
    held = re.search(r'<textarea name="text" hidden>(.*?)</textarea>', answer.text, re.DOTALL)
    assert held
    done = send(client, html.unescape(held[1]), shown="y", marks="y")
    assert said(client, done) == "1 game added."
    assert games(client)[0]["marks"] == [
        {"hand": 0, "seat": 2, "said": 40},
        {"hand": 2, "seat": 0, "said": -20},
    ]
    assert games(client)[0]["started"] > "2026"
    again = send(client, WIDE, shown="y")
    assert said(client, again) == "1 game was already there."


def test_games_that_the_book_has_or_had_are_previewed_last(client: FlaskClient) -> None:
    other = WIDE.replace("Thomas", "Tom")
    for text in (WIDE, other):
        said(client, send(client, text, shown="y"))
    two = send(client, WIDE)
    assert "Your book already has 1 of them: it stays as it is." in plain_text(two.text)
    assert "Already in your book" in two.text
    assert "Keep the points of their sheet" not in two.text
    newest = client.get(page_of(client)).text
    client.post(f"{page_of(client)}/delete", data={"csrf_token": field(newest, "csrf_token")})
    gone = send(client, other).text
    assert "Deleted from your book, stays deleted" in gone
    assert "already" not in gone
    assert "stays deleted" not in send(client, other, deleted="y").text


def test_discrepancies_are_saved_only_with_a_tick(client: FlaskClient) -> None:
    said(client, send(client, WIDE, shown="y"))
    assert "marks" not in games(client)[0]


def test_a_text_too_long_to_store_has_to_be_selected_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_, "LONGEST_TEXT", 10)
    answer = send(client, file=WIDE.encode(), deleted="y")
    assert "Choose the file again" in answer.text
    assert '<input type="hidden" name="deleted" value="y">' in answer.text
    assert said(client, send(client, file=WIDE.encode(), shown="y")) == "1 game added."


def test_marks_and_uneven_hands_are_in_the_log_and_where_the_hand_is_corrected(
    client: FlaskClient,
) -> None:
    assert "Hand 3: Tricks add up to 2, this hand has 3" in plain_text(send(client, KEEPWIZ).text)
    said(client, send(client, KEEPWIZ, shown="y", marks="y"))
    path = page_of(client)
    log = plain_text(client.get(f"{path}/log").text)
    assert "Hand 3 Drew 30 20 Total Drew 40 30" in log
    assert "Hand 3: Tricks add up to 2, this hand has 3" in log
    hand = plain_text(client.get(f"{path}/hands/3").text)
    assert "Their sheet: 30" in hand
    assert "Tricks add up to 2, this hand has 3" in hand
    assert "Their sheet" not in client.get(f"{path}/hands/2").text
    assert "Their sheet" not in client.get(path).text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hand,player,bid\n1,Ann,0", "Line 1: The column for tricks is missing. Name it"),
        ("hand,player,bid,tricks\n1,Ann,0,x", "Line 2, tricks: This must be a whole number."),
        ("Ann,Ben\n1/1,2", "Line 2, column 2, Ben: Write the bid, a slash and the tricks"),
        ('{"1": {"round_data": 1}}', "1.players: This field is missing."),
        ("#g=Axyz", "This link is damaged or cut off. Copy all of it, then try again."),
    ],
)
def test_a_sentence_names_the_place(client: FlaskClient, text: str, sentence: str) -> None:
    assert sentence in html.unescape(problem(send(client, text)))
    assert games(client) == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", sorted(FILES.iterdir()), ids=lambda path: path.name)
def test_every_file_of_the_folder_is_answered_by_a_page(client: FlaskClient, path: Path) -> None:
    answer = send(client, file=path.read_bytes())
    assert answer.status_code == (422 if path.name.startswith("hostile") else 200)
    assert field(client.get(PATH).text, "csrf_token")
    assert games(client) == []
    done = send(client, file=path.read_bytes(), shown="y", marks="y")
    assert (done.status_code, bool(games(client))) == (
        (422, False) if path.name.startswith("hostile") else (303, True)
    )
    for one in re.findall(r'href="(/g/[^"?#]+)', client.get("/").text):
        for more in PAGES:
            assert client.get(one + more).status_code == 200, more
    for person in re.findall(r'href="(/people/[0-9]+)', client.get("/people").text):
        assert client.get(person).status_code == 200
