"""Lines about a game and its sheet.

What a sheet says beside its numbers: the result as text for a chat, sums that its table does not
explain, and what follows if a hand is not played.

One-line summaries of a hand, a game and its rules, and whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from scorekeeper.rules.game import BIDS, POINTS, TRICKS, Game, Hand
from scorekeeper.rules.hand import bidding_order, extras_worth, next_bidder, tricks_left
from scorekeeper.rules.history import Change
from scorekeeper.rules.records import BrokenRecord, RecordHolder, RecordKind, ScoreRank, awards
from scorekeeper.rules.sheet import Sheet, Standing, open_hand, ranking
from scorekeeper.rules.variants.model import Settings, Trump, Turned, Variant
from scorekeeper.words.figures import Card, award_reason, award_title, gained_line, percent
from scorekeeper.words.language import gettext, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import (
    CARD_NAMES,
    DOT,
    and_list,
    date_line,
    eight_name,
    game_name,
    names_line,
    place_name,
    plain,
    signed,
    value_line,
)
from scorekeeper.words.rules import player_extras_line


def result_text(game: Game, sheet: Sheet, started_at: datetime) -> str:
    """The game, its day and all totals in a line, and the awards in another; "" before a hand
    counts."""
    if not sheet.counting:
        return ""
    totals = [
        f"{game.players[rank.seat]} {plain(rank.total)}{left_mark(sheet, rank.seat)}"
        for rank in ranking(sheet)
    ]
    head = f"{game_name(game.variant)}, {date_line(started_at, 'MMMd')}"
    lines = [value_line(head, DOT.join(totals)), awards_line(game, sheet)]
    return "\n".join(filter(None, lines))


def left_mark(sheet: Standing, seat: int) -> str:
    """What a result says of somebody who comes after all who stayed, with the space before it; ""
    for those."""
    return " (" + gettext("has left") + ")" if seat in sheet.away else ""


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
    """Whether the game ended early, the points that players began with, what a negated trick is,
    the extras and penalties of each hand, the cards that let somebody name the trump, and hands
    that were not played or put in later."""
    lines = [early] if sheet.result and (early := early_line(sheet, game.settings)) else []
    lines += [
        gettext("%(name)s began with %(points)s.", name=name, points=plain(start))
        for name, start in zip(game.players, game.starts or (0,) * len(game.players), strict=True)
        if start
    ]
    lines += _negated_lines(game, sheet)
    for row in sheet.rows:
        hand = row.hand
        for seat, name in enumerate(game.players):
            if extras := player_extras_line(hand, seat, game.players):
                worth = extras_worth(game, hand, seat)
                named = (one for one in hand.bonuses if one.key != POINTS)
                if worth is not None and any(seat in (one.seat, one.partner) for one in named):
                    extras += f" ({signed(worth)})"
                values = {"num": hand.number, "name": name, "extras": extras}
                # L10N: on the printed sheet; %(extras)s is like "2 × Black 14, −10 late (+30)".
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
    return lines


def _negated_lines(game: Game, sheet: Sheet) -> Iterator[str]:
    """What “as 2” means, by the first negated trick."""
    cells = (cell for row in sheet.rows for cell in row.cells if cell.negated)
    cell = next(cells, None)
    if cell and game.negating:
        counted = gettext("as %(number)s", number=cell.counted)
        card = eight_name(game.negating)
        yield gettext("%(counted)s: a trick negated by the %(card)s.", counted=counted, card=card)


def skipped_line(after: Hand | None, players: tuple[str, ...]) -> str:
    """What skipping the hand in play does; ``after`` is the hand that follows, None at the end."""
    if after is None:
        return gettext("not played: a dash in the sheet, and the game is over")
    # L10N: under “Skip this hand”: a dash stands in the sheet, and this hand is the next one.
    return ngettext(
        "a dash in the sheet; next is hand %(number)s, %(num)s\N{NO-BREAK SPACE}card, "
        "%(name)s deals",
        "a dash in the sheet; next is hand %(number)s, %(num)s\N{NO-BREAK SPACE}cards, "
        "%(name)s deals",
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
    if left == before.settings.last and len(after.hands) > len(before.hands):
        return ngettext(
            "The game keeps its %(num)s hand, this one included.",
            "The game keeps its %(num)s hands, this one included.",
            left,
        )
    if left == before.settings.last:
        return ngettext(
            "The game keeps its %(num)s hand.", "The game keeps its %(num)s hands.", left
        )
    return ngettext("The game becomes %(num)s hand.", "The game becomes %(num)s hands.", left)


def redealt_line(before: Game, after: Game) -> str:
    """The scored hands that get another dealer when a hand is put in or taken out; "" for none."""
    hands = Change(before, after).redealt
    if not hands:
        return ""
    # L10N: what follows if a hand is put in or taken out: the deal moves on.
    return ngettext(
        "The hand after it gets another dealer.",
        "The %(num)s hands after it get other dealers.",
        hands,
    )


def with_next(said: str, game: Game, before: Game) -> str:
    """What was done, and the hand that is next now."""
    line = next_line(game, before)
    return f"{said}. {line}" if line else said


def next_line(game: Game, before: Game) -> str:
    """The hand in play or the next one, with its cards and its dealer; "" if the game was over
    ``before``."""
    hand = open_hand(game)
    if hand is None:
        if open_hand(before) is None:
            return ""
        # L10N: what follows if a hand is put in or taken out.
        return gettext("The game ends now.")
    # L10N: what follows if a hand is put in or taken out.
    return ngettext(
        "Next: hand %(number)s, %(num)s\N{NO-BREAK SPACE}card, %(name)s deals",
        "Next: hand %(number)s, %(num)s\N{NO-BREAK SPACE}cards, %(name)s deals",
        hand.cards,
        number=hand.number,
        name=game.players[hand.dealer],
    )


Players = tuple[str, ...]
NO_TRUMP = {
    Turned.JESTER: _l("A Jester: no trump"),
    Turned.WIZARD: _l("A Wizard: no trump"),
    Turned.WEREWOLF: _l("The Werewolf: no trump"),
    Turned.NONE: _l("No card turned up: no trump"),
}
"""The reason why a hand has no trump, by the card turned up."""
MOST_NAMES = 3
"""Names that a line lists."""


def unshown_line() -> str:
    """The line of a game whose data make no sense."""
    return gettext("This game cannot be shown.")


def bids_line(hand: Hand) -> str:
    """The bids compared with the cards: "6 of 7 bid: 1 under"; what is missing may still be bid."""
    if all(bid is None for bid in hand.bids):
        return gettext("No bids yet")
    total = sum(bid or 0 for bid in hand.bids)
    values = {"sum": total, "cards": hand.cards}
    if total > hand.cards:
        return gettext("%(sum)s of %(cards)s bid: %(num)s over", num=total - hand.cards, **values)
    if hand.missing(BIDS):
        return gettext("%(sum)s of %(cards)s bid so far", **values)
    if total < hand.cards:
        # L10N: %(sum)s are the tricks that all players have bid, of %(cards)s that there are.
        return gettext("%(sum)s of %(cards)s bid: %(num)s under", num=hand.cards - total, **values)
    return gettext("%(sum)s of %(cards)s bid: even", **values)


def cards_line(cards: int) -> str:
    """The size of a hand: ``7 cards``."""
    return ngettext("%(num)s card", "%(num)s cards", cards)


def card_line(hand: Hand) -> str:
    if not hand.face:
        return gettext("Trump?")
    if hand.trump is Trump.NONE:
        return str(CARD_NAMES[Trump.NONE])
    return value_line(gettext("Trump"), str(CARD_NAMES[hand.trump or hand.face]))


def no_card_name(hand: Hand) -> str:
    """The name of the choice that stands for no trump; in a hand that is put in after the fact also
    for one that nobody remembers, because trump changes no points."""
    if hand.is_put_in:
        # L10N: a choice instead of a card, and a line of the log: nobody knows which card was
        # L10N: turned up for trump, or there was none.
        return gettext("Not known, or no card turned up")
    return gettext("No card turned up")


def trump_line(game: Game, hand: Hand) -> str:
    """The trump of a hand that turns up no suit, or the reason why it has none; "" if a card shows
    it."""
    rule = game.variant.trump
    if rule.rotates or hand.number in rule.without:
        trump = str(CARD_NAMES[str(hand.trump)])
        return trump if hand.trump is Trump.NONE else value_line(gettext("Trump"), trump)
    if rule.turned and rule.written and not game.turns_trump(hand):
        return gettext("All cards are dealt: no trump")
    if hand.trump is not Trump.NONE or hand.turned is None:
        return ""
    if hand.turned is Turned.JESTER and game.settings.specials:
        return gettext("A Jester or Bomb: no trump")
    return str(NO_TRUMP[hand.turned])


def tricks_line(game: Game, hand: Hand) -> str:
    """The number of tricks still to be entered, or in the dummy's pile."""
    left = tricks_left(hand)
    if left < 0:
        return ngettext("%(num)s trick too many", "%(num)s tricks too many", -left)
    seat = hand.negated
    if seat is not None and seat in game.seats and (pile := hand.tricks[seat]):
        values = {"name": game.players[seat], "tricks": pile, "counted": pile - 1}
        # L10N: one trick of the pile is negated by an 8.
        return gettext("Pile of %(name)s: %(tricks)s counts %(counted)s", **values)
    if game.dummies_in(hand) and not hand.missing(TRICKS):
        if game.variant.ghost:
            return ngettext("The ghost has %(num)s trick", "The ghost has %(num)s tricks", left)
        return ngettext("The dummy has %(num)s trick", "The dummy has %(num)s tricks", left)
    if left == 0 and not game.dummies_in(hand):
        return gettext("All tricks entered")
    return ngettext("%(num)s trick left", "%(num)s tricks left", left)


