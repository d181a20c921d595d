"""The ways to play a game: through the store, or as phones over HTTP."""

import csv
import uuid
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.http import gate, parts
from scorekeeper.rules import actions, entries, merge
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.setup import new_game
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule, Settings
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.games import games, hidden_bids, reading, saves
from scorekeeper.store.mapping.stored import Tap, UnknownGameError
from scorekeeper.store.models import db
from scorekeeper.store.sharing import keepers, links
from tests.faults import Fault, failing
from tests.model.paper import GONE, REFUSED, SAVED, STALE, Request
from tests.model.sheet import Kind
from tests.torture.caller import Caller, Reply

FAILED = 500
PHONES = ("First", "Second", "Third")
"""The first starts the game; the others follow it until they are let in."""


class Driver(ABC):
    """A program, and three phones at it."""

    game = ""
    engine: Engine
    """Its database."""

    @abstractmethod
    def start(self, kind: Kind) -> str:
        """Start a game; returns its path ``/g/<key>``."""

    @abstractmethod
    def send(self, who: int, request: Request) -> int:
        """The status of the answer."""

    @abstractmethod
    def share(self, who: int) -> None:
        """Let a phone keep the score too."""

    @abstractmethod
    def revoke(self, by: int, whom: int) -> int:
        """End the right of a phone."""

    @abstractmethod
    def restart(self) -> None:
        """Forget everything that is not in the database."""

    @abstractmethod
    def totals(self) -> list[int]:
        """The totals by seat; [] or zeros before the first hand."""

    def sees(self, who: int) -> dict[int, int | None] | None:  # noqa: ARG002
        """The hidden bids that a phone sees, by seat; None if this cannot be asked."""
        return None

    def sends_broken(self, who: int, request: Request, at: int) -> int:
        """The same while statement ``at`` fails in the database."""
        with failing(self.engine, Fault(at, refused=True)):
            return self.send(who, request)


class Store(Driver):
    """The functions of the store, called as the pages do."""

    def __init__(self) -> None:
        self.engine = db.engine
        self.phones = [f"the phone {name}" for name in PHONES]

    @property
    def key(self) -> str:
        """The key of the game."""
        return self.game.rsplit("/", 1)[1]

    def start(self, kind: Kind) -> str:
        sizes = () if kind.target else tuple(map(int, kind.sizes.split(", ")))
        settings = Settings(BidRule.parse(kind.rule), sizes)
        game = new_game(VARIANTS[kind.variant], kind.names, 0, settings)
        return f"/g/{games.start(self.phones[0], game, uuid.uuid4().hex).key}"

    def send(self, who: int, request: Request) -> int:
        phone, fields = self.phones[who], request.fields
        try:
            if request.what in ("sealed", "open", "free", "switch"):
                self._hide(phone, request)
            elif request.what == "undo":
                target = int(fields["target"]) if fields.get("target") else None
                saves.undo(self.key, phone, target, Tap(request.tap), fields.get("undoes"))
            elif request.what == "redo":
                saves.redo(self.key, phone, request.base, _tap(request))
            else:
                saves.save(self.key, phone, _save(request))
        except UnknownGameError:
            return GONE
        except saves.StaleError:
            return STALE
        except RefusedError:
            return REFUSED
        except DBAPIError:
            db.session.rollback()
            return FAILED
        return SAVED

    def _hide(self, phone: str, request: Request) -> None:
        fields, number = request.fields, request.number
        match request.what:
            case "switch":
                hidden_bids.switch(self.key, phone, on=fields["on"] == "1")
            case "free":
                hidden_bids.remove(self.key, phone, number, int(fields["seat"]))
            case "open":
                hidden_bids.reveal(self.key, phone, number, request.tap)
            case _:
                seats = len(reading.read(self.key).game.seats)
                hidden_bids.enter(
                    self.key, phone, number, _numbers(fields, "bid")[:seats], request.tap
                )

    def share(self, who: int) -> None:
        links.make(self.phones[0], self.key)
        waiting = links.waiting(self.phones[0], reading.read(self.key).id)
        assert waiting is not None
        links.redeem(waiting.token, self.phones[who], PHONES[who])

    def revoke(self, by: int, whom: int) -> int:
        number = db.session.scalar(
            text("SELECT id FROM phone WHERE name = :name"), {"name": PHONES[whom] if whom else ""}
        )
        try:
            keepers.end(self.key, self.phones[by], number)
        except UnknownGameError:
            return GONE
        return SAVED

    def restart(self) -> None:
        reading.forget()

    def totals(self) -> list[int]:
        return list(reading.read(self.key).sheet.totals)

    def sees(self, who: int) -> dict[int, int | None] | None:
        found = hidden_bids.visible_to(reading.read(self.key), self.phones[who])
        return {seat: found.mine[seat] for seat in found.seats} if found else {}


