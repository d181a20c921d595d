"""Games that are imported, also those of other programs."""

import html
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.config import LARGEST_FILE, LARGEST_FORM
from scorekeeper.http import gate
from scorekeeper.http.guard import OF_A_FILE, limiter
from scorekeeper.web import book as pages
from tests.conftest import opened
from tests.exchange.made import of, text_of
from tests.exchange.tables.test_pads import pad
from tests.rules.notation import play
from tests.table import Table, field
from tests.turns import daily
from tests.web.page import plain_text

PATH = "/book/bring"
GAME = of(play("wizard", 3, "h 011/001", sizes=(1, 2)))


def send(
    client: FlaskClient, text: str | bytes = "", file: bytes | None = None, **more: Any
) -> Any:
    """The answer to a page that sends a text, or a file, like a browser."""
    token = field(client.get(PATH).text, "csrf_token")
    fields: dict[str, Any] = {"csrf_token": token, "text": text, **more}
    fields["file"] = (BytesIO(file or b""), "games.json" if file is not None else "")
    return client.post(PATH, data=fields, content_type="multipart/form-data")


def said(client: FlaskClient, answer: TestResponse) -> str:
    """The message on the next page."""
    assert answer.status_code == 303, answer.text
    found = re.search(r'role="status">([^<]*)<', client.get(answer.location).text)
    assert found
    return found[1]


def problem(answer: TestResponse) -> str:
    """The reason why nothing was imported."""
    assert answer.status_code == 422, answer.text
    found = re.search(r'class="problems" role="alert".*?<p>(.*?)</p>', answer.text, re.DOTALL)
    assert found
    return found[1]


def book(client: FlaskClient) -> str:
    """All games of the phone."""
    return client.get("/history.json").text


def test_the_json_of_a_game_is_a_file_of_that_game(played: Table) -> None:
    answer = played.client.get(f"{played.path}.json")
    assert answer.mimetype == "application/json"
    named = r'attachment; filename="scorekeeper-\d{4}-\d\d-\d\d-\d+\.json"'
    assert re.fullmatch(named, answer.headers["Content-Disposition"])
    (game,) = json.loads(answer.text)["games"]
    assert [player["name"] for player in game["players"]] == ["Ann", "Ben", "Cem"]
    assert played.key not in answer.text
    assert f'href="{played.path}.json"' in played.page()


@pytest.mark.parametrize(
    ("what", "says"),
    [("bids", "The bid of B is missing."), ("tricks", "The tricks of B are missing.")],
)
def test_a_scored_hand_that_lacks_a_number_is_refused_and_the_text_stays(
    stranger: FlaskClient, what: str, says: str
) -> None:
    data = json.loads(text_of(GAME))
    data["games"][0]["players"] = [{"name": name} for name in "ABC"]
    data["games"][0]["hands"][0][what][1] = None
    answer = send(stranger, json.dumps(data))
    assert problem(answer).endswith(says)
    assert "&#34;hands&#34;" in answer.text


def test_a_file_is_imported_once_and_the_first_page_shows_its_games(
    played: Table, stranger: FlaskClient
) -> None:
    played.start("Dora", "Emil", "Fritz")
    text = book(played.client)
    answer = send(stranger, file=text.encode())
    assert said(stranger, answer) == "2 games added."
    assert book(stranger) == text
    assert "Dora" in stranger.get("/").text
    assert said(stranger, send(stranger, text)) == "2 games were already there."
    assert book(stranger) == text


def test_a_file_may_begin_with_the_mark_of_its_letters(client: FlaskClient) -> None:
    file = text_of(GAME).encode("utf-8-sig")
    assert said(client, send(client, file=file)) == "1 game added."


def test_an_imported_game_can_be_continued(played: Table, stranger: FlaskClient) -> None:
    send(stranger, book(played.client))
    found = re.search(r'href="/g/([\w-]+)"', stranger.get("/").text)
    assert found
    other = Table(stranger)
    other.key = found[1]
    page = stranger.get(other.path).text
    assert "Hand 2" in page
    assert re.search(r'<button class="quiet undo"[^>]* disabled', page)
    assert other.turn("spades").status_code == 303


