"""The rules of a score sheet on paper, written from the printed rules and without the program.

A sheet is the value at each place, as ``tests/torture/ledger.py`` reads it from the database.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.torture.ledger import PLAN, State, part

PLACES = {(0, name) for name in PLAN}
Hand = dict[str, Any]
"""The values of one hand by name."""


class RefusedError(Exception):
    """Nobody would write this on the sheet."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A game with the points of its printed rules; ``target`` ends a game without hand sizes, in
    which nobody may have taken a trick and one trick is negated."""

    variant: str
    names: tuple[str, ...]
    rule: str = ""
    sizes: str = "2, 3, 1, 4, 2, 5, 3, 2"
    bonus: int = 20
    target: int | None = None

    @property
    def seats(self) -> range:
        """The seats."""
        return range(len(self.names))


def scored(state: State) -> list[int]:
    """The hands scored."""
    return sorted(number for number, name in state if name == "scored")


def sizes(state: State) -> list[int]:
    """The cards of all hands; [] if they are always the same."""
    return [int(size) for size in state.get((0, "sizes"), "").split(",") if size]


def counted(kind: Kind, state: State) -> tuple[list[int], int, bool]:
    """The totals, the number of hands that count, and whether the game is over."""
    sums, count = [0 for _ in kind.seats], 0
    for number in [*scored(state), None]:
        ends = [len(sizes(state)) or None, state.get((0, "ends_after"))]
        reached = kind.target is not None and count > 0 and max(sums) >= kind.target
        if reached or any(end is not None and count >= end for end in ends):
            return sums, count, True
        if number is not None:
            if (number, "skipped") not in state:
                sums = [
                    total + points(kind, state, number, seat)
                    for total, seat in zip(sums, kind.seats, strict=True)
                ]
            count += 1
    return sums, count, False


def points(kind: Kind, state: State, number: int, seat: int) -> int:
    """The points of a player in a scored hand."""
    bid, won = state[number, f"bid_{seat}"], state[number, f"tricks_{seat}"]
    won -= state.get((number, "negated")) == seat
    return int(kind.bonus + 10 * won if bid == won else -10 * abs(bid - won))


def in_play(kind: Kind, state: State) -> int | None:
    """The number of the hand in play, begun or not; None once the game is over."""
    return None if counted(kind, state)[2] else len(scored(state)) + 1


def exists(kind: Kind, state: State, number: int) -> bool:
    """Return whether the hand is scored or in play."""
    return number in scored(state) or number == in_play(kind, state)


def hand(kind: Kind, state: State, number: int) -> Hand:
    """A hand, or one about to begin: the deal passes to the left."""
    if begun := part(state, number):
        return {name: value for (_, name), value in begun.items()}
    cards = (sizes(state) or [11] * number)[number - 1 : number]
    dealer = (state.get((number - 1, "dealer"), -1) + 1) % len(kind.names)
    new = {"cards": cards[0] if cards else None, "dealer": dealer, "rule": state.get((0, "rule"))}
    return {name: value for name, value in new.items() if value is not None}


def known(of: Hand, what: str) -> dict[str, int]:
    """The bids or tricks said so far."""
    return {name: value for name, value in of.items() if name.startswith(f"{what}_")}


def breaks_hook(of: Hand) -> bool:
    """Return whether the dealer's bid, the last, makes the bids add up to the cards."""
    dealer = f"bid_{of['dealer']}"
    free = "hook" not in of.get("rule", "") or ("zero" in of["rule"] and of.get(dealer) == 0)
    return not free and dealer in of and sum(known(of, "bid").values()) == of["cards"]


def refuse_if(problem: object) -> None:
    """Raise RefusedError if there is a problem."""
    if problem:
        raise RefusedError


def enter(kind: Kind, state: State, number: int, panel: str, fields: dict[str, str]) -> State:
    """The sheet after an entry in the hand in play; the same if it says nothing new."""
    refuse_if(not exists(kind, state, number))
    before = hand(kind, state, number)
    after = before | numbers(fields)
    if panel == "trump":
        after |= trump(fields)
    elif panel == "dealer":
        refuse_if("dealer" not in fields)
        refuse_if(_other_cards(kind, before, after))
        refuse_if(_outside(after, "bid") or _outside(after, "tricks"))
    elif panel == "bids":
        refuse_if(_outside(after, "bid"))
        dealer = f"bid_{before['dealer']}"
        # Another player's bid may make the dealer's one forbidden: it waits to be changed.
        refuse_if(after.get(dealer) != before.get(dealer) and _waits(kind, after))
    else:
        refuse_if(_outside(after, "tricks"))
        if "score" in fields:
            after = {**with_rest(kind, after), "scored": True}
            refuse_if(not may_score(kind, after))
        else:
            refuse_if(len(known(after, "bid")) < len(kind.names) or breaks_hook(after))
    after = {name: value for name, value in after.items() if value is not None}
    if after != before:
        refuse_if("scored" in before)
    return state if after == before else write(state, number, after)


