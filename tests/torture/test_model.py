"""Evenings by chance at the served program: requests of three phones come at once and in copies,
the program is killed at any moment, and everything is as on paper.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import permutations
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import rule
from sqlalchemy import create_engine, text

from tests import databases
from tests.figures import Figures
from tests.model.drivers import FAILED, PHONES, Phones
from tests.model.evening import Evening, phones, play, wishes
from tests.model.pages import Wish, compose
from tests.model.paper import Request
from tests.torture import WHOLE, size
from tests.torture.caller import LOST, Caller
from tests.torture.served import Served

pytestmark = [pytest.mark.torture, pytest.mark.postgresql]

EVENINGS = size(3, 100)
STEPS = size(15, 60)
Asked = list[tuple[int, Request]]


class Program(Phones):
    """Phones at ``scorekeeper serve``, which can be killed."""

    def __init__(self, served: Served) -> None:
        callers = [Caller(served.port) for _ in PHONES]
        super().__init__(callers, create_engine(databases.url_of(served.folder)))
        self.served = served
        self.kills = self.lost = 0

    def restart(self) -> None:
        """Kill the program, like a power cut, and start it again."""
        self.served.kill()
        for phone in self.phones:
            phone.close()
        self.served.start()
        self.kills += 1
        if not databases.ON_POSTGRESQL:
            with self.engine.connect() as connection:
                assert connection.scalar(text("PRAGMA integrity_check")) == "ok"

    def send_broken(self, who: int, request: Request, at: int) -> int:
        """The answer at last, if the program is killed meanwhile."""
        return self.send_at_once([(who, request)], at)[0]

    def send_at_once(self, asked: Asked, kill: int | None) -> list[int]:
        """The answers to requests at the same moment; what a kill leaves without an answer is sent
        again, as pages do."""
        with ThreadPoolExecutor(len(asked)) as pool:
            sent = [pool.submit(self._send_or_lose, *one) for one in asked]
            if kill is not None:
                time.sleep(kill / 500)
                self.served.kill()
        if kill is not None:
            self.restart()
        told = [one.result() for one in sent]
        self.lost += told.count(FAILED)
        return [
            self.send(*one) if was == FAILED else was for one, was in zip(asked, told, strict=True)
        ]

    def _send_or_lose(self, who: int, request: Request) -> int:
        try:
            return self.send(who, request)
        except LOST:
            return FAILED


class Night(Evening):
    """An evening with requests at the same moment."""

    driver: Program
    saves = together = 0

    @rule(
        plan=st.tuples(wishes, wishes, wishes),
        copies=st.none() | phones,
        looks=st.booleans(),
        kill=st.none() | st.integers(1, 12),
    )
    def at_once(
        self, plan: tuple[Wish, ...], copies: int | None, looks: bool, kill: int | None
    ) -> None:
        """All phones tap at the same time, or the copies of one tap arrive together. Some order of
        the requests explains all answers and what is written."""
        for phone in range(len(PHONES)) if looks else ():
            self.looks(phone)
        asked = [
            (phone, compose(self.paper, self.pages[phone], wish)) for phone, wish in enumerate(plan)
        ]
        asked = asked if copies is None else [asked[copies]] * len(asked)
        told = self.driver.send_at_once(asked, kill)
        self.ledger.read()
        orders = [self._after(order) for order in permutations(zip(asked, told, strict=True))]
        explained = [paper for paper in orders if paper is not None]
        assert explained, f"no order explains {list(zip(asked, told, strict=True))}"
        Night.together += len(explained[0].saves) > len(self.paper.saves) + 1
        self.paper = explained[0]
        self.sent += asked
        self._compare(asked)

    def _after(self, order: tuple[tuple[tuple[int, Request], int], ...]) -> Any:
        """Paper after requests in this order; None if it foretells something else."""
        paper = deepcopy(self.paper)
        for (phone, request), told in order:
            if not self.agree(request, told, paper.send(phone, request)):
                return None
        written = [line.tap for line in self.ledger.lines]
        return paper if written == [save.tap for save in paper.saves] else None

    def teardown(self) -> None:
        """Count."""
        Night.saves += len(self.paper.saves) if hasattr(self, "paper") else 0


@pytest.fixture
def program(served: Served) -> Iterator[Program]:
    """The phones at the program."""
    program = Program(served)
    yield program
    program.engine.dispose()
    for phone in program.phones:
        phone.close()


def test_whatever_comes_at_once_or_is_cut_off_everything_is_as_on_paper(
    program: Program, figures: Figures
) -> None:
    play(program, Night, max_examples=EVENINGS, stateful_step_count=STEPS, derandomize=not WHOLE)
    figures(
        f"{EVENINGS} evenings of {len(PHONES)} phones, {Night.saves} saves, "
        f"{Night.together} times several at once; {program.kills} kills, {program.lost} requests "
        "without an answer: all as on paper"
    )
    assert program.kills
    assert Night.together or not WHOLE
    assert program.lost or not WHOLE