def lead_line(players: Players, standing: Standing) -> str:
    """The leaders and their total; "" before the first scored hand."""
    if not standing.leaders:
        return ""
    names = and_list([players[seat] for seat in standing.leaders])
    total = plain(standing.best)
    return ngettext(
        "%(names)s leads with %(total)s",
        "%(names)s lead with %(total)s",
        len(standing.leaders),
        names=names,
        total=total,
    )


def result_line(players: Players, standing: Standing) -> str:
    """The end of the game; "" while it goes on."""
    result = standing.result
    if result is None:
        return ""
    if result.draw:
        return gettext("A draw at %(total)s", total=plain(standing.best))
    if not result.winners:
        return gettext("No hand was scored")
    names = and_list([players[seat] for seat in result.winners])
    total = plain(standing.best)
    if len(result.winners) == 1:
        return gettext("%(name)s wins with %(total)s", name=names, total=total)
    # L10N: %(names)s are two or more players.
    return gettext("%(names)s share the win with %(total)s", names=names, total=total)


def winner_line(players: Players, standing: Standing) -> str:
    """The winner; "" while the game goes on."""
    result = standing.result
    if result is None:
        return ""
    if result.draw:
        return gettext("A draw")
    return and_list([players[seat] for seat in result.winners]) or gettext("No hand was scored")


