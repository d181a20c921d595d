"""An evening by chance: three phones save, undo, correct and hide bids in one game, on old pages,
and their requests arrive late, again or not at all. Paper foretells each answer.
"""

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.model import sheet
from tests.model.drivers import FAILED, PHONES, Driver
from tests.model.pages import KINDS, Page, Wish, compose
from tests.model.paper import GONE, REFUSED, SAVED, STALE, Paper, Request
from tests.model.sheet import Kind
from tests.torture.ledger import Ledger

GAMES = (
    Kind("wizard", ("Ann", "Ben", "Cem"), rule="hook"),
    Kind("wizard", ("Ann", "Ben", "Cem"), rule="hidden"),
    Kind("tournament", ("Ann", "Ben", "Cem", "Dora"), bonus=15),
    Kind("two-player", ("Ann", "Ben"), target=100),
)
phones = st.integers(0, len(PHONES) - 1)
who = st.sampled_from((0, 0, 0, 0, 1, 1, 2))
waits = st.sampled_from((0, 0, 0, 5, 90_000))
seats, numbers = st.integers(0, 3), st.integers(0, 11)
wishes = st.builds(Wish, st.sampled_from(KINDS), seats, numbers)
near = st.builds(
    Wish, st.sampled_from(("go", "go", "chip", "chip", "bids", "dealer")), seats, numbers
)


