"""The pages of a game, however old, and the request that each sends for an intended entry."""

from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from tests.model import sheet
from tests.model.paper import Paper, Request
from tests.model.sheet import Hand

SUITS = ("spades", "hearts", "diamonds", "clubs")
CARDS = (*SUITS, "jester", "wizard")
ABOUT_HANDS = ("again", "skip", "delete", "new")
KINDS = (*("go", "chip") * 4, "bids", "correct", "trump", "dealer", "rules", "end", *ABOUT_HANDS)
"""Kinds of intentions: mostly to go on with the hand, with all that is due or one chip of it."""
TAPS = count()
Fields = dict[str, str]


class Wish(NamedTuple):
    """An intended save: its ``kind``, a seat and a number."""

    kind: str
    seat: int
    number: int


@dataclass
class Page:
    """A page as drawn after save ``drawn``, with the fields ``tapped`` in a panel since, and the
    taps ``sent`` since."""

    drawn: int = 0
    panel: str = ""
    tapped: Fields = field(default_factory=dict)
    sent: list[str] = field(default_factory=list)

    def request(self, path: str, **fields: str) -> Request:
        """A new tap of this page."""
        numbered = {"revision": str(self.drawn), "tap": f"tap-{next(TAPS):012}"}
        known = {"knows": " ".join(self.sent)} if self.sent else {}
        request = Request(path, numbered | known | fields)
        self.sent.append(request.tap)
        return request


def compose(paper: Paper, page: Page, wish: Wish) -> Request:
    """The request of the page, filled in from the sheet that it shows."""
    kind, state = paper.kind, paper.states[page.drawn]
    done = sheet.scored(state)
    number = len(done) + 1
    of = sheet.hand(kind, state, number)
    of.setdefault("cards", 1)
    what, seat = wish.kind, wish.seat % len(kind.names)
    if what in ("rules", "end"):
        fields = _house(paper, page, wish) if what == "rules" else _end(len(done), wish)
        return page.request(f"/{what}", **fields)
    if what == "correct" and done:
        number = done[wish.seat % len(done)]
        fields = _correction(paper, sheet.hand(kind, state, number), wish)
        return page.request(f"/hands/{number}", **fields)
    if what == "new":
        number = 1 + wish.number % (len(done) + 1)
        return page.request(f"/hands/{number}/new", **_forgotten(paper, of, wish))
    if what in ABOUT_HANDS:
        number = done[wish.seat % len(done)] if what == "delete" and done else number
        keeps = {"keeps": "y" * (wish.number % 2)} if what == "delete" else {}
        return page.request(f"/hands/{number}/{what}", **keeps)
    if what in ("correct", "dealer"):
        cards = 1 + wish.number % 5 if wish.number > 7 else of["cards"]
        return page.request(f"/hands/{number}/dealer", dealer=str(seat), cards=str(cards))
    if what in ("go", "chip"):
        what = _due(paper, of)
    is_chip = wish.kind in ("chip", "bids")
    taps = (_chips(what, of, wish, paper) if is_chip else {}) or _all(paper, what, of, wish)
    panel = "tricks" if what == "score" else what
    if panel != page.panel:
        page.panel, page.tapped = panel, {}
    page.tapped |= {name: text for name, text in taps.items() if name != "score"}
    shown = {} if panel == "trump" else _shown(of, panel)
    touched = " ".join(page.tapped)
    fields = shown | page.tapped | {name: "1" for name in taps if name == "score"}
    return page.request(f"/hands/{number}/{panel}", **fields, touched=touched)


def _shown(of: Hand, panel: str) -> Fields:
    names = ("bid_",) if panel == "bids" else ("tricks_", "negated")
    return {name: str(value) for name, value in of.items() if name.startswith(names)}


def _due(paper: Paper, of: Hand) -> str:
    if "trump" not in of:
        return "trump"
    return "bids" if len(sheet.known(of, "bid")) < len(paper.kind.names) else "score"


def _chips(what: str, of: Hand, wish: Wish, paper: Paper) -> Fields:
    """One chip, or two that were tapped without a connection."""
    if what == "trump":
        return {}
    name = {"bids": "bid", "score": "tricks"}[what]
    seats = range(wish.seat, wish.seat + 1 + (wish.number > 7))
    return {
        f"{name}_{seat % len(paper.kind.names)}": str(wish.number % (of["cards"] + 2))
        for seat in seats
    }


