"""Who plays: a game is started, and players join, leave, come back, or sit out one hand.

Scored hands stay as they are. Joining and leaving take effect with the next hand that has not
begun; the sizes of the remaining hands follow from the number of players. Extras alone begin no
hand: it is dealt again, and they stay.
"""

from __future__ import annotations

import secrets
from dataclasses import replace

from scorekeeper.rules.game import (
    POINTS,
    Bonus,
    Game,
    Hand,
    first_dealer,
    left_of,
    resized,
    seats_from,
)
from scorekeeper.rules.hand import due_dealer, next_hand, with_dealer, with_hand
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.sheet import open_hand
from scorekeeper.rules.variants.model import FRENCH, LONGEST_GAME, Deck, Settings, Variant
from scorekeeper.rules.variants.variants import MOST_PLAYERS

LONGEST_NAME = 40
"""Letters of the name of a person or a phone."""
CLOCK = 105
"""Minutes of a timed game: 1 hour 45 (rally rules)."""
LONGEST_CLOCK = 24 * 60


def new_game(
    variant: Variant,
    players: tuple[str, ...],
    dealer: int,
    settings: Settings,
    deck: Deck = FRENCH,
) -> Game:
    """A game about to begin.

    Raises RefusedError for names, a dealer, a clock or hand sizes that the variant does not allow.
    """
    problems = count_problems(variant, players) + name_problems(players)
    problems += settings_problems(variant, len(players), settings)
    if not problems and dealer not in range(len(players)):
        problems.append(Problem(Code.FIRST_DEALER_MISSING))
    refuse_if(problems)
    return Game(variant, players, dealer, settings, deck=deck)


def count_problems(variant: Variant, players: tuple[str, ...]) -> list[Problem]:
    least, most = variant.min_players, variant.max_players
    values = {"number": len(players), "least": least, "most": most}
    if len(players) < least:
        return [Problem(Code.NAMES_FEW, values=values)]
    return [Problem(Code.NAMES_MANY, values=values)] if len(players) > most else []


def name_problems(players: tuple[str, ...]) -> list[Problem]:
    problems = []
    keys = [folded(name) for name in players]
    for seat, name in enumerate(players):
        if not name:
            problems.append(Problem(Code.NAME_EMPTY, seat))
        elif len(name) > LONGEST_NAME:
            problems.append(Problem(Code.NAME_LONG, seat, {"most": LONGEST_NAME}))
        elif keys[seat] in keys[:seat]:
            problems.append(Problem(Code.NAME_DOUBLE, seat))
    return problems


def settings_problems(
    variant: Variant, players: int, settings: Settings, begun: tuple[int, ...] = ()
) -> list[Problem]:
    """Hand sizes that the deck does not allow, or a clock of unreasonable length.

    The hands already ``begun`` may have had fewer players.
    """
    problems = []
    if settings.clock is not None and not 1 <= settings.clock <= LONGEST_CLOCK:
        problems.append(Problem(Code.CLOCK_RANGE, values={"most": LONGEST_CLOCK}))
    if variant.is_for(players):
        problems += sizes_problems(variant, players, settings.sizes, begun)
    return problems


def sizes_problems(
    variant: Variant, players: int, sizes: tuple[int, ...], begun: tuple[int, ...] = ()
) -> list[Problem]:
    """cards x players can never exceed the deck; a game that a target ends has no list."""
    if variant.target is not None:
        return [Problem(Code.SIZES_FIXED)] if sizes else []
    most = variant.largest_hand(players)
    values = {"most": most, "deck": variant.deck, "players": players}
    if not sizes:
        return [Problem(Code.SIZES_NONE)]
    if len(sizes) > LONGEST_GAME:
        return [Problem(Code.SIZES_LONG, values={"most": LONGEST_GAME})]
    if min(sizes) < 1:
        return [Problem(Code.SIZES_SMALL)]
    left = sizes[len(begun) :]
    return [Problem(Code.SIZES_RANGE, values=values)] if max(left, default=0) > most else []


def rename(game: Game, players: tuple[str, ...]) -> Game:
    """Change who sits where, or their names; scores stay with the seats.

    Raises RefusedError.
    """
    if len(players) != len(game.players):
        raise RefusedError(Problem(Code.SEATS_KNOWN))
    refuse_if(name_problems(players))
    return replace(game, players=players)


