"""Addresses with parts that are correct, unknown or missing."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from werkzeug.routing import MapAdapter

from tests.addresses import rule_of
from tests.requests import Request

PART = re.compile(r"<(?:[^<>]*:)?(\w+)>")
ODD = {
    "too long": "A" * 5000,
    "one letter too long": "A" * 44,
    "one letter": "A",
    "other letters": quote("ключ"),
    "other digits": quote("٢"),
    "invisible": quote("A\u202eA\u200b"),
    "no text": "%ff%fe",
    "lone surrogate": "%ed%a0%80",
    "NUL": "%00",
    "end of a line": "A%0d%0aX:%20y",
    "up": "..",
    "up, encoded": "%2e%2e%2f%2e%2e",
    "slash": "A%2FA",
    "twice encoded": "%252e%252e%252f",
    "backslash": "..%5C",
    "empty": "",
    "no encoding": "%zz%",
    "question": "%3Fseen=4.0",
    "SQL": quote("' OR 1=1 --"),
    "pattern": "%25",
    "code": quote("<script>x()</script>"),
    "format": quote("{0}%s"),
}
"""Values that may replace any part, encoded as sent."""
OTHERS: dict[str, dict[str, str]] = {
    "key": {
        "unknown": "UNKNOWN",
        "another's": "THEIRS",
        "and NUL": "KEY%00",
        "and space": "KEY%20",
        "and dot": "KEY.",
        "and slash": "KEY%2F",
        "and line": "KEY%0a",
        "other case": "yek",
    },
    "token": {"unknown": "UNKNOWN", "of a game": "KEY", "and NUL": "TOKEN%00"},
    "number": {
        "first": "1",
        "none": "0",
        "next": "3",
        "negative": "-1",
        "high": "999999",
        "higher": "9" * 20,
        "of thousands of digits": "9" * 5000,
        "with a nought": "02",
        "fraction": "2.0",
        "with a sign": "+2",
    },
    "panel": {"scored": "tricks", "capital": "Bids", "none": "score"},
    "filename": {
        "up": "../wsgi.py",
        "up and down": "css/../../wsgi.py",
        "absolute": "/etc/passwd",
        "folder": ".",
        "and NUL": "app.js%00.css",
        "drive": "C:%5Cboot.ini",
    },
}


def odd_addresses(request: Request, adapter: MapAdapter) -> Iterator[str]:
    """The correct address of a request, then with each part replaced in turn by each odd value;
    words in capitals are placeholders."""
    rule, right = rule_of(request, adapter)

    def filled(**parts: str) -> str:
        values = {**right, **parts}
        return PART.sub(lambda found: values[found[1]], rule.rule)

    yield filled()
    for name in right:
        for value in {**OTHERS.get(name, {}), **ODD}.values():
            yield filled(**{name: value})
