"""The scripts of a site of plain files in a few files instead of forty: a phone asks for each file,
and a browser prepares it, so that forty take longer than what they contain.

Each module becomes a function, which returns what the module exports.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from posixpath import basename, dirname, join, normpath

APP = "app.js"
BASE, GAME = (f"pad/{name}.js" for name in ("base", "game"))
ROOTS = {
    # First of all, before what asks whether there is a site.
    BASE: ("ahead/site.js", "saving/", "showing/"),
    # It waits for others, which cannot wait for it.
    f"pad/{APP}": (APP,),
    GAME: ("playing/", "ahead/blank.js", "ahead/ahead.js"),
    "pad/new.js": ("ahead/start.js", "pages/new.js"),
    "pad/last.js": ("ahead/keep.js", "pages/share.js", "pages/typed.js"),
    "pad/points.js": ("pages/points.js",),
    "pad/popovers.js": ("pages/popovers.js",),
}
"""The files with the modules, or folders of modules, that they contain; whatever else these import
goes along with the first."""
IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"([^"]+)";\n', re.M)
EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.M)
LATER = re.compile(r"\bimport\(([^()]+)\)")
OUTSIDE_NAMES = re.compile(r"\W")
LOADER = """const $homes = HOMES;
export const $later = (from, name) => {
  const module = new URL(name, `http://x/${from}`).pathname.slice(1);
  return import($homes[module]).then((all) => all[`$${module.replace(/\\W/g, "_")}`]);
};
"""


def bundled(modules: Mapping[str, str]) -> dict[str, str]:
    """The content of the files by their names, of that of all modules."""
    homes: dict[str, str] = {}
    for bundle, roots in ROOTS.items():
        for root in roots:
            for name in sorted(one for one in modules if one.startswith(root)):
                _place(name, bundle, modules, homes)
    return {bundle: _content(bundle, modules, homes) for bundle in ROOTS}


def _place(name: str, bundle: str, modules: Mapping[str, str], homes: dict[str, str]) -> None:
    """In the order in which a browser would run them: what a module imports comes before it."""
    if name not in homes:
        for other in _imports(name, modules[name]):
            _place(other, bundle, modules, homes)
        homes[name] = bundle


def _imports(name: str, text: str) -> Iterator[str]:
    return (_resolved(name, other) for _, other in IMPORT.findall(text))


def _resolved(name: str, other: str) -> str:
    return normpath(join(dirname(name), other))


def _id(name: str) -> str:
    return "$" + OUTSIDE_NAMES.sub("_", name)


def _content(bundle: str, modules: Mapping[str, str], homes: Mapping[str, str]) -> str:
    inside = [name for name, home in homes.items() if home == bundle]
    there: dict[str, set[str]] = {} if bundle == BASE else {BASE: {"$later"}}
    for name in inside:
        for other in _imports(name, modules[name]):
            if homes[other] != bundle:
                there.setdefault(homes[other], set()).add(_id(other))
    lines = [
        f'import {{{",".join(sorted(ids))}}} from "./{basename(home)}";'
        for home, ids in there.items()
    ]
    addresses = json.dumps({name: f"./{basename(home)}" for name, home in homes.items()})
    lines += [LOADER.replace("HOMES", addresses)] if bundle == BASE else []
    return "\n".join([*lines, *(_function(name, modules[name]) for name in inside)])


def _function(name: str, text: str) -> str:
    def imported(found: re.Match[str]) -> str:
        return f"const {found[1]} = {_id(_resolved(name, found[2]))};\n" if found[1] else ""

    def later(found: re.Match[str]) -> str:
        return f'$later("{name}", {found[1]})'

    body = LATER.sub(later, EXPORT.sub(r"\1 \2", IMPORT.sub(imported, text)))
    exports = ",".join(found for _, found in EXPORT.findall(text))
    if name == APP:
        # It waits, which a function could not.
        return f"{{\n{body}}}\n"
    return f"export const {_id(name)} = (() => {{\n{body}\nreturn {{{exports}}};\n}})();\n"
