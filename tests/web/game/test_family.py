"""The games of the family and their rules in words."""

import re
from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from itertools import combinations, product
from typing import Any

import pytest
from flask import Flask

from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.rules.attendance import LONGEST_CLOCK
from scorekeeper.rules.events.settings import (
    FINALS,
    TEN_HANDS,
    Carry,
    Counts,
    EventSettings,
    Final,
    Measure,
    Seating,
    TimeUp,
    event_problems,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming import (
    LARGEST_DECK,
    TRUMPS,
    UnreadableError,
    check_game,
    check_rules,
)
from scorekeeper.rules.variants.model import (
    DECKS,
    FRENCH,
    LARGEST_HAND,
    LONGEST_GAME,
    WORDS,
    BidRule,
    Bids,
    Criterion,
    Score,
    Settings,
    Sizes,
    Terms,
    Tie,
    Trump,
    TrumpRule,
    Variant,
    When,
)
from scorekeeper.rules.variants.variants import (
    HIGHEST_TARGET,
    MOST_PLAYERS,
    MOST_POINTS,
    OH_HELL,
    VARIANTS,
    Points,
)
from scorekeeper.words import rules as rule_words
from scorekeeper.words.events import settings as event_words
from scorekeeper.words.lines import trump_line
from scorekeeper.words.names import VARIANT_NAMES, assumed_line, example_rows, points_lines
from scorekeeper.words.rules import chapters, extra_line, short_name, worth_line
from tests.exchange.made import of
from tests.rules.notation import current, new
from tests.table import Table
from tests.turns import daily
from tests.web.page import chip, plain_text, problems

NAMES = ("Ann", "Ben", "Cem")
SNAP = Variant(
    key="snap",
    min_players=2,
    max_players=4,
    deck=40,
    score=Score(made=Terms(3, per_trick=2), missed=Terms(-1), zero_made=Terms(per_card=5)),
    hands=Sizes(2, 3, back=True),
    trump=TrumpRule(rotation=(Trump.CLUBS, Trump.NONE)),
    bids=Bids(BidRule(hook=True), choice=False),
)
CORRECTED: dict[str, Any] = {"bid_0": 0, "bid_1": 1, "tricks_0": 1, "tricks_1": 1}


def test_the_list_of_other_games_is_open_where_one_of_them_is_chosen(table: Table) -> None:
    page = table.post("/new", variant="blob", name="", token="t", stay="1").text
    assert '<details class="more-kinds" open>' in page
    assert chip(page, "variant", "blob").checked


@pytest.mark.parametrize(
    ("game", "asks"),
    [
        ("wizard", {"most-6", "least-3"}),
        ("two-player", {"most-2", "least-2", "fixed-hands", "fixed-bids", "fixed-deck"}),
        ("oh-hell", {"most-10", "least-3", "may-keep", "fixed-deck"}),
        ("nomination", {"most-6", "least-3", "has-rule", "fixed-deck"}),
    ],
)
def test_a_game_says_what_the_page_does_not_ask_for_it(
    table: Table, game: str, asks: set[str]
) -> None:
    page = table.client.get("/new").text
    assert chip(page, "variant", game).classes == {"card", "kind", *asks}


@pytest.mark.parametrize(
    ("game", "own"),
    [
        ("nomination", "bids may not add up"),
        ("stiche-raten", "bids may not add up"),
        ("blob", "bids may not add up, except on the last hand"),
    ],
)
def test_a_game_keeps_its_own_rule_for_bids_until_the_table_chooses_another(
    table: Table, game: str, own: str
) -> None:
    table.start(*NAMES, variant=game)
    rules = f"{table.path}/rules"
    page = table.client.get(rules).text
    assert "If all are off, the game’s own bidding rules apply." in page
    assert "checked" not in page.split('class="bidding stack"')[1].split("</div>")[0]
    table.post(rules, revision=table.revision, length="whole", timed="y")
    assert f"{own} · 1 h 45 min" in plain_text(table.page())
    leads = "a dealer who is alone in front may not make the bids add up, except with 0"
    table.post(rules, revision=table.revision, length="whole", canadian="y")
    assert f"· {leads}" in plain_text(table.page())
    assert 'name="canadian" value="y" checked' in table.client.get(rules).text
    table.post(rules, revision=table.revision, length="whole", hidden="y")
    assert "hidden bids, shown all at once" in plain_text(table.page())
    table.post(rules, revision=table.revision, length="whole")
    assert f"· {own}" in plain_text(table.page())


@pytest.mark.parametrize("key", VARIANTS)
def test_a_hand_has_no_trump_for_lack_of_cards_only_where_it_is_written_and_none_is_left(
    key: str, app: Flask
) -> None:
    variant = VARIANTS[key]
    for players in variant.numbers:
        for size in {1, variant.largest_hand(players)}:
            game = new(key, players, sizes=() if variant.target else (size,))
            hand = current(game)
            left = variant.deck - hand.cards * (players + variant.dummies_beside(players))
            with app.test_request_context():
                is_said = trump_line(game, hand) == "All cards are dealt: no trump"
            turns = bool(variant.trump.turned) and variant.trump.written
            assert is_said == (turns and left == 0), (players, size)


def test_the_same_players_play_the_same_game_with_what_they_chose(table: Table) -> None:
    table.start(*NAMES, variant="oh-hell", kept="y", hook="y")
    page = table.client.get(f"/new?group={table.key}").text
    assert chip(page, "variant", "oh-hell").checked
    for name in ("kept", "hook"):
        assert f'name="{name}" value="y" checked' in page


def test_a_made_up_game_is_a_value_and_a_name(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VARIANTS, "snap", SNAP)
    monkeypatch.setitem(VARIANT_NAMES, "snap", "Snap")
    table.start("Ann", "Ben", variant="snap")
    page = plain_text(table.page())
    assert "Hand 1 of 3 2 cards" in page
    assert "Trump: Clubs" in page
    assert table.bid(0, 2).status_code == 422
    table.play("", (0, 1), (0, 2))
    table.play("", (2, 2), (2, 1))
    assert table.totals() == [10 + 7, -1 - 1]
    table.undo()
    table.score(1, 2)
    table.play("", (1, 0), (1, 1))
    assert table.totals() == [10 - 1 + 5, -1 + 7 - 1]
    assert "Ann wins with 14" in plain_text(table.page())
    assert [line[2] for line in table.csv()[::2]] == ["snap+hook"] * 3
    table.post(f"{table.path}/hands/1", revision=table.revision, dealer=0, **CORRECTED)
    assert table.totals()[1] == 5 + 7 - 1


OWN_GAME: dict[str, Any] = {
    **{"variant": "own", "own_bonus": "5", "own_trick": "5", "own_miss": "5", "own_zero": "7"},
    **{"deck": "32", "trump": "none", "length": "span", "last": "3", "back": "y"},
}


@pytest.mark.parametrize(
    ("trump", "cards"), [("wizard", ["jester", "wizard"]), ("suit", []), ("", ["jester", "wizard"])]
)
def test_a_game_of_ones_own_turns_up_what_the_table_says(
    table: Table, trump: str, cards: list[str]
) -> None:
    table.start("Ann", "Ben", **OWN_GAME | {"trump": trump})
    page = table.page()
    assert [card for card in ("jester", "wizard") if f'value="{card}"' in page] == cards


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"own_miss": "1001"}, "Points: type a number from 0 to 1000."),
        ({"own_bonus": "-1"}, "Points: type a number from 0 to 1000."),
        ({"own_bonus": "ten"}, "Made bid must be a whole number."),
        ({"deck": "5"}, "Cards in the deck: type a number from 10 to 120."),
        ({"last": "17"}, "With 2 players each hand can have at most 16 of the 32 cards."),
        ({"trump": "x"}, "Trump: choose one of the options shown."),
    ],
)
def test_numbers_that_no_game_can_have_are_refused_in_a_sentence(
    table: Table, change: dict[str, str], sentence: str
) -> None:
    sent = OWN_GAME | {"start": "1", "name": ["Ann", "Ben"], "dealer": "0"} | change
    response = table.post("/new", **sent)
    assert response.status_code == 422
    assert problems(response.text) == [sentence]
    for name, value in change.items():
        assert name == "trump" or f'value="{value}"' in response.text


