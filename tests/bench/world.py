"""Several processes on PostgreSQL, with and without Redis.

Measurements alternate, in the same run, with a bare route or with the same number of processes that
share one lock. The processor time of each kind of request depends less than elapsed time on the
other programs of the machine.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from scorekeeper.http import cookies
from tests import postgres
from tests.bench.crowd import Table
from tests.bench.line import Answer, Line, request
from tests.bench.loop import Loop
from tests.bench.phone import Phone
from tests.bench.processes import ONE_LOCK, Process, cpu, cpu_of_database
from tests.bench.report import Row, compared, table
from tests.torture import redis_server
from tests.torture.bare import Bare
from tests.torture.caller import Caller
from tests.torture.evening import Tap, evening

NAMES = ("Ann", "Ben", "Cem")
MOST = 4
"""The most processes."""
TABLES, POLLERS = 60, 8
TURNS, SECONDS = 3, 4.0
ROUNDS = 300
"""The number of requests of each kind, one after another."""
HELLO = request("GET", "/hello", {})
IDLE = 0.6
"""The target: an idle poll with Redis, as a share of the bare route."""
SHARED, OWN = "one lock", "a lock a game"
GAIN = 2.5
"""The target: saves of four processes, divided by those of one."""


@dataclass
class Spent:
    """The time that a number of answers took, elapsed and of processors, in seconds."""

    answers: int = 0
    seconds: float = 0.0
    program: float = 0.0
    database: float = 0.0
    client: float = 0.0

    def add(self, more: Spent) -> None:
        """Add another measurement."""
        for name, value in vars(more).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def rate(self) -> float:
        """Answers per second."""
        return self.answers / self.seconds

    def each(self, seconds: float) -> float:
        """Milliseconds per answer."""
        return seconds / self.answers * 1000


@dataclass
class Repeated:
    """A client that sends the same request as soon as the last one is answered."""

    port: int
    sent: bytes
    times: list[float] = field(default_factory=list)

    def request(self) -> bytes:
        """The repeated request."""
        return self.sent

    def answered(self, answer: Answer) -> float:
        """Record the time of the answer."""
        assert answer.status in (200, 204), answer.head
        self.times.append(answer.ms)
        return 0.0


@dataclass
class World:
    """The processes to compare: some share one lock, some have a lock for each game, one uses
    Redis."""

    bare: Bare
    shared: list[Process]
    own: list[Process]
    live: Process
    tables: list[Table]

    def spend(
        self, clients: Sequence[Table | Repeated], processes: Sequence[Process | Bare]
    ) -> Spent:
        """Let the clients work as fast as they can for a turn."""
        for client in clients:
            client.times.clear()
        pids = [one.pid for one in processes]
        before = _clocks(pids)
        Loop().run(clients, [0.0] * len(clients), SECONDS)
        spent = (after - was for after, was in zip(_clocks(pids), before, strict=True))
        return Spent(sum(len(client.times) for client in clients), *spent)


def _clocks(pids: Sequence[int]) -> tuple[float, float, float, float]:
    """The elapsed time, and the processor times of the program, the database and the clients."""
    return perf_counter(), cpu(pids), cpu_of_database("world"), process_time()


def report() -> Iterator[str]:
    """The measurements, in two tables."""
    with ExitStack() as ends:
        world = _opened(ends)
        yield table([*_rows(world)], growth=False)
        yield table([*_costs(world)], growth=False)


def _opened(ends: ExitStack) -> World:
    # The tests' own server does not wait for the disk.
    postgres.QUICK = "-c max_connections=200"
    folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="bench")))
    postgres.create("world")
    redis, address = redis_server.start(folder)
    ends.callback(redis.wait)
    ends.callback(redis.kill)
    url = f"{postgres.server()}/world"
    own = [Process(folder, url) for _ in range(MOST)]
    shared = [Process(folder, url, program=ONE_LOCK) for _ in range(MOST)]
    live = Process(folder, url, live=address)
    for one in (*own, *shared, live):
        ends.callback(one.kill)
        one.start()
    bare = Bare(folder, "delete")
    ends.callback(bare.kill)
    return World(bare, shared, own, live, _tables(own[0].port))


def _tables(port: int) -> list[Table]:
    return [_table(port, number) for number in range(TABLES)]


def _table(port: int, number: int) -> Table:
    game, key = _started(port)
    chance = random.Random(number)
    keeper = _phone(port, game, key)
    return Table(port, chance, keeper=keeper, taps=evening(chance, len(NAMES)))


def _started(port: int) -> tuple[str, str]:
    """A new game, and the key of its keeper."""
    caller = Caller(port)
    game = caller.start(*NAMES)
    caller.close()
    return game, caller.cookies[cookies.PHONE]


def _phone(port: int, game: str, key: str = "") -> Phone:
    phone = Phone(Line(port), game, key)
    phone.open()
    return phone


def _rows(world: World) -> Iterator[Row]:
    yield from _polls(world)
    yield from _idle(world)
    yield from _saves(world)


def _polls(world: World) -> Iterator[Row]:
    """Polls and news one after another, by turns with the bare route."""
    game, key = _started(world.live.port)
    keeper = _phone(world.live.port, game, key)
    first, later = (_phone(world.live.port, game) for _ in range(2))
    other, _ = _started(world.live.port)
    with_redis, without = (_phone(one.port, other) for one in (world.live, world.own[0]))
    line, chance = Line(world.bare.port), random.Random(5)
    keeper.tap(Tap(1, "trump", (("turned", "hearts"),)))
    asks: dict[str, Callable[[], Answer]] = {
        "bare route": lambda: line.ask(HELLO),
        "idle poll with Redis": with_redis.ask,
        "idle poll without Redis": without.ask,
    }
    taken: dict[str, list[float]] = {name: [] for name in (*asks, "news, first", "news, later")}
    for number in range(ROUNDS):
        for name in chance.sample(list(asks), len(asks)):
            taken[name].append(asks[name]().ms)
        keeper.tap(Tap(1, "bids", (("bid_1", "0"), ("bid_2", "0"), ("bid_0", str(number % 2)))))
        taken["news, first"].append(first.ask().ms)
        taken["news, later"].append(later.ask().ms)
    bare = median(taken.pop("bare route"))
    yield Row("bare route", f"{bare:.2f}")
    for name, times in taken.items():
        most = IDLE if name == "idle poll with Redis" else None
        yield compared(f"{name} ÷ bare route", median(times), bare, most)


def _idle(world: World) -> Iterator[Row]:
    """Idle polls of one process as fast as it can, by turns."""
    game, _ = _started(world.own[0].port)
    asked = _phone(world.own[0].port, game).poll()
    sides: dict[str, tuple[Process | Bare, bytes]] = {
        "bare route": (world.bare, HELLO),
        "idle poll with Redis": (world.live, asked),
        "idle poll without Redis": (world.own[0], asked),
    }
    found = {name: Spent() for name in sides}
    for _ in range(TURNS):
        for name, (one, sent) in sides.items():
            clients = [Repeated(one.port, sent) for _ in range(POLLERS)]
            found[name].add(world.spend(clients, [one]))
    bare = found["bare route"]
    for name, spent in found.items():
        yield Row(f"{name}, one process", f"{spent.rate:.0f} a second", spent.rate / bare.rate)
        times = spent.each(spent.program), bare.each(bare.program)
        most = IDLE if name == "idle poll with Redis" else None
        yield compared(f"{name}, processor time of the process ÷ bare route", *times, most)


def _saves(world: World) -> Iterator[Row]:
    """Tables that save as fast as they can, with each kind of lock."""
    found = _by_processes(world, (1, 2, MOST))
    yield from _compared(found)
    yield from _profile(found[OWN, MOST])


def _by_processes(world: World, counts: Sequence[int]) -> dict[tuple[str, int], Spent]:
    """All saves of each kind of lock and number of processes, by turns."""
    kinds = {SHARED: world.shared, OWN: world.own}
    found = {(name, count): Spent() for count in counts for name in kinds}
    for _ in range(TURNS):
        # New games, so that none ends within a turn.
        world.tables = _tables(world.own[0].port)
        for (name, count), spent in found.items():
            used = kinds[name][:count]
            for number, one in enumerate(world.tables):
                one.port = used[number % count].port
            spent.add(world.spend(world.tables, used))
    return found


def _compared(found: dict[tuple[str, int], Spent]) -> Iterator[Row]:
    for (name, count), spent in found.items():
        gain = spent.rate / found[name, 1].rate
        wanted, missed = (f"≥ {GAIN}", gain < GAIN) if (name, count) == (OWN, MOST) else ("", False)
        what = f"saves, {count} processes, {name} ÷ 1 process"
        yield Row(what, f"{spent.rate:.0f} a second", gain, wanted, missed)


def _profile(spent: Spent) -> Iterator[Row]:
    """The processor time of a save with four processes, and the load of the processors."""
    for name in ("program", "database", "client"):
        yield Row(f"processor time of a save: {name}", f"{spent.each(getattr(spent, name)):.2f}")
    busy = (spent.program + spent.database + spent.client) / spent.seconds
    yield Row("processors busy with these", f"{busy:.2f}")


def _costs(world: World) -> Iterator[Row]:
    """The processor time of each kind of request, in milliseconds."""
    keeper, own = world.tables[0].keeper, [world.own[0]]
    port, game = own[0].port, keeper.path
    for one in world.tables:
        one.port = port
    saves = world.spend(world.tables, own)
    live = _phone(world.live.port, game).poll()
    hits = world.spend([Repeated(world.live.port, live) for _ in range(POLLERS)], [world.live])
    follower = _phone(port, game)
    misses = world.spend([Repeated(port, follower.poll()) for _ in range(POLLERS)], own)
    shared = world.spend([Repeated(port, follower.poll("1.0")) for _ in range(POLLERS)], own)
    drawing = _phone(port, game, keeper.key)
    drawn = world.spend([Repeated(port, drawing.poll("1.0")) for _ in range(POLLERS)], own)
    commit, route = _durable(world)
    for name, spent in {
        "save": saves,
        "poll without news, stamp in Redis": hits,
        "poll without news, no stamp": misses,
        "news drawn before": shared,
        "news that is drawn": drawn,
    }.items():
        program, database = spent.each(spent.program), spent.each(spent.database)
        yield Row(f"processor time: {name}", f"{program:.2f}, database {database:.2f}")
    yield Row("the disk for a commit", f"{commit - route:.2f}")


def _durable(world: World) -> tuple[float, float]:
    """The median time of a bare durable commit, and of a bare route."""
    line, save = Line(world.bare.port), request("POST", "/", {})
    both = [(line.ask(save).ms, line.ask(HELLO).ms) for _ in range(ROUNDS)]
    commits, routes = zip(*both, strict=True)
    return median(commits), median(routes)
