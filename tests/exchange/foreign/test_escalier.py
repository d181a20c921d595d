"""L'Escalier's links: every length is read, and none costs more than a game needs."""

import base64
import json
import zlib

import pytest

from scorekeeper.exchange.foreign import escalier
from scorekeeper.exchange.foreign.escalier import LONGEST_LINK, MOST_UNFOLDED, NAMED
from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import LONGEST_GAME
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from tests.exchange.made import read_games
from tests.exchange.tables.test_csv_out import written

ADDRESS = "https://example.org/escalier/#"


def told(hands: int = 2, players: int = 3, name: str = "") -> str:
    """The text in a link, with an adjustment for everybody in each hand."""
    entry = [19, 19, 0, -1000]
    rounds = [[20, 3, at % players, 0, [entry] * players] for at in range(hands)]
    seats = [[f"Player number {seat:010}"] for seat in range(players)]
    game = [2, name, 1_790_000_000_000, 1, [20, 10, 10, 0, 0], seats, 0, rounds]
    return json.dumps(game, separators=(",", ":"))


def link(text: str, kind: str) -> str:
    """The link that has it, ``A`` for deflated and ``B`` for plain, without padding as always."""
    data = text.encode()
    if kind == "A":
        deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        data = deflater.compress(data) + deflater.flush()
    return f"{ADDRESS}g={kind}{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def refused(text: str) -> str:
    """The code of its problem."""
    with pytest.raises(UnreadableError) as problem:
        read_games(text)
    return problem.value.problem.code


@pytest.mark.parametrize("kind", ["A", "B"])
def test_a_link_of_every_length_is_read(kind: str) -> None:
    texts = [told(name="".join(chr(97 + at * at % 25) for at in range(n))) for n in range(24)]
    lengths = {len(link(text, kind).partition("g=")[2].rstrip("=")) % 4 for text in texts}
    assert lengths >= {0, 1, 3}
    for text in texts:
        (read,) = read_games(link(text, kind))
        assert [hand.tricks for hand in read.game.hands] == [(19, 19, 19)] * 2


@pytest.mark.parametrize("strict", [0, 1])
@pytest.mark.parametrize("numbers", [(20, 10, 10), (5, 5, 5), (10, 1, 0), (0, 2, 3)])
def test_a_game_keeps_its_points_through_the_csv(
    numbers: tuple[int, int, int], strict: int
) -> None:
    bonus, trick, miss = numbers
    rounds = [
        [3, 3, 0, 0, [[2, 2, 0, 0], [0, 1, 0, 0]]],
        [2, 3, 1, 0, [[0, 0, 0, 0], [1, 2, 0, 0]]],
    ]
    game = [2, "Friday", 0, 1, [*numbers, strict, 0], [["Ann"], ["Ben"]], 0, rounds]
    (found,) = read_games(link(json.dumps(game), "B"))
    kept = trick if strict else 0
    totals = (2 * bonus + 2 * trick, 3 * kept - 2 * miss)
    assert score_sheet(found.game).totals == totals
    variant = found.game.variant
    is_named = not strict and numbers in NAMED
    assert (variant.key, variant.name) == (("wizard", "") if is_named else ("own", "Friday"))
    (again,) = read_games(written(found.game))
    assert (again.game.variant, again.discrepancies) == (variant, ())
    assert score_sheet(again.game).totals == totals


@pytest.mark.parametrize("end", ["", "&", "&x=1", "===", "%3D", "\n"])
@pytest.mark.parametrize("start", ["", "#", "https://example.org/a?b=1#", "x#y=2&"])
def test_a_link_is_read_with_any_text_around_it(start: str, end: str) -> None:
    payload = link(told(), "A").removeprefix(ADDRESS)
    assert read_games(start + payload + end) == read_games(payload)


@pytest.mark.parametrize("kind", ["A", "B"])
def test_the_longest_game_fits_into_a_link(kind: str) -> None:
    text = told(LONGEST_GAME, MOST_PLAYERS, "x" * 24)
    assert len(text) < MOST_UNFOLDED
    (read,) = read_games(link(text, kind))
    assert len(read.game.hands) == LONGEST_GAME


@pytest.mark.parametrize("kind", ["A", "B"])
def test_a_link_with_more_in_it_is_not_unfolded(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(escalier, "parsed", lambda _: pytest.fail("it was parsed"))
    text = "[" + ",".join(["[[]]"] * MOST_UNFOLDED) + "]"
    assert refused(link(text, kind)) == "link-long"
    assert len(link(text, "A")) < LONGEST_LINK


@pytest.mark.parametrize("text", ["#g=A x", "#g=A?", "#h=A", "g=C", "#g=A&" * 4000 + "\v x"])
def test_text_with_blanks_or_other_letters_is_not_a_link(text: str) -> None:
    assert refused(text) == "file-kind"
