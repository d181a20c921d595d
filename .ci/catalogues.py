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
NUMBERS = range(1000)
"""Enough to see in every language which forms stand for one number only."""


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
    known = set(PLACEHOLDER.findall(_forms(message.id)[-1]))
    for form, text in enumerate(texts):
        found = set(PLACEHOLDER.findall(text))
        needed = known - {"num"} if _is_one_number(catalogue, message, form) else known
        if wrong := sorted((needed - found) | (found - known)):
            return f"lacks or adds {', '.join(f'%({name})s' for name in wrong)}"
    return None


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return (text or "",) if isinstance(text, str | None) else text


def _is_one_number(catalogue: Catalog, message: Message, form: int) -> bool:
    """Whether a form is for one number only: that number may be written as a word."""
    form_of = c2py(catalogue.plural_expr)
    return message.pluralizable and sum(form_of(number) == form for number in NUMBERS) == 1


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
