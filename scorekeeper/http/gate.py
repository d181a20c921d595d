"""One gate for whatever costs more than a few pages: prints, draws, figures, pictures, files.

A stranger may ask for them as often as anybody else, so saves and polls must not wait for them. A
result is computed once for everything that it depends on, and cached; whoever asks for the same
meanwhile waits for that result. Few requests of a process are inside, and few wait to come in, so
that threads are left for saves: scorekeeper serve has threads for them alone, and gunicorn has more
than can be inside or wait. Each network address computes one result at a time, and rests as long as
it took. The others get a page that tries again.

A view checks rights before it enters, and a result contains nothing of the phone that asked: no
token, no message.

A client that reads slowly keeps a thread busy. So a phone gets one stream at a time, and there are
few enough streams that threads remain for saves.

One form may contain a file; the server admits such a body only at its address (serving.py), and all
other forms stay small.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Condition
from typing import Any, NamedTuple, TypeVar, cast

from flask import Flask, Response, g, request, stream_with_context
from werkzeug.exceptions import HTTPException

from scorekeeper.config import LARGEST_FILE, LARGEST_FORM
from scorekeeper.exchange.letters import Letters, letters_in
from scorekeeper.http.answers import error_page
from scorekeeper.http.guard import address
from scorekeeper.http.languages import page_language, page_zone
from scorekeeper.memory import Memory
from scorekeeper.store.engine import rollback
from scorekeeper.store.mapping.stored import LoadingError
from scorekeeper.store.phones import Requester
from scorekeeper.words.language import gettext

INSIDE = 3
"""The most requests inside in each process: in a marked view, or downloading."""
OUTSIDE = 3
"""The most requests of a process that wait in a thread until they may come in."""
WORK, TURN, STREAM, FILE = "work", "turn", "stream", "file"
MOST = {WORK: 2, TURN: 2, STREAM: 2, FILE: 1}
"""The most of each kind inside: those that compute, those that wait for their turn while their
address rests, downloads, and uploads; one for each address, or phone."""
VIEW, WAIT, RESULT = "view", "wait", "result"
"""The kinds of requests in a marked view, of those that wait to come in, and of those that wait for
the result of another one."""
PATIENCE = 5.0
"""Seconds to wait for a result, or for a turn."""
LONG = 0.1
"""Seconds of work after which an address rests as long as it worked, so that saves have the time
between."""
AGAIN = 2
"""Seconds until a refused page tries again."""
CACHE_BYTES = 16 * 1024 * 1024
"""Bytes of results that a process caches."""
LARGEST = CACHE_BYTES // 4
"""Bytes of a result; a larger one is not cached."""
NOMINAL = 16 * 1024
"""Bytes that count for a result which is no text: it shares most of its values with other caches,
or is as small."""
V = TypeVar("V")
View = TypeVar("View", bound=Callable[..., Response])


class BusyError(Exception):
    """Too many requests are inside."""


class Result(NamedTuple):
    value: Any


class Task:
    """A computation that others may wait for; without a result it has failed, or still runs."""

    result: Result | None = None


_changed = Condition()
"""Protects what follows, and tells those who wait that somebody left."""
_inside: dict[object, tuple[str, str]] = {}
"""The kind and the name of each request inside."""
_tasks: dict[Hashable, Task] = {}
_rests: dict[str, float] = {}
"""The end of the rest of an address."""


def _weight(result: Result) -> int:
    value = result.value
    return 1000 + (2 * len(value) if isinstance(value, str | bytes) else NOMINAL)


_results: Memory[Hashable, Result] = Memory(CACHE_BYTES, _weight)


def init_gate(app: Flask) -> None:
    """Answer with a page that tries again if the gate is closed."""
    for error in (BusyError, LoadingError):
        app.register_error_handler(error, _busy)


def dear(view: View) -> View:
    """Mark a view that computes something dear, by :func:`once`, or that streams; other views may
    not."""

    @wraps(view)
    def answer(*given: Any, **named: Any) -> Response:
        marker = object()
        _come_in(marker)
        try:
            g.is_dear = True
            return view(*given, **named)
        finally:
            leave(marker)

    answer.is_dear = True  # type: ignore[attr-defined]
    return cast(View, answer)


def is_dear(view: Callable[..., Any]) -> bool:
    """Return whether a view is marked by :func:`dear`."""
    return getattr(view, "is_dear", False)


def expect_marked() -> None:
    """Raise RuntimeError unless :func:`dear` marks the view of this request."""
    if "is_dear" not in g:
        raise RuntimeError("the view is not marked as dear")


def dear_requests(app: Flask) -> Callable[[str, str], bool]:
    """A function that tells by the path and the method whether a marked view will answer; the path
    as WSGI has it."""
    adapter = app.url_map.bind("")

    def tells(path: str, method: str) -> bool:
        try:
            endpoint, _ = adapter.match(path.encode("latin-1").decode(errors="replace"), method)
        except HTTPException:
            return False
        return is_dear(app.view_functions[endpoint])

    return tells


def once(key: tuple[Hashable, ...], compute: Callable[[], V], *, keep: bool = True) -> V:
    """The result of ``compute``, which depends on ``key``, the language, the time zone and the
    address of the server, and on nothing else. Cached, unless ``keep`` is False.

    Raises BusyError, and what ``compute`` raises, which is not cached.
    """
    expect_marked()
    whole = request.endpoint, page_language(), page_zone(), request.url_root, *key
    if found := _results.get(whole):
        return cast(V, found.value)
    # SQLite lets nobody save while somebody reads.
    rollback()
    whose = address()
    task = _begin(whole, whose)
    if task.result is None:
        begun = time.monotonic()
        try:
            task.result = Result(compute())
            if keep and _weight(task.result) < LARGEST:
                _results.keep(whole, task.result)
        finally:
            with _changed:
                del _tasks[whole]
                _rest(whose, time.monotonic() - begun)
            leave(task)
    return cast(V, task.result.value)


@contextmanager
def inside(kind: str, whose: str) -> Iterator[None]:
    """Do something else that is dear; raises BusyError at once if there is no room."""
    marker = object()
    if not enter(kind, whose, marker):
        raise BusyError
    try:
        yield
    finally:
        leave(marker)


def enter(kind: str, whose: str, marker: object) -> bool:
    """Go inside, if there is room; ``marker`` stands for this request."""
    with _changed:
        is_free = _is_free(kind, whose)
        if is_free:
            _inside[marker] = kind, whose
    return is_free


def leave(marker: object) -> None:
    with _changed:
        if _inside.pop(marker, None):
            _changed.notify_all()


def has(kind: str, whose: str) -> bool:
    return (kind, whose) in _inside.values()


def forget() -> None:
    """Clear the cache of results, and forget who is inside or rests."""
    with _changed:
        for known in (_results, _inside, _rests):
            known.clear()


def _is_free(kind: str, whose: str) -> bool:
    return _count(kind) < MOST[kind] and not has(kind, whose)


def _is_room() -> bool:
    return _count(VIEW, STREAM) < INSIDE


def _count(*kinds: str) -> int:
    return sum(kind in kinds for kind, _ in _inside.values())


def _come_in(marker: object) -> None:
    """Wait until there is room in the marked views; raises BusyError if too many wait, or after
    PATIENCE."""
    with _changed:
        if _is_room():
            _inside[marker] = VIEW, ""
            return
        if _count(WAIT) >= OUTSIDE:
            raise BusyError
    # SQLite lets nobody save while somebody reads.
    rollback()
    with _changed, _counted(WAIT):
        if not _changed.wait_for(_is_room, PATIENCE):
            raise BusyError
        _inside[marker] = VIEW, ""


def _begin(whole: Hashable, whose: str) -> Task:
    """A new task for this thread, or one of another thread with its result; raises BusyError."""
    until, task = time.monotonic() + PATIENCE, None
    with _changed:
        while task is None or task.result is None:
            if found := _results.get(whole):
                task = Task()
                task.result = found
                return task
            task = _tasks.get(whole)
            is_rested = _rests.get(whose, 0) <= time.monotonic()
            if task is None and is_rested and _is_free(WORK, whose):
                task = _tasks[whole] = Task()
                _inside[task] = WORK, whose
                return task
            # Phones behind one router wait for each other, unless what they ask for takes long.
            if task is None and not is_rested and not _is_free(TURN, whose):
                raise BusyError
            with _counted(RESULT if task else TURN, whose):
                _wait(until)
    return task


def _rest(whose: str, seconds: float) -> None:
    """Let an address rest after this much work; forget those that are over."""
    now = time.monotonic()
    for one in [one for one, end in _rests.items() if end <= now]:
        del _rests[one]
    if seconds >= LONG:
        _rests[whose] = now + seconds


@contextmanager
def _counted(kind: str, whose: str = "") -> Iterator[None]:
    """Count this request while it waits."""
    marker = object()
    _inside[marker] = kind, whose
    try:
        yield
    finally:
        del _inside[marker]


def _wait(until: float) -> None:
    """Wait until somebody leaves, or a moment; raises BusyError if no time is left."""
    left = until - time.monotonic()
    if left <= 0:
        raise BusyError
    # A rest ends without telling anybody.
    _changed.wait(min(left, LONG))


def _busy(_: Exception) -> Response:
    message = gettext("The server is busy with other big pages. Try again in a few seconds.")
    response = error_page(503, message, again=AGAIN)
    response.headers["Retry-After"] = str(AGAIN)
    return response


def streamed(chunks: Iterator[str], asking: Requester | None, **more: Any) -> Response:
    """An answer made of these chunks; 429 if the phone has to wait for its turn.

    ``chunks`` must hold no lock between two of them (``store/lists.py``), and do all their
    work when they are asked for, so that a refusal costs nothing. An unknown phone is identified by
    its address, because it could invent a new cookie each time. ``more`` goes to Response:
    ``mimetype``, ``headers``.
    """
    expect_marked()
    whose, marker = str(asking.id) if asking else address(), object()
    if not enter(STREAM, whose, marker):
        return error_page(429, _wait_for(whose))

    def taken() -> Iterator[str]:
        yield from chunks
        leave(marker)

    response = Response(stream_with_context(taken()), **more)
    # This also runs if the phone disconnects, or requested only the headers.
    response.call_on_close(lambda: leave(marker))
    return response


def _wait_for(whose: str) -> str:
    if has(STREAM, whose):
        return gettext("This phone is already downloading the file. Wait for it to finish.")
    return gettext("Other phones are downloading. Wait a minute, then try again.")


Handler = Callable[..., Response]


MOST_PARTS = 1000
"""The most fields of a form with a file: an import asks about many games and hands."""


def takes_file(view: Handler) -> Handler:
    """Let only this view accept a file, one in each process at a time; the next gets 429.

    A form without a file stays as small as all others.
    """

    @dear
    @wraps(view)
    def answer(*given: Any, **named: Any) -> Response:
        if request.mimetype != "multipart/form-data":
            return view(*given, **named)
        request.max_content_length = LARGEST_FILE + LARGEST_FORM
        request.max_form_parts = MOST_PARTS
        try:
            with inside(FILE, address()):
                return view(*given, **named)
        except BusyError:
            message = gettext("Another phone is importing games. Wait a minute, then try again.")
            return error_page(429, message)

    return answer


def sent_text(name: str) -> Letters | None:
    """The text of the file in this field; None if none was selected. Raises UnreadableError."""
    file = request.files.get(name)
    data = file.read() if file else b""
    if not file or not (file.filename or data):
        return None
    return letters_in(data, page_language())
