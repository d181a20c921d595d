"""Own static files and the one script from a CDN, each by its content."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for

HTMX_URL = "https://cdn.jsdelivr.net/npm/htmx.org@2.0.11/dist/htmx.min.js"
HTMX_HASH = "sha384-2OatzQy1H+Zd/IIrjr1TcuDGqLXeHhbooAyJY1KdQMKnr4LZ22k31GBLdYKHmVjg"
FOREVER = "public, max-age=31536000, immutable"


def init_assets(app: Flask) -> None:
    """Give templates ``asset(name)``: an address that changes with the file's content."""
    folder = Path(str(app.static_folder))
    versions = {
        str(path.relative_to(folder)): _version(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }

    @cache
    def address(_root: str, name: str) -> str:
        return url_for("static", filename=name, v=versions[name])

    def asset(name: str) -> str:
        return address(request.script_root, name)

    def keep(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code == 200:
            # A file sent as a stream would go out without gzip.
            response.direct_passthrough = False
            response.get_data()
            # Read whole: it must not stay open when the phone hangs up meanwhile.
            response.close()
            name = (request.view_args or {}).get("filename")
            if request.args.get("v") == versions.get(str(name)):
                response.headers["Cache-Control"] = FOREVER
        return response

    app.jinja_env.globals |= {"asset": asset, "htmx_url": HTMX_URL, "htmx_hash": HTMX_HASH}
    app.after_request(keep)


def _version(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
