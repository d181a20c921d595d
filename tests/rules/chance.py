"""Random games, for properties that hold in every game."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.rules import actions, attendance
from scorekeeper.rules.attendance import new_game, rename
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Game, Hand, Phase
from scorekeeper.rules.hand import (
    Extras,
    bidding_order,
    cloud_choices,
    forbidden_bids,
    phase,
    void_choices,
)
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import hand_sizes_left, score_sheet
from scorekeeper.rules.variants.model import (
    DECKS,
    NAMED_AFTER,
    SWITCHES,
    WORDS,
    BidRule,
    Settings,
    Variant,
)
from scorekeeper.rules.variants.variants import VARIANTS, counting_on_a_miss
from tests.rules.notation import NAMES, Deal, correction, entered, insert_hand

quickly = settings(
    deadline=None, max_examples=int(os.environ.get("RANDOM_GAMES", "40")), database=None
)
"""Games of all variants for each property; ``make test-all`` draws 500 of each variant."""
LATE = ("Lea", "Max", "Nia", "Oda")
"""More players than any game starts with."""
Action = Callable[[Game], Game]
CHOICES = [field for word, field in WORDS.items() if word != "free"]
"""The options of a bidding rule; which dealer is free is not chosen."""
COMBINED = (
    BidRule(**dict.fromkeys(some, True))
    for number in range(len(CHOICES) + 1)
    for some in combinations(CHOICES, number)
)
RULES = (
    *(rule.notation() for rule in COMBINED if rule.is_possible),
    "hook+from4",
    "hook+zero+from10",
)
rules = st.sampled_from(RULES).map(BidRule.parse)


@st.composite
def beginnings(draw: st.DrawFn, names: tuple[str, ...] = NAMES) -> Game:
    """Any game of any variant about to begin."""
    variant = draw(st.sampled_from(list(VARIANTS.values())))
    chosen = [variant, variant.keeping_tricks(), counting_on_a_miss(variant)]
    variant = draw(st.sampled_from(chosen))
    players = draw(st.integers(variant.min_players, variant.max_players))
    switches = {name: draw(st.booleans()) for name in SWITCHES}
    switches["specials"] &= variant.has_specials
    return new_game(
        variant,
        names[:players],
        draw(st.integers(0, players - 1)),
        Settings(
            draw(rules | st.just(variant.bids.rule)),
            draw(some_sizes(variant, players)),
            draw(st.none() | st.integers(1, 24 * 60)),
            **switches,
        ),
        draw(st.sampled_from(list(DECKS.values()))),
    )


def some_sizes(variant: Variant, players: int, most: int = 6) -> st.SearchStrategy[tuple[int, ...]]:
    """The hand sizes of a whole game, or a list of the table's own."""
    if variant.target is not None:
        return st.just(())
    size = st.integers(1, variant.largest_hand(players))
    own = st.lists(size, min_size=1, max_size=most).map(tuple)
    return st.just(variant.sizes(players)) | own


@st.composite
def deals(draw: st.DrawFn, game: Game, hand: Hand) -> Deal:
    """A hand that can be scored."""
    turned = named = negated = None
    if game.turns_trump(hand):
        turned = draw(st.sampled_from(game.may_turn(hand)))
        named = draw(st.sampled_from(game.deck.trumps)) if turned in NAMED_AFTER else None
    for seat in bidding_order(game, hand):
        forbidden = forbidden_bids(hand) if seat == hand.dealer else {}
        allowed = [n for n in range(hand.cards + 1) if n not in forbidden]
        hand = with_bid(hand, seat, draw(st.sampled_from(allowed)))
    extras = draw(some_extras(game, hand))
    left = hand.cards - (extras.void or 0)
    won = draw(piles(left, len(hand.playing), game.dummies_in(hand)))
    taken = dict(zip(hand.playing, won, strict=True))
    tricks = tuple(map(taken.get, game.seats))
    if game.variant.negating:
        takers = [NOBODY, *(seat for seat in game.seats if tricks[seat])]
        takers += [game.dummy] if game.dummy and sum(won) < hand.cards else []
        negated = draw(st.sampled_from(takers))
    return Deal(turned, named, hand.bids, tricks, negated, scores=True, extras=extras)


