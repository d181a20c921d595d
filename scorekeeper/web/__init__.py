"""The pages: each view gathers what was sent, lets the rules decide, and shows the outcome."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web import (
    accesslog,
    assets,
    book,
    correct,
    device,
    errors,
    files,
    filters,
    game,
    guard,
    headers,
    health,
    home,
    house,
    limits,
    links,
    parts,
    phones,
    play,
    polls,
    share,
    start,
    table,
)


def init_web(app: Flask) -> None:
    """Register every page."""
    accesslog.init_access_log(app)
    guard.init_guard(app)
    device.init_device(app)
    assets.init_assets(app)
    headers.init_headers(app)
    errors.init_errors(app)
    filters.init_filters(app)
    parts.init_parts(app)
    limits.init_limits(app)
    polls.init_polls(app)
    for module in (
        home,
        start,
        game,
        house,
        play,
        correct,
        files,
        table,
        share,
        phones,
        links,
        book,
        health,
    ):
        app.register_blueprint(module.bp)