def _all(paper: Paper, what: str, of: Hand, wish: Wish) -> Fields:
    """Everything that is due in a panel."""
    if what == "trump":
        if of.get("turned") == "wizard" and wish.number % 4:
            return {"turned": "wizard", "named": SUITS[wish.seat % 4]}
        return {"turned": CARDS[wish.number % 6]}
    return _bids(paper, of, wish) if what == "bids" else _piles(paper, of, wish) | {"score": "1"}


def _bids(paper: Paper, of: Hand, wish: Wish) -> Fields:
    """The missing bids, and one of the dealer that the hook allows."""
    said, cards = sheet.known(of, "bid"), of["cards"]
    bids = {f"bid_{seat}": (wish.number + seat) % (cards + 1) for seat in paper.kind.seats} | said
    dealer = f"bid_{of['dealer']}"
    others = sum(bid for name, bid in bids.items() if name != dealer)
    free = [bid for bid in range(cards + 1) if bid + others != cards]
    bids[dealer] = free[wish.number % len(free)]
    return {name: str(bid) for name, bid in bids.items() if bid != said.get(name)}


def _piles(paper: Paper, of: Hand, wish: Wish) -> Fields:
    """Piles that add up to the cards; some that follow from the others are left out."""
    seats, cards = list(paper.kind.seats), of["cards"]
    won = wish.number % (cards + 1)
    first, second = wish.seat % len(seats), (wish.seat + 1) % len(seats)
    piles = dict.fromkeys(seats, 0) | {first: won, second: cards - won}
    if paper.kind.target:
        return _texts(piles) | {"negated": str(first if won else -1)}
    left_out = [seat for seat in seats if seat not in (first, second)] if wish.number > 5 else []
    return _texts({seat: pile for seat, pile in piles.items() if seat not in left_out})


def _texts(piles: dict[int, int]) -> Fields:
    return {f"tricks_{seat}": str(pile) for seat, pile in piles.items()}


def _correction(paper: Paper, of: Hand, wish: Wish) -> Fields:
    """A scored hand with other piles, or another card, bid, dealer or number of cards."""
    names = ("bid_", "tricks_", "negated", "dealer", "turned")
    fields = {name: str(value) for name, value in of.items() if name.startswith(names)}
    if of.get("turned") == "wizard":
        fields["named"] = of["trump"]
    seat = wish.seat % len(paper.kind.names)
    match wish.number % 4:
        case 0:
            fields[f"bid_{seat}"] = str(wish.number % (of["cards"] + 1))
        case 1:
            fields |= {"turned": "wizard", "named": SUITS[wish.seat % 4]}
        case 2:
            fields["dealer"] = str(seat)
        case _:
            dealt = of | ({"cards": 1 + wish.seat} if wish.number > 4 else {})
            every = wish._replace(number=wish.number % 5)
            fields |= _piles(paper, dealt, every) | {"cards": str(dealt["cards"])}
    return fields


def _forgotten(paper: Paper, of: Hand, wish: Wish) -> Fields:
    """A hand that was forgotten."""
    seat = wish.seat % len(paper.kind.names)
    cards = of["cards"] if paper.kind.target else 1 + wish.number % 4
    hand: Hand = {"cards": cards, "dealer": seat}
    every = wish._replace(number=wish.number % 5)
    fields = _bids(paper, hand, wish) | _piles(paper, hand, every)
    more = {"cards": str(cards), "dealer": str(seat), "turned": SUITS[wish.seat % 4]}
    return fields | more | {"keeps": "y" * (wish.number % 2)}


def _house(paper: Paper, page: Page, wish: Wish) -> Fields:
    """Other house rules and, where hand sizes differ, one hand more or fewer."""
    fields = {"timed": "y", "clock": str(wish.seat * 60)} if wish.seat else {}
    if paper.kind.target is None:
        state = paper.states[page.drawn]
        begun = {number for number, _ in state if number}
        left = [str(size) for size in sheet.sizes(state)[len(begun) :]]
        more = str(1 + wish.number % 4)
        left = left[:-1] if wish.number % 2 and len(left) > 1 else [*left, more]
        rule = ("", "hook", "hook zero", "hidden")[wish.number % 4]
        fields |= {"length": "list", "sizes": ", ".join(left)} | dict.fromkeys(rule.split(), "y")
    return fields


def _end(done: int, wish: Wish) -> Fields:
    """End now or after one more hand, or play on."""
    return {"hands": (str(done), str(done + 1), "", "")[wish.number % 4]}
