"""Static files at versioned addresses, and the one script from a CDN with its hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, g, request, url_for

from scorekeeper.drawing.names import STEPS
from scorekeeper.http.bundles import BASE, GAME, ROOTS
from scorekeeper.http.languages import DARK, SCHEMES, in_scheme, page_scheme
from scorekeeper.http.parts import may_keep

HTMX_URL = "https://cdn.jsdelivr.net/npm/htmx.org@2.0.11/dist/htmx.min.js"
HTMX_HASH = "sha384-2OatzQy1H+Zd/IIrjr1TcuDGqLXeHhbooAyJY1KdQMKnr4LZ22k31GBLdYKHmVjg"
BROWSERS = ("safari >= 16", "ios_saf >= 16", "chrome >= 111", "firefox >= 121")
"""The oldest browsers that get everything (docs/browsers.md). Style sheets are rewritten for them,
and tests/test_browsers.py refuses what they do not read."""
IMPORT = re.compile(r'@import "(\w+\.css)"(?: layer\((\w+)\))?;')
"""A style sheet may be a list of these lines; it is sent with the named files in their place."""
SUITS = ("spades", "hearts", "clubs", "diamonds", "blue", "green", "red", "yellow")
SEATS, CARDS = range(10), range(21)
PADS = (*SEATS, "negated", "table")
NUMBERS = (
    *(f".n{n}{{--n:{n};--half:{-(-n // 2)}}}" for n in range(2, 11)),
    *(f".spot{n}{{--s:{n}}}" for n in SEATS),
    *(f".c{n}{{--c:{n}}}.r{n}{{--rows:{n}}}" for n in range(1, 8)),
    # As [class*=zw], browsers would look at all that is in whatever changes its class.
    *(f".zw{n}>:first-child{{grid-column:span {n + 1}}}" for n in range(1, 8)),
    *(f".panel:has(#at-{n}:checked) .for-{n}{{display:block}}" for n in SEATS),
    ",".join(f".panel:has(#at-{pad}:checked) #pad-{pad}" for pad in PADS),
    "{z-index:1;opacity:1;pointer-events:auto;visibility:visible}",
    # More tricks than are left for a player without a number: dimmed, but they can be tapped.
    ",".join(f".left-{n}~.pads .keys:not(.eights)>.key:nth-child(n + {n + 2})" for n in CARDS),
    "{--face:var(--many);--key-edge:var(--many-edge)}",
)
WRITTEN = {
    "widths.css": "".join(f".w{100 * each:.0f}{{--w:{each:g}}}\n" for each in STEPS),
    "numbers.css": "\n".join(NUMBERS),
    "lines.css": "".join(f".up-to-{n}{{--lines:{n}}}\n" for n in range(6, 31)),
    "suits.css": "".join(f".suit.{suit}{{color:var(--{suit})}}\n" for suit in SUITS),
}
"""Style sheets that are no files: numbers and suits as classes, because the policy allows no
attributes with styles. Those of the hand in play: players, places at the table, the grid of keys
(board/panels.py: grid_of), the open pad and what belongs to its player, tricks that are left. And
the lines of a printed sheet."""
WORKER = "ahead/worker.js"
ELSEWHERE = {
    WORKER,
    *(f"ahead/{name}.js" for name in ("box", "site")),
    *(f"pages/{name}.js" for name in ("arrows", "clock", "countdown", "custom", "event", "file")),
    *(
        f"pages/{name}.js"
        for name in ("find", "guide", "join", "picture", "print_sheet", "restored", "send")
    ),
    *(f"program/{name}.js" for name in ("answers", "data", "folder", "python")),
}
"""The scripts that a phone does not keep, because none of the pages that it may keep needs them."""
KEPT_STYLES = ("games", "game", "home", "inner", "look", "system", "new")
"""The style sheets of the pages that a phone may keep."""
FOREVER = "public, max-age=31536000, immutable"


def init_assets(app: Flask) -> None:
    """Add ``asset(name)`` to templates: an address that changes if any static file changes.

    The version is a folder in the address, not a query, so scripts that import each other by name
    have the same version.
    """
    folder = Path(str(app.static_folder))
    version = _version(folder)
    names = {path.relative_to(folder).as_posix(): path for path in _files(folder)}
    light = {
        name: LIGHTER.get(path.suffix, str)(_whole(path))
        for name, path in names.items()
        if path.suffix in (".js", ".css")
    }
    # Where nothing rewrites them, colours are still for both (docs/browsers.md).
    by_scheme = {name for name, text in light.items() if DARK.search(text) or "light-dark(" in text}
    # Modules that the first script imports, directly or not, on every page and on pages of games.
    scripts = [name for name in names if name.endswith(".js")]
    modules = [name for name in scripts if name.startswith(("saving/", "showing/"))]
    playing = [name for name in scripts if name.startswith("playing/")]

    kept = [name for name in scripts if name not in ELSEWHERE]
    if app.config["SITE"]:
        modules, playing, kept = [BASE], [GAME], [*ROOTS]
    app.extensions["worker"] = _worker(version, kept, light[WORKER])

    @cache
    def address(_root: str, name: str) -> str:
        return url_for("static", filename=f"{version}/{name}")

    def asset(name: str, scheme: str | None = None) -> str:
        if scheme is None:
            scheme = page_scheme() if name in by_scheme else ""
        named = f"{name.removesuffix('.css')}.{scheme}.css" if scheme else name
        return address(request.script_root, named)

    app.url_value_preprocessor(_without_version(version))
    app.extensions["asset"] = asset
    app.jinja_env.globals |= {"asset": asset, "modules": modules, "playing": playing}
    app.jinja_env.globals |= {"htmx_url": HTMX_URL, "htmx_hash": HTMX_HASH}
    app.after_request(_kept(light))


def asset(name: str) -> str:
    """The address of a static file for light and dark pages."""
    address: str = current_app.extensions["asset"](name, "")
    return address


def _without_version(version: str) -> Callable[[str | None, dict[str, Any] | None], None]:
    """Lets the address of a file name this version, and of a style sheet a scheme too."""

    def without_version(endpoint: str | None, values: dict[str, Any] | None) -> None:
        if endpoint == "static" and values and values["filename"].startswith(f"{version}/"):
            g.is_versioned = True
            values["filename"] = values["filename"].removeprefix(f"{version}/")
            name, _, scheme = values["filename"].removesuffix(".css").rpartition(".")
            if scheme in SCHEMES:
                g.scheme, values["filename"] = scheme, f"{name}.css"

    return without_version


def _kept(light: Mapping[str, str]) -> Callable[[Response], Response]:
    """Lets phones keep the files of this version, in their lighter form."""

    def keep(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code == 200:
            # Flask-Compress does not compress files that are sent as streams.
            response.direct_passthrough = False
            response.get_data()
            # The file has been read completely. It must not stay open if the phone disconnects.
            response.close()
            if g.get("is_versioned"):
                response.headers["Cache-Control"] = FOREVER
                name = (request.view_args or {})["filename"]
                response.set_data(light.get(name, response.get_data()))
                may_keep(response)
                if "scheme" in g:
                    response.set_data(in_scheme(response.get_data(as_text=True), g.scheme))
        return response

    return keep


def find_lighter() -> dict[str, Callable[[str], str]]:
    """Functions that strip comments and indentation, so that a third less is sent, by the ending of
    a file's name. Where their package has no compiled wheel, files are sent as written."""
    found: dict[str, Callable[[str], str]] = {}
    with suppress(ImportError):
        from rjsmin import jsmin  # noqa: PLC0415

        found[".js"] = jsmin
    with suppress(ImportError):
        from lightningcss import process_stylesheet  # noqa: PLC0415

        found[".css"] = partial(process_stylesheet, browsers_list=[*BROWSERS])
    return found


