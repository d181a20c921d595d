"""One gate for whatever costs more than a few pages: prints, draws, figures, pictures, files.

A stranger may ask for them as often as anybody else, so saves and polls must not wait for them. A
result is computed once for everything that it depends on, and cached; whoever asks for the same
meanwhile waits for that result. Few requests of a process are inside, so that a thread is left for
saves; each network address computes one result at a time, and rests as long as it took. The others
get a page that tries again.

A view checks rights before it enters, and a result contains nothing of the phone that asked: no
token, no message.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Condition
from typing import Any, NamedTuple, TypeVar, cast

from flask import Flask, Response, g, request

from scorekeeper.http.errors import error_page
from scorekeeper.http.languages import page_language
from scorekeeper.http.limits import address
from scorekeeper.language import gettext
from scorekeeper.memory import Memory
from scorekeeper.store.engine.storage_errors import rollback
from scorekeeper.store.mapping.stored import LoadingError

INSIDE = 3
"""The most requests inside in each process; servers have four threads (serving.py,
deploy/gunicorn.conf.py)."""
WORK, WAIT, STREAM, FILE = "work", "wait", "stream", "file"
MOST = {WORK: 2, WAIT: 1, STREAM: 2, FILE: 1}
"""The most of each kind: those that compute, those that wait for them, downloads, and uploads."""
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
    """A result, which may be None."""

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
    """Mark a view that computes something dear, by :func:`once`; other views may not."""

    @wraps(view)
    def answer(*given: Any, **named: Any) -> Response:
        g.is_dear = True
        return view(*given, **named)

    answer.is_dear = True  # type: ignore[attr-defined]
    return cast(View, answer)


def is_dear(view: Callable[..., Any]) -> bool:
    """Return whether a view is marked by :func:`dear`."""
    return getattr(view, "is_dear", False)


def once(key: tuple[Hashable, ...], compute: Callable[[], V], *, keep: bool = True) -> V:
    """The result of ``compute``, which depends on ``key``, the language and the address of the
    server, and on nothing else. Cached, unless ``keep`` is False.

    Raises BusyError, and what ``compute`` raises, which is not cached.
    """
    if "is_dear" not in g:
        raise RuntimeError("the view is not marked as dear")
    whole = request.endpoint, page_language(), request.url_root, *key
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
    """Leave, if this request is inside."""
    with _changed:
        if _inside.pop(marker, None):
            _changed.notify_all()


def has(kind: str, whose: str) -> bool:
    """Return whether somebody of this name is inside."""
    return (kind, whose) in _inside.values()


def forget() -> None:
    """Clear the cache of results, and forget who is inside or rests."""
    with _changed:
        for known in (_results, _inside, _rests):
            known.clear()


def _is_free(kind: str, whose: str) -> bool:
    kinds = [one for one, _ in _inside.values()]
    is_room = len(kinds) < INSIDE and kinds.count(kind) < MOST[kind]
    return is_room and not has(kind, whose)


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
            _wait(until)
    return task


def _rest(whose: str, seconds: float) -> None:
    """Let an address rest after this much work; forget those that are over."""
    now = time.monotonic()
    for one in [one for one, end in _rests.items() if end <= now]:
        del _rests[one]
    if seconds >= LONG:
        _rests[whose] = now + seconds


def _wait(until: float) -> None:
    """Wait until somebody leaves, or a moment; raises BusyError if there is no room, or no time."""
    left, marker = until - time.monotonic(), object()
    if left <= 0 or not _is_free(WAIT, ""):
        raise BusyError
    _inside[marker] = WAIT, ""
    try:
        # A rest ends without telling anybody.
        _changed.wait(min(left, LONG))
    finally:
        del _inside[marker]


def _busy(_: Exception) -> Response:
    message = gettext("The server is busy with other big pages. Try again in a few seconds.")
    response = error_page(503, message, again=AGAIN)
    response.headers["Retry-After"] = str(AGAIN)
    return response
