"""The language of a page: the phone's own, or the one that was chosen on it."""

import re
from http.cookies import Morsel, SimpleCookie
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.http.languages import LANGUAGE_COOKIE
from scorekeeper.rules.people import folded
from tests.languages import LANGUAGES, NOT_THERE, SHIPPED, WORDS, words_of
from tests.table import HTMX, Table
from tests.web.page import main

DOCS = Path(__file__).parents[2] / "docs"
BUTTON = re.compile(r'value="([\w-]+)" lang="[\w-]+"[^>]*>([^<]+)<')
GERMAN, SPANISH = {"Accept-Language": "de-AT, en;q=0.5"}, {"Accept-Language": "es-MX"}


def language_of(response: TestResponse) -> str:
    """The language that the page declares."""
    found = re.search(r'<html lang="([^"]+)">', response.text)
    assert found
    return found[1]


def choose(client: FlaskClient, language: str, page: str = "/", **more: str) -> TestResponse:
    """Tap the name of a language."""
    return client.post("/language", data={"language": language, "page": page, **more})


def kept(response: TestResponse) -> Morsel[str] | None:
    """The language cookie that the answer sets, None if it sets none."""
    for text in response.headers.getlist("Set-Cookie"):
        for name, cookie in SimpleCookie(text).items():
            if name.removeprefix("__Host-") == LANGUAGE_COOKIE:
                return cookie
    return None


def test_each_language_has_its_words_in_the_tests_and_no_other_has() -> None:
    assert {language: words_of(language) for language in LANGUAGES} == WORDS


def rows(page: Path, chapter: int = 0) -> list[str]:
    """The English words of its table: of the games, or of events, which each language has as it
    needs them."""
    chapters = page.read_text(encoding="utf-8").split("\n## Events\n")
    lines = chapters[chapter].splitlines()
    return [line.split("|")[1].strip() for line in lines if line.startswith("| ")]


@pytest.mark.parametrize(
    ("asked", "chosen", "offered"),
    [
        ("en", "", []),
        ("en-GB, ja", "", []),
        ("", "", []),
        ("de", "", ["en"]),
        ("de-AT, en, fr", "", ["en"]),
        ("en, fr, de", "", ["fr"]),
        ("de, fr", "fr", ["de"]),
    ],
)
def test_the_first_page_offers_the_phones_second_language_or_english_or_none(
    client: FlaskClient, asked: str, chosen: str, offered: list[str]
) -> None:
    if chosen:
        choose(client, chosen)
    page = client.get("/", headers={"Accept-Language": asked}).text
    assert re.findall(r'name="language" value="([^"]+)"', page) == offered


@pytest.mark.parametrize("language", SHIPPED)
def test_each_language_has_a_page_with_all_words_of_the_games(language: str) -> None:
    page = DOCS / "languages" / f"{language}.md"
    assert rows(page) == rows(DOCS / "languages.md")
    assert len(rows(page, 1)) >= 10


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_comes_in_the_phones_language(client: FlaskClient, language: str) -> None:
    asked = language if "-" in language else f"{language}-XX"
    response = client.get("/new", headers={"Accept-Language": f"{asked}, {NOT_THERE};q=0.9"})
    assert language_of(response) == language
    assert f"<h1>{words_of(language).title}</h1>" in response.text


@pytest.mark.parametrize("asked", ["", NOT_THERE, "x" * 500, "*", "de;q=0", "\u00e4", ";;,,=="])
def test_a_phone_that_asks_for_nothing_that_is_there_gets_english(
    client: FlaskClient, asked: str
) -> None:
    assert language_of(client.get("/", headers={"Accept-Language": asked})) == "en"


@pytest.mark.parametrize(
    ("asked", "shown"), [("de-AT, en;q=0.5", "de"), ("es-MX, de;q=0.9", "es"), ("en-US, de", "en")]
)
def test_a_country_changes_nothing_about_which_language_comes_first(
    client: FlaskClient, asked: str, shown: str
) -> None:
    assert language_of(client.get("/", headers={"Accept-Language": asked})) == shown


def test_a_choice_is_kept_and_wins_over_the_phones_language(client: FlaskClient) -> None:
    assert choose(client, "es").status_code == 303
    for address in ("/", "/new", "/nothing"):
        assert language_of(client.get(address, headers=GERMAN)) == "es"
    choose(client, "en")
    assert language_of(client.get("/", headers=GERMAN)) == "en"


@pytest.mark.parametrize(
    "language", ["", NOT_THERE, "DE", "de-DE", "../de", "de\0", "\u0434\u0435", "d" * 999]
)
def test_a_language_that_is_not_there_is_refused_and_changes_nothing(
    client: FlaskClient, language: str
) -> None:
    choose(client, "de")
    response = choose(client, language)
    assert response.status_code == 422
    assert "Sprache: " in response.text
    assert kept(response) is None
    assert language_of(client.get("/")) == "de"


