"""

Conversion of a parsed game to one of ours, with the discrepancies of its sheet.

Missing information gets neutral values: the deal goes around from the first seat, the sheet has no
trump, everybody with a bid was present, and the game ended with its last hand. A hand whose tricks
do not add up stays as it is.
"""

import re
from dataclasses import replace
from datetime import UTC

from scorekeeper.exchange.tables.guessing import Searches, guessed, points_of_hands, stretched
from scorekeeper.exchange.tables.parsed_game import (
    UNDATED,
    ParsedGame,
    ParsedHand,
    unreadable,
    with_cards,
)
from scorekeeper.fields import tidy_name
from scorekeeper.keys import hashed
from scorekeeper.rules.actions import without_entries
from scorekeeper.rules.attendance import LONGEST_NAME, MOST_TO_START
from scorekeeper.rules.game import NOBODY, Game, GameNote, Hand, left_of, seats_from
from scorekeeper.rules.hand import bids_broken, trump_of
from scorekeeper.rules.incoming import (
    Discrepancy,
    Found,
    Incoming,
    UnreadableError,
    check_game,
    discrepancies_in,
)
from scorekeeper.rules.people import folded, start_of
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.sheet import Sheet, score_sheet
from scorekeeper.rules.variants.model import (
    LARGEST_HAND,
    LONGEST_GAME,
    NO_TRUMP,
    UNWRITTEN,
    BidRule,
    Settings,
    Trump,
    deck_with,
)
from scorekeeper.rules.variants.variants import MOST_PLAYERS, WIZARD

OF_HAND = re.compile(r"hands\[([0-9]+)\]")


def incoming(
    parsed: ParsedGame, source: str, searches: Searches | None = None, *, is_plain: bool = False
) -> Incoming:
    """The game, its stable id and the discrepancies; a game without a date is UNDATED. House rules
    that its points show do not count if it ``is_plain``. ``searches`` are those in its file.

    Raises UnreadableError if no game of ours can contain it.
    """
    parsed = replace(parsed, players=seated(parsed.players))
    _check_size(parsed)
    parsed = replace(parsed, hands=with_cards(parsed.hands))
    if parsed.variant is None:
        parsed = points_of_hands(parsed)
        variant, rules = guessed(parsed.hands, parsed.totals, searches, is_plain=is_plain)
        parsed = replace(parsed, variant=variant)
        if rules:
            found = Found(base=rules.game, score=rules.numbers.score, is_plain=is_plain)
            parsed = replace(parsed, found=found)
    try:
        game = _game(parsed)
        check_game(game)
    except (RefusedError, UnreadableError) as error:
        raise _placed_error(parsed, error) from None
    started = parsed.started_at or UNDATED
    return Incoming(
        uid=_stable_id(source, parsed, game),
        game=game,
        started_at=started,
        changed_at=max(started, parsed.changed_at or started),
        discrepancies=_discrepancies(parsed, score_sheet(game)),
        found=parsed.found,
    )


def _stable_id(source: str, parsed: ParsedGame, game: Game) -> str:
    """The stable id of a game from a file: the one that it had here, otherwise derived from its id
    there or from all bids and tricks, so that the same file gives the same games."""
    if parsed.uid:
        return parsed.uid
    hands = [(hand.cards, hand.bids, hand.tricks) for hand in game.hands]
    day = parsed.started_at and parsed.started_at.astimezone(UTC).isoformat()
    return hashed(f"{source} {parsed.known_as or (day, game.players, hands)!a}")[:32]


def _discrepancies(parsed: ParsedGame, sheet: Sheet) -> tuple[Discrepancy, ...]:
    """Points of hands, and final totals, that differ on the sheet."""
    columns = [parsed.totals, *(hand.points for hand in parsed.hands)]
    theirs = [
        (number, seat, points)
        for number, column in enumerate(columns)
        for seat, points in enumerate(column)
        if points is not None
    ]
    return tuple(item for item in discrepancies_in(sheet, theirs) if item.stated != item.counted)


