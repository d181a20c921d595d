"""Three phones keep score in the same games at random: nothing reported as saved is lost."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import NullPool

from tests import databases
from tests.figures import Figures
from tests.torture import WHOLE, size
from tests.torture.caller import Caller
from tests.torture.keepers import SAVED, Phone, Save, Wish
from tests.torture.ledger import Ledger, Line
from tests.torture.served import Served
from tests.torture.wishes import KINDS, compose
from tests.torture.witness import GAMES, Kind, check_csv, judge

pytestmark = [pytest.mark.torture, pytest.mark.postgresql]

STARTS = size(10, 90)
"""Games; the program allows 120 in an hour."""
STEPS = size(25, 50)
PHONES = ("First", "Second", "Third")
SIZES = "2, 3, 1, 4, 5, 3"

wishes = st.builds(
    Wish,
    st.sampled_from(KINDS),
    st.integers(0, 3),
    st.integers(0, 11),
    st.sampled_from((False, False, False, True)),
    st.booleans(),
)
plans = st.lists(wishes, min_size=1, max_size=3)


@dataclass
class World:
    """The phones at a served program and its database, and their answers.

    ``wrong`` is the first error, because with threads it may not occur again.
    """

    phones: list[Phone]
    engine: Engine
    answered: Counter[str] = field(default_factory=Counter)
    games: int = 0
    saves: int = 0
    at_once: int = 0
    copies: int = 0
    wrong: Exception | None = None

    def start(self, kind: Kind) -> str:
        """Start a game in which all phones keep score; returns its path."""
        first, *others = self.phones
        sizes: dict[str, Any] = {} if kind.target else {"length": "list", "sizes": SIZES}
        game = first.caller.start(*kind.names, variant=kind.variant, **sizes)
        for other in others:
            first.caller.share(game, other.caller, other.name)
        self.games += 1
        return game

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Record the first error inside."""
        try:
            yield
        except Exception as wrong:
            self.wrong = self.wrong or wrong
            raise


class Keepers(RuleBasedStateMachine):
    """One game, tapped by all phones, one after the other or at once."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.phones = world.phones

    @initialize(kind=st.sampled_from(GAMES))
    def starts(self, kind: Kind) -> None:
        """The phones begin a game."""
        self.kind = kind
        self.ledger = Ledger(self.world.engine, self.world.start(kind))
        self.ledger.read()
        for phone in self.phones:
            phone.sent.clear()
            self._look(phone)

    @rule(who=st.integers(0, 2))
    def looks(self, who: int) -> None:
        """One phone redraws its page."""
        self._look(self.phones[who])

    @rule(who=st.integers(0, 2), plan=plans)
    def taps(self, who: int, plan: list[Wish]) -> None:
        """One phone taps, on the page that it has."""
        self._send([self.phones[who]], [plan])

    @rule(together=st.tuples(plans, plans, plans), look=st.booleans())
    def tap_at_once(self, together: tuple[list[Wish], ...], look: bool) -> None:
        """All phones tap at the same time, maybe after all have redrawn their pages."""
        for phone in self.phones if look else ():
            self._look(phone)
        self._send(self.phones, together)

    @rule(who=st.integers(0, 2), which=st.integers(0, 99))
    def comes_late(self, who: int, which: int) -> None:
        """A copy of an earlier save arrives: it succeeds and writes nothing."""
        phone, written = self.phones[who], {line.tap for line in self.ledger.lines}
        if saved := [save for save in phone.sent if save.fields["tap"] in written]:
            save = saved[which % len(saved)]
            reply = phone.caller.post(self.ledger.game + save.path, save.fields, part=True)
            with self.world.watched():
                assert reply.status in SAVED, f"a late copy was answered {reply.status}: {save}"
                assert not self.ledger.read(), f"a late copy was written: {save}"
            self.world.copies += 1

    def _look(self, phone: Phone, revision: int | None = None) -> None:
        phone.look(self.ledger, len(self.kind.names), revision)

    def _send(self, phones: list[Phone], plans: Sequence[list[Wish]]) -> None:
        known, games = len(self.ledger.lines), [self.ledger.game] * len(phones)
        with self.world.watched(), ThreadPoolExecutor(len(phones)) as pool:
            told = list(pool.map(Phone.send_all, phones, games, plans))
            names = [phone.name for phone in phones]
            judge(self.ledger, zip(names, told, strict=True), len(self.kind.names))
            if self.ledger.lines[known:]:
                csv = phones[0].caller.get(f"{self.ledger.game}.csv")
                check_csv(csv.text, self.ledger.now, self.kind)
        self._count(told, self.ledger.lines[known:])
        for phone, saves in zip(phones, told, strict=True):
            if phone.draws:
                self._look(phone, saves[-1].seen)

    def _count(self, told: list[list[Save]], lines: list[Line]) -> None:
        self.world.answered.update(save.outcome for saves in told for save in saves)
        self.world.saves += len(lines)
        self.world.at_once += len({line.phone for line in lines}) > 1


@pytest.fixture
def world(served: Served) -> Iterator[World]:
    """The phones, with different names for the log."""
    phones = [Phone(name, Caller(served.port), compose) for name in PHONES]
    phones[0].caller.post("/book/name", {"name": PHONES[0]})
    yield World(phones, create_engine(databases.url_of(served.folder), poolclass=NullPool))
    for phone in phones:
        phone.caller.close()


def test_nothing_that_was_answered_is_lost_between_phones_that_tap_at_random(
    world: World, figures: Figures
) -> None:
    class Here(Keepers):
        def __init__(self) -> None:
            super().__init__(world)

    options = settings(
        max_examples=STARTS,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize=not WHOLE,
        # Threads interleave differently each time, so searching for a smaller example is useless.
        phases=(Phase.generate,),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(Here, settings=options)
    except Exception as told:
        raise world.wrong or told from told
    statuses = Counter(what.split()[1] for what in world.answered.elements())
    figures(
        f"{world.games} games of {len(PHONES)} phones, {world.saves} saves, none lost; "
        f"{world.at_once} times saves of several at once; {world.copies} late copies written "
        f"nowhere; answers: {dict(statuses)}"
    )
    figures(f"{dict(sorted(world.answered.items()))}")
    assert {"200", "303", "409", "422"} <= statuses.keys()
    assert world.at_once
    assert world.copies
