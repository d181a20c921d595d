"""The outcome of an import, and the reason why a file cannot be read."""

from scorekeeper.language import gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.words.problems import sentence

TABLES = {
    # L10N: the table of letters with which a file was written.
    "cp1252": _l("Western European (Windows)"),
    "cp1250": _l("Central European (Windows)"),
    "mac-roman": _l("Western European (Mac)"),
}


def table_name(table: str) -> str:
    """The name of a table of letters."""
    return str(TABLES[table])


def unreadable_line(problem: UnreadableError) -> str:
    """The reason why a file cannot be read, with the place: ``Line 3, column 17, hands[0].bids:
    …``."""
    what = sentence(problem.problem, problem.players)
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
    """The sentence that games stay deleted."""
    return ngettext(
        "%(num)s game was deleted from this book and stays deleted.",
        "%(num)s games were deleted from this book and stay deleted.",
        deleted,
    )