class Evening(RuleBasedStateMachine):
    """One game at a driver."""

    driver: Driver

    @initialize(
        kind=st.sampled_from((*GAMES, GAMES[1])), keepers=st.sampled_from(((1,), (1, 2), (1, 2)))
    )
    def starts(self, kind: Kind, keepers: tuple[int, ...]) -> None:
        """The first phone starts a game, and lets others keep its score."""
        self.driver.game = self.driver.start(kind)
        self.ledger = Ledger(self.driver.engine, self.driver.game)
        self.ledger.read()
        self.paper = Paper(kind, [self.ledger.now])
        self.pages = [Page() for _ in PHONES]
        self.sent: list[tuple[int, Request]] = []
        for phone in keepers:
            self.shares(phone)
        if kind.rule == "hidden":
            self._send(0, self.pages[0].request("/sealed", on="1"))

    def _send(self, phone: int, request: Request, *, draws: bool = True) -> None:
        told = self.driver.send(phone, request)
        self._check(phone, request, told)
        self.sent.append((phone, request))
        if draws:
            self.looks(phone)

    def _check(self, phone: int, request: Request, told: int) -> None:
        """Compare the answer and the database with paper."""
        expected = self.paper.send(phone, request)
        assert self.agree(request, told, expected), f"{phone} {request}: {told}, not {expected}"
        self._compare(request)

    @staticmethod
    def agree(request: Request, told: int, expected: int) -> bool:
        """Return whether this is the answer: pages of a hand that is gone are gone too."""
        gone = request.what in ("correct", "dealer", "new") and told == GONE
        return told == expected or (gone and expected in (REFUSED, STALE))

    def _compare(self, request: object) -> None:
        lines, paper = self.ledger.read(), self.paper
        assert self.ledger.now == paper.now, f"{request}"
        assert [line.tap for line in self.ledger.lines] == [save.tap for save in paper.saves]
        for phone in range(len(PHONES)) if paper.phones_bid else ():
            seen = self.driver.sees(phone)
            mine = {seat: bid if by == phone else None for seat, (by, bid) in paper.hidden.items()}
            assert seen is None or seen == mine, f"{phone} sees {seen}, on paper {mine}"
        if lines:
            totals = sheet.counted(paper.kind, paper.now)[0]
            assert (self.driver.totals() or [0] * len(totals)) == totals, f"{request}"

    @rule(phone=who)
    def looks(self, phone: int) -> None:
        """A phone draws its page again."""
        self.pages[phone] = Page(len(self.paper.saves))

    @rule(phone=who, wishes=st.lists(st.builds(Wish, st.just("go"), seats, numbers), max_size=7))
    def goes_on(self, phone: int, wishes: list[Wish]) -> None:
        """A phone enters all that is due, on pages that are up to date."""
        for wish in wishes:
            self.looks(phone)
            self._send(phone, compose(self.paper, self.pages[phone], wish))

    @rule(phone=who, plan=st.lists(wishes, min_size=1, max_size=4), draws=st.booleans(), ago=waits)
    def taps(self, phone: int, plan: list[Wish], draws: bool, ago: int) -> None:
        """A phone taps on the page that it has; some taps waited on the phone."""
        for wish in plan:
            request = compose(self.paper, self.pages[phone], wish)
            waited = {"ago": str(ago)} if ago else {}
            self._send(phone, replace(request, fields=request.fields | waited), draws=draws)

    @rule(one=phones, apart=st.integers(1, 2), plans=st.lists(st.tuples(near, near), max_size=4))
    def cross(self, one: int, apart: int, plans: list[tuple[Wish, Wish]]) -> None:
        """Two phones draw their pages at the same time, and one taps after the other."""
        both = (one + apart) % len(PHONES), one
        for plan in plans:
            for phone in both:
                self.looks(phone)
            for phone, wish in zip(both, plan, strict=True):
                self._send(phone, compose(self.paper, self.pages[phone], wish))

    @rule(phone=who, wishes=st.lists(wishes, max_size=3))
    def loses(self, phone: int, wishes: list[Wish]) -> None:
        """Taps that the network keeps for now; the page goes on."""
        for wish in wishes:
            self.sent.append((phone, compose(self.paper, self.pages[phone], wish)))

    @precondition(lambda self: self.sent)
    @rule(which=st.lists(st.integers(0, 20), max_size=4))
    def come_late(self, which: list[int]) -> None:
        """Lost taps arrive, or copies of some that had arrived."""
        for back in which if self.sent else ():
            phone, request = self.sent[-1 - back % len(self.sent)]
            self._check(phone, request, self.driver.send(phone, request))

    @rule(
        phone=who,
        ways=st.lists(st.sampled_from(("undo", "undo", "tap", "redo")), max_size=5),
        copies=st.booleans(),
    )
    def goes_back(self, phone: int, ways: list[str], copies: bool) -> None:
        """Undo and Redo, one after the other, from the page that it has: the newest save, or the
        page's own last tap. Copies of what was undone may arrive afterwards."""
        for way in ways:
            page = self.pages[phone]
            if way == "redo":
                self._send(phone, page.request("/redo"))
                continue
            shown = replace(self.paper, saves=self.paper.saves[: page.drawn])
            target = {"target": str(shown.undoable or "")}
            if way == "tap" and page.sent:
                target = {"undoes": page.sent[-1]}
            request = page.request("/undo", **target)
            del request.fields["revision"]
            self._send(phone, request)
        if copies:
            self.come_late([*range(2 * len(ways))])

    @precondition(lambda self: self.paper.phones_bid)
    @rule(
        laid=st.lists(st.tuples(phones, seats, st.integers(0, 4)), max_size=7), opens=st.booleans()
    )
    def hides(self, laid: list[tuple[int, int, int]], opens: bool) -> None:
        """After the trump, phones enter hidden bids or remove them, and all are revealed."""
        self.goes_on(0, [] if self.paper.hides else [Wish("trump", 0, 0)])
        for phone, number, bid in laid:
            page, seat = self.pages[phone], number % len(self.paper.kind.names)
            free = page.request(self._hand("free"), seat=str(seat))
            lay = page.request(self._hand("sealed"), **{f"bid_{seat}": str(bid)})
            self._send(phone, free if bid > 3 else lay)
        if opens:
            self._send(0, self.pages[0].request(self._hand("open")))

    def _hand(self, what: str) -> str:
        return f"/hands/{sheet.in_play(self.paper.kind, self.paper.now) or 1}/{what}"

    @rule(
        what=st.sampled_from(("share", "share", "end", "switch", "start")), by=phones, whom=phones
    )
    def manages(self, what: str, by: int, whom: int) -> None:
        """A phone is let in or out, players bid on their phones, or the program starts again."""
        match what:
            case "share":
                self.shares(whom)
            case "end":
                self.ends(by, whom)
            case "switch":
                on = "" if self.paper.phones_bid else "1"
                self._send(by, self.pages[by].request("/sealed", on=on))
            case "start":
                self.driver.restart()
                self._compare("a restart")

    def shares(self, phone: int) -> None:
        """The first phone lets another keep the score too."""
        if phone not in self.paper.keepers:
            self.driver.share(phone)
            self.paper.keepers.add(phone)

    def ends(self, by: int, whom: int) -> None:
        """A phone ends the right of another one, or its own; the first phone's own stays."""
        keepers = self.paper.keepers
        if whom == 0 and by == 0:
            return
        may = by in keepers and (whom != 0 or 0 not in keepers)
        told = self.driver.end(by, whom)
        assert told == (SAVED if may else GONE), f"{by} revokes {whom}: {told}"
        if may:
            keepers.discard(whom)

    @rule(phone=who, wish=wishes, at=st.integers(1, 8))
    def fails(self, phone: int, wish: Wish, at: int) -> None:
        """The database refuses a statement: nothing of the tap is written, and it comes again."""
        request = compose(self.paper, self.pages[phone], wish)
        told = self.driver.send_broken(phone, request, at)
        if told == FAILED:
            self._compare(request)
            told = self.driver.send(phone, request)
        self._check(phone, request, told)


def play(driver: Driver, machine: type[Evening] = Evening, **bounds: Any) -> None:
    """Play evenings at a driver."""
    played = driver

    class Here(machine):  # type: ignore[misc,valid-type]
        driver = played

    options = settings(
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        **{"derandomize": True, **bounds},
    )
    run_state_machine_as_test(Here, settings=options)
