"""The page of all parts of the system of styles."""

from pathlib import Path

import pytest

from scorekeeper import create_app
from tests.conftest import closed, settings


@pytest.mark.parametrize(("is_development", "status"), [(True, 200), (False, 404)])
def test_the_page_of_the_parts_is_there_in_development_only(
    tmp_path: Path, is_development: bool, status: int
) -> None:
    with closed(create_app(settings(tmp_path) | {"DEBUG": is_development})) as app:
        answer = app.test_client().get("/parts")
    assert answer.status_code == status
