"""Checks whether a game from elsewhere could have been played here.

Pages, figures and the database rely on the limits of forms and actions, so a file must respect them
too. Each check raises UnreadableError with the position of the fault within the game.
"""

from collections.abc import Iterable

from scorekeeper.rules.attendance import MOST_TO_START
from scorekeeper.rules.bidding import number_problems, out_problems
from scorekeeper.rules.dealing import trump_of
from scorekeeper.rules.extras import extras_of, with_extras
from scorekeeper.rules.game import BY_SEAT, NOBODY, POINTS, Game, Hand
from scorekeeper.rules.hand_list import is_blank
from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.rules.incoming.variant_validation import check_rules, is_bid_rule
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.scoring import scoring_problems
from scorekeeper.rules.setup import count_problems, name_problems, settings_problems
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import LARGEST_HAND
from scorekeeper.rules.variants.variants import MOST_PLAYERS

MOST_HANDS = 500
"""Hands of a game that a target ends; the longest one ever played had far fewer."""
UNEVEN = (Code.TRICKS_OVER, Code.TRICKS_UNDER, Code.TRICKS_UNDER_VOID)
"""Tricks that do not add up are kept, because other programs score them (docs/import.md)."""
LONGEST_TOTALS = 100
"""Characters of all totals in a row, with commas between, which lists store."""


def check_game(game: Game) -> None:
    """Raise UnreadableError unless everything in the game could have been entered here.

    Its numbers are already integers, and its rules, names and hands have their types.
    """
    check_rules(game.variant)
    check_seats(game)
    check_settings(game)
    require(len(game.hands) <= MOST_HANDS, "hands", Code.HANDS_MANY, most=MOST_HANDS)
    for index, hand in enumerate(game.hands):
        is_last = index == len(game.hands) - 1
        require(hand.number == index + 1, f"hands[{index}].number")
        require(hand.scored or is_last, f"hands[{index}].scored")
        try:
            check_hand(game, hand)
        except UnreadableError as problem:
            problem.thing = f"hands[{index}]{'.' if problem.thing else ''}{problem.thing}"
            problem.players = game.players
            raise
    totals = ",".join(map(str, score_sheet(game).totals))
    require(len(totals) <= LONGEST_TOTALS, "hands")


def require(fits: bool, thing: str, code: Code = Code.FILE_VALUE, **values: int) -> None:
    """Raise UnreadableError about this field unless it ``fits``."""
    if not fits:
        raise UnreadableError(Problem(code, values=values), thing=thing)


def check_seats(game: Game) -> None:
    """Check names, and the players who joined, left or sat down between others."""
    seats, present = set(game.seats), set(game.seats) - set(game.away)
    require(len(game.players) <= MOST_PLAYERS, "players", Code.SEATS_MANY, most=MOST_PLAYERS)
    require(set(game.away) <= seats and list(game.away) == sorted({*game.away}), "away")
    raise_first(count_problems(game.variant, tuple(game.players[s] for s in present)), "players")
    # On some old sheets, names differ only in case.
    names = [p for p in name_problems(game.players) if p.code != Code.NAME_DOUBLE]
    raise_first(names, "players", game.players)
    doubled = len(set(game.players)) < len(game.players)
    require(not doubled, "players", Code.NAMES_DOUBLED)
    known = not game.starts or (len(game.starts) == len(seats) and any(game.starts))
    require(known and all(abs(start) <= MOST_TO_START for start in game.starts), "players")
    around = list(game.order)
    require(not around or (set(around) == seats and len(around) == len(seats)), "order")
    require(not around or around != sorted(around), "order")
    require(game.first_dealer in seats, "first_dealer")


def check_settings(game: Game) -> None:
    """Check the house rules."""
    settings = game.settings
    require(is_bid_rule(settings.bid_rule), "bid_rule")
    begun = tuple(hand.cards for hand in game.hands)
    raise_first(settings_problems(game.variant, game.present, settings, begun), "sizes")
    require(all(1 <= size <= LARGEST_HAND for size in settings.sizes), "sizes")
    is_planned = game.variant.target is not None or len(game.hands) <= len(settings.sizes)
    require(is_planned, "hands", Code.HANDS_UNPLANNED)
    ends = settings.ends_after
    require(ends is None or 0 <= ends <= len(game.hands) + 1, "ends_after")


def raise_first(problems: Iterable[Problem], thing: str, players: tuple[str, ...] = ()) -> None:
    """Raise UnreadableError with the first of these problems, if there is any."""
    for problem in problems:
        raise UnreadableError(problem, thing=thing, players=players)


def check_hand(game: Game, hand: Hand) -> None:
    """Raise UnreadableError, with the place within the hand, unless it could have been entered."""
    _check_dealt(game, hand)
    require(not hand.skipped or is_blank(hand), "skipped")
    for kind in BY_SEAT:
        numbers = getattr(hand, kind.all)
        require(len(numbers) == len(game.players), kind.all)
        raise_first(number_problems(Code(f"{kind.one}-range"), numbers, hand.cards), kind.all)
        raise_first(out_problems(hand, numbers), kind.all)
    _check_trump(game, hand)
    _check_extras(game, hand)
    piles = {None, NOBODY, game.dummy, *game.seats} if game.variant.negating else {None}
    require(hand.negated in piles, "negated")
    if hand.scored and not hand.skipped:
        found = scoring_problems(game, hand)
        raise_first([problem for problem in found if problem.code not in UNEVEN], "")


def _check_dealt(game: Game, hand: Hand) -> None:
    out = set(hand.out)
    require(out < set(game.seats) and list(hand.out) == sorted(out), "out")
    players = len(game.players) - len(out)
    most = game.variant.largest_hand(players) if game.variant.is_for(players) else 0
    require(1 <= hand.cards <= most, "cards")
    require(hand.dealer in game.seats and hand.dealer not in out, "dealer")
    require(is_bid_rule(hand.bid_rule), "bid_rule")


def _check_trump(game: Game, hand: Hand) -> None:
    """The card turned up and the trump belong together; a hand in play may still lack both."""
    waits = hand.skipped or not hand.scored
    is_open = hand.turned is None and hand.trump is None
    if waits and is_open and game.turns_trump(hand):
        return
    named = hand.trump if hand.is_named else None
    try:
        require(trump_of(game, hand, hand.turned, named) == (hand.turned, hand.trump), "trump")
    except RefusedError as refused:
        raise_first(refused.problems, "turned")


def _check_extras(game: Game, hand: Hand) -> None:
    """Check that the extras of the hand are allowed by the game, each once."""
    require(0 <= hand.void <= hand.cards, "void")
    require(hand.cloud is None or abs(hand.cloud.step) == 1, "cloud")
    slots = [(one.seat, one.key, one.partner) for one in hand.bonuses]
    require(len(set(slots)) == len(slots), "bonuses")
    require(all(one.key != POINTS or one.partner == NOBODY for one in hand.bonuses), "bonuses")
    require(all(one.key == POINTS or not one.reason for one in hand.bonuses), "bonuses")
    try:
        with_extras(game, hand, extras_of(hand))
    except RefusedError as refused:
        raise_first(refused.problems, "bonuses")
