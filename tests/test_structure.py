"""The structure of the program: allowed imports, and the length of modules."""

import ast
import sys
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

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
    "extra.most + 1",
}
"""The number of a seat or page, the end before the last hand, and the choices 0 to cards."""
SIGNS = {nodes.Add: "+", nodes.Sub: "-"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(module: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def imported_modules(path: Path) -> set[str]:
    """The modules that a module imports, and the names that it imports from them."""
    return imported(tree(path)) | imported_names(tree(path))


def imported_names(module: ast.Module) -> set[str]:
    """The names that a module imports from others, each with its module."""
    return {
        f"{node.module}.{alias.name}"
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def imported_at_runtime(path: Path) -> set[str]:
    """The same without imports that only types need."""
    module = tree(path)
    module.body = [node for node in module.body if "TYPE_CHECKING" not in ast.unparse(node)[:20]]
    return imported(module)


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
    """Whether this inserts names and numbers into a translated sentence."""
    return isinstance(node, nodes.Mod) and isinstance(node.right, nodes.Dict)


def parsed(path: Path) -> nodes.Template:
    environment = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do"])  # noqa: S701
    return environment.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RULES, ids=name)
def test_the_rules_need_only_the_standard_library(path: Path) -> None:
    allowed = sys.stdlib_module_names
    for module in imported(tree(path)):
        known = module.partition(".")[0] in allowed or module.startswith("scorekeeper.rules")
        assert known, f"{name(path)} imports {module}"


def test_the_store_alone_commits() -> None:
    commits = [
        name(path)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "commit"
    ]
    assert commits == ["scorekeeper/store/engine/transaction.py"]


FLOORS = (
    ("web",),
    ("board",),
    ("forms",),
    ("http",),
    ("exchange",),
    ("bgstats", "serving"),
    ("fields",),
    ("words", "store", "drawing"),
    ("config", "keys", "language", "memory", "ratings", "rules", "shapes"),
)
"""The rooms of scorekeeper/ from the top; each imports only from itself and floors below."""
INNER = {
    "store": (
        *("database", "sharing", "files", "statistics", "lists", "games", "phones", "people"),
        *("mapping", "engine", "models"),
    ),
}
"""The rooms inside these folders, from the top."""
ONLY_IN = {
    "flask": ("web", "board", "http", "cli", "__init__"),
    "flask_wtf": ("http",),
    "wtforms": ("forms", "http", "fields"),
    "sqlalchemy": ("store",),
    "sqlite3": ("store",),
    "flask_sqlalchemy": ("store",),
}
"""Libraries that only some rooms may import; ``__init__`` connects them, ``cli`` starts them."""


def room(path: Path) -> str:
    return path.relative_to(APP).parts[0].removesuffix(".py")


def rooms_used(path: Path) -> set[str]:
    """The rooms that a module imports from, its own left out."""
    used = {
        module.split(".")[1] for module in imported(tree(path)) if module.startswith("scorekeeper.")
    }
    return used - {room(path)}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_room_imports_only_from_floors_below(path: Path) -> None:
    if room(path) in ("cli", "__init__"):
        return
    floor = next(index for index, rooms in enumerate(FLOORS) if room(path) in rooms)
    below = {known for rooms in FLOORS[floor + 1 :] for known in rooms}
    assert not rooms_used(path) - below


@pytest.mark.parametrize(
    ("path", "rooms"),
    [(path, INNER[room(path)]) for path in MODULES if room(path) in INNER],
    ids=lambda value: name(value) if isinstance(value, Path) else "",
)
def test_a_room_inside_a_folder_imports_only_from_those_below(
    path: Path, rooms: tuple[str, ...]
) -> None:
    inside = f"scorekeeper.{room(path)}."
    modules = {module for module in imported_names(tree(path)) if module.startswith(inside)}
    used = {module.removeprefix(inside).partition(".")[0] for module in modules} & set(rooms)
    own = path.relative_to(APP).parts[1].removesuffix(".py")
    if own != "__init__":
        assert used <= set(rooms[rooms.index(own) :])


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_what_belongs_to_some_rooms_is_imported_in_no_other(path: Path) -> None:
    found = {module.partition(".")[0] for module in imported_at_runtime(path)}
    assert not [kept for kept in found & set(ONLY_IN) if room(path) not in ONLY_IN[kept]]


def test_no_page_imports_another() -> None:
    pages = [path for path in (APP / "web").rglob("*.py") if "Blueprint(" in path.read_text()]
    assert {"game", "play", "home", "start"} <= {path.stem for path in pages}
    known = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in pages}
    assert not [name(path) for path in pages if imported_modules(path) & known]


@pytest.mark.parametrize("path", RULES, ids=name)
def test_every_public_name_of_the_rules_has_a_docstring(path: Path) -> None:
    module = tree(path)
    assert ast.get_docstring(module), name(path)
    kinds = (ast.FunctionDef, ast.ClassDef)
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    named = [*module.body, *(node for owner in classes for node in owner.body)]
    bare = [
        node.name
        for node in named
        if isinstance(node, kinds) and not node.name.startswith("_") and not ast.get_docstring(node)
    ]
    assert not bare


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_computes_nothing(path: Path) -> None:
    found = {
        written(node)
        for node in parsed(path).find_all(nodes.BinExpr)
        if not isinstance(node, nodes.And | nodes.Or) and not is_sentence(node)
    }
    assert found <= ARITHMETIC


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_adds_nothing_up(path: Path) -> None:
    used = {node.name for node in parsed(path).find_all(nodes.Filter)}
    assert not used & {"sum", "abs", "round", "max", "min"}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_has_at_most_300_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


GONE = {
    *("ToldGame", "ToldHand", "untold", "UNTOLD", "Sealed", "SealedBid", "own_numbers", "OwnForm"),
    *("HeldForm", "is_trial", "TRIAL", "Brought", "bring_in", "outgoing", "looks_on", "LOOKS_ON"),
    *("Fallen", "Asking", "bury", "settle_in", "part_doubles", "go_on", "is_gone_on", "give_up"),
    *("LONGEST_TOLD", "MOST_UNTOLD", "marks_beside", "drop_sealed", "remembered"),
}
"""Former names; docs/design.md has the words that took their place."""


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_former_name_comes_back(path: Path) -> None:
    used = {
        value
        for node in ast.walk(tree(path))
        for value in (getattr(node, field, None) for field in ("name", "id", "attr", "arg"))
        if isinstance(value, str)
    }
    assert not used & GONE


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_docstring_names_the_thing(path: Path) -> None:
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    texts = [
        ast.get_docstring(node) or "" for node in ast.walk(tree(path)) if isinstance(node, kinds)
    ]
    assert not [text for text in texts if text.startswith(("What ", "Who ", "Where "))]


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_line_of_a_template_has_at_most_160_characters(path: Path) -> None:
    assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 160
