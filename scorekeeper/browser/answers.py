"""Answers the requests of the one phone in whose browser the program runs.

``static/program/python.js`` calls these functions there: :func:`begin` once for each version, then
the phone keeps a snapshot of the memory; :func:`resume` after each start from that; and
:func:`answer`.
"""

from __future__ import annotations

import importlib
import io
import json
import math
import pkgutil
import secrets
import shutil
import sys
from functools import partial
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from werkzeug.local import LocalProxy
from werkzeug.test import run_wsgi_app

import scorekeeper
from scorekeeper import create_app
from scorekeeper.http import gate, languages
from scorekeeper.store import engine
from scorekeeper.store.engine import db

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask


COMPILED = "compiled"
"""The templates as modules."""
CATALOGUES = "translations"
"""The compiled catalogues."""
EMPTY = "empty.sqlite3"
"""A database without games."""


DATABASE, COOKIES = "scorekeeper.sqlite3", "cookies.json"
"""The files of the phone's data: an answer that a script makes cannot set cookies, so they are
here."""
HTMX = "program/htmx.js"
"""Where a site has htmx, among its static files."""


class Phone:
    """The program with the data of a phone, in a folder."""

    def __init__(self, app: Flask, data: Path, empty: Path) -> None:
        self.app = app
        self.data = data
        self.empty = empty
        self.cookies: dict[str, str] = {}

    def load(self) -> None:
        """Read the cookies, and upgrade the database if an earlier version wrote it; without one,
        begin with an empty one."""
        if not (self.data / DATABASE).exists():
            shutil.copy(self.empty, self.data / DATABASE)
        file = self.data / COOKIES
        self.cookies = json.loads(file.read_text("utf-8")) if file.exists() else {}
        with self.app.app_context():
            is_current = engine.is_current()
            db.session.remove()
            db.engine.dispose()
        if not is_current:
            self.app = create(self.data, **_settings(self.app))

    def note(self, header: str) -> None:
        """Store what a ``Set-Cookie`` header says."""
        try:
            found = SimpleCookie(header)
        except CookieError:
            return
        for name, morsel in found.items():
            if morsel["max-age"] == "0" or not morsel.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.coded_value
        (self.data / COOKIES).write_text(json.dumps(self.cookies), "utf-8")


PHONES: list[Phone] = []
"""The one phone, once the program has begun."""


def create(data: Path, **settings: Any) -> Flask:
    """The application with its data in a folder."""
    app = create_app(
        {
            "INSTANCE_PATH": str(data),
            # It signs the tokens of forms, which need not outlive a version.
            "SECRET_KEY": secrets.token_urlsafe(48),
            "SQLALCHEMY_DATABASE_URI": f"sqlite:///{data / DATABASE}",
            "ALONE": True,
            "BACKUPS": False,
            "HOSTS": (),
            "NUMBERS": True,
            "LIVE": "",
            "HOUSEHOLD": False,
            **settings,
        }
    )
    # A site asks no other host for anything.
    asset: Callable[[str], str] = app.jinja_env.globals["asset"]  # type: ignore[assignment]
    app.jinja_env.globals["htmx_url"] = LocalProxy(partial(asset, HTMX))
    return app


def _settings(app: Flask) -> dict[str, str]:
    return {name: app.config[name] for name in ("COMPILED_TEMPLATES", "TRANSLATIONS")}


def begin(program: str, data: str) -> None:
    """Start the program in its folder, with an empty database."""
    # Nobody else waits while this phone is served.
    gate.LONG = math.inf
    folder, empty = Path(data), Path(program) / EMPTY
    shutil.copy(empty, folder / DATABASE)
    compiled, catalogues = Path(program) / COMPILED, Path(program) / CATALOGUES
    app = create(folder, COMPILED_TEMPLATES=str(compiled), TRANSLATIONS=str(catalogues))
    PHONES[:] = [Phone(app, folder, empty)]
    resume()


def prepare() -> None:
    app = PHONES[0].app
    names = Path(app.config["COMPILED_TEMPLATES"]) / "names.json"
    for name in json.loads(names.read_text("utf-8")):
        app.jinja_env.get_template(name)
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        importlib.import_module(module.name)


def resume() -> None:
    """Take the data that the folder has now."""
    PHONES[0].load()


def answer(
    method: str, address: dict[str, str], headers: dict[str, str], body: bytes
) -> tuple[int, list[tuple[str, str]], bytes]:
    """The status, the headers and the content of the answer to a request.

    ``address`` has the ``root`` of the site, the ``path`` of the page below it, the ``query``, the
    ``host`` and the ``scheme``, and the ``language`` of the site's page that asks, or "".
    """
    phone = PHONES[0]
    if address["language"]:
        phone.cookies.setdefault(_cookie(languages.LANGUAGE_COOKIE, address), address["language"])
    cookies = {**phone.cookies, languages.ZONE: address["zone"]}
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": address["root"],
        "PATH_INFO": unquote_to_bytes("/" + address["path"]).decode("latin-1"),
        "QUERY_STRING": address["query"],
        "SERVER_NAME": address["host"].partition(":")[0],
        "SERVER_PORT": address["host"].partition(":")[2] or "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": headers.pop("content-type", ""),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": address["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "HTTP_HOST": address["host"],
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items()),
    }
    environ |= {f"HTTP_{name.upper().replace('-', '_')}": text for name, text in headers.items()}
    parts, status, fields = run_wsgi_app(phone.app.wsgi_app, environ, buffered=True)
    for text in fields.getlist("Set-Cookie"):
        phone.note(text)
    return int(status[:3]), list(fields), b"".join(parts)


def _cookie(name: str, address: dict[str, str]) -> str:
    return f"__Host-{name}" if address["scheme"] == "https" else name
