"""An event: its desk, its wall, its players, and a table at which a phone keeps score."""

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.desk import Desk
from tests.evenings.seen import masked
from tests.evenings.watch import Pages, Watch, inside
from tests.table import Table

LEFT = re.compile(r"(?P<digits>\d( \d)+) : \d \d|((?P<hours>\d+) h )?(?P<minutes>\d+) min(?= left)")
SLIP = re.compile(r"(?<=\bt/)(\d+-\d+)-[\w-]{22}")
FRAMES = {"desk/settings": "/events/new", "?": "P", "results?": "P", "standings": "P"}


def framed(name: str) -> str:
    """Most pages are framed as D is, those of a player as P, settings as a new event."""
    return next((FRAMES[begins] for begins in FRAMES if name.startswith(begins)), "D")


class Rally(Watch):
    """The desk of an event, and the phones of its hall.

    D is the desk's page of the round, W the wall, P the page of the player ``me``, T the game of
    table 1 as its phone shows it, and R the desk's page of that table.
    """

    who = "DWP"

    def __init__(self, app: Flask, before: Pages | None = None) -> None:
        super().__init__(before)
        self.app = app
        self.desk = Desk(app.test_client())
        self.hall, self.phone = app.test_client(), app.test_client()
        self.me = 1
        self.table: Table | None = None
        self.frame = framed

    def look(self, step: str, *more: str, who: str | None = None) -> None:
        """After a step: the pages for ``who``, and ``more`` pages, those of the desk as the desk
        sees them and the others as everybody does."""
        self._name_games()
        self.lines.append(f"== {step}")
        self.tell({role: self._page_of(role) for role in (self.who if who is None else who)})
        for page in more:
            self.lines.append(self.masked(f"-- {page}"))
            own = page[:4] in ("desk", "prin") or page[:1] == "/"
            self.tell({page: self.open(page, self.desk.client if own else self.hall)})

    def open(self, page: str, phone: FlaskClient) -> str:
        """A page: one of the event's, unless the address begins with /."""
        slash = "" if page[:1] in ("", "?") else "/"
        whole = page if page[:1] == "/" else f"{self.desk.path}{slash}{page}"
        answer = phone.get(whole, follow_redirects=True)
        return inside(answer) if answer.status_code == 200 else f"<p>{answer.status}</p>"

    def masked(self, text: str) -> str:
        """The time that is left is rounded up to five minutes."""
        return masked(LEFT.sub(_about, SLIP.sub(r"\1-SECRET", text)), self.known)

    def keep(self) -> Table:
        """A phone keeps score at table 1 of this round."""
        self.table = self.desk.at(self.app.test_client(), 1)
        return self.table

    @property
    def kept(self) -> Table:
        """The phone that keeps score."""
        assert self.table, "no phone keeps score"
        return self.table

    def _page_of(self, role: str) -> str:
        if role == "T":
            return self.open(self.kept.path, self.kept.client)
        where = f"desk/round/{self.desk.round.number}/table/1" if role == "R" else ""
        own = {"D": "desk/round", "W": "wall", "P": f"?me={self.me}", "R": where}[role]
        return self.open(own, self.desk.client if role in "DR" else self.phone)

    def _name_games(self) -> None:
        """The event is EVENT, and the games of its tables are named after them."""
        if not self.desk.key:
            return
        self.known[self.desk.path] = "E"
        self.known[self.desk.key] = "EVENT"
        for (number, table), game in self.desk.games().items():
            is_kept = self.table is not None and game.key == self.table.key
            self.known[game.key] = "GAME" if is_kept else f"GAME{number}-{table}"
            if game.code:
                self.known[game.code] = "CODE"


def _about(found: re.Match[str]) -> str:
    digits, hours, minutes = found["digits"], found["hours"], found["minutes"]
    left = int(digits.replace(" ", "")) if digits else int(hours or 0) * 60 + int(minutes)
    left += bool(digits) and not found[0].endswith(": 0 0")
    return f"≈{-(-left // 5) * 5} min"
