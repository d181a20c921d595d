"""Light or dark pages, as the phone is set or as chosen on it."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from scorekeeper.http.languages import DARK
from tests.table import Table

STYLES = Path(__file__).parents[2] / "static" / "style"
PAGES = ("/", "/new", "{}", "{}/table", "{}/print")


def styles(page: str, client: FlaskClient) -> str:
    """The text of all style sheets of a page."""
    found = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    assert found
    # A style sheet names the font from where it lies.
    assert (
        client.get(urljoin(found[0], "../fonts/sansita-800.woff2"), buffered=True).status_code
        == 200
    )
    return "".join(client.get(address, buffered=True).text for address in found)


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_the_chosen_scheme_holds_on_every_page_and_no_page_asks_the_phone(
    client: FlaskClient, chosen: str
) -> None:
    table = Table(client)
    table.start("Ann", "Ben", "Cem")
    pages = [page.format(table.path) for page in PAGES]
    for page in pages:
        text = client.get(page).text
        assert 'content="light dark"' in text
        assert DARK.search(styles(text, client))
    answer = client.post("/language", data={"scheme": chosen})
    assert (answer.status_code, answer.location) == (303, "/")
    for page in pages:
        text = client.get(page).text
        assert f'name="color-scheme" content="{chosen}"' in text
        assert text.count('name="theme-color"') == 1
        found = styles(text, client)
        assert not DARK.search(found)
        assert f"@media screen{{:root{{color-scheme:{chosen}}}}}" in found
    pressed = r'name="scheme" value="(\w+)" aria-current'
    assert re.findall(pressed, client.get("/").text) == [chosen]
    client.post("/language", data={"scheme": "phone"})
    assert re.findall(pressed, client.get("/").text) == ["phone"]
    assert client.post("/language", data={"scheme": "sepia"}).status_code == 422


def test_style_sheets_say_the_colours_of_day_and_night_in_one_value() -> None:
    sheets = "".join(path.read_text("utf-8") for path in STYLES.glob("*.css"))
    assert "light-dark(" in sheets
    assert "prefers-color-scheme" not in sheets
