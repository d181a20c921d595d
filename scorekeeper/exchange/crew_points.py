"""The points that Crew Ledger counts: where ours differ, that is said before a game is saved."""

from __future__ import annotations

from dataclasses import dataclass

CAPTURED = {
    "fourteen": 10,
    "black14": 20,
    "mermaid": 20,
    "pirate": 30,
    "king": 40,
    "second": 30,
    "leviathan": 20,
}
EXACT = {"seven": -5, "eight": 5}
"""With a made bid alone, whatever the game."""
WAGER = 10
LOOT = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player has in a round; ``captured`` is how many of each extra, ``points`` and ``loot``
    what older versions had for them."""

    bid: int
    tricks: int
    captured: dict[str, int]
    points: int = 0
    loot: int = 0

    @property
    def made(self) -> bool:
        """Whether the bid was made."""
        return self.bid == self.tricks


def counted(entry: Entry, cards: int, alliances: int, *, rascal: bool, loose: bool) -> int | None:
    """The points of an entry whose Loot came to so many ``alliances``; ``loose``: captured cards
    count with a missed bid too. None where an old version had a number for the extras."""
    if entry.points:
        return None
    half = _rascal(entry) if rascal else 2 * (entry.made or loose)
    base = _stake(entry, cards) * half // 2 if rascal else _classic(entry, cards)
    sign = 1 if entry.made else -1
    exact = _sum(entry, EXACT) + entry.loot if entry.made else 0
    wager = sign * WAGER * entry.captured.get("wager", 0)
    return base + _sum(entry, CAPTURED) * half // 2 + exact + wager + LOOT * alliances


def _classic(entry: Entry, cards: int) -> int:
    if entry.bid == 0:
        return 10 * cards if entry.made else -10 * cards
    return 20 * entry.bid if entry.made else -10 * abs(entry.bid - entry.tricks)


def _stake(entry: Entry, cards: int) -> int:
    return (15 if "cannon" in entry.captured else 10) * cards


def _rascal(entry: Entry) -> int:
    """How many halves of everything a bid is worth."""
    if entry.made:
        return 2
    return 1 if abs(entry.bid - entry.tricks) == 1 and "cannon" not in entry.captured else 0


def _sum(entry: Entry, values: dict[str, int]) -> int:
    return sum(points * entry.captured.get(key, 0) for key, points in values.items())
