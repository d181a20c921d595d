"""The pages: each view gathers what was sent, lets the rules decide, and shows the outcome."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web import (
    assets,
    correct,
    errors,
    files,
    filters,
    game,
    headers,
    home,
    play,
    start,
)


def init_web(app: Flask) -> None:
    """Register every page."""
    assets.init_assets(app)
    headers.init_headers(app)
    errors.init_errors(app)
    filters.init_filters(app)
    for module in (home, start, game, play, correct, files):
        app.register_blueprint(module.bp)
