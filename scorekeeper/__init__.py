"""A score sheet for card games of the Wizard family, on a phone."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from flask_compress import Compress
from jinja2 import ModuleLoader
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import config, http, web
from scorekeeper.config import ROOT
from scorekeeper.store import database, lists


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """The application; only this function connects its parts.

    ``settings`` override those of the environment (tests, scripts). Raises config.SettingError for
    an invalid setting.
    """
    app = Flask(
        __name__,
        instance_path=str(config.instance_path(settings or {})),
        instance_relative_config=True,
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "static"),
    )
    app.config.from_mapping(config.load(Path(app.instance_path), settings or {}))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    if compiled := app.config["COMPILED_TEMPLATES"]:
        app.jinja_env.loader = ModuleLoader(compiled)
    Compress(app)
    database.init_database(app)
    http.init_http(app)
    web.init_web(app)
    if proxies := app.config["PROXIES"]:
        # Trust these headers only from our own proxy; without one any client could set them.
        fix = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = fix  # type: ignore[method-assign]
    return app


@contextmanager
def open_copy(file: Path) -> Iterator[None]:
    """Let the store work on an upgraded copy of the database, beside the app's own.

    Raises the errors of :func:`~scorekeeper.store.database.init_database`, and any error if not all
    of it can be read.
    """
    app = Flask(__name__, instance_path=str(file.parent))
    app.config |= {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "HOUSEHOLD": False}
    database.init_database(app)
    with app.app_context():
        lists.read_all()
        yield
