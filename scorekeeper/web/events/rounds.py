"""The rounds of an event at the desk: draw, clock and seats."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.entrants import seating_lines
from scorekeeper.board.events.rounds import before_view, running_view
from scorekeeper.board.events.tables import begun_in, seat_list, seat_listed, seats_view
from scorekeeper.forms.entrants import read_seats
from scorekeeper.forms.events import (
    AskersForm,
    Credit,
    LateForm,
    MoreTimeForm,
    NewTableForm,
    ReplaceForm,
    SeatingForm,
    SeatListForm,
    SizesForm,
    SwapForm,
    UndoActForm,
)
from scorekeeper.http.answers import redirect_to, show, wants_part
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.desk import (
    DeskRefusal,
    act,
    desk_event,
    desk_refusals_by,
    show_desk,
    takes_list,
    undo_act,
)
from scorekeeper.http.gate import dear, once
from scorekeeper.http.parts import known_parts, new_parts
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.events.acts import apply, is_apart_from_clock
from scorekeeper.rules.events.draw import Advice, better_sizes
from scorekeeper.rules.events.entrant_acts import Changed, Joined, Waits, table_added
from scorekeeper.rules.events.event import Act, Event, Outcomes, Round, RoundState
from scorekeeper.rules.events.result_acts import Ended, Finalised
from scorekeeper.rules.events.round_acts import (
    MoreTime,
    Paused,
    Published,
    Reopened,
    Replaced,
    Resumed,
    Started,
    Swapped,
    close,
    draw,
    seat_by_hand,
)
from scorekeeper.rules.events.standings import cut
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.events import acts, slips
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import outcomes_of, tables_of
from scorekeeper.store.mapping.stored import without_saves
from scorekeeper.words.events.log import act_line
from scorekeeper.words.events.rounds import going_line

bp = Blueprint("desk_round", __name__, url_prefix="/e/<key>/desk")
STEPS = {
    "publish": Published,
    "start": Started,
    "pause": Paused,
    "resume": Resumed,
    "reopen": Reopened,
}
"""The acts that need only the number of the round."""
OF_CLOCK = {"start", "pause", "resume"}


@bp.get("/round")
def page(key: str) -> Response:
    """The newest round: drawn, running or just closed."""
    return _show(DeskRefusal(desk_event(key)))


def _show(refused: DeskRefusal, **_: object) -> Response:
    stored = refused.seen.stored
    last = stored.event.last
    if last is not None and last.state is RoundState.DRAWN:
        return _show_drawn(refused, last, set())
    if last is not None and last.state is not RoundState.CLOSED:
        return _show_running(refused, last)
    view, undo = before_view(stored.event, tables_of(stored.id)), acts.last_act(stored)
    return show_desk("event/before.html", refused, view=view, lot=_lot(stored), undo=undo)


def _done(key: str) -> Response:
    return redirect_to(url_for("desk_round.page", key=key))


@bp.post("/draw")
@dear
@desk_refusals_by(_show)
def make_draw(key: str) -> Response:
    """Draw the next round, or draw again a round that is only drawn."""
    form = SaveForm()
    form.check()
    act(key, form, _drawn_before(desk_event(key).stored, form))
    return _done(key)


@bp.post("/sizes")
@dear
@desk_refusals_by(_show)
def choose_sizes(key: str) -> Response:
    """Change the sizes of tables, and draw again a round that is only drawn."""
    form = SizesForm()

    def build(event: Event) -> Changed:
        size, remainder = form.size.data or 0, form.remainder.data or 0
        return Changed(replace(event.settings, size=size, remainder=remainder))

    form.check()
    stored = desk_event(key).stored
    last = stored.event.last
    is_drawn = last is not None and last.state is RoundState.DRAWN
    act(key, form, build, then=_drawn_before(stored, form, build) if is_drawn else None)
    return _done(key)


def _drawn_before(
    stored: StoredEvent, form: SaveForm, change: Callable[[Event], Act] | None = None
) -> Callable[[Event], Act]:
    """The draw after a change, computed before the transaction because it may take seconds, and
    only for a page that is not stale. A refusal is raised only after the page's revision was
    checked."""
    event = stored.event
    if not acts.is_awaited(stored, form.revision.data, form.tap.data):
        return lambda now: draw(now, _outcomes(stored), secrets.randbits(32))
    try:
        if change is not None:
            event = apply(event, change(event), datetime.now(UTC))
        asked = stored.key, stored.stamp, event.settings.size, event.settings.remainder
        outcomes, seed = _outcomes(stored), secrets.randbits(32)
        drawn = once(asked, lambda: draw(event, outcomes, seed), keep=False)
    except RefusedError as problem:
        refused = problem

        def refuse(_: Event) -> Act:
            raise refused

        return refuse
    return lambda _: drawn


@bp.post("/<any(publish,start,pause,resume,reopen):step>")
@desk_refusals_by(_show)
def make_step(key: str, step: str) -> Response:
    """Make the next step of the round, or change its clock."""
    apart = is_apart_from_clock if step in OF_CLOCK else None
    act(key, SaveForm(), lambda event: STEPS[step](_number(event, step)), apart=apart)
    return _done(key)


def _number(event: Event, step: str) -> int:
    """The number of the round that a step concerns: the newest, or the one before a draw that is
    discarded when that round is reopened."""
    is_drawn = event.last is not None and event.last.state is RoundState.DRAWN
    return len(event.rounds) - (is_drawn and step == "reopen")


@bp.post("/more-time")
@desk_refusals_by(_show)
def more_time(key: str) -> Response:
    form = MoreTimeForm()

    def build(event: Event) -> MoreTime:
        return MoreTime(len(event.rounds), form.minutes.data or 0)

    act(key, form, build, apart=is_apart_from_clock)
    return _done(key)


@bp.post("/close")
@desk_refusals_by(_show)
def make_close(key: str) -> Response:
    """Close the round; every table must have a result or be set aside."""
    outcomes = _outcomes(desk_event(key).stored)
    act(key, SaveForm(), lambda event: close(event, len(event.rounds), outcomes))
    return _done(key)


@bp.post("/pencils")
@desk_refusals_by(_show)
def give_pencils(key: str) -> Response:
    """Give the pencil to all phones that ask for one, as far as this page showed them."""
    form = AskersForm()
    form.check()
    last = desk_event(key).stored.event.last
    slips.confirm_all(key, phone_key(), last.number if last else 0, form.asking)
    return _done(key)


@bp.post("/final")
@desk_refusals_by(_show)
def begin_final(key: str) -> Response:
    outcomes = _outcomes(desk_event(key).stored)
    act(key, SaveForm(), lambda event: cut(event, outcomes, secrets.randbits(32)))
    return _done(key)


@bp.get("/end")
def ask_end(key: str) -> Response:
    stored = desk_event(key).stored
    return show("event/end.html", stored=stored, going=going_line(stored.event))


@bp.post("/end")
@desk_refusals_by(_show)
def end(key: str) -> Response:
    act(key, SaveForm(), lambda _: Ended())
    return redirect_to(url_for("results.standings_page", key=key))


@bp.post("/undo")
@desk_refusals_by(_show)
def undo(key: str) -> Response:
    undo_act(key, UndoActForm())
    return _done(key)


@bp.get("/round/advice")
@dear
def advice(key: str) -> Response:
    """Sizes of tables with which fewer pairs would meet again, in a request of its own because it
    takes as long as a draw."""
    stored = (seen := desk_event(key)).stored
    last = stored.event.last
    if last is None or last.state is not RoundState.DRAWN:
        # Nobody tapped: the page stays until its next poll, so that a refusal on it can be read.
        return Response(status=204) if wants_part() else _done(key)
    place = key, stored.revision, stored.changed_at
    known = once(place, lambda: better_sizes(stored.event) or ())
    return _show_drawn(DeskRefusal(seen), last, set(), "event/_advice.html", known)


def _outcomes(stored: StoredEvent) -> Outcomes:
    return outcomes_of(tables_of(stored.id))


def _show_running(refused: DeskRefusal, last: Round) -> Response:
    """The page of a round that is published; one that shows the newest act gets only the parts that
    it lacks."""
    stored = refused.seen.stored
    games, asked = tables_of(stored.id), request.args.get("show")
    view = running_view(stored, last, games, datetime.now(UTC), asked or "")
    address = url_for("desk_round.page", key=stored.key, show=asked)
    known = known_parts() if view.parts and wants_part() and _shows_acts(stored) else None
    if known is None:
        shown: dict[str, Any] = {"parts": view.parts, "address": address}
        shown |= {"undo": acts.last_act(stored), "view": view}
        return show_desk("event/running.html", refused, **shown)
    order = " ".join(f"table-{line.number}" for line in view.shown)
    new = new_parts(view.parts.values(), known)
    return show("event/round/news.html", stored=stored, address=address, order=order, new=new)


def _shows_acts(stored: StoredEvent) -> bool:
    """Return whether the page that asks differs from the event only by saves of tables."""
    return without_saves(request.args.get("seen", "")) == without_saves(stored.stamp)


def _show_drawn(
    refused: DeskRefusal,
    round_: Round,
    begun: set[int],
    part: str = "",
    advice: Advice | tuple[()] | None = None,
) -> Response:
    """The seats of a round; the advice is asked for in a request of its own."""
    stored = refused.seen.stored
    view, undo = seats_view(stored.event, round_, begun), acts.last_act(stored)
    return show_desk("event/drawn.html", refused, part, view=view, advice=advice, undo=undo)


def _lot(stored: StoredEvent) -> list[str]:
    """The names of those among whom the last places of the final were drawn by lot, until its first
    draw."""
    event = stored.event
    if not event.finalists or any(one.stage for one in event.rounds):
        return []
    found = acts.newest_of(stored.id, Finalised.kind)
    level = found.level if isinstance(found, Finalised) else ()
    return [event.entrant(number).name for number in level]


@bp.get("/round/seats")
def seats_page(key: str) -> Response:
    """The seats of a round that is not closed, with up to two people chosen (``?seat=3``)."""
    return _show_seats(DeskRefusal(desk_event(key)))


def _show_seats(refused: DeskRefusal) -> Response:
    stored = refused.seen.stored
    last = stored.event.last
    if last is None or last.state is RoundState.CLOSED:
        return redirect_to(url_for("desk_round.page", key=stored.key), " ".join(refused.problems))
    return _show_drawn(refused, last, begun_in(last, tables_of(stored.id)))


@bp.post("/swap")
@desk_refusals_by(_show_seats)
def swap(key: str) -> Response:
    form = SwapForm()

    def build(event: Event) -> Act:
        return Swapped(len(event.rounds), form.one.data or 0, form.other.data or 0)

    return _seat(key, form, build)


@bp.post("/replace")
@desk_refusals_by(_show_seats)
def replace_entrant(key: str) -> Response:
    """Give somebody's seat to a person without one."""
    form = ReplaceForm()

    def build(event: Event) -> Act:
        leaves, comes = form.leaves.data or 0, form.comes.data or 0
        return Replaced(
            len(event.rounds), leaves, comes, counts=form.counts.data is not Credit.LEAVES
        )

    return _seat(key, form, build)


