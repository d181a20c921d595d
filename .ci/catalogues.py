"""Usage: catalogues.py FOLDER [LANGUAGE]: list missing and faulty translations.

With a LANGUAGE, only check its name.
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
"""Checking the numbers below it is enough to find each plural form that covers one number only."""
SOME = 3
"""The number of examples in a message."""
MARKS = "“”„«»‘\"'"
QUOTES = {
    "cs": "„“",
    "de": "„“",
    "en": "“”",
    "es": "«»",
    "fr": "«»",
    "hu": "„”",
    "it": "“”",
    "nl": "“”",
    "pl": "„”",
    "pt": "“”",
}
"""The quotation marks of each language."""
SPACED = {"fr": {":": "\xa0", "»": "\xa0", ";": "\u202f", "!": "\u202f", "?": "\u202f"}}
"""The spaces before punctuation, where a language has some; no line ends at them."""
TWO_FORMS = re.compile(r"\ba\(z\)|\by\(e\)", re.IGNORECASE)
"""A word whose form the sound of the next one chooses (scorekeeper/words/language.py)."""
ONE_FORM = {"hu": re.compile(r"\baz? %\(", re.IGNORECASE)}
"""The same where it has one form, although any value can follow."""
BEFORE = re.compile(r"(.)([:;!?»])(?![^\s.,)])")


def faults(path: Path) -> Iterator[str]:
    """The faults of a catalogue: for each sentence, its line and the files that show it."""
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
    if fault := _set_wrongly("en", _forms(message.id)):
        return f"English {fault}"
    if fault := _set_wrongly(str(catalogue.locale).partition("_")[0], texts):
        return fault
    wrong = (_wrong(message, text, _numbers(catalogue, message, n)) for n, text in enumerate(texts))
    for form, fault in enumerate(wrong):
        if fault:
            return f"form {form} {fault}" if message.pluralizable else fault
    return None


def _set_wrongly(language: str, texts: Sequence[str]) -> str | None:
    """The fault in the articles, quotation marks and punctuation of a sentence."""
    if language not in QUOTES:
        return "give the language its quotation marks in .ci/catalogues.py"
    spaced = SPACED.get(language, {})
    for text in texts:
        if language in ONE_FORM and ONE_FORM[language].search(text):
            return "has one form of a word that needs two before a value"
        marks = "".join(letter for letter in text if letter in MARKS)
        if marks != QUOTES[language] * (len(marks) // 2) or "..." in text:
            return f"has not the quotation marks {QUOTES[language]} or … of its language"
        before = {(space if space.isspace() else "", mark) for space, mark in BEFORE.findall(text)}
        after = text.count("«") - text.count("«\xa0") if "»" in spaced else 0
        asked = text.count("?") if language == "es" else 0
        if (
            after
            or text.count("¿") != asked
            or before - {(spaced.get(m, ""), m) for _, m in before}
        ):
            return "has not the punctuation of its language"
    return None


def _wrong(message: Message, text: str, numbers: Sequence[int]) -> str | None:
    """The fault in the values of one form; ``numbers`` are those that it covers."""
    if TWO_FORMS.search(text) and any("templates/" in file for file, _ in message.locations):
        return "has two forms of a word: a template cannot choose one by the next word's sound"
    known = set(PLACEHOLDER.findall(_forms(message.id)[-1]))
    found = set(PLACEHOLDER.findall(text))
    lacks = known - found - ({"num"} if len(numbers) == 1 else set())
    wrong = [("lacks", lacks), ("adds", found - known)]
    fault = " and ".join(f"{verb} {_values(names)}" for verb, names in wrong if names)
    if "num" not in lacks:
        return fault or None
    some = ", ".join(map(str, numbers[:SOME])) + " …" * (len(numbers) > SOME)
    return f"{fault}: in this language the form covers {some}"


def _values(names: set[str]) -> str:
    return ", ".join(f"%({name})s" for name in sorted(names))


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return (text or "",) if isinstance(text, str | None) else text


def _numbers(catalogue: Catalog, message: Message, form: int) -> list[int]:
    """The numbers that a form covers; if it is only one, the translation may spell it out.

    A sentence with “one” in English is never used for zero.
    """
    if not message.pluralizable:
        return []
    least = 0 if "num" in PLACEHOLDER.findall(message.id[0]) else 1
    form_of = c2py(catalogue.plural_expr)
    return [number for number in range(least, MOST) if form_of(number) == form]


def misnamed(language: str) -> str | None:
    """Return why this is not the name of a language, or None if it is."""
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
