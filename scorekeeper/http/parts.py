"""The parts of a page: each is rendered once, and sent only if it changed."""

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
"""Stand in what is drawn for those of the page that it will be part of. No name has a NUL."""
KEPT = 16 * 1024 * 1024
"""Bytes of drawn parts that a process keeps."""
MACROS = ("chip", "glyph", "icon", "secret", "sentences", "shared_link", "sized_name")
"""Those of templates/_macros.html that every part knows."""
IN_TABLE = ("board/sheet_head", "board/row")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the page: the id of its element, and all that its template shows.

    Equal parts look equal, but for ``shown``: what the page shows by itself, as what was tapped.
    """

    id: str
    template: str
    values: tuple[tuple[str, Any], ...]
    shown: Hashable = field(default=None, compare=False)
    children: tuple[Part, ...] = ()

    @property
    def in_table(self) -> bool:
        """Whether its element can stand in a table only."""
        return self.template in IN_TABLE


def part(
    id: str,
    template: str = "",
    *,
    shown: Hashable = None,
    children: tuple[Part, ...] = (),
    **values: Hashable,
) -> Part:
    """A part with its values by name; its template is the board's that is named like its element,
    if not otherwise."""
    return Part(id, template or f"board/{id}", tuple(values.items()), shown, children)


def changed(old: Part, new: Part) -> Iterator[Part]:
    """The parts to send to a page that shows ``old``; what was added at its end is sent alone."""
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
    """The part as HTML, from what was drawn before where it was."""
    key = (page_language(), item, _all_shown(item))
    html = _memory.get(key)
    if html is None:
        html = _drawn(item)
        _memory.keep(key, html)
    return html


def fixed(name: str) -> Markup:
    """A part that shows the same on every page."""
    return draw(part(name, f"_{name}"))


def for_page(html: str, revision: int | None) -> str:
    """The page with its revision, and with the token of the phone that it is for."""
    if revision is not None:
        html = html.replace(REVISION, str(revision))
    return html.replace(TOKEN, generate_csrf()) if TOKEN in html else html


def forget() -> None:
    """Forget all rendered parts."""
    _memory.clear()


def init_parts(app: Flask) -> None:
    """Let templates draw parts, and leave places for what differs from page to page."""
    places = {"csrf_token": lambda: TOKEN, "page_revision": REVISION}
    app.jinja_env.globals |= {"draw": draw, "fixed": fixed, **places}
    # Importing them takes as long as drawing a small part.
    macros = app.jinja_env.get_template("_macros.html").module
    app.jinja_env.globals |= {name: getattr(macros, name) for name in MACROS}


def _all_shown(item: Part) -> Hashable:
    """What is not compared of the part and of those in it, but can be seen."""
    return (item.shown, *map(_all_shown, item.children)) if item.children else item.shown


def _drawn(item: Part) -> Markup:
    template = current_app.jinja_env.get_template(f"{item.template}.html")
    values = dict(item.values, shown=item.shown, children=item.children)
    # What a template writes is escaped already; indents are not worth their way.
    return Markup(re.sub(r"\n\s*", "\n", template.render(values).strip()))  # noqa: S704


_memory: Memory[Hashable, Markup] = Memory(KEPT, weigh=lambda html: 4 * len(html) + 2000)