def _placed_error(parsed: ParsedGame, error: RefusedError | UnreadableError) -> UnreadableError:
    place: ParsedGame | ParsedHand = parsed
    if isinstance(error, RefusedError):
        problem = error.problems[0]
    else:
        problem, found = error.problem, OF_HAND.match(error.thing)
        place = parsed.hands[int(found[1])] if found else parsed
    return UnreadableError(problem, line=place.line, thing=place.thing, players=parsed.players)


def _check_size(parsed: ParsedGame) -> None:
    """Raise if there are no hands or more than a game has, too few or too many players, or numbers
    that no hand can have."""
    if not parsed.hands:
        raise unreadable(Code.HANDS_NONE, parsed.line, parsed.thing)
    if len(parsed.hands) > LONGEST_GAME:
        raise unreadable(Code.ROUNDS_MANY, parsed.line, parsed.thing, values={"most": LONGEST_GAME})
    if not 2 <= len(parsed.players) <= MOST_PLAYERS:
        values = {"number": len(parsed.players), "least": 2, "most": MOST_PLAYERS}
        raise unreadable(Code.PLAYERS_NUMBER, parsed.line, parsed.thing, values=values)
    if any(abs(start) > MOST_TO_START for start in parsed.starts):
        raise unreadable(
            Code.START_RANGE, parsed.line, parsed.thing, values={"most": MOST_TO_START}
        )
    for hand in parsed.hands:
        _check_hand(hand)


def _check_hand(hand: ParsedHand) -> None:
    if hand.players < 2:
        raise unreadable(Code.HAND_ALONE, hand.line, hand.thing)
    if any(bonus.partner >= len(hand.bids) for bonus in hand.bonuses):
        raise unreadable(Code.EXTRA_UNKNOWN, hand.line, hand.thing)
    cards = 1 if hand.cards is None else hand.cards
    numbers = (hand.void, *(n or 0 for n in (*hand.bids, *hand.tricks)))
    if cards < 1 or min(numbers) < 0 or max(cards, *numbers) > LARGEST_HAND:
        raise unreadable(Code.CARDS_RANGE, hand.line, hand.thing, values={"most": LARGEST_HAND})


def _game(parsed: ParsedGame) -> Game:
    """The game, ended after its last hand. Raises RefusedError."""
    variant = stretched(parsed.variant or WIZARD, parsed.hands)
    specials = variant.has_specials and any(hand.is_special for hand in parsed.hands)
    bid_rule = variant.bids.rule_for(parsed.bid_rule)
    house = Settings(bid_rule, clock=parsed.clock, specials=specials)
    starts = parsed.starts if any(parsed.starts) else ()
    deck = deck_with(card for hand in parsed.hands for card in hand.shown)
    about = GameNote(title=parsed.title or None)
    game = Game(
        *(variant, parsed.players, parsed.first_dealer, house),
        starts=starts,
        deck=deck,
        about=about,
    )
    for hand in parsed.hands:
        game = replace(game, hands=(*game.hands, _placed(game, parsed, hand)))
    return _ended(_with_trumps(replace(game, away=_away(game, parsed)), parsed), parsed)


def _away(game: Game, parsed: ParsedGame) -> tuple[int, ...]:
    """The players who were out at the end, if they can have left: the planned sizes are those for
    the players who are present."""
    gone = parsed.hands[-1].out
    for number in range(len(gone), -1, -1) if parsed.short is False else ():
        if _plans(replace(game, away=gone[:number])):
            return gone[:number]
    return gone


def _plans(game: Game) -> bool:
    begun = tuple(hand.cards for hand in game.hands)
    return game.variant.sizes(game.present)[: len(begun)] == begun


