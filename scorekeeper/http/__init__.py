"""Steps common to all requests, so that no page handles them: guards, headers, polls."""

from flask import Flask

from scorekeeper.http import (
    access,
    answers,
    assets,
    cookies,
    filters,
    gate,
    guard,
    languages,
    parts,
    polls,
)


def init_http(app: Flask) -> None:
    """Install everything on the app, in this order."""
    languages.init_languages(app)
    languages.init_schemes(app)
    app.session_interface = cookies.PageSessions()
    guard.init_backing_up(app)
    guard.init_access_log(app)
    guard.init_guard(app)
    app.after_request(cookies.with_cookie)
    assets.init_assets(app)
    app.after_request(assets.with_headers)
    answers.init_errors(app)
    access.init_access(app)
    gate.init_gate(app)
    filters.init_filters(app)
    parts.init_keeping(app)
    parts.init_parts(app)
    guard.init_limits(app)
    parts.init_shared(app)
    polls.init_polls(app)
