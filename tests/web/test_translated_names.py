"""A browser that translates a page leaves the names of people alone."""

import re

import pytest

from tests.addresses import GETS, put_in
from tests.cast import Cast, Role

NAMED = re.compile(r'(?<!"ranks-head">)<\w+\s[^>]*\bclass="(?:name|name who)"[^>]*>')
"""Elements that show a name alone; the heads of lists have that look too."""


@pytest.mark.parametrize("address", GETS)
def test_every_element_with_a_name_alone_is_left_untranslated(cast: Cast, address: str) -> None:
    page = cast.clients[Role.KEEPER].get(put_in(cast, address)).text
    assert [tag for tag in NAMED.findall(page) if 'translate="no"' not in tag] == []
