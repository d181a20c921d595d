"""Places, points and seats as the pages and files of an event show them."""

import csv
from io import StringIO

from tests.desk import Desk
from tests.web.tree import Element, Tree

Line = tuple[int, str, int, list[str], int]
"""Place, name, points; the points of each round and then the penalties; the tables won."""


def standings(page: str) -> list[Line]:
    """The standings on a page of the desk or of a player, the best first."""
    return [line for part in _of_class(Tree(page).root, "ranks-list") for line in _lines(part)]


def results(page: str) -> list[tuple[int, list[tuple[int, str, int]]]]:
    """The number of each table whose result a page shows: place, name and points of everybody."""
    found = []
    for part in _of_class(Tree(page).root, "results"):
        for table in (one for one in part.inside if isinstance(one, Element)):
            if lines := _lines(table):
                number = int(_texts(_of_class(table, "tno")[0])[0])
                found.append((number, [line[:3] for line in lines]))
    return found


def wall_standings(page: str) -> list[Line]:
    """The standings on all pages of the wall, the best first."""
    return [line for part in _of_class(Tree(page).root, "places") for line in _lines(part)]


def wall_podium(page: str) -> list[tuple[int, str, str]]:
    """Place, name and points of the best on the wall of an event that is over."""
    found = []
    for winner in _items(_of_class(Tree(page).root, "podium")[0]):
        (name,), step = _texts(_of_class(winner, "name")[0]), _texts(_of_class(winner, "step")[0])
        found.append((int(step[0]), name, step[1]))
    return sorted(found)


def wall_seats(page: str) -> dict[str, int]:
    """The table of each name on the wall."""
    lists = _of_class(Tree(page).root, "seats")
    return {name: int(table) for part in lists for name, table in map(_texts, _items(part))}


def seat(page: str) -> tuple[int, list[str], str, str]:
    """The table, the names around it, the first dealer, and whose seat is marked as theirs, on a
    player's page."""
    ring = _of_class(Tree(page).root, "ring")[0]
    lines = [_texts(one) for one in _of_class(ring, "seat")]
    dealer, me = (
        next(line[0] for line in lines if mark in line) for mark in ("deals first", "you")
    )
    return int(_texts(_of_class(ring, "tno")[0])[-1]), [line[0] for line in lines], dealer, me


def figures(page: str) -> list[str]:
    """The figures at the head of a player's results."""
    return [_texts(one)[1] for one in _items(_of_class(Tree(page).root, "figures")[0])]


def rows_of(desk: Desk, name: str) -> list[dict[str, str]]:
    """The rows of a file of the event."""
    text = desk.client.get(f"{desk.path}/{name}").text.removeprefix("\ufeff")
    return list(csv.DictReader(StringIO(text)))


def plain(number: int) -> str:
    """A number as pages write it."""
    return str(number).replace("-", "−")


def _of_class(inside: Element, name: str) -> list[Element]:
    return [one for one in inside.all() if name in one.given.get("class", "").split()]


def _texts(inside: Element) -> list[str]:
    found: list[str] = []
    for one in inside.inside:
        found += [one] if isinstance(one, str) else _texts(one)
    return found


def _items(inside: Element) -> list[Element]:
    return [one for one in inside.all() if one.tag == "li" and one is not inside]


def _lines(inside: Element) -> list[Line]:
    return [_line(one) for one in _items(inside) if not _items(one) and _first(one, "i")]


def _line(item: Element) -> Line:
    children = [one for part in _of_class(item, "of") for one in part.inside]
    values = [
        " ".join(_texts(one))
        for one in children
        if isinstance(one, Element) and "moved" not in one.given.get("class", "")
    ]
    points = int(_texts(item)[-1].replace("−", "-"))
    won = len(_of_class(item, "spark"))
    return int(_first(item, "i")), _first(item, "b"), points, values, won


def _first(item: Element, tag: str) -> str:
    return next((" ".join(_texts(one)) for one in item.all() if one.tag == tag), "")
