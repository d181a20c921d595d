"""Globals and filters for templates, which contain no calculations.

A template calls a sentence by its module: ``words.lines.result_line(…)``; those about events are
in ``words.events``.
"""

import time
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace

from flask import Flask
from flask_babel import format_date
from markupsafe import Markup

from scorekeeper.drawing.names import name_width
from scorekeeper.fields import up_to
from scorekeeper.http.addresses import offers_https
from scorekeeper.language import capital
from scorekeeper.rules.game import BY_SEAT, NOBODY
from scorekeeper.rules.people import letters_of
from scorekeeper.rules.variants.custom import WEIGHTS
from scorekeeper.rules.variants.model import DECKS
from scorekeeper.rules.variants.variants import FIRST, MORE, may_count_on_a_miss, needs_server
from scorekeeper.shapes import CRESTS, ICONS, SPARK, SUITS, tally, tint
from scorekeeper.words import extras, figures, lines, names, rules, sheet
from scorekeeper.words import log as game_log
from scorekeeper.words.events import entrants, log, player, rounds, settings


def _by_name(*modules: ModuleType) -> SimpleNamespace:
    return SimpleNamespace(**{one.__name__.rpartition(".")[2]: one for one in modules})


WORDS = _by_name(game_log, extras, figures, lines, names, rules, sheet)
WORDS.events = _by_name(entrants, log, player, rounds, settings)
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
