"""The desk's page of one table: its people, more time, a result by hand, setting it aside."""

from datetime import UTC, datetime

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.clock import clock_view
from scorekeeper.board.events.tables import table_lines
from scorekeeper.forms.rounds import AsideForm, ByHandForm, MoreTimeForm, RoundForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, desk_event, desk_refusals_by
from scorekeeper.http.device import phone_key
from scorekeeper.rules.events.event import Event, Outcome
from scorekeeper.rules.events.result_acts import ByHand, PutAside, PutBack
from scorekeeper.rules.events.round_acts import MoreTime
from scorekeeper.store.events import acts, slips
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import tables_of

bp = Blueprint(
    *("desk_table", __name__),
    url_prefix="/e/<key>/desk/round/<int(max=99):round>/table/<int(max=999):table>",
)


@bp.get("")
def page(key: str, round: int, table: int) -> Response:
    """The table, its game, and the acts of the desk."""
    return _show(desk_event(key).stored, round, table)


def _redisplay(refused: DeskRefusal, *, round: int, table: int) -> Response:
    return _show(refused.seen.stored, round, table, refused.problems, refused.status)


def _done(key: str, round: int, table: int) -> Response:
    return redirect_to(url_for("desk_table.page", key=key, round=round, table=table))


@bp.post("/more-time")
@desk_refusals_by(_redisplay)
def more_time(key: str, round: int, table: int) -> Response:
    """More minutes for this table."""
    form = MoreTimeForm()
    act(key, form, lambda _: MoreTime(round, form.minutes.data or 0, table))
    return _done(key, round, table)


@bp.post("/by-hand")
@desk_refusals_by(_redisplay)
def by_hand(key: str, round: int, table: int) -> Response:
    """A result from paper; without points, it is taken back."""
    form = ByHandForm()

    def build(_: Event) -> ByHand:
        totals = form.totals.data or ()
        return ByHand(round, table, Outcome(totals, form.made.data or ()) if totals else None)

    act(key, form, build)
    return _done(key, round, table)


@bp.post("/aside")
@desk_refusals_by(_redisplay)
def put_aside(key: str, round: int, table: int) -> Response:
    """The table counts nothing."""
    form = AsideForm()

    def build(event: Event) -> PutAside:
        seats = len(event.round(round).table(table).seats)
        points = form.points.data or (0,) * seats
        return PutAside(round, table, points, form.reason.data or "")

    act(key, form, build)
    return _done(key, round, table)


@bp.post("/back")
@desk_refusals_by(_redisplay)
def put_back(key: str, round: int, table: int) -> Response:
    """The table counts again."""
    act(key, RoundForm(), lambda _: PutBack(round, table))
    return _done(key, round, table)


@bp.post("/pencil")
@desk_refusals_by(_redisplay)
def pencil(key: str, round: int, table: int) -> Response:
    """Answer a phone that asks for the pencil, or call the pencil back."""
    RoundForm().check()
    where = (round, table)
    match request.form.get("answer"):
        case "yes":
            asking = request.form.get("phone", "")
            if asking.isascii() and asking.isdigit():
                slips.confirm(key, phone_key(), where, int(asking[:9]))
        case "no":
            slips.refuse(key, phone_key(), where)
        case _:
            slips.call_back(key, phone_key(), where)
    return _done(key, round, table)


def _show(
    stored: StoredEvent, round: int, table: int, problems: tuple[str, ...] = (), status: int = 0
) -> Response:
    event = stored.event
    round_ = event.round(round)
    seated = round_.table(table)
    games = tables_of(stored.id)
    line = next(one for one in table_lines(event, round_, games) if one.number == table)
    return show(
        "event/table.html",
        status=status,
        stored=stored,
        problems=problems,
        round=round_,
        table=seated,
        line=line,
        game=games.get((round, table)),
        clock=clock_view(event.settings, round_, datetime.now(UTC)),
        undo=acts.last_act(stored),
    )
