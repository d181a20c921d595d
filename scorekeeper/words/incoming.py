"""The outcome of an import, and why a file cannot be read."""

from collections.abc import Callable
from typing import Any

from scorekeeper.language import gettext, lazy_ngettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.rules.problems import Problem
from scorekeeper.words.problems import sentence

OF_FILES: dict[str, Any] = {
    "file-empty": _l("There is nothing to import. Choose a file, or paste its text."),
    "file-kind": _l("This file has no games that can be imported."),
    "file-newer": _l("This file comes from a newer version. Update this server first."),
    "file-syntax": _l("Something is missing or extra here. Is the file complete?"),
    "file-letters": _l("This is not text. Is it the right file?"),
    "file-deep": _l("Brackets are nested too deeply."),
    "file-long": _l("This is too long for a game."),
    "file-doubled": _l("This field appears twice."),
    "file-missing": _l("This field is missing."),
    "file-unknown": _l("This field is unknown."),
    "file-number": _l("Only whole numbers of normal size are allowed here."),
    "file-time": _l("This must be a time like 2026-11-20T19:30:00Z."),
    "file-value": _l("This does not fit the game."),
    "names-doubled": _l("Two players have the same name."),
    "hands-unplanned": _l("There are more hands than hand sizes."),
    "rules-unknown": _l("This server does not know this game. Update it first."),
    "rules-unfit": _l("The game cannot be played with these rules."),
}
"""By the code of a problem; a place stands before it."""
COUNTED: dict[str, Callable[..., str]] = {
    "games-many": lazy_ngettext(
        "A file can have at most %(num)s game.", "A file can have at most %(num)s games."
    ),
    "seats-many": lazy_ngettext(
        "A game has at most %(num)s seat.", "A game has at most %(num)s seats."
    ),
    "hands-many": lazy_ngettext(
        "A game has at most %(num)s hand.", "A game has at most %(num)s hands."
    ),
}


def unreadable_line(problem: UnreadableError) -> str:
    """Why a file cannot be read, with the place: ``Line 3, column 17, hands[0].bids: …``."""
    what = _what(problem.problem, problem.players)
    values = {"line": problem.line, "column": problem.column, "thing": problem.thing, "what": what}
    if problem.line is None and problem.thing:
        # L10N: a place in a file, as the file names it; %(what)s says what is wrong there.
        return gettext("%(thing)s: %(what)s", **values)
    if problem.line is None:
        return what
    if problem.column is None and problem.thing:
        return gettext("Line %(line)s, %(thing)s: %(what)s", **values)
    if problem.column is None:
        # L10N: a place in a file; %(what)s is a sentence that says what is wrong there.
        return gettext("Line %(line)s: %(what)s", **values)
    if not problem.thing:
        return gettext("Line %(line)s, column %(column)s: %(what)s", **values)
    return gettext("Line %(line)s, column %(column)s, %(thing)s: %(what)s", **values)


def imported_line(added: int, known: int) -> str:
    """The outcome of an import: ``3 games added. 2 games were there already.``"""
    message = [ngettext("%(num)s game added.", "%(num)s games added.", added)] if added else []
    if known:
        there = ngettext(
            "%(num)s game was already there.", "%(num)s games were already there.", known
        )
        message.append(there)
    return " ".join(message) or gettext("The file contains no games.")


def deleted_line(deleted: int) -> str:
    """That games stay deleted."""
    return ngettext(
        "%(num)s game was deleted from this book and stays deleted.",
        "%(num)s games were deleted from this book and stay deleted.",
        deleted,
    )


def _what(problem: Problem, players: tuple[str, ...]) -> str:
    if problem.code in COUNTED:
        return COUNTED[problem.code](problem.values["most"])
    if problem.code in OF_FILES:
        return str(OF_FILES[problem.code])
    return sentence(problem, players)
