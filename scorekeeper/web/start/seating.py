"""Setting up a game: the seats, the actions of their buttons, and suggestions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.fields import MOST_NAMES
from scorekeeper.forms.book import COLOURS
from scorekeeper.forms.start import StartForm
from scorekeeper.rules.attendance import new_game, sizes_problems
from scorekeeper.rules.game import Game
from scorekeeper.rules.people import SHADES, folded, shades
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.variants.cards import FRENCH
from scorekeeper.rules.variants.house import Settings
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import FIRST, VARIANTS
from scorekeeper.store.lists.lists import Listed
from scorekeeper.words.lines import player_name
from scorekeeper.words.rules import custom_example, hands_line, opening_line

NAMELESS = 4
"""The players of a game that starts without names."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Names in seating order ("" = free), the seat of the first dealer, if chosen, and the colours
    chosen on this page ("" = none)."""

    names: tuple[str, ...]
    dealer: int | None = None
    colours: tuple[str, ...] = ("",) * MOST_NAMES

    @property
    def painted(self) -> dict[int, int | None]:
        """The shades chosen on this page, by seat; None: that of the seat."""
        words = enumerate(self.colours[: len(self.names)])
        return {seat: COLOURS[word] for seat, word in words if word}


def game_of(form: StartForm, seating: Seating) -> Game:
    """The game that the form describes. Raises RefusedError."""
    variant, sizes = form.game_for(len(seating.names))
    specials = form.special_cards(variant)
    settings = Settings(form.bid_rule(variant), sizes, form.minutes(), specials=specials)
    dealer = -1 if seating.dealer is None else seating.dealer
    return new_game(variant, seating.names, dealer, settings, form.cards.data or FRENCH)


def named(form: StartForm, seating: Seating) -> Seating:
    """The seats as the game starts: without any name, Player 1 to as many as were chosen, or as can
    play it. Raises RefusedError."""
    if any(seating.names):
        return seating
    variant = form.chosen_game()
    wanted = (form.count.data, NAMELESS)
    count = next((one for one in wanted if one and variant.is_for(one)), variant.min_players)
    dealer = seating.dealer if seating.dealer in range(count) else 0
    return replace(seating, names=tuple(map(player_name, range(1, 1 + count))), dealer=dealer)


def moved(seating: Seating, seat: int, step: int) -> Seating:
    """The name at ``seat`` changes places with its neighbour, with its colour and the dealer's
    mark."""
    other = seat + step
    if seat not in range(len(seating.names)) or other not in range(len(seating.names)):
        return seating
    swap = {seat: other, other: seat}
    dealer = None if seating.dealer is None else swap.get(seating.dealer, seating.dealer)
    names, colours = (
        tuple(values[swap.get(at, at)] for at in range(len(values)))
        for values in (seating.names, seating.colours)
    )
    return Seating(names, dealer, colours)


def painted(seating: Seating, choice: str) -> Seating:
    """The seats after a tap on a colour: ``2-7`` is the shade 7 at seat 2, ``2-seat`` none."""
    seat, _, word = choice.partition("-")
    if word not in COLOURS or seat not in map(str, range(MOST_NAMES)):
        return seating
    colours = (word if str(at) == seat else old for at, old in enumerate(seating.colours))
    return replace(seating, colours=tuple(colours))


def seated(seating: Seating, name: str, seats: int) -> Seating:
    """The name takes the first free seat, if it is not at the table yet."""
    names = (*seating.names, *("",) * (seats - len(seating.names)))
    if name in names or "" not in names:
        return seating
    free = names.index("")
    return replace(seating, names=(*names[:free], name, *names[free + 1 :]))


def opener(seating: Seating) -> tuple[str, str] | None:
    """The first dealer's name, and the next one around the table; None while one is missing."""
    dealer, names = seating.dealer, seating.names
    if dealer is None or dealer not in range(len(names)) or not names[dealer]:
        return None
    around = (*names[dealer + 1 :], *names[:dealer])
    left = next(filter(None, around), None)
    return (names[dealer], left) if left else None


def own_shades(seating: Seating, chosen: Mapping[str, int]) -> dict[int, int]:
    """The seats whose people have a shade of their own: chosen here, or earlier (``chosen``, by
    folded name)."""
    people = enumerate(map(folded, seating.names))
    own = {seat: chosen.get(name) for seat, name in people} | seating.painted
    return {seat: shade for seat, shade in own.items() if shade is not None}


def seat_shades(own: Mapping[int, int], seats: int) -> tuple[int, ...]:
    """The shade of each seat, from those of their own that people have.

    Free seats do not change the shades that the others will have in the game.
    """
    return *shades(SHADES, tuple(own.items())), *range(SHADES, seats)


def last_used(recent: Sequence[Listed]) -> Variant | None:
    """The game played last, if it is not one of the first ones; a custom game with its numbers."""
    game = recent[0].variant if recent else FIRST[0]
    if game.is_custom:
        return game
    return VARIANTS.get(game.key) if game.key not in {first.key for first in FIRST} else None


def offered(names: Iterable[str], seating: Seating) -> list[str]:
    """Each person of these names once, without those already at the table."""
    seated = {folded(name) for name in seating.names}
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(folded(name), name)
    return [name for key, name in found.items() if key not in seated]


def example(form: StartForm) -> str:
    """The points of bids in the custom game, as far as its numbers are filled in."""
    try:
        return custom_example(form.custom_game().score)
    except RefusedError:
        return ""


def outlook(form: StartForm, seating: Seating) -> str:
    """The dealer, the player who begins, and the number of hands, as far as they are known."""
    return " · ".join(filter(None, (_opening(form, seating), _hands(form, seating))))


def _opening(form: StartForm, seating: Seating) -> str:
    first = opener(seating)
    if first is None:
        return ""
    try:
        at_once = form.bid_rule(form.chosen_game()).at_once
    except RefusedError:
        return ""
    return opening_line(*first, at_once=at_once)


def _hands(form: StartForm, seating: Seating) -> str:
    players = _players(seating)
    try:
        variant = form.chosen_game()
        if variant.target is not None or not variant.is_for(players):
            return ""
        sizes = form.hand_sizes(variant.sizes(players), variant.largest_hand(players))
    except RefusedError:
        return ""
    return "" if sizes_problems(variant, players, sizes) else hands_line(len(sizes))


def whole_game(form: StartForm, seating: Seating) -> int | None:
    """The number of hands in a whole game of the chosen kind, as far as it is known."""
    players = _players(seating)
    try:
        variant = form.chosen_game()
    except RefusedError:
        return None
    return (len(variant.sizes(players)) or None) if variant.is_for(players) else None


def _players(seating: Seating) -> int:
    return sum(1 for name in seating.names if name)
