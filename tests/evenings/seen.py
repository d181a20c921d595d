"""A page as somebody reads it: words, links, fields, buttons and marks, one thing a line."""

import re
from collections.abc import Iterator

from tests.web.tree import Element, Tree

SKIPPED = {"script", "style", "template", "noscript", "meta", "link", "symbol"}
ONE_LINE = {"p", "li", "tr", "dt", "dd", "h1", "h2", "h3", "label", "legend", "summary", "title"}
ONE_LINE |= {"a", "button", "option"}
"""Elements on one line with everything in them."""
BLOCKS = {"div", "section", "form", "details", "nav", "header", "footer", "main", "table", "ul"}
BLOCKS |= {"ol", "dl", "fieldset", "figure", "textarea", "select"}
HOLDS = BLOCKS - {"div", "ul"}
"""An element with one of these in it is more than one line."""
MARKS = frozenset(
    (
        "acts",
        "ahead",
        "alone",
        "called",
        "clash",
        "danger",
        "deals",
        "differs",
        "due",
        "first",
        "forbidden",
        "in-play",
        "in-turn",
        "leads",
        "made",
        "main",
        "mark",
        "me",
        "missed",
        "must",
        "negated",
        "now",
        "offered",
        "ours",
        "out",
        "quiet",
        "ready",
        "rest",
        "sealed",
        "short",
        "soon",
        "tone",
        "undone",
        "up",
        "void",
        "waits",
        "warn",
        "won",
    )
)
"""Classes that mean something to a player."""
SAID: tuple[str, ...] = ("aria-label", "title", "placeholder", "aria-current", "lang")
SAID += ("data-bid", "maxlength", "inputmode", "min", "max")
ON = ("checked", "selected", "disabled", "open", "hidden", "required", "readonly")
SECRET = {"csrf_token", "token", "tap", "revision", "knows", "pad"}
"""Fields that differ in every answer, or only fold the page."""
OPENS = {"form": " FORM {method} {action}", "button": " [", "input": " {name}=[{value}]"}
OPENS |= {"option": " ({value})", "select": " {name}=", "textarea": " {name}="}
STATES = ("data-panel", "data-role", "data-turn", "data-chosen", "data-me", "data-next")
"""What the scripts read from the page's root."""
WHOLE = {"player-line", "pad", "mine", "steps", "act", "figures-mine", "seat", "says"}
"""Classes of elements on one line."""
KEYS = re.compile(r"\0(?P<name>[^=]*)=[^\x01]*\x01(\s*\0(?P=name)=[^\x01]*\x01)*")
NOTHING = re.compile(r"(!hidden|\.\S+| )*")
MONTHS = "Jan|Feb|Mar|Mär|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez"
CHANCE = (
    (re.compile(r"\b\d{4}-\d\d-\d\dT[\d:.+]+Z?"), "MOMENT"),
    (re.compile(r"\b\d\d:\d\d(:\d\d)?( UTC)?\b"), "TIME"),
    (re.compile(rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}\.? ?({MONTHS})[a-z.]*,?( 20\d\d)?"), "DAY"),
    (re.compile(r"\b\d\d\.\d\d\.20\d\d\b"), "DAY"),
    (re.compile(r"\b20\d\d\b"), "YEAR"),
    (re.compile(r"\b[0-9a-f]{32}\b"), "UID"),
    (re.compile(r"\(\d+\)(?= [A-Z])"), "(NUMBER)"),
    (re.compile(r"(?<=/link/)[\w-]+|(?<=\?v=)\w+"), "TOKEN"),
    (re.compile(r"(?<![\w-])[\w-]{22}(?![\w-])"), "OTHER"),
    (re.compile(r"\b[A-Z0-9]{4} [A-Z0-9]{4}\b"), "CODE"),
)
"""What differs in every evening."""


def masked(text: str, known: dict[str, str]) -> str:
    """The text without what chance or the clock chose; ``known`` are keys with their words."""
    for value, word in known.items():
        text = text.replace(value, word)
    for pattern, word in CHANCE:
        text = pattern.sub(word, text)
    return text


def seen(html: str) -> list[str]:
    """The lines of a page."""
    text = "".join(_words(Tree(html.replace("\N{NO-BREAK SPACE}", "~")).root, inside=False))
    lines = [" ".join(line.split()) for line in KEYS.sub(_together, text).splitlines()]
    return [line for line in lines if not NOTHING.fullmatch(line)]


def _together(found: re.Match[str]) -> str:
    """The keys of one field on one line."""
    values = re.findall(r"\0[^=]*=([^\x01]*)\x01", found[0])
    return f" ({found['name']}) {' | '.join(values)} "


def _words(element: Element, *, inside: bool) -> Iterator[str]:
    given, tag = element.given, element.tag
    if tag in SKIPPED or given.get("name") in SECRET:
        return
    classes = set(given.get("class", "").split())
    breaks = not inside and (tag in BLOCKS or tag in ONE_LINE or bool(WHOLE & classes))
    yield "\n" if breaks or "be" in classes else ""
    if tag == "svg":
        yield f" *{given['aria-label']}*" if given.get("aria-label") else ""
    elif tag == "label" and (key := _key(element)):
        yield key
    else:
        yield from _marks(element, classes)
        line = inside or (breaks and _is_line(element, classes))
        for child in element.inside:
            yield from [f" {child}"] if isinstance(child, str) else _words(child, inside=line)
        yield _where(element)
    yield "\n" if breaks else ""


def _where(element: Element) -> str:
    """Where a link leads, and what a button sends."""
    given = element.given
    if element.tag == "a":
        return f" (→{given.get('href', '')})"
    sent = "=".join(given[one] for one in ("name", "value") if given.get(one))
    return f"{sent and ' '}{sent}]" if element.tag == "button" else ""


def _is_line(element: Element, classes: set[str]) -> bool:
    if WHOLE & classes:
        return True
    return element.tag in ONE_LINE and not any(one.tag in HOLDS for one in element.all())


def _key(label: Element) -> str | None:
    """A label with a radio button in it: its name, value, words and marks."""
    radios = [one for one in label.all() if one.given.get("type") == "radio"]
    if len(radios) != 1 or "player-line" in label.given.get("class", ""):
        return None
    radio, words = radios[0].given, " ".join(_texts(label))
    marks = sorted(MARKS & set(label.given.get("class", "").split()))
    said = [radio["value"], *([words] if words != radio["value"] else [])]
    said += [f".{mark}" for mark in marks] + [f"!{one}" for one in ON if one in radio]
    return f"\0{radio['name']}={' '.join(said)}\x01"


def _texts(element: Element) -> Iterator[str]:
    for child in element.inside:
        yield from [child] if isinstance(child, str) else _texts(child)


def _marks(element: Element, classes: set[str]) -> Iterator[str]:
    """An element's own words: what it is, and what its attributes say."""
    given = element.given
    for state in STATES:
        yield f"{{{state.removeprefix('data-')} {given[state]}}}\n" if given.get(state) else ""
    known = {"name": given.get("id", ""), "value": "", "method": "get", "action": ""} | given
    yield OPENS.get(element.tag, "").format_map(known)
    marks = MARKS & classes - ({"me"} if element.tag == "td" else set())
    yield "".join(f" .{mark}" for mark in sorted(marks))
    yield "".join(f" !{one}" for one in ON if one in given)
    for name in SAID:
        if given.get(name):
            said = "" if name == "aria-label" else f"{name.removeprefix('data-')} "
            yield f" {{{said}{given[name]}}}"