def rematch(game: Game) -> Game:
    """Return a new game with the same table, deck and house rules; the deal moves on from the last
    scored hand.

    If players joined or left, the present ones sit in one round and play a whole game, or as many
    hands as a shorter one had. This does not check their number: :func:`count_problems` does.
    """
    scored, around = game.scored, seats_of_rematch(game)
    players = tuple(game.players[seat] for seat in around)
    dealer = (
        left_of(game, scored[-1].dealer, game.away) if scored else first_dealer(game, game.away)
    )
    variant, settings = game.variant, replace(game.settings, ends_after=None)
    whole = variant.sizes(len(players))
    # Hands that were put in, or added after the end, are not planned again.
    put_in = {hand.number for hand in scored if hand.added}
    planned = tuple(size for at, size in enumerate(settings.sizes, 1) if at not in put_in)
    longer = whole in (planned[: len(whole)], settings.sizes[: len(whole)])
    changed = game.away or game.order or any(hand.out for hand in game.hands[:1])
    is_whole = changed and len(settings.sizes) >= len(whole)
    if longer or is_whole or sizes_problems(variant, len(players), settings.sizes):
        settings = replace(settings, sizes=whole)
    return Game(variant, players, around.index(dealer), settings, deck=game.deck)


def seats_of_rematch(game: Game) -> tuple[int, ...]:
    """The seats of ``game`` whose players sit at seat 0, 1 ... of its :func:`rematch`.

    They go once around the table, from where most keep the number of their seat, and so its shade
    and crest.
    """
    around = seats_from(game, 0, game.away)
    turns = (around[one:] + around[:one] for one in range(len(around)))
    return max(turns, key=lambda turn: sum(seat == old for seat, old in enumerate(turn)))


def draw_dealer(players: int) -> int:
    """A random seat, each equally likely, as if by the high card."""
    return secrets.randbelow(players)


MOST_TO_START = 5000
"""Points with which a player can begin, above or below 0."""


def begun(game: Game) -> Game:
    """The game without its last hand if that has not begun: it contains only extras."""
    before = replace(game, hands=game.hands[:-1])
    bare = [replace(hand, void=0, bonuses=()) for hand in game.hands[-1:]]
    return before if bare and bare[0] == next_hand(before) else game


def has_next(game: Game) -> bool:
    sizes = game.settings.sizes
    return open_hand(game) is not None and (not sizes or len(begun(game).hands) < len(sizes))


def sizes_for(game: Game, players: int) -> tuple[int, ...]:
    """Cards of every hand, including those begun, for this number of players: the game's own sizes
    if the table plays them, otherwise the planned ones, limited by the deck."""
    variant, planned, played = game.variant, game.settings.sizes, len(begun(game).hands)
    if variant.target is not None or not variant.is_for(players):
        return planned
    whole, most = variant.sizes(players), variant.largest_hand(players)
    is_full = planned == variant.sizes(game.present)
    if is_full and whole[:played] == planned[:played] and len(whole) > played:
        return whole
    return planned[:played] + tuple(min(size, most) for size in planned[played:])


def full_problems(game: Game) -> list[Problem]:
    """The reason why nobody can join: the game is over, on its last hand, or full."""
    present, most = game.present, game.variant.max_players
    if present < most and len(game.players) < MOST_PLAYERS:
        return [] if has_next(game) else [Problem(Code.NO_HAND_LEFT)]
    return [Problem(Code.SEATS_FULL, values={"most": most})]


def join(game: Game, name: str, start: int, after: int) -> Game:
    """Let a new player sit down to the left of the seat ``after``, with ``start`` points.

    Raises RefusedError.
    """
    refuse_if(full_problems(game) or _newcomer_problems(game, name, start, after))
    seat = len(game.players)
    around = list(game.order or game.seats)
    around.insert(around.index(after) + 1, seat)
    starts = (*(game.starts or (0,) * seat), start)
    joined = replace(
        _sized(game, seat + 1 - len(game.away)),
        players=(*game.players, name),
        starts=starts if any(starts) else (),
        order=() if around == sorted(around) else tuple(around),
        hands=tuple(resized(hand, seat + 1) for hand in begun(game).hands),
    )
    return _dealt_again(game, joined)


def leave(game: Game, seat: int) -> Game:
    """Let a player leave; the column and its total stay. Raises RefusedError."""
    return _with_away(game, seat, {*game.away, seat})


def come_back(game: Game, seat: int) -> Game:
    """Let a player who left rejoin from the next hand. Raises RefusedError."""
    return _with_away(game, seat, {*game.away} - {seat})


