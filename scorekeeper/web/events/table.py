"""One table of a round, for the desk and for helpers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper.board.events.rounds import running_view
from scorekeeper.board.events.tables import table_view
from scorekeeper.forms.events import (
    AsideForm,
    ByHandForm,
    CountForm,
    JoiningAnswerForm,
    MoreTimeForm,
    PencilForm,
    ReasonForm,
)
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.desk import (
    DeskRefusal,
    act,
    desk_event,
    desk_refusals_by,
    helper_event,
    helper_refusals_by,
)
from scorekeeper.http.filters import address_of, qr_code
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.events.acts import apart_from_table
from scorekeeper.rules.events.entrant_acts import granted
from scorekeeper.rules.events.event import (
    Act,
    Event,
    Outcome,
    Round,
    RoundState,
    open_round,
    published_round,
    require,
    require_reason,
)
from scorekeeper.rules.events.result_acts import Corrected, Counted, PutAside, PutBack
from scorekeeper.rules.events.round_acts import MoreTime
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.events import slips
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import TableGame, TableKey, tables_of
from scorekeeper.store.games import reading
from scorekeeper.store.mapping.stored import BrokenGameError, StoredGame, UnknownEventError
from scorekeeper.store.sharing import keepers
from scorekeeper.words.events.log import act_line
from scorekeeper.words.events.rounds import before_line
from scorekeeper.words.language import gettext

bp = Blueprint("desk_table", __name__, url_prefix="/e/<key>")


class Forms(NamedTuple):
    """The forms of the page, with the typed values if one was refused; ``opened`` is its name.
    ``asks``: the totals by hand are doubtful."""

    by_hand: ByHandForm
    aside: AsideForm
    correct: ReasonForm
    opened: str
    asks: bool


@bp.get("/desk/round/<int(max=99):round>/table/<int(max=999):table>")
def page(key: str, round: int, table: int) -> Response:
    """The table, its game, and the acts of the desk."""
    return _show(desk_event(key).stored, round, table)


def _redisplay(refused: DeskRefusal, *, round: int, table: int) -> Response:
    return _show(refused.seen.stored, round, table, refused.problems, refused.status)


def _done(stored: StoredEvent, done: Act, round: int, table: int) -> Response:
    address = url_for("desk_table.page", key=stored.key, round=round, table=table)
    return redirect_to(address, act_line(done, stored.event))


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/more-time")
@desk_refusals_by(_redisplay)
def more_time(key: str, round: int, table: int) -> Response:
    form = MoreTimeForm()
    form.check()
    done = MoreTime(round, form.minutes.data or 0, table)
    stored = act(key, form, lambda _: done, apart=apart_from_table(round, table))
    return _done(stored, done, round, table)


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/by-hand")
@desk_refusals_by(_redisplay)
def by_hand(key: str, round: int, table: int) -> Response:
    """Enter a result from paper, or remove it if no points are given; then show the desk its
    tables. Once the round is closed, a reason is required."""
    form = ByHandForm()
    form.check()
    stored = desk_event(key).stored
    done = form.entry(stored.event, round, table)
    if stored.event.round(round).state is not RoundState.CLOSED:
        stored = act(key, form, lambda _: done, apart=apart_from_table(round, table))
        return redirect_to(url_for("desk_round.page", key=key), act_line(done, stored.event))
    corrected = Corrected(round, table, form.reason.data or "")
    corrected.after(stored.event)
    return _done(act(key, form, lambda _: corrected, then=lambda _: done), corrected, round, table)


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/count")
@desk_refusals_by(_redisplay)
def count(key: str, round: int, table: int) -> Response:
    """Let the result of a table count that has not agreed on it."""
    form = CountForm()
    form.check()
    stored, done = desk_event(key).stored, Counted(round, table, form.sheet.data or 0)

    def build(_: Event) -> Act:
        slips.check_waits(tables_of(stored.id).get((round, table)), done.revision)
        return done

    stored = act(key, form, build, apart=apart_from_table(round, table))
    return redirect_to(url_for("desk_round.page", key=key), act_line(done, stored.event))


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/aside")
@desk_refusals_by(_redisplay)
def put_aside(key: str, round: int, table: int) -> Response:
    """Set the table aside, so that its game does not count."""
    form = AsideForm()
    form.check()

    def build(event: Event) -> PutAside:
        seats = len(event.round(round).table(table).seats)
        points = form.points.data or (0,) * seats
        return PutAside(round, table, points, form.reason.data or "")

    stored = act(key, form, build, apart=apart_from_table(round, table))
    return _done(stored, build(stored.event), round, table)


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/back")
@desk_refusals_by(_redisplay)
def put_back(key: str, round: int, table: int) -> Response:
    done = PutBack(round, table)
    stored = act(key, SaveForm(), lambda _: done, apart=apart_from_table(round, table))
    return _done(stored, done, round, table)


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/correct")
@desk_refusals_by(_redisplay)
def correct(key: str, round: int, table: int) -> Response:
    """Let this phone correct a sheet of a closed round, for a reason, until it is done. After the
    end of the event its last round must be reopened first."""
    form = ReasonForm()
    form.check()
    require_reason(form.reason.data or "")
    require(not desk_event(key).stored.event.ended, EventCode.EVENT_ENDED)
    stored = act(key, form, lambda _: Corrected(round, table, form.reason.data or ""))
    return redirect_to(url_for("game.page", key=_game(stored, round, table).key))


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/done")
@desk_refusals_by(_redisplay)
def done(key: str, round: int, table: int) -> Response:
    """End the correction of a sheet, by this phone or another one of the desk."""
    SaveForm().check()
    slips.lay_down(key, phone_key(), (round, table))
    return redirect_to(url_for("desk_table.page", key=key, round=round, table=table))


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/keep")
@desk_refusals_by(_redisplay)
def keep(key: str, round: int, table: int) -> Response:
    """Let this phone keep score at the table too, or ask who leaves the table (``leaves``)."""
    form = PencilForm()
    form.check()
    stored = desk_event(key).stored
    open_round(stored.event, round)
    game = _game(stored, round, table)
    keepers.claim(game.key, phone_key())
    endpoint = "players.leaving" if form.answer.data == "leaves" else "game.page"
    # Of a game that has ended, the desk corrects a hand.
    anchor = "sheet" if game.is_over or game.awaits else None
    return redirect_to(url_for(endpoint, key=game.key, _anchor=anchor))


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/joining")
@desk_refusals_by(_redisplay)
def answer_joining(key: str, round: int, table: int) -> Response:
    """Grant what the table asks for, a seat for somebody or a name, or refuse."""
    form = JoiningAnswerForm()
    form.check()
    where, wish = (round, table), form.wish
    if form.answer.data != "yes":
        slips.refuse_wish(key, phone_key(), where, wish)
        return redirect_to(_asked_from(form, key, where))
    stored = desk_event(key).stored
    first, *more = granted(stored.event, *where, wish)

    def grant(_: Event) -> Act:
        slips.check(_game(stored, round, table).wish, wish, where)
        return first

    stored = act(key, form, grant, then=(lambda _: more[0]) if more else None)
    done = act_line((first, *more)[-1], stored.event)
    return redirect_to(_asked_from(form, key, where), done)


def _asked_from(form: JoiningAnswerForm, key: str, where: TableKey) -> str:
    """The address of the page on which the desk answered a table."""
    if form.back.data == "round":
        return url_for("desk_round.page", key=key)
    return url_for("desk_table.page", key=key, round=where[0], table=where[1])


@bp.post("/desk/round/<int(max=99):round>/table/<int(max=999):table>/pencil")
@desk_refusals_by(_redisplay)
def pencil(key: str, round: int, table: int) -> Response:
    """Answer a phone that asks for the pencil, or take the pencil back."""
    form = PencilForm()
    form.check()
    where = (round, table)
    match form.answer.data:
        case "yes":
            slips.confirm(key, phone_key(), where, form.phone.data or 0)
        case "no":
            slips.refuse(key, phone_key(), where)
        case _:
            slips.call_back(key, phone_key(), where)
    return redirect_to(url_for("desk_table.page", key=key, round=round, table=table))


def _game(stored: StoredEvent, round: int, table: int) -> TableGame:
    found = tables_of(stored.id).get((round, table))
    return found or abort(404)


def _show(
    stored: StoredEvent, round: int, table: int, problems: tuple[str, ...] = (), status: int = 0
) -> Response:
    where, games = (round, table), tables_of(stored.id)
    game = games.get(where)
    if game is None:
        return redirect_to(url_for("desk_round.page", key=stored.key), " ".join(problems))
    playing: StoredGame | None = None
    try:
        playing = reading.read(game.key)
        stamp = playing.stamp
    except BrokenGameError as broken:
        # The desk can still enter its result.
        stamp = broken.stamp
    view = table_view(
        *(stored.event, where, games, playing),
        slips.keepers_at(stored.key, phone_key(), where),
        datetime.now(UTC),
    )
    slip = address_of("event.slip_page", key=stored.key, token=slips.token(stored, where))
    return show(
        "event/table.html",
        status=status,
        stored=stored,
        stamp=f"{stored.stamp}.{stamp}",
        problems=problems,
        view=view,
        slip=slip,
        qr=qr_code(slip),
        forms=_forms(stored.event, where, view.table.by_hand),
    )


def _forms(event: Event, where: TableKey, entered: Outcome | None) -> Forms:
    opened = request.path.rpartition("/")[2] if request.method == "POST" else ""
    totals, made = (entered.totals, entered.made) if entered else ((), ())
    by_hand = ByHandForm(totals=totals, made=made)
    asks = opened == "by-hand" and by_hand.may_insist(event, *where)
    return Forms(by_hand, AsideForm(), ReasonForm(), opened, asks)


DIGITS = 3
"""The most digits of the number of a table."""


@bp.get("/help")
def help_page(key: str) -> Response:
    """The tables of the running round; a typed number (``?table=``) leads to its table."""
    stored, typed = helper_event(key).stored, request.args.get("table", "").strip()
    round_ = _open_round(stored.event)
    if round_ is None:
        line = before_line(stored.event)
        return show("event/helping.html", stored=stored, view=None, problems=(), about=line)
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= DIGITS else 0
    if any(one.number == number for one in round_.tables):
        return redirect_to(
            url_for("desk_table.help_table", key=key, round=round_.number, table=number)
        )
    unknown = (gettext("There is no table %(number)s.", number=typed),) if typed else ()
    view = running_view(
        *(stored, round_, tables_of(stored.id), datetime.now(UTC)),
        request.args.get("show", ""),
        pages=("desk_table.help_page", "desk_table.help_table"),
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
    last = event.published[-1] if event.published else None
    return None if last is None or last.state is RoundState.CLOSED else last


@bp.get("/help/round/<int(max=99):round>/table/<int(max=999):table>")
def help_table(key: str, round: int, table: int) -> Response:
    stored = helper_event(key).stored
    try:
        published_round(stored.event, round).table(table)
    except RefusedError:
        raise UnknownEventError(key) from None
    return _show_help(stored, round, table)


def _again(refused: DeskRefusal, *, round: int, table: int) -> Response:
    stored = refused.seen.stored
    try:
        published_round(stored.event, round).table(table)
    except RefusedError:
        return redirect_to(
            url_for("desk_table.help_page", key=stored.key), " ".join(refused.problems)
        )
    return _show_help(stored, round, table, refused.problems, refused.status)


@bp.post("/help/round/<int(max=99):round>/table/<int(max=999):table>")
@helper_refusals_by(_again)
def help_enter(key: str, round: int, table: int) -> Response:
    """Enter the result of a table, or remove it if no points are given."""
    form = ByHandForm()
    form.check()
    event = helper_event(key).stored.event
    published_round(event, round)
    done = form.entry(event, round, table)
    stored = act(key, form, lambda _: done, apart=apart_from_table(round, table))
    return redirect_to(url_for("desk_table.help_page", key=key), act_line(done, stored.event))


def _show_help(
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
