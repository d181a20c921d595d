"""Finds what the program needs, by starting it as a browser will: the names of its modules, its
templates as modules, and an empty database, which it writes to a folder.

It is run as a script of its own (pack.py), because it replaces what a browser lacks before anything
of the program is imported.
"""

import importlib
import json
import os
import pkgutil
import re
import sqlite3
import sys
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from typing import Any

SHIMS = str(Path(__file__).parent / "shims")
COMPILED = "msgspec"
"""The one package written in C for which a browser gets a compiled one too."""
ABSENT = ("greenlet", "pygments", "rich", "lightningcss", "brotli")
"""Packages that the program can do without."""
SERVERS = ("cli", "site", "serving", "tls", "authority", "doctor", "address", "browser")
"""The modules of a server and of the command line."""
PACKAGES = ("site-packages", "dist-packages")
"""Where packages are installed; the second on Debian."""

CONSTRAINTS = re.compile(r"(?:^\tCONSTRAINT .*\n)+", re.MULTILINE)
"""Those of a table, which come last, each in a line."""


class _Absent:
    """Refuses to import what a browser does not get."""

    @staticmethod
    def find_spec(name: str, _path: Any = None, _target: Any = None) -> None:
        """Raises ImportError for these."""
        if name.partition(".")[0] in ABSENT:
            raise ImportError(name)


def _from_source(path: str) -> Any:
    """Finds the modules of a folder in their Python form alone."""
    if COMPILED in path or not _is_package(path):
        raise ImportError(path)
    return FileFinder(path, (SourceFileLoader, [".py"]))


def _is_package(path: str) -> bool:
    return any(name in path for name in PACKAGES)


def _start(instance: Path) -> Any:
    from scorekeeper.browser import answers  # noqa: PLC0415, after the shims

    app = answers.create(instance)
    import scorekeeper  # noqa: PLC0415

    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        if module.name.split(".")[1] not in SERVERS:
            importlib.import_module(module.name)
    return app


def _modules() -> dict[str, str]:
    """The file of each imported module, by its name as it will be imported."""
    own = f"{Path(__file__).parent.parent}{os.sep}"
    found = {}
    for module in list(sys.modules.values()):
        spec, file = getattr(module, "__spec__", None), getattr(module, "__file__", None) or ""
        is_ours = _is_package(file) or file.startswith(own)
        if spec and is_ours and file.endswith(".py"):
            found[spec.name] = file
    return found


def _copy(source: Path, target: Path) -> None:
    """Copy a database so that the same version gives the same bytes: Alembic writes the constraints
    and the indexes of a table that it changes in the order of a set.

    The copy has no write-ahead log, which needs memory that processes share; a browser has none.
    """
    with sqlite3.connect(source) as old, sqlite3.connect(target) as new:
        for statement in sorted(old.iterdump(), key=_turn):
            new.execute(CONSTRAINTS.sub(_in_order, statement))


def _turn(statement: str) -> tuple[bool, str]:
    is_index = statement.startswith(("CREATE INDEX", "CREATE UNIQUE INDEX"))
    return statement == "COMMIT;", statement if is_index else ""


def _in_order(found: re.Match[str]) -> str:
    lines = sorted(line.rstrip(", ") for line in found[0].splitlines())
    return ", \n".join(lines) + "\n"


def main(folder: Path) -> None:
    sys.meta_path.insert(0, _Absent)
    sys.path_hooks.insert(0, _from_source)
    sys.path_importer_cache.clear()
    sys.path.insert(0, SHIMS)
    app = _start(folder / "instance")
    app.jinja_env.compile_templates(str(folder / "compiled"), zip=None)
    names = json.dumps(app.jinja_env.list_templates())
    (folder / "compiled" / "names.json").write_text(names, "utf-8")
    _copy(folder / "instance" / "scorekeeper.sqlite3", folder / "empty.sqlite3")
    (folder / "modules.json").write_text(json.dumps(_modules()), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
