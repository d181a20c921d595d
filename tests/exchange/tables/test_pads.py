"""Printed pads, which have totals and bids but no tricks: what is certain is read, all else is
asked about."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import pytest

from scorekeeper.exchange.letters import games_in
from scorekeeper.exchange.tables.building import MOST_SEARCHED, Cell, Rules
from scorekeeper.exchange.tables.parsed_game import NO_ANSWERS, Answers
from scorekeeper.rules.incoming import Incoming, Kind, UnreadableError
from scorekeeper.rules.variants.model import LONGEST_GAME, Score
from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS, points_of
from tests.rules.notation import NAMES

GAMES = (*["wizard"] * 6, "tournament", "oh-hell", "nomination", "stiche-raten", "blob")
HOUSES: tuple[dict[str, int], ...] = (
    {},
    {},
    {},
    {"zero_card": 10},
    {"lost_zero": -30},
    {"zero_card": 10, "lost_zero": -30},
    {"zero": 10},
    {"zero": 50},
    {"miss": 20},
    {"over": -20},
    {"bonus": 10},
    {"trick": 5},
)
"""What tables change in the numbers of Wizard."""
TOGETHER: tuple[dict[str, int], ...] = (
    {"zero": 0, "zero_card": 10},
    {"zero": 5, "zero_card": 1},
)
"""Changes of which none explains anything without the other."""
SLIPS = 0.01


@dataclass(frozen=True)
class Dealt:
    """A game as it was dealt: its points, and bids, tricks and totals of each hand."""

    sizes: tuple[int, ...]
    score: Score
    bids: list[list[int]]
    tricks: list[list[int]]
    totals: list[list[int]]


def dealt(
    chance: random.Random,
    houses: Sequence[dict[str, int]] = HOUSES,
    sizes: tuple[int, ...] = (),
) -> Dealt:
    """A game of three to six players, who make about half of their bids."""
    game = VARIANTS[chance.choice(GAMES)]
    players = chance.randint(3, 6)
    house = chance.choice(houses) if game.key in ("wizard", "tournament") else {}
    score = replace(points_of(game.score), **house).score
    found = Dealt(sizes or game.sizes(players), score, [], [], [])
    totals, skill = [0] * players, [chance.random() + 0.5 for _ in range(players)]
    for cards in found.sizes:
        tricks = [0] * players
        for seat in chance.choices(range(players), skill, k=cards):
            tricks[seat] += 1
        bids = [
            min(max(took + chance.choice([0, 0, 0, 0, -1, 1, -1, 1, -2, 2]), 0), cards)
            for took in tricks
        ]
        totals = [
            total + score.points(bid, took, cards)
            for total, bid, took in zip(totals, bids, tricks, strict=True)
        ]
        found.bids.append(bids)
        found.tricks.append(tricks)
        found.totals.append(totals)
    return found


def typed(chance: random.Random, number: int) -> int:
    """The number as somebody types it, who sometimes takes a wrong key, or two in a wrong order."""
    if chance.random() >= SLIPS:
        return number
    digits = [*str(abs(number))]
    at = chance.randrange(len(digits))
    if len(digits) > 1 and chance.random() < 0.3:
        digits[at - 1], digits[at] = digits[at], digits[at - 1]
    elif len(digits) > 1 and chance.random() < 0.2:
        del digits[at]
    else:
        digits[at] = chance.choice([one for one in "0123456789" if one != digits[at]])
    return int("".join(digits)) * (-1 if number < 0 else 1)


def written(game: Dealt, *, bid_first: bool = False) -> list[str]:
    """The lines of the pad."""
    order = (1, 0) if bid_first else (0, 1)
    rows = zip(game.totals, game.bids, strict=True)
    return [
        f";{';;'.join(NAMES[: len(game.bids[0])])};",
        *(
            f"{number};"
            + ";".join(str(both[at]) for both in zip(*row, strict=True) for at in order)
            for number, row in enumerate(rows, 1)
        ),
    ]


def read(lines: list[str], answers: Answers = NO_ANSWERS) -> Incoming:
    (found,) = games_in("\n".join(lines), answers)
    return found


def pads(number: int, seed: int) -> Iterator[tuple[Dealt, Dealt, Incoming]]:
    """Games as dealt, as typed, and as read."""
    chance = random.Random(seed)
    for _ in range(number):
        game = dealt(chance, (*HOUSES, *TOGETHER))
        slipped = replace(
            game,
            bids=[[typed(chance, one) for one in row] for row in game.bids],
            totals=[[typed(chance, one) for one in row] for row in game.totals],
        )
        found = read(written(slipped, bid_first=chance.random() < 0.5))
        yield game, slipped, found


def is_played_so(game: Dealt, slipped: Dealt, at: int, tricks: Sequence[int | None]) -> bool:
    """Whether a table that scores like this one and took these tricks would have written the hand
    exactly as it is on the pad: then nobody can see that something else was meant."""
    before = slipped.totals[at - 1] if at else [0] * len(tricks)
    took = [n or 0 for n in tricks]
    gains = [
        game.score.points(bid, number, game.sizes[at])
        for bid, number in zip(slipped.bids[at], took, strict=True)
    ]
    totals = [total + gain for total, gain in zip(before, gains, strict=True)]
    return sum(took) == game.sizes[at] and totals == slipped.totals[at]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("number", "seed"),
    [(6, 1), pytest.param(200, 48, marks=[pytest.mark.slow, pytest.mark.timeout(900)])],
)
def test_every_hand_that_is_determined_is_read_right_and_every_other_one_is_asked_about(
    number: int, seed: int
) -> None:
    """Determined is a hand that can have gone in one way only, as it is written.

    Of the hands with a mistyped bid, a few are written exactly as another hand would be, in every
    cell and every sum: their tricks are those of that other hand, and no reader can know better.
    They are counted, and bounded at two in a thousand hands; any other wrong one fails.
    """
    hands = certain = unseen = 0
    for game, slipped, found in pads(number, seed):
        assert not found.found.kinds
        asked = {question.hand for question in found.found.questions}
        for at, hand in enumerate(found.game.hands):
            hands += 1
            if at + 1 in asked:
                continue
            certain += 1
            if [*hand.tricks] != game.tricks[at]:
                assert slipped.bids[at] != game.bids[at], (at, slipped.bids[at])
                assert is_played_so(game, slipped, at, hand.tricks), (at, slipped.bids[at])
                unseen += 1
    print(f"{hands} hands, {certain} certain, {unseen} as another hand would be")
    assert 500 * unseen <= hands
    assert certain >= 0.65 * hands


SHAPES = (
    (8, 7, 6, 5, 4, 3, 2, 1),
    (1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1),
    (1, 2, 3, 4, 4, 3, 2, 1),
    (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7),
    (1, 2, 3, 4, 5, 6, 5, 4),
    (5, 5, 5, 5, 5, 5, 5, 5),
    (2, 4, 6, 8, 10),
    (1, 2, 3, 5, 6, 7, 8, 9, 10),
)
"""Cards of hands that are not one more in each."""


@pytest.mark.parametrize("sizes", SHAPES)
@pytest.mark.parametrize("counts", [True, False])
def test_nothing_certain_about_hands_of_other_sizes_is_wrong(
    sizes: tuple[int, ...], *, counts: bool
) -> None:
    """The rows are numbered, or have the cards in place of their numbers."""
    chance, asked = random.Random(3), 0
    for _ in range(6):
        game = dealt(chance, ({},), sizes)
        lines = written(game)
        rows = [line.partition(";")[2] for line in lines[1:]]
        lines[1:] = [f"{cards};{row}" for cards, row in zip(sizes, rows, strict=True)]
        found = read(written(game) if counts else lines)
        questions = {question.hand: question.sure for question in found.found.questions}
        asked += len(questions)
        for number, (hand, tricks) in enumerate(zip(found.game.hands, game.tricks, strict=True), 1):
            sure = questions.get(number, hand.tricks)
            assert all(n in (None, took) for n, took in zip(sure, tricks, strict=True)), number
    assert asked <= 6 * len(sizes) // 2


@pytest.mark.parametrize("sizes", SHAPES)
@pytest.mark.parametrize("row", ["{};{};{};{};0;0", "{}/{};{}/{};0/0"])
def test_tricks_that_add_up_show_the_cards(sizes: tuple[int, ...], row: str) -> None:
    chance = random.Random(5)
    head = "Ana;;Luis;;Eva;" if row.count(";") > 3 else "Ana;Luis;Eva"
    took = [chance.randint(0, cards) for cards in sizes]
    rows = [
        row.format(chance.randint(0, cards), n, 0, cards - n)
        for cards, n in zip(sizes, took, strict=True)
    ]
    assert tuple(hand.cards for hand in read([head, *rows]).game.hands) == sizes


@pytest.mark.parametrize("seed", [1, 2, 3, 15])
def test_a_house_rule_is_found_in_a_game_that_fits_worse_without_it(seed: int) -> None:
    game = dealt(random.Random(seed), ({"miss": 0},), tuple(range(1, 16)))
    assert game.score == replace(points_of(VARIANTS["wizard"].score), miss=0).score
    assert read(written(game)).game.variant.score == game.score


def test_one_wrong_number_of_tricks_changes_no_cards() -> None:
    rows = [f"{n}/{n};0/{int(n == 4)};0/0" for n in range(1, 7)]
    found = read(["Ana;Luis;Eva", *rows])
    assert [hand.cards for hand in found.game.hands] == [1, 2, 3, 4, 5, 6]


HANDS = (
    ((0, 0, 1), (0, 0, 1)),
    ((1, 0, 0), (2, 0, 0)),
    ((1, 1, 1), (1, 1, 1)),
    ((2, 1, 2), (2, 1, 1)),
    ((2, 2, 2), (3, 2, 0)),
    ((2, 2, 1), (3, 2, 1)),
    ((3, 2, 2), (2, 2, 3)),
)
"""In the last hand, Ann and Cem missed by one, either of them over."""


def pad(**cells: int) -> list[str]:
    """The lines of the pad of HANDS, where ``line_column`` may have another number."""
    totals, lines = [0, 0, 0], [[""], *([str(number)] for number in range(1, len(HANDS) + 1))]
    lines[0] += [cell for name in NAMES[:3] for cell in (name, "")]
    for line, (bids, tricks) in zip(lines[1:], HANDS, strict=True):
        for seat, (bid, took) in enumerate(zip(bids, tricks, strict=True)):
            totals[seat] += VARIANTS["wizard"].score.points(bid, took, 0)
            line += [str(totals[seat]), str(bid)]
    for place, number in cells.items():
        row, column = map(int, place.strip("_").split("_"))
        lines[row - 1][column - 1] = str(number)
    return [";".join(line) for line in lines]


def with_columns(lines: list[str], way: str) -> list[str]:
    """The lines of a pad as people lay them out otherwise."""
    rows = [line.split(";") for line in lines]
    if way == "a space between players":
        rows = [
            [row[0], *(cell for at in (1, 3, 5) for cell in (*row[at : at + 2], ""))]
            for row in rows
        ]
    elif way == "names above the second column":
        rows[0] = ["", *rows[0][:-1]]
    elif way == "a sum beside the players":
        rows = [[*row, str(sum(map(int, row[2::2])) if at else "Σ")] for at, row in enumerate(rows)]
    elif way == "a last hand without points":
        rows.append(["8", "", "1", "", "2", "", "0"])
    return [";".join(row) for row in rows]


@pytest.mark.parametrize(
    "way",
    [
        *("a space between players", "names above the second column"),
        *("a sum beside the players", "a last hand without points"),
    ],
)
def test_a_pad_is_read_however_its_columns_stand(way: str) -> None:
    found, usual = read(with_columns(pad(), way)), read(pad())
    assert found.game.players == usual.game.players
    assert found.game.hands == usual.game.hands
    assert len(found.found.questions) == 1


def test_a_player_whose_bids_are_cut_off_is_not_left_out() -> None:
    with pytest.raises(UnreadableError):
        read([line.rpartition(";")[0] for line in pad()])


def test_who_joined_a_pad_later_sits_out_before() -> None:
    lines = [line + ";;" for line in pad()[:3]] + [f"{line};-50;5" for line in pad()[3:]]
    lines[0] = lines[0][:-2] + ";Dora;"
    found = read(lines)
    assert found.game.players == ("Ann", "Ben", "Cem", "Dora")
    assert [hand.out for hand in found.game.hands[:3]] == [(3,), (3,), ()]


def test_a_hand_that_fits_in_two_ways_is_asked_about_with_what_is_certain() -> None:
    found = read(pad())
    assert found.found.worked_out
    assert found.game.variant.key == "wizard"
    assert [hand.tricks for hand in found.game.hands[:-1]] == [took for _, took in HANDS[:-1]]
    (question,) = found.found.questions
    assert (question.hand, question.line, question.sure) == (7, 8, (None, 2, None))
    assert {*question.ways} == {(2, 2, 3), (4, 2, 1)}
    for tricks in question.ways:
        answered = read(pad(), Answers(tricks={8: tuple(n or 0 for n in tricks)}))
        assert not answered.found.is_open
        assert answered.game.hands[-1].tricks == tricks
        assert not answered.discrepancies
    assert read(pad(), Answers(tricks={8: (7, 7, 7)})).found.is_open


def test_a_bid_that_no_hand_can_have_is_named_too() -> None:
    found = read(pad(_4_3=31))
    assert found.found.questions[0].wrong[0].bid == 31
    assert not any(bid and bid > 21 for hand in found.game.hands for bid in hand.bids)
    assert len(read(pad(_4_3=-1)).found.questions) == 2


def test_rules_are_understood_from_all_hands() -> None:
    # Without the price of a trick over the bid, hand 11 has a single other way to be read.
    chance = random.Random(48)
    for _ in range(129):
        game = dealt(chance)
        for row in (*game.bids, *game.totals):
            for number in row:
                typed(chance, number)
        chance.random()
    assert game.score.missed.per_over == -20
    found = read(written(game))
    asked = {question.hand for question in found.found.questions}
    for at, hand in enumerate(found.game.hands):
        assert at + 1 in asked or [*hand.tricks] == game.tricks[at]
    assert found.game.variant.score.missed == game.score.missed


def test_two_wrong_totals_in_a_hand_do_not_hide_each_other() -> None:
    # By its wrong total, hand 8 went in a single way, and another one than it did.
    game = dealt(random.Random(102))
    game.totals[7][2] -= 20
    game.totals[8][4] -= 18
    found = read(written(game))
    asked = {question.hand: question for question in found.found.questions}
    assert {8, 9, 10} <= {*asked}
    assert tuple(game.tricks[7]) in asked[8].ways


@pytest.mark.parametrize("column", [2, 3])
def test_a_cell_that_cannot_be_right_is_named_and_can_be_corrected(column: int) -> None:
    lines = pad(**{f"_4_{column}": 17})
    asked = read(lines).found.questions
    (wrong,) = asked[0].wrong
    assert (asked[0].line, wrong.seat, column in (wrong.column, wrong.bid_column)) == (4, 0, True)
    whole = pad()[3].split(";")[column - 1]
    mended = read(lines, Answers(cells={(4, column): whole}))
    assert [question.hand for question in mended.found.questions] == [7]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("line", [2, 3])
@pytest.mark.parametrize("wrong", ["35", "300", "-7"])
def test_a_total_that_cannot_be_right_is_named_on_a_sheet_of_two_hands(
    players: int, line: int, wrong: str
) -> None:
    rows = [["Ann", "", "Ben", "", "Cem", "", "Dora", ""], ["30", "1", *["20", "0"] * 3]]
    rows.append(["70", "2", *["40", "0"] * 3])
    whole, rows[line - 1][0] = rows[line - 1][0], wrong
    lines = [";".join(row[: 2 * players]) for row in rows]
    asked = {question.line: question for question in read(lines).found.questions}
    (cell,) = asked[line].wrong
    assert (cell.seat, cell.column, cell.after) == (0, 1, int(wrong))
    assert not read(lines, Answers(cells={(line, 1): whole})).found.is_open


def test_columns_that_may_mean_two_things_are_asked_about() -> None:
    lines = ["Nr;Ann;;Ben;;Cem;", "1;1;1;0;0;0;0", "2;1;1;1;1;0;0", "3;2;2;0;0;1;1"]
    found = read(lines)
    assert {*found.found.kinds} >= {Kind.BID_TRICKS, Kind.TRICKS_BID}
    assert not read(lines, Answers(kind=Kind.TRICKS_BID)).found.kinds


def test_hands_that_all_have_one_size_are_bids_and_tricks() -> None:
    lines = ["Nr;Ann;;Ben;;Cem;", "1;2;2;2;1;1;2", "2;1;1;3;3;0;1", "3;2;2;2;1;1;2"]
    found = read(lines, Answers(kind=Kind.BID_TRICKS))
    assert not found.found.is_open
    assert [sum(n or 0 for n in hand.tricks) for hand in found.game.hands] == [5, 5, 5]


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a search looked up the tricks of a cell. One million take a second."""
    counts, tricks_for = Counter[str](), Rules.tricks_for

    def counted(rules: Rules, cell: Cell) -> tuple[int, ...]:
        counts["cells"] += 1
        return tricks_for(rules, cell)

    monkeypatch.setattr(Rules, "tricks_for", counted)
    return counts


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_largest_pad_costs_little_however_it_is_filled_in(
    looked_up: Counter[str], sign: int
) -> None:
    chance = random.Random(7)
    lines = ["Cards;" + "".join(f"Player {seat};;" for seat in range(MOST_PLAYERS))]
    totals = [0] * MOST_PLAYERS
    for _ in range(LONGEST_GAME):
        totals = [total + sign * 10 * chance.randint(0, 3) for total in totals]
        lines.append("6;" + ";".join(f"{total};{chance.randint(0, 3)}" for total in totals))
    with suppress(UnreadableError):
        read(lines)
    assert looked_up["cells"] < 300_000, looked_up


