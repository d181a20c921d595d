"""Conversion of a parsed game to one of ours, with the discrepancies of its sheet; a game that the
sheet does not name is guessed from its points, players and cards.

Missing information gets neutral values: the deal goes around from the first seat, the sheet has no
trump, everybody with a bid was present, and the game ended with its last hand. A hand whose tricks
do not add up stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from datetime import UTC
from functools import cached_property, partial
from itertools import accumulate, combinations
from operator import itemgetter

from scorekeeper.exchange.tables.csv_out import gone_by_plan
from scorekeeper.exchange.tables.parsed_game import (
    UNDATED,
    Numbers,
    ParsedGame,
    ParsedHand,
    unreadable,
    with_cards,
)
from scorekeeper.fields import tidy_name
from scorekeeper.keys import hashed
from scorekeeper.rules.actions import without_entries
from scorekeeper.rules.attendance import LONGEST_NAME, MOST_TO_START
from scorekeeper.rules.game import NOBODY, POINTS, Game, GameNote, Hand, left_of, seats_from
from scorekeeper.rules.hand import trump_of, without_broken_rule
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
    Score,
    Settings,
    Trump,
    Variant,
    deck_with,
)
from scorekeeper.rules.variants.variants import (
    CUSTOM,
    DECK,
    FEW,
    MOST_PLAYERS,
    MOST_POINTS,
    TRUMPS,
    VARIANTS,
    WIZARD,
    CustomTrump,
    Points,
    custom_game,
    points_of,
)
from scorekeeper.rules.variants.variants import MORE_POINTS as RARE
from scorekeeper.rules.variants.variants import points_of as numbers_of

OF_HAND = re.compile(r"hands\[([0-9]+)\]")


def incoming(
    parsed: ParsedGame, source: str, searches: Searches | None = None, *, is_plain: bool = False
) -> Incoming:
    """The game, its stable id and the discrepancies; a game without a date is UNDATED. House rules
    that its points show do not count if it ``is_plain``. ``searches`` are those in its file.

    Raises UnreadableError if no game of ours can contain it.
    """
    began = parsed.started_at
    if is_local := began is not None and began.tzinfo is None:
        parsed = replace(parsed, started_at=began.replace(tzinfo=UTC))
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
        is_local=is_local,
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
    parsed = replace(parsed, hands=_skipped_in(parsed.variant or WIZARD, parsed.hands))
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


def _skipped_in(game: Variant, hands: tuple[ParsedHand, ...]) -> tuple[ParsedHand, ...]:
    """The hands. In a skipped one that is too large for all players, those are away who were dealt
    no cards in the next hand, or in the one before."""
    known = list(hands)
    for at, hand in enumerate(hands):
        beside = (*hands[at + 1 : at + 2], *known[:at][-1:])
        fitting = (
            out
            for out in ((), *(one.out for one in beside))
            if (hand.cards or 1) <= game.largest_hand(len(hand.bids) - len(out))
        )
        known[at] = replace(hand, away=next(fitting, ())) if hand.skipped else hand
    return tuple(known)


def _away(game: Game, parsed: ParsedGame) -> tuple[int, ...]:
    """The players who were out at the end, if they can have left: the planned sizes are those for
    the players who are present."""
    out = parsed.hands[-1].out
    return out[: gone_by_plan(game, game.hands)] if parsed.short is False else out


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
    return without_broken_rule(here)


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
        return _bare(game, hand, parsed)
    asked = replace(hand, turned=parsed.turned)
    turned, trump = trump_of(game, asked, parsed.turned, parsed.trump)
    if trump is None:
        raise RefusedError(Problem(Code.TRUMP_MISSING))
    return replace(hand, turned=turned, trump=trump)


def _bare(game: Game, hand: Hand, parsed: ParsedHand) -> Hand:
    """A skipped hand. Raises RefusedError if the file says that none has trump."""
    bare = without_entries(game, hand)
    none = replace(bare, trump=Trump.NONE)
    if bare.trump or parsed.turned or parsed.trump is not Trump.NONE:
        return bare
    if game.turns_trump(none):
        raise RefusedError(Problem(Code.TRUMP_MISSING))
    return none


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


MOST_CHANGES = 3
"""Numbers that a table changes."""
LEAST_SEEN = 2
"""Cells that one number must explain; a single one may be a slip of the pen."""
MOST_TRIED = 3
"""Rules from which the search goes on; it begins with twice as many games."""
MOST_VALUES = 6
"""Values of a number that are tried."""
MOST_SEARCHED = 3000
"""Cells of a file that are searched; most sheets have fewer than 100."""
NUMBERS = (*FEW, *RARE)
INSTEAD_OF_MISS = ("flat", "bid", "miss_card")
"""What a miss may cost whatever its tricks are."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The points of a bid in a hand of this many cards, and the tricks that it may have taken."""

    bid: int
    cards: int
    points: int
    tricks: Sequence[int]


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a hand, whose tricks add up to ``tricks``."""

    cells: tuple[Cell, ...]
    tricks: int


@dataclass(frozen=True)
class Rules:
    """A known game, or one with other numbers: how many of them differ."""

    game: Variant
    numbers: Points
    changes: int = 0

    def tricks_for(self, cell: Cell) -> tuple[int, ...]:
        known = self._tricks.get((cell.bid, cell.cards))
        if known is None:
            known = self._tricks[cell.bid, cell.cards] = {}
            for took, points in enumerate(self._score.by_tricks(cell.bid, cell.cards)):
                known[points] = (*known.get(points, ()), took)
        return known.get(cell.points, ())

    @cached_property
    def _score(self) -> Score:
        return self.numbers.score

    @cached_property
    def _tricks(self) -> dict[tuple[int, int], dict[int, tuple[int, ...]]]:
        return {}


@dataclass(slots=True)
class Searches:
    """The searches for rules in a file: how many more ``cells`` they may take, below 0 if they took
    more, the house rules that were ``found``, and those that its ``pads`` may have."""

    cells: int = MOST_SEARCHED
    found: list[Rules] = field(default_factory=list)
    pads: list[Rules] = field(default_factory=list)


def dealt(rules: Rules, players: int, cards: Sequence[int | None]) -> Rules:
    """The house rules as those of the nearest game that deals hands of these sizes, if theirs does
    not: the cards on the table are known, and its numbers were only the nearest."""
    if not rules.changes:
        return rules
    games = [game for game in VARIANTS.values() if game.is_for(players) and not game.is_custom]
    found = [game for game in games if game.sizes(players)[: len(cards)] == tuple(cards)]
    if rules.game in found:
        return rules
    return replace(rules, game=min(found, key=partial(_apart, rules.numbers), default=rules.game))


def _apart(numbers: Points, game: Variant) -> int:
    """How many of the numbers the game has otherwise."""
    pairs = zip(astuple(numbers), astuple(numbers_of(game.score)), strict=True)
    return sum(one != other for one, other in pairs)


def rules_of(game: Variant) -> Rules:
    return Rules(game, numbers_of(game.score))


def sums_of(options: Sequence[Iterable[int]]) -> list[int]:
    """For each position, the sums of one number from each of the options that follow, as bits."""
    found = [1]
    for some in reversed(options):
        found.append(0)
        for number in some:
            found[-1] |= found[-2] << number
    return found[::-1]


def misfits(rules: Rules, rows: Iterable[Row], most: int | None = None) -> int:
    """How many cells the rules do not explain, and rows whose tricks do not add up; any number
    above ``most`` if there are more."""
    total = 0
    for row in rows:
        total += len(_odd(rules, row)) or not _adds_up(rules, row)
        if most is not None and total > most:
            break
    return total


def rules_found(bases: Iterable[Rules], rows: Sequence[Row], limit: int) -> list[tuple[int, Rules]]:
    """Rules with the number of misfits that they leave, those that leave least and change least
    first. Each changed number explains at least two misfits, and more while there are more than
    the ``limit``: what leaves more than that in the end is of no use."""
    found = sorted(((misfits(base, rows), base) for base in bases), key=_cost)
    front = found[: 2 * MOST_TRIED]
    for more in range(MOST_CHANGES, 0, -1):
        if min(left for left, _ in found) < LEAST_SEEN:
            break
        better = {}
        for before, rules in front:
            # The changes that follow may explain more than the first one, but not everything.
            least = max(LEAST_SEEN, (before - limit) // more**2)
            for changed in _changed(rules, rows, least):
                if (left := misfits(changed, rows, before - least)) <= before - least:
                    better[changed.numbers] = left, changed
        front = sorted(better.values(), key=_cost)[:MOST_TRIED]
        found += front
    return sorted(found, key=_cost)


def _cost(found: tuple[int, Rules]) -> int:
    left, rules = found
    return left + rules.changes


def _odd(rules: Rules, row: Row) -> list[Cell]:
    return [cell for cell in row.cells if not rules.tricks_for(cell)]


def _adds_up(rules: Rules, row: Row) -> bool:
    return bool(sums_of([rules.tricks_for(cell) for cell in row.cells])[0] >> row.tricks & 1)


def _changed(rules: Rules, rows: Iterable[Row], least: int) -> Iterator[Rules]:
    """The rules with one number changed so that it explains at least so many of the cells that are
    odd, or in rows that do not add up."""
    odd = Counter(
        cell
        for row in rows
        for cell in _odd(rules, row) or (() if _adds_up(rules, row) else row.cells)
    )
    for name in NUMBERS:
        for value, seen in _votes(rules.numbers, name, odd).most_common(MOST_VALUES):
            if seen >= least:
                yield _with(rules, **{name: value})
    yield from _changed_together(rules, odd, least)


def _changed_together(rules: Rules, odd: Counter[Cell], least: int) -> Iterator[Rules]:
    """The rules with a number changed that explains little without another one."""
    made = (cell for cell in odd.elements() if cell.bid == 0 and cell.points > 0)
    zeros = Counter((cell.cards, cell.points) for cell in made)
    for (zero, each), seen in _lines(zeros).most_common(1):
        if seen > least:
            yield _with(rules, zero=zero, zero_card=each)
    lost = Counter({cell: seen for cell, seen in odd.items() if cell.points <= 0})
    without = replace(rules.numbers, miss=0)
    for name in INSTEAD_OF_MISS if rules.numbers.miss else ():
        for value, seen in _votes(without, name, lost).most_common(1):
            if seen >= least:
                yield _with(rules, miss=0, **{name: value})


def _with(rules: Rules, **numbers: int) -> Rules:
    return Rules(rules.game, replace(rules.numbers, **numbers), rules.changes + 1)


def _votes(numbers: Points, name: str, cells: Counter[Cell]) -> Counter[int]:
    """The other values of a number by how many of these cells each explains."""
    without, once = (replace(numbers, **{name: amount}).score for amount in (0, 1))
    terms: dict[tuple[int, int, Sequence[int]], set[tuple[int, int]]] = {}
    votes: Counter[int] = Counter()
    for cell, seen in cells.items():
        place = cell.bid, cell.cards, cell.tricks
        if place not in terms:
            rest, one = (score.by_tricks(*place[:2]) for score in (without, once))
            terms[place] = {
                (rest[took], one[took] - rest[took])
                for took in cell.tricks
                if took <= cell.cards and one[took] != rest[took]
            }
        for value in {
            (cell.points - rest) // each
            for rest, each in terms[place]
            if (cell.points - rest) % each == 0
        }:
            votes[value] += seen
    least = 0 if name in FEW else -MOST_POINTS
    now = getattr(numbers, name)
    return Counter({v: n for v, n in votes.items() if v != now and least <= v <= MOST_POINTS})


USUAL = points_of(CUSTOM.score)
MOST_MISSES = 4
"""One bid in this many may have other points, because somebody miscounted."""


@dataclass(frozen=True, slots=True)
class Scored:
    bid: int
    tricks: int
    cards: int
    points: int


def guessed(
    hands: tuple[ParsedHand, ...],
    totals: Numbers = (),
    searches: Searches | None = None,
    *,
    is_plain: bool = False,
) -> tuple[Variant, Rules | None]:
    """The game that gives the points on the sheet, preferably one with room for its players and
    cards, and the house rules that the points show, which do not count if it ``is_plain``. If no
    known game gives three bids in four, a custom game. Without points it is the game that gives the
    ``totals``, otherwise one that deals hands of these sizes, Wizard before all others if that many
    can play it, even if some were absent for a hand."""
    fitting = [game for game in VARIANTS.values() if fits(game, hands) and not game.is_custom]
    scored = [*scored_bids(hands)]
    if not scored:
        whole = [hand for hand in hands if hand.players >= WIZARD.min_players]
        is_wizard = not fitting or (whole and fits(WIZARD, whole))
        possible = [WIZARD, *fitting] if is_wizard else fitting
        cards, players = tuple(hand.cards for hand in hands), max(one.players for one in hands)
        planned = [one for one in possible if one.sizes(players)[: len(cards)] == cards]
        # Wizard may have ended early.
        planned.sort(key=lambda one: one is not WIZARD and one.sizes(players) != cards)
        usual = (planned or possible)[0]
        right = (one for one in (usual, *possible) if _gives_totals(one, hands, totals))
        return next(right, usual), None
    known = dict.fromkeys([*fitting, *(game for game in VARIANTS.values() if not game.dummies)])
    found = min(known, key=lambda game: _misses(game.score, scored))
    misses = _misses(found.score, scored)
    if misses > 1:
        custom = fitted(scored)
        least = min(misses - 1, _misses(custom.score, scored))
        left, rules = _with_house_rules(fitting or [found], scored, searches or Searches())
        most = max(hand.players for hand in hands)
        rules = dealt(rules, most, [hand.cards for hand in hands])
        if (
            rules.changes
            and left <= least
            and 2 * left <= misses
            and MOST_MISSES * left <= len(scored)
        ):
            game = rules.game if is_plain else table_game(hands, rules.numbers)
            return game, rules
        if MOST_MISSES * misses > len(scored):
            return table_game(hands, custom), None
    return found, None


def points_of_hands(game: ParsedGame) -> ParsedGame:
    """The game, with the points of its hands where its sheet has running totals in their place:
    most differences of these are points of a game, and most of the totals themselves are not.
    Totals that the sheet names so are points only if it is the other way round."""
    rows: list[Numbers] = [hand.points or (None,) * len(game.players) for hand in game.hands]
    totals = [*accumulate(rows, later, initial=game.starts or (0,) * len(game.players))]
    points = [
        tuple(None if n is None else n - have for n, have in zip(row, before, strict=True))
        for row, before in zip(rows, totals, strict=False)
    ]
    hands = tuple(replace(hand, points=row) for hand, row in zip(game.hands, points, strict=True))
    odd, left = (_least_misses([*scored_bids(some)]) for some in (game.hands, hands))
    scored = len([*scored_bids(hands)])
    are_points, are_totals = (MOST_MISSES * n <= scored for n in (odd, left))
    if are_points and not (game.runs and are_totals):
        return replace(game, totals=() if game.runs else game.totals)
    return replace(game, hands=hands, totals=totals[-1]) if game.runs or are_totals else game


def later(totals: tuple[int, ...], row: Numbers) -> tuple[int, ...]:
    """The totals after a row, which has none of who was dealt no cards."""
    return tuple(have if n is None else n for have, n in zip(totals, row, strict=True))


def _least_misses(scored: list[Scored]) -> int:
    """How many of these bids have other points by the game that gives most of them."""
    scores = (fitted(scored).score, *(game.score for game in VARIANTS.values()))
    return min(_misses(score, scored) for score in scores)


def _gives_totals(game: Variant, hands: Iterable[ParsedHand], totals: Numbers) -> bool:
    """Whether the game gives the totals on a sheet that has them."""
    found = dict.fromkeys(range(len(totals)), 0)
    for hand in hands:
        for seat, (bid, tricks) in enumerate(zip(hand.bids, hand.tricks, strict=True)):
            if seat in found and bid is not None and tricks is not None:
                found[seat] += game.score.points(bid, tricks, hand.cards or 1)
    return any(totals) and all(n in (None, found[seat]) for seat, n in enumerate(totals))


def _with_house_rules(
    games: Sequence[Variant], scored: list[Scored], searches: Searches
) -> tuple[int, Rules]:
    """The rules that explain most of these bids, and how many they do not explain: those of other
    games of the file if they do, otherwise those that a search finds, if there may be one more."""
    rows = [
        Row((Cell(one.bid, one.cards, one.points, (one.tricks,)),), one.tricks) for one in scored
    ]
    for rules in searches.found:
        left = misfits(rules, rows, LEAST_SEEN)
        if left < LEAST_SEEN and rules.game in games:
            return left, rules
    searches.cells -= len(rows)
    bases = {game.score: rules_of(game) for game in games if not game.is_custom}
    if searches.cells < 0:
        return min(((misfits(one, rows), one) for one in bases.values()), key=itemgetter(0))
    left, rules = rules_found(bases.values(), rows, len(rows) // MOST_MISSES)[0]
    if rules.changes and left < LEAST_SEEN:
        searches.found.append(rules)
    return left, rules


def fits(game: Variant, hands: Iterable[ParsedHand]) -> bool:
    """Return whether these hands are possible: enough players, and cards for all of them. A game
    with a target deals only hands of its own size."""
    dealt = {(hand.players, hand.cards or 1) for hand in hands}
    if game.target is not None and any(cards != game.size(2, 1) for _, cards in dealt):
        return False
    return all(game.is_for(n) and cards <= game.largest_hand(n) for n, cards in dealt)


def stretched(game: Variant, hands: Iterable[ParsedHand]) -> Variant:
    """The game with as many players and cards as were dealt, if that is more than its own (with two
    decks, say). A game with a dummy stays as it is."""
    if game.dummies:
        return game
    dealt = [(hand.players, hand.cards or 1) for hand in hands]
    least, most = min(dealt)[0], max(dealt)[0]
    cards = max((n + game.dummies_beside(n)) * size for n, size in dealt)
    return replace(
        game,
        min_players=min(game.min_players, least),
        max_players=max(game.max_players, most),
        deck=max(game.deck, cards),
    )


def table_game(hands: tuple[ParsedHand, ...], points: Points, name: str = "") -> Variant:
    """A game with these numbers.

    Its deck is large enough. If cards were turned up in all hands except those of one size, those
    hands used the whole deck.
    """
    most = max((hand.players * (hand.cards or 1) for hand in hands), default=1)
    shown = [hand for hand in hands if hand.turned or hand.trump not in (None, Trump.NONE)]
    rest = {hand.players * (hand.cards or 1) for hand in hands if hand not in shown}
    trump = (
        CustomTrump.WIZARD if shown or any(hand.is_special for hand in hands) else CustomTrump.NONE
    )
    deck = max(rest) if shown and rest else max(WIZARD.deck, most + bool(shown))
    return custom_game(points, min(max(deck, DECK[0]), DECK[-1]), TRUMPS[trump], name)


def scored_bids(hands: Iterable[ParsedHand]) -> Iterator[Scored]:
    """All bids with points on the sheet, except extra points, which say nothing about the game."""
    for hand in hands:
        extra = {bonus.seat: bonus.amount for bonus in hand.bonuses if bonus.key == POINTS}
        others = {bonus.seat for bonus in hand.bonuses if bonus.key != POINTS}
        moved = {hand.cloud.seat: hand.cloud.step} if hand.cloud else {}
        for seat, points in enumerate(hand.points):
            bid, tricks = hand.bids[seat], hand.tricks[seat]
            if None in (bid, tricks, points) or seat in others:
                continue
            assert bid is not None and tricks is not None and points is not None  # noqa: PT018, S101
            counted = tricks - (hand.negated == seat)
            bid += moved.get(seat, 0)
            yield Scored(bid, counted, hand.cards or 1, points - extra.get(seat, 0))


def fitted(scored: list[Scored]) -> Points:
    """The numbers of a custom game that explain the points of most bids; the usual ones if nothing
    on the sheet shows them."""
    made = [one for one in scored if one.bid == one.tricks]
    zeros = Counter(one.points for one in made if one.bid == 0 and _is_fine(one.points))
    missed = [(-one.points, abs(one.bid - one.tricks)) for one in scored if one.bid != one.tricks]
    misses = Counter(n // by for n, by in missed if n % by == 0 and _is_fine(n // by))
    bonus, trick = _line([one for one in made if one.bid > 0])
    return Points(
        bonus,
        trick,
        miss=misses.most_common(1)[0][0] if misses else USUAL.miss,
        zero=zeros.most_common(1)[0][0] if zeros else USUAL.zero,
    )


MOST_PLACES = 20
"""Points through which lines are tried, the most frequent ones."""


def _line(made: list[Scored]) -> tuple[int, int]:
    """Bonus and points for each trick, from the line through most of these bids."""
    seen = Counter((one.tricks, one.points) for one in made)
    hits = _lines(seen, (_through(*pair) for pair, _ in seen.most_common(MOST_PLACES)))
    usual = (USUAL.bonus, USUAL.trick)
    return max(sorted(hits), key=lambda line: (hits[line], line == usual), default=usual)


def _lines(
    seen: Counter[tuple[int, int]], more: Iterable[tuple[int, int]] = ()
) -> Counter[tuple[int, int]]:
    """The lines through two of the most frequent points, and ``more``, as (value at 0, slope), by
    how many of all points lie on each."""
    best = sorted(pair for pair, _ in seen.most_common(MOST_PLACES))
    lines = {
        (low[1] - low[0] * slope, slope)
        for low, high in combinations(best, 2)
        if high[0] != low[0] and (high[1] - low[1]) % (high[0] - low[0]) == 0
        for slope in [(high[1] - low[1]) // (high[0] - low[0])]
    }
    fine = [line for line in {*lines, *more} if _is_fine(line[0]) and _is_fine(line[1])]
    return Counter(
        {line: sum(n for (x, y), n in seen.items() if line[0] + line[1] * x == y) for line in fine}
    )


def _through(tricks: int, points: int) -> tuple[int, int]:
    """Bonus and points for each trick, if all bids have the same number of tricks."""
    rest = points - USUAL.trick * tricks
    return (rest, USUAL.trick) if rest >= 0 else (points % tricks, points // tricks)


def _is_fine(number: int) -> bool:
    return 0 <= number <= MOST_POINTS


def _misses(score: Score, scored: list[Scored]) -> int:
    return sum(score.points(one.bid, one.tricks, one.cards) != one.points for one in scored)
