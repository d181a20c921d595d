"""The request that a page sends for an intended entry, and the expected values after it."""

from tests.torture.keepers import Page, Save, Wish
from tests.torture.ledger import State

SUITS = ("spades", "hearts", "diamonds", "clubs")
CARDS = (*SUITS, "jester", "wizard")
KINDS = (*("go", "chip") * 4, "bid", "correct", "undo", "trump", "dealer", "house", "end")
"""Kinds of intentions: mostly to continue the hand, with everything that is due or one chip of
it."""
Taps = dict[str, str]


def compose(page: Page, wish: Wish) -> Save:
    """The request of the page."""
    kind = _due(page, wish.kind) if wish.kind in ("go", "chip") else wish.kind
    if kind == "undo":
        target = page.undo or 0
        return Save(kind, "/undo", 0, target, {"target": str(target or "")}, {})
    if kind in ("house", "end"):
        return _house(page, wish) if kind == "house" else _end(page, wish)
    if kind in ("correct", "dealer"):
        return _correct(page, wish) if kind == "correct" and page.scored else _deal(page, wish)
    return _panel(page, kind, wish)


def _due(page: Page, kind: str) -> str:
    if not page.shown("trump"):
        return "trump"
    bids, tricks = ("bids", "score") if kind == "go" else ("bid", "trick")
    return bids if len(page.shown("bid_")) < page.players else tricks


def _panel(page: Page, kind: str, wish: Wish) -> Save:
    panel = {"bid": "bids", "trick": "tricks", "score": "tricks"}.get(kind, kind)
    page.turn_to(panel)
    tapped = page.tapped | _taps(page, kind, wish)
    before = {} if panel == "trump" else page.shown("bid_" if panel == "bids" else "tricks_")
    fields = before | tapped | {"touched": " ".join(tapped), "revision": str(page.drawn)}
    meant = _trump(page.hand, tapped) if panel == "trump" else _numbers(page.hand, tapped)
    if kind == "score":
        fields["score"], meant[page.hand, "scored"] = "1", True
    path = f"/hands/{page.hand}/{panel}"
    return Save(kind, path, page.hand, page.drawn, fields, meant)


def _taps(page: Page, kind: str, wish: Wish) -> Taps:
    seat = wish.seat % page.players
    if kind == "trump":
        if page.shown("turned").get("turned") == "wizard" and wish.number % 4:
            return {"turned": "wizard", "named": SUITS[seat % 4]}
        return {"turned": CARDS[wish.number % 6]}
    if kind == "bids":
        return _bids(page, wish)
    if kind == "score":
        return _piles(page, wish, page.cards, leaves_one=wish.seat == 0)
    # Chips that were tapped without a connection are sent at once.
    what, tapped = {"bid": "bid", "trick": "tricks"}[kind], 2 if wish.number > 7 else 1
    seats = [(seat + step) % page.players for step in range(tapped)]
    return {f"{what}_{each}": str(wish.number % (page.cards + 2)) for each in seats}


def _bids(page: Page, wish: Wish) -> Taps:
    """Every missing bid; the dealer's is one that the hook allows."""
    said = page.shown("bid_")
    order = {f"bid_{seat}": str((wish.number + seat) % (page.cards + 1)) for seat in _seats(page)}
    dealer = f"bid_{page.state.get((page.hand, 'dealer'), 0)}"
    others = sum(int(text) for name, text in (order | said).items() if name != dealer)
    free = [n for n in range(page.cards + 1) if n + others != page.cards]
    order[dealer] = str(free[wish.number % len(free)])
    return {name: text for name, text in order.items() if name not in said or name == dealer}


def _piles(page: Page, wish: Wish, cards: int, *, leaves_one: bool = False) -> Taps:
    """Piles that add up to the cards; the last one may be left to the program."""
    first = wish.seat % page.players
    piles = dict.fromkeys((f"tricks_{seat}" for seat in _seats(page)), 0)
    piles[f"tricks_{first}"] = won = wish.number % (cards + 1)
    piles[f"tricks_{(first + 1) % page.players}"] = cards - won
    taps = {name: str(n) for name, n in piles.items()}
    if not page.sizes:
        return taps | {"negated": str(first if won else -1)}
    if leaves_one:
        taps.pop(f"tricks_{page.players - 1}")
    return taps


def _correct(page: Page, wish: Wish) -> Save:
    """A scored hand with other piles, or another card or bids."""
    number = page.scored[wish.seat % len(page.scored)]
    hand = {name: value for (of, name), value in page.state.items() if of == number}
    for name in ("cards", "rule", "scored"):
        hand.pop(name, None)
    fields = {name: str(value) for name, value in hand.items() if name != "trump"}
    if fields.get("turned") == "wizard":
        fields["named"] = hand["trump"]
    cards = page.state[number, "cards"]
    if wish.number % 3:
        fields |= _piles(page, wish, cards)
    elif wish.number % 2:
        fields |= {"turned": "wizard", "named": SUITS[wish.seat % 4]}
    else:
        fields[f"bid_{wish.seat % page.players}"] = str(wish.number % (cards + 1))
    meant = _numbers(number, fields) | _trump(number, fields)
    sent = fields | {"revision": str(page.drawn)}
    return Save("correct", f"/hands/{number}", number, page.drawn, sent, meant)


def _deal(page: Page, wish: Wish) -> Save:
    seat = wish.seat % page.players
    fields = {"dealer": str(seat), "revision": str(page.drawn)}
    meant: State = {(page.hand, "dealer"): seat}
    return Save("dealer", f"/hands/{page.hand}/dealer", page.hand, page.drawn, fields, meant)


def _house(page: Page, wish: Wish) -> Save:
    """Other house rules and, where hand sizes differ, one hand more or fewer."""
    rule = ("", "hook", "hook+zero", "hook+not1")[wish.number % 4]
    fields = {name: "y" for name in ("hook", "not1", "zero") if name in rule}
    if wish.seat:
        fields |= {"timed": "y", "clock": str(wish.seat * 60)}
    begun = [page.state[number, "cards"] for number in page.hands]
    left = page.sizes[len(begun) :]
    left = left[:-1] if wish.number % 2 and len(left) > 1 else [*left, 1 + wish.number % 4]
    # A game with a target has neither sizes nor a rule for the dealer's bid, whatever is sent.
    meant: State = {(0, "rule"): None, (0, "clock"): wish.seat * 60 or None}
    if page.sizes:
        meant[0, "rule"] = rule or None
        fields |= {"length": "list", "sizes": ", ".join(str(size) for size in left)}
        meant[0, "sizes"] = ",".join(str(size) for size in [*begun, *left])
    sent = fields | {"revision": str(page.drawn)}
    return Save("house", "/rules", 0, page.drawn, sent, meant)


def _end(page: Page, wish: Wish) -> Save:
    """End now or after one more hand, or play on."""
    ends = (len(page.scored), len(page.scored) + 1, None, None)[wish.number % 4]
    fields = {"hands": "" if ends is None else str(ends), "revision": str(page.drawn)}
    return Save("end", "/end", 0, page.drawn, fields, {(0, "ends_after"): ends})


def _seats(page: Page) -> range:
    return range(page.players)


def _numbers(hand: int, fields: Taps) -> State:
    names = ("bid_", "tricks_", "negated", "dealer")
    return {(hand, name): int(fields[name]) for name in fields if name.startswith(names)}


def _trump(hand: int, fields: Taps) -> State:
    turned = fields.get("turned")
    trump = {"wizard": fields.get("named"), "jester": "none"}.get(turned or "", turned)
    return {(hand, "turned"): turned, (hand, "trump"): trump}
