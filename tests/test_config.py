"""Settings: the secret key, and clear errors for nonsense."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from limits import parse

from scorekeeper import config, create_app
from scorekeeper.config import ROOT
from scorekeeper.store import database
from tests.conftest import closed
from tests.store.files.spoil import no_links


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SECRET_KEY", "DATABASE_URL", "SCOREKEEPER_INSTANCE"):
        monkeypatch.delenv(name, raising=False)


def test_a_secret_key_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    first = config.load(tmp_path, {})["SECRET_KEY"]
    file = tmp_path / "secret_key"
    assert len(first) >= config.SHORTEST_SECRET
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text() == first
    assert config.load(tmp_path, {})["SECRET_KEY"] == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_drive_without_links_keeps_the_secret_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", no_links)
    first = config.load(tmp_path, {})["SECRET_KEY"]
    assert config.load(tmp_path, {})["SECRET_KEY"] == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_two_installations_have_two_secret_keys(tmp_path: Path) -> None:
    one, other = (config.load(tmp_path / name, {})["SECRET_KEY"] for name in ("one", "other"))
    assert one != other


def test_a_given_secret_key_makes_no_file(tmp_path: Path) -> None:
    key = "k" * config.SHORTEST_SECRET
    assert config.load(tmp_path, {"SECRET_KEY": key})["SECRET_KEY"] == key
    assert not list(tmp_path.iterdir())


def test_a_secret_key_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "e" * config.SHORTEST_SECRET
    monkeypatch.setenv("SECRET_KEY", key)
    assert config.load(tmp_path, {})["SECRET_KEY"] == key


def test_a_secret_key_that_is_too_short_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "k" * (config.SHORTEST_SECRET - 1))
    with pytest.raises(config.SettingError, match="SECRET_KEY is too short"):
        config.load(tmp_path, {})


@pytest.mark.parametrize("text", ["", "short\n"])
def test_a_damaged_secret_key_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret_key").write_text(text)
    with pytest.raises(config.SettingError, match="contains no key"):
        config.load(tmp_path, {})


@pytest.mark.parametrize("url", ["nonsense", "://", "mysql://host/name", "oracle://host/name"])
def test_an_address_of_no_known_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(config.SettingError, match="DATABASE_URL"):
        create_app({"INSTANCE_PATH": str(tmp_path)})


@pytest.mark.parametrize("url", ["sqlite:///scores.sqlite3", "postgresql+psycopg://host/name"])
def test_sqlite_and_postgresql_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert config.load(tmp_path, {})["SQLALCHEMY_DATABASE_URI"] == url


def test_without_an_address_the_database_is_a_file_in_the_instance_folder(tmp_path: Path) -> None:
    url = config.load(tmp_path, {})["SQLALCHEMY_DATABASE_URI"]
    assert url == f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"


def test_the_instance_folder_is_made(tmp_path: Path) -> None:
    config.load(tmp_path / "some" / "where", {})
    assert (tmp_path / "some" / "where").is_dir()


def test_the_instance_folder_may_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert config.instance_path({}) == (ROOT / "instance").resolve()
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "mine"))
    assert config.instance_path({}) == (tmp_path / "mine").resolve()


def test_given_settings_stand_above_the_defaults(tmp_path: Path) -> None:
    assert config.load(tmp_path, {"MAX_FORM_PARTS": 5})["MAX_FORM_PARTS"] == 5


def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path: Path) -> None:
    settings = config.load(tmp_path, {})
    assert settings["SESSION_COOKIE_HTTPONLY"] is True
    assert settings["SESSION_COOKIE_SAMESITE"] == "Lax"


def test_a_folder_that_is_a_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(config.SettingError, match="cannot be used"):
        config.load(tmp_path / "file", {})


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper.sqlite3").write_text("no database, but long enough to be read " * 200)
    address = f"sqlite:///{tmp_path}/scorekeeper.sqlite3"
    given = {"INSTANCE_PATH": str(tmp_path), "SQLALCHEMY_DATABASE_URI": address}
    with pytest.raises(config.SettingError, match="cannot be opened: file is not a database"):
        create_app(given)


def test_the_database_of_another_program_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE notes (text)")
    before = file.read_bytes()
    given = {"INSTANCE_PATH": str(tmp_path), "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}
    with pytest.raises(config.SettingError, match="is the database of another program"):
        create_app(given)
    assert file.read_bytes() == before


@pytest.mark.thorough
def test_a_first_start_that_was_killed_is_begun_again(tmp_path: Path) -> None:
    file = tmp_path / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file)) as begun:
        begun.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    given = {"INSTANCE_PATH": str(tmp_path), "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}
    with closed(create_app(given)) as app, app.app_context():
        assert database.is_well()


def test_a_database_that_cannot_be_opened_is_refused_in_a_sentence(tmp_path: Path) -> None:
    given = {"INSTANCE_PATH": str(tmp_path), "SQLALCHEMY_DATABASE_URI": "sqlite:////no/such/x.db"}
    with pytest.raises(config.SettingError, match="cannot be opened"):
        create_app(given)


def test_a_hall_of_a_hundred_tables_is_not_refused(tmp_path: Path) -> None:
    """A tap a second at each table, and in its first hour two games and ten names and links."""
    settings = config.load(tmp_path, {})
    address, phone, starts = (parse(settings[name]) for name in config.LIMITS)
    assert address.amount / address.get_expiry() >= 100
    assert phone.amount / phone.get_expiry() >= 10
    assert starts.amount >= 100 * 12
    assert starts.get_expiry() == 3600


def test_a_household_counts_no_taps_but_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LIMIT_PHONE", "5 per second")
    settings = config.load(tmp_path, {"HOUSEHOLD": True})
    found = [settings[name] for name in config.LIMITS]
    assert found == ["", "5 per second", config.LIMITS["LIMIT_STARTS"]]


@pytest.mark.parametrize("name", config.LIMITS)
def test_a_limit_that_is_none_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(f"SCOREKEEPER_{name}", "often")
    with pytest.raises(config.SettingError, match=f"SCOREKEEPER_{name} is often: such as"):
        config.load(tmp_path, {})
    monkeypatch.setenv(f"SCOREKEEPER_{name}", "none")
    assert config.load(tmp_path, {})[name] == ""


@pytest.mark.parametrize("hosts", ["https://x.org/", "*", "x.org:8000", "x.org, y org/"])
def test_hosts_that_are_no_names_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hosts: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_HOSTS", hosts)
    with pytest.raises(config.SettingError, match=r"SCOREKEEPER_HOSTS contains .*: list names"):
        config.load(tmp_path, {})


def test_the_host_of_the_address_for_phones_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "X.org, y.org")
    given = {"REACHABLE_ADDRESS": "https://scores.example.org:8443/"}
    assert config.load(tmp_path, given)["HOSTS"] == ("x.org", "y.org", "scores.example.org")


def test_a_contact_that_nobody_can_open_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_CONTACT", "nobody")
    with pytest.raises(config.SettingError, match="SCOREKEEPER_CONTACT is nobody: set it to"):
        config.load(tmp_path, {})


def test_a_folder_may_be_in_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", "~/scores")
    assert config.instance_path({}) == (Path.home() / "scores").resolve()


def test_settings_are_read_without_changing_anything(tmp_path: Path) -> None:
    assert config.read(tmp_path / "new", {})["SECRET_KEY"] == ""
    assert list(tmp_path.iterdir()) == []
