"""Drawn shapes: the crests of the seats, suits and icons, as SVG paths on a grid of 24."""

CRESTS = (
    "M2.5 2.2h19v10c0 5-3.7 8.3-9.5 10.8C6.2 20.5 2.5 17.2 2.5 12.2z",
    (
        "M12.0 0.0L15.3 4.1L20.5 3.5L19.9 8.7L24.0 12.0L19.9 15.3L20.5 20.5L15.3 19.9L12.0 "
        "24.0L8.7 19.9L3.5 20.5L4.1 15.3L0.0 12.0L4.1 8.7L3.5 3.5L8.7 4.1z"
    ),
    (
        "M12 .8c6.8 4 9.4 8.2 9.4 12.7 0 4.8-4.2 8.7-9.4 9.7-5.2-1-9.4-4.9-9.4-9.7C2.6 9 5.2 4.8 "
        "12 .8z"
    ),
    "M10.4 2.2a1.9 1.9 0 0 1 3.2 0l9.5 17.3a1.9 1.9 0 0 1-1.7 2.8H2.6a1.9 1.9 0 0 1-1.7-2.8z",
    "M2.5 1.8h4.6v3.4h2.7V1.8h4.4v3.4h2.7V1.8h4.6v20.4h-19z",
    "M12 .8a11.2 11.2 0 1 1 0 22.4A11.2 11.2 0 0 1 12 .8z",
    "M3.5 1.5h17v21L12 17l-8.5 5.5z",
    "M23.6 12.0L17.8 22.0L6.2 22.0L0.4 12.0L6.2 2.0L17.8 2.0z",
    "M14.6 .9a11.2 11.2 0 1 0 8.5 13.8 8.6 8.6 0 0 1-8.5-13.8z",
    "M8.3 1h7.4v7.3H23v7.4h-7.3V23H8.3v-7.3H1V8.3h7.3z",
)
"""The crests by seat: shield, sun, leaf, mountain, tower, disc, banner, hexagon, moon, cross. They
differ without colour."""
SUITS = {
    "hearts": (
        "M12 21.6 3.5 12.9a5.7 5.7 0 0 1 0-8.1 5.5 5.5 0 0 1 7.8 0l.7.8.7-.8a5.5 5.5 0 0 1 7.8 0 "
        "5.7 5.7 0 0 1 0 8.1z"
    ),
    "spades": (
        "M12 1.5c3 3.9 9.5 7.5 9.5 12.3a4.8 4.8 0 0 1-8.2 3.4c.2 2.1.9 3.8 2.5 5.3H8.2c1.6-1.5 "
        "2.3-3.2 2.5-5.3a4.8 4.8 0 0 1-8.2-3.4C2.5 9 9 5.4 12 1.5z"
    ),
    "diamonds": (
        "M12 1c2.2 4.1 5.2 7.9 8.8 11-3.6 3.1-6.6 6.9-8.8 11C9.8 18.9 6.8 15.1 3.2 12 6.8 8.9 "
        "9.8 5.1 12 1z"
    ),
    "clubs": (
        "M12 1.6a4.8 4.8 0 0 1 4.1 7.3 4.9 4.9 0 1 1-2.8 8.6c.2 2 .9 3.6 2.5 5H8.2c1.6-1.4 2.3-3 "
        "2.5-5a4.9 4.9 0 1 1-2.8-8.6A4.8 4.8 0 0 1 12 1.6z"
    ),
    "blue": (
        "M12 1.6a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4zM2.6 22.4c0-6 3.6-10 6.4-10.3L12 "
        "15.6l3-3.5c2.8.3 6.4 4.3 6.4 10.3z"
    ),
    "green": (
        "M12 .8c3 3 4 6.4 2.3 9.6 2.7-2.3 5.7-2.8 8.3-1.6-1.3 4.7-4.3 7.2-9.2 "
        "7.4V23h-2.8v-6.8c-4.9-.2-7.9-2.7-9.2-7.4 2.6-1.2 5.6-.7 8.3 1.6C8 7.2 9 3.8 12 .8z"
    ),
    "red": (
        "M10.7 1h2.6v2.5c2.9.3 5.8-.6 8-2.6 2.3 4.7 2.3 9.6 0 "
        "14.3-2.2-2-5.1-2.9-8-2.6V23h-2.6V12.6c-2.9-.3-5.8.6-8 2.6C.4 10.5.4 5.6 2.7.9c2.2 2 5.1 "
        "2.9 8 2.6z"
    ),
    "yellow": ("M8.4 4.3 12.3 11l2.7-3.9L23.6 21.6H.4zM8.4 8.2l-2.1 4 1.4 1 1.2-1 1.6 1 .8-.9z"),
    "wizard": (
        "M14.6 1c-.4 2.5 1.5 4.5 2.1 6.7l2.2 8.2c-4.3 1.7-9.5 1.7-13.8 0l3.6-8.2C9.8 5.2 11.5 "
        "2.6 14.6 1zM1.3 19.4c1-1.6 2.2-2.4 3.3-2.8 4.6 1.9 10.2 1.9 14.8 0 1.1.4 2.3 1.2 3.3 "
        "2.8-6.1 4.3-15.3 4.3-21.4 0zM12 7.6c.4 2.3 1.3 3.2 3.4 3.5-2.1.4-3 1.3-3.4 "
        "3.5-.4-2.2-1.3-3.1-3.4-3.5 2.1-.3 3-1.2 3.4-3.5z"
    ),
    "jester": (
        "M12 17.6H6.3C6.6 12.5 5.6 10.2 2.7 12.9 1.1 7.3 4.7 2.6 8.6 3.4 11.2 3.9 12 6.6 12 "
        "9.8c0-3.2.8-5.9 3.4-6.4 3.9-.8 7.5 3.9 5.9 9.5-2.9-2.7-3.9-.4-3.6 4.7zM6 "
        "19h12v3.6H6zM2.6 14.3a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM21.4 14.3a2.2 2.2 0 1 1 "
        "0 4.4 2.2 2.2 0 0 1 0-4.4z"
    ),
    "werewolf": (
        "M3.6 1.2 8.4 5h7.2l4.8-3.8 1.1 8.6-2.7 5.1-3.2 1.9L12 22.8l-3.6-6-3.2-1.9-2.7-5.1zM7.3 "
        "9.6l1 2.3 2.5.6zM16.7 9.6l-3.5 2.9 2.5-.6z"
    ),
}
"""The suits of all decks and the special cards. The colours of Wizard differ by shape too: person,
sprig, double axe, peaks."""
KIND_CARDS = {"wizard": "wizard", "tournament": "jester", "two-player": "spades"}
"""The card that stands for a game in the list of games."""
SPARK = "M12 0c1 7.2 4.8 11 12 12-7.2 1-11 4.8-12 12-1-7.2-4.8-11-12-12C7.2 11 11 7.2 12 0z"
"""A star of four points: the leader, the winner."""
ICONS = {
    "tablet": "M3 5h18v14H3zM10 16.5h4",
    "phone": "M7 3h10v18H7zM11 18h2",
    "pencil": "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z",
    "file": "M12 3.5V15M7.5 11l4.5 4.5 4.5-4.5M4.5 20.5h15",
    "print": "M7 8.5v-5h10v5M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z",
    "bin": "M4.5 6.5h15M9.5 6V3.5h5V6M6.5 6.5l1 14h9l1-14",
    "log": "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM12 7v5l3.5 2",
    "flag": "M6 21.5V3.5h12l-3 4.5 3 4.5H6",
    "back": "M14.5 5 8 12l6.5 7",
    "plus": "M12 5v14M5 12h14",
    "card": (
        "M8.5 4.5h8a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2zM3 7.5l1 12"
        "M12.5 9.5v6M11 11l1.5-1.5"
    ),
    "dice": "M4 4h16v16H4z M8.5 8.5v.1M15.5 15.5v.1M12 12v.1M15.5 8.5v.1M8.5 15.5v.1",
    "rules": "M5 3.5h12a2 2 0 0 1 2 2v15H7a2 2 0 0 1-2-2z M9 8.5h6M9 12.5h6",
    "code": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v6h-6v-1",
    "undo": "M8.5 4.5 4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11H9",
    "sheet": "M5 3.5h14v17H5zM5 8.5h14M10 8.5v12M14.5 8.5v12M5 14.5h14",
    "evening": "M3.5 20.5h17M4 16l5-5 4 3 7-9M15.5 5H20v4.5",
    "more": "M4 7h16M4 12h16M4 17h10",
    "check": "m4.5 12.5 5 5 10-11",
    "grip": "M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1",
    "copy": "M9 8.5h10.5v12H9zM5.5 15.5h-1v-12H15v1.5",
    "photo": "M3.5 4.5h17v15h-17zM3.5 16l5-5 4 4 3-2.5 5 4.5M15 8.5v.1",
    "share": "M12 15V3.5M7.5 7.5 12 3l4.5 4.5M5 12v8.5h14V12",
}


def tint(shade: int) -> str:
    """The class of the style sheet that draws an element in a shade."""
    return f"s{shade + 1}"


def tally(count: int) -> tuple[int, str]:
    """Tally marks, the fifth across four: the width, and the path (18 high)."""
    fives, rest = divmod(count, 5)
    starts = [five * 29 for five in range(fives)]
    strokes = [start + 3 + 6 * stroke for start in starts for stroke in range(4)]
    strokes += [fives * 29 + 3 + 6 * stroke for stroke in range(rest)]
    lines = [f"M{x} 2.5l-.6 13.5" for x in strokes] + [f"M{x} 15L{x + 24} 3" for x in starts]
    return 6 + fives * 29 + rest * 6, "".join(lines)
