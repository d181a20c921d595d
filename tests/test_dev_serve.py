"""``make dev-serve``: the files that restart the server."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
READ_AT_START = ("templates", "static", "scorekeeper/translations")


@pytest.mark.thorough
def test_every_file_that_the_app_reads_at_its_start_is_watched(tmp_path: Path) -> None:
    for folder in (".ci", *READ_AT_START):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    flask = tmp_path / ".venv" / "bin" / "flask"
    flask.parent.mkdir(parents=True)
    flask.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="utf-8")
    flask.chmod(0o755)
    words = subprocess.check_output([tmp_path / ".ci" / "dev-serve", "--port", "1"], text=True)
    given = words.splitlines()
    assert given[-2:] == ["--port", "1"]
    watched = {tmp_path / name for name in given[given.index("--extra-files") + 1].split(":")}
    for folder in READ_AT_START:
        files = {path for path in (tmp_path / folder).rglob("*") if path.is_file()}
        assert files
        assert files <= watched