def test_the_log_of_a_hand_under_the_canadian_rule_names_another_dealer_alone(
    table: Table,
) -> None:
    table.start(*NAMES, canadian="y")
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    table.turn("hearts")
    table.post(f"{table.path}/hands/2/dealer", revision=table.revision, dealer=0)
    text = plain_text(table.client.get(f"{table.path}/log").text)
    assert "Dealer: Ben → Ann" in text
    assert "Bidding" not in text
    table.undo()
    table.undo()
    assert table.client.get(f"{table.path}/log").status_code == 200


EDGES = (-MOST_POINTS, -1, 0, 5, MOST_POINTS)
OUTCOMES = {field.name: field for field in fields(Score)}
PAIRS = [(bid, counted) for bid in range(5) for counted in range(5)]
RULES = [
    BidRule(**dict(zip(WORDS.values(), chosen, strict=True)), from_cards=start)
    for chosen in product((False, True), repeat=len(WORDS))
    for start in (0, 1, 4, LARGEST_HAND)
]


def terms(numbers: list[int], over: int | None) -> Terms:
    """The terms with these numbers, in their order."""
    fixed, trick, miss, card, square, bid = numbers
    return Terms(fixed, trick, miss, card, square, bid, over)


def some_terms() -> Iterator[Terms]:
    """Every choice of terms that are there, each with a number of its own."""
    primes = (7, 11, 13, 17, 19, 23)
    for there in product((0, 1), repeat=len(primes)):
        numbers = [prime * one for prime, one in zip(primes, there, strict=True)]
        for over in (None, 0, 29):
            yield terms(numbers, over)


