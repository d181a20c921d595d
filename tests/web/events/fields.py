"""The fields that a page of settings would send."""

from typing import Any

from tests.web.tree import Element, Tree


def sent(page: str, form: str) -> dict[str, Any]:
    """The values that the form with this address sends if nobody changes it."""
    found = next(
        one for one in Tree(page).root.all() if one.tag == "form" and one.given["action"] == form
    )
    fields: dict[str, Any] = {}
    for one in found.all():
        for name, value in _values(one):
            fields.setdefault(name, []).append(value)
    return fields


def _values(one: Element) -> list[tuple[str, str]]:
    given = one.given
    if one.tag == "select":
        options = [child for child in one.all() if child.tag == "option"]
        chosen = next((one for one in options if "selected" in one.given), options[0])
        return [(given["name"], chosen.given["value"])]
    if one.tag != "input" or "name" not in given:
        return []
    is_chosen = given["type"] not in ("radio", "checkbox") or "checked" in given
    return [(given["name"], given.get("value", ""))] if is_chosen else []


def faults(page: str) -> dict[str, str]:
    """The sentences beside fields, by the name of the field."""
    found = [one for one in Tree(page).root.all() if one.given.get("class") == "fault"]
    return {one.given["id"].removeprefix("fault-"): "".join(map(str, one.inside)) for one in found}


def opened(page: str) -> list[str]:
    """The lines that are shown open."""
    folds = [one for one in Tree(page).root.all() if one.tag == "details" and "open" in one.given]
    says = [child for fold in folds for child in fold.all()]
    ids = [one.given.get("id", "") for one in says]
    return [name.removeprefix("says-") for name in ids if name.startswith("says-")]
