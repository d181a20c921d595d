"""A later release with one more step in the schema, so that there is something to upgrade."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.store import engine

FIRST = "0001"
"""The oldest schema, with which the longest upgrade begins."""
NEWEST = next(iter(engine.heads()))
"""The schema of this program."""
VARIABLE = "NEXT_RELEASE"
"""Passes the folder of the steps to a separate process."""
STEP = f'''
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9999", "{NEWEST}"
branch_labels = depends_on = None


def upgrade():
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("upgraded", sa.Integer(), server_default="1"))
'''


def make_steps(folder: Path) -> Path:
    """The steps of that release, in a separate folder."""
    steps = folder / "migrations"
    shutil.copytree(engine.MIGRATIONS, steps, ignore=shutil.ignore_patterns("__pycache__"))
    (steps / "versions" / "9999_next.py").write_text(STEP, encoding="utf-8")
    return steps


@contextmanager
def released(folder: Path) -> Iterator[Path]:
    """A context in which this process is that release, and upgrades the databases that it opens."""
    ours, steps = engine.MIGRATIONS, make_steps(folder)
    for now in (steps, ours):
        engine.MIGRATIONS = now
        engine.heads.cache_clear()
        engine.heads()
        if now is steps:
            yield steps


@pytest.fixture
def next_release(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The same for a whole test."""
    with released(tmp_path_factory.mktemp("next")) as steps:
        yield steps


def become_it() -> None:
    """Let this process be that release, if the environment says so."""
    if steps := os.environ.get(VARIABLE):
        engine.MIGRATIONS = Path(steps)
        engine.heads.cache_clear()