@st.composite
def some_extras(draw: st.DrawFn, game: Game, hand: Hand) -> Extras:
    """Random extras of a hand, often none."""
    if draw(st.booleans()):
        return Extras()
    clouds = [None, *(cloud for cloud, _, _ in cloud_choices(game, hand))]
    held = st.builds(bonus, st.sampled_from(game.seats), st.integers(-40, 40).filter(bool))
    found = draw(st.lists(held, max_size=2, unique_by=lambda held: held.seat))
    for extra in draw(st.lists(st.sampled_from(game.variant.extras or (None,)), max_size=3)):
        if extra is None or any(one.key == extra.key for one in found):
            continue
        seat, other = draw(st.permutations(hand.playing))[:2]
        amount = draw(st.integers(1, extra.most))
        found.append(Bonus(seat, extra.key, amount, other if extra.shared else NOBODY))
    void = draw(st.sampled_from([*(void_choices(game, hand) or [0])]))
    return Extras(void, draw(st.sampled_from(clouds)), tuple(found))


def bonus(seat: int, points: int) -> Bonus:
    """Extra points."""
    return Bonus(seat, POINTS, points, reason="late")


def with_bid(hand: Hand, seat: int, bid: int) -> Hand:
    """The hand with one more bid."""
    return replace(hand, bids=(*hand.bids[:seat], bid, *hand.bids[seat + 1 :]))


@st.composite
def piles(draw: st.DrawFn, cards: int, players: int, dummies: int) -> tuple[int, ...]:
    """The tricks of a hand, each taken by a player or a dummy."""
    takers = st.integers(0, players + dummies - 1)
    won = draw(st.lists(takers, min_size=cards, max_size=cards))
    return tuple(won.count(seat) for seat in range(players))


@st.composite
def games(
    draw: st.DrawFn,
    most: int = 4,
    names: tuple[str, ...] = NAMES,
    begun: st.SearchStrategy[Game] | None = None,
    listed: bool = True,
) -> Game:
    """Some hands of a game, all of them scored; ``listed``: some may be skipped or moved."""
    game = draw(beginnings(names) if begun is None else begun)
    for _ in range(draw(st.integers(0, most))):
        hand = score_sheet(game).hand
        if hand is None:
            break
        game = entered(game, draw(deals(game, hand)))
        if draw(st.integers(0, 3)) == 0:
            with suppress(RefusedError):
                game = draw(comings(game))(game)
        if listed and draw(st.integers(0, 3)) == 0:
            with suppress(RefusedError):
                game = draw(listings(game))(game)
    return game


@st.composite
def listings(draw: st.DrawFn, game: Game) -> Action:
    """A hand is skipped, dealt again, taken out or put in; the rules may refuse it."""
    act = draw(st.sampled_from((None, *LISTING[:3])))
    here = st.just(len(game.scored) + 1)
    number = draw(here | st.integers(1, len(game.hands) + 1))
    if act is actions.delete_hand:
        return partial(act, number=number, keeps=draw(st.booleans()))
    return partial(act, number=number) if act else draw(insertions(game))


@st.composite
def comings(draw: st.DrawFn, game: Game) -> Action:
    """Somebody joins, leaves or sits out; the rules may refuse it."""
    seat = draw(st.sampled_from(game.seats))
    match draw(st.sampled_from(["join", "leave", "back", "out"])):
        case "join":
            free = [name for name in (*NAMES, *LATE) if name not in game.players]
            start = draw(st.integers(-50, 200))
            return partial(attendance.join, name=free[-1], start=start, after=seat)
        case "leave":
            return partial(attendance.leave, seat=seat)
        case "back":
            return partial(attendance.come_back, seat=seat)
        case _:
            out, number = draw(st.booleans()), len(game.scored) + 1
            return partial(attendance.sit_out, number=number, seat=seat, out=out)


