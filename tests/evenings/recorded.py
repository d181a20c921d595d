"""The pages of an evening, whole, for tests that look at something else than what they say."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.evenings.evening import Evening, Script
from tests.web.page import unsigned


class Page(NamedTuple):
    """A page or an answer to a form that a phone got: the address, the status, the HTML."""

    address: str
    status: int
    html: str

    @property
    def is_whole(self) -> bool:
        """Whether it is a page, and not a part of one."""
        return "<main>" in self.html


class Silent(Evening):
    """An evening at which nothing is told."""

    def tell(self, pages: dict[str, str]) -> None:
        """Compare nothing."""

    def answer(self, step: str, answer: TestResponse, page: str = "K") -> None:
        """Compare nothing."""


@contextmanager
def same_draws() -> Iterator[None]:
    """A context with the same seats, dealers and page of the wall in each run."""
    with pytest.MonkeyPatch.context() as once:
        once.setattr(secrets, "randbits", lambda _bits: 7)
        once.setattr("scorekeeper.web.events.event.TURN", 10**12)
        yield


def recorded(
    app: Flask, script: Script, language: str, names: Mapping[str, str] | None = None
) -> list[Page]:
    """What all phones of an evening got, in this language; ``names`` are others for the players."""
    pages = dict[str, Page]()

    def other(sent: Any) -> Any:
        if isinstance(sent, list | tuple):
            return [other(one) for one in sent]
        return (names or {}).get(sent, sent)

    class Phone(FlaskClient):
        def open(self, *args: Any, **kwargs: Any) -> TestResponse:
            self.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
            if data := kwargs.get("data"):
                kwargs["data"] = {name: other(sent) for name, sent in data.items()}
            answer = super().open(*args, **kwargs)
            if answer.mimetype == "text/html" and answer.status_code not in (204, 303):
                address = answer.request.full_path.rstrip("?")
                pages.setdefault(
                    unsigned(answer.text), Page(address, answer.status_code, answer.text)
                )
            return answer

    with same_draws(), patch.object(app, "test_client_class", Phone):
        script(Silent(app))
    return [*pages.values()]