def test_a_file_may_have_pads_with_some_thousand_totals_and_says_how_many_games_that_are() -> None:
    game = dealt(random.Random(1), ({},))
    lines, players = written(game), len(game.bids[0])
    sheet = "\n".join(lines)
    with pytest.raises(UnreadableError) as refused:
        games_in("\n\n".join([sheet] * 1000))
    most = refused.value.problem.values["most"]
    assert refused.value.problem.code == "games-many"
    assert most * len(lines) * players >= MOST_SEARCHED
    assert len([*games_in("\n\n".join([sheet] * most))]) == 1


def test_the_rules_of_a_table_are_searched_once_in_a_file(looked_up: Counter[str]) -> None:
    chance, house = random.Random(4), {"lost_zero": -30, "zero_card": 10}
    score = replace(points_of(VARIANTS["wizard"].score), **house).score
    games = [game for game in (dealt(chance, (house,)) for _ in range(12)) if game.score == score]
    found = read(written(games[0]))
    alone = looked_up.total()
    several = [*games_in("\n\n".join("\n".join(written(game)) for game in games))]
    assert len(several) == len(games) > 4
    assert several[0].game.hands == found.game.hands
    assert looked_up.total() - alone < 3 * alone


def test_columns_are_never_understood_from_one_row() -> None:
    # The first row alone could be bids of 10, 10 and 11.
    found = read(["Nr;Ann;;Ben;;Cem;", "1;10;0;10;0;11;1", "2;20;0;21;1;32;1", "3;31;1;31;0;44;2"])
    assert found.found.worked_out
    assert [hand.bids for hand in found.game.hands] == [(0, 0, 1), (0, 1, 1), (1, 0, 2)]
    with pytest.raises(UnreadableError):
        read(["Nr;Ann;;Ben;", "1;1;7;0;9", "2;3;3;3;3", "3;8;1;9;1"])
