"""How the sums of a printed sheet come about, as far as its table does not say it."""

from scorekeeper.language import gettext
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.words.extras import player_extras_line
from scorekeeper.words.lines import early_line
from scorekeeper.words.names import CARD_NAMES, plain, value_line


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
