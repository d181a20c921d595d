"""The choices of *New game* on a site of plain files, and its changes as its script reads them."""

from collections.abc import Iterable
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.forms.start import StartForm
from scorekeeper.rules.variants.model import Variant

HTML = ("panels", "rows", "head", "steps")


def of(game: Variant, switches: Iterable[str], deck: str = "suits") -> StartForm:
    """The form with this deck and these house rules."""
    chosen = [("variant", game.key), ("cards", deck), *((name, "y") for name in switches)]
    return StartForm(MultiDict(chosen))


def changed(value: Any, change: Any) -> Any:
    """What ``changed`` in ``static/ahead/site.js`` makes of a value."""
    if isinstance(value, dict) and isinstance(change, list):
        return change[0]
    if isinstance(change, dict):
        return {**value, **{name: changed(value[name], one) for name, one in change.items()}}
    if isinstance(value, str) and isinstance(change, list):
        start, end, text = change
        return value[:start] + text + value[len(value) - end :]
    return change


def links(plan: dict[str, Any]) -> dict[str, Any]:
    """The parts of a sheet ahead that contain addresses, which differ on a site."""
    return {name: plan[name] for name in HTML}
