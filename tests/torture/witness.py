"""Checks of each answer, of the log after it, and of the CSV."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.torture.keepers import Save
from tests.torture.ledger import Ledger, Line, Place, State, part

REFUSED = (409, 422)
DEALT = ("cards", "dealer", "rule")
"""Values that a hand has from its first entry on."""
WHOLE = ("correct", "score")
MERGED = ("bid", "bids", "trick")


@dataclass(frozen=True, slots=True)
class Kind:
    """A game with the points of its printed rules."""

    variant: str
    names: tuple[str, ...]
    bonus: int = 20
    target: int | None = None


GAMES = (
    Kind("wizard", ("Ann", "Ben", "Cem")),
    Kind("tournament", ("Ann", "Ben", "Cem", "Dora"), bonus=15),
    Kind("two-player", ("Ann", "Ben"), target=100),
)


def judge(ledger: Ledger, answered: Iterable[tuple[str, Sequence[Save]]], players: int) -> None:
    """Check that each new line of the log is one answered save, and that each answer is true.
    ``answered`` has the saves of each phone in the order in which it sent them.
    """
    before = len(ledger.lines)
    lines = ledger.read()
    for phone, saves in answered:
        own = [line for line in lines if line.phone == phone]
        lines = [line for line in lines if line.phone != phone]
        for save in saves:
            _check_answer(ledger, save, before, players)
            if own and save.is_saved and save.seen in (None, own[0].revision):
                _check_line(ledger, own.pop(0), save, players)
        assert not own, f"{phone} was not told of {own[0]}"
    assert not lines, f"nobody sent {lines[0]}"


def _check_answer(ledger: Ledger, save: Save, before: int, players: int) -> None:
    """Check that answered saves are in the game, and that refused ones have a reason."""
    now = len(ledger.lines)
    if not save.is_saved:
        gone = save.reply.status == 404 and save.kind in ("correct", "dealer")
        assert gone or save.reply.status in REFUSED, f"{save}"
        newest = ledger.undoable(save.seen or 0) if save.kind == "undo" else save.seen
        assert save.reply.status != 409 or newest != save.base, f"nothing saved since: {save}"
        return
    seen = range(before, now + 1) if save.seen is None else (save.seen,)
    if save.kind == "undo":
        taken = [line.revision for line in ledger.lines if line.undoes == save.base]
        assert min(taken, default=now + 1) <= max(seen), f"not taken back: {save}"
        return
    stood = [_stands(ledger.states[at], save.meant, players) for at in seen]
    assert any(stood), f"answered as saved, and lost: {save}"


def _stands(state: State, meant: State, players: int) -> bool:
    return all(_at(state, place, players) == value for place, value in meant.items())


def _is_in_play(state: State, number: int) -> bool:
    """Return whether the hand can be entered or was entered; always true for the house rules."""
    return number < 2 or (number - 1, "scored") in state


def _at(state: State, place: Place, players: int) -> object:
    """The value at a place; a hand has its dealer even before it is begun."""
    number, name = place
    if name == "dealer" and place not in state:
        return (state.get((number - 1, name), -1) + 1) % players
    return state.get(place)


def _check_line(ledger: Ledger, line: Line, save: Save, players: int) -> None:
    """Check that a save changed what it meant to change, and no place that was changed after its
    page was drawn."""
    assert line.tap == save.fields["tap"], f"{line} is of another tap than {save}"
    if save.kind == "undo":
        assert line.undoes == save.base == ledger.undoable(line.revision - 1), f"{line}"
        assert line.after == ledger.lines[save.base - 1].before, f"{line}"
        return
    assert line.undoes is None, f"{line}"
    since = ledger.states[save.base : line.revision]
    base, before = since[0], since[-1]
    changed = ledger.changed(line.revision)
    may = _meant(save, before)
    for place in _guarded(save, changed, base | before):
        stood = {_at(state, place, players) for state in since if _is_in_play(state, place[0])}
        assert len(stood) == 1, f"{place} was touched since: {save}"
    assert changed <= may, f"{changed - may} was not meant by {save}"


def _meant(save: Save, before: State) -> set[Place]:
    """The values that the save may change: those that were tapped, and those that follow from
    them."""
    may = set(save.meant)
    if not part(before, save.number):
        may |= {(save.number, name) for name in DEALT}
    if save.kind == "score":
        piles = {(save.number, f"tricks_{seat}") for seat in range(6)}
        may |= piles - before.keys()
    return may


def _guarded(save: Save, changed: set[Place], known: State) -> set[Place]:
    """The places that nobody else may have changed since the page was drawn."""
    if save.kind in MERGED:
        return changed & save.meant.keys()
    if save.kind in WHOLE or not save.number:
        return {*part(known, save.number)}
    return {(save.number, name) for name in ("dealer", "turned", "trump")} & {*save.meant}


def check_csv(text: str, state: State, kind: Kind) -> None:
    """Check the points and totals of the CSV by plain arithmetic."""
    names = ("bid", "tricks", "negated", "points", "total")
    lines = csv.DictReader(text.lstrip("\ufeff").splitlines())
    assert [[line[name] for name in names] for line in lines] == _lines(state, kind)


def _lines(state: State, kind: Kind) -> list[list[str]]:
    sums, found = [0] * len(kind.names), []
    sizes = state.get((0, "sizes"))
    ends = [len(sizes.split(","))] if sizes else []
    ends += [state[0, "ends_after"]] if (0, "ends_after") in state else []
    scored = sorted(number for number, name in state if name == "scored")
    for number in scored:
        reached = kind.target is not None and max(sums) >= kind.target
        taken = sum(state[number, f"tricks_{seat}"] for seat in range(len(sums)))
        assert taken == state[number, "cards"] or kind.target, f"hand {number} does not add up"
        counts = not reached and all(number <= end for end in ends)
        for seat in range(len(sums)):
            bid, won = state[number, f"bid_{seat}"], state[number, f"tricks_{seat}"]
            negated = int(state.get((number, "negated")) == seat)
            points = _points(kind, bid, won - negated)
            sums[seat] += points if counts else 0
            money = [points, sums[seat]] if counts else ["", ""]
            found.append([str(value) for value in (bid, won, negated, *money)])
    return found


def _points(kind: Kind, bid: int, won: int) -> int:
    return kind.bonus + 10 * won if bid == won else -10 * abs(bid - won)
