"""The locks of writers on PostgreSQL: games wait for no other game, and no order of acts locks them
up or loses a save."""

import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial

import pytest
from flask import Flask
from sqlalchemy.exc import DBAPIError

from scorekeeper.rules.attendance import rename
from scorekeeper.rules.entry import Action
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store import engine, persons, phones, statistics
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.models import db
from scorekeeper.store.sharing import books, keepers, links
from tests import databases
from tests.figures import Figures
from tests.rules.notation import new
from tests.rules.replay import replayed
from tests.store.phones import ANN, BEN, CEM, id_of, made, redeemed
from tests.store.play import BIDS, TRICKS, UP, lines_of
from tests.torture import size

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("_opened"),
    pytest.mark.skipif(not databases.ON_POSTGRESQL, reason="SQLite has one writer at a time"),
]
THREE = new("wizard", 3)
THREADS, ACTS = 6, size(40, 1500)
REFUSED = (UnknownGameError, RefusedError, saves.StaleError, persons.PersonError)


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers that wait for a lock give up at once."""
    for name in ("ALONE", "BESIDE_OTHERS"):
        monkeypatch.setattr(engine, name, getattr(engine, name).replace("10s", "50ms"))


def started(phone: str, *names: str) -> StoredGame:
    game = replace(THREE, players=names or THREE.players)
    return games.start(phone, game, uuid.uuid4().hex)


def turned(key: str, phone: str = ANN) -> None:
    saves.save(key, phone, saves.Save(0, UP))


@contextmanager
def in_the_middle_of(*statements: str) -> Iterator[None]:
    """Another process that has taken these locks and is not finished."""
    db.session.rollback()
    with db.engine.connect() as other:
        for one in statements:
            other.exec_driver_sql(one)
        yield
        other.rollback()


def saving(key: str) -> tuple[str, str]:
    return engine.BESIDE_OTHERS, engine._GAME.replace("%s", f"'{key}'")


@pytest.mark.usefixtures("_impatient")
def test_a_save_waits_for_a_save_of_its_game_and_for_no_other() -> None:
    mine, beside, elsewhere = started(ANN), started(ANN), started(BEN)
    with in_the_middle_of(*saving(mine.key)):
        turned(beside.key)
        turned(elsewhere.key, BEN)
        with pytest.raises(DBAPIError):
            turned(mine.key)
    turned(mine.key)


@pytest.mark.usefixtures("_impatient")
def test_a_change_of_a_book_waits_for_saves_of_its_games_and_for_no_other() -> None:
    mine, elsewhere = started(ANN), started(BEN)
    with in_the_middle_of(*saving(mine.key)):
        started(BEN)
        with pytest.raises(DBAPIError):
            started(ANN)
    with in_the_middle_of(engine.BESIDE_OTHERS, engine._BOOK.replace("%s", str(mine.book_id))):
        turned(elsewhere.key, BEN)
        with pytest.raises(DBAPIError):
            turned(mine.key)


@pytest.mark.usefixtures("_impatient")
def test_what_moves_games_between_books_waits_for_every_save() -> None:
    mine, elsewhere = started(ANN), started(BEN)
    token = made(by=ANN)
    with in_the_middle_of(*saving(elsewhere.key)):
        for act in (partial(redeemed, token, CEM), partial(games.delete, mine.key, ANN)):
            with pytest.raises(DBAPIError):
                act()


@pytest.mark.usefixtures("_impatient")
def test_a_save_of_the_seats_takes_the_lock_of_the_book_too() -> None:
    """The people of a book are those of all its games."""
    mine, beside = started(ANN), started(ANN)
    names = partial(rename, players=("Dora", *mine.game.players[1:]))
    with in_the_middle_of(*saving(beside.key)), pytest.raises(DBAPIError):
        saves.save(mine.key, ANN, saves.Save(0, names))
    after = saves.save(mine.key, ANN, saves.Save(0, names)).after
    assert after.game.players[0] == "Dora"


@pytest.mark.torture
def test_everybody_writes_everything_at_once_and_nobody_is_locked_up(
    app: Flask, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    """A deadlock would be tried again, so none is allowed here."""
    monkeypatch.setattr(engine, "COLLISIONS", ())
    night = Night()
    db.session.remove()

    def play(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(ACTS):
            with app.app_context():
                night.act(chance)

    with ThreadPoolExecutor(THREADS) as pool:
        for one in [pool.submit(play, seed) for seed in range(THREADS)]:
            one.result(600)
    figures(f"{THREADS} threads, {night.done.total()} acts, no deadlock: {dict(night.done)}")
    assert min(night.done[act] for act in night.acts) > 0, night.done
    for stored in map(reading.read, night.keys):
        lines = lines_of(stored.id)
        assert replayed(THREE, lines) == stored.game
        assert night.saved[stored.key] == len(lines) == stored.revision


class Night:
    """Three phones with their books and games, and everything that they do."""

    def __init__(self) -> None:
        self.keys = [started(phone).key for phone in (ANN, BEN, CEM) for _ in range(2)]
        self.saved, self.done = Counter[str](), Counter[str]()
        self.acts: dict[str, Callable[[random.Random, str, str], object]] = {
            "save": self._save,
            "seats": self._seats,
            "undo": self._undo,
            "start": lambda chance, phone, _: started(phone, chance.choice("ABC"), "D", "E"),
            "demo": lambda _, phone, __: games.start_trial(phone, THREE),
            "rematch": lambda _, phone, key: games.play_again(phone, key, THREE),
            "share": self._share,
            "claim": lambda _, phone, key: keepers.claim(key, phone),
            "move": self._move,
            "delete": lambda _, phone, __: games.delete(started(phone).key, phone),
            "person": self._person,
            "name": lambda _, phone, __: phones.rename(phone, "x"),
            "recovery": lambda _, phone, __: books.renew_recovery(phone),
        }

    def act(self, chance: random.Random) -> None:
        """Do something, often a save."""
        name = chance.choice(["save", "save", "save", *self.acts])
        phone, key = chance.choice((ANN, BEN, CEM)), chance.choice(self.keys)
        with suppress(*REFUSED):
            self.acts[name](chance, phone, key)
            self.done[name] += 1

    def _save(self, chance: random.Random, phone: str, key: str) -> None:
        self._write(phone, key, chance.choice((UP, BIDS, TRICKS)))

    def _seats(self, chance: random.Random, phone: str, key: str) -> None:
        names = (chance.choice("FGHI"), "Ben", "Cem")
        self._write(phone, key, partial(rename, players=names))

    def _write(self, phone: str, key: str, action: Action) -> None:
        done = saves.save(key, phone, saves.Save(reading.read(key).revision, action))
        self.saved[key] += done.after is not done.before

    def _undo(self, _: random.Random, phone: str, key: str) -> None:
        done = saves.undo(key, phone, reading.read(key).undoable)
        self.saved[key] += done.after is not done.before

    def _share(self, chance: random.Random, phone: str, key: str) -> None:
        links.make(phone, key)
        self._redeem(links.waiting(phone, reading.read(key).id), chance.choice((ANN, BEN, CEM)))

    def _move(self, _: random.Random, phone: str, __: str) -> None:
        """A phone joins a book, and leaves it."""
        guest = f"guest {uuid.uuid4()}"
        links.make(phone)
        self._redeem(links.waiting(phone), guest)
        started(guest)
        books.remove_phone(guest, id_of(guest))

    def _redeem(self, link: links.OpenLink | None, phone: str) -> None:
        """Another thread may have made a newer link by now."""
        if link:
            links.redeem(link.token, phone, "")

    def _person(self, chance: random.Random, phone: str, _: str) -> None:
        book_id = phones.book_id(phone) or 0
        one = chance.choice(statistics.everybody(book_id)).id
        persons.paint(book_id, one, chance.randrange(6))
        persons.hide(book_id, one, hidden=chance.random() < 0.5)
