"""For the owner of the server: whether it is alive, and where to report a vulnerability."""

from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, current_app

from scorekeeper.store.database import is_well

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """``ok`` when the database answers and has the program's schema, otherwise 503."""
    well = is_well()
    return Response("ok\n" if well else "not well\n", 200 if well else 503, mimetype="text/plain")


@bp.get("/.well-known/security.txt")
def security() -> Response:
    """The contact for vulnerabilities (RFC 9116), if the owner configured one."""
    contact = current_app.config["SECURITY_CONTACT"]
    if not contact:
        abort(404)
    expires = (datetime.now(UTC) + timedelta(days=300)).strftime("%Y-%m-%dT00:00:00Z")
    return Response(f"Contact: {contact}\nExpires: {expires}\n", mimetype="text/plain")