def scored_line(players: Players, sheet: Sheet) -> str:
    """The newest scored hand and its outcome: "Hand 5 scored. Ann leads with 120."."""
    if not sheet.counting:
        return ""
    outcome = result_line(players, sheet) or lead_line(players, sheet)
    number = sheet.counting[-1].hand.number
    # L10N: %(outcome)s is a sentence without its full stop: “Ann leads with 120”.
    return gettext("Hand %(number)s scored. %(outcome)s.", number=number, outcome=outcome)


def rest_line(rest: Sequence[tuple[str, int]]) -> str:
    """The players that take the remaining tricks, or have none because none remain."""
    names = and_list([name for name, _ in rest])
    if tricks := sum(number for _, number in rest):
        # L10N: the tricks that nobody else has taken go to this player.
        return gettext("%(tricks)s left for %(name)s", name=names, tricks=tricks)
    return ngettext("%(names)s has no tricks", "%(names)s have no tricks", len(rest), names=names)


def whose_line(tricks: int) -> str:
    """The question for the player who missed the bid by so many tricks."""
    # L10N: above buttons such as “Ann took 2” and “Ben took 1”, one of which is right: how far the
    # tricks are from the bid.
    return ngettext("Who is off by one?", "Who is off by %(num)s?", tricks)


def margin_line(standing: Standing) -> str:
    """The lead of a single winner; "" if there are several or none."""
    if standing.result is None or len(standing.result.winners) != 1:
        return ""
    there = [n for seat, n in enumerate(standing.totals) if seat not in standing.away]
    first, second = sorted(there, reverse=True)[:2]
    if first == second:
        return gettext("wins on the tie-break")
    # L10N: on the winner's card: “wins by 20”.
    return gettext("wins by %(points)s", points=first - second)


def shared_line(standing: Standing) -> str:
    """The end of a game without a single winner, without names; "" if there is one."""
    result, total = standing.result, plain(standing.best)
    if result is None:
        return ""
    if result.draw:
        return gettext("A draw at %(total)s", total=total)
    if len(result.winners) < 2:
        return ""
    return gettext("A shared win with %(total)s", total=total)


