"""The files that the first visit loads, and the hash of the CDN's file."""

import base64
import gzip
import hashlib
import re
from urllib.request import Request, urlopen

import pytest

from scorekeeper.http.assets import HTMX_HASH, HTMX_URL
from tests.browser.conftest import HTMX_FILE
from tests.browser.server import Server


def fetched(address: str) -> tuple[bytes, int]:
    """The body of an answer, and its transferred bytes."""
    request = Request(address, headers={"Accept-Encoding": "gzip"})
    with urlopen(request, timeout=10) as answer:
        body = answer.read()
        packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(body) if packed else body), len(body)


def test_the_page_names_the_hash_of_the_pinned_file(server: Server) -> None:
    digest = base64.b64encode(hashlib.sha384(HTMX_FILE.read_bytes()).digest()).decode()
    page = fetched(f"{server.address}/new")[0].decode()
    assert f"sha384-{digest}" == HTMX_HASH
    assert f'src="{HTMX_URL}" integrity="sha384-{digest}" crossorigin="anonymous"' in page


@pytest.mark.journey
def test_the_first_visit_is_light(server: Server) -> None:
    page, size = fetched(f"{server.address}/")
    own = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:js|css))"', page.decode())
    assert len(own) > 10
    own_size = sum(fetched(f"{server.address}{path}")[1] for path in own)
    assert own_size <= 20_920
    fonts = re.findall(r'href="(/static/[^"]+\.woff2)"', page.decode())
    font_size = sum(fetched(f"{server.address}{path}")[1] for path in fonts)
    assert 0 < font_size <= 15_000
    assert HTMX_URL not in page.decode()
    assert size + own_size + font_size <= 33_920