@st.composite
def steps(draw: st.DrawFn, game: Game) -> Action:
    """A random tap in this game; the rules may refuse it."""
    hand = score_sheet(game).hand
    kinds = ["end", "settings", "names", "coming"]
    kinds += ["next", "next", "next", "next", "bids", "tricks", "dealer", "extras"] if hand else []
    kinds += ["listing", "listing", "correct"] if game.scored else ["listing"]
    match draw(st.sampled_from(kinds)):
        case "end":
            hands = draw(st.none() | st.integers(0, len(game.scored) + 1))
            return partial(actions.end_after, hands=hands)
        case "settings" | "coming" | "correct" | "listing" as kind:
            of_kind = {"settings": settings_steps, "coming": comings, "correct": corrections}
            return draw(of_kind.get(kind, listings)(game))
        case "names":
            return partial(rename, players=tuple(draw(st.permutations(game.players))))
        case kind:
            assert hand
            return draw(hand_steps(game, hand, kind))


@st.composite
def settings_steps(draw: st.DrawFn, game: Game) -> Action:
    """Other house rules."""
    left = hand_sizes_left(game)
    sizes = draw(some_sizes(game.variant, game.present) if left else st.just(left))
    clock = draw(st.none() | st.integers(1, 200))
    switches = {name: draw(st.booleans()) for name in SWITCHES}
    house = Settings(draw(rules), sizes, clock, **switches)
    return partial(actions.change_settings, house=house)


@st.composite
def corrections(draw: st.DrawFn, game: Game) -> Action:
    """A random correction of a scored hand."""
    hand = draw(st.sampled_from(game.scored))
    dealer = draw(st.sampled_from(hand.playing))
    cards = draw(st.sampled_from((hand.cards, *actions.cards_to_choose(game, hand))))
    given = draw(deals(game, blank(replace(hand, dealer=dealer, cards=cards))))
    mended = correction(given, dealer, cards)
    return partial(actions.correct_hand, number=hand.number, correction=mended)


LISTING = (
    *(actions.skip_hand, actions.deal_again, actions.delete_hand),
    *(actions.with_room, insert_hand),
)
"""The actions on the list of hands, which another time may do something else."""


@st.composite
def insertions(draw: st.DrawFn, game: Game) -> Action:
    """A forgotten hand, anywhere among those that are over."""
    number = draw(st.integers(1, len(game.scored) + 1))
    cards = draw(st.just(actions.likely_cards(game, number)) | st.integers(1, 8))
    put_in: dict[str, Any] = {"number": number, "cards": cards, "keeps": draw(st.booleans())}
    try:
        hand = actions.with_room(game, **put_in).hands[number - 1]
    except RefusedError:
        return partial(actions.with_room, **put_in)
    given = draw(deals(game, blank(hand)))
    return partial(insert_hand, **put_in, played=correction(given, hand.dealer))


@st.composite
def hand_steps(  # noqa: PLR0911 - one for each kind
    draw: st.DrawFn, game: Game, hand: Hand, kind: str
) -> Action:
    """One step in the hand in play."""
    number = hand.number
    given = draw(deals(game, blank(hand)))
    number_or_none = st.none() | st.integers(0, hand.cards)
    some = st.tuples(*(st.none() if at in hand.out else number_or_none for at in game.seats))
    match kind, phase(hand):
        case "dealer" | "extras", _:
            extras, dealer = draw(some_extras(game, hand)), draw(st.sampled_from(game.seats))
            if kind == "extras":
                return partial(actions.enter_extras, number=number, extras=extras)
            return partial(actions.change_dealer, number=number, dealer=dealer)
        case "bids" | "tricks", _:
            if kind == "bids":
                return partial(actions.enter_bids, number=number, bids=draw(some))
            return partial(actions.enter_tricks, number=number, tricks=draw(some), negated=None)
        case _, Phase.TRUMP:
            return partial(actions.turn_up, number=number, turned=given.turned, named=given.named)
        case _, Phase.BIDS:
            return partial(actions.enter_bids, number=number, bids=given.bids)
        case _:
            return partial(
                actions.score_hand, number=number, tricks=given.tricks, negated=given.negated
            )


def blank(hand: Hand) -> Hand:
    """The hand as it was dealt."""
    nothing = (None,) * len(hand.bids)
    return replace(hand, bids=nothing, tricks=nothing, negated=None, scored=False)
