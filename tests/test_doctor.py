"""``scorekeeper doctor``: a sentence for each thing that a server depends on."""

import os
import socket
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper import doctor
from scorekeeper import serving as address
from scorekeeper.cli import main
from scorekeeper.store import backups
from tests import databases

pytestmark = pytest.mark.sqlite
FILE = "scorekeeper.sqlite3"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that keeps its promise, whatever this machine has."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "data"))
    monkeypatch.setattr(doctor, "_file_system", lambda _: "ext4")
    monkeypatch.setattr(doctor, "_writes", lambda _: iter([3.0]))


def checked() -> Result:
    return CliRunner().invoke(main, ["doctor"])


def alarms(result: Result) -> list[str]:
    """The lines that need attention; the exit code says whether there are any."""
    found = [line[6:] for line in result.output.splitlines() if line.startswith("LOOK")]
    assert result.exit_code == bool(found)
    return found


def made(folder: Path) -> Path:
    """The database of an older program, without which nothing else is amiss."""
    folder.mkdir()
    databases.make_old(folder / FILE)
    return folder / FILE


def test_a_check_before_the_first_start_creates_nothing(tmp_path: Path) -> None:
    result = checked()
    assert "not created yet" in result.output
    assert len(result.output.splitlines()) == 7
    assert not (tmp_path / "data").exists()


def test_files_that_are_sent_as_written_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "as written" not in checked().output
    monkeypatch.setattr(doctor, "find_spec", lambda name: name != "rjsmin" and find_spec(name))
    assert "; sent as written, a third larger: scripts\n" in checked().output


def test_on_windows_the_firewall_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert address.FIREWALL in checked().output


def test_an_older_database_is_intact(tmp_path: Path) -> None:
    file = made(tmp_path / "data")
    result = checked()
    assert (
        f"{file}, 0.1 MB, intact, upgraded at the next start; last backup: never" in result.output
    )
    assert not [line for line in alarms(result) if line.startswith("Data")]


def test_a_damaged_database_is_named(tmp_path: Path) -> None:
    file = made(tmp_path / "data")
    file.write_bytes(file.read_bytes()[:3000])
    assert [line for line in alarms(checked()) if line.startswith(f"Data: {file} is")]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SECRET_KEY", "short", "SECRET_KEY is too short"),
        ("SCOREKEEPER_HOUSEHOLD", "maybe", "SCOREKEEPER_HOUSEHOLD is maybe"),
        ("SCOREKEEPER_PROXIES", "two", "SCOREKEEPER_PROXIES is two"),
        ("SCOREKEEPER_HOSTS", "https://x.org", "SCOREKEEPER_HOSTS contains https://x.org"),
        ("SCOREKEEPER_LIMIT_PHONE", "lots", "SCOREKEEPER_LIMIT_PHONE is lots"),
        ("SCOREKEEPER_LIMITS", "foo", "SCOREKEEPER_LIMITS cannot be used"),
        ("SCOREKEEPER_LIVE", "memcached://x", "SCOREKEEPER_LIVE cannot be used"),
    ],
)
def test_a_setting_that_stops_the_server_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    assert [line for line in alarms(checked()) if line.startswith(f"Settings: {said}")]


def test_settings_are_listed_without_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "a key for tests that is long enough")
    result = checked()
    assert "Settings: SCOREKEEPER_INSTANCE, SECRET_KEY\n" in result.output
    assert "for tests" not in result.output


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////no/such/x.sqlite3", "postgresql://h/n"])
def test_an_address_of_a_database_that_stops_the_server_is_named(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert [line for line in alarms(checked()) if line.startswith("Data: ")]


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert f"Data: {tmp_path / 'data'} is not a folder" in alarms(checked())


def test_a_folder_that_cannot_be_entered_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor, "_file", refuse)
    assert f"Data: {tmp_path / 'data'} cannot be used: Permission denied" in alarms(checked())


@pytest.mark.parametrize("is_empty", [True, False])
def test_backups_without_a_database_are_named(tmp_path: Path, is_empty: bool) -> None:
    file = made(tmp_path / "data")
    backups.back_up(file, tmp_path / "data" / "backups")
    file.unlink()
    if is_empty:
        file.touch()
    (found,) = (line for line in alarms(checked()) if line.startswith("Data: no games in"))
    assert f"use scorekeeper restore with a file in {tmp_path / 'data' / 'backups'}" in found


def test_a_database_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://127.0.0.1:1/none")
    assert "Data: PostgreSQL, which does not answer" in alarms(checked())


@pytest.mark.thorough
def test_a_database_that_accepts_a_connection_and_is_silent_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql+psycopg://127.0.0.1:{silent.getsockname()[1]}/none"
        monkeypatch.setenv("DATABASE_URL", address)
        assert "Data: PostgreSQL, which does not answer" in alarms(checked())


def test_a_database_in_memory_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite://")
    assert "Data: in memory, lost when scorekeeper stops" in alarms(checked())


@pytest.mark.parametrize("kind", sorted(doctor.UNSUITABLE))
def test_a_file_system_that_loses_data_is_named(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_file_system", lambda _: kind)
    assert [line for line in alarms(checked()) if doctor.UNSUITABLE[kind] in line]


def test_a_disk_that_answers_too_soon_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_writes", lambda _: iter([doctor.TOO_FAST / 2]))
    assert [line for line in alarms(checked()) if "too soon" in line]


def test_a_clock_behind_the_last_save_is_named(tmp_path: Path) -> None:
    file = made(tmp_path / "data")
    os.utime(file, (time.time() + 3600,) * 2)
    assert [line for line in alarms(checked()) if "behind the last save" in line]
