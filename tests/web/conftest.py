"""Templates compiled once for all tests of pages: compiling takes longer than a request."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for compiled templates."""
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture(autouse=True)
def _templates_are_compiled_once(app: Flask, compiled: Path) -> None:
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(compiled))
