"""The deployed app, or its next release, with the process id in each answer."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.next_release import become_it
from tests.torture.phone import PROCESS

become_it()
from wsgi import app as program  # noqa: E402

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer as the program does."""
    return program(environ, partial(_start, start_response))


def _start(start_response: StartResponse, status: str, headers: Any, *more: Any) -> Any:
    return start_response(status, [*headers, (PROCESS, str(os.getpid()))], *more)
