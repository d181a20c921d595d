"""Phones that keep score in one game: the page of each, and its requests.

A page sends the same as ``static/app.js``: the whole panel as drawn, with all taps since, the names
of the tapped fields, and the revision that was drawn.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.torture.caller import Caller, Reply
from tests.torture.ledger import Ledger, State, part

SAVED = (200, 303)


class Wish(NamedTuple):
    """An intended save: its ``kind``, a seat and a number.

    ``plain``: sent like a page without scripts; unless ``drawn``, the page stays the same after the
    answer.
    """

    kind: str
    seat: int
    number: int
    plain: bool
    drawn: bool


@dataclass
class Page:
    """A page as drawn after save ``drawn``, with the fields ``tapped`` in a panel since.

    ``undo`` is the save that its Undo reverses.
    """

    drawn: int
    state: State
    undo: int | None
    players: int
    panel: str = ""
    tapped: dict[str, str] = field(default_factory=dict)

    @property
    def hands(self) -> list[int]:
        """The hands begun."""
        return sorted({number for number, _ in self.state if number})

    @property
    def scored(self) -> list[int]:
        """The hands scored."""
        return [number for number in self.hands if (number, "scored") in self.state]

    @property
    def hand(self) -> int:
        """The hand in play, begun or not."""
        return len(self.scored) + 1

    @property
    def sizes(self) -> list[int]:
        """The cards of all hands; [] if they are always the same."""
        return [int(size) for size in self.state.get((0, "sizes"), "").split(",") if size]

    @property
    def cards(self) -> int:
        """The number of cards in the hand in play."""
        return (self.sizes[self.hand - 1 :] or [11])[0]

    def shown(self, *what: str) -> dict[str, str]:
        """The fields of the hand in play with this prefix, as drawn or tapped."""
        drawn = {name: str(value) for (_, name), value in part(self.state, self.hand).items()}
        known = drawn | self.tapped
        return {name: text for name, text in known.items() if name.startswith(what)}

    def turn_to(self, panel: str) -> None:
        """Open a panel, without taps in another one."""
        if panel != self.panel:
            self.panel, self.tapped = panel, {}


@dataclass
class Save:
    """A request, the expected values after a successful answer, and the answer.

    ``number`` is its hand, 0 for the house rules; ``base`` is the revision that it names, or the
    save that it reverses.
    """

    kind: str
    path: str
    number: int
    base: int
    fields: dict[str, str]
    meant: State
    reply: Reply = field(default_factory=lambda: Reply(0, "", {}))

    @property
    def seen(self) -> int | None:
        """The revision in the answer; None if it redirects."""
        said = self.reply.headers.get("X-Revision")
        return None if said is None else int(said)

    @property
    def is_saved(self) -> bool:
        """Whether the answer says saved."""
        return self.reply.status in SAVED

    def __str__(self) -> str:
        """The request and the answer, for a failure message."""
        return f"{self.outcome}, seen {self.seen}: {self.path} {self.fields}"

    @property
    def outcome(self) -> str:
        """The kind and the outcome, to be counted."""
        return f"{self.kind} {self.reply.status}"


@dataclass
class Phone:
    """A phone with a name, its page, and the requests ``sent`` in this game."""

    name: str
    caller: Caller
    compose: Callable[[Page, Wish], Save]
    page: Page = field(default_factory=lambda: Page(0, {}, None, 0))
    draws: bool = False
    sent: list[Save] = field(default_factory=list)

    def look(self, ledger: Ledger, players: int, revision: int | None = None) -> None:
        """Redraw the page with the current game, or the game after an earlier save."""
        at = len(ledger.lines) if revision is None else revision
        self.page = Page(at, ledger.states[at], ledger.undoable(at), players)
        self.draws = False

    def send_all(self, game: str, wishes: Sequence[Wish]) -> list[Save]:
        """Send them one after the other, until one is not saved or redirects."""
        saves: list[Save] = []
        for wish in wishes:
            saves.append(self._send(game, wish))
            if saves[-1].seen is None or not saves[-1].is_saved:
                break
        return saves

    def _send(self, game: str, wish: Wish) -> Save:
        page, save = self.page, self.compose(self.page, wish)
        save.fields["tap"] = secrets.token_urlsafe(16)
        self.sent.append(save)
        save.reply = self.caller.post(game + save.path, save.fields, part=not wish.plain)
        if "touched" in save.fields:
            names = save.fields["touched"].split()
            page.tapped = {name: save.fields[name] for name in names}
        self.draws = wish.drawn or save.reply.status == 409
        return save