def _other_cards(kind: Kind, before: Hand, after: Hand) -> bool:
    """Return whether it got another number of cards where all hands have the same."""
    return kind.target is not None and before["cards"] != after["cards"]


def _waits(kind: Kind, of: Hand) -> bool:
    return len(known(of, "bid")) == len(kind.names) and breaks_hook(of)


def correct(kind: Kind, state: State, number: int, fields: dict[str, str]) -> State:
    """The sheet with a whole scored hand written again."""
    refuse_if(number not in scored(state))
    kept = ("cards", "rule", "added")
    fixed = {name: state[number, name] for name in kept if (number, name) in state}
    fixed |= {"added": True} if (number, "skipped") in state else {}
    after = {**fixed, **trump(fields), **numbers(fields), "scored": True}
    dealer = f"bid_{after['dealer']}"
    if after.get(dealer) == state.get((number, dealer)) and breaks_hook(after):
        # The dealer's bid stays: it was made, whatever the others bid.
        del after["rule"]
    refuse_if(_other_cards(kind, fixed, after) or not may_score(kind, after))
    return write(state, number, after)


def again(kind: Kind, state: State, number: int, _: object) -> State:
    """The sheet without the entries of the hand in play."""
    refuse_if(number != in_play(kind, state))
    fresh, before = _dealt(kind, state, number), write(state, number, {})
    return before if hand(kind, before, number) == fresh else write(state, number, fresh)


def skip(kind: Kind, state: State, number: int, _: object) -> State:
    """The sheet on which the hand in play is not played."""
    if (number, "skipped") in state:
        return state
    refuse_if(number != in_play(kind, state))
    gone = {"scored": True, "skipped": True}
    return write(state, number, _dealt(kind, state, number) | gone)


def _dealt(kind: Kind, state: State, number: int) -> Hand:
    of = hand(kind, state, number)
    return {name: of[name] for name in ("cards", "dealer", "rule") if name in of}


def delete(kind: Kind, state: State, number: int, fields: dict[str, str]) -> State:
    """The sheet without a hand that is over: the plan loses its size too, or it stays, and each
    hand that is not over has the size of its place."""
    refuse_if(number not in scored(state))
    rest = write(state, number, {})
    moved = {(at - (at > number), name): value for (at, name), value in rest.items()}
    plan, ends = sizes(state), state.get((0, "ends_after"))
    if fields.get("keeps") and plan and ends is None:
        after = by_place(moved, plan)
    else:
        left = [size for at, size in enumerate(plan, 1) if at != number]
        after = planned(moved, left or plan, ends if ends is None else ends - (number <= ends))
    return in_turn(kind, state, after, number, -1)


def insert(kind: Kind, state: State, number: int, fields: dict[str, str]) -> State:
    """The sheet with a forgotten hand at this number: the plan gets its size too, or it stays."""
    refuse_if(number not in range(1, len(scored(state)) + 2))
    cards, rule = int(fields["cards"]), state.get((0, "rule"))
    of = {"cards": cards, **trump(fields), **numbers(fields), "scored": True, "added": True}
    of |= {"rule": rule} if rule else {}
    refuse_if(not may_score(kind, of))
    moved = {(at + (at >= number), name): value for (at, name), value in state.items()}
    plan, ends = sizes(state), state.get((0, "ends_after"))
    after = write(moved, number, of)
    begun = max(at for at, _ in after)
    if fields.get("keeps") and ends is None and begun <= len(plan):
        after = by_place(after, plan)
    else:
        plan = [*plan[: number - 1], cards, *plan[number - 1 :]] if plan else []
        after = planned(after, plan, ends if ends is None else ends + (number <= ends + 1))
    return in_turn(kind, state, after, number + 1, 1)


def in_turn(kind: Kind, before: State, after: State, number: int, step: int) -> State:
    """The sheet whose hands from this number on have other numbers than before: the deal passes to
    the left from the hand before them, up to one that somebody else was said to deal."""
    seats = len(kind.names)
    while (number, "dealer") in after:
        was = before.get((number - step - 1, "dealer"), -1)
        due = (after.get((number - 1, "dealer"), -1) + 1) % seats
        of = {**hand(kind, after, number), "dealer": due}
        if after[number, "dealer"] != (was + 1) % seats or _waits(kind, of):
            break
        after = write(after, number, of)
        number += 1
    return after


