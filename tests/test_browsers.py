"""The scripts use nothing that the oldest promised browsers do not read (docs/browsers.md)."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from scorekeeper.http.assets import BROWSERS

STATIC = Path(__file__).parents[1] / "static"
NEVER = 999
OLDEST = {name: float(version) for name, version in (line.split(" >= ") for line in BROWSERS)}
SCRIPTS = sorted(STATIC.rglob("*.js"))


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
AS_COMMENTS = re.compile(r"^\s*//.*$", re.MULTILINE)


def found_in(text: str, kinds: tuple[Newer, ...]) -> list[str]:
    """What no promised browser has to read."""
    return [found[0] for kind in kinds for found in re.finditer(kind.pattern, text)]


@pytest.mark.parametrize("kind", IN_SCRIPTS, ids=lambda kind: kind.example)
def test_each_construct_is_found_by_its_example(kind: Newer) -> None:
    assert re.search(kind.pattern, kind.example)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_the_oldest_promised_browsers_read_every_script(path: Path) -> None:
    missing = tuple(kind for kind in IN_SCRIPTS if not kind.is_promised)
    assert missing
    assert found_in(AS_COMMENTS.sub("", path.read_text("utf-8")), missing) == []