def scores(outcome: str) -> Iterator[Score]:
    """Scores with every choice of terms for this outcome."""
    usual = Score(made=Terms(1), missed=Terms(2), zero_made=Terms(3), zero_missed=Terms(4))
    for one in some_terms():
        yield replace(usual, **{outcome: one})


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_same_sentences_always_mean_the_same_points(outcome: str, app: Flask) -> None:
    said: dict[tuple[str, ...], tuple[int, ...]] = {}
    with app.test_request_context():
        for score in scores(outcome):
            points = tuple(score.points(*pair, cards) for pair in PAIRS for cards in (4, 5))
            assert said.setdefault(tuple(points_lines(score)), points) == points, score
    assert len(said) == len({*said.values()}), "the same points are said in two ways"


def accepted(game: Variant, **other: Any) -> Iterator[Variant]:
    """The game with other values, if a file may have it."""
    changed = replace(game, **other)
    try:
        check_rules(changed)
    except UnreadableError:
        return
    yield changed


def changes(game: Variant) -> dict[str, list[Any]]:
    """Values of each field of a game, at their edges."""
    sums = [terms([number] * 6, over) for number in EDGES for over in (None, number)]
    sums += [Terms(), *(replace(Terms(), **{field.name: 5}) for field in fields(Terms))]
    own = [replace(game.score, **{name: one}) for name in OUTCOMES for one in sums]
    own += [
        replace(game.score, zero_made=None),
        replace(game.score, zero_missed=None),
        replace(game.score, near=None),
    ]
    extras: list[Any] = [()]
    for extra in game.extras:
        for points, most, when in product(EDGES, (1, LARGEST_HAND), When):
            extras.append((replace(extra, points=points, most=most, when=when),))
        extras += [(replace(extra, score=score),) for score in own[:: max(len(own) // 20, 1)]]
    trumps = [*TRUMPS, TrumpRule(rotation=tuple(FRENCH.trumps))]
    trumps += [replace(one, without=(1, LONGEST_GAME)) for one in trumps]
    return {
        "min_players": [2, game.max_players],
        "max_players": [game.min_players, MOST_PLAYERS],
        "deck": [20, 60, LARGEST_DECK],
        "score": own,
        "miss_terms": [None, *sums],
        "hands": [
            *(
                Sizes(first, last, step, back=back)
                for first, last in product((None, 1, LONGEST_GAME), repeat=2)
                for step in (1, LONGEST_GAME)
                for back in (False, True)
            ),
            Sizes(listed=(1,)),
            Sizes(listed=(LONGEST_GAME,) * LONGEST_GAME),
        ],
        "trump": trumps,
        "bids": [Bids(rule, choice) for rule in RULES for choice in (False, True)],
        "target": [None, 1, HIGHEST_TARGET],
        "ties": [*Tie, *((one,) for one in Criterion), tuple(Criterion)],
        "extras": extras,
        "voids": [False, True],
        "name": ["", "%(points)s {0} <b>"],
    }


def games(variant: Variant) -> Iterator[Game]:
    """The shortest and the largest game with these rules that a file may contain."""
    for players in {variant.min_players, variant.max_players}:
        names = tuple(f"P{seat}" for seat in range(players))
        game = Game(variant, names, 0, Settings(sizes=variant.sizes(players)[:LONGEST_GAME]))
        try:
            check_game(game)
        except UnreadableError:
            continue
        yield game


def say_everything(game: Game) -> list[str]:
    """All sentences about the rules of a game."""
    variant, settings = game.variant, game.settings
    said = [line for chapter in chapters(game) for line in chapter.lines]
    said += [rule_words.settings_line(variant, settings), assumed_line(variant.score)]
    said += [rule_words.variant_line(variant), rule_words.deck_line(variant)]
    said += [rule_words.example_line(variant), rule_words.custom_example(variant.score)]
    said += [*rule_words.hands_forms().values(), rule_words.players_line(variant)]
    said += [line for _, _, line in example_rows(variant.score)]
    for extra in variant.extras:
        said += [extra_line(extra), worth_line(extra), short_name(extra.key)]
    return said


@pytest.mark.thorough
@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.key)
def test_each_rule_of_a_game_from_a_file_has_its_sentences(game: Variant, app: Flask) -> None:
    single = [(name, value) for name, values in changes(game).items() for value in values]
    found = [one for name, value in single for one in accepted(game, **{name: value})]
    assert len(found) > 100
    with app.test_request_context():
        for variant in found:
            for one in games(variant):
                for line in say_everything(one):
                    assert "%(" not in line or "%(" in variant.name


@pytest.mark.thorough
@daily("game", VARIANTS.values(), VARIANTS["skull-king"], ids=lambda game: game.key)
def test_each_pair_of_rules_from_a_file_has_its_sentences(game: Variant, app: Flask) -> None:
    values = {name: some[:: max(len(some) // 6, 1)] for name, some in changes(game).items()}
    with app.test_request_context():
        for one, other in combinations(values, 2):
            for first, second in product(values[one], values[other]):
                for variant in accepted(game, **{one: first, other: second}):
                    for played in games(variant):
                        say_everything(played)


@pytest.mark.thorough
@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.key)
def test_each_house_rule_from_a_file_has_its_sentences(deck: Any, app: Flask) -> None:
    said = 0
    with app.test_request_context():
        for game in (VARIANTS["wizard"], VARIANTS["two-player"], VARIANTS["skull-king"]):
            plain = next(games(game))
            for rule, clock, specials in product(RULES, (None, LONGEST_CLOCK), (False, True)):
                rules = replace(plain.settings, bid_rule=rule, clock=clock, specials=specials)
                try:
                    check_game(changed := replace(plain, settings=rules, deck=deck))
                except UnreadableError:
                    continue
                said += len(say_everything(changed))
    assert said > 1000


def numbers_of_one() -> Iterator[Points]:
    """Every pair of numbers of a custom game, at their edges."""
    names = [field.name for field in fields(Points)]
    for one, other in combinations(names, 2):
        for first, second in product((None, *EDGES), repeat=2):
            chosen = {one: first, other: second}
            yield Points(**{name: n for name, n in chosen.items() if n is not None})


@pytest.mark.thorough
def test_each_pair_of_numbers_of_a_custom_game_has_its_sentences(app: Flask) -> None:
    with app.test_request_context():
        for points in numbers_of_one():
            for variant in accepted(VARIANTS["own"], score=points.score):
                assert points_lines(variant.score)
                rule_words.custom_example(variant.score)
                assumed_line(variant.score)


def test_the_settings_of_every_event_have_their_sentences(app: Flask) -> None:
    usual = EventSettings("Rally", VARIANTS["wizard"])
    finals = [None, *(Final(*one) for one in product(FINALS, (1, 2), Carry))]
    choices = product(TimeUp, Seating, Counts, finals, (None, 1), (None, TEN_HANDS, {4: (1,)}))
    orders = [tuple(Measure), *((one,) for one in Measure)]
    said = set()
    with app.test_request_context():
        for time_up, seating, counts, final, best, hands in choices:
            settings = replace(usual, time_up=time_up, seating=seating, counts=counts)
            settings = replace(settings, final=final, best=best, hands=hands)
            assert not event_problems(settings)
            said |= {*map(str, say_settings(settings))}
        for order, apart in product(orders, (False, True)):
            said |= {*say_settings(replace(usual, order=order, clubs_apart=apart))}
    assert len(said) > 30


def test_what_decides_nothing_is_not_said(app: Flask) -> None:
    usual = EventSettings(
        "Rally", VARIANTS["wizard"], order=(Measure.COUNTED, Measure.POINTS, Measure.WON)
    )
    one_table, two_tables = replace(usual, final=Final(4)), replace(usual, final=Final(8, 2))
    with app.test_request_context():
        assert event_words.order_line(usual) == "then: tables won"
        placement = replace(usual, counts=Counts.PLACEMENT)
        assert event_words.order_line(placement) == "then: game points, tables won"
        assert "game points" in event_words.order_line(replace(usual, best=2))
        assert event_words.final_hint(one_table) == "at one table"
        assert event_words.final_hint(two_tables) == "the best 2 at each table advance"


def say_settings(settings: EventSettings) -> list[str]:
    """All sentences about the settings of an event."""
    words = event_words
    said = [str(words.TIME_UP[settings.time_up]), str(words.TIME_UP_HINTS[settings.time_up])]
    said += [str(words.SEATING[settings.seating]), str(words.COUNTS[settings.counts])]
    said += [str(words.CARRIES[settings.final.carry])] if settings.final else []
    for line in (words.hands_line, words.seats_hint, words.example_line, words.rounds_line):
        said.append(line(settings))
    for line in (words.rest_line, words.order_line, words.final_line, words.final_hint):
        said.append(line(settings))
    return [*said, rule_words.settings_line(settings.variant, settings.rules)]


def test_a_game_from_a_file_with_points_for_each_trick_of_a_missed_0_shows_how_to_play(
    table: Table,
) -> None:
    game = VARIANTS["wizard"]
    score = replace(game.score, zero_missed=Terms(0, per_trick=7))
    odd = next(games(replace(game, score=score)))
    text = "".join(json_chunks([of(odd)]))
    assert table.post("/book/bring", text=text, shown="y").status_code == 303
    found = re.search(r'href="(/g/[^"]+)"', table.client.get("/").text)
    assert found
    page = table.client.get(f"{found[1]}/howto")
    assert page.status_code == 200
    assert "Missed bid of 0: 7 for each trick taken." in plain_text(page.text)


GAMES = [*VARIANTS.values(), OH_HELL.keeping_tricks()]


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)
def test_every_number_of_a_score_has_a_sentence(variant: Variant, app: Flask) -> None:
    with app.test_request_context():
        before = points_lines(variant.score)
        for outcome, terms in asdict(variant.score).items():
            for term in [term for term, number in (terms or {}).items() if number]:
                sums = replace(getattr(variant.score, outcome), **{term: 777})
                lines = points_lines(replace(variant.score, **{outcome: sums}))
                assert len(lines) == len(before), "a number is said once"
                assert [line for line in lines if "777" in line] == [
                    line for line in lines if line not in before
                ]