def by_place(state: State, plan: list[int]) -> State:
    """The sheet in which the hand in play has the cards of its place, if that is enough for what
    was said of it so far."""
    last = max(number for number, _ in state)
    if last and (last, "scored") not in state:
        of = {name: value for (number, name), value in state.items() if number == last}
        said = [*known(of, "bid").values(), *known(of, "tricks").values()]
        if max(said, default=0) <= plan[last - 1]:
            state |= {(last, "cards"): plan[last - 1]}
    return state


def planned(state: State, left: list[int], ends: int | None) -> State:
    """The sheet with this plan of the game."""
    rest = {place: value for place, value in state.items() if place not in PLACES}
    plan = {"sizes": ",".join(map(str, left)) or None, "ends_after": ends}
    return rest | {(0, name): value for name, value in plan.items() if value is not None}


def write(state: State, number: int, after: Hand) -> State:
    """The sheet with these values of a hand, or of the house rules."""
    rest = {place: value for place, value in state.items() if place[0] != number}
    return rest | {(number, name): value for name, value in after.items() if value is not None}


def numbers(fields: dict[str, str]) -> Hand:
    """The cards, dealer, bids and tricks in a form."""
    names = ("bid_", "tricks_", "negated", "cards", "dealer")
    return {name: int(text) for name, text in fields.items() if name.startswith(names) and text}


def trump(fields: dict[str, str]) -> Hand:
    """The card turned up and the trump after it; a Wizard lets the dealer name one."""
    turned = fields.get("turned")
    refuse_if(turned is None)
    return {
        "turned": turned,
        "trump": {"wizard": fields.get("named"), "jester": "none"}.get(turned or "", turned),
    }


def _outside(of: Hand, what: str) -> bool:
    return any(not 0 <= number <= of["cards"] for number in known(of, what).values())


def with_rest(kind: Kind, of: Hand) -> Hand:
    """The hand with the piles that follow from the others: the only one missing, or none left."""
    missing = [f"tricks_{seat}" for seat in kind.seats if f"tricks_{seat}" not in of]
    left = of["cards"] - sum(known(of, "tricks").values())
    follows = left == 0 or (left > 0 and len(missing) == 1)
    return of | (dict.fromkeys(missing, left) if follows and not kind.target else {})


def may_score(kind: Kind, of: Hand) -> bool:
    """Return whether the hand is complete and adds up."""
    piles = known(of, "tricks")
    complete = of.get("trump") is not None and len(known(of, "bid")) == len(piles) == len(
        kind.names
    )
    if not complete or breaks_hook(of) or _outside(of, "bid") or _outside(of, "tricks"):
        return False
    left = of["cards"] - sum(piles.values())
    if kind.target is None:
        return bool(left == 0)
    # A dummy has the rest, and somebody took the trick that does not count, or nobody.
    negated = of.get("negated")
    taker = piles.get(f"tricks_{negated}", left if negated == len(kind.names) else 1)
    return bool(left >= 0 and negated is not None and taker > 0)


def change_house(kind: Kind, state: State, fields: dict[str, str]) -> State:
    """The sheet with other house rules from the next hand on."""
    refuse_if(counted(kind, state)[2])
    after: Hand = {"clock": int(fields["clock"]) if "timed" in fields else None}
    after["ends_after"] = state.get((0, "ends_after"))
    if kind.target is None:
        begun = [str(state[number, "cards"]) for number in sorted({n for n, _ in state if n})]
        words = [word for word in ("hook", "zero", "hidden") if word in fields]
        left = fields["sizes"].split(", ")
        after |= {"rule": "+".join(words) or None, "sizes": ",".join([*begun, *left])}
    return write(state, 0, after)


def end(kind: Kind, state: State, hands: str) -> State:
    """The sheet of a game that ends after this many hands, or goes on."""
    ends = int(hands) if hands else None
    if ends != state.get((0, "ends_after")):
        count = counted(kind, state)[1]
        refuse_if(ends is not None and ends not in (count, count + 1))
    house = {name: value for (_, name), value in part(state, 0).items()}
    return write(state, 0, {**house, "ends_after": ends})


OF_HANDS: dict[str, Callable[[Kind, State, int, dict[str, str]], State]] = {
    **{"again": again, "skip": skip, "delete": delete, "new": insert, "correct": correct},
}
"""What is written about a hand as a whole, by the last word of its address."""
