"""A simulated hall: many tables with their followers, served by processes that share a database.

The service times are measured (``world.py``); the behaviour of the people is assumed. Requests
arrive at random, at the rates that follow from that behaviour, and any free process answers. A
process is one core, because Python computes one request at a time.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from math import inf
from random import Random
from statistics import quantiles
from typing import Any

import simpy

Steps = Generator[simpy.Event, Any, None]
FOLLOWERS = 5
CYCLE, SAVES = 240.0, 9
"""The seconds that a hand takes at a table, and its saves: trump, four bids and four players'
tricks."""
QUIET = 60.0
"""The seconds of each hand in which pages poll seldom, because they have had no news for two
minutes."""
LIVELY = 110.0
"""The seconds of each hand in which followers poll every second: while the bids come (45 s) and the
tricks (25 s), and 20 s after each."""
AT_ONCE, OFTEN, SELDOM = 1.0, 2.5, 10.0
LIFE = 3.0
"""The lifetime of a stamp in Redis, in seconds."""
INSIDE = 0.5
"""The share of a save's processor time between taking its lock and the commit."""
WARM, SECONDS = 2.0, 8.0
RESTART = 2.0
"""Seconds until a lost process is replaced."""
RETRY = 1.0
"""Seconds until a page sends a tap again whose answer it lost."""
GOOD = 250.0
"""The time within which 99 of 100 saves and polls should be answered, in milliseconds."""
ENOUGH, FEW = 0.95, 20
"""The share of requests that must be answered by the end, so that waits do not grow; and the number
of answers below which there are no percentiles."""
HALLS = (100, 500, 1_000, 3_000, 10_000)


@dataclass(frozen=True, slots=True)
class Costs:
    """Milliseconds for one request: in the program, in the database, on the disk."""

    save: float
    save_database: float
    commit: float
    hit: float
    miss: float
    miss_database: float
    shared: float
    drawn: float
    drawn_database: float


@dataclass(frozen=True, slots=True)
class Hall:
    """The parameters of a simulation. With ``lock`` all saves share one lock."""

    tables: int
    processes: int
    cores: int
    """The processor cores of the database."""
    redis: bool = True
    lock: bool = False
    lost: int = 0
    """The number of processes that die in the middle of the simulation."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Requests per second."""

    saves: float
    polls: float
    news: float
    misses: float


@dataclass(frozen=True, slots=True)
class Seen:
    """The delays that phones see, in milliseconds, and the load of each part."""

    save: tuple[float, float]
    poll: tuple[float, float]
    news: tuple[float, float]
    program: float
    database: float
    kept: float
    """The share of requests answered by the end, for the kind of request with the longest waits."""

    @property
    def is_good(self) -> bool:
        """Whether people notice no delay, with reserves for a busier evening."""
        return max(self.save[1], self.poll[1], self.news[1]) < GOOD and self.program < 0.75


def rates(hall: Hall) -> Rates:
    """The requests of all tables: each phone polls, and each save is news for all others."""
    saves = hall.tables * SAVES / CYCLE
    keeper = (CYCLE - QUIET) / OFTEN + QUIET / SELDOM
    follower = keeper + LIVELY / AT_ONCE - LIVELY / OFTEN
    polls = hall.tables * (keeper + FOLLOWERS * follower) / CYCLE
    news = saves * FOLLOWERS
    # Of the polls of a table within the life of a stamp, one reads it.
    each = polls / hall.tables
    misses = polls / (1 + each * LIFE) if hall.redis else polls
    return Rates(saves, polls - news, news, misses)


def drawn_share(hall: Hall) -> float:
    """The share of news that a process has to draw: each process draws news once for all
    followers."""
    alone = 1 - (1 - 1 / hall.processes) ** FOLLOWERS
    return hall.processes * alone / FOLLOWERS


