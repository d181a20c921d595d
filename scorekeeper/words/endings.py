"""How a game ended, in few words."""

from fractions import Fraction

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.standing import Standing
from scorekeeper.rules.statistics.records import Special
from scorekeeper.rules.variants.model import Variant
from scorekeeper.words.figures import percent
from scorekeeper.words.lines import margin
from scorekeeper.words.names import game_name, plain


def short_margin_line(standing: Standing) -> str:
    """By how much one player alone won; "" where several or none did."""
    points = margin(standing)
    if points == 0:
        return gettext("wins on the tie-break")
    # L10N: on the winner's card: “wins by 20”.
    return "" if points is None else gettext("wins by %(points)s", points=points)


def shared_line(standing: Standing) -> str:
    """How a game ended that nobody won alone, without names; "" where somebody did."""
    result, total = standing.result, plain(standing.best)
    if result is None or len(result.winners) == 1:
        return ""
    if result.draw:
        return gettext("A draw at %(total)s", total=total)
    return gettext("A shared win with %(total)s", total=total)


def early_line(sheet: Sheet) -> str:
    """After how many hands a game was ended early; "" where it was not."""
    if not (sheet.result and sheet.result.early):
        return ""
    count = len(sheet.counting)
    return ngettext("Ended early after %(num)s hand.", "Ended early after %(num)s hands.", count)


def hands_line(sheet: Sheet) -> str:
    """How many hands of a finished game count, and whether it was ended early."""
    return early_line(sheet) or ngettext("%(num)s hand", "%(num)s hands", len(sheet.counting))


def special_line(found: Special, variant: Variant, players: int) -> str:
    """The rank of a score among those of the book."""
    values = {"scores": found.scores, "game": game_name(variant), "players": players}
    if found.is_record:
        # L10N: %(game)s is the name of a game, such as Wizard; %(players)s is a number of players.
        return gettext(
            "%(total)s is a record: it beats all %(scores)s other scores for %(game)s with "
            "%(players)s players in this book.",
            total=plain(found.total),
            **values,
        )
    return gettext(
        "%(total)s beats %(share)s of %(scores)s other scores for %(game)s with %(players)s "
        "players in this book.",
        total=plain(found.total),
        share=_floored(found.share),
        **values,
    )


def _floored(part: Fraction) -> str:
    """A share in whole hundredths that it reaches, so that 100 % is all."""
    return percent(Fraction(int(part * 100), 100))
