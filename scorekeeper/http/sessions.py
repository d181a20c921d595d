"""The cookie of a page's forms: the token against forged requests, and words to say next."""

from __future__ import annotations

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface


def init_sessions(app: Flask) -> None:
    """Keep a page's words and token in such a cookie."""
    app.session_interface = PageSessions()


class PageSessions(SecureCookieSessionInterface):
    """Signed cookies, bound to this very host where the page came over https."""

    def get_cookie_name(self, app: Flask) -> str:
        """The name; browsers take the prefixed one from this host alone."""
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Whether the cookie stays off plain http."""
        return request.is_secure