class Simulation:
    """The simulation of one hall for some seconds."""

    def __init__(self, hall: Hall, costs: Costs, seed: int = 1) -> None:
        self.hall, self.costs, self.chance = hall, costs, Random(seed)
        self.rates, self.drawn = rates(hall), drawn_share(hall)
        self.env = simpy.Environment()
        self.program = simpy.Resource(self.env, hall.processes)
        self.computing: dict[simpy.Process, None] = {}
        """The requests that a process works on, in their order."""
        self.database = simpy.Resource(self.env, hall.cores)
        self.lock = simpy.Resource(self.env, 1)
        self.taken: dict[str, list[float]] = {"save": [], "poll": [], "news": []}
        self.busy = {"program": 0.0, "database": 0.0}
        self.asked = dict.fromkeys(self.taken, 0)
        self.again = 0

    def run(self) -> Seen:
        """Run the simulation."""
        found = self.rates
        kinds = {"save": found.saves, "poll": found.polls, "news": found.news}
        for name, rate in kinds.items():
            self.env.process(self._arrive(name, rate))
        for _ in range(self.hall.lost):
            self.env.process(self._die())
        self.env.run(WARM + SECONDS)
        time = WARM + SECONDS
        return Seen(
            _percentiles(self.taken["save"]),
            _percentiles(self.taken["poll"]),
            _percentiles(self.taken["news"]),
            self.busy["program"] / time / self.hall.processes,
            self.busy["database"] / time / self.hall.cores,
            min(len(self.taken[name]) / count for name, count in self.asked.items()),
        )

    def _arrive(self, name: str, rate: float) -> Steps:
        while True:
            yield self.env.timeout(self.chance.expovariate(rate))
            self.env.process(self._ask(name))

    def _ask(self, name: str) -> Steps:
        began = self.env.now
        self.asked[name] += began > WARM
        while True:
            try:
                yield from self._save() if name == "save" else self._read(name)
                break
            except simpy.Interrupt:
                self.again += 1
                yield self.env.timeout(RETRY)
        if began > WARM:
            self.taken[name].append((self.env.now - began) * 1000)

    def _save(self) -> Steps:
        cost = self.costs
        yield from self._use(self.program, "program", cost.save * (1 - INSIDE))
        if self.hall.lock:
            with self.lock.request() as turn:
                yield turn
                yield from self._write()
        else:
            yield from self._write()

    def _write(self) -> Steps:
        cost = self.costs
        yield from self._use(self.program, "program", cost.save * INSIDE)
        yield from self._use(self.database, "database", cost.save_database)
        yield self.env.timeout(self._spread(cost.commit))

    def _read(self, name: str) -> Steps:
        cost = self.costs
        if name == "news":
            draws = self.chance.random() < self.drawn
            program = cost.drawn if draws else cost.shared
            database = cost.drawn_database if draws else 0.0
        else:
            misses = self.chance.random() < self.rates.misses / self.rates.polls
            program = cost.miss if misses and not self.hall.redis else cost.hit
            database = cost.miss_database if misses else 0.0
        yield from self._use(self.program, "program", program)
        if database:
            yield from self._use(self.database, "database", database)

    def _use(self, resource: simpy.Resource, name: str, ms: float) -> Steps:
        with resource.request() as turn:
            yield turn
            spent = self._spread(ms)
            self.busy[name] += spent
            own = self.env.active_process
            assert own is not None
            if resource is self.program:
                self.computing[own] = None
            try:
                yield self.env.timeout(spent)
            finally:
                self.computing.pop(own, None)

    def _die(self) -> Steps:
        """Stop a process, with the request that it is answering."""
        yield self.env.timeout(WARM + SECONDS / 2)
        if self.computing:
            self.chance.choice(list(self.computing)).interrupt()
        with self.program.request() as gone:
            yield gone
            yield self.env.timeout(RESTART)

    def _spread(self, ms: float) -> float:
        """A service time in seconds around its mean; some take three times as long."""
        return self.chance.gammavariate(4, ms / 4) / 1000


def smallest(tables: int, costs: Costs) -> tuple[Hall, Seen]:
    """The fewest processes and database cores with which nobody waits."""
    hall = Hall(tables, 1, 1)
    while True:
        found = rates(hall)
        share = drawn_share(hall)
        news = share * costs.drawn + (1 - share) * costs.shared
        load = found.saves * costs.save + found.polls * costs.hit + found.news * news
        data = found.saves * costs.save_database + found.misses * costs.miss_database
        data += found.news * share * costs.drawn_database
        if load > 700 * hall.processes:
            hall = replace(hall, processes=hall.processes + 1)
        elif data > 600 * hall.cores:
            hall = replace(hall, cores=hall.cores + 1)
        elif (seen := Simulation(hall, costs).run()).is_good:
            return hall, seen
        else:
            hall = replace(hall, processes=hall.processes + 1)


def report(costs: Costs) -> Iterator[str]:
    """The costs, the needs of each hall, and the first limit of the largest one, a line each."""
    yield f"measured, ms of a processor: {', '.join(_costs(costs))}\n"
    largest = Hall(1, 1, 1)
    for tables in HALLS:
        largest, seen = smallest(tables, costs)
        yield _line("", largest, seen)
    for what, other in {
        "without Redis": replace(largest, redis=False),
        "one lock": replace(largest, lock=True),
        "a process lost": replace(largest, lost=1),
        "half of them lost": replace(largest, lost=largest.processes // 2),
        "half the processes": replace(largest, processes=largest.processes // 2),
        "half the database": replace(largest, cores=max(1, largest.cores // 2)),
    }.items():
        yield _line(what, other, Simulation(other, costs).run())


def _costs(costs: Costs) -> Iterator[str]:
    return (f"{name} {getattr(costs, name):.2f}" for name in Costs.__slots__)


def _line(what: str, hall: Hall, seen: Seen) -> str:
    found = rates(hall)
    asked = f"{found.saves:.0f} saves, {found.polls:.0f} polls, {found.news:.0f} news a second"
    both = (("save", seen.save), ("poll", seen.poll), ("news", seen.news))
    times = ", ".join(f"{name} {p50:.0f} and {p99:.0f} ms" for name, (p50, p99) in both)
    parts = f"{hall.processes} processes {min(1, seen.program):.0%}"
    parts += f", database {hall.cores} cores {min(1, seen.database):.0%}"
    waits = f"p50 and p99: {times}" if seen.kept > ENOUGH else f"only {seen.kept:.0%} answered"
    return f"{f'{hall.tables} tables {what}'.strip()}: {asked}; {parts}; {waits}\n"


def _percentiles(times: list[float]) -> tuple[float, float]:
    """The 50th and the 99th percentile."""
    if len(times) < FEW:
        return inf, inf
    found = quantiles(times, n=100)
    return found[49], found[98]
