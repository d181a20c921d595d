"""Finished games of a book, and the results of its people."""

import uuid
from dataclasses import replace
from functools import partial

from scorekeeper.rules.entry import Action
from scorekeeper.rules.game import Game
from scorekeeper.store import phones, statistics
from scorekeeper.store.games import games, saves
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.statistics import PersonLine
from tests.rules.notation import new, play
from tests.store.phones import ANN

THREE = new("wizard", 3, sizes=(1,))


def book(phone: str = ANN) -> int:
    """The book of a phone."""
    found = phones.book_id(phone)
    assert found is not None
    return found


def start(*names: str, phone: str = ANN) -> StoredGame:
    """A new game of three, planned for one hand."""
    return games.start(phone, replace(THREE, players=names), uuid.uuid4().hex)


def finish(*names: str, phone: str = ANN) -> StoredGame:
    """A game of one hand, won by the first."""
    stored = start(*names, phone=phone)
    for action in replayed(play("wizard", 3, "h 100/100", sizes=(1,))):
        stored = saves.save(stored.key, phone, saves.Save(stored.revision, action)).after
    return stored


def replayed(game: Game) -> list[Action]:
    """A step for each hand of the game."""
    return [partial(replace, hands=game.hands[:count]) for count, _ in enumerate(game.hands, 1)]


def line(name: str, phone: str = ANN) -> PersonLine:
    """A person's line in the list."""
    (found,) = [one for one in statistics.everybody(book(phone)) if one.name == name]
    return found


def names(phone: str = ANN) -> list[str]:
    """The list of people."""
    return [one.name for one in statistics.everybody(book(phone))]


def counted(name: str) -> tuple[int, int, int]:
    """Tables sat at, finished games, wins."""
    found = line(name)
    return found.seated, found.sums.games, found.sums.wins
