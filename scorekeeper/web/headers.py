"""Headers that go with every answer."""

from __future__ import annotations

from flask import Flask, Response, request

from scorekeeper.web.assets import HTMX_HASH

POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' '{HTMX_HASH}'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Robots-Tag": "noindex",
}


def init_headers(app: Flask) -> None:
    """Set them after each request; a page is never kept by a cache, a static file is."""
    app.after_request(_with_headers)


def _with_headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
        response.vary.add("HX-Request")
    return response