def early_line(sheet: Sheet, settings: Settings) -> str:
    """The number of hands after which a game ended early; "" if it did not."""
    if not (sheet.result and sheet.result.early):
        return ""
    # L10N: %(hands)s is “9 of 15 hands”, or “9 hands” if their number was open.
    return gettext("Ended early: %(hands)s.", hands=played_line(sheet, settings))


def played_line(sheet: Sheet, settings: Settings) -> str:
    """The number of hands that count in a finished game, and of how many if it ended early."""
    count, planned = len(sheet.counting), len(settings.sizes)
    if sheet.done < planned:
        # L10N: a game that ended early: “12 of 15 hands”.
        return ngettext(
            "%(played)s of %(num)s hand", "%(played)s of %(num)s hands", planned, played=count
        )
    return ngettext("%(num)s hand", "%(num)s hands", count)


def score_rank_line(found: ScoreRank, variant: Variant, players: int) -> str:
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
        # Rounded down, so that 100 % means all.
        share=percent(Fraction(int(found.share * 100), 100)),
        **values,
    )


def turn_line(game: Game, hand: Hand) -> str:
    """The player whose turn it is, and the action; "" when all bids are final."""
    if hand.trump is None:
        dealer = game.players[hand.dealer]
        if hand.turned is Turned.WEREWOLF:
            return gettext("The Werewolf names trump")
        if hand.turned:
            return names_line(game.deck, dealer)
        return gettext("%(name)s deals and turns up trump", name=dealer)
    return _bidder_line(game, hand)


def naming_line(game: Game, hand: Hand) -> str:
    """The player who names trump after the card turned up, even once it is named."""
    return turn_line(game, replace(hand, trump=None))


def your_turn_line(game: Game, hand: Hand, seat: int, *, has_pad: bool) -> str:
    """The next step of the player at ``seat``; "" if it is not their turn.

    ``has_pad``: this phone enters hidden bids.
    """
    if hand.trump is None:
        if seat != hand.dealer or hand.turned is Turned.WEREWOLF:
            return ""
        return gettext("You name trump") if hand.turned else gettext("You deal")
    if hand.bid_rule.at_once:
        at_once = gettext("Bid now") if has_pad else gettext("Show your bid when everyone does")
        return at_once if seat in hand.missing(BIDS) else ""
    if seat != next_bidder(game, hand):
        return ""
    if hand.bids[seat] is not None:
        return gettext("You must change your bid")
    return gettext("Your turn to bid")


def missing_bids_line(players: tuple[str, ...], hand: Hand, seats: frozenset[int]) -> str:
    if not seats:
        return gettext("No bids yet")
    names = [players[seat] for seat in hand.playing if seat not in seats]
    if len(names) > MOST_NAMES:
        there, total = len(hand.playing) - len(names), len(hand.playing)
        # L10N: while all enter their bids in secret: “2 of 8 bids are in”.
        return gettext("%(there)s of %(all)s bids are in", there=there, all=total)
    # L10N: while all enter their bids in secret.
    return ngettext(
        "%(names)s has not bid yet", "%(names)s have not bid yet", len(names), names=and_list(names)
    )


def _bidder_line(game: Game, hand: Hand) -> str:
    """The player who bids next or must change a bid; "" when all bids are final."""
    if hand.bid_rule.at_once:
        return gettext("All bid at the same time") if hand.missing(BIDS) else ""
    seat = next_bidder(game, hand)
    if seat is None:
        return ""
    name = game.players[seat]
    if hand.bids[seat] is not None:
        return gettext("%(name)s must change the bid", name=name)
    return gettext("%(name)s bids next", name=name)


def call_line(game: Game, hand: Hand, seat: int) -> str:
    """The request to the player at ``seat``, whose turn it is: "Ann, say your bid"."""
    name = game.players[seat]
    if hand.trump is None:
        if hand.turned and hand.turned is not Turned.WEREWOLF:
            return gettext("%(name)s, name trump", name=name)
        return gettext("%(name)s, you deal", name=name)
    if hand.bid_rule.at_once:
        return gettext("%(name)s, bid when everyone does", name=name)
    if hand.bids[seat] is not None:
        return gettext("%(name)s, change your bid", name=name)
    return gettext("%(name)s, say your bid", name=name)


