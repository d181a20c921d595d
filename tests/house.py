"""The drawing of the program's rooms in docs/house.svg: ``python -m tests.house`` writes it."""

from tests.test_structure import FLOORS, MODULES, ROOT, room, rooms_used

FILE = ROOT / "docs" / "house.svg"
WIDTH, HEIGHT, BOX = 760, 84, 28
STYLE = (
    "rect{fill:#fff;stroke:#334}line{stroke:#9ab;stroke-width:1}"
    "text{font:13px sans-serif;text-anchor:middle;fill:#112}"
)


def arrows() -> list[tuple[str, str]]:
    """Return the pairs of rooms where the first imports the second."""
    found = {(room(path), used) for path in MODULES for used in rooms_used(path)}
    known = {name for floor in FLOORS for name in floor}
    return sorted(pair for pair in found if known.issuperset(pair))


def places() -> dict[str, tuple[int, int]]:
    """Return the middle of each room's box, the top floor first."""
    return {
        name: (WIDTH * (2 * at + 1) // (2 * len(floor)), HEIGHT * level + HEIGHT // 2)
        for level, floor in enumerate(FLOORS)
        for at, name in enumerate(floor)
    }


def drawing() -> str:
    """Return the SVG: a box for each room, a line to each room below that it imports."""
    middle = places()
    lines = [
        f'<line x1="{x}" y1="{y + BOX // 2}" x2="{to_x}" y2="{to_y - BOX // 2}"/>'
        for (x, y), (to_x, to_y) in ((middle[one], middle[other]) for one, other in arrows())
    ]
    boxes = [
        f'<rect x="{x - 44}" y="{y - BOX // 2}" width="88" height="{BOX}" rx="4"/>'
        f'<text x="{x}" y="{y + 4}">{name}</text>'
        for name, (x, y) in middle.items()
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT * len(FLOORS)}">'
        f"<title>The rooms of scorekeeper and what each imports</title><style>{STYLE}</style>"
    )
    return "\n".join([head, *lines, *boxes, "</svg>", ""])


if __name__ == "__main__":
    FILE.write_text(drawing(), encoding="utf-8")
