"""For operators: whether the server works, and where to report a vulnerability."""

from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, current_app

from scorekeeper.store.database import is_well

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """``ok`` if the database answers and has the program's schema, otherwise 503."""
    well = is_well()
    return Response("ok\n" if well else "not well\n", 200 if well else 503, mimetype="text/plain")


@bp.get("/.well-known/security.txt")
def security() -> Response:
    """The contact for vulnerabilities (RFC 9116), if configured."""
    contact = current_app.config["SECURITY_CONTACT"]
    if not contact:
        abort(404)
    expires = (datetime.now(UTC) + timedelta(days=300)).strftime("%Y-%m-%dT00:00:00Z")
    return Response(f"Contact: {contact}\nExpires: {expires}\n", mimetype="text/plain")
