"""Globals and filters for templates, which compute nothing themselves."""

from __future__ import annotations

from flask import Flask
from flask_babel import format_date

from scorekeeper.rules.game import BY_SEAT, NOBODY
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.words import changes, lines, names

ICONS = {"share": "M12 15V3m-4 4 4-4 4 4M6 11H5v9h14v-9h-1"}
"""SVG paths on a grid of 24."""


def init_filters(app: Flask) -> None:
    """Add them to the template environment."""
    app.jinja_env.globals |= {
        "VARIANTS": VARIANTS,
        "NOBODY": NOBODY,
        "card_names": names.CARD_NAMES,
        "icons": ICONS,
        "glyphs": names.GLYPHS,
        "number_name": names.number_name,
        "BY_SEAT": BY_SEAT,
        "kind_names": names.KIND_NAMES,
        "variant_names": names.VARIANT_NAMES,
        "change_lines": changes.change_lines,
        "format_date": format_date,
        "bids_line": lines.bids_line,
        "lead_line": lines.lead_line,
        "tricks_line": lines.tricks_line,
        "minutes_line": lines.minutes_line,
        "result_line": lines.result_line,
        "settings_line": lines.settings_line,
    }
    app.jinja_env.filters |= {"signed": names.signed, "plain": names.plain}
