"""What a sheet says beside its numbers: the result as text for a chat, sums that its table does not
explain, and what follows if a hand is not played."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.sheet import Sheet, open_hand, ranking
from scorekeeper.rules.statistics.records import awards
from scorekeeper.rules.variants.model import Turned
from scorekeeper.words.extras import player_extras_line
from scorekeeper.words.figures import award_reason, award_title
from scorekeeper.words.lines import early_line
from scorekeeper.words.names import CARD_NAMES, date_line, game_name, plain, value_line

DOT = "\N{NO-BREAK SPACE}· "
"""The separator, with a no-break space so that no line begins with the dot."""


def result_text(game: Game, sheet: Sheet, started_at: datetime) -> str:
    """The game, its day and all totals in a line, and the awards in another; "" before a hand
    counts."""
    if not sheet.counting:
        return ""
    totals = [f"{game.players[rank.seat]} {plain(rank.total)}" for rank in ranking(sheet)]
    head = f"{game_name(game.variant)}, {date_line(started_at, 'MMMd')}"
    lines = [value_line(head, DOT.join(totals)), awards_line(game, sheet)]
    return "\n".join(filter(None, lines))


def awards_line(game: Game, sheet: Sheet) -> str:
    """All awards with their reasons; "" without any."""
    return DOT.join(
        # L10N: an award in a text: “Strong finish: Ann (+100 in the last 2 hands)”.
        gettext(
            "%(award)s: %(name)s (%(reason)s)",
            award=award_title(award),
            name=game.players[award.seat],
            reason=award_reason(award),
        )
        for award in awards(sheet, game.variant.score)
    )


def sums_lines(game: Game, sheet: Sheet) -> list[str]:
    """The points that players began with, the extras and penalties of each hand, the cards that let
    somebody name the trump, hands that were not played or put in later, and whether the game ended
    early."""
    lines = [
        gettext("%(name)s began with %(points)s.", name=name, points=plain(start))
        for name, start in zip(game.players, game.starts or (0,) * len(game.players), strict=True)
        if start
    ]
    for row in sheet.rows:
        hand = row.hand
        for seat, name in enumerate(game.players):
            if extras := player_extras_line(hand, seat, game.players):
                values = {"num": hand.number, "name": name, "extras": extras}
                # L10N: on the printed sheet; %(extras)s is like "2 × Black 14, −10 late".
                lines.append(gettext("Hand %(num)s, %(name)s: %(extras)s", **values))
        notes = {gettext("not played"): hand.skipped, gettext("put in later"): hand.added}
        notes[gettext("tricks for nobody: %(number)s", number=hand.void)] = hand.void > 0
        for what in (note for note, applies in notes.items() if applies):
            lines.append(value_line(gettext("Hand %(number)s", number=hand.number), what))
        if hand.turned in (Turned.WIZARD, Turned.WEREWOLF) and hand.trump:
            cards = {"card": CARD_NAMES[hand.turned], "trump": CARD_NAMES[hand.trump]}
            # L10N: on the printed sheet; %(card)s is "Wizard", %(trump)s like "hearts".
            line = gettext(
                "Hand %(num)s: turned up %(card)s, trump %(trump)s", num=hand.number, **cards
            )
            lines.append(line)
    early = early_line(sheet) if sheet.result else ""
    return [*lines, early] if early else lines


def skipped_line(after: Hand | None, players: tuple[str, ...]) -> str:
    """What skipping the hand in play does; ``after`` is the hand that follows, None at the end."""
    if after is None:
        return gettext("not played: a dash in the sheet, and the game is over")
    # L10N: under “Skip this hand”: a dash stands in the sheet, and this hand is the next one.
    return ngettext(
        "a dash in the sheet; next is hand %(number)s, %(num)s card, %(name)s deals",
        "a dash in the sheet; next is hand %(number)s, %(num)s cards, %(name)s deals",
        after.cards,
        number=after.number,
        name=players[after.dealer],
    )


def between_line(game: Game, number: int, at: int) -> str:
    """The place of a forgotten hand, before or after the hand with this ``number``."""
    if at == number:
        if number > 1:
            return gettext("between hand %(number)s and this one", number=number - 1)
        return gettext("as the first hand of the game")
    if number < len(game.scored):
        return gettext("between this one and hand %(number)s", number=number + 1)
    return gettext("as the newest hand that is over")


def plan_line(before: Game, after: Game) -> str:
    """Whether a game keeps its number of hands when one is put in or taken out; "" if it has no
    plan."""
    left = after.settings.last
    if left is None or not after.settings.sizes:
        return ""
    if left == before.settings.last:
        return ngettext(
            "The game keeps its %(num)s hand.", "The game keeps its %(num)s hands.", left
        )
    return ngettext("The game becomes %(num)s hand.", "The game becomes %(num)s hands.", left)


def next_line(game: Game) -> str:
    """The hand in play or the next one, with its cards."""
    hand = open_hand(game)
    if hand is None:
        return gettext("Game over")
    # L10N: what follows if a hand is put in or taken out: “Next: hand 5, 4 cards”.
    return ngettext(
        "Next: hand %(number)s, %(num)s card",
        "Next: hand %(number)s, %(num)s cards",
        hand.cards,
        number=hand.number,
    )
