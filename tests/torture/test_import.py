"""A large import during saves: nobody waits long, and no part of it is ever visible or left
behind."""

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from tests import databases
from tests.exchange.made import of, text_of
from tests.figures import Figures
from tests.rules.notation import play
from tests.torture import size
from tests.torture.caller import Caller, Reply
from tests.torture.evening import Tap, evening, numbered
from tests.torture.served import Served

pytestmark = [pytest.mark.torture, pytest.mark.postgresql]

GAMES = size(500, 9000)
"""The full number takes 20 MB, the maximum size of a file."""
LONGEST_WAIT = size(3, 1)
"""Seconds that a save may take during it; more if other tests run on the same machine."""
BOUNDARY = "a-boundary-of-a-form"
HANDS = [
    f"h {n if n < 9 else 9}00{max(0, n - 9)}/0{min(n, 9)}0{max(0, n - 9)}" for n in range(1, 13)
]


def large_file() -> str:
    """A file of evenings with twelve hands, with unknown people."""
    game = play("wizard", 4, *HANDS)
    return text_of(*(of(game, f"game-{number}") for number in range(GAMES)))


def send(phone: Caller, file: str) -> Reply:
    """Import a file, as a browser sends it."""
    fields = {"csrf_token": phone.token, "text": ""}
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    parts.append(f'name="file"; filename="games.json"\r\n\r\n{file}')
    start = f"--{BOUNDARY}\r\nContent-Disposition: form-data; "
    body = "".join(f"{start}{part}\r\n" for part in parts) + f"--{BOUNDARY}--\r\n"
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    return phone.ask("POST", "/book/bring", headers, body.encode())


def importing(phone: Caller, file: str) -> tuple[threading.Thread, list[Reply]]:
    """Start to import the file; returns where its answer will be."""
    answers: list[Reply] = []

    def bring() -> None:
        try:
            answers.append(send(phone, file))
        except OSError:
            phone.close()

    thread = threading.Thread(target=bring)
    thread.start()
    return thread, answers


Dial = Callable[..., Caller]


@pytest.fixture
def dial(served: Served) -> Iterator[Dial]:
    """Creates phones, or another connection of one; all are closed at the end."""
    with ExitStack() as lines:

        def dial(phone: Caller | None = None) -> Caller:
            new = Caller(served.port, timeout=300)
            if phone:
                new.cookies, new.token = phone.cookies, phone.token
            return lines.enter_context(closing(new))

        yield dial


def seen(phone: Caller) -> tuple[int, int, int]:
    """The number of games in the phone's lists, file and sheet."""
    games = len(json.loads(phone.get("/history.json").text)["games"])
    rows = phone.get("/history.csv").text
    return phone.get("/history").text.count('href="/g/'), games, len(rows.splitlines())


def test_saves_wait_little_and_nothing_is_seen_until_all_is_there(
    dial: Dial, figures: Figures
) -> None:
    ann, ben = dial(), dial()
    game, own = ann.start("Ann", "Ben", "Cem"), ben.start("Dora", "Emil", "Fritz")
    before, watch = seen(ben), dial(ben)
    thread, answers = importing(dial(ben), large_file())
    waits: list[float] = []
    looks: set[tuple[int, int, int]] = set()
    taps: Iterator[Tap] = iter(())
    revision = 0
    while thread.is_alive():
        if (tap := next(taps, None)) is None:
            game, revision = ann.start("Ann", "Ben", "Cem"), 0
            taps = evening(random.Random(len(waits)))
            continue
        begun = time.monotonic()
        assert ann.post(game + tap.path, numbered(tap.chips, revision), part=True).status == 200
        waits.append(time.monotonic() - begun)
        revision += 1
        if len(waits) % 20 == 0 and thread.is_alive():
            looks.add(seen(watch))
    thread.join()
    assert answers[0].status == 303, answers[0].text
    # The server disconnected the idle phone.
    ben = dial(ben)
    assert seen(ben)[1] == before[1] + GAMES
    assert own in ben.get("/").text
    # The last check may be after the import.
    assert before in looks
    assert len(looks) <= 2
    waits.sort()
    figures(
        f"{len(waits)} saves beside an import of {GAMES} games waited {1000 * waits[-1]:.0f} ms at "
        f"most, {1000 * waits[len(waits) // 2]:.0f} ms in the middle"
    )
    assert waits[-1] <= LONGEST_WAIT


def test_an_import_that_is_killed_leaves_nothing(served: Served, dial: Dial) -> None:
    ben = dial()
    ben.start("Dora", "Emil", "Fritz")
    before, file = seen(ben), large_file()
    whole, books = counted(served, "game"), counted(served, "book")
    thread, answers = importing(dial(ben), file)
    wait_until(lambda: counted(served, "game") > whole)
    served.kill()
    thread.join()
    ben.close()
    assert not answers
    assert counted(served, "game") > whole
    served.start()
    assert seen(ben) == before
    ben.close()
    served.kill()
    change(served, "UPDATE book SET stamp = 'h20200101000000' WHERE stamp LIKE 'h%'")
    served.start()
    assert counted(served, "game") == whole
    assert counted(served, "book") == books
    assert send(dial(ben), file).status == 303
    assert seen(ben)[1] == before[1] + GAMES


def wait_until(happened: Callable[[], bool]) -> None:
    """Check repeatedly."""
    until = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < until


def counted(served: Served, table: str) -> int:
    """The rows of a table on the disk."""
    engine = create_engine(databases.url_of(served.folder), poolclass=NullPool)
    with closing(engine.connect()) as connection:
        return connection.scalar(text(f"SELECT count(*) FROM {table}")) or 0  # noqa: S608


def change(served: Served, statement: str) -> None:
    """Change the file while the program is stopped."""
    engine = create_engine(databases.url_of(served.folder), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text(statement))
