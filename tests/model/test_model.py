"""Evenings by chance, in the store and in the app: every answer and every row is as on paper."""

import pytest
from flask import Flask

from tests.faults import engine_of
from tests.model.drivers import Clicks, Phones, Store
from tests.model.evening import play
from tests.torture import size

pytestmark = [pytest.mark.postgresql, pytest.mark.thorough]


def test_the_store_does_what_paper_foretells(app: Flask) -> None:
    with app.app_context():
        play(Store(), max_examples=size(20, 400), stateful_step_count=30)


def test_the_app_does_what_paper_foretells(app: Flask) -> None:
    phones = [Clicks(app.test_client()) for _ in range(3)]
    play(Phones(phones, engine_of(app)), max_examples=size(6, 200), stateful_step_count=30)