LIGHTER = find_lighter()


def _worker(version: str, scripts: Iterable[str], worker: str) -> str:
    """The service worker with the version and its files: it differs if any static file does."""
    styles = [f"style/{name}.css" for name in KEPT_STYLES]
    files = ["icon.svg", "fonts/sansita-800.woff2", *scripts, *styles]
    given = json.dumps({"version": version, "files": files}, separators=(",", ":"))
    return f"Object.assign(self,{given});\n{worker}\n"


def _whole(path: Path) -> str:
    text = WRITTEN.get(path.name) or path.read_text("utf-8")

    def named(found: re.Match[str]) -> str:
        there = _whole(path.with_name(found[1]))
        return f"@layer {found[2]}{{{there}}}" if found[2] else there

    return IMPORT.sub(named, text)


def static_files(app: Flask) -> list[str]:
    folder = Path(str(app.static_folder))
    return [path.relative_to(folder).as_posix() for path in _files(folder)]


def script_files(app: Flask) -> dict[str, str]:
    """The text of each script."""
    folder = Path(str(app.static_folder))
    return {name: _whole(folder / name) for name in static_files(app) if name.endswith(".js")}


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _version(folder: Path) -> str:
    digest = hashlib.sha256("".join(WRITTEN.values()).encode())
    for path in _files(folder):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


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
