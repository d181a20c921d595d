"""Access to events, acts of the desk with their refusals, and the player that a phone follows.

"Unknown" and "not allowed" both raise UnknownEventError, which is answered with 404.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from flask import Response, request

from scorekeeper.config import LARGEST_LIST
from scorekeeper.http.answers import View, refusals_by, show
from scorekeeper.http.cookies import cookie_in, keep_cookie, phone_key
from scorekeeper.http.parts import is_shared
from scorekeeper.http.save_form import SaveForm, ShapeError
from scorekeeper.rules.events.acts import Apart
from scorekeeper.rules.events.event import Act, Event, without_draw
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store.events import acts, events
from scorekeeper.store.events.acts import EventLine, StaleEventError
from scorekeeper.store.events.events import EventAccess, StoredEvent
from scorekeeper.words.events.log import act_line
from scorekeeper.words.language import gettext
from scorekeeper.words.problems import sentences


@dataclass(frozen=True, slots=True)
class DeskRefusal:
    """The reason why an act was refused: 422 with the problems, or 409 with the acts that another
    phone of the desk did first; without problems, the page as it is."""

    seen: EventAccess
    problems: tuple[str, ...] = ()
    status: int = 0


def show_desk(page: str, refused: DeskRefusal, part: str = "", **values: Any) -> Response:
    """A page of the desk with what was refused, over the event as it is now."""
    values |= {"stored": refused.seen.stored, "problems": refused.problems}
    return show(page, part, status=refused.status, **values)


def visible_event(key: str) -> EventAccess:
    """The event at this address as everybody may see it, and this phone's rights; raises
    UnknownEventError."""
    seen = events.see(key, phone_key())
    return replace(seen, stored=replace(seen.stored, event=events.public(seen.stored.event)))


def shown_event(key: str) -> EventAccess:
    """The event at this address as everybody may see it; for a phone that runs it, with the results
    of hidden rounds. Raises UnknownEventError."""
    seen = visible_event(key)
    if not (seen.rights.writes and seen.stored.event.is_hidden):
        return seen
    stored = desk_event(key).stored
    return replace(seen, stored=replace(stored, event=without_draw(stored.event)))


def desk_event(key: str) -> EventAccess:
    """The event at this address; raises UnknownEventError unless this phone runs it."""
    return events.runnable(key, phone_key())


def helper_event(key: str) -> EventAccess:
    """The event at this address; raises UnknownEventError unless this phone runs it or enters its
    results."""
    return events.enterable(key, phone_key())


def act(
    key: str,
    form: SaveForm,
    build: Callable[[Event], Act],
    *,
    apart: Apart | None = None,
    then: Callable[[Event], Act] | None = None,
) -> StoredEvent:
    """Check the shape of the form, then apply the act, and the one that ``then`` builds after it.

    It may follow acts of other phones of the desk that are ``apart`` from it; without this, no act
    that the page did not show. Raises ShapeError, and the errors of ``acts.act``.
    """
    form.check()
    revision = form.revision.data
    while True:
        try:
            return acts.act(key, phone_key(), revision, build, form.tap.data, then)
        except StaleEventError as stale:
            if apart is None or not _are_apart(apart, stale.since):
                raise
            revision = stale.stored.revision


def undo_act(key: str, form: SaveForm) -> StoredEvent:
    """Undo the act in the line of the form's ``number``.

    Raises ShapeError, and the errors of ``acts.undo``.
    """
    form.check()
    number = form["number"].data or 0
    return acts.undo(key, phone_key(), form.revision.data, number, form.tap.data)


def _are_apart(apart: Apart, since: list[EventLine]) -> bool:
    """Return whether all of these lines are apart; an Undo is not."""
    return bool(since) and all(line.act and apart(line.act) for line in since)


def takes_list(view: View) -> View:
    """Let the desk send a list of all people of an event, which is longer than other forms."""

    @wraps(view)
    def answer(key: str, **rest: Any) -> Response:
        desk_event(key)
        request.max_content_length = LARGEST_LIST
        return view(key, **rest)

    return answer


def desk_refusals_by(again: Callable[..., Response]) -> Callable[[View], View]:
    """Answer a refused act with ``again``, which shows the page as it is now, with the typed
    values. ``again`` takes the DeskRefusal and the arguments of the view except the key."""

    return refusals_by(again, lambda key, problem: _refusal(desk_event(key), problem))


def helper_refusals_by(again: Callable[..., Response]) -> Callable[[View], View]:
    """The same for phones that only enter results."""
    return refusals_by(again, lambda key, problem: _refusal(helper_event(key), problem))


def _refusal(seen: EventAccess, problem: Exception) -> DeskRefusal:
    names = seen.stored.event.names
    match problem:
        case ShapeError(form=form):
            return DeskRefusal(seen, tuple(form.sentences(names)), 422)
        case RefusedError(problems=problems):
            return DeskRefusal(seen, tuple(sentences(problems, names)), 422)
        case StaleEventError():
            seen = replace(seen, stored=problem.stored)
            return DeskRefusal(seen, (_stale_line(problem.since, seen),), 409)
    raise problem


def _stale_line(since: list[EventLine], seen: EventAccess) -> str:
    """The newest act of another phone of the desk that still holds, or else of this one, and the
    advice."""
    holds = [line for line in since if line.undone is None]
    others = [line for line in holds if not seen.phone or line.phone_id != seen.phone.id]
    newest = next(iter(others or holds), None)
    what = act_line(newest.act, seen.stored.event) if newest and newest.act else ""
    if not what:
        return gettext(
            "This event has changed since this page was opened. Check the page, then go on."
        )
    if others:
        # L10N: %(what)s is the newest act of the other desk, such as “Round 2 published”.
        return gettext("Another phone was first: %(what)s. Check the page, then go on.", what=what)
    # L10N: %(what)s is an act of the desk, such as “Round 2 published”.
    return gettext("Since this page was opened: %(what)s. Check the page, then go on.", what=what)


NAME = "player"


def chosen_number(event: str) -> str:
    """The start number that was chosen on this phone at this event; "" if none was, and for a poll
    that is answered for many phones, whose address has the number."""
    if is_shared():
        return ""
    key, _, number = cookie_in(request.environ, NAME).partition(":")
    return number if key == event else ""


def remember(response: Response, event: str, number: int | None) -> Response:
    """The answer, with a cookie that stores the player on the phone, or none (None)."""
    text = "" if number is None else str(number)
    if not is_shared() and chosen_number(event) != text:
        keep_cookie(response, NAME, f"{event}:{text}")
    return response
