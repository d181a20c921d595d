"""What templates need of addresses and values.

Addresses for other phones: complete, as QR codes, and those of links that grant a right.

Globals and filters for templates, which contain no calculations.

A template calls a sentence by its module: ``words.lines.result_line(…)``; those about events are
in ``words.events``.
"""

import time
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Flask, current_app, request, url_for
from flask_babel import format_date
from markupsafe import Markup

from scorekeeper.drawing.names import name_width, row_width
from scorekeeper.fields import room_for, up_to
from scorekeeper.http.cookies import phone_key
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.game import BY_SEAT, NOBODY
from scorekeeper.rules.hand import LONGEST_REASON
from scorekeeper.rules.people import letters_of
from scorekeeper.rules.variants.model import DECKS
from scorekeeper.rules.variants.variants import (
    FIRST,
    MORE,
    WEIGHTS,
    may_count_on_a_miss,
    needs_server,
)
from scorekeeper.shapes import CRESTS, ICONS, SPARK, SUITS, tally, tint
from scorekeeper.store.mapping.stored import Rights, StoredGame
from scorekeeper.store.sharing import books
from scorekeeper.store.sharing.books import Recovery
from scorekeeper.store.sharing.links import OpenLink
from scorekeeper.words import figures, lines, names, rules
from scorekeeper.words import log as game_log
from scorekeeper.words.events import entrants, log, rounds, settings
from scorekeeper.words.language import capital

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def address_of(endpoint: str, **values: Any) -> str:
    """The complete address of a page, as other phones reach it.

    If a page is opened on the server itself, this is the server's address on the network. Other
    phones do not trust the server's own authority, so their address begins with http.
    """
    reachable: str = current_app.config["REACHABLE_ADDRESS"]
    is_here = urlsplit(request.host_url).hostname in LOOPBACK
    if reachable and is_here:
        return reachable.rstrip("/") + url_for(endpoint, **values)
    scheme = "http" if current_app.config["AUTHORITY"] else None
    return url_for(endpoint, **values, _external=True, _scheme=scheme)


def offers_https() -> bool:
    """Return whether the server has an authority of its own, and this page came over plain http."""
    return bool(current_app.config["AUTHORITY"]) and not request.is_secure


def qr_code(address: str) -> Markup:
    """The address as a QR code: inline SVG, dark on light in both themes."""
    code = segno.make_qr(address, error="m")
    # The address is our own and contains nothing from outside that would need escaping.
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True))  # noqa: S704


def shown_link(link: OpenLink | None) -> dict[str, Any]:
    """The values of a page that shows a redeemable link: the link, its address and QR code."""
    address = address_of("book.link_page", token=link.token) if link else ""
    return {"link": link, "address": address, "qr": qr_code(address) if link else ""}


def recovery_address(recovery: Recovery | None) -> str:
    """The address of this phone's recovery link; "" if it has none to show."""
    return address_of("book.link_page", token=recovery.token) if recovery else ""


def may_recover(rights: Rights) -> bool:
    """Return whether a phone with these rights needs a recovery link; none does on a household
    server."""
    return rights.writes and rights.in_book and not current_app.config["HOUSEHOLD"]


def first_recovery_address(stored: StoredGame, rights: Rights) -> str:
    """The recovery link if the phone keeps the only game of its book; "" otherwise."""
    if not may_recover(rights):
        return ""
    return recovery_address(books.recovery(phone_key(), only_game=stored.id))


def _by_name(*modules: ModuleType) -> SimpleNamespace:
    return SimpleNamespace(**{one.__name__.rpartition(".")[2]: one for one in modules})


WORDS = _by_name(game_log, figures, lines, names, rules)
WORDS.events = _by_name(entrants, log, rounds, settings)
"""The modules whose sentences templates use."""

SHAPES = SimpleNamespace(CRESTS=CRESTS, ICONS=ICONS, SPARK=SPARK, SUITS=SUITS, tally=tally)
"""The drawings and the strokes of a tally that templates use."""


def _listed(players: Sequence[str]) -> Markup:
    """The names in a row, which no browser translates."""
    return Markup('<span translate="no">{}</span>').format(names.unbroken(", ".join(players)))


def init_filters(app: Flask) -> None:
    """Add the globals and filters to the template environment."""
    app.jinja_env.globals |= {
        "words": WORDS,
        "shapes": SHAPES,
        "first_games": FIRST,
        "more_games": MORE,
        "decks": tuple(DECKS.values()),
        "may_capture": may_count_on_a_miss,
        "needs_server": needs_server,
        "own_weights": {f"own_{name}": each for name, each in WEIGHTS.items()},
        "shade_names": tuple(enumerate(figures.SHADES)),
        "NOBODY": NOBODY,
        "name_width": name_width,
        "name_room": room_for(LONGEST_NAME),
        "reason_room": room_for(LONGEST_REASON),
        "row_width": row_width,
        "BY_SEAT": BY_SEAT,
        "format_date": format_date,
        "offers_https": offers_https,
        "up_to": up_to,
        "now_ms": lambda: round(time.time() * 1000),
    }
    filters = {"signed": names.signed, "plain": names.plain, "tint": tint, "capital": capital}
    app.jinja_env.filters |= {"unbroken": names.unbroken, "listed": _listed}
    app.jinja_env.filters["initial"] = lambda name: letters_of(name)[0].upper()
    app.jinja_env.filters |= filters
