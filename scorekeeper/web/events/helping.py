"""The pages of a helper, who only enters the results of tables."""

from datetime import UTC, datetime

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.rounds import running_view
from scorekeeper.forms.rounds import ByHandForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.desk import DeskRefusal, act, helper_event, helper_refusals_by
from scorekeeper.language import gettext
from scorekeeper.rules.events.act import published_round
from scorekeeper.rules.events.acts import apart_from_table
from scorekeeper.rules.events.event import Event, Round, RoundState
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import tables_of
from scorekeeper.store.mapping.stored import UnknownEventError
from scorekeeper.words.events.log import act_line
from scorekeeper.words.events.rounds import before_line

bp = Blueprint("desk_help", __name__, url_prefix="/e/<key>/help")
DIGITS = 3
"""The most digits of the number of a table."""


@bp.get("")
def page(key: str) -> Response:
    """The tables of the running round; a typed number (``?table=``) leads to its table."""
    stored, typed = helper_event(key).stored, request.args.get("table", "").strip()
    round_ = _open_round(stored.event)
    if round_ is None:
        line = before_line(stored.event)
        return show("event/helping.html", stored=stored, view=None, problems=(), about=line)
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= DIGITS else 0
    if any(one.number == number for one in round_.tables):
        return redirect_to(url_for(".table", key=key, round=round_.number, table=number))
    unknown = (gettext("There is no table %(number)s.", number=typed),) if typed else ()
    view = running_view(
        *(stored, round_, tables_of(stored.id), datetime.now(UTC)),
        request.args.get("show", ""),
        pages=("desk_help.page", "desk_help.table"),
    )
    return show(
        "event/helping.html",
        status=422 if unknown else 200,
        stored=stored,
        view=view,
        problems=unknown,
        about=view.title,
    )


def _open_round(event: Event) -> Round | None:
    """The newest round, if it is published and not closed."""
    last = event.published[-1] if event.published else None
    return None if last is None or last.state is RoundState.CLOSED else last


@bp.get("/round/<int(max=99):round>/table/<int(max=999):table>")
def table(key: str, round: int, table: int) -> Response:
    """The form for the result of a table."""
    stored = helper_event(key).stored
    try:
        published_round(stored.event, round).table(table)
    except RefusedError:
        raise UnknownEventError(key) from None
    return _show(stored, round, table)


def _again(refused: DeskRefusal, *, round: int, table: int) -> Response:
    stored = refused.seen.stored
    try:
        published_round(stored.event, round).table(table)
    except RefusedError:
        return redirect_to(url_for(".page", key=stored.key), " ".join(refused.problems))
    return _show(stored, round, table, refused.problems, refused.status)


@bp.post("/round/<int(max=99):round>/table/<int(max=999):table>")
@helper_refusals_by(_again)
def enter(key: str, round: int, table: int) -> Response:
    """Enter the result of a table, or remove it if no points are given."""
    form = ByHandForm()
    form.check()
    event = helper_event(key).stored.event
    published_round(event, round)
    done = form.entry(event, round, table)
    stored = act(key, form, lambda _: done, apart=apart_from_table(round, table))
    return redirect_to(url_for(".page", key=key), act_line(done, stored.event))


def _show(
    stored: StoredEvent, round: int, number: int, problems: tuple[str, ...] = (), status: int = 0
) -> Response:
    found = stored.event.round(round).table(number)
    entered = found.by_hand
    form = ByHandForm(
        totals=entered.totals if entered else (), made=entered.made if entered else ()
    )
    asks = request.method == "POST" and form.may_insist(stored.event, round, number)
    return show(
        "event/helping_table.html",
        status=status,
        stored=stored,
        problems=problems,
        table=found,
        round=round,
        names=[stored.event.entrant(seat).name for seat in found.seats],
        form=form,
        asks=asks,
    )
