"""A game on paper: the sheet after each save, and what becomes of every request.

:meth:`Paper.send` foretells the answer to a request, and writes what the request should write.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.model import sheet
from tests.model.sheet import Hand, Kind, RefusedError
from tests.torture.ledger import LISTED, State, part, with_part

SAVED, GONE, STALE, REFUSED = 200, 404, 409, 422
HIDING = ("sealed", "open", "free", "switch")
"""The requests about hidden bids."""
LISTS = ("delete", "new")
"""The requests after which later hands have other numbers."""
MOST_HANDS = 60
Act = Callable[[State], State]
"""The sheet after an entry. Raises RefusedError."""


class StaleError(Exception):
    """Somebody else wrote in the same place first."""


@dataclass(frozen=True, slots=True)
class Request:
    """A form as a page sends it: its address below the game's, and its fields."""

    path: str
    fields: dict[str, str]

    @property
    def number(self) -> int:
        """The hand, 0 for none."""
        return int(self.path.split("/")[2]) if self.path.startswith("/hands/") else 0

    @property
    def what(self) -> str:
        """The panel or page: the last word of the address."""
        last = self.path.rsplit("/", 1)[1]
        if last == "sealed":
            return last if self.number else "switch"
        return "correct" if last.isdigit() else last

    @property
    def tap(self) -> str:
        """The number of the tap."""
        return self.fields["tap"]

    @property
    def base(self) -> int:
        """The save after which the page was drawn, or the one to undo; -1 if it named none."""
        return int(self.fields.get("revision", self.fields.get("target")) or -1)

    @property
    def knows(self) -> set[str]:
        """The earlier taps of the same page."""
        return set(self.fields.get("knows", "").split())

    @property
    def places(self) -> set[str]:
        """The places that it fills in, or its whole form."""
        form = self.path[1:]
        whole = {form} if self.number else set()
        return {f"{form} {name}" for name in self.fields.get("touched", "").split()} or whole


@dataclass(frozen=True, slots=True)
class Written:
    """A save: the tap, and the hand that it changed; the save that it took back, or the Undo."""

    tap: str
    number: int
    undoes: int | None = None
    redoes: int | None = None


