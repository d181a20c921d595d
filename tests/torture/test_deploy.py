"""The promises of docs/deploy.md: nginx, the restart, the copies of the database."""

import json
import os
import random
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool
from werkzeug.test import EnvironBuilder

from scorekeeper import config
from scorekeeper.config import ROOT
from tests import postgres
from tests.exchange.made import of, text_of
from tests.rules.notation import play
from tests.torture import size
from tests.torture.caller import LOST
from tests.torture.deployed import FILES, Deployed
from tests.torture.endurance import Table, tap_at_once
from tests.torture.evening import on_disk
from tests.torture.phone import FORGED, HOST, Dial, trusting

pytestmark = [
    pytest.mark.torture,
    pytest.mark.xdist_group("deployed"),
    pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux"),
]

STALLED = 40
"""More clients than there are threads."""
TABLES, HANDS, RESTARTS = size(5, 10), size(1, 6), size(1, 5)
IMPORTED = 200
"""Games in a file larger than any form except *Import games*."""
COUNTED = "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM change)"


def test_a_restart_loses_no_request_of_the_tables_that_play_on(
    deployed: Deployed, dial: Dial
) -> None:
    tables = [Table(dial(), random.Random(number), HANDS) for number in range(TABLES)]
    taps = len(tables[0].rest)
    player = threading.Thread(target=tap_at_once, args=(tables, taps))
    player.start()
    for restart in range(1, RESTARTS + 1):
        while sum(table.paper.saves for table in tables) < TABLES * taps * restart / (RESTARTS + 1):
            assert player.is_alive()
            time.sleep(0.02)
        deployed.stop_program()
        assert player.is_alive(), "nobody waits"
        deployed.start_program()
    player.join()
    engine = create_engine(deployed.database, poolclass=NullPool)
    with engine.connect() as connection:
        for table in tables:
            assert not table.rest, "a save was refused"
            assert on_disk(connection, table.game) == table.paper


def test_phones_that_stall_keep_nobody_waiting(deployed: Deployed, dial: Dial) -> None:
    phone = dial()
    assert phone.get("/").status == 200
    with stalled(deployed):
        began = time.monotonic()
        for _ in range(20):
            assert phone.get("/").status == 200
        assert time.monotonic() - began < 5


@contextmanager
def stalled(deployed: Deployed) -> Iterator[None]:
    """Many phones that have sent half of a form."""
    head = (
        f"POST /join HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/x-www-form-urlencoded"
        "\r\nContent-Length: 1000\r\n\r\ncode="
    )
    lines: list[ssl.SSLSocket] = []
    try:
        for _ in range(STALLED):
            line = socket.create_connection(("127.0.0.1", deployed.port))
            trusts = trusting(deployed.certificate)
            lines.append(trusts.wrap_socket(line, server_hostname=HOST))
            lines[-1].sendall(head.encode())
        yield
    finally:
        for one in lines:
            one.close()


def test_what_a_phone_says_of_proxies_is_dropped_and_links_begin_with_the_host(dial: Dial) -> None:
    assert FORGED["X-Forwarded-Host"] != HOST
    phone = dial()
    game = phone.start("Ann", "Ben", "Cem")
    assert f'value="https://{HOST}{game}"' in phone.get(f"{game}/share").text
    assert set(phone.cookies) == {"__Host-scorekeeper_page", "__Host-scorekeeper"}


@pytest.mark.parametrize(
    "host", ["elsewhere.example.org", "elsewhere.local", "203.0.113.9", "127.0.0.1", "[::1]"]
)
def test_requests_for_other_names_get_no_answer(deployed: Deployed, dial: Dial, host: str) -> None:
    asked = deployed.log.read_text().count('"route"')
    with pytest.raises(LOST):
        dial().get("/", Host=host)
    line = HTTPConnection("127.0.0.1", deployed.plain_port, timeout=10)
    line.request("GET", "/", headers={"Host": host})
    with closing(line), pytest.raises(LOST):
        line.getresponse()
    trusts = trusting(deployed.certificate)
    trusts.check_hostname, trusts.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", deployed.port)) as plain_line,
        pytest.raises(ssl.SSLError),
    ):
        trusts.wrap_socket(plain_line, server_hostname=host.strip("[]"))
    assert deployed.log.read_text().count('"route"') == asked


def test_http_leads_to_https(deployed: Deployed) -> None:
    line = HTTPConnection("127.0.0.1", deployed.plain_port, timeout=10)
    line.request("GET", "/join?x=1", headers={"Host": HOST})
    answer = line.getresponse()
    line.close()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/join?x=1")


