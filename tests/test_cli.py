"""The ``scorekeeper`` command: plain sentences, never a traceback."""

import errno
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import text

from scorekeeper import cli, serving
from scorekeeper.cli import main
from scorekeeper.exchange.tables.csv_out import csv_lines
from scorekeeper.rules.actions import enter_bids, score_hand, turn_up
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.variants.model import Turned
from scorekeeper.store import importing
from scorekeeper.store.games import games, saves
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import db
from tests import databases
from tests.conftest import empty
from tests.exchange.made import of, text_of
from tests.rules.notation import new, play
from tests.servers import PATIENCE
from tests.table import field
from tests.turns import daily

PHONE = "the phone of the scorekeeper"
SERVE = "from scorekeeper.cli import main; main()"
SECRET = "a key for tests that is long enough"


@pytest.fixture
def opened(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The command uses the test's database."""
    monkeypatch.setattr(cli, "create_app", lambda _: app)
    return app


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def played(app: Flask, token: str) -> StoredGame:
    with app.app_context():
        key = games.start(PHONE, new("wizard", 3), token).key
        saves.save(key, PHONE, saves.Save(0, lambda game: turn_up(game, 1, Turned.HEARTS, None)))
        saves.save(key, PHONE, saves.Save(1, lambda game: enter_bids(game, 1, (0, 1, 1))))
        return saves.save(
            key, PHONE, saves.Save(2, lambda game: score_hand(game, 1, (0, 0, 1), None))
        ).after


def sentence(result: Result) -> str:
    """The error, which must be the only output."""
    assert result.exit_code != 0
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
    return result.stderr.strip().splitlines()[-1]


def test_export_writes_every_game(opened: Flask) -> None:
    games = [played(opened, "one"), played(opened, "other")]
    result = run("export")
    assert result.exit_code == 0
    assert result.stdout_bytes == "".join(csv_lines(games)).encode()


def test_export_of_one_game_writes_that_game_alone(opened: Flask) -> None:
    _, game = played(opened, "one"), played(opened, "other")
    result = run("export", "--game", game.key)
    assert result.exit_code == 0
    assert result.stdout_bytes == "".join(csv_lines([game])).encode()


def test_export_may_separate_with_semicolons(opened: Flask) -> None:
    game = played(opened, "one")
    result = run("export", "--sep", "semicolon")
    assert result.stdout_bytes == "".join(csv_lines([game], ";")).encode()


def test_export_without_games_writes_the_header(opened: Flask) -> None:
    assert opened
    assert run("export").stdout_bytes == "".join(csv_lines([])).encode()


def test_export_may_write_a_file(opened: Flask, tmp_path: Path) -> None:
    file, game = tmp_path / "history.csv", played(opened, "one")
    assert run("export", "--output", f"{file}").output == ""
    assert file.read_bytes() == "".join(csv_lines([game])).encode()
    missing = tmp_path / "nowhere" / "history.csv"
    assert "No such file" in sentence(run("export", "--output", f"{missing}"))


def test_export_of_an_unknown_game_says_so_and_writes_nothing(opened: Flask) -> None:
    assert opened
    result = run("export", "--game", "nonsense")
    assert result.exit_code == 1
    assert sentence(result) == "Error: There is no game nonsense."
    assert result.stdout == ""


def test_an_unknown_separator_is_refused() -> None:
    result = run("export", "--sep", "tab")
    assert result.exit_code == 2
    assert "comma" in sentence(result)


@pytest.mark.parametrize("command", ["serve", "export"])
def test_an_invalid_setting_gets_a_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", "short")
    assert sentence(run(command)) == "Error: SECRET_KEY is too short: at least 32 characters."
    monkeypatch.setenv("SECRET_KEY", SECRET)
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    assert sentence(run(command)) == "Error: DATABASE_URL is not an address of a database."


@pytest.mark.thorough
def test_a_port_in_use_gets_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert refused_to_serve(tmp_path, "127.0.0.1", port).startswith(
            f"Error: Port {port} is in use:"
        )


@pytest.mark.thorough
def test_an_address_of_another_machine_gets_a_sentence(tmp_path: Path) -> None:
    assert refused_to_serve(tmp_path, "192.0.2.1", "8123").startswith(
        "Error: 192.0.2.1 is not an address of this machine:"
    )


def command(
    folder: Path, *words: str, stdout: IO[bytes] | int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """The ``scorekeeper`` command in a process of its own, which has an empty database."""
    shutil.copy(empty() / databases.FILE, folder / "scorekeeper.sqlite3")
    return subprocess.run(
        [sys.executable, "-c", SERVE, *words],
        env=os.environ | {"SCOREKEEPER_INSTANCE": str(folder), "SECRET_KEY": SECRET},
        cwd=Path(__file__).parent.parent,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def refused_to_serve(folder: Path, host: str, port: str) -> str:
    """The output of a real ``scorekeeper serve``; the system closes its socket."""
    done = command(folder, "serve", "--host", host, "--port", port)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "\n" not in done.stderr.strip()
    return done.stderr


def test_https_without_its_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setitem(sys.modules, "scorekeeper.authority", None)
    assert '"cryptography", which the extra "https" installs' in sentence(run("serve", "--https"))
    assert list(tmp_path.iterdir()) == []


def test_https_on_the_internet_is_refused_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    said = sentence(run("serve", "--https", "--address", "http://scores.example.org/"))
    assert said.startswith("Error: scores.example.org is not an address of a home network:")
    assert not (tmp_path / "scorekeeper.sqlite3").exists()


@pytest.mark.parametrize(
    "given", ["laptop.local", "ftp://x/", "nonsense host", "http://laptop.local:99999/", "http://"]
)
@pytest.mark.parametrize("https", [[], ["--https"]])
def test_an_address_that_no_phone_can_open_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, https: list[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    said = sentence(run("serve", *https, "--address", given))
    assert said == (f"Error: {given} is not an address: write it like http://192.168.1.5:8000/.")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
@daily("host", ["", "no such host", "nonsense.invalid"], "nonsense.invalid")
def test_a_host_that_is_none_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    said = sentence(run("serve", "--host", host, "--port", "8123"))
    assert said.startswith(f"Error: {host or 'This'} is not an address of this machine:")


@pytest.mark.thorough
@daily("words", [(), ("--output", "/dev/full")], ())
def test_an_export_to_a_full_disk_gets_a_sentence(words: tuple[str, ...], tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = command(tmp_path, "export", *words, stdout=full)
    assert done.returncode == 1
    assert done.stderr == "Error: Not everything was written: No space left on device.\n"


@pytest.mark.parametrize(
    ("encoding", "sign", "other"),
    [("utf-8", "\N{FULL BLOCK}", "\x1b"), ("cp1252", "\x1b[7m", "\N{FULL BLOCK}")],
)
def test_a_code_is_drawn_with_the_characters_that_a_terminal_has(
    monkeypatch: pytest.MonkeyPatch, encoding: str, sign: str, other: str
) -> None:
    out = TextIOWrapper(BytesIO(), encoding=encoding, newline="")
    monkeypatch.setattr(sys, "stdout", out)
    serving.show_code("http://192.168.1.5:8000/")
    out.flush()
    drawn = out.buffer.getvalue().decode(encoding)
    assert sign in drawn
    assert other not in drawn


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp850", "cp1252", "utf-8"])
def test_a_terminal_without_a_letter_shows_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    missing = tmp_path / "Žofie ♠ 雀.json"
    missing.write_text("{}", encoding="utf-8")
    runner = CliRunner(charset=encoding)
    result = runner.invoke(main, ["restore", str(missing)])
    assert isinstance(result.exception, SystemExit)
    assert "is not a database of scorekeeper" in result.output


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (OSError(errno.EADDRINUSE, "in use"), "Port 8123 is in use:"),
        (OSError(errno.EADDRNOTAVAIL, "not here"), "box is not an address of this machine:"),
        (socket.gaierror("unknown"), "box is not an address of this machine:"),
        (
            OSError(errno.EMFILE, "Too many open files"),
            "The server cannot listen at port 8123: T",
        ),
        (PermissionError(errno.EACCES, "Forbidden"), "The server cannot listen at port 8123: Forb"),
    ],
)
def test_a_server_that_cannot_listen_says_the_true_reason(problem: Exception, said: str) -> None:
    assert serving.not_listening("box", 8123, problem).startswith(said)


def test_windows_too_refuses_a_port_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(OSError, match="in use") as refused:
            serving.expect_free(serving.EVERYWHERE[0], port)
    assert f"Port {port} is in use" in serving.not_listening("", port, refused.value)
    serving.expect_free(serving.EVERYWHERE[0], port)
    problem = PermissionError(errno.EACCES, "Access denied")
    assert "choose another with --port" in serving.not_listening("", port, problem)


@pytest.mark.thorough
@pytest.mark.sqlite
@pytest.mark.parametrize("system", ["linux", "darwin", "win32", "freebsd14"])
def test_the_start_says_what_keeps_this_system_awake_and_reachable(
    shown: Callable[..., str], monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    text = shown("--address", "https://x.org/")
    assert serving.SLEEP in text
    assert serving.AWAKE.get(system, "") in text
    assert (serving.FIREWALL in text) == (system == "win32")


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The output of ``scorekeeper serve``, which ends at once."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setattr(cli, "make_server", lambda *_: SimpleNamespace(run=lambda: None))
    shutil.copy(empty() / databases.FILE, tmp_path / "scorekeeper.sqlite3")

    def shown(*words: str) -> str:
        result = run("serve", *words)
        assert result.exit_code == 0, result.output
        return result.output

    return shown


@pytest.mark.thorough
@pytest.mark.sqlite
def test_an_address_of_this_machine_alone_has_no_code_for_phones(
    shown: Callable[..., str],
) -> None:
    local = shown("--host", "127.0.0.1")
    assert "http://127.0.0.1:8000/\nOnly this machine can open it." in local
    assert "\N{FULL BLOCK}" not in local
    assert "\N{FULL BLOCK}" in shown("--host", "127.0.0.1", "--address", "https://x.org/")


@pytest.mark.thorough
@pytest.mark.sqlite
def test_a_start_without_the_database_names_its_backups(
    shown: Callable[..., str], tmp_path: Path
) -> None:
    assert "restore" not in shown()
    assert run("backup", str(tmp_path / "backups")).exit_code == 0
    assert "restore" not in shown()
    (tmp_path / "scorekeeper.sqlite3").unlink()
    assert "to go back to it, use scorekeeper restore" in shown()


@pytest.mark.parametrize(
    ("opened", "page"),
    [
        ("http://laptop.local:8000/", "http://laptop.local:8000/trust"),
        ("https://laptop.local/", "http://laptop.local:443/trust"),
        ("https://[fe80::1]:8443", "http://[fe80::1]:8443/trust"),
    ],
)
def test_a_phone_opens_the_page_about_trust_over_http(opened: str, page: str) -> None:
    assert serving.trust_page(opened) == page


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight"])
def test_an_invalid_port_is_refused(port: str) -> None:
    result = run("serve", "--port", port)
    assert result.exit_code == 2
    assert "--port" in sentence(result)


def test_the_command_lists_its_subcommands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "serve" in result.output
    assert "export" in result.output


def test_recount_works_out_all_figures_again(opened: Flask) -> None:
    with opened.app_context():
        when = datetime(2026, 1, 2, tzinfo=UTC)
        incoming = Incoming("one", play("wizard", 3, "h 100/100", sizes=(1,)), when, when)
        importing.import_games(PHONE, [incoming], deleted_too=False)
        db.session.execute(text("UPDATE figure SET total = 0"))
        db.session.commit()
        assert run("recount").exit_code == 0
        assert db.session.scalar(text("SELECT max(total) FROM figure")) == 30


def test_exported_json_is_imported_once(opened: Flask, tmp_path: Path) -> None:
    first, _ = played(opened, "one"), played(opened, "other")
    file = tmp_path / "games.json"
    file.write_bytes(run("export", "--json").stdout_bytes)
    assert file.read_text().count('"id":') == 2
    one = run("export", "--json", "--game", first.key).stdout_bytes
    assert one.splitlines()[1] == file.read_bytes().splitlines()[1].removesuffix(b",")
    assert run("import", str(file)).output == "2 games were already there.\n"
    with opened.app_context():
        games.delete(first.key, PHONE)
    said = "1 game was already there.\n1 game was deleted from this book and stays deleted.\n"
    assert run("import", str(file)).output == said
    again = run("import", str(file), "--deleted-too")
    assert again.output == "1 game added. 1 game was already there.\n"


def test_an_import_reads_the_files_of_other_programs_and_keeps_their_marks(
    opened: Flask, tmp_path: Path
) -> None:
    played(opened, "one")
    file = tmp_path / "sheet.csv"
    file.write_text("Ann,Ben,Cem\n0/0 20,1/1 40,1/0 -10\n0/0 20,1/1 30,1/1 30\n")
    assert run("import", str(file)).output == "1 game added.\n"
    found, *_ = (
        one for one in json.loads(run("export", "--json").output)["games"] if "marks" in one
    )
    assert found["marks"] == [{"hand": 1, "seat": 1, "said": 40}]
    assert found["started"] > "2026"


def test_an_import_fills_a_server_that_was_just_set_up(opened: Flask, tmp_path: Path) -> None:
    file, other = tmp_path / "games.json", tmp_path / "other.json"
    file.write_text(text_of(of(play("wizard", 3, "h 011/001"))))
    other.write_text(text_of(of(play("wizard", 3, "h 011/001"), "another")))
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text()[:-9])
    assert "Is the file complete?" in sentence(run("import", str(broken)))
    said = run("import", str(file)).output
    link = re.fullmatch(
        r"1 game added\.\nTo open the games on a phone, add (/link/\S+) to .*\.\n", said
    )
    assert link
    assert run("import", str(other)).output == "1 game added.\n"
    client, stranger = opened.test_client(), opened.test_client()
    token = field(client.get(link[1]).text, "csrf_token")
    assert client.post(link[1], data={"csrf_token": token, "name": ""}).status_code == 303
    found = [
        len(json.loads(phone.get("/history.json").text)["games"]) for phone in (client, stranger)
    ]
    assert found == [2, 0]


def test_an_import_into_one_of_several_books_needs_a_game_of_it(
    opened: Flask, tmp_path: Path
) -> None:
    file = tmp_path / "games.json"
    game = played(opened, "one")
    file.write_bytes(run("export", "--json").stdout_bytes)
    with opened.app_context():
        other = games.start("another phone", new("wizard", 3), "token")
    assert "name a game in the book with --beside" in sentence(run("import", str(file)))
    assert run("import", str(file), "--beside", other.key).output == "1 game added.\n"
    assert run("import", str(file), "--beside", game.key).output == "1 game was already there.\n"
    assert "There is no game x." in sentence(run("import", str(file), "--beside", "x"))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x00\xff", "Line 1, column 2: This is not text."),
        (b"hello", "This file has no games"),
        (
            b'{"format":"scorekeeper","version":1,\n"games":[{}]}',
            "Line 2, column 10, game: This fie",
        ),
    ],
)
def test_an_import_says_what_is_wrong_with_the_file(
    opened: Flask, tmp_path: Path, data: bytes, said: str
) -> None:
    played(opened, "one")
    file = tmp_path / "games.json"
    file.write_bytes(data)
    assert said in sentence(run("import", str(file)))


@pytest.mark.thorough
@pytest.mark.timeout(600)
def test_site_writes_the_same_bytes_twice(tmp_path: Path) -> None:
    first = run("site", f"{tmp_path / 'one'}", "--language", "en")
    assert re.match(r"Wrote \d+ files \(\d\.\d MB\) to ", first.output)
    words = [sys.executable, "-c", SERVE, "site", f"{tmp_path / 'two'}", "--language", "en"]
    # Another order of everything that has none.
    subprocess.run(words, check=True, env=os.environ | {"PYTHONHASHSEED": "7"}, capture_output=True)
    one, two = (
        {
            path.relative_to(folder): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        for folder in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two
    assert {Path("index.html"), Path("sw.js"), Path("new/index.html")} <= set(one)


@pytest.mark.thorough
def test_site_refuses_a_folder_that_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("site", f"{tmp_path / 'file' / 'folder'}", "--language", "en")
    assert sentence(result).startswith("Error: ")


def test_site_refuses_a_language_that_it_does_not_have(tmp_path: Path) -> None:
    result = run("site", f"{tmp_path}", "--language", "xx")
    assert sentence(result) == "Error: There is no language xx."
