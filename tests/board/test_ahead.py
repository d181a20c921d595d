"""A phone that continues while the server is away computes the same game as the rules."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.board.ahead import hand_text
from scorekeeper.board.panels import hand_points
from scorekeeper.rules import actions
from scorekeeper.rules.ahead import hands_ahead, sheet_ahead
from scorekeeper.rules.attendance import leave, new_game
from scorekeeper.rules.game import BY_SEAT, POINTS, Bonus, Game, Hand, Phase
from scorekeeper.rules.hand import (
    Extras,
    bidding_order,
    forbidden_bids,
    next_bidder,
    offered_rest,
    phase,
    scoring_problems,
    shortcuts_as_bid,
    tricks_left,
    with_rest,
)
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import ranking, score_sheet
from scorekeeper.rules.variants.model import Criterion, Reason, Score, Settings, Terms, Tie, Turned
from tests.rules.chance import beginnings, deals, games, quickly, rules, some_sizes
from tests.rules.notation import NAMES, Deal, current, play
from tests.rules.variants.test_custom import own_games

PHONE = Path(__file__).parent.parent / "js" / "replay.js"
often = settings(quickly, max_examples=max(150, quickly.max_examples))
Tap = tuple[str, dict[str, Any]]
"""A panel, and the values that it sends."""
Step = tuple[int, Tap, Game]
"""The number of a hand, a tap in it, and the game after that."""
State = dict[str, Any]
NUMBERS = ("bid", (0, 1, 2)), ("tricks", (0, 0, 2))
Replay = Callable[..., list[State]]


@pytest.fixture(scope="module")
def replay() -> Iterator[Replay]:
    """Play taps on a phone; returns the state after each."""
    with Popen(["node", PHONE], stdin=PIPE, stdout=PIPE, text=True) as phone:
        to_phone, from_phone = phone.stdin, phone.stdout
        assert to_phone and from_phone  # noqa: PT018 - both are pipes

        def states(**game: Any) -> list[State]:
            to_phone.write(f"{json.dumps(game)}\n")
            to_phone.flush()
            found: list[State] = json.loads(from_phone.readline())
            return found

        yield states
        to_phone.close()


@st.composite
def custom(draw: st.DrawFn) -> Game:
    """Any custom game about to begin, often with a target that is soon reached; a file may say what
    decides between equal totals."""
    ties = st.lists(st.sampled_from(Criterion), min_size=1, max_size=2, unique=True).map(tuple)
    variant = replace(draw(own_games), ties=draw(st.just(Tie.SHARED) | ties))
    if not isinstance(variant.ties, Tie):
        even = Score(made=Terms(1), missed=Terms(draw(st.sampled_from((1, -1)))))
        variant = replace(variant, score=even, target=draw(st.integers(1, 3)))
    elif variant.target:
        variant = replace(variant, target=draw(st.integers(1, 100)))
    players = draw(st.integers(variant.min_players, variant.max_players))
    chosen = Settings(draw(rules), draw(some_sizes(variant, players)))
    return new_game(variant, NAMES[:players], draw(st.integers(0, players - 1)), chosen)


def taps_of(game: Game, hand: Hand, given: Deal) -> list[Tap]:
    """The taps that enter a hand, in the order of play, without the one that scores it."""
    taps: list[Tap] = []
    if given.turned:
        taps.append(("trump", {"turned": given.turned}))
    if given.named:
        taps.append(("trump", {"turned": given.turned, "named": given.named}))
    order = bidding_order(game, hand)
    taps += [("bids", {f"bid_{seat}": given.bids[seat]}) for seat in order]
    taps += [("tricks", {f"tricks_{seat}": given.tricks[seat]}) for seat in order]
    return taps if given.negated is None else [*taps, ("tricks", {"negated": given.negated})]


@st.composite
def slips(draw: st.DrawFn, hand: Hand) -> Tap:
    """A number that a finger hits by mistake."""
    kind, seat = draw(st.sampled_from(BY_SEAT)), draw(st.sampled_from(hand.playing))
    return kind.all, {f"{kind.one}_{seat}": draw(st.integers(0, hand.cards))}


@st.composite
def hands_of_taps(draw: st.DrawFn, game: Game, hand: Hand) -> list[Tap]:
    """The taps of a hand, some of them early, late or wrong."""
    taps = taps_of(game, hand, draw(deals(game, hand)))
    early, late = (
        draw(st.lists(slips(hand) | st.sampled_from(taps), max_size=most)) for most in (4, 2)
    )
    return [*early, *taps, *late, *(taps if late else [])]


def after(game: Game, number: int, tap: Tap) -> Game:
    """The game after a tap. Raises RefusedError."""
    panel, fields = tap
    if panel == "trump":
        return actions.turn_up(game, number, fields["turned"], fields.get("named"))
    bids, tricks = (
        tuple(fields.get(f"{kind.one}_{seat}") for seat in game.seats) for kind in BY_SEAT
    )
    if panel == "bids":
        return actions.enter_bids(game, number, bids)
    if "made" in fields:
        pairs = [pile.split("-") for pile in fields["made"].split()]
        piles = {int(seat): int(number) for seat, number in pairs}
        tricks = tuple(map(piles.get, game.seats))
    enter = actions.score_hand if {"score", "made"} & {*fields} else actions.enter_tricks
    return enter(game, number, tricks, fields.get("negated"))


@st.composite
def scoring(draw: st.DrawFn, game: Game) -> Tap | None:
    """The tap that scores the hand in play, if one can."""
    hand = current(game)
    if phase(hand) is not Phase.TRICKS:
        return None
    ways = list(shortcuts_as_bid(game, hand).values())
    if ways and draw(st.integers(0, 3)) == 0:
        made = draw(st.sampled_from(ways))
        return "tricks", {"made": " ".join(f"{seat}-{number}" for seat, number in made.items())}
    if scoring_problems(game, with_rest(game, hand)):
        return None
    known = {f"tricks_{seat}": n for seat, n in enumerate(hand.tricks) if n is not None}
    return "tricks", {"score": "1", **known}


@st.composite
def played(draw: st.DrawFn, game: Game, most: int = 4) -> list[Step]:
    """The taps of some hands that the rules accept."""
    path: list[Step] = []
    for _ in range(most):
        hand = score_sheet(game).hand
        if hand is None:
            break
        for tap in draw(hands_of_taps(game, hand)):
            with suppress(RefusedError):
                game = after(game, hand.number, tap)
                path.append((hand.number, tap, game))
            if draw(st.booleans()) and (last := draw(scoring(game))):
                break
        else:
            last = draw(scoring(game))
        assert last is not None
        game = after(game, hand.number, last)
        path.append((hand.number, last, game))
    return path


def state(game: Game) -> State:
    """The game as the rules see it."""
    sheet = score_sheet(game)
    hand, totals = sheet.hand, list(sheet.totals)
    if hand is None:
        present = [rank for rank in ranking(sheet) if rank.seat not in sheet.away]
        steps = groupby(present, lambda rank: rank.position)
        places = [[position, [rank.seat for rank in ranks]] for position, ranks in steps]
        return {"over": True, "totals": totals, "places": places}
    rest = offered_rest(game, hand)
    at, order = phase(hand), bidding_order(game, hand)
    ways = shortcuts_as_bid(game, hand) if at is Phase.TRICKS else {}
    return {
        "over": False,
        "totals": totals,
        "n": hand.number,
        "turned": hand.turned,
        "trump": hand.trump,
        "bids": list(hand.bids),
        "tricks": list(hand.tricks),
        "negated": hand.negated,
        "cards": hand.cards,
        "dealer": hand.dealer,
        "order": list(order),
        "phase": "named" if hand.turned and hand.trump is None else at,
        "forbidden": list(forbidden_bids(hand)),
        "left": tricks_left(hand),
        "rest": {str(seat): number for seat, number in rest.items()},
        "gains": [hand_points(game, hand, seat, rest.get(seat)) for seat in game.seats],
        "ready": not scoring_problems(game, with_rest(game, hand)),
        "ways": [
            {"seat": seat, "tricks": [*map(ways[seat].get, game.seats)]}
            for seat in (None, *order)
            if seat in ways
        ],
    } | ({} if hand.bid_rule.at_once else {"due": next_bidder(game, hand)})


@st.composite
def noting(draw: st.DrawFn, game: Game) -> Game:
    """The game with extra points for some players of its hand, also for one who sits out."""
    points = st.integers(-1000, 1000).filter(bool)
    noted = draw(st.dictionaries(st.sampled_from(game.seats), points, min_size=1))
    bonuses = tuple(Bonus(seat, POINTS, amount) for seat, amount in sorted(noted.items()))
    return actions.enter_extras(game, current(game).number, Extras(bonuses=bonuses))


begun = games(3, begun=beginnings().filter(lambda game: not game.has_extras) | custom())


@often
@given(st.data(), begun)
def test_a_phone_alone_has_the_game_of_the_rules_after_each_tap(
    replay: Replay, data: st.DataObject, game: Game
) -> None:
    if data.draw(st.integers(0, 5)) == 0:
        with suppress(RefusedError):
            game = actions.end_after(game, len(game.scored) + 1)
    if score_sheet(game).hand is not None and data.draw(st.booleans()):
        game = data.draw(noting(game))
    path = data.draw(played(game))
    if not path:
        return
    before = data.draw(st.integers(0, min(6, len(path) - 1)))
    game = path[before - 1][2] if before else game
    if score_sheet(game).hand is not None:
        check(replay, game, path[before:])


def test_a_leader_who_left_does_not_free_the_dealer_who_leads_the_others(
    replay: Replay,
) -> None:
    ann, _, cem, dora = range(4)
    game = leave(play("wizard", 4, "h 1011/1000", rule="hook+lead", sizes=(1, 2)), ann)
    path: list[Step] = []
    taps: list[Tap] = [("bids", {f"bid_{seat}": 0}) for seat in (cem, dora)]
    for tap in [("trump", {"turned": Turned.HEARTS}), *taps]:
        path.append((2, tap, after(path[-1][2] if path else game, 2, tap)))
    assert forbidden_bids(current(path[-1][2])) == {2: Reason.LEADS}
    check(replay, game, path)


@pytest.mark.parametrize("by", Criterion)
def test_equal_totals_are_ranked_as_the_rules_rank_them(replay: Replay, by: Criterion) -> None:
    game = play("wizard", 3, "h 100/100", sizes=(1, 2))
    even = Score(made=Terms(1), missed=Terms(1))
    game = replace(game, variant=replace(game.variant, score=even, ties=(by,)))
    check(replay, game, second_hand(game))


@pytest.mark.parametrize("more", [0, 1])
def test_a_game_ends_at_exactly_its_target(replay: Replay, more: int) -> None:
    game = play("wizard", 3, "h 100/100", sizes=(1, 2, 3))
    *_, (_, _, ended) = second_hand(game)
    target = max(score_sheet(ended).totals) + more
    game = replace(game, variant=replace(game.variant, target=target))
    path = second_hand(game)
    assert (score_sheet(path[-1][2]).hand is None) is (more == 0)
    check(replay, game, path)


def second_hand(game: Game) -> list[Step]:
    """The taps of hand 2, of NUMBERS, up to the one that scores it."""
    bids, tricks = ({f"{one}_{seat}": n for seat, n in enumerate(given)} for one, given in NUMBERS)
    taps: list[Tap] = [("trump", {"turned": Turned.HEARTS}), ("bids", bids), ("tricks", tricks)]
    path: list[Step] = []
    for tap in [*taps, ("tricks", {"score": "1", **tricks})]:
        path.append((2, tap, after(path[-1][2] if path else game, 2, tap)))
    return path


def check(replay: Replay, game: Game, path: list[Step]) -> None:
    """A phone that shows ``game`` has the game of the rules after each tap of the ``path``."""
    sheet = score_sheet(game)
    assert sheet.hand is not None
    records = [
        {
            "id": str(at),
            "path": f"/g/KEY/hands/{number}/{panel}",
            "fields": [(name, str(value)) for name, value in fields.items()],
        }
        for at, (number, (panel, fields), _) in enumerate(path)
    ]
    found = replay(
        now=hand_text(game, sheet, "stamp"),
        plan=sheet_ahead(game, [*hands_ahead(game, sheet.hand)]),
        records=records,
    )
    for seen, (_, tap, then) in zip(found, path, strict=True):
        differs = {
            name: (seen.get(name), one)
            for name, one in state(then).items()
            if seen.get(name) != one
        }
        assert not differs, (tap, game.variant.key)
