"""A page on a phone, however old it becomes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.rules.game import Hand
from scorekeeper.store.games import reading, saves
from scorekeeper.store.mapping.stored import LogLine, StoredGame
from tests.table import Table
from tests.web.page import plain_text

NOT_SAVED = "Not saved: this game was changed elsewhere first. This is how it stands now."
CHOSEN = ("radio", "checkbox")
ASKED = re.compile(r"<(?:div|nav|form|input)\b[^>]*>")
"""The tags that determine the fields of a form: a tenth of a page."""
UNDO = re.compile('form="undo-form" name="target" value="([^"]*)"')
"""The button of the only form that sends nothing else."""


@dataclass
class Form:
    """A form of a page: ``sent`` are its current fields, ``chips`` the values that can be
    tapped."""

    address: str
    names: str
    sent: dict[str, str] = field(default_factory=dict)
    chips: list[tuple[str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """All forms of a page, each with the classes and ids around it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.around = ""
        self.feed("".join(ASKED.findall(page)))
        for form in self.found:
            if "undo-form" in form.names and (undo := UNDO.search(page)):
                form.sent["target"] = undo[1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the beginnings of forms and the fields of their inputs."""
        given = {name: value or "" for name, value in attrs}
        named = f"{given.get('class', '')} {given.get('id', '')}"
        if tag in ("div", "nav"):
            self.around = named
        elif tag == "form":
            self.found.append(Form(given.get("action", ""), f"{self.around} {named}"))
        elif tag == "input" and self.found and "name" in given:
            self._note(given)

    def _note(self, given: dict[str, str]) -> None:
        form, name, value = self.found[-1], given["name"], given.get("value", "")
        if given["type"] not in CHOSEN or ("checked" in given and "disabled" not in given):
            form.sent[name] = value
        elif "disabled" not in given:
            form.chips.append((name, value))


@dataclass(frozen=True)
class Screen:
    """A page at its address, and its phone."""

    table: Table
    address: str
    html: str

    def form(self, name: str = "") -> Form:
        """The first form with a class or id like this on it or around it; without a name, the first
        one that has more than hidden fields, if there is one."""
        found = self.find(name)
        assert found, f"no form {name}"
        return found

    def find(self, name: str = "") -> Form | None:
        """The same, None if the page has no such form."""
        forms = Forms(self.html).found
        if not name:
            forms.sort(key=lambda form: not form.sent.keys() - {"csrf_token", "revision"})
        return next((form for form in forms if not name or name in form.names.split()), None)

    def send(self, name: str = "", *, part: bool = False, **change: object) -> TestResponse:
        """Send a form with its current values, except for these changes."""
        form = self.form(name)
        return self.table.post(form.address or self.address, part=part, **form.sent | change)

    def tap(self, *, part: bool = False, **tapped: object) -> TestResponse:
        """Tap chips: the whole panel is sent as drawn, except for these."""
        return self.send("panel", part=part, **tapped)

    def score(self, *, part: bool = False, **tapped: object) -> TestResponse:
        """Tap the last chips and the button that scores."""
        return self.tap(part=part, score="1", **tapped)

    def after(self, response: TestResponse) -> Screen:
        """The page on the phone after an answer."""
        return replace(self, html=response.text)


def look(table: Table, page: str = "") -> Screen:
    """The page when the phone opens the game, or a page below it."""
    address = f"{table.path}{page}"
    return Screen(table, address, table.client.get(address).text)


def use_mine(table: Table, told: TestResponse, *, part: bool = False) -> TestResponse:
    """Tap the button of a clash: one tap decides."""
    response = Screen(table, "", told.text).send("clash", part=part)
    assert response.status_code == (200 if part else 303), response.text
    assert 'class="clash"' not in response.text
    return response


def clash(response: TestResponse) -> list[str]:
    """The sentences of a clash, without the one that nothing was saved."""
    assert response.status_code == 409
    told = response.text.partition('<div class="clash" role="alert">')[2].partition("</div>")[0]
    said = [plain_text(line) for line in re.findall(r"<p>(.*?)</p>", told)]
    assert re.fullmatch(rf"(Hand \d+ · )?{re.escape(NOT_SAVED)}", said[0])
    named = re.search('data-what="(.*?)"', told)
    assert named is None or said[0].startswith(f"{named[1]} · ")
    return said[1:]


def stored(table: Table, app: Flask) -> StoredGame:
    """The stored game."""
    with app.app_context():
        return reading.read(table.key)


def hand(table: Table, app: Flask, number: int = 1) -> Hand:
    """One hand of it."""
    return stored(table, app).game.hands[number - 1]


def log(table: Table, app: Flask) -> list[LogLine]:
    """Every save of the game, newest first."""
    with app.app_context():
        return saves.log(reading.read(table.key))