@pytest.mark.parametrize("value", [NOT_THERE, "", "de; Path=/x", "\u0661", "x" * 3000])
def test_a_cookie_that_names_no_language_here_is_no_choice(client: FlaskClient, value: str) -> None:
    client.set_cookie(LANGUAGE_COOKIE, value)
    assert language_of(client.get("/", headers=SPANISH)) == "es"


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("/g/A-_9?me=1", "/g/A-_9?me=1"),
        ("/?page=2", "/?page=2"),
        ("", "/"),
        ("//host/", "/"),
        ("//x.test/", "/"),
        ("https://x.test/", "/"),
        ("/\\x.test", "/"),
        ("\\\\x.test", "/"),
        ("javascript:x()", "/"),
        ("/\t/x.test", "/"),
        ("/x\r\nSet-Cookie: a=b", "/"),
    ],
)
def test_a_choice_goes_back_to_the_page_and_to_no_other_site(
    client: FlaskClient, page: str, back: str
) -> None:
    client.set_cookie("any", "cookie")
    assert choose(client, "de", page).location == back
    chose = {"chose": "", "page": page}
    assert client.get("/language", query_string=chose).location == back
    part = client.post("/language", data={"language": "de", "page": page}, headers=HTMX)
    assert part.headers["HX-Redirect"] == back


def test_the_first_page_and_a_game_lead_to_all_languages_and_back(app: Flask, table: Table) -> None:
    path = table.start("Ann", "Ben", "Cem")
    viewer = app.test_client()
    for client, address in ((viewer, "/"), (viewer, f"{path}?me=1"), (table.client, path)):
        page = main(client.get(address).text)
        (link,) = re.findall(r'href="(/language\?page=[^"]+)"', page)
        choice = main(client.get(link).text)
        assert f'name="page" value="{address}"' in choice
        assert f'class="back" href="{address}"' in choice
        assert dict(BUTTON.findall(choice)) == {
            language: words_of(language).name for language in LANGUAGES
        }
        choose(client, "de")
        assert '"button" href="/language' in main(client.get(address).text)
        assert re.findall(r'lang="(\w+)" aria-current="true"', client.get(link).text) == ["de"]
        choose(client, "en")


@pytest.mark.parametrize(
    ("chosen", "asked", "first"),
    [
        ("", "es-MX, de;q=0.5", ["es", "de", "en"]),
        ("de", "es-MX, xx, en", ["de", "es", "en"]),
        ("", "*", ["en"]),
    ],
)
def test_the_languages_of_the_phone_come_first_then_the_others_by_name(
    client: FlaskClient, chosen: str, asked: str, first: list[str]
) -> None:
    if chosen:
        choose(client, chosen)
    shown = BUTTON.findall(client.get("/language", headers={"Accept-Language": asked}).text)
    assert [tag for tag, _ in shown][: len(first)] == first
    others = [name for _, name in shown[len(first) :]]
    assert others == sorted(others, key=folded)


@pytest.mark.parametrize("page", ["//x.test/", "https://x.test/", "javascript:x()", ""])
def test_the_languages_lead_back_to_no_other_site(client: FlaskClient, page: str) -> None:
    shown = client.get("/language", query_string={"page": page}).text
    assert 'class="back" href="/"' in shown
    assert 'name="page" value="/"' in shown


def test_a_phone_that_only_follows_keeps_its_language_and_the_games_it_followed(
    app: Flask, table: Table
) -> None:
    path = table.start("Ann", "Ben", "Cem")
    viewer = app.test_client()
    response = choose(viewer, "de", path)
    assert len(response.headers.getlist("Set-Cookie")) == 1
    assert kept(response) is not None
    assert viewer.get(path).headers["Set-Cookie"].startswith("watched=")


@pytest.mark.thorough
def test_followers_are_sent_news_in_the_language_that_each_of_them_chose(
    app: Flask, table: Table
) -> None:
    path = table.start("Ann", "Ben", "Cem")
    phones = {language: app.test_client() for language in LANGUAGES}
    for language, phone in phones.items():
        choose(phone, language)
    table.turn("hearts")
    for _ in range(2):
        for language, phone in phones.items():
            for headers in (HTMX, HTMX | GERMAN, HTMX | SPANISH):
                news = phone.get(f"{path}?seen=0.0", headers=headers)
                assert news.status_code == 200
                assert words_of(language).hearts in news.text


def test_the_kept_language_is_a_cookie_of_this_site_for_400_days(client: FlaskClient) -> None:
    cookie = kept(choose(client, "de"))
    assert cookie is not None
    assert (cookie.key, cookie["samesite"], cookie["path"]) == (LANGUAGE_COOKIE, "Lax", "/")
    assert cookie["httponly"] is True
    assert int(cookie["max-age"]) == 400 * 86_400
    secure = client.post("/language", data={"language": "de"}, base_url="https://localhost")
    cookie = kept(secure)
    assert cookie is not None
    assert cookie.key == f"__Host-{LANGUAGE_COOKIE}"
    assert cookie["secure"] is True


def test_a_choice_from_another_site_is_refused(client: FlaskClient) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    response = client.post("/language", data={"language": "de"}, headers=headers)
    assert response.status_code == 403
    assert kept(response) is None


@pytest.mark.parametrize("choice", [{"language": "de"}, {"scheme": "dark"}])
def test_a_browser_that_keeps_no_choice_learns_why(app: Flask, choice: dict[str, str]) -> None:
    for keeps in (True, False):
        phone = app.test_client(use_cookies=keeps)
        last = phone.post("/language", data=choice | {"page": "/new"}, follow_redirects=True)
        assert last.request.path == ("/new" if keeps else "/language")
        assert last.status_code == (200 if keeps else 422)
        assert ("This browser sends no cookies" in last.text) is not keeps
