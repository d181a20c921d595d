"""An evening at a table: its phones, and what each shows after a step."""

from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.keys import join_code
from tests.evenings.seen import masked
from tests.evenings.watch import Pages, Watch, as_nobody, inside
from tests.table import Table


class Evening(Watch):
    """The keeper of a game, and a phone that follows it."""

    who = "KBtc"
    """Who looks: the keeper, a player, the table view, the CSV; f follows as nobody."""

    def __init__(self, app: Flask, before: Pages | None = None) -> None:
        super().__init__(before)
        self.app = app
        self.keeper = Table(app.test_client())
        self.follower = app.test_client()
        self.phones: dict[str, FlaskClient] = {"K": self.keeper.client}
        """Phones with rights of their own, by their letters."""

    def look(self, step: str, *more: str, who: str | None = None) -> None:
        """After a step: the pages of the game for ``who``, and ``more`` pages of the keeper."""
        self._name_game()
        self.lines.append(f"== {step}")
        self.tell({role: self._page_of(role) for role in (self.who if who is None else who)})
        for address in more:
            self.lines.append(masked(f"-- {address}", self.known))
            self.tell({address: self.open(address)})

    def open(self, address: str, phone: FlaskClient | None = None) -> str:
        """A page: one of the game's, unless the address begins with /."""
        slash = "" if address[:1] in "?." else "/"
        whole = address if address[:1] == "/" else f"{self.keeper.path}{slash}{address}"
        answer = (phone or self.keeper.client).get(whole)
        return inside(answer) if answer.status_code == 200 else f"<p>{answer.status}</p>"

    def _page_of(self, role: str) -> str:
        own = {name[0]: f"me={seat}" for seat, name in enumerate(self.keeper.players)}
        if role in self.phones:
            return self.open("?", self.phones[role])
        if role in "tc":
            return self.open({"t": "table", "c": ".csv"}[role], self.follower)
        me = own.get(role, "me=")
        return as_nobody(self.open(f"?{me}", self.follower), self.keeper.path, me)

    def _name_game(self) -> None:
        """The game played now is GAME; those before it are OLD."""
        if (key := self.keeper.key) and key not in self.known:
            code = join_code(key)
            self.known = dict.fromkeys(self.known, "OLD")
            self.known |= {key: "GAME", f"{code[:3]} {code[3:]}": "CODE"}


Script = Callable[[Evening], None]
