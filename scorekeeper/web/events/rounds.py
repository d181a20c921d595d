"""The desk's page of a round: draw, seats, clock, tables, end."""

import secrets
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.clock import clock_view
from scorekeeper.board.events.plan import plan_of
from scorekeeper.board.events.tables import TableState, results_of, table_lines
from scorekeeper.forms.rounds import MoreTimeForm, RoundForm, SwapForm, UndoActForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by
from scorekeeper.http.device import phone_key
from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.event import Event, Outcomes, Round, RoundState, meets_again
from scorekeeper.rules.events.final import cut
from scorekeeper.rules.events.next_round import close, draw, may_draw
from scorekeeper.rules.events.result_acts import Ended
from scorekeeper.rules.events.round_acts import (
    MoreTime,
    Paused,
    Published,
    Reopened,
    Resumed,
    Started,
    Swapped,
)
from scorekeeper.store.events import acts
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import outcomes_of, tables_of
from scorekeeper.words.events import draw_line, round_title

bp = Blueprint("desk_round", __name__, url_prefix="/e/<key>/desk")
SHOWN = ("out", "in", "all")


@bp.get("/round")
def page(key: str) -> Response:
    """The round that is drawn, running or just closed."""
    return _show(desk_event(key).stored)


def _redisplay(refused: DeskRefusal, **_: object) -> Response:
    return _show(refused.seen.stored, refused.problems, refused.status)


def _done(key: str) -> Response:
    return redirect_to(url_for("desk_round.page", key=key))


@bp.post("/draw")
@desk_refusals_by(_redisplay)
def make_draw(key: str) -> Response:
    """Draw the next round, or the round again that is only drawn."""
    outcomes = _outcomes(desk_event(key).stored)
    act(key, RoundForm(), lambda event: draw(event, outcomes, secrets.randbits(32)))
    return _done(key)


@bp.post("/swap")
@desk_refusals_by(_redisplay)
def swap(key: str) -> Response:
    """Let two people change seats."""
    form = SwapForm()
    act(
        key,
        form,
        lambda event: Swapped(len(event.rounds), form.one.data or 0, form.other.data or 0),
    )
    return _done(key)


STEPS = {
    "publish": Published,
    "start": Started,
    "pause": Paused,
    "resume": Resumed,
    "reopen": Reopened,
}
"""The acts that need only the number of the round."""


@bp.post("/<any(publish,start,pause,resume,reopen):step>")
@desk_refusals_by(_redisplay)
def make_step(key: str, step: str) -> Response:
    """The next step of the round, or its clock."""
    act(key, RoundForm(), lambda event: STEPS[step](len(event.rounds)))
    return _done(key)


@bp.post("/more-time")
@desk_refusals_by(_redisplay)
def more_time(key: str) -> Response:
    """Give all tables, or one, more minutes."""
    form = MoreTimeForm()
    act(
        key,
        form,
        lambda event: MoreTime(len(event.rounds), form.minutes.data or 0, form.table.data),
    )
    return _done(key)


@bp.post("/close")
@desk_refusals_by(_redisplay)
def make_close(key: str) -> Response:
    """Close the round, when every table is in or set aside."""
    outcomes = _outcomes(desk_event(key).stored)
    act(key, RoundForm(), lambda event: close(event, len(event.rounds), outcomes))
    return _done(key)


@bp.post("/final")
@desk_refusals_by(_redisplay)
def begin_final(key: str) -> Response:
    """Let the best play a final."""
    outcomes = _outcomes(desk_event(key).stored)
    act(key, RoundForm(), lambda event: cut(event, outcomes, secrets.randbits(32)))
    return _done(key)


@bp.post("/end")
@desk_refusals_by(_redisplay)
def end(key: str) -> Response:
    """End the event."""
    act(key, RoundForm(), lambda _: Ended())
    return redirect_to(url_for("desk_standings.page", key=key))


@bp.post("/undo")
@desk_refusals_by(_redisplay)
def undo(key: str) -> Response:
    """Undo the last act."""
    form = UndoActForm()
    form.check()
    acts.undo(key, phone_key(), form.revision.data, form.number.data or 0, form.tap.data)
    return _done(key)


def _outcomes(stored: StoredEvent) -> Outcomes:
    return outcomes_of(tables_of(stored.id))


def _show(stored: StoredEvent, problems: tuple[str, ...] = (), status: int = 0) -> Response:
    event, last = stored.event, stored.event.last
    shared: dict[str, Any] = {"stored": stored, "problems": problems, "undo": acts.last_act(stored)}
    if last is None or last.state is RoundState.CLOSED:
        return _before(stored, status, shared)
    if last.state is RoundState.DRAWN:
        again = meets_again(event, last.number)
        chosen = [event.entrant(n) for n in map(int, _chosen()) if n in event.by_number][:2]
        return show(
            "event/drawn.html",
            status=status,
            round=last,
            again=again,
            chosen=chosen,
            then=_then(event, last, [one.number for one in chosen]),
            **shared,
        )
    return _running(stored, last, status, shared)


def _chosen() -> list[str]:
    return [n for n in request.args.getlist("seat") if n.isascii() and n.isdigit() and len(n) < 6]


def _then(event: Event, last: Round, chosen: list[int]) -> tuple[tuple[int, int], ...]:
    """The pairs that would meet again if these two changed seats."""
    if len(chosen) != 2 or chosen[0] == chosen[1]:
        return ()
    swapped: Act = Swapped(last.number, *chosen)
    return meets_again(swapped.after(event), last.number)


def _before(stored: StoredEvent, status: int, shared: dict[str, Any]) -> Response:
    event, last = stored.event, stored.event.last
    games = tables_of(stored.id)
    results = results_of(event, last, outcomes_of(games)) if last else ()
    return show(
        "event/before.html",
        status=status,
        plan=plan_of(event),
        last=last,
        results=results,
        title=round_title(event, min(len(event.rounds) + 1, event.settings.rounds)),
        draws=draw_line(event),
        ended=event.ended,
        can_draw=not event.ended and may_draw(event),
        can_begin_final=bool(event.rounds and event.settings.final and not event.finalists),
        **shared,
    )


def _running(stored: StoredEvent, last: Round, status: int, shared: dict[str, Any]) -> Response:
    event, games = stored.event, tables_of(stored.id)
    lines = table_lines(event, last, games)
    out = [line for line in lines if line.state in (TableState.FREE, TableState.OUT)]
    asked = request.args.get("show", "")
    which = asked if asked in SHOWN else "out" if len(lines) > 8 else "all"
    groups = {"out": out, "in": [line for line in lines if line not in out], "all": [*lines]}
    return show(
        "event/running.html",
        status=status,
        round=last,
        title=round_title(event, last.number),
        clock=clock_view(event.settings, last, datetime.now(UTC)),
        groups=groups,
        which=which,
        lines=groups[which],
        hall=sorted(lines, key=lambda line: line.number) if len(lines) > 8 else (),
        out=len(out),
        results=results_of(event, last, outcomes_of(games)) if not out else (),
        **shared,
    )
