"""The health of the server, and the contact for vulnerabilities."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store import engine
from scorekeeper.store.models import db


def test_a_healthy_server_says_so_and_nothing_else(client: FlaskClient) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.text) == (200, "ok\n")
    assert response.mimetype == "text/plain"


def test_a_health_check_does_not_read_the_migrations_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "ScriptDirectory", None)
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("table", ["alembic_version", "game"])
def test_a_server_without_its_schema_is_unhealthy(app: Flask, table: str) -> None:
    with app.app_context():
        db.session.execute(db.text(f"ALTER TABLE {table} RENAME TO gone"))
        db.session.commit()
    response = app.test_client().get("/healthz")
    assert (response.status_code, response.text) == (503, "not well\n")


def test_the_contact_for_vulnerabilities_is_published_if_configured(
    app: Flask, client: FlaskClient
) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    app.config["SECURITY_CONTACT"] = "mailto:ann@example.org"
    lines = client.get("/.well-known/security.txt").text.splitlines()
    assert lines[0] == "Contact: mailto:ann@example.org"
    assert lines[1].startswith("Expires: 20")