def test_a_large_file_of_games_is_imported_over_https(dial: Dial) -> None:
    phone = dial()
    token = phone.get("/book/bring").value("csrf_token")
    game = of(play("wizard", 3, "h 011/001", sizes=(1, 2)))
    text = text_of(*(replace(game, uid=f"large-{number}") for number in range(IMPORTED)))
    assert len(text) > 100 * 1024
    fields = {"csrf_token": token, "text": "", "file": (BytesIO(text.encode()), "games.json")}
    sent = EnvironBuilder(method="POST", data=fields).get_request()
    headers = {"Content-Type": sent.content_type or ""}
    reply = phone.ask("POST", "/book/bring", headers, sent.get_data())
    assert reply.status == 303, reply.text
    assert len(json.loads(phone.get("/history.json").text)["games"]) == IMPORTED


def test_a_static_file_is_asked_of_the_program_once_and_keeps_its_headers(
    deployed: Deployed, dial: Dial
) -> None:
    phone = dial()
    address = next(
        word.split('"')[1]
        for word in phone.get("/").text.split()
        if word.startswith('href="/static/')
    )
    found = {name: phone.get(address).headers for name in ("first", "again", "third")}
    asked = [line for line in deployed.log.read_text().splitlines() if '"/static/' in line]
    assert len(asked) == 1
    for headers in found.values():
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Strict-Transport-Security"]
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_no_key_of_a_game_gets_into_a_log(deployed: Deployed, dial: Dial) -> None:
    phone = dial()
    game = phone.start("Ann", "Ben", "Cem")
    assert phone.get(game).status == 200
    assert phone.get(f"{game}/nothing").status == 404
    logs = [path for path in deployed.folder.iterdir() if path.suffix == ".log"]
    assert len(logs) >= 3
    for path in logs:
        assert game.rsplit("/", 1)[1] not in path.read_text(), path
    assert '"route": "/g/<key>", "status": 200' in deployed.log.read_text()


def test_a_copy_of_the_database_can_be_put_back(
    deployed: Deployed, dial: Dial, tmp_path: Path
) -> None:
    dial().start("Ann", "Ben", "Cem")
    old, mine = tmp_path / "scorekeeper-20200101T000000Z.dump", tmp_path / "mine.dump"
    for path in (old, mine):
        path.touch()
        os.utime(path, (0, 0))
    assert backed_up(deployed.name, tmp_path).returncode == 0
    (made,) = set(tmp_path.iterdir()) - {mine}
    assert made.stat().st_mode & 0o077 == 0
    postgres.create(f"{deployed.name}-again")
    restored = f"{postgres.server()}/{deployed.name}-again"
    words = ["pg_restore", "--no-owner", "--dbname", plain(restored), str(made)]
    subprocess.run(words, check=True, env=with_programs())
    held = [counted(address) for address in (deployed.database, restored)]
    assert held[0] == held[1]
    assert held[0][0] > 0
    outdate = [str(Path(sys.executable).parent / "scorekeeper"), "outdate"]
    said = subprocess.run(
        outdate, check=True, env=deployed.environment() | {"DATABASE_URL": restored}, cwd=ROOT
    )
    assert said.returncode == 0
    with create_engine(restored, poolclass=NullPool).connect() as connection:
        revisions = connection.execute(text("SELECT revision, rights FROM game")).all()
    assert {min(row) > 10**6 for row in revisions} == {True}, "an old page would pass for a new one"


def test_a_copy_that_cannot_be_made_leaves_no_file_and_says_so(tmp_path: Path) -> None:
    postgres.server()
    failed = backed_up("no-such-database", tmp_path)
    assert failed.returncode != 0
    assert b"no-such-database" in failed.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_secret_key_of_the_example_is_refused(tmp_path: Path) -> None:
    lines = (FILES / "scorekeeper.env").read_text(encoding="utf-8").splitlines()
    (key,) = (line.partition("=")[2] for line in lines if line.startswith("SECRET_KEY="))
    with pytest.raises(config.SettingError, match="too short"):
        config.load(tmp_path, {"SECRET_KEY": key})


def backed_up(database: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """The copy that the timer's script makes of a database."""
    words = [str(FILES / "backup"), plain(f"{postgres.server()}/{database}"), str(folder)]
    return subprocess.run(words, capture_output=True, check=False, env=with_programs())


def plain(address: str) -> str:
    """The address as PostgreSQL's programs need it."""
    return address.replace("+psycopg", "")


def with_programs() -> dict[str, str]:
    """An environment that finds PostgreSQL's programs."""
    return {"PATH": f"{postgres.programs()}:{os.environ['PATH']}"}


def counted(address: str) -> tuple[int, int]:
    """The number of games and changes."""
    with create_engine(address, poolclass=NullPool).connect() as connection:
        games, changes = connection.execute(text(COUNTED)).one()
    return games, changes
