"""A table with another phone that follows every save, whichever process answers."""

import re
from collections import Counter
from dataclasses import dataclass, field

from tests.torture.caller import Caller
from tests.torture.endurance import Table
from tests.torture.evening import Paper
from tests.torture.phone import Phone

SEEN = re.compile(r'data-seen="([^"]+)"')
ROLE = re.compile(r'data-role="([^"]+)"')
ROW = re.compile(r'<tr id="row-(\d+)".*?</tr>', re.DOTALL)
TOTAL = re.compile(r'<b>(−?\d+)</b>\s*<span class="entry">')


def rows_of(page: str) -> dict[int, list[int]]:
    """The running totals in the rows of the sheet in a page or part; none in a hand to come."""
    return {
        int(row[1]): [int(total.replace("−", "-")) for total in TOTAL.findall(row[0])]
        for row in ROW.finditer(page)
    }


@dataclass
class Follower:
    """A phone that shows a game and polls like static/playing/follow.js."""

    caller: Caller
    game: str
    seen: str = ""
    role: str = ""
    """The purpose of the page: ``keeps`` or ``looks``."""
    rows: dict[int, list[int]] = field(default_factory=dict)
    """The drawn parts; those in an answer replace them."""

    def look(self) -> bool:
        """Poll once; returns whether something was new."""
        reply = self.caller.get(f"{self.game}?seen={self.seen}", **{"HX-Request": "true"})
        if reply.status == 204:
            return False
        assert reply.status == 200, reply.text
        seen, role = SEEN.search(reply.text), ROLE.search(reply.text)
        assert seen, reply.text
        self.seen, self.role = seen[1], role[1] if role else self.role
        self.rows |= rows_of(reply.text)
        return True

    @property
    def revision(self) -> int:
        """The number of saves that the page knows."""
        return int(self.seen.partition(".")[0])

    def check(self, paper: Paper) -> None:
        """Check that the page shows this save and the expected totals."""
        assert self.revision == paper.saves
        scored = {number: totals for number, totals in self.rows.items() if totals}
        assert scored == dict(enumerate(paper.totals(), 1))


@dataclass
class Followed(Table):
    """Plays on, and checks after each save that a follower sees it."""

    caller: Phone
    watcher: Phone = field(kw_only=True)
    follower: Follower = field(init=False)
    ways: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The process that saved, and the one that drew."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.follower = Follower(self.watcher, self.game)

    def save(self) -> None:
        """Make the next tap; the follower sees it, and then nothing more is new."""
        super().save()
        saved_by = self.caller.process
        assert self.follower.look(), "an answered save is not seen"
        self.follower.check(self.paper)
        self.ways[saved_by, self.watcher.process] += 1
        assert not self.follower.look(), "nothing is new, and yet a page comes"
