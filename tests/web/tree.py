"""A page as a tree of elements, and what an answer of parts makes of it: what draw.js does."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("input", "br", "hr", "meta", "link", "img", "path")
PROPERTIES = ("revision", "csrf_token")
"""Hidden fields that every answer brings in its own way."""


@dataclass
class Element:
    """An element with its attributes, and the elements and texts in it."""

    tag: str
    given: dict[str, str]
    inside: list[Element | str] = field(default_factory=list)

    def all(self) -> Iterator[Element]:
        """This element and all in it."""
        yield self
        for child in self.inside:
            if isinstance(child, Element):
                yield from child.all()

    def find(self, id: str) -> Element | None:
        """The element with an id."""
        return next((one for one in self.all() if one.given.get("id") == id), None)

    def text(self) -> str:
        """As HTML, without the white space between elements."""
        inside = "".join(one if isinstance(one, str) else one.text() for one in self.inside)
        given = "".join(f" {name}={value!r}" for name, value in sorted(self.given.items()))
        return f"<{self.tag}{given}>{inside}</{self.tag}>"


class Tree(HTMLParser):
    """Reads a page or an answer."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = [self.root]
        self.feed(html)
        assert self._open == [self.root], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inside.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that is closed where it begins."""
        self._open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if tag not in VOID:
            assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        """Text; white space is folded, and none is left between elements."""
        if text := " ".join(data.split()):
            self._open[-1].inside.append(text)


def board_of(html: str) -> Element:
    """The board of a page, without what the phone has from its root alone."""
    board = Tree(html).root.find("board")
    assert board is not None
    return board


def is_parts(html: str) -> bool:
    """Whether an answer brings parts, and not the whole board."""
    return "parts" in html.partition(">")[0].replace("data-parts", "parts").split()


def drawn_over(board: Element, html: str) -> Element:
    """What the page shows after an answer: the board of it, or its parts in their places."""
    if not is_parts(html):
        return board_of(html)
    root, *rest = [one for one in Tree(html).root.inside if isinstance(one, Element)]
    parts = [one for one in rest if one.tag != "table"]
    for table in (one for one in rest if one.tag == "table"):
        parts += [one for one in table.inside if isinstance(one, Element)]
    for part in parts:
        _fill_pads(part)
        _put(board, part)
    figures = board.find("figures")
    if figures and "data-evening" not in root.given:
        figures.inside.clear()
    kept = {name: value for name, value in board.given.items() if not name.startswith("data-")}
    news = {"data-news": board.given["data-news"]}
    board.given = kept | news | root.given
    del board.given["data-parts"]
    return board


def shown(board: Element) -> str:
    """All that can be seen or sent of the board: chosen is what its root says is chosen."""
    chosen = board.given["data-chosen"].split()
    for one in board.all():
        if one.given.get("type") == "radio":
            one.given.pop("checked", None)
            name = f"{one.given['name']}-{one.given['value']}"
            one.given |= {"checked": ""} if name in chosen else {}
        if one.given.get("name") in PROPERTIES:
            one.given.pop("value", None)
        one.given["class"] = one.given.get("class", "").replace(" fresh", "")
    return board.text()


def _fill_pads(part: Element) -> None:
    """Give pads the keys that were left out, as they are in the first one."""
    pads = [one for one in part.all() if one.given.get("id", "").startswith("pad-")]
    keys = [one for pad in pads for one in pad.all() if "keys" in one.given.get("class", "")]
    for pad, thin in zip(pads, keys, strict=True):
        if thin.given.pop("data-thin", None) is None:
            continue
        own = {_input(key).given["value"]: key for key in thin.inside}
        thin.inside = [
            own.get(_input(key).given["value"]) or deepcopy(key) for key in keys[0].inside
        ]
        for key in thin.inside:
            name = _input(key).given["name"].partition("_")[0]
            _input(key).given["name"] = f"{name}_{pad.given['id'].removeprefix('pad-')}"


def _input(key: Element | str) -> Element:
    assert isinstance(key, Element)
    return next(one for one in key.all() if one.tag == "input")


def _put(board: Element, part: Element) -> None:
    for holder in board.all():
        for place, child in enumerate(holder.inside):
            if isinstance(child, Element) and child.given.get("id") == part.given["id"]:
                holder.inside[place] = part
                return
    rows = board.find("rows")
    assert rows is not None, part.given["id"]
    assert part.tag == "tr"
    rows.inside.append(part)
