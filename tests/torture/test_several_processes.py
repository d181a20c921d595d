"""Four processes behind nginx, on PostgreSQL and Redis, act as one.

They are started with the files of deploy/, as in docs/deploy.md.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests.figures import Figures
from tests.servers import PATIENCE
from tests.torture import size
from tests.torture.caller import Fields
from tests.torture.deployed import Deployed
from tests.torture.endurance import PLAYERS, tap_at_once
from tests.torture.evening import on_disk, totals
from tests.torture.followed import Followed, Follower, rows_of
from tests.torture.phone import Dial, Phone

pytestmark = [
    pytest.mark.torture,
    pytest.mark.xdist_group("deployed"),
    pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux"),
]

PROCESSES = 4
TABLES = size(8, 50)
HANDS = size(1, 8)
MOST = 20
"""Wrong codes within a minute."""
ASKED = 400
"""The maximum number of attempts until all processes have answered."""
HEARTS: Fields = {"turned": "hearts", "revision": 0}
PHONE = re.compile(r'name="phone" value="(\d+)"')


def test_tables_that_play_at_once_are_seen_right_whichever_process_answers(
    deployed: Deployed, dial: Dial, figures: Figures
) -> None:
    tables = [
        Followed(dial(), random.Random(number), HANDS, watcher=dial()) for number in range(TABLES)
    ]
    taps = len(tables[0].rest)
    rate = tap_at_once(tables, taps)
    engine = create_engine(deployed.database, poolclass=NullPool)
    with engine.connect() as connection:
        for table in tables:
            assert on_disk(connection, table.game) == table.paper
            assert totals(table.caller, table.game, PLAYERS) == table.paper.totals()
            table.follower.check(table.paper)
            assert rows_of(table.watcher.get(table.game).text) == table.follower.rows
            table.caller.close()
    ways = sum((table.ways for table in tables), Counter[tuple[str, str]]())
    apart = sum(count for (saved, drawn), count in ways.items() if saved != drawn)
    assert len({process for way in ways for process in way}) == PROCESSES
    assert apart > TABLES * taps / 4
    figures(
        f"{TABLES} tables, {TABLES * taps} saves, each followed by a page and an empty poll, "
        f"{rate:.0f} saves in a second; {apart} pages drawn by another process than saved"
    )


def test_a_right_that_is_taken_away_is_gone_in_every_process_at_once(dial: Dial) -> None:
    keeper, guest = dial(), dial("127.0.0.4")
    game = keeper.start("Ann", "Ben", "Cem")
    keeper.share(game, guest)
    follower = Follower(guest, game)

    def statuses(phone: Phone) -> set[int]:
        return everywhere(phone, lambda line: line.post(f"{game}/hands/1/trump", HEARTS).status)

    for _ in range(3):
        assert statuses(guest) == {303}
        follower.look()
        assert follower.role == "keeps"
        # The last button belongs to the asking phone.
        number, _ = PHONE.findall(keeper.get(f"{game}/phones").text)
        assert keeper.post(f"{game}/phones", {"phone": number}).status == 303
        assert statuses(guest) == {404}
        assert statuses(keeper) == {303}
        assert follower.look(), "the page is not told"
        assert follower.role == "looks"
        keeper.share(game, guest)


def test_wrong_codes_are_counted_together_by_the_address_that_nginx_saw(
    dial: Dial,
) -> None:
    def tried(phone: Phone) -> int:
        return phone.post("/join", {"code": "ACDEFG"}).status

    phones, other = [dial("127.0.0.2") for _ in range(PROCESSES)], dial("127.0.0.3")
    processes = set[str]()
    with ThreadPoolExecutor(PROCESSES) as pool:
        # All at the same time, so that no single process can answer all.
        for _ in range(MOST // PROCESSES):
            assert set(pool.map(tried, phones)) == {422}
            processes |= {phone.process for phone in phones}
    assert len(processes) > 1, "one process answered all"
    assert everywhere(phones[0], tried) == {429}
    assert other.post("/join", {"code": "ACDEFG"}).status == 422


@pytest.mark.parametrize("number", range(size(1, 30)))
def test_a_one_time_link_that_many_redeem_at_once_is_redeemed_once(dial: Dial, number: int) -> None:
    keeper = dial()
    game = keeper.start("Ann", "Ben", "Cem")
    link = keeper.link(game)
    others = [dial(f"127.0.{number + 1}.{end}") for end in range(1, 9)]
    for other in others:
        assert other.get(link).status == 200
        other.token = other.get("/new").value("csrf_token")
    together = Barrier(len(others))

    def redeem(phone: Phone) -> int:
        together.wait(PATIENCE)
        return phone.post(link, {"name": ""}).status

    with ThreadPoolExecutor(len(others)) as pool:
        found = sorted(pool.map(redeem, others))
    assert found == [303] + [410] * (len(others) - 1)
    saved = [other.post(f"{game}/hands/1/trump", HEARTS).status for other in others]
    assert sorted(saved) == [303] + [404] * (len(others) - 1)


def everywhere(phone: Phone, ask: Callable[[Phone], int]) -> set[int]:
    """The answers until every process has answered, over connections that ask at the same time.

    Over one alone, the process that has just answered could answer again and again.
    """
    lines = [replace(phone, _line=None) for _ in range(PROCESSES)]
    processes, found = set[str](), set[int]()
    with ThreadPoolExecutor(PROCESSES) as pool:
        for _ in range(ASKED // PROCESSES):
            found |= set(pool.map(ask, lines))
            processes |= {line.process for line in lines}
            if len(processes) == PROCESSES:
                break
    for line in lines:
        line.close()
    assert len(processes) == PROCESSES, f"only {len(processes)} processes answer"
    return found
