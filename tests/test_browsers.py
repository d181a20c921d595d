"""Scripts and style sheets use nothing that the oldest promised browsers lack."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scorekeeper.http.assets import BROWSERS, LIGHTER, _whole

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "static"
NEVER = 999
OLDEST = {name: float(version) for name, version in (line.split(" >= ") for line in BROWSERS)}
SCRIPTS, STYLES = sorted(STATIC.rglob("*.js")), sorted(STATIC.rglob("*.css"))


@dataclass(frozen=True)
class Newer:
    """Something that not every browser reads, how to find it, and the first versions that do."""

    pattern: str
    example: str
    safari: float
    chrome: float
    firefox: float

    @property
    def is_promised(self) -> bool:
        """Whether the oldest promised browsers read it."""
        first = {"safari": self.safari, "ios_saf": self.safari}
        first |= {"chrome": self.chrome, "firefox": self.firefox}
        return all(first[name] <= version for name, version in OLDEST.items())


IN_SCRIPTS = (
    # What a browser cannot parse costs the whole file, and every file that imports it.
    Newer(r"\(\?<[=!]", "/(?<=a)b/", 16.4, 62, 78),
    Newer(r"\(\?[ims-]+:", "/(?i:a)b/", 26, 125, 132),
    Newer(r"/[dgimsuy]*v[dgimsuy]*(?=[;,.)])", "/[a--b]/v.test(a)", 17, 112, 116),
    Newer(r"\bstatic \{", "class A { static { } }", 16.4, 94, 93),
    Newer(r"\bimport\b.*\bwith \{", 'import a from "a" with { type: "json" };', 17.2, 123, 138),
    Newer(r"\busing \w+ =", "using a = b;", NEVER, 134, 141),
    # What it does not have throws once it is called.
    Newer(r"\b(Object|Map)\.groupBy\(", "Object.groupBy(a, b)", 17.4, 117, 119),
    Newer(r"\bArray\.fromAsync\(", "Array.fromAsync(a)", 16.4, 121, 115),
    Newer(r"\bPromise\.withResolvers\(", "Promise.withResolvers()", 17.4, 119, 121),
    Newer(r"\bPromise\.try\(", "Promise.try(a)", 18.2, 128, 134),
    Newer(r"\bRegExp\.escape\(", "RegExp.escape(a)", 18.2, 136, 134),
    Newer(
        r"\.(union|intersection|difference|symmetricDifference|is(Sub|Super)setOf|isDisjointFrom)\(",
        "a.union(b)",
        17,
        122,
        127,
    ),
    Newer(
        r"\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(",
        "a.values().map(b)",
        18.4,
        122,
        131,
    ),
    Newer(r"\.(is|to)WellFormed\(", "a.isWellFormed()", 16.4, 111, 119),
    Newer(r"\bURL\.canParse\(", "URL.canParse(a)", 17, 120, 115),
    Newer(r"\bURL\.parse\(", "URL.parse(a)", 18, 126, 126),
    Newer(r"\bAbortSignal\.any\(", "AbortSignal.any([a])", 17.4, 116, 124),
    Newer(r"\bIntl\.(Segmenter|DurationFormat)\b", "new Intl.Segmenter()", 18.4, 129, 136),
    Newer(r"\.checkVisibility\(", "a.checkVisibility()", 17.4, 105, 106),
    Newer(r"\.(show|hide|toggle)Popover\(", "a.hidePopover()", 17, 114, 125),
    Newer(r"\.userActivation\.", "navigator.userActivation.isActive", 16.4, 72, 120),
    Newer(r"\brequestIdleCallback\(", "requestIdleCallback(a)", NEVER, 47, 55),
    Newer(r"\.startViewTransition\(", "document.startViewTransition(a)", 18, 111, 144),
    Newer(r"\.moveBefore\(", "a.moveBefore(b, c)", NEVER, 133, 144),
    Newer(r"\b(set|parse)HTMLUnsafe\(", "a.setHTMLUnsafe(b)", 17.4, 124, 128),
    Newer(r"\bscheduler\.", "scheduler.yield()", NEVER, 129, 142),
    # Firefox fails a navigation whose preload fails, whatever the service worker answers.
    Newer(r"\bnavigationPreload\??\.enable\(", "a.navigationPreload?.enable()", 15.4, 59, NEVER),
)
"""``?.`` before the call of something that may be missing is not found, so it is allowed."""
IN_STYLES = (
    # A declaration that is not understood is missing, a rule with such a selector too.
    Newer(
        r"(?<!-)text-decoration:[^;}]*(wavy|[\d.]+(px|em)|var)",
        "text-decoration:a 1px",
        26.2,
        89,
        70,
    ),
    Newer(r'content:[^;}]*/ ?"', 'content:"a" / "b"', 17.4, 77, 128),
    Newer(r"(?<!-color:)color-mix\(", "background:color-mix(in srgb, a, b)", 16.2, 111, 113),
    Newer(r"(?<![\w-])zoom:", "{zoom:0.5", 4, 1, 126),
    Newer(r":(popover-)?open\b", "a:popover-open", 17, 114, 125),
    Newer(r":user-(in)?valid\b", "a:user-invalid", 16.5, 119, 88),
    Newer(r":dir\(", "a:dir(rtl)", 16.4, 120, 49),
    Newer(r"::details-content", "a::details-content", 18.4, 131, 143),
    Newer(r"@container[^{]* style\(", "@container a style(--b)", 18, 111, 151),
    # As it is sent: a range becomes "not (…)", which they do not read either.
    Newer(r"@media[^{]*[<>]", "@media (width < 30rem)", 16.4, 104, 63),
    Newer(r"@media[^{]*\b(not|or) ?\(", "@media not (hover)", 16.4, 104, 102),
    Newer(r"@scope\b", "@scope (a)", 17.4, 118, 146),
    Newer(r"@property\b", "@property --a", 16.4, 85, 128),
    Newer(r"\banchor(-size)?\(", "top:anchor(top)", 26, 125, 147),
    Newer(r"[ :(]round\(", "width:round(a, b)", 15.4, 125, 118),
    Newer(r"\d(r?lh|cap|ric)\b", "height:2lh", 17.2, 118, 120),
    Newer(r"\b(rgb|hsl|oklch|color)\(from ", "color:rgb(from red r g b)", 18, 119, 128),
    Newer(r"[ :]linear\(", "transition:all 1s linear(0, 1)", 17.2, 113, 112),
    Newer(r"[ :](xywh|rect)\(", "clip-path:rect(a)", 17.2, 119, 122),
    # What the font file says, no Safari reads from the style sheet.
    Newer(r"(ascent|descent|line-gap)-override", "ascent-override:93%", NEVER, 87, 89),
)
"""What stands in an ``@supports`` is not searched. Harmless where it is missing, so not listed:
``text-wrap``, ``field-sizing``, ``scrollbar-width``, ``subgrid``, ``paint-order``."""
AS_COMMENTS = re.compile(r"^\s*//.*$", re.MULTILINE)


def found_in(text: str, kinds: tuple[Newer, ...]) -> list[str]:
    """What no promised browser has to read."""
    return [found[0] for kind in kinds for found in re.finditer(kind.pattern, text)]


def unconditional(sheet: str) -> str:
    """A style sheet as it is sent, without what it says only to browsers that support something."""
    parts = sheet.split("@supports")
    rest = [parts[0]]
    for part in parts[1:]:
        depth = 0
        for at, letter in enumerate(part):
            depth += {"{": 1, "}": -1}.get(letter, 0)
            if letter == "}" and not depth:
                rest.append(part[at + 1 :])
                break
    return "".join(rest)


@pytest.mark.parametrize("kind", IN_SCRIPTS + IN_STYLES, ids=lambda kind: kind.example)
def test_each_construct_is_found_by_its_example(kind: Newer) -> None:
    assert re.search(kind.pattern, kind.example)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_the_oldest_promised_browsers_read_every_script(path: Path) -> None:
    missing = tuple(kind for kind in IN_SCRIPTS if not kind.is_promised)
    assert missing
    assert found_in(AS_COMMENTS.sub("", path.read_text("utf-8")), missing) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.stem)
def test_the_oldest_promised_browsers_read_every_style_sheet(path: Path) -> None:
    missing = tuple(kind for kind in IN_STYLES if not kind.is_promised)
    sent = unconditional(LIGHTER[".css"](path.read_text("utf-8")))
    # A value that they read may stand above one that they do not.
    sent = re.sub(r"([a-z-]+:)([^;{}]+);\1\2 ?/ ?\"\"", r"\1\2", sent)
    # In place of the shorthand they read the one with the prefix.
    sent = re.sub(r"-webkit-text-decoration:([^;}]+);text-decoration:\1", "", sent)
    assert found_in(sent, missing) == []


def rules(sheet: str) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """The rules of a style sheet as it is sent: what they stand in, the selector, what they say."""
    around: list[str] = []
    for text, brace in re.findall(r"([^{}]*)([{}])", sheet):
        if brace == "{":
            around.append(text.rpartition(";")[2].strip())
        else:
            selector = around.pop()
            yield tuple(around), selector, text


def test_menus_are_closed_in_browsers_without_popovers_whatever_a_page_says_of_them() -> None:
    # Safari before 17 and the like: what is in no layer wins over all that is in one.
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html"))
    tags = "".join(re.findall(r"<[^<>]*\spopover[\s>][^<>]*", pages))
    menus = set(re.findall(r'\b(?:class|id)="([a-z]+)', tags))
    sent = {*re.findall(r"style/(\w+)\.css", pages)}
    assert menus == {"send", "shades"}
    is_menu = re.compile(rf"(\[popover\]|[.#]({'|'.join(menus)})\b)[^\s>+~]*$")
    found = [
        (path.stem, around, selector, said)
        for path in STYLES
        if path.stem in sent
        for around, selector, said in rules(LIGHTER[".css"](_whole(path)))
        if any(map(is_menu.search, selector.split(",")))
        and "@supports selector(:popover-open)" not in around
        and (not any(each.startswith("@layer") for each in around) or "!important" in said)
        and re.search(r"(?<![\w-])(display|all):", said)
    ]
    # That every page with a menu has this sheet, tests/http/test_addresses.py says.
    where = ("@supports not selector(:popover-open)",)
    assert found == [("inner", where, "[popover]:not(.opened)", "display:none")]


@pytest.mark.parametrize("name", ["print_sheet", "event_print", "event_slips"])
def test_paper_is_the_same_whatever_the_window_and_the_engine(name: str) -> None:
    # WebKit takes vh from the window, and prints columns as one. Firefox heeds no named page first.
    text = (STATIC / "style" / f"{name}.css").read_text("utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert re.findall(r"[\d.]+[sld]?v[hwib]\b|(?<!-)columns:|@page (?!across)\w+", text) == []
