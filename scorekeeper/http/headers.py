"""The headers of every answer, except that to a poll without news."""

from flask import Flask, Response, current_app, g, request

from scorekeeper.http.assets import HTMX_HASH

POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' '{HTMX_HASH}'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
OURS = {"X-Scorekeeper": "1"}
"""Tells the page that this program answered, and not a sign-in page or a proxy."""
HEADERS = OURS | {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Addresses contain keys, so the path of the previous page is sent to nobody, not even this
    # server.
    "Referrer-Policy": "strict-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}

VARY = ("HX-Request", "Cookie", "Accept-Language")
"""The request headers on which a page depends."""
# Browsers report an error for it on plain http.
OVER_HTTPS = {"Cross-Origin-Opener-Policy": "same-origin"}
ALWAYS_HTTPS = {"Strict-Transport-Security": "max-age=31536000"}


def over_https(app: Flask) -> dict[str, str]:
    """The additional headers over https. With a certificate of the server's own authority they
    exclude HSTS, because that certificate is not permanent, and plain http is served beside it."""
    return OVER_HTTPS if app.config["AUTHORITY"] else OVER_HTTPS | ALWAYS_HTTPS


def let_be_found() -> None:
    """Let search engines list the answer, which shows only what the program is."""
    g.may_be_found = True


def with_headers(response: Response) -> Response:
    """The answer with its headers; caches may keep static files, and never pages."""
    response.headers.extend(HEADERS)
    if g.get("may_be_found"):
        del response.headers["X-Robots-Tag"]
    if request.is_secure:
        response.headers.extend(over_https(current_app))
    if g.get("token_refused") and response.status_code == 422:
        # The answer has a valid token, so the page may send the same request again by itself.
        response.headers["X-Refused"] = "token"
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(VARY)
    return response
