"""A whole rally and a whole championship through the pages, from dealt games, against a plain
computation."""

import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.events.draw import Chance, sizes
from tests.desk import Desk
from tests.rules.events.test_tournaments import plain_winners
from tests.table import Table, numbers
from tests.web.events import compared
from tests.web.events.dealing import DECK, Hall

pytestmark = pytest.mark.usefixtures("_same_draws")
NAMES = [f"P{number}" for number in range(1, 19)]


@pytest.fixture
def _same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seeds in each run, so that no lot has to decide."""
    chance = Chance(1)
    monkeypatch.setattr(secrets, "randbits", lambda bits: chance.below(2**bits))


@pytest.mark.thorough
def test_a_rally_of_18_gives_the_ranks_of_its_papers(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*NAMES, hands="ten", rounds="3", minutes_each="105")
    hall = Hall(desk, 2002)
    assert hall.seat() == [4, 4, 5, 5]
    hall.play()
    hall.close()
    hall.compare(1, 1, 7)
    # One leaves and another comes late; one of the round's tables uses paper.
    desk.did("players/7/mark", state="out")
    desk.did("players/add", names="Late")
    assert sorted(hall.seat()) == [4, 4, 5, 5]
    assert not desk.round.table_of(7)
    hall.play(paper=1)
    hall.close()
    hall.compare(2, 7, 19)
    # Somebody leaves in the last round, and the one on stand-by takes the seat.
    desk.did("players/add", names="Stand-by", stand_by="y")
    hall.seat()
    leaves = desk.round.tables[2].seats[1]
    desk.did("replace", leaves=leaves, comes=20, counts="comes")
    desk.did("penalties", number=3, sign="penalty", points=30, reason="Bid late", of_round=3)
    hall.penalties = [(3, -30, "Bid late")]
    hall.play()
    assert 20 in hall.papers[2][3]["who"]
    hall.close()
    hall.compare(3)
    correct(hall, 2, 3)
    desk.did("end")
    assert len(hall.compare(3, *range(1, 21))) == 20
    log = desk.page("log")
    assert "Two columns were swapped" in log


def correct(hall: Hall, number: int, at: int) -> None:
    """Correct the last hand of a table of a closed round: the first seat made its bid of no trick,
    as on its paper."""
    desk = hall.desk
    where = f"round/{number}/table/{at}/correct"
    response = desk.send(where, reason="Two columns were swapped")
    assert response.status_code == 303, response.text
    table, game = desk.event.round(number).table(at), desk.games()[number, at]
    sheet = Table(desk.client)
    sheet.key = game.key
    dealt = hall.dealt[number, at]
    cards, last = table.sizes[-1], len(dealt)
    bids, tricks = dealt[-1]
    taken = [*tricks[1:], tricks[0]]
    fields: dict[str, Any] = numbers("bid", tuple(bids)) | numbers("tricks", tuple(taken))
    dealer = (table.dealer + last - 1) % len(bids)
    turned = {"turned": "hearts"} if cards * len(bids) < DECK else {}
    fields |= turned | {"dealer": dealer, "revision": sheet.revision}
    response = sheet.post(f"{sheet.path}/hands/{last}", **fields)
    assert response.status_code == 303, response.text
    dealt[-1] = (bids, taken)
    hall.write(number, at, dealt)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("people", "rounds", "cut"),
    [(25, 2, 4), pytest.param(229, 5, 64, marks=pytest.mark.slow)],
)
def test_a_championship_gives_the_ranks_of_its_papers(
    app: Flask, people: int, rounds: int, cut: int
) -> None:
    desk = Desk(app.test_client())
    names = [f"P{number}" for number in range(1, people + 1)]
    agreed = {"hands": "ten", "seating": "standing", "winners": "1"}
    desk.create(*names, rounds=rounds, final=cut, **agreed)
    hall = Hall(desk, 1989)
    leave_after = {min(3, rounds - 1): (people // 2, people - 1)}
    left = people
    for number in range(1, rounds + 1):
        assert tuple(hall.seat()) == sizes(left, 4, 5)
        hall.play()
        if number in leave_after:
            # They leave while the round is running: they are not drawn again.
            for who in leave_after[number]:
                desk.did(f"players/{who}/mark", state="out")
            left -= len(leave_after[number])
        hall.close()
    out = {who for numbers_ in leave_after.values() for who in numbers_}
    assert hall.told == [0] * rounds
    before = hall.compare(rounds, 1, *out)
    desk.did("final")
    final = [who for _, who, _ in before if who not in out][:cut]
    compare_final(hall, final, {who: rank for rank, who, _ in before}, rounds)


def compare_final(hall: Hall, left: list[int], before: dict[int, int], rounds: int) -> None:
    """Play the final: at each table the winner goes on; then compare the ranks of everybody, who
    had these ranks ``before``."""
    reached: list[list[int]] = []
    order, desk = [*left], hall.desk
    while len(left) > 4:
        assert hall.seat() == [4] * (len(left) // 4)
        sat = [[*table.seats] for table in desk.round.tables]
        assert sorted(who for one in sat for who in one) == sorted(left)
        places = [sum(left.index(who) for who in one) for one in sat]
        assert max(places) == min(places)
        hall.play()
        hall.close()
        winners = plain_winners([*hall.papers[-1].values()], order)
        reached.insert(0, [who for who in left if who not in winners])
        left = [who for who in left if who in winners]
    assert hall.seat() == [4]
    hall.play()
    hall.close()
    desk.did("end")
    last = hall.papers[-1][1]
    scores = dict(zip(last["who"], zip(last["totals"], last["made"], strict=True), strict=True))
    podium = [[who] for who in sorted(left, key=lambda who: scores[who], reverse=True)]
    groups = [*podium, *reached]
    groups.append([who for who in before if not any(who in group for group in groups)])
    hall.compare(rounds)
    compared.final_standings(desk, [*ranked(groups, before)])


def ranked(groups: list[list[int]], before: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Rank and start number of everybody, group by group; level before is level in a group."""
    ahead = 0
    for group in groups:
        for who in group:
            yield ahead + 1 + sum(before[other] < before[who] for other in group), who
        ahead += len(group)
