"""The functions that every sentence goes through, on its way to a catalogue."""

from __future__ import annotations

from typing import Any

import flask_babel


def gettext(text: str, **values: Any) -> str:
    """The sentence in the language of the page, with its values."""
    return str(flask_babel.gettext(text, **values))


def ngettext(one: str, many: str, num: int, **values: Any) -> str:
    """The sentence in the form that ``num`` needs."""
    return str(flask_babel.ngettext(one, many, num, **values))


def lazy_gettext(text: str, **values: Any) -> Any:
    """The sentence, translated when it is shown; a string to all who use it."""
    return flask_babel.lazy_gettext(text, **values)
