"""Steps common to all requests, so that no page handles them: guards, headers, polls."""

from flask import Flask

from scorekeeper.http import (
    access_log,
    assets,
    backing_up,
    device,
    errors,
    filters,
    guard,
    headers,
    languages,
    limits,
    parts,
    polls,
    sessions,
)


def init_http(app: Flask) -> None:
    """Install everything on the app, in this order."""
    languages.init_languages(app)
    sessions.init_sessions(app)
    backing_up.init_backing_up(app)
    access_log.init_access_log(app)
    guard.init_guard(app)
    device.init_device(app)
    assets.init_assets(app)
    headers.init_headers(app)
    errors.init_errors(app)
    filters.init_filters(app)
    parts.init_parts(app)
    limits.init_limits(app)
    polls.init_polls(app)