def sit_out(game: Game, number: int, seat: int, *, out: bool) -> Game:
    """Deal a player no cards in the hand in play, or deal them in again.

    The seat's entries are dropped. Raises RefusedError.
    """
    hand = open_hand(game)
    if hand is None or hand.number != number:
        raise RefusedError(Problem(Code.HAND_UNKNOWN, values={"number": number}))
    if seat not in game.seats or seat in game.away:
        raise RefusedError(Problem(Code.PLACE_UNKNOWN))
    absent = {*hand.out, seat} if out else {*hand.out} - {seat}
    if absent == {*hand.out}:
        return game
    refuse_if(_count_problems(game, len(game.players) - len(absent), hand.cards))
    return with_hand(game, _without(game, hand, tuple(sorted(absent))))


def _without(game: Game, hand: Hand, out: tuple[int, ...]) -> Hand:
    """The hand with these seats out. If the dealer is one of them, the deal passes on; it returns
    to a player who was passed over. A dealer whom the players chose stays the dealer."""
    after = replace(
        hand,
        out=out,
        bids=tuple(None if seat in out else n for seat, n in enumerate(hand.bids)),
        tricks=tuple(None if seat in out else n for seat, n in enumerate(hand.tricks)),
        cloud=None if hand.cloud and hand.cloud.seat in out else hand.cloud,
        bonuses=_bonuses_of(hand.bonuses, out),
    )
    if hand.dealer == due_dealer(game, hand.number, hand.out):
        after = with_dealer(game, after, due_dealer(game, hand.number, out))
    elif hand.dealer in out:
        after = with_dealer(game, after, left_of(game, hand.dealer, out))
    dealt, specials = (len(after.playing), hand.cards, hand.number), game.settings.specials
    if game.turns_trump(hand) == game.variant.turns_trump(*dealt, specials=specials):
        return after
    trump = game.first_trump(*dealt, specials=specials)
    return replace(after, turned=None, trump=trump)


def _bonuses_of(bonuses: tuple[Bonus, ...], out: tuple[int, ...]) -> tuple[Bonus, ...]:
    """The bonuses that stay if these seats are out: extra points always, but no cards of players
    who were dealt none."""
    return tuple(
        one for one in bonuses if one.key == POINTS or not {one.seat, one.partner} & set(out)
    )


def _dealt_again(before: Game, after: Game) -> Game:
    """The game ``after`` somebody joined or left. The hand of ``before`` that had not begun is
    dealt again, with its extras."""
    hand = next_hand(after)
    if hand is None or len(before.hands) == len(after.hands):
        return after
    noted = before.hands[-1]
    void, bonuses = min(noted.void, hand.cards), _bonuses_of(noted.bonuses, hand.out)
    return replace(after, hands=(*after.hands, replace(hand, void=void, bonuses=bonuses)))


def _with_away(game: Game, seat: int, away: set[int]) -> Game:
    if seat not in game.seats:
        raise RefusedError(Problem(Code.PLACE_UNKNOWN))
    if away == {*game.away}:
        return game
    players = len(game.players) - len(away)
    refuse_if(_count_problems(game, players) if has_next(game) else [Problem(Code.NO_HAND_LEFT)])
    gone = replace(_sized(game, players), away=tuple(sorted(away)), hands=begun(game).hands)
    return _dealt_again(game, gone)


def _sized(game: Game, players: int) -> Game:
    settings = replace(game.settings, sizes=sizes_for(game, players))
    return replace(game, settings=settings)


def _count_problems(game: Game, players: int, cards: int = 0) -> list[Problem]:
    variant = game.variant
    if players < variant.min_players:
        return [Problem(Code.SEATS_FEW, values={"least": variant.min_players})]
    if players > variant.max_players or cards > variant.largest_hand(players):
        return [Problem(Code.SEATS_FULL, values={"most": variant.max_players})]
    return []


def _newcomer_problems(game: Game, name: str, start: int, after: int) -> list[Problem]:
    seat, problems = len(game.players), []
    for problem in name_problems((*game.players, name)):
        if problem.seat == seat:
            problems.append(problem if name else Problem(Code.NEWCOMER_UNNAMED))
    if abs(start) > MOST_TO_START:
        problems.append(Problem(Code.START_RANGE, values={"most": MOST_TO_START}))
    if after not in game.seats or after in game.away:
        problems.append(Problem(Code.PLACE_MISSING))
    return problems
