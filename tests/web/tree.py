"""A page as a tree of elements, and the effect of an answer with parts, as in draw.js."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser

VOID = ("input", "br", "hr", "meta", "link", "img", "path")
PROPERTIES = ("revision", "csrf_token")
"""Hidden fields that differ in every answer."""


@dataclass
class Element:
    """An element with its attributes, elements and texts."""

    tag: str
    given: dict[str, str]
    inside: list[Element | str] = field(default_factory=list)

    def all(self) -> Iterator[Element]:
        """This element and all its descendants."""
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
        """A self-closing element."""
        self._open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if tag not in VOID:
            assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        """Text; white space is folded, and none is left between elements."""
        if text := " ".join(data.split()):
            self._open[-1].inside.append(text)


@lru_cache(maxsize=64)
def parsed(html: str) -> Element:
    """The root of a page, for tests that only read it."""
    return Tree(html).root


def board_of(html: str) -> Element:
    """The board of a page, without the values that the phone reads only from its root."""
    board = Tree(html).root.find("board")
    assert board is not None
    return board


def is_parts(html: str) -> bool:
    """Return whether an answer contains parts, and not the whole board."""
    return "parts" in html.partition(">")[0].replace("data-parts", "parts").split()


def drawn_over(board: Element, html: str, kept: dict[str, Element] | None = None) -> Element:
    """The page after an answer: its board, or its parts in their places; some are ``kept``."""
    kept = {} if kept is None else kept
    kept |= {one.given["data-hash"]: one for one in board.all() if "data-keep" in one.given}
    if not is_parts(html):
        return board_of(html)
    root, *rest = [one for one in Tree(html).root.inside if isinstance(one, Element)]
    parts = [one for one in rest if one.tag != "table"]
    for table in (one for one in rest if one.tag == "table"):
        parts += [one for one in table.inside if isinstance(one, Element)]
    for part in parts:
        _fill_pads(part)
        _bring(part, kept)
        _put(board, part)
    del rows_of(board).inside[int(root.given["data-rows"]) :]
    own = {name: value for name, value in board.given.items() if not name.startswith("data-")}
    board.given = own | root.given
    del board.given["data-parts"]
    return board


def rows_of(board: Element) -> Element:
    """The part of the sheet with a row for each hand."""
    rows = board.find("rows")
    assert rows is not None
    return rows


def shown(board: Element) -> str:
    """Everything visible or sent on the board, with the selections from its root."""
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
    """Add the omitted keys of pads: plain numbers."""
    for pad in part.all():
        seat = pad.given.get("id", "").removeprefix("pad-")
        for keys in pad.all() if seat.isdigit() else ():
            if numbers := keys.given.get("data-bids"):
                _fill(keys, f"bid_{seat}", int(numbers))
            elif numbers := keys.given.get("data-tricks"):
                _fill(keys, f"tricks_{seat}", int(numbers))


def _fill(keys: Element, name: str, numbers: int) -> None:
    own = {_input(key).given["value"]: key for key in keys.inside}
    keys.inside = [own.get(str(number)) or _key(name, number) for number in range(numbers)]


def _key(name: str, number: int) -> Element:
    given = {"type": "radio", "name": name, "value": str(number)}
    inside: list[Element | str] = [Element("input", given), Element("span", {}, [str(number)])]
    return Element("label", {"class": "key"}, inside)


def _input(key: Element | str) -> Element:
    assert isinstance(key, Element)
    return next(one for one in key.all() if one.tag == "input")


def _bring(part: Element, kept: dict[str, Element]) -> None:
    for holder in part.all():
        for place, child in enumerate(holder.inside):
            if isinstance(child, Element) and "data-kept" in child.given:
                holder.inside[place] = kept[child.given["data-kept"]]


def _put(board: Element, part: Element) -> None:
    for holder in board.all():
        for place, child in enumerate(holder.inside):
            if isinstance(child, Element) and child.given.get("id") == part.given["id"]:
                holder.inside[place] = part
                return
    assert part.tag == "tr", part.given["id"]
    rows_of(board).inside.append(part)