def _tap(request: Request) -> Tap:
    ago = int(request.fields.get("ago", 0))
    return Tap(request.tap, frozenset(request.knows), frozenset(request.places), ago=ago)


def _save(request: Request) -> saves.Save:
    fields, number, what = request.fields, request.number, request.what
    revision, tap = request.base, _tap(request)
    if what in ("trump", "bids", "tricks"):
        entry = _entry(request)
        return saves.Save(revision, entry.action, entry.rebase, tap)
    dealer = int(fields["dealer"]) if fields.get("dealer") else None

    def action(game: Game) -> Game:
        match what:
            case "rules":
                sizes = tuple(map(int, fields["sizes"].split(", "))) if "sizes" in fields else ()
                words = "+".join(word for word in ("hook", "zero", "hidden") if word in fields)
                clock = int(fields["clock"]) if "timed" in fields else None
                return actions.change_settings(game, BidRule.parse(words), sizes, clock)
            case "end":
                ends = int(fields["hands"]) if fields["hands"] else None
                return actions.end_after(game, ends)
            case "dealer":
                return actions.change_dealer(game, number, dealer)
            case _:
                seats = len(game.seats)
                return actions.correct_hand(
                    game,
                    number,
                    actions.Correction(
                        dealer,
                        *_trump(fields),
                        _numbers(fields, "bid")[:seats],
                        _numbers(fields, "tricks")[:seats],
                        int(fields["negated"]) if "negated" in fields else None,
                    ),
                )

    is_free = {
        "dealer": partial(merge.same_dealer, number=number),
        "correct": partial(merge.same_hand, number=number),
    }.get(what, merge.same_settings)
    return saves.Save(revision, action, lambda runs: action if is_free(runs) else None, tap)


def _entry(request: Request) -> entries.Entry:
    fields, what = request.fields, request.what
    number, tapped, scores = request.number, fields.get("touched", "").split(), "score" in fields
    if what == "trump":
        turned, named = _trump(fields)
        return entries.TrumpEntry(number=number, tapped=tapped, turned=turned, named=named)
    if what == "bids":
        return entries.BidsEntry(number=number, tapped=tapped, numbers=_numbers(fields, "bid"))
    return entries.TricksEntry(
        number=number,
        tapped=tapped,
        scores=scores,
        numbers=_numbers(fields, "tricks"),
        negated=int(fields["negated"]) if "negated" in fields else None,
    )


def _trump(fields: Mapping[str, str]) -> tuple[Turned | None, Trump | None]:
    turned, named = fields.get("turned"), fields.get("named")
    return Turned(turned) if turned else None, Trump(named) if named else None


def _numbers(fields: Mapping[str, str], what: str) -> tuple[int | None, ...]:
    texts = [fields.get(f"{what}_{seat}") for seat in range(10)]
    return tuple(int(text) if text else None for text in texts)


class Phones(Driver):
    """Phones over HTTP."""

    def __init__(self, phones: Sequence[Caller], engine: Engine) -> None:
        self.phones, self.engine = phones, engine
        for phone in phones:
            phone.token = phone.get("/new").value("csrf_token")

    def start(self, kind: Kind) -> str:
        rule: dict[str, Any] = dict.fromkeys(kind.rule.split("+"), "y") if kind.rule else {}
        more = rule if kind.target else {"length": "list", "sizes": kind.sizes, **rule}
        return self.phones[0].start(*kind.names, variant=kind.variant, **more)

    def send(self, who: int, request: Request) -> int:
        is_part = len(request.tap) % 2 == 0
        reply = self.phones[who].post(self.game + request.path, request.fields, part=is_part)
        if request.what == "sealed" and reply.status in (403, 409):
            return REFUSED
        return SAVED if reply.status == 303 else reply.status

    def share(self, who: int) -> None:
        self.phones[0].share(self.game, self.phones[who], PHONES[who])

    def revoke(self, by: int, whom: int) -> int:
        with self.engine.connect() as connection:
            asked = text("SELECT id FROM phone WHERE name = :name")
            number = connection.scalar(asked, {"name": PHONES[whom] if whom else ""})
        reply = self.phones[by].post(f"{self.game}/phones", {"phone": str(number or "")})
        return SAVED if reply.status == 303 else reply.status

    def restart(self) -> None:
        reading.forget()
        parts.forget()
        gate.forget()

    def totals(self) -> list[int]:
        lines = self.phones[0].get(f"{self.game}.csv").text.removeprefix("\ufeff").splitlines()
        counting = [row for row in csv.DictReader(lines) if row["total"]]
        return list({row["player"]: int(row["total"]) for row in counting}.values())


class Clicks(Caller):
    """A phone that asks the app without a socket."""

    def __init__(self, client: FlaskClient) -> None:
        super().__init__(0)
        self.client = client

    def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: str | bytes = b""
    ) -> Reply:
        """The answer of the app."""
        response = self.client.open(path, method=method, headers=dict(headers), data=body)
        return Reply(response.status_code, response.text, dict(response.headers))
