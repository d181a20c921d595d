"""The desk's page of the seats: swapping two people, replacing somebody, seating everybody by
hand."""

import secrets

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.entrants import seating_lines
from scorekeeper.board.events.seats import begun_in, seat_list, seat_listed, seats_view
from scorekeeper.forms.entrants import read_seats
from scorekeeper.forms.rounds import (
    Credit,
    LateForm,
    NewTableForm,
    ReplaceForm,
    SeatingForm,
    SeatListForm,
    SwapForm,
)
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by, takes_list
from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.entrant_acts import Joined, Waits, table_added
from scorekeeper.rules.events.event import Event, RoundState
from scorekeeper.rules.events.round_acts import Replaced, Swapped, seat_by_hand
from scorekeeper.store.events import acts
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import tables_of
from scorekeeper.words.events.log import act_line

bp = Blueprint("desk_seats", __name__, url_prefix="/e/<key>/desk")


@bp.get("/round/seats")
def page(key: str) -> Response:
    """The seats of a round that is not closed, with up to two people chosen (``?seat=3``)."""
    return _show(DeskRefusal(desk_event(key)))


def _show(refused: DeskRefusal) -> Response:
    stored = refused.seen.stored
    last = stored.event.last
    if last is None or last.state is RoundState.CLOSED:
        return redirect_to(url_for("desk_round.page", key=stored.key), " ".join(refused.problems))
    view = seats_view(stored.event, last, begun_in(last, tables_of(stored.id)))
    return show(
        "event/drawn.html",
        status=refused.status,
        stored=stored,
        problems=refused.problems,
        view=view,
        undo=acts.last_act(stored),
    )


@bp.post("/swap")
@desk_refusals_by(_show)
def swap(key: str) -> Response:
    """Swap the seats of two people."""
    form = SwapForm()

    def build(event: Event) -> Act:
        return Swapped(len(event.rounds), form.one.data or 0, form.other.data or 0)

    stored = act(key, form, build)
    return _done(stored, build(stored.event))


@bp.post("/replace")
@desk_refusals_by(_show)
def replace(key: str) -> Response:
    """Give somebody's seat to a person without one."""
    form = ReplaceForm()

    def build(event: Event) -> Act:
        leaves, comes = form.leaves.data or 0, form.comes.data or 0
        return Replaced(
            len(event.rounds), leaves, comes, counts=form.counts.data is not Credit.LEAVES
        )

    stored = act(key, form, build)
    return _done(stored, build(stored.event))


@bp.post("/join")
@desk_refusals_by(_show)
def join(key: str) -> Response:
    """Seat somebody without a seat at a table that has not begun."""
    form = LateForm()

    def build(event: Event) -> Act:
        return Joined(len(event.rounds), form.table.data or 0, form.number.data or 0)

    stored = act(key, form, build)
    return _done(stored, build(stored.event))


@bp.post("/new-table")
@desk_refusals_by(_show)
def add_table(key: str) -> Response:
    """Seat people without a seat at one more table."""
    form, seed = NewTableForm(), secrets.randbits(32)

    def build(event: Event) -> Act:
        return table_added(event, len(event.rounds), form.people, seed)

    stored = act(key, form, build)
    return _done(stored, build(stored.event))


@bp.post("/wait")
@desk_refusals_by(_show)
def wait(key: str) -> Response:
    """Let somebody without a seat wait for the next draw."""
    form = LateForm()

    def build(event: Event) -> Act:
        return Waits(len(event.rounds), form.number.data or 0)

    stored = act(key, form, build)
    return _done(stored, build(stored.event))


def _done(stored: StoredEvent, done: Act) -> Response:
    return redirect_to(url_for("desk_round.page", key=stored.key), act_line(done, stored.event))


def _seating_again(refused: DeskRefusal) -> Response:
    form = SeatingForm()
    typed = dict(zip(form.number.raw_data or (), form.table.raw_data or (), strict=False))
    return _show_seating(refused.seen.stored, typed, refused.problems, refused.status)


@bp.get("/round/by-hand")
def ask_by_hand(key: str) -> Response:
    """The players, each with an input for the number of a table."""
    return _show_seating(desk_event(key).stored, {})


@bp.post("/round/by-hand")
@takes_list
@desk_refusals_by(_seating_again)
def by_hand(key: str) -> Response:
    """Seat everybody at the table typed."""
    form = SeatingForm()
    act(key, form, lambda event: seat_by_hand(event, form.tables, secrets.randbits(32)))
    return redirect_to(url_for("desk_round.page", key=key))


def _show_seating(
    stored: StoredEvent,
    typed: dict[str, str],
    problems: tuple[str, ...] = (),
    status: int = 0,
) -> Response:
    return show(
        "event/by_hand.html",
        status=status,
        stored=stored,
        problems=problems,
        lines=seating_lines(stored.event, typed),
    )


def _listing_again(refused: DeskRefusal) -> Response:
    return _show_list(refused.seen.stored, refused.problems, refused.status)


@bp.get("/round/list")
def ask_list(key: str) -> Response:
    """An empty list of seats."""
    return _show_list(desk_event(key).stored)


@bp.post("/round/list/look")
@takes_list
@desk_refusals_by(_listing_again)
def look_list(key: str) -> Response:
    """The contents of the typed list; changes nothing."""
    SeatListForm().check()
    return _show_list(desk_event(key).stored)


@bp.post("/round/list")
@takes_list
@desk_refusals_by(_listing_again)
def from_list(key: str) -> Response:
    """Seat everybody as listed."""
    form = SeatListForm()
    listed, seed = read_seats(form.seats.typed), secrets.randbits(32)
    act(key, form, lambda event: seat_listed(event, listed, seed))
    return redirect_to(url_for("desk_round.page", key=key))


def _show_list(stored: StoredEvent, problems: tuple[str, ...] = (), status: int = 0) -> Response:
    form = SeatListForm()
    listed = read_seats(form.seats.typed)
    return show(
        "event/seat_list.html",
        "event/_seat_list.html" if request.endpoint == "desk_seats.look_list" else "",
        status=status,
        stored=stored,
        problems=problems,
        form=form,
        found=seat_list(stored.event, listed) if listed else None,
    )
