"""For who runs the server: is it alive, and whom does one tell of a weakness."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Blueprint, Response, abort, current_app
from sqlalchemy import Select, column, select, table
from sqlalchemy.exc import DBAPIError

from scorekeeper.database import heads
from scorekeeper.models import GameRow, db

bp = Blueprint("health", __name__)

VERSION: Select[Any] = select(column("version_num")).select_from(table("alembic_version"))


@bp.get("/healthz")
def healthz() -> Response:
    """``ok`` when the database answers and its schema is the program's; else 503."""
    try:
        well = set(db.session.scalars(VERSION)) == heads()
        db.session.execute(select(GameRow.id).limit(1))
    except DBAPIError:
        db.session.rollback()
        well = False
    return Response("ok\n" if well else "not well\n", 200 if well else 503, mimetype="text/plain")


@bp.get("/.well-known/security.txt")
def security() -> Response:
    """Whom to tell (RFC 9116), where the server's keeper named somebody."""
    contact = current_app.config["SECURITY_CONTACT"]
    if not contact:
        abort(404)
    expires = (datetime.now(UTC) + timedelta(days=300)).strftime("%Y-%m-%dT00:00:00Z")
    return Response(f"Contact: {contact}\nExpires: {expires}\n", mimetype="text/plain")