def wait_line(game: Game, hand: Hand, seat: int) -> str:
    """The player who is due, and whether the one at ``seat`` is next; "" if nobody is due."""
    line = turn_line(game, hand)
    due = next_bidder(game, hand)
    if hand.trump is None or hand.bid_rule.at_once or due is None or seat not in hand.missing(BIDS):
        return line
    order = bidding_order(game, hand)
    if order.index(seat) != order.index(due) + 1:
        return line
    # L10N: %(line)s is a sentence: “Ann bids next, then you”.
    return gettext("%(line)s, then you", line=line)


def need_line(bid: int, tricks: int | None) -> str:
    """The tricks to take for a bid, or by how many those taken miss it."""
    if tricks is None:
        if bid == 0:
            return gettext("Take no tricks.")
        return ngettext("Take %(num)s trick.", "Take %(num)s tricks.", bid)
    if tricks == bid:
        return gettext("Bid made.")
    if tricks < bid:
        return ngettext("%(num)s trick short.", "%(num)s tricks short.", bid - tricks)
    return ngettext("%(num)s trick too many", "%(num)s tricks too many", tricks - bid) + "."


def standing_line(players: tuple[str, ...], standing: Standing, seat: int) -> str:
    """The place of a player among the totals, to themselves; "" before the first scored hand."""
    if not standing.leaders:
        return ""
    total = plain(standing.totals[seat])
    if seat not in standing.leaders:
        behind = standing.best - standing.totals[seat]
        names = and_list([players[leader] for leader in standing.leaders])
        return ngettext(
            "You have %(total)s point, %(behind)s fewer than %(names)s.",
            "You have %(total)s points, %(behind)s fewer than %(names)s.",
            standing.totals[seat],
            total=total,
            behind=behind,
            names=names,
        )
    if len(standing.leaders) > 1:
        return gettext("You share the lead with %(total)s.", total=total)
    return gettext("You are in front with %(total)s.", total=total)


def own_place_line(position: int, total: int) -> str:
    """The place of a player at the end, to themselves."""
    # L10N: %(place)s is “2nd place”.
    return ngettext(
        "%(place)s for you, with %(total)s point",
        "%(place)s for you, with %(total)s points",
        total,
        place=place_name(position),
        total=plain(total),
    )


def keepers_line(names: Sequence[str]) -> str:
    """The phones that keep score, by name; "" if none has one."""
    if not names:
        return ""
    return ngettext(
        "%(names)s keeps score", "%(names)s keep score", len(names), names=and_list([*names])
    )


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
    # L10N: the name of somebody at the table whose name nobody has entered; %(number)s is the seat.
    return gettext("Player %(number)s", number=number)


def _keeping(is_asking: bool | None) -> str:
    if is_asking is None:
        return ""
    # L10N: beside a name, of the player with a phone that keeps score.
    return gettext("keeps score") if is_asking else gettext("keeps score on their own phone")


RECORD_NAMES = {
    RecordKind.SCORE: _l("Highest score"),
    RecordKind.HAND: _l("Most points in a hand"),
    RecordKind.RUN: _l("Most bids made in a row"),
    RecordKind.COMEBACK: _l("Greatest comeback"),
}


def record_cards(records: tuple[RecordHolder, ...], names: Mapping[int, str]) -> list[Card]:
    return [
        Card(str(RECORD_NAMES[one.feat]), _value(one), _about(one, names), one.game)
        for one in records
    ]


def broken_record_line(found: BrokenRecord, players: Players) -> str:
    """The record that the newest hand broke: ``A record: +120 for Ann``."""
    name = players[found.seat]
    if found.feat is RecordKind.HAND:
        # L10N: the most points that anybody ever made in a hand; %(points)s has its sign.
        return gettext("A record: %(points)s for %(name)s", points=signed(found.value), name=name)
    # L10N: the most bids that anybody ever made one after the other.
    return gettext("A record: %(name)s, %(num)s bids made in a row", name=name, num=found.value)


def _value(one: RecordHolder) -> str:
    if one.feat is RecordKind.HAND:
        return signed(one.value)
    return plain(one.value)


def _about(one: RecordHolder, names: Mapping[int, str]) -> str:
    holders = [names[person] for person in one.people]
    listed = and_list(holders)
    if len(holders) > MOST_NAMES:
        # L10N: the people who hold a record; %(names)s are three names with commas between.
        listed = gettext("%(names)s and others", names=", ".join(holders[:MOST_NAMES]))
    if one.feat is RecordKind.COMEBACK:
        return value_line(listed, gained_line(one.value))
    return listed
