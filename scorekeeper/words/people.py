"""What is said of people: what was done with them, and why something cannot be."""

from __future__ import annotations

from typing import Any

from scorekeeper.language import lazy_gettext as _l

CHANGES: dict[str, Any] = {
    "rename": _l("%(before)s is called %(after)s"),
    # L10N: two names in a list of people turned out to be one person.
    "merge": _l("%(before)s is the same person as %(after)s"),
    # L10N: a game in which %(before)s was another person of the same name.
    "split": _l("A game of %(before)s was played by %(after)s"),
    "hide": _l("%(before)s is left out of the figures"),
    "unhide": _l("%(before)s is in the figures again"),
}
PROBLEMS: dict[str, Any] = {
    "person-empty": _l("Type a name."),
    "person-none": _l("Choose a person."),
    "person-game": _l("Choose a game."),
    "person-known": _l("%(name)s is someone else here. Merge the two, or type another name."),
    "person-same": _l("That is %(name)s already. Choose someone else."),
    "person-met": _l("%(name)s and %(other)s sat at one table, so they are two people."),
    "person-there": _l("%(name)s played in that game too. Type another name."),
    "person-change": _l("That change is not in this book. Reload the page."),
    "person-later": _l("Something later builds on this. Undo that first."),
}


def change_line(kind: str, before: str, after: str) -> str:
    """What was done: ``Annie is the same person as Ann``."""
    return str(CHANGES[kind]) % {"before": before, "after": after}


def person_problem(code: str, names: dict[str, str]) -> str:
    """Why something cannot be done with a person, and what to do."""
    return str(PROBLEMS[code]) % names
