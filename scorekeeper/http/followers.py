"""The number of pages that follow a game now, in the memory of this process."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

from scorekeeper.memory import Memory

LIFE = 25
"""The seconds for which a page counts after a poll: more than two intervals of the slowest
polling."""
MOST_GAMES = 1000
MOST_PAGES = 99
LONGEST = 32
"""The most characters in the random number of a page."""


class Followers:
    """Counts pages by the random number that each chooses when it is loaded."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._games: Memory[str, dict[str, float]] = Memory(MOST_GAMES)
        self._lock = Lock()

    def count(self, game: str, page: str) -> int:
        """The pages that follow the game; ``page`` is one of them, "" the page of a keeper."""
        now = self._now()
        with self._lock:
            known = self._games.get(game) or {}
            pages = {one: at for one, at in known.items() if now - at < LIFE}
            if page in pages or (page and len(page) <= LONGEST and len(pages) < MOST_PAGES):
                pages[page] = now
            if pages or known:
                self._games.keep(game, pages)
        return len(pages)