def test_a_deleted_game_stays_deleted_until_one_tap_brings_it_back(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    text = book(table.client)
    table.post(f"{table.path}/delete")
    answer = send(table.client, text)
    assert answer.status_code == 200
    assert "1 game was deleted from this book and stays deleted." in answer.text
    assert json.loads(book(table.client))["games"] == []
    held = re.search(r'<textarea name="text" hidden>(.*?)</textarea>', answer.text, re.DOTALL)
    assert held
    again = send(table.client, held[1].replace("&#34;", '"'), deleted="y")
    assert said(table.client, again) == "1 game added."
    assert book(table.client) == text


def test_deleted_games_too_long_for_a_page_need_the_file_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LONGEST_TEXT", 100)
    table.start("Ann", "Ben", "Cem")
    text = book(table.client)
    table.post(f"{table.path}/delete")
    answer = send(table.client, file=text.encode())
    assert "choose the file again" in answer.text
    assert text[:40] not in answer.text
    assert (
        said(table.client, send(table.client, file=text.encode(), deleted="y")) == "1 game added."
    )


def test_an_unreadable_text_is_refused_with_its_place_and_stays_typed(client: FlaskClient) -> None:
    text = text_of(GAME).replace('"name":"Ben"', '"name":""')
    answer = send(client, text)
    column = text.split("\n")[1].index('"players":[{') + len('"players":') + 1
    assert problem(answer) == (
        f"Line 2, column {column}, players: "
        "Seat 2 has no name: type one, or move the empty seat to the end."
    )
    assert "&#34;name&#34;:&#34;&#34;" in answer.text


SPREADSHEET = "This is a spreadsheet. Save it as CSV there, then choose that file."
SPREADSHEETS = (
    b"\xd0\xcf\x11\xe0",
    b"PK\x03\x04\x14[Content_Types].xml\xffxl/workbook.xml",
    b"PK\x03\x04\x14mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
    b"PK\x03\x04\x14Index/Document.iwa",
)
PACKED = "This is a packed file. Unpack it, then choose the CSV or JSON in it."
PICTURE = (
    "Numbers cannot be read from a picture or a PDF. Type them into a spreadsheet, and save it as "
    "CSV."
)
PICTURES = (
    *(b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a"),
    *(b"RIFF\n\0\0\0WEBPVP8 ", b"\0\0\0\x24ftypheic", b"BM\n\0\1\2\0\0\0\0"),
)
JSON = (
    "This app does not know the program that wrote this file. Save its games as CSV there, then "
    "choose that file."
)


@pytest.mark.parametrize(
    ("text", "file", "sentence"),
    [
        ("", None, "There is nothing to import. Choose a file, or paste its text."),
        ("", b"", "There is nothing to import. Choose a file, or paste its text."),
        ("hello", None, "This file has no games that can be imported."),
        *(("", file, SPREADSHEET) for file in SPREADSHEETS),
        *(
            ("", file, PACKED)
            for file in (b"PK\x03\x04\x14games.csv", b"\x1f\x8b\x08", b"7z\xbc\xaf")
        ),
        *(("", file, PICTURE) for file in PICTURES),
        *((text, None, JSON) for text in ('{"scores": [1, 2]}', '\n[{"player": "Ann"}]', "{}")),
        ("", b"BMW\nRIFF\xff", "This file has no games that can be imported."),
        ("", b"\x01\x02\xff", "Line 1, column 3: This is not text. Is it the right file?"),
        ("", b'{"a":\n  "\xff"}', "Line 2, column 4: This is not text. Is it the right file?"),
    ],
)
def test_a_file_without_games_gets_a_sentence(
    client: FlaskClient, text: str, file: bytes | None, sentence: str
) -> None:
    assert problem(send(client, text, file)) == sentence


@pytest.mark.parametrize(
    ("was", "put"),
    [
        ('"scored"', '"\\ud800"'),
        ('"scored"', '"' + "x" * 9000 + '"'),
        ('"name":"Ann"', '"name":"Ann","\\udfff":1'),
        ('"name":"Ann"', '"name":"\\ud83d"'),
    ],
)
def test_half_a_character_and_a_long_name_of_a_field_get_a_sentence(
    client: FlaskClient, was: str, put: str
) -> None:
    said = problem(send(client, text_of(GAME).replace(was, put, 1)))
    assert said.startswith("Line 2, column ")
    assert len(said) < 300


def test_a_file_may_be_large_and_no_other_form_may(client: FlaskClient) -> None:
    games = (of(GAME.game, f"game-{number}") for number in range(150))
    data = text_of(*games).encode()
    assert len(data) > 10 * LARGEST_FORM
    assert said(client, send(client, file=data)) == "150 games added."
    for path in ("/new", "/book/name", "/join", "/language"):
        sent = {"file": (BytesIO(data), "games.json")}
        answer = client.post(path, data=sent, content_type="multipart/form-data")
        assert answer.status_code == 413, path
    # Without a file, this form is limited like the others.
    assert client.post(PATH, data={"text": data.decode()}).status_code == 413


def test_a_file_larger_than_any_is_refused_before_it_is_read(client: FlaskClient) -> None:
    data = b" " * (LARGEST_FILE + 2 * LARGEST_FORM)
    answer = client.post(PATH, data=data, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413


def test_one_file_is_read_at_a_time(client: FlaskClient) -> None:
    with gate.inside(gate.FILE, "203.0.113.7"):
        answer = send(client, text_of(GAME))
    assert answer.status_code == 429
    assert "Another phone is importing games." in answer.text
    assert said(client, send(client, text_of(GAME))) == "1 game added."


def test_imported_games_count_as_started_and_wrong_files_as_attempts(
    app: Flask, client: FlaskClient
) -> None:
    app.config["LIMIT_STARTS"] = "3 per hour"
    games = [of(GAME.game, f"game-{number}") for number in range(3 * OF_A_FILE)]
    assert said(client, send(client, text_of(games[0]))) == "1 game added."
    assert send(client, file=text_of(*games).encode()).status_code == 303
    assert send(client, text_of(GAME)).status_code == 429
    limiter.reset()
    for _ in range(20):
        assert send(client, "hello").status_code == 422
    assert send(client, text_of(GAME)).status_code == 429


@pytest.mark.thorough
def test_a_household_may_bring_in_more_files_than_others(tmp_path: Path) -> None:
    usual = {"LIMIT_ADDRESS": "", "LIMIT_PHONE": "", "LIMIT_STARTS": "3 per hour"}
    with opened(tmp_path, HOUSEHOLD=True, **usual) as app:
        client = app.test_client()
        for number in range(25):
            assert send(client, "hello").status_code == 422
            assert send(client, text_of(of(GAME.game, f"game-{number}"))).status_code == 303
        # Everything else that creates games is counted as usual.
        starts = [Table(client).start("Ann", "Ben", "Cem") for _ in range(3)]
        assert len({*starts}) == 3
        with pytest.raises(AssertionError):
            Table(client).start("Ann", "Ben", "Cem")


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


SHEETS = "Ann;Ben\n1/1;0/0\n0/0;2/2\n\n1.2.2015;\nCem;Dora\n1/1;0/0\n1/1;1/1\n\nEmil;Fay\n1/1;0/0"


def test_the_day_of_each_game_without_one_can_be_typed_before_it_is_imported(
    client: FlaskClient,
) -> None:
    shown = send(client, SHEETS).text
    assert re.findall(r'name="(day-[^"]*)"', shown) == ["day-0", "day-2"]
    for day, sentence in (
        ("2999-01-01", "Choose today or a day in the past."),
        ("1.2.", "Played on: choose a day, or type it like this: 2026-11-28."),
    ):
        answer = send(client, SHEETS, None, shown="y", **{"day-0": day, "day-2": "2014-05-06"})
        assert (answer.status_code, problem(answer)) == (422, sentence)
        assert f'name="day-0" value="{day}"' in answer.text
        assert 'name="day-2" value="2014-05-06"' in answer.text
        assert games(client) == []
    days = {"day-0": "2014-05-05", "day-1": "2014-01-01", "day-2": "2014-05-06"}
    said(client, send(client, SHEETS, None, shown="y", **days))
    began = {one["players"][0]["name"]: one["started"][:10] for one in games(client)}
    assert began == {"Ann": "2014-05-05", "Cem": "2015-02-01", "Emil": "2014-05-06"}
    again = send(client, SHEETS, shown="y")
    assert said(client, again) == "3 games were already there."


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


def test_points_of_another_sheet_come_back_with_the_hand_that_had_them(client: FlaskClient) -> None:
    said(client, send(client, WIDE, shown="y", marks="y"))
    marks, path = games(client)[0]["marks"], page_of(client)
    token = {"csrf_token": field(client.get(path).text, "csrf_token")}
    client.post(f"{path}/hands/2/delete", data=token | {"revision": "0"})
    assert games(client)[0]["marks"] == marks[:1]
    client.post(f"{path}/undo", data=token | {"target": "1"})
    assert games(client)[0]["marks"] == marks


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
    monkeypatch.setattr(pages, "LONGEST_TEXT", 10)
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
    assert "The other sheet: 30" in hand
    assert "Tricks add up to 2, this hand has 3" in hand
    assert "The other sheet" not in client.get(f"{path}/hands/2").text
    assert "The other sheet" not in client.get(path).text


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
@daily("step", [1, 11], 11)
def test_every_file_of_the_folder_is_answered_by_a_page(
    client: FlaskClient, path: Path, step: int
) -> None:
    """Every day, some pages of the games and people are opened, of the next file others."""
    answer = send(client, file=path.read_bytes())
    assert answer.status_code == (422 if path.name.startswith("hostile") else 200)
    assert field(client.get(PATH).text, "csrf_token")
    assert games(client) == []
    done = send(client, file=path.read_bytes(), shown="y", marks="y")
    assert (done.status_code, bool(games(client))) == (
        (422, False) if path.name.startswith("hostile") else (303, True)
    )
    played = re.findall(r'href="(/g/[^"?#]+)', client.get("/").text)
    addresses = [one + more for one in dict.fromkeys(played) for more in PAGES]
    addresses += re.findall(r'href="(/people/[0-9]+)', client.get("/people").text)
    for address in addresses[len(path.name) % step :: step]:
        assert client.get(address).status_code == 200, address


def test_the_letters_of_a_file_can_be_chosen_by_its_names(client: FlaskClient) -> None:
    right, wrong = "Čeněk, Łukasz, Žofie", "Èenìk, £ukasz, Žofie"
    text = "Nr;Čeněk;Łukasz;Žofie\n1;1/1;0/0;0/0\n"
    page = send(client, file=text.encode("cp1250")).text
    for table, names, name in (("cp1252", wrong, "Western"), ("cp1250", right, "Central")):
        offered = re.findall(r'name="read_as" value="([\w-]+)"[^>]*>([^<]*)<', page)
        assert (table, names) in [(one, html.unescape(some)) for one, some in offered]
        held = re.search(r'<textarea name="text" hidden>(.*?)</textarea>', page, re.DOTALL)
        used = re.search(r'name="letters" value="([\w-]+)"', page)
        assert held
        assert used
        more: dict[str, Any] = {"letters": used[1], "read_as": table, "shown": "y"}
        page = send(client, html.unescape(held[1]), **more).text
        assert names in plain_text(page)
        assert f"Read as {name} European (Windows)." in plain_text(page)
        for bad in ({"letters": "utf-7"}, {"letters": "ascii"}, {"read_as": "x"}):
            assert send(client, html.unescape(held[1]), **(more | bad)).status_code == 422
    assert book(client).count("Čeněk") == 0


def test_the_hands_of_a_pad_that_are_not_certain_must_be_answered(client: FlaskClient) -> None:
    lines = pad(_4_2=17)
    page = send(client, file="\n".join(lines).encode()).text
    assert "The tricks were worked out from the points." in plain_text(page)
    assert re.search(r'name="cell-4-2" value="17"', page)
    again = send(client, "\n".join(lines), shown="y").text
    assert "Answer every question below" in again
    mended: dict[str, Any] = {"cell-4-2": pad()[3].split(";")[1], "shown": "y"}
    page = send(client, "\n".join(lines), **mended).text
    ways = re.findall(r'name="way-8" value="([^"]*)"', page)
    assert ways == ["2 2 3", "4 2 1", "typed"]
    assert "Certain: Ben took 2." in plain_text(page)
    assert "Ann took 2, Cem took 3" in plain_text(page)
    cells = re.search(r'name="cells" value="([^"]*)"', page)
    assert cells
    assert re.search(r'type="hidden" name="cell-4-2"', page)
    mended |= {"cells": html.unescape(cells[1]), "way-8": "typed"}
    typed: dict[str, Any] = {"took-8-0": "2", "took-8-1": "2", "took-8-2": "3"}
    assert said(client, send(client, "\n".join(lines), **mended, **typed)) == "1 game added."
    assert json.loads(book(client))["games"][0]["hands"][-1]["tricks"] == [2, 2, 3]
