"""The structure of the program, as far as no contract of pyproject.toml says it."""

import ast
import re
import sys
from functools import cache
from operator import attrgetter
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from scorekeeper.http.filters import WORDS

pytestmark = [pytest.mark.xdist_group("sources"), pytest.mark.thorough]

ROOT = Path(__file__).parent.parent
APP = ROOT / "scorekeeper"
MODULES = sorted(APP.rglob("*.py"))
RULES = sorted((APP / "rules").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
ARITHMETIC = {
    "seat + 1",
    "number - 1",
    "number + 1",
    "board.last_hand - 1",
    "hand.cards + 1",
    "hand.number - 1",
    "hand.number + 1",
    "extra.most + 1",
}
"""Permitted: the number of a seat or page, the end before the last hand, the hands beside one, and
the choices 0 to cards."""
SIGNS = {nodes.Add: "+", nodes.Sub: "-"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(module: ast.Module) -> set[str]:
    """The modules that a module imports, and the names that it imports from them."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            found |= {source, *(f"{source}.{alias.name}" for alias in node.names)}
    return found


def written(node: nodes.Node) -> str:
    match node:
        case nodes.Name():
            return node.name
        case nodes.Getattr():
            return f"{written(node.node)}.{node.attr}"
        case nodes.Const():
            return str(node.value)
        case nodes.BinExpr():
            sign = SIGNS.get(type(node), type(node).__name__)
            return f"{written(node.left)} {sign} {written(node.right)}"
        case _:
            return type(node).__name__


def is_sentence(node: nodes.BinExpr) -> bool:
    """Return whether this inserts names and numbers into a translated sentence."""
    return isinstance(node, nodes.Mod) and isinstance(node.right, nodes.Dict)


@cache
def parsed(path: Path) -> nodes.Template:
    environment = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do"])  # noqa: S701
    return environment.parse(path.read_text(encoding="utf-8"))


def test_the_rules_need_only_the_standard_library() -> None:
    needed = {(name(path), module) for path in RULES for module in imported(tree(path))}
    others = {pair for pair in needed if not pair[1].startswith("scorekeeper.rules")}
    assert not {pair for pair in others if pair[1].partition(".")[0] not in sys.stdlib_module_names}


def test_the_store_alone_commits() -> None:
    commits = [
        name(path)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "commit"
    ]
    assert commits == ["scorekeeper/store/engine.py"]


def test_no_page_imports_another() -> None:
    pages = [path for path in (APP / "web").rglob("*.py") if "Blueprint(" in path.read_text()]
    assert {"game", "hand", "home", "start"} <= {path.stem for path in pages}
    known = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in pages}
    assert not [name(path) for path in pages if imported(tree(path)) & known]


def test_a_link_below_a_sentence_has_a_line_as_high_as_a_finger() -> None:
    """In the line of the sentence it would be 19 pixels high."""
    after = r"(?:\.\{% endtrans %\}|_line\([^}]*\}\})\s*<a (?!class)[^>]*>[^<]*</a>\s*</p>"
    assert not [path.name for path in TEMPLATES if re.search(after, path.read_text("utf-8"))]


def test_a_template_computes_nothing() -> None:
    found = {
        (name(path), written(node))
        for path in TEMPLATES
        for node in parsed(path).find_all(nodes.BinExpr)
        if not isinstance(node, nodes.And | nodes.Or) and not is_sentence(node)
    }
    assert not {pair for pair in found if pair[1] not in ARITHMETIC}


def test_a_template_calls_only_sentences_that_exist() -> None:
    used = {written(node) for path in TEMPLATES for node in parsed(path).find_all(nodes.Getattr)}
    named = {one.removeprefix("words.") for one in used if one.startswith("words.")}
    assert len(named) > 100
    assert not [one for one in named if not has_sentence(one)]


def has_sentence(name: str) -> bool:
    try:
        return bool(attrgetter(name)(WORDS))
    except AttributeError:
        return False


def test_a_template_adds_nothing_up() -> None:
    used = {
        (name(path), node.name)
        for path in TEMPLATES
        for node in parsed(path).find_all(nodes.Filter)
    }
    assert not {pair for pair in used if pair[1] in {"sum", "abs", "round", "max", "min"}}


def test_tests_of_a_group_run_in_one_process(request: pytest.FixtureRequest) -> None:
    is_shared = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@sources") is is_shared
