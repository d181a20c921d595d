"""The ``scorekeeper`` command on a database of a test."""

from pathlib import Path

from click.testing import CliRunner, Result

from scorekeeper.cli import main
from tests import databases
from tests.conftest import SECRET


def run(*words: str | Path, instance: Path) -> Result:
    """The output of the command, with the instance's folder and database."""
    env = {
        "SCOREKEEPER_INSTANCE": str(instance),
        "DATABASE_URL": databases.url_of(instance),
        "SECRET_KEY": SECRET,
    }
    return CliRunner().invoke(main, [str(word) for word in words], env=env)
