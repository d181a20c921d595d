"""The ways to play a game: through the store, or as phones over HTTP."""

import csv
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from flask import current_app
from flask.testing import FlaskClient
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.forms.game import HandForm, HandsForm, ListForm, SeatForm, SwitchForm, UndoForm
from scorekeeper.forms.start import HouseForm
from scorekeeper.http import gate, parts
from scorekeeper.http.answers import unless_touched
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules import actions, history
from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.entry import CORRECTION
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import hand_sizes_left
from scorekeeper.rules.variants.model import BidRule, Settings
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.store.models import db
from scorekeeper.store.sharing import keepers, links
from tests.faults import Fault, failing
from tests.model.paper import GONE, REFUSED, SAVED, STALE, Request
from tests.model.sheet import Kind
from tests.torture.caller import Caller, Reply

FAILED = 500
PHONES = ("First", "Second", "Third")
"""The first starts the game; the others follow it until they are let in."""
FORMS: dict[str, Any] = {
    **dict.fromkeys(("trump", "bids", "tricks", "correct", "new", "dealer", "sealed"), HandForm),
    "delete": ListForm,
    "rules": HouseForm,
    "end": HandsForm,
    "undo": UndoForm,
    "switch": SwitchForm,
    "free": SeatForm,
}


class Driver(ABC):
    """A program, three phones at it, and its database."""

    game = ""
    """The path ``/g/<key>``."""
    engine: Engine

    @abstractmethod
    def start(self, kind: Kind) -> str:
        """Start a game; returns its path."""

    @abstractmethod
    def send(self, who: int, request: Request) -> int:
        """The status of the answer."""

    @abstractmethod
    def share(self, who: int) -> None:
        """Let a phone keep the score too."""

    @abstractmethod
    def end(self, by: int, whom: int) -> int:
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

    def send_broken(self, who: int, request: Request, at: int) -> int:
        """The same while statement ``at`` fails in the database."""
        with failing(self.engine, Fault(at, refused=True)):
            return self.send(who, request)

    def id_of(self, who: int) -> int | None:
        """The number of a phone; only the first has no name."""
        with self.engine.connect() as connection:
            name = {"name": PHONES[who] if who else ""}
            found = connection.scalar(text("SELECT min(id) FROM phone WHERE name = :name"), name)
        return found if found is None else int(found)


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
        sent: dict[str, Any] = {"method": "POST", "data": request.fields}
        with current_app.test_request_context(self.game + request.path, **sent):
            call = self._call(self.phones[who], request, FORMS.get(request.what, SaveForm)())
        return self._status(call)

    def _status(self, call: Callable[[], object]) -> int:
        try:
            call()
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

    def _call(  # noqa: PLR0911 - one for each page
        self, phone: str, request: Request, form: Any
    ) -> Callable[[], object]:
        asked, number = (self.key, phone), request.number
        if request.what in ("free", "open", "sealed"):
            stored, shown = reading.read(self.key), form.revision.data
            number = saves.number_now(stored, shown, number) or number
        match request.what:
            case "undo":
                return partial(saves.undo, *asked, form.target.data, form.sent, form.undoes.data)
            case "redo":
                return partial(saves.redo, *asked, form.revision.data, form.sent)
            case "switch":
                return partial(saves.switch, *asked, on=bool(form.on.data))
            case "free":
                return partial(saves.remove, *asked, number, form.seat.data)
            case "open":
                return partial(saves.reveal, *asked, number, form.tap.data)
            case "sealed":
                bids = form.bids[: 4 if "bid_3" in request.fields else 3]
                return partial(saves.enter, *asked, number, bids, form.tap.data)
            case what:
                return partial(saves.save, *asked, _save(what, request, form))

    def share(self, who: int) -> None:
        links.make(self.phones[0], self.key)
        waiting = links.waiting(self.phones[0], reading.read(self.key).id)
        assert waiting is not None
        links.redeem(waiting.token, self.phones[who], PHONES[who])

    def end(self, by: int, whom: int) -> int:
        return self._status(partial(keepers.end, self.key, self.phones[by], self.id_of(whom)))

    def restart(self) -> None:
        reading.forget()

    def totals(self) -> list[int]:
        return list(reading.read(self.key).sheet.totals)

    def sees(self, who: int) -> dict[int, int | None] | None:
        found = saves.visible_to(reading.read(self.key), self.phones[who])
        return {seat: found.mine[seat] for seat in found.seats} if found else {}


def _save(what: str, request: Request, form: Any) -> saves.Save:
    if what in ("trump", "bids", "tricks", "dealer", "correct"):
        panel = CORRECTION if what == "correct" else what
        entry = form.entry(request.number, panel, scores="score" in request.fields)
        save: saves.Save = form.save_entry(entry)
        return save
    return (_of_hand if what in OF_HAND else _whole)(what, request.number, form)


def _whole(what: str, number: int, form: Any) -> saves.Save:
    """A save that stands or falls as a whole."""

    def action(game: Game) -> Game:
        if what == "rules":
            sizes = form.hand_sizes(hand_sizes_left(game), game.variant.largest_hand(game.present))
            rule, clock = form.bid_rule(game.variant), form.minutes()
            return actions.change_settings(game, Settings(rule, sizes, clock))
        if what == "end":
            return actions.end_after(game, form.hands.data)
        dealt = form.shown("cards"), form.shown("dealer")
        room = actions.with_room(game, number, *dealt, keeps=form.keeps.data)
        return cast("Game", form.entry(number, CORRECTION).action(room))

    rebase = None if what == "new" else unless_touched(history.house, action)
    save: saves.Save = form.save(action, rebase)
    return save


ACTS: dict[str, Callable[[Game, int], Game]] = {
    "again": actions.deal_again,
    "skip": actions.skip_hand,
}


OF_HAND = (*ACTS, "delete")


def _of_hand(what: str, number: int, form: Any) -> saves.Save:
    """A save of a hand as a whole, whose number may have changed."""

    def at(number: int) -> tuple[Any, saves.Rebase]:
        def action(game: Game) -> Game:
            if what == "delete":
                return actions.delete_hand(game, number, keeps=form.keeps.data)
            return ACTS[what](game, number)

        def rebase(since: history.Since) -> Any:
            return unless_touched(history.whole_hand(since.now.id_of(number)), action)(since)

        return action, rebase

    save: saves.Save = form.save_in(number, at)._replace(clears=what == "again")
    return save


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
        # Some come as from a page without scripts.
        part = request.tap[-1] in "02468"
        told = self.phones[who].post(self.game + request.path, request.fields, part=part).status
        if request.what == "sealed" and told in (403, 409):
            return REFUSED
        return SAVED if told == 303 else told

    def share(self, who: int) -> None:
        self.phones[0].share(self.game, self.phones[who], PHONES[who])

    def end(self, by: int, whom: int) -> int:
        told = self.phones[by].post(f"{self.game}/phones", {"phone": str(self.id_of(whom) or "")})
        return SAVED if told.status == 303 else told.status

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
        told = self.client.open(path, method=method, headers=dict(headers), data=body)
        return Reply(told.status_code, told.text, dict(told.headers))
