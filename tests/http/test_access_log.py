"""The access log: a line of JSON for each request, without keys."""

import json
from pathlib import Path

import pytest

from scorekeeper.http import guard
from tests.conftest import opened
from tests.table import Table


def test_the_access_log_names_routes_and_no_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guard.logger.handlers.clear()
    with opened(tmp_path, ACCESS_LOG=True) as app:
        table = Table(app.test_client())
        table.start("Ann", "Ben", "Cem")
        table.turn("hearts")
        table.page()
        table.client.get("/link/AAAAAAAAAAAAAAAAAAAAAA")
        table.client.get("/nothing/here")
    guard.logger.handlers.clear()
    written = capsys.readouterr().err
    lines = [json.loads(line) for line in written.splitlines()]
    assert table.key not in written
    assert "AAAA" not in written
    assert {"/new", "/g/<key>", "/link/<token>", None} <= {line["route"] for line in lines}
    assert {line["status"] for line in lines} == {200, 303, 404}
    assert all(line["ms"] >= 0 and line["from"] == "127.0.0.1" for line in lines)
