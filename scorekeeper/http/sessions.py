"""The session cookie: the CSRF token of a page's forms, and the message for the next page."""

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface


def init_sessions(app: Flask) -> None:
    """Use PageSessions for the app's session."""
    app.session_interface = PageSessions()


class PageSessions(SecureCookieSessionInterface):
    """Signed cookies, bound to this host if the page came over https."""

    def get_cookie_name(self, app: Flask) -> str:
        """The name of the cookie; browsers accept the prefixed one only from this host."""
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Whether the cookie is sent over https only."""
        return request.is_secure
