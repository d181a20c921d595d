"""Starting a game: its players, the hand sizes of a shorter game, and later names."""

import secrets
from dataclasses import replace

from scorekeeper.rules.game import Game, first_dealer, left_of, seats_from
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.variants.cards import FRENCH, Deck
from scorekeeper.rules.variants.house import Settings
from scorekeeper.rules.variants.model import LONGEST_GAME, Variant

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
    """Too few or too many names."""
    least, most = variant.min_players, variant.max_players
    values = {"number": len(players), "least": least, "most": most}
    if len(players) < least:
        return [Problem(Code.NAMES_FEW, values=values)]
    return [Problem(Code.NAMES_MANY, values=values)] if len(players) > most else []


def name_problems(players: tuple[str, ...]) -> list[Problem]:
    """An empty, overlong or duplicate name."""
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

    If players joined or left, the present ones sit in one round and play a whole game. This does
    not check their number: :func:`count_problems` does.
    """
    scored, around = game.scored, seats_of_rematch(game)
    players = tuple(game.players[seat] for seat in around)
    dealer = left_of(game, scored[-1].dealer, game.away) if scored else first_dealer(game)
    variant, settings = game.variant, replace(game.settings, ends_after=None)
    whole = variant.sizes(len(players))
    # Hands that were added after the end are not planned again.
    longer = settings.sizes[: len(whole)] == whole
    changed = game.away or game.order or any(hand.out for hand in game.hands[:1])
    if longer or changed or sizes_problems(variant, len(players), settings.sizes):
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
