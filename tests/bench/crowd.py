"""The clients at the tables: keepers that tap, followers that poll, and the same for bare
routes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from tests.bench.line import Answer, request
from tests.bench.phone import Phone
from tests.torture.evening import Tap

PAUSE = 2.0
"""Seconds between two taps of a table, on average."""
EVERY = 2.5
"""Seconds between two questions of a follower, with some jitter."""


@dataclass
class Clicks:
    """Somebody who saves at the bare route, at once or with pauses, while the quota lasts."""

    port: int
    chance: random.Random
    times: list[float] = field(default_factory=list)
    """How long each save took, in milliseconds."""
    quota: Iterator[int] = field(default_factory=count)
    """Shared by all, so that they are busy until the end."""
    thinks: bool = False

    def request(self) -> bytes | None:
        """The next save."""
        return None if next(self.quota, None) is None else self.save()

    def answered(self, answer: Answer) -> float:
        """Note how long it took."""
        assert answer.status == 200, answer.head
        self.times.append(answer.ms)
        self.saved(answer)
        return PAUSE * self.chance.uniform(0.5, 1.5) if self.thinks else 0.0

    def save(self) -> bytes:
        """The request."""
        return request("POST", "/", {})

    def saved(self, answer: Answer) -> None:
        """What the page learns."""


@dataclass(kw_only=True)
class Table(Clicks):
    """A table that plays on in its game, tap by tap."""

    keeper: Phone
    taps: Iterator[Tap]
    revision: int = -1

    def save(self) -> bytes:
        """The next tap."""
        self.revision = int(self.keeper.shown["revision"])
        return self.keeper.save(next(self.taps))

    def saved(self, answer: Answer) -> None:
        """The page that comes back shows one save more."""
        self.keeper.learn(answer)
        assert int(self.keeper.shown["revision"]) == self.revision + 1, answer.head


@dataclass
class Looks:
    """Somebody who opens the bare route every 2.5 seconds."""

    port: int
    chance: random.Random

    def request(self) -> bytes | None:
        """Once more."""
        return request("GET", "/hello", {})

    def answered(self, answer: Answer) -> float:
        """The next time is counted from when the last question was asked."""
        assert answer.status in (200, 204), answer.head
        return max(0.0, EVERY * self.chance.uniform(0.9, 1.1) - answer.ms / 1000)


@dataclass(kw_only=True)
class Follower(Looks):
    """Somebody who follows a game."""

    phone: Phone

    def request(self) -> bytes | None:
        """Whether there is news."""
        return self.phone.poll()

    def answered(self, answer: Answer) -> float:
        """The page shows it."""
        self.phone.learn(answer)
        return super().answered(answer)