@bp.post("/join")
@desk_refusals_by(_show_seats)
def join(key: str) -> Response:
    """Seat somebody without a seat at a table that has not begun."""
    form = LateForm()

    def build(event: Event) -> Act:
        return Joined(len(event.rounds), form.table.data or 0, form.number.data or 0)

    return _seat(key, form, build)


@bp.post("/new-table")
@desk_refusals_by(_show_seats)
def add_table(key: str) -> Response:
    form, seed = NewTableForm(), secrets.randbits(32)
    return _seat(key, form, lambda event: table_added(event, len(event.rounds), form.people, seed))


@bp.post("/wait")
@desk_refusals_by(_show_seats)
def wait(key: str) -> Response:
    """Let somebody without a seat wait for the next draw."""
    form = LateForm()
    return _seat(key, form, lambda event: Waits(len(event.rounds), form.number.data or 0))


def _seat(key: str, form: SaveForm, build: Callable[[Event], Act]) -> Response:
    """Change the seats, and say what was changed."""
    stored = act(key, form, build)
    said = act_line(build(stored.event), stored.event)
    return redirect_to(url_for("desk_round.page", key=key), said)


def _seating_again(refused: DeskRefusal) -> Response:
    form = SeatingForm()
    typed = dict(zip(form.number.raw_data or (), form.table.raw_data or (), strict=False))
    return _show_seating(refused, typed)


