"""Usage: catalogues.py FOLDER [LANGUAGE]: name each sentence that a language lacks or gets wrong.

With a LANGUAGE, only say whether FOLDER could have it: how its name is written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from gettext import c2py
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
MOST = 1000
"""Numbers below it are enough to see in every language which forms stand for one only."""
SOME = 3
"""How many numbers of a form are named."""


def faults(path: Path) -> Iterator[str]:
    """What is wrong with a catalogue: for each sentence where it is shown, and where translated."""
    try:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parent.parent.name, abort_invalid=True)
    except PoFileError as problem:
        yield f"{path}: {problem}"
        return
    for message in catalogue:
        if message.id and (fault := _fault(catalogue, message)):
            shown = ", ".join(file for file, _ in message.locations)
            yield f"{path}:{message.lineno}: {fault}: “{_forms(message.id)[0]}” ({shown})"


def _fault(catalogue: Catalog, message: Message) -> str | None:
    texts = _forms(message.string)
    if not all(texts):
        return "not translated"
    if message.fuzzy:
        return "marked as fuzzy: check it, then remove the mark"
    wrong = (_wrong(message, text, _numbers(catalogue, message, n)) for n, text in enumerate(texts))
    for form, fault in enumerate(wrong):
        if fault:
            return f"form {form} {fault}" if message.pluralizable else fault
    return None


def _wrong(message: Message, text: str, numbers: Sequence[int]) -> str | None:
    """Which values one form lacks or adds; ``numbers`` are those that it stands for."""
    known = set(PLACEHOLDER.findall(_forms(message.id)[-1]))
    found = set(PLACEHOLDER.findall(text))
    lacks = known - found - ({"num"} if len(numbers) == 1 else set())
    wrong = [("lacks", lacks), ("adds", found - known)]
    told = " and ".join(f"{verb} {_values(names)}" for verb, names in wrong if names)
    if "num" not in lacks:
        return told or None
    some = ", ".join(map(str, numbers[:SOME])) + " …" * (len(numbers) > SOME)
    return f"{told}: in this language the form stands for {some}"


def _values(names: set[str]) -> str:
    return ", ".join(f"%({name})s" for name in sorted(names))


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return (text or "",) if isinstance(text, str | None) else text


def _numbers(catalogue: Catalog, message: Message, form: int) -> list[int]:
    """Which numbers a form stands for; for one alone, the number may be written as a word.

    A sentence that says “one” in English is never about none.
    """
    if not message.pluralizable:
        return []
    least = 0 if "num" in PLACEHOLDER.findall(message.id[0]) else 1
    form_of = c2py(catalogue.plural_expr)
    return [number for number in range(least, MOST) if form_of(number) == form]


def misnamed(language: str) -> str | None:
    """Why a language cannot be begun under this name; None when it can."""
    try:
        known = str(Locale.parse(language))
    except (ValueError, UnknownLocaleError):
        known = ""
    if known == language:
        return None
    return f"No language is called {language!r}: write it like fr, or with its country like pt_BR."


if __name__ == "__main__":
    folder, *languages = sys.argv[1:]
    found = list(filter(None, map(misnamed, languages)))
    if not languages:
        paths = sorted(Path(folder).glob("*/*/*.po"))
        found = [fault for path in paths for fault in faults(path)]
    sys.exit("\n".join(found) or None)
