"""The clients at the tables: keepers that tap, followers that poll, and the same for bare
routes."""

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
"""Seconds between two polls of a follower, with some jitter."""


@dataclass
class Clicks:
    """A client that saves at the bare route, continuously or with pauses, while the quota lasts."""

    port: int
    chance: random.Random
    times: list[float] = field(default_factory=list)
    """The times of saves in milliseconds."""
    quota: Iterator[int] = field(default_factory=count)
    """A quota that all clients share, so that all are busy until the end."""
    thinks: bool = False
    pause: float = PAUSE

    def request(self) -> bytes | None:
        """The next save."""
        return None if next(self.quota, None) is None else self.save()

    def answered(self, answer: Answer) -> float:
        """Record the time of the answer."""
        assert answer.status == 200, answer.head
        self.times.append(answer.ms)
        self.saved(answer)
        return self.pause * self.chance.uniform(0.5, 1.5) if self.thinks else 0.0

    def save(self) -> bytes:
        """The request for a save."""
        return request("POST", "/", {})

    def saved(self, answer: Answer) -> None:
        """Let the page read the answer."""


@dataclass(kw_only=True)
class Table(Clicks):
    """A table that continues its game, tap by tap."""

    keeper: Phone
    taps: Iterator[Tap]
    revision: int = -1

    def save(self) -> bytes:
        """The next tap."""
        self.revision = int(self.keeper.shown["revision"])
        return self.keeper.save(next(self.taps))

    def saved(self, answer: Answer) -> None:
        """Check that the returned page shows one more save."""
        self.keeper.learn(answer)
        assert int(self.keeper.shown["revision"]) == self.revision + 1, answer.head


@dataclass
class Looks:
    """A client that opens the bare route every 2.5 seconds."""

    port: int
    chance: random.Random

    def request(self) -> bytes | None:
        """The next request."""
        return request("GET", "/hello", {})

    def answered(self, answer: Answer) -> float:
        """Time the next request from the last one."""
        assert answer.status in (200, 204), answer.head
        return max(0.0, EVERY * self.chance.uniform(0.9, 1.1) - answer.ms / 1000)


@dataclass(kw_only=True)
class Follower(Looks):
    """A follower of a game."""

    phone: Phone

    def request(self) -> bytes | None:
        """A poll."""
        return self.phone.poll()

    def answered(self, answer: Answer) -> float:
        """Let the page show the answer."""
        self.phone.learn(answer)
        return super().answered(answer)
