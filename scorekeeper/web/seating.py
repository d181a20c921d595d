"""The seats while a game is set up: what the buttons of that page do."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Seating:
    """Names in seating order ("" = free) and the seat of the first dealer, if chosen."""

    names: tuple[str, ...]
    dealer: int | None = None


def moved(seating: Seating, seat: int, step: int) -> Seating:
    """The name at ``seat`` changes places with its neighbour; the dealer's mark goes along."""
    other = seat + step
    if seat not in range(len(seating.names)) or other not in range(len(seating.names)):
        return seating
    names = list(seating.names)
    names[seat], names[other] = names[other], names[seat]
    swap = {seat: other, other: seat}
    dealer = None if seating.dealer is None else swap.get(seating.dealer, seating.dealer)
    return Seating(tuple(names), dealer)


def seated(seating: Seating, name: str, seats: int) -> Seating:
    """The name takes the first free seat, if it is not at the table yet."""
    names = (*seating.names, *("",) * (seats - len(seating.names)))
    if name in names or "" not in names:
        return seating
    free = names.index("")
    return replace(seating, names=(*names[:free], name, *names[free + 1 :]))