@dataclass
class Paper:
    """``states[n]`` is the sheet after the n-th save. ``done`` has the taps that wrote nothing:
    None if all of it stood already, or else the places that later taps of the page filled in.
    ``hidden`` are the hidden bids by seat, with the phones that entered them. ``deals[n]`` names
    the hands after the n-th save, also those to come, in their order: a hand keeps its name when
    its number changes."""

    kind: Kind
    states: list[State]
    saves: list[Written] = field(default_factory=list)
    keepers: set[int] = field(default_factory=lambda: {0})
    done: dict[str, set[str] | None] = field(default_factory=dict)
    phones_bid: bool = False
    hidden: dict[int, tuple[int, int]] = field(default_factory=dict)
    deals: list[tuple[int, ...]] = field(default_factory=lambda: [tuple(range(MOST_HANDS))])

    @property
    def now(self) -> State:
        """The sheet."""
        return self.states[-1]

    @property
    def logged(self) -> set[str]:
        """The taps that wrote something."""
        return {save.tap for save in self.saves}

    def send(self, who: int, request: Request) -> int:
        """The status of the answer, after writing what it says."""
        if who not in self.keepers and request.what != "sealed":
            return GONE
        before = self.hides, self._deal_now()
        cards = self._hand_now().get("cards")
        try:
            if request.what in HIDING:
                self._hide(who, request)
            elif request.what == "undo":
                self._undo(request)
            else:
                self._save(request)
        except RefusedError:
            return REFUSED
        except StaleError:
            return STALE
        after = self.hides, self._deal_now()
        if before != after or cards != self._hand_now().get("cards"):
            self.hidden.clear()
        return SAVED

    # --- saves, and what others wrote since --------------------------------------------------

    def _save(self, request: Request) -> None:
        redoes, arrived = None, self._arrived(request)
        if request.what == "redo":
            redoes = self.redoable(request.base)
        try:
            state = self._applied(request)
            if state != self.now and self.hides and self._opens_some(state):
                raise RefusedError
        except (RefusedError, StaleError):
            if not arrived:
                raise
            state = self.now
        if request.what == "again" and not arrived:
            self.hidden.clear()
        if state == self.now or request.tap in self.logged:
            self._note(request)
        else:
            self._write(request, state, redoes=redoes)

    def number_now(self, request: Request) -> int | None:
        """The number now of the hand that the page of the request meant; None if it was taken
        out."""
        number = request.number
        if not number or request.what == "new" or not 0 <= request.base < len(self.saves):
            return number
        deal, now = self.deals[request.base][number - 1], self.deals[-1]
        return now.index(deal) + 1 if deal in now else None

    def _act(self, request: Request, number: int) -> Act:
        kind, fields = self.kind, request.fields
        match request.what:
            case what if what in sheet.OF_HANDS:
                return lambda now: sheet.OF_HANDS[what](kind, now, number, fields)
            case "redo":
                return lambda now: self._redone(now, request.base)
            case "rules":
                return lambda now: sheet.change_house(kind, now, fields)
            case "end":
                return lambda now: sheet.end(kind, now, fields["hands"])
            case panel:
                return lambda now: sheet.enter(kind, now, number, panel, fields)

    def _applied(self, request: Request) -> State:
        number = self.number_now(request)
        if number is None:
            raise RefusedError
        act = self._act(request, number)
        if request.base == len(self.saves):
            return act(self.now)
        try:
            if act(self.now) == self.now:
                return self.now
        except RefusedError:
            pass
        if request.what in ("redo", "new") or not 0 <= request.base < len(self.saves):
            raise StaleError
        if request.what == "correct":
            act = self._act(self._dealt_now(request, number), number)
        return self._merged(request, act, number)

    def _merged(self, request: Request, act: Act, number: int) -> State:
        """The sheet with the entry of an old page, if nobody else wrote where it writes."""
        if not number:
            self._unless_touched(request)
            return act(self.now)
        if request.what in sheet.OF_HANDS or "score" in request.fields:
            self._check_there(request, number)
            refuse_if_stale(self._changed(request, number, is_whole=True))
            return act(self.now)
        self._check_there(request, number)
        refuse_if_stale(request.what == "dealer" and number in sheet.scored(self.now))
        changed = self._changed(request, number)
        if request.what == "trump":
            if changed & {"turned", "trump"}:
                # The trump that somebody else named after the same card stays.
                turned = self.now.get((number, "turned"))
                refuse_if_stale("named" in request.fields or request.fields["turned"] != turned)
                return self.now
            return act(self.now)
        own = self._own_numbers(request)
        now = sheet.hand(self.kind, self.now, number)
        refuse_if_stale(changed & {name for name, value in own.items() if value != now.get(name)})
        texts = {name: str(value) for name, value in own.items()}
        return sheet.enter(self.kind, self.now, number, request.what, texts)

    def _unless_touched(self, request: Request) -> None:
        """Raise StaleError if somebody else changed the house rules, began a hand or ended one."""
        runs = [[self.states[request.base]]]
        since = zip(self.saves[request.base :], self.states[request.base + 1 :], strict=True)
        for save, state in since:
            if save.tap in request.knows:
                runs.append([])
            runs[-1].append(state)
        for run in runs:
            refuse_if_stale(len({frozenset(part(state, 0).items()) for state in run}) > 1)
            refuse_if_stale(len({_begun(state) for state in run}) > 1)

    def _check_there(self, request: Request, number: int) -> None:
        """Raise StaleError if the hand was not up on the page, is not, or was scored since."""
        if request.what in sheet.OF_HANDS:
            return
        both = (self.states[request.base], request.number), (self.now, number)
        refuse_if_stale(not all(sheet.exists(self.kind, *of) for of in both))
        refuse_if_stale(len({at in sheet.scored(state) for state, at in both}) > 1)

    def _changed(self, request: Request, number: int, *, is_whole: bool = False) -> set[str]:
        """The values of the hand with this number that others wrote since the page was drawn. The
        deal moves on with hands that are put in or taken out, which nobody writes."""
        deal, found = self.deals[-1][number - 1], set[str]()
        shown, listed = None, 0
        for at in range(request.base, len(self.states)):
            deals = self.deals[at]
            now = self._hand_of(at, deals.index(deal) + 1) if deal in deals else None
            if now is None or not (now or is_whole):
                continue
            by_others = at > request.base and self.saves[at - 1].tap not in request.knows
            if shown is not None and by_others:
                changed = {name for name in {*shown, *now} if shown.get(name) != now.get(name)}
                found |= changed - ({"dealer"} if len(deals) != listed else set())
            shown, listed = now, len(deals)
        return found

    def _hand_of(self, at: int, number: int) -> Hand:
        """A hand after a save; empty if it was not up then."""
        state = self.states[at]
        is_up = sheet.exists(self.kind, state, number)
        return sheet.hand(self.kind, state, number) if is_up else {}

    def _own_numbers(self, request: Request) -> Hand:
        """The numbers that the page itself entered; its dealer is one of them."""
        touched = ["dealer", *request.fields.get("touched", "").split()]
        old = sheet.hand(self.kind, self.states[request.base], request.number)
        sent = sheet.numbers(request.fields).items()
        return {name: value for name, value in sent if name in touched or value != old.get(name)}

    def _dealt_now(self, request: Request, number: int) -> Request:
        """The request with the dealer that there is now, unless it changes the one that it
        showed."""
        shown = self.states[request.base].get((request.number, "dealer"))
        if request.fields.get("dealer") != str(shown):
            return request
        dealer = {"dealer": str(sheet.hand(self.kind, self.now, number)["dealer"])}
        return replace(request, fields=request.fields | dealer)

    # --- writing -----------------------------------------------------------------------------

    def _write(
        self,
        request: Request,
        state: State,
        *,
        undoes: int | None = None,
        redoes: int | None = None,
    ) -> None:
        back = undoes or redoes
        number = self.saves[back - 1].number if back else LISTED
        deals = self.deals[back - 1 if back and number == LISTED else -1]
        if not back and request.what in LISTS:
            at = (self.number_now(request) or 1) - 1
            new = () if request.what == "delete" else (MOST_HANDS + len(self.saves),)
            deals = (*deals[:at], *new, *deals[at + (not new) :])
        elif not back:
            changed = {
                place[0]
                for place in self.now.keys() | state.keys()
                if self.now.get(place) != state.get(place)
            }
            assert len(changed) == 1, f"{request} changes {changed}"
            number = changed.pop()
        self.states.append(state)
        self.deals.append(deals)
        self.saves.append(Written(request.tap, number, undoes, redoes))
        self._note(request)

    def _arrived(self, request: Request) -> bool:
        """Return whether the tap came before, or later taps of its page filled in all of it."""
        later = self.done.get(request.tap, set())
        places = request.places
        covered = [{place, place.partition(" ")[0]} & (later or set()) for place in places]
        return request.tap in self.logged or later is None or (bool(places) and all(covered))

    def _note(self, request: Request) -> None:
        if request.tap not in self.logged:
            self.done[request.tap] = None
        for tap in request.knows - self.logged - {request.tap}:
            if (later := self.done.get(tap, set())) is not None:
                self.done[tap] = later | request.places

    # --- Undo and Redo -----------------------------------------------------------------------

    @property
    def undoable(self) -> int | None:
        """The newest save that is neither an Undo nor taken back."""
        taken = {save.undoes for save in self.saves}
        left = [n for n, save in enumerate(self.saves, 1) if save.undoes is None and n not in taken]
        return max(left, default=None)

    def redoable(self, revision: int) -> int | None:
        """The Undo that Redo reverses after this many saves."""
        undos: list[int] = []
        for at, save in enumerate(self.saves[: max(revision, 0)], 1):
            if save.undoes is not None:
                undos.append(at)
            elif save.redoes is not None:
                undos.pop()
            else:
                undos.clear()
        return undos[-1] if undos and 0 <= revision <= len(self.saves) else None

    def _redone(self, now: State, revision: int) -> State:
        undo = self.redoable(revision)
        if undo is None:
            raise RefusedError
        return self._without(now, undo)

    def _without(self, now: State, save: int) -> State:
        """The sheet with the values that a save wrote as they were before."""
        number = self.saves[save - 1].number
        before, after = (part(self.states[at], number) for at in (save - 1, save))
        if number == LISTED or not before or not after:
            return with_part(now, number, before)
        written = {place for place in before | after if before.get(place) != after.get(place)}
        kept = {place: value for place, value in now.items() if place not in written}
        return kept | {place: before[place] for place in written & before.keys()}

    def _undo(self, request: Request) -> None:
        target = request.base
        if "undoes" in request.fields:
            named = [
                n for n, save in enumerate(self.saves, 1) if save.tap == request.fields["undoes"]
            ]
            target = named[0] if named else -1
        if target == self.undoable:
            if request.tap in self.logged:
                raise StaleError
            self._write(request, self._without(self.now, target), undoes=target)
        elif target not in {save.undoes for save in self.saves}:
            raise StaleError

    # --- hidden bids -------------------------------------------------------------------------

    @property
    def hides(self) -> bool:
        """Whether the bids of the hand in play are hidden now."""
        of = self._hand_now()
        return self.phones_bid and of.get("rule") == "hidden" and "trump" in of and not _bids(of)

    def _deal_now(self) -> int | None:
        number = sheet.in_play(self.kind, self.now)
        return number and self.deals[-1][number - 1]

    def _hand_now(self) -> Hand:
        number = sheet.in_play(self.kind, self.now)
        return sheet.hand(self.kind, self.now, number) if number else {}

    def _opens_some(self, state: State) -> bool:
        """Return whether single bids would be revealed."""
        number = sheet.in_play(self.kind, self.now)
        assert number is not None
        bids = _bids(sheet.hand(self.kind, state, number))
        return 0 < len(bids) < len(self.kind.names)

    def _hide(self, who: int, request: Request) -> None:
        number, given = self.number_now(request) or 0, sheet.numbers(request.fields)
        is_hiding = self.hides and number == sheet.in_play(self.kind, self.now)
        if request.what == "switch":
            if self.phones_bid is not (request.fields["on"] == "1"):
                self.phones_bid = not self.phones_bid
                self.hidden.clear()
        elif request.what == "free":
            if is_hiding:
                self.hidden.pop(int(request.fields["seat"]), None)
        elif is_hiding:
            if request.what == "sealed":
                self._lay(who, {int(name[4:]): bid for name, bid in given.items()})
            if request.what == "open" or len(self.hidden) == len(self.kind.names):
                self._reveal(request, number)
        else:
            exists = sheet.exists(self.kind, self.now, number)
            bids = _bids(sheet.hand(self.kind, self.now, number)) if exists else {}
            told = all(bids.get(name) == bid for name, bid in given.items())
            sheet.refuse_if(not (self.phones_bid and bids and told))

    def _reveal(self, request: Request, number: int) -> None:
        sheet.refuse_if(not self.hidden)
        bids = {f"bid_{seat}": bid for seat, (_, bid) in self.hidden.items()}
        if request.tap not in self.logged:
            hand = self._hand_now() | bids
            self._write(request, sheet.write(self.now, number, hand))

    def _lay(self, who: int, bids: dict[int, int]) -> None:
        keeps = who in self.keepers
        sheet.refuse_if(any(not 0 <= bid <= self._hand_now()["cards"] for bid in bids.values()))
        sheet.refuse_if(not keeps and len(bids) != 1)
        sheet.refuse_if(any(self.hidden.get(seat, (who, 0))[0] != who for seat in bids))
        for seat in [seat for seat, (holder, _) in self.hidden.items() if holder == who]:
            if seat in bids or not keeps:
                del self.hidden[seat]
        self.hidden |= {seat: (who, bid) for seat, bid in bids.items()}


def refuse_if_stale(clash: object) -> None:
    """Raise StaleError if somebody else wrote in the same place."""
    if clash:
        raise StaleError


def _begun(state: State) -> tuple[int, int]:
    return len({number for number, _ in state if number}), len(sheet.scored(state))


def _bids(of: Hand) -> dict[str, int]:
    return sheet.known(of, "bid")