def _placed(game: Game, parsed: ParsedGame, hand: ParsedHand) -> Hand:
    """The hand as the next one of the game, still without trump."""
    number = len(game.hands) + 1
    rule = hand.bid_rule
    if rule is None:
        rule = parsed.bid_rule.of_hand(is_last=number == len(parsed.hands), leads=True)
    here = Hand(
        *(number, hand.cards or 1, _dealer(game, hand), rule, hand.bids, hand.tricks),
        trump=Trump.NONE,
        negated=_negated(game, hand),
        scored=True,
        void=hand.void,
        cloud=hand.cloud,
        bonuses=tuple(sorted(hand.bonuses)),
        out=hand.out,
        skipped=hand.skipped,
        added=hand.added,
    )
    return replace(here, bid_rule=BidRule()) if bids_broken(here) else here


def _negated(game: Game, hand: ParsedHand) -> int | None:
    if not game.variant.negating or hand.skipped:
        return None
    return hand.negated if hand.negated != NOBODY and hand.tricks[hand.negated] else NOBODY


def _dealer(game: Game, hand: ParsedHand) -> int:
    """The dealer of the hand: as in the file, otherwise the next of those who were present."""
    if hand.dealer is not None and hand.dealer not in hand.out:
        return hand.dealer
    if game.hands:
        return left_of(game, game.hands[-1].dealer, hand.out)
    return seats_from(game, game.first_dealer, hand.out)[0]


def _with_trumps(game: Game, parsed: ParsedGame) -> Game:
    """The game with the cards turned up, if the file has them for each hand; otherwise without
    trump."""
    try:
        hands = [_with_trump(game, *both) for both in zip(game.hands, parsed.hands, strict=True)]
    except RefusedError:
        rule = NO_TRUMP if game.variant.is_custom else UNWRITTEN
        return replace(game, variant=replace(game.variant, trump=rule))
    return replace(game, hands=tuple(hands))


def _with_trump(game: Game, hand: Hand, parsed: ParsedHand) -> Hand:
    """Raises RefusedError if a card was turned up and the file does not have it."""
    if hand.skipped:
        return without_entries(game, hand)
    asked = replace(hand, turned=parsed.turned)
    turned, trump = trump_of(game, asked, parsed.turned, parsed.trump)
    if trump is None:
        raise RefusedError(Problem(Code.TRUMP_MISSING))
    return replace(hand, turned=turned, trump=trump)


def _ended(game: Game, parsed: ParsedGame) -> Game:
    """The game with the planned sizes, ended after its last hand that counts."""
    sizes = () if game.variant.target else _sizes(game, parsed)
    game = replace(game, settings=replace(game.settings, sizes=sizes))
    sheet = score_sheet(game)
    counting = len(sheet.counting) if parsed.counting is None else parsed.counting
    if sheet.result and len(sheet.counting) == counting:
        return game
    done = counting + sum(hand.skipped for hand in game.hands)
    return replace(game, settings=replace(game.settings, ends_after=done))


def _sizes(game: Game, parsed: ParsedGame) -> tuple[int, ...]:
    begun = tuple(hand.cards for hand in game.hands)
    plan = game.variant.sizes(game.present)
    if parsed.short and begun == plan:
        return (*begun, begun[-1])
    is_short = any(hand.out for hand in game.hands) if parsed.short is None else parsed.short
    return plan if not is_short and _plans(game) else begun


def seated(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names by seat, each visible, short enough and unique.

    A name that is too long is cut; a second Ann becomes Ann 2; an invisible name becomes its seat.
    """
    taken: set[str] = set()
    seats = []
    for seat, name in enumerate(names):
        wanted = start_of(tidy_name(name), LONGEST_NAME) or f"#{seat + 1}"
        free = next(one for one in _versions(wanted) if folded(one) not in taken)
        taken.add(folded(free))
        seats.append(free)
    return tuple(seats)


def _versions(name: str) -> list[str]:
    """The name, and versions of it with a number, more than a table has seats."""
    numbers = [f" {number}" for number in range(2, 20)]
    return [name, *(start_of(name, LONGEST_NAME - len(end)) + end for end in numbers)]
