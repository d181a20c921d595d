"""The tasks of players in a hand, for the cards of their seats."""

from collections.abc import Mapping, Sequence

from scorekeeper.language import gettext
from scorekeeper.rules.game import Game, Hand


def seat_line(game: Game, hand: Hand | None, seat: int, keeps: Mapping[int, bool]) -> str:
    """A player's tasks in the hand in play; ``keeps``: the seats whose phone keeps score, and
    whether it is the asking one."""
    if seat in game.away:
        return gettext("has left")
    if hand and seat in hand.out:
        return gettext("sits out hand %(number)s", number=hand.number)
    does = [_keeping(keeps.get(seat))]
    if hand and seat == hand.dealer:
        # L10N: beside a name, of the dealer of a hand.
        does.append(gettext("deals hand %(number)s", number=hand.number))
    # L10N: beside a name, of a player who neither deals nor keeps score.
    return " · ".join(filter(None, does)) or gettext("plays")


def player_name(number: int | str) -> str:
    """The name of a player until the table enters one."""
    # L10N: the name of somebody at the table whose name nobody has entered; %(number)s is the seat.
    return gettext("Player %(number)s", number=number)


def lacks_name(players: Sequence[str], seat: int) -> bool:
    """Return whether a player still has the name of the seat: in the language of the page, or, as
    some other player has, in that of the phone that started the game."""
    patterns = [name.replace(str(number), "", 1) for number, name in enumerate(players, 1)]
    has_number = str(seat + 1) in players[seat]
    same = patterns.count(patterns[seat]) > 1 or players[seat] == player_name(seat + 1)
    return has_number and same


def _keeping(is_asking: bool | None) -> str:
    if is_asking is None:
        return ""
    # L10N: beside a name, of the player with a phone that keeps score.
    return gettext("keeps score") if is_asking else gettext("keeps score on their own phone")
