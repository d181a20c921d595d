"""The wheel and the sdist, each installed in a folder elsewhere: whole, and apart from the data."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from scorekeeper.config import ROOT, data_folder
from tests import databases
from tests.languages import LANGUAGES, WORDS
from tests.servers import free_port
from tests.torture.caller import Caller
from tests.torture.player import Player

pytestmark = [pytest.mark.sqlite, pytest.mark.thorough, pytest.mark.xdist_group("wheel")]

BUILD = (sys.executable, "-m", "hatchling", "build")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
"""The version is read from its only source, because the environment may have been installed before
it changed."""
DATABASE = "scorekeeper.sqlite3"
ADDRESS = "https://table.example/"
READY = "Press Ctrl+C to stop."


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Build a file of a release, by its kind, once."""

    @cache
    def build(kind: str) -> Path:
        folder = tmp_path_factory.mktemp(kind)
        subprocess.run([*BUILD, "-t", kind, "-d", folder], cwd=ROOT, check=True)
        return next(path for path in folder.iterdir() if path.is_file())

    return build


class Installed:
    """The program in an environment of its own, which borrows the libraries of this one."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.venv, self.data = folder / "venv", folder / "data"
        venv.create(self.venv)
        self.packages = next((self.venv / "lib").glob("python*/site-packages"))
        # A path in a .pth file does not bring that folder's own .pth files, so not the clone.
        borrowed = sysconfig.get_path("purelib")
        (self.packages / "borrowed.pth").write_text(borrowed, encoding="utf-8")
        self.before = self.files()
        self.pip("install", "--no-deps", "--no-index", "--no-build-isolation", str(file))

    def pip(self, *words: str) -> None:
        subprocess.run([*PIP, "--python", self.venv / "bin" / "python", *words], check=True)

    def files(self) -> set[Path]:
        return {path for path in self.venv.rglob("*") if "__pycache__" not in path.parts}

    def words(self, *words: str) -> Sequence[str | Path]:
        return [self.venv / "bin" / "scorekeeper", *words]

    @property
    def environment(self) -> dict[str, str]:
        ours = ("DATABASE_URL", "PYTHONPATH", "SCOREKEEPER_INSTANCE")
        rest = {name: value for name, value in os.environ.items() if name not in ours}
        return rest | {"XDG_DATA_HOME": str(self.data), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *words: str) -> str:
        return subprocess.run(
            self.words(*words),
            env=self.environment,
            cwd=self.venv,
            check=True,
            text=True,
            capture_output=True,
        ).stdout

    @contextmanager
    def serving(self) -> Iterator[Caller]:
        """A phone at the served program."""
        port = free_port()
        words = self.words("serve", "--host", "127.0.0.1", "--port", str(port))
        words = [*words, "--address", ADDRESS]
        with subprocess.Popen(
            words, env=self.environment, cwd=self.venv, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout
            try:
                assert ADDRESS in process.stdout.readline()
                assert any(line.startswith(READY) for line in process.stdout)
                with closing(Caller(port)) as phone:
                    yield phone
            finally:
                process.kill()


@pytest.fixture(params=["wheel", pytest.param("sdist", marks=pytest.mark.slow)])
def installed(
    request: pytest.FixtureRequest, built: Callable[[str], Path], tmp_path: Path
) -> Installed:
    return Installed(tmp_path, built(request.param))


def test_a_package_plays_upgrades_and_leaves_nothing_but_the_data(installed: Installed) -> None:
    assert installed.run("--version").split() == ["scorekeeper", VERSION]
    there = installed.data / "scorekeeper"
    there.mkdir(parents=True)
    databases.make_old(there / DATABASE)
    with installed.serving() as phone:
        Player(phone).tap(5)
        for language in LANGUAGES:
            words = WORDS[language]
            assert words.title in phone.get("/new", **{"Accept-Language": language}).text
        files = set(re.findall(r'/static/[^"?) ]+', phone.get("/").text))
        assert {phone.get(file).status for file in files} == {200}
    assert "Ann" in installed.run("export")
    assert "intact" in installed.run("doctor")
    installed.pip("uninstall", "--yes", "scorekeeper")
    assert installed.files() == installed.before
    assert {path.name for path in there.iterdir()} >= {DATABASE, "secret_key", "backups"}


def test_a_container_builds_the_same_package(built: Callable[[str], Path], tmp_path: Path) -> None:
    """The container's build gets only what .dockerignore lets through."""
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if line.startswith("!"):
            (copy := tmp_path / line[1:]).parent.mkdir(parents=True, exist_ok=True)
            source = ROOT / line[1:]
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy)
    copied = [
        word
        for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for word in line.split()[1:-1]
    ]
    assert all((tmp_path / word).exists() for word in copied), copied
    subprocess.run([*BUILD, "-t", "wheel", "-d", tmp_path / "dist"], cwd=tmp_path, check=True)
    assert packed(next((tmp_path / "dist").iterdir())) == packed(built("wheel"))


def packed(wheel: Path) -> set[str]:
    """The files in a wheel."""
    return {name for name in ZipFile(wheel).namelist() if "__pycache__" not in name}


def test_a_clone_keeps_its_data_in_its_own_folder() -> None:
    assert data_folder() == ROOT / "instance"
