"""Values that no page sends: none, too many, too large, in other scripts, in no script."""

from tests.requests import Values

BAD: dict[str, list[Values]] = {
    "missing": [[]],
    "empty": [[""], [" "], ["\t\n"]],
    "doubled": [["0", "1"], ["1", "0"], ["y", "n"], ["wizard", "hearts"]],
    "tripled": [["0", "1", "2"], ["Ann", "Ben", "Ann"], ["", "", "0"]],
    "a thousand times": [["0"] * 1000, [str(number) for number in range(300)]],
    "negative": [["-1"], ["-2"], ["-0"], ["-999999"], ["--1"], ["-"]],
    "huge": [["9" * 7], ["2147483648"], ["-9223372036854775809"], ["9" * 400], ["9" * 5000]],
    "large": [["7"], ["61"], ["100"], ["999999"], ["-999999"], ["000000"]],
    "of another table": [
        *(["9"], ["77"], ["9+"], ["7-"], ["loot.0.9"], ["loot.9.0"], ["loot.0.0"], ["bomb.8.1"]),
        *(["pirate.0.9"], ["points.0.9"], ["0.9"], ["werewolf"], ["2024-02-31"]),
    ],
    "fraction": [["1.5"], ["1,0"], ["1e3"], ["1E0"], ["nan"], ["inf"], ["-inf"], ["1_0"], ["+1"]],
    "other notation": [["0x1"], ["0b1"], ["1L"], ["1/1"], ["true"], ["null"], ["None"], ["[]"]],
    "digits of other scripts": [["\u0661"], ["\uff11"], ["\u00b2"], ["\u0967"], ["\u4e00"], ["Ⅷ"]],
    "text": [["abc"], ["y"], ["ä"], ["Ω"], ["漢字"], ["ﬁ"], ["e\u0301"], ["\U0001f600"], ["ß"]],
    "spaces around": [[" 1 "], ["1\n"], ["\u00a01"], ["1 0"], ["1\u20280"]],
    "control characters": [
        ["\0"],
        ["1\0"],
        ["\x01"],
        ["\x1b[31m"],
        ["\x7f"],
        ["\x85"],
        ["\r\nX: y"],
    ],
    "direction": [["\u202e1"], ["1\u202e"], ["\u2066a\u2069"], ["\u200f"], ["\ufeff1"], ["\u200d"]],
    "unseen": [
        *(["\u034f"], ["\u115f"], ["\u17b4\u17b5"], ["\u180b"], ["\ufe00"], ["\ufe0f\u200d"]),
        *(["\U000e0100"], ["\u3164"], ["\u2800"], ["\u0301"], ["\u20dd"], ["\u0903"]),
    ],
    "no character": [["\ud800"], ["\udfff1"], ["\uffff"], ["\U0010ffff"], ["\ue000"]],
    "no text": [[b"\xff\xfe"], [b"1\xc3"], [b"\xc0\xb0"], [b"\xf4\x90\x80\x80"], [b"\x80" * 99]],
    "long": [
        ["a" * 200],
        ["a" * 5000],
        ["0" * 5000],
        ["1 " * 9000],
        ["\u0300" * 999],
        [" " * 9999],
    ],
    "too long": [["a" * 70_000], ["1" * 1_000_000]],
    "code": [["<script>x()</script>"], ["=1+1"], ["{{7*7}}"], ["%s%n%x"], ["${7*7}"], ["`id`"]],
    "SQL": [["'"], ["' OR 1=1 --"], ["1; DROP TABLE game"], ["%"], ["_"], ["\\"], ['"']],
    "address": [["../../etc/passwd"], ["//x.test"], ["http://x.test/"], ["javascript:x()"], ["/"]],
}
"""Some values of each kind, each as often as the field is sent."""

NAMES = (
    *("{}[]", "{}[0]", "{}[a][b]", "{}.x", "{}.0", "x.{}", "{}-0", "-{}", "{} ", " {}", "{}\0"),
    *("{}%00", "{}:int", "${}", "{}__gt", "_{}", "{}_", "\ufeff{}", "{}\u202e", "__class__.{}"),
)
"""Names almost like a field's."""


def spellings(name: str) -> list[str]:
    """Names almost like this one."""
    return [name.upper(), name.title() + "X", *(pattern.format(name) for pattern in NAMES)]
