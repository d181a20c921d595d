"""Windows: what docs/running.md promises, on a Windows Python under Wine."""

import json
import os
import random
import resource
import shutil
import ssl
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tests import databases
from tests.torture.caller import LOST, Caller, Fields
from tests.torture.evening import Paper, evening, on_disk, send, totals
from tests.windows.bed import Bed, made
from tests.windows.wheels import SYSTEMS, download

pytestmark = [pytest.mark.windows, pytest.mark.slow, pytest.mark.sqlite]

DATABASE = "scorekeeper.sqlite3"
GAMES = int(os.environ.get("WINDOWS_GAMES", "6"))
TAPS_OF_THREE_HANDS = 21
TAPS = 24
KILLS = 5
SEATS: Fields = {"variant": "wizard", "name": ["Ann", "Ben", "Cem"], "dealer": 0, "start": 1}


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Bed:
    """The Windows Python with everything installed."""
    return made(tmp_path_factory.mktemp("windows"))


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all systems: most packages have one wheel for all of them."""
    return tmp_path_factory.mktemp("wheels")


@pytest.fixture
def bed(laid: Bed) -> Iterator[Bed]:
    """The same, without data."""
    yield laid
    laid.end()
    shutil.rmtree(laid.data, ignore_errors=True)
    laid.data.mkdir()


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("name", list(SYSTEMS))
def test_every_package_has_a_wheel(name: str, python: str, wheels: Path) -> None:
    assert download(SYSTEMS[name], python, wheels)


def play(phone: Caller, seed: int, taps: int = TAPS) -> tuple[str, Paper]:
    """Play the first hands of a game; returns its address and what must be stored."""
    game, paper = phone.start("Ann", "Ben", "Žofie"), Paper(3)
    for tap in islice(evening(random.Random(seed)), taps):
        assert send(phone, game, tap, paper.saves) == 200, tap
        paper = paper.after(tap)
    return game, paper


def stored(bed: Bed, game: str) -> Paper:
    """The game in the database."""
    engine = create_engine(f"sqlite:///{bed.data / DATABASE}")
    try:
        with engine.connect() as connection:
            return on_disk(connection, game)
    finally:
        engine.dispose()


def test_games_are_played_as_dealt_and_imported_elsewhere(bed: Bed) -> None:
    serving = bed.serving(SCOREKEEPER_LIMIT_PHONE="none")
    with serving as served, closing(Caller(served.port)) as phone:
        games = dict(play(phone, seed) for seed in range(GAMES))
        for game, paper in games.items():
            assert totals(phone, game, 3) == paper.totals()
        exported, whole = bed.run("export").text, bed.run("export", "--json").text
    assert {game: stored(bed, game) for game in games} == games
    assert len(json.loads(whole)["games"]) == GAMES
    file = bed.folder / "games.json"
    file.write_text(whole, "utf-8")
    shutil.rmtree(bed.data)
    assert f"{GAMES} games" in bed.run("import", file).text
    again = bed.run("export").text
    assert again.count("\n") == exported.count("\n")
    assert again.count("Žofie") == exported.count("Žofie")


def test_a_backup_is_made_and_restored_while_the_program_serves(bed: Bed) -> None:
    copies = bed.folder / "copies"
    with bed.serving() as served, closing(Caller(served.port)) as phone:
        game, paper = play(phone, 1)
        assert bed.run("backup", copies).code == 0
        (copy,) = copies.iterdir()
        # The server ends a connection that is silent for as long as a command may take.
        phone.close()
        after, _ = play(phone, 2)
        restored = bed.run("restore", copy)
        assert restored.code == 0, restored.text
        phone.close()
        assert phone.get(game).status == 200
        assert phone.get(after).status == 404
        assert play(phone, 3)
        assert totals(phone, game, 3) == paper.totals()
    assert not list(bed.folder.rglob(".scorekeeper-*"))
    damaged = bed.data / DATABASE
    damaged.write_bytes(b"nothing" * 1000)
    assert bed.run("restore", copy).code == 0
    with bed.serving() as served, closing(Caller(served.port)) as phone:
        assert totals(phone, game, 3) == paper.totals()


def test_two_servers_share_one_folder_and_not_one_port(bed: Bed) -> None:
    with bed.serving() as one, bed.serving() as other:
        with closing(Caller(one.port)) as phone, closing(Caller(other.port)) as second:
            game, paper = play(phone, 4)
            assert second.get(game).status == 200
            assert play(second, 5)
        refused = bed.run("serve", "--host", "127.0.0.1", "--port", f"{one.port}")
        assert refused.code == 1
        assert f"Port {one.port} is in use" in refused.text
    assert stored(bed, game) == paper


def test_no_answered_save_is_lost_by_a_killed_process(bed: Bed) -> None:
    chance = random.Random(6)
    for _ in range(KILLS):
        with bed.serving() as served, closing(Caller(served.port)) as phone:
            game, paper = phone.start("Ann", "Ben", "Cem"), Paper(3)
            killed = time.monotonic() + chance.random()
            with suppress(*LOST):
                for tap in evening(chance):
                    if time.monotonic() > killed:
                        bed.end()
                    assert send(phone, game, tap, paper.saves) == 200
                    paper = paper.after(tap)
        assert stored(bed, game).saves in (paper.saves, paper.saves + 1)
        assert stored(bed, game).hands[: len(paper.hands)] == paper.hands


def test_a_database_of_an_older_version_is_upgraded_after_a_backup(bed: Bed) -> None:
    databases.make_old(bed.data / DATABASE)
    with bed.serving() as served, closing(Caller(served.port)) as phone:
        assert phone.get("/").status == 200
    assert list((bed.data / "backups").iterdir())
    assert "intact" in bed.run("doctor").text


def test_a_full_disk_is_reported_until_there_is_room(bed: Bed) -> None:
    with bed.serving() as served, closing(Caller(served.port)) as phone:
        game, paper = play(phone, 8)
        size = (bed.data / DATABASE).stat().st_size
        resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        started = [phone.post("/new", {**SEATS, "token": f"game {n}"}).status for n in range(50)]
        assert set(started) == {303, 503}
        assert phone.get(game).status == 200
        resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert play(phone, 9)
    assert stored(bed, game) == paper
    assert "intact" in bed.run("doctor").text


@pytest.mark.parametrize("encoding", ["cp437", "cp850", "cp1252", "utf-8"])
def test_each_console_shows_the_start(bed: Bed, encoding: str) -> None:
    shown = bed.start("--address", "http://192.168.1.5:8000/", PYTHONIOENCODING=encoding)
    assert "http://192.168.1.5:8000/" in shown
    assert "If Windows asks, let Python use private networks." in shown
    assert "Traceback" not in shown


def test_a_result_is_drawn_by_another_process(bed: Bed) -> None:
    with bed.serving() as served, closing(Caller(served.port)) as phone:
        game, paper = play(phone, 7, TAPS_OF_THREE_HANDS)
        assert phone.post(f"{game}/end", {"hands": 3, "revision": paper.saves}).status == 303
        assert phone.get(f"{game}/picture-wide").headers["Content-Type"] == "image/png"


def test_doctor_says_what_windows_lacks(bed: Bed) -> None:
    said = bed.run("doctor").text
    assert "Traceback" not in said
    assert "; sent as written, a third larger: scripts\n" in said
    assert "If Windows asks" in said


def test_ctrl_c_ends_the_server_without_an_error(bed: Bed) -> None:
    text, code = bed.stop()
    assert code == 0
    # A line for each request.
    assert not [line for line in text.splitlines() if not line.startswith("{")]


def test_https_answers_too(bed: Bed) -> None:
    with bed.serving("--https", "--address", "http://192.168.1.5:8000/") as served:
        trusts = ssl.create_default_context(cafile=bed.data / "authority.pem")
        trusts.check_hostname = False
        with closing(Caller(served.port, context=trusts)) as phone:
            assert play(phone, 10)
