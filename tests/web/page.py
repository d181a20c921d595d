"""Values that tests read from an answer: its chips, its sentences, its status line."""

import json
import re
from dataclasses import dataclass
from html import unescape

from werkzeug.test import TestResponse

TOKENS = re.compile(r'(?<=name=")(csrf_token|token)" value="[^"]*"| data-(time|at|now)="[^"]*"')


@dataclass(frozen=True)
class Chip:
    """A number or card that can be tapped."""

    classes: frozenset[str]
    checked: bool
    disabled: bool


def chip(page: str, name: str, value: object) -> Chip:
    """The chip of a field with this value."""
    found = re.search(
        rf'<label class="([^"]*)">\s*<input type="radio" name="{name}"'
        rf'(?=[^>]* value="{value}")([^>]*)>',
        page,
    )
    assert found, f"no chip {name}-{value}"
    words = frozenset(found[2].split())
    return Chip(frozenset(found[1].split()), "checked" in words, "disabled" in words)


def games(page: str) -> list[str]:
    """The players of the games on the first page, running games first."""
    page = re.sub(r'<span translate="no">([^<]*)</span>', r"\1", page)
    line = r'Continue: (.+), hand|<p class="evening">.*?<span class="words"><b>(.*?)</b>'
    running = ["".join(found) for found in re.findall(line, page, re.DOTALL)]
    over = re.findall(r"<h2>(.*?)</h2>\s*(.*?)</section>", page, re.DOTALL)
    return running + [players for players, evenings in over for _ in re.findall("<li", evenings)]


def problems(page: str) -> list[str]:
    """The reasons of a refusal."""
    found = re.search(r'<div class="problems"[^>]*>(.*?)</div>', page, re.DOTALL)
    said = re.findall(r"<p>(?:<a [^>]*>)?(.*?)(?:</a>)?</p>", found[1]) if found else []
    return [unescape(text) for text in said]


def names(page: str) -> list[str]:
    """The values of the inputs for names, up to the last name."""
    found = re.findall(r'name="name" id="name-\d+" value="([^"]*)"', page)
    values = [unescape(value) for value in found]
    while values and not values[-1]:
        values.pop()
    return values


def unsigned(page: str) -> str:
    """The page without its tokens and times, which change every second."""
    return TOKENS.sub("", page)


def main(page: str) -> str:
    """The page without its frame."""
    return page.partition("<main>")[2].partition("</main>")[0]


def said(response: TestResponse) -> str:
    """The message for the status line in an answer."""
    text: str = json.loads(response.headers["HX-Trigger"])["said"]["text"]
    return text


def plain_text(page: str) -> str:
    """The text of a page with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