@bp.get("/round/by-hand")
def ask_by_hand(key: str) -> Response:
    """The players, each with an input for the number of a table."""
    return _show_seating(DeskRefusal(desk_event(key)), {})


@bp.post("/round/by-hand")
@takes_list
@desk_refusals_by(_seating_again)
def by_hand(key: str) -> Response:
    form = SeatingForm()
    act(key, form, lambda event: seat_by_hand(event, form.tables, secrets.randbits(32)))
    return redirect_to(url_for("desk_round.page", key=key))


def _show_seating(refused: DeskRefusal, typed: dict[str, str]) -> Response:
    lines = seating_lines(refused.seen.stored.event, typed)
    return show_desk("event/by_hand.html", refused, lines=lines)


def _show_list(refused: DeskRefusal) -> Response:
    form = SeatListForm()
    listed = read_seats(form.seats.typed)
    found = seat_list(refused.seen.stored.event, listed) if listed else None
    part = "event/_seat_list.html" if request.endpoint == "desk_round.look_list" else ""
    return show_desk("event/seat_list.html", refused, part, form=form, found=found)


@bp.get("/round/list")
def ask_list(key: str) -> Response:
    return _show_list(DeskRefusal(desk_event(key)))


@bp.post("/round/list/look")
@takes_list
@desk_refusals_by(_show_list)
def look_list(key: str) -> Response:
    """The contents of the typed list; changes nothing."""
    SeatListForm().check()
    return _show_list(DeskRefusal(desk_event(key)))


@bp.post("/round/list")
@takes_list
@desk_refusals_by(_show_list)
def from_list(key: str) -> Response:
    form = SeatListForm()
    listed, seed = read_seats(form.seats.typed), secrets.randbits(32)
    act(key, form, lambda event: seat_listed(event, listed, seed))
    return redirect_to(url_for("desk_round.page", key=key))
