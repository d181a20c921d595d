"""The parts of a page: each is rendered once and sent only if it changed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, current_app
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.http.languages import page_language
from scorekeeper.memory import Memory

TOKEN, REVISION = "\N{NULL}token\N{NULL}", "\N{NULL}revision\N{NULL}"
"""Placeholders in a drawn part for the token and revision of its page. No name has a NUL."""
BLOCKS = "div|form|h1|header|nav|p|table|tbody|td|th|thead|tr"
BEFORE_BLOCK = re.compile(rf"\n(?=</?(?:{BLOCKS})\b)")
AFTER_BLOCK = re.compile(rf"(</?(?:{BLOCKS})\b[^<>]*>)\n")
"""A line that begins or ends next to the tag of a block and shows nothing."""
BETWEEN_TAGS = re.compile("> {2,}<")
KEYS = re.compile(r'(<div class="keys[^>]*)>(.*?)(?=</div>)', re.DOTALL)
KEY = re.compile(r"<label class=.key.*?</label>", re.DOTALL)
"""The keys of a pad, and one of them."""
SEAT = re.compile(r'(?<= name=")(bid|tricks)_[0-9]+')
KEPT = 16 * 1024 * 1024
"""Bytes of drawn parts that a process caches."""
MACROS = (
    *("card_suit", "chip", "crest", "date_of", "from_wizard", "game_icon", "icon"),
    *(
        "clashing",
        "language_choice",
        "lead_spark",
        "own_crest",
        "said_at",
        "said_day",
        "seat_crest",
        "secret",
    ),
    *("sentences", "shared_link", "sized_name", "small_card", "spark", "suit", "tally"),
    "about_lines",
    "dummy_crest",
    "entry",
    "place",
    "undo_button",
)
"""The macros of templates/_macros.html, available to every part."""
IN_TABLE = ("board/sheet_head", "board/row", "board/row_open")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page: the id of its element, and everything that its template shows.

    Equal parts look equal, except for ``shown``: values that the page already shows, such as taps.
    """

    id: str
    template: str
    values: tuple[tuple[str, Any], ...]
    shown: Hashable = field(default=None, compare=False)
    children: tuple[Part, ...] = ()

    @property
    def in_table(self) -> bool:
        """Whether its element is valid only inside a table."""
        return self.template in IN_TABLE


def part(
    id: str,
    template: str = "",
    *,
    shown: Hashable = None,
    children: tuple[Part, ...] = (),
    **values: Hashable,
) -> Part:
    """A part with its named values; its default template is ``board/<id>``."""
    return Part(id, template or f"board/{id}", tuple(values.items()), shown, children)


def changed(old: Part, new: Part) -> Iterator[Part]:
    """The parts to send to a page that shows ``old``; children added at the end are sent
    separately."""
    if old == new:
        return
    ids = [child.id for child in new.children]
    before = [child.id for child in old.children]
    same = (old.id, old.template, old.values) == (new.id, new.template, new.values)
    if not same or not before or ids[: len(before)] != before:
        yield new
        return
    for was, child in zip(old.children, new.children, strict=False):
        yield from changed(was, child)
    yield from new.children[len(before) :]


def draw(item: Part) -> Markup:
    """The part as HTML, from the cache if it was drawn before."""
    key = (page_language(), item, _all_shown(item))
    html = _memory.get(key)
    if html is None:
        html = _drawn(item)
        _memory.keep(key, html)
    return html


def thinned(html: str) -> Markup:
    """A part whose later pads omit the keys equal to those of its first pad.

    The page adds them again, with the name of their seat (``static/showing/draw.js``).
    """
    first = KEYS.search(html)
    known = {_seatless(key) for key in KEY.findall(first[2])} if first else set()

    def shorter(pad: re.Match[str]) -> str:
        left = KEY.sub(lambda key: "" if _seatless(key[0]) in known else key[0], pad[2])
        is_same = left == pad[2] or (first and pad.start() == first.start())
        return pad[0] if is_same else f"{pad[1]} data-thin>{left}"

    return Markup(KEYS.sub(shorter, html))  # noqa: S704


def fixed(name: str) -> Markup:
    """The HTML of a part that is the same on every page."""
    return draw(part(name, f"_{name}"))


def for_page(html: str, revision: int | None, *, is_whole: bool) -> str:
    """The page with its revision filled in; if parts of a page are sent, without the CSRF token."""
    if revision is not None:
        html = html.replace(REVISION, str(revision))
    return html.replace(TOKEN, generate_csrf() if is_whole else "") if TOKEN in html else html


def forget() -> None:
    """Clear the cache of drawn parts."""
    _memory.clear()


def init_parts(app: Flask) -> None:
    """Let templates draw parts, with placeholders for the token and revision."""
    places = {"csrf_token": lambda: TOKEN, "page_revision": REVISION}
    env = app.jinja_env
    # Jinja would copy a chain of dicts, one of them always empty, for each drawing: ten times
    # slower.
    env.make_globals = lambda _: env.globals  # type: ignore[assignment, method-assign]
    env.globals |= {"draw": draw, "fixed": fixed, "thinned": thinned, **places}
    # Importing them in each template would take as long as drawing a small part.
    macros = env.get_template("_macros.html").module
    env.globals |= {name: getattr(macros, name) for name in MACROS}


def _seatless(key: str) -> str:
    return SEAT.sub(r"\1", key)


def _all_shown(item: Part) -> Hashable:
    """The ``shown`` of the part and its children: visible, but not compared."""
    return (item.shown, *map(_all_shown, item.children)) if item.children else item.shown


def _drawn(item: Part) -> Markup:
    template = current_app.jinja_env.get_template(f"{item.template}.html")
    values = dict(item.values, shown=item.shown, children=item.children)
    # The template has already escaped it.
    return Markup(_light(template.render(values)))  # noqa: S704


def _light(html: str) -> str:
    """Without indents, empty lines, and lines next to a block."""
    html = "\n".join(filter(None, map(str.strip, html.split("\n"))))
    html = BEFORE_BLOCK.sub("", BETWEEN_TAGS.sub(">\n<", html))
    return AFTER_BLOCK.sub(r"\1", html)


_memory: Memory[Hashable, Markup] = Memory(KEPT, weigh=lambda html: 4 * len(html) + 2000)
