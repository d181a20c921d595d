"""The log of a game in sentences: the saves of one hand, or of one other change, taken together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from scorekeeper.rules.game import BIDS, BY_SEAT, NOBODY, TRICKS, Game, Hand
from scorekeeper.rules.hand import made_seats
from scorekeeper.rules.history import Change, Difference, Subject, differences, sitting
from scorekeeper.rules.variants.model import Trump, Turned
from scorekeeper.words.language import capital, gettext, lazy_capital, lazy_pgettext, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.lines import no_card_name, plan_line, redealt_line
from scorekeeper.words.names import (
    CARD_NAMES,
    DASH,
    and_list,
    between_parts,
    day_line,
    name_at,
    names_at,
    number_name,
    plain,
    value_line,
)
from scorekeeper.words.rules import (
    SWITCH_NAMES,
    bonuses_line,
    changed_line,
    cloud_line,
    minutes_line,
    rule_line,
)

SHORT = 4
"""Hand sizes that are listed one by one."""


def coming_line(change: Change) -> str:
    """The player who joined, left or came back in a change, or the hand that was taken out or put
    in; "" for none."""
    if change.subject is Subject.HANDS:
        return _listed_line(change)
    return _seated_line(change.before, change.after) if change.subject is Subject.SEATS else ""


def _seated_line(old: Game, new: Game) -> str:
    if len(new.players) > len(old.players):
        name, start = new.players[-1], new.starts[-1] if new.starts else 0
        if start:
            return gettext("%(name)s joins with %(points)s", name=name, points=plain(start))
        return gettext("%(name)s joins", name=name)
    for seat in {*new.away} ^ {*old.away}:
        if seat in new.away:
            return gettext("%(name)s leaves", name=new.players[seat])
        return gettext("%(name)s comes back", name=new.players[seat])
    return ""


def _listed_line(change: Change) -> str:
    if len(change.after.hands) < len(change.before.hands):
        # L10N: what was done, or what Undo takes back: a hand left the sheet.
        return gettext("hand %(number)s taken out", number=change.listed)
    # L10N: what was done, or what Undo takes back: a forgotten hand came into the sheet.
    return gettext("hand %(number)s put in", number=change.listed)


def joined_line(game: Game, hand: Hand | None) -> str:
    """The player who joined last, and the dealer of their first hand if that comes next."""
    seat = game.seats[-1]
    if hand is None or seat not in hand.playing:
        return gettext("%(name)s joins", name=game.players[seat])
    names = {"name": game.players[seat], "dealer": game.players[hand.dealer]}
    return gettext("%(name)s joins, %(dealer)s deals", **names)


def out_line(change: Change, players: tuple[str, ...]) -> str:
    """The players who sit out a hand, without those who have left; "" for nobody."""
    _, after = change.hand
    out = sitting(after.out if after else (), change.after)
    names = names_at(out, players)
    # L10N: who is dealt no cards in one hand.
    return ngettext("%(names)s sits out", "%(names)s sit out", len(out), names=names) if out else ""


def sizes_line(sizes: tuple[int, ...]) -> str:
    """Consecutive hand sizes: ``6, 7 … 15`` if the steps are equal."""
    steps = {after - before for before, after in pairwise(sizes)}
    if len(sizes) <= SHORT or len(steps) > 1:
        return ", ".join(map(str, sizes))
    return f"{sizes[0]}, {sizes[1]} … {sizes[-1]}"


UNSHOWN = ("number", "order", "added")
GIVEN = ("bid_rule", "cards", "dealer", "out")
"""Fields that a hand has from the start; the log shows only later changes."""
EXTRAS = ("void", "cloud", "bonuses")
"""Without these a hand has not begun."""
FIELDS = {
    # L10N: what a save changed, before a colon: “Dealer: Ann”.
    "dealer": _l("Dealer"),
    # L10N: how many cards each player was dealt in a hand, before a colon: “Cards: 5”.
    "cards": _l("Cards"),
    # L10N: the card turned up for trump, before a colon: “Turned up: Hearts”.
    "turned": _l("Turned up"),
    # L10N: what a save changed, before a colon: “Trump: Hearts”.
    "trump": _l("Trump"),
    # L10N: who won the 8 that negates its trick, before a colon: “8 taken by: Ann”.
    "negated": _l("8 taken by"),
    # L10N: tricks that nobody won, before a colon: “Tricks for nobody: 1”.
    "void": _l("Tricks for nobody"),
    # L10N: a card that moves a bid, before a colon: “Cloud: Ann bids one more”.
    "cloud": _l("Cloud"),
    # L10N: what counts besides bids and tricks, before a colon: “Extras: Ann: Pirate”.
    "bonuses": _l("Extras"),
    # L10N: whether a hand was scored, before a colon: “Scored: yes”.
    "scored": _l("Scored"),
    # L10N: whether a hand was skipped, before a colon: “Not played: yes”.
    "skipped": lazy_capital(_l("not played")),
    # L10N: the rule for bids, before a colon: “Bidding: bids may add up”.
    "bid_rule": _l("Bidding"),
    # L10N: how many cards each hand has, before a colon: “Hand sizes: 5, 6, 7”.
    "sizes": _l("Hand sizes"),
    # L10N: how long the table plays, before a colon: “Clock: 90 min”.
    "clock": _l("Clock"),
    # L10N: how many hands the sheet has, before a colon: “Hands: 6”.
    "hands": _l("Hands"),
    # L10N: the hand with which the game ends, before a colon: “Ends after hand: 12”.
    "ends_after": _l("Ends after hand"),
    **{name: lazy_capital(said) for name, said in SWITCH_NAMES.items()},
    # L10N: who is dealt no cards in a hand, before a colon: “Sits out: Ann”.
    "out": _l("Sits out"),
    # L10N: what the table calls its game, before a colon.
    "title": _l("Title"),
    # L10N: what the table wrote about its game, before a colon.
    "note": _l("Note"),
    "place": lazy_pgettext("event", "Place"),
    # L10N: the day of a game that was written on paper first, before a colon: “Played on: 14 Nov
    # L10N: 2026”; also the label of the field for it.
    "played": _l("Played on"),
    # L10N: who is no longer at the table, before a colon: “Has left: Ann”.
    "away": lazy_capital(_l("has left")),
}


def change_lines(change: Change, players: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """(what, before, after) for each field that a change shows in the log."""
    for item in differences(change):
        if not is_shown(change, item):
            continue
        yield (
            what_changed(item, players),
            value_text(item, item.before, players),
            value_text(item, item.after, players),
        )
    if change.subject is Subject.HANDS:
        yield from change_lines(change.of_listed, players)


def scores_hand(change: Change) -> bool:
    return not change.skips_hand and any(
        item.field == "scored" and item.after for item in differences(change)
    )


def is_shown(change: Change, item: Difference) -> bool:
    """Return whether a difference is worth mentioning, unlike the values with which every hand
    begins."""
    is_dealt = change.is_dealt
    if item.field == "scored" and (change.skips_hand or change.reversed.skips_hand):
        # A hand that was not played is not said to be scored.
        return False
    if item.field in UNSHOWN or (is_dealt and item.field in GIVEN):
        return False
    if item.field in (*EXTRAS, "scored", "skipped") and not (item.before or item.after):
        return False
    # If no card is turned up, the hand begins with its trump.
    _, hand = change.hand
    if item.field == "trump" and is_dealt and not (hand and hand.turned):
        return False
    # The same rule may bind one dealer and not another.
    before, after = (value_text(item, value, ()) for value in (item.before, item.after))
    return item.field != "bid_rule" or before != after


def clash_line(item: Difference, players: tuple[str, ...], phone: str) -> str:
    """The stored value (``before``) and the entered one (``after``), with the phone's owner."""
    values = {
        "what": what_changed(item, players),
        "theirs": value_text(item, item.before, players),
        "mine": value_text(item, item.after, players),
    }
    # L10N: %(what)s is a label such as “Bid of Ann” or “Trump”, %(phone)s the name of a phone.
    if phone:
        return gettext(
            "%(what)s: %(phone)s entered %(theirs)s, you entered %(mine)s.", phone=phone, **values
        )
    return gettext("%(what)s: another page entered %(theirs)s, you entered %(mine)s.", **values)


def what_changed(item: Difference, players: tuple[str, ...]) -> str:
    """The name of a difference, as a label: “Bid of Ann”, “Trump”."""
    if item.seat is None:
        return str(FIELDS[item.field])
    if item.field == "players":
        return gettext("Seat %(seat)s", seat=item.seat + 1)
    name = name_at(players, item.seat)
    if item.field == "starts":
        return gettext("%(name)s starts with", name=name)
    return next(number_name(kind, name) for kind in BY_SEAT if kind.all == item.field)


def value_text(item: Difference, value: Any, players: tuple[str, ...]) -> str:
    """A value of a difference, in words; a dash for none."""
    if item.field == "played":
        # Without another day it is that on which it was recorded.
        value = value.at if value else (item.before or item.after).recorded
    if value is None:
        return DASH
    if item.field == "negated" and value in (NOBODY, len(players)):
        return gettext("Not dealt") if value == NOBODY else gettext("Dummy")
    if item.field in ("dealer", "negated"):
        # A stale page may have sent a seat that does not exist.
        return players[value] if value in range(len(players)) else str(value)
    if item.field in OF_PLAYERS:
        return OF_PLAYERS[item.field](value, players) or DASH
    if item.field in WRITTEN:
        return str(WRITTEN[item.field](value))
    return str(value)


OF_PLAYERS: dict[str, Callable[[Any, tuple[str, ...]], str]] = {
    "cloud": cloud_line,
    "bonuses": bonuses_line,
    "out": names_at,
    "away": names_at,
}


OF_SEVERAL = ("bonuses", "out", "away")
"""Fields that hold what belongs to several players: each is changed by itself."""


def yes_or_no(value: bool) -> str:
    return gettext("yes") if value else gettext("no")


WRITTEN: dict[str, Callable[[Any], object]] = {
    "turned": lambda card: gettext("No card") if card is Turned.NONE else CARD_NAMES[card],
    "trump": CARD_NAMES.__getitem__,
    "scored": yes_or_no,
    "skipped": yes_or_no,
    **dict.fromkeys(SWITCH_NAMES, yes_or_no),
    "hands": len,
    "bid_rule": rule_line,
    "clock": minutes_line,
    "sizes": sizes_line,
    "played": day_line,
}


ENTERED = {
    # L10N: what Undo takes back: Ann bid 2.
    BIDS.all: _l("%(name)s bid %(number)s"),
    # L10N: what Undo takes back: Ann took 2 tricks.
    TRICKS.all: _l("%(name)s took %(number)s"),
}
CARDS = ("turned", "trump")
"""Fields whose value needs no label."""


def entered_words() -> dict[str, str]:
    """What Undo takes back, with places for the name and the number, by the name of the field."""
    places = {"name": "{name}", "number": "{number}"}
    return {kind.one: str(ENTERED[kind.all]) % places for kind in BY_SEAT}


def done_line(change: Change, players: tuple[str, ...]) -> str:
    """The effect of a save, in a few words: “hand 3, Ann took 2”."""
    if change.subject is not Subject.HAND or _whole_line(change):
        return short_line(change, players)
    if scores_hand(change):
        return gettext("hand %(number)s scored", number=change.number)
    return f"{_hand(change)}, {short_line(change, players)}"


def short_line(change: Change, players: tuple[str, ...]) -> str:
    """The same for narrow places, without the hand: “Ann took 2”."""
    if line := _whole_line(change):
        return line
    items = [item for item in differences(change) if is_shown(change, item)]
    if message := coming_line(change) or (out_line(change, players) if not items else ""):
        return message
    if scores_hand(change) or not items:
        return _hand(change)
    if len(items) == 1 and items[0].field == "bonuses":
        return changed_line(items[0].before or (), items[0].after or (), players)
    if _is_one(items):
        # A Jester says more than “No trump”.
        has_card = items[-1].after is Trump.NONE and items[0].after is not Turned.NONE
        return _shortest(items[0 if has_card else -1], players)
    return _together(items, players) or _shortest(items[0], players) + " …"


def _hand(change: Change) -> str:
    return gettext("hand %(number)s", number=change.number)


def _whole_line(change: Change) -> str:
    """What was done to a hand as a whole; "" for entries in it."""
    number = change.number
    if change.is_correction:
        return gettext("hand %(number)s corrected", number=number)
    if change.skips_hand:
        # L10N: what Undo takes back: the table left out a hand.
        return gettext("hand %(number)s not played", number=number)
    before, _ = change.hand
    if scores_hand(change) and not (before and any(bid is not None for bid in before.bids)):
        # L10N: what Undo takes back: a hand with its bids and tricks, which were saved at once.
        return gettext("all of hand %(number)s", number=number)
    # L10N: what Undo takes back: the cards of a hand were dealt once more.
    return gettext("hand %(number)s dealt again", number=number) if change.deals_again else ""


def corrected_line(change: Change, players: tuple[str, ...]) -> str:
    """The correction of a hand: “Hand 3 corrected: Ann took 2 (was 1)”."""
    items = [_narrow(item) for item in differences(change) if item.field not in UNSHOWN]
    turned = {item.after for item in items if item.field == "turned"}
    changes = [
        # L10N: what was corrected, and what was there before: “Ann took 2 (was 1)”.
        gettext(
            "%(what)s (was %(before)s)",
            what=_short(item, players),
            before=value_text(item, item.before, players),
        )
        for item in items
        if item.field != "trump" or item.after not in turned
    ]
    corrected = gettext("hand %(number)s corrected", number=change.number)
    return value_line(capital(corrected), ", ".join(changes))


def _narrow(item: Difference) -> Difference:
    """The difference without what is the same before and after."""
    if item.field not in OF_SEVERAL:
        return item
    before, after = _gone(item.before, item.after), _gone(item.after, item.before)
    return replace(item, before=before, after=after)


def _shortest(item: Difference, players: tuple[str, ...]) -> str:
    """The change, of a card only its name."""
    if item.field in CARDS and item.after is not None:
        return value_text(item, item.after, players)
    return _short(item, players)


def _short(item: Difference, players: tuple[str, ...]) -> str:
    if item.field == "ends_after":
        if item.after is None:
            # L10N: what Undo takes back: the game goes on after all.
            return gettext("play on")
        # L10N: what Undo takes back: the game ends with this hand.
        return gettext("end after hand %(number)s", number=item.after)
    if item.field in ENTERED and item.seat is not None and item.after is not None:
        name = name_at(players, item.seat)
        return str(ENTERED[item.field]) % {"name": name, "number": item.after}
    return value_line(what_changed(item, players), value_text(item, item.after, players))


def _is_one(items: list[Difference]) -> bool:
    """Return whether only one thing was entered; a card turned up also names trump."""
    return len(items) == 1 or {item.field for item in items} == {"turned", "trump"}


TOGETHER = (
    ({"bid_rule", "sizes", *SWITCH_NAMES}, _l("House rules")),
    ({"title", "place", "note", "played"}, _l("Day, title, note")),
    ({*EXTRAS}, _l("extras")),
)
"""What the changes of these fields are together."""


def _together(items: list[Difference], players: Players) -> str:
    """Several entries of one kind in a few words: “3 bids”, “Ann took 1, Ben 0”, “Ann ↔ Ben”; ""
    for others."""
    fields = {item.field for item in items}
    for known, name in TOGETHER:
        if fields <= known:
            return str(name)
    if fields == {BIDS.all}:
        return ngettext("%(num)s bid", "%(num)s bids", len(items))
    if fields == {TRICKS.all}:
        return ", ".join(clause.text for clause in _of_seats([[item] for item in items], players))
    if fields == {"players"}:
        names = [str(item.after) for item in items]
        return (" ↔ " if len(names) == 2 else ", ").join(names)
    return ""


TURNED_UP = {
    "wizard": _l("%(dealer)s turned up a Wizard"),
    "jester": _l("%(dealer)s turned up a Jester"),
    "werewolf": _l("%(dealer)s turned up the Werewolf"),
}
"""Cards without a suit."""
COMING = ("players", "starts", "away", "hands", "sizes", "ends_after")
"""Fields covered by the sentence about players who joined, left or came back, or about a hand that
was taken out or put in."""


KEEPS = "\N{NO-BREAK SPACE}"


class Clause(NamedTuple):
    """A part of a sentence, and what was corrected in it."""

    text: str
    corrected: str = ""


Sentence = list[Clause]
Facts = dict[tuple[str, int | None], list[Difference]]
"""The differences of each field and seat, oldest first."""
Players = tuple[str, ...]


def log_pieces(
    changes: Sequence[Change], players: Players, undone: int, *, again: bool = False
) -> list[tuple[str, bool]]:
    """Texts that follow one another, and whether each is a correction.

    ``changes`` follow one another and have one number, oldest first; some were ``undone``;
    ``again``: the hand was dealt again.
    """
    tell = _of_hand if changes[0].number else _of_others
    sentences = [sentence for sentence in tell(changes, players) if sentence]
    if again:
        sentences.append([Clause("", gettext("Dealt again"))])
    if undone:
        line = ngettext("%(num)s entry undone", "%(num)s entries undone", undone)
        sentences.append([Clause("", line)])
    return [piece for sentence in sentences for piece in _pieces(sentence) if piece[0]]


def _pieces(sentence: Sentence) -> Iterator[tuple[str, bool]]:
    for at, (text, corrected) in enumerate(sentence):
        if at:
            is_long = corrected or sentence[at - 1].corrected
            yield between_parts() if is_long else ", ", False
        yield text, False
        yield ", " if text and corrected else "", False
        yield corrected, True
    ends = (sentence[-1].corrected or sentence[-1].text)[-1:] in ".!?…"
    yield " " if ends else ". ", False


def _of_hand(changes: Sequence[Change], players: Players) -> Iterator[Sentence]:
    facts = _facts(changes)
    hand = [one for change in changes for one in change.hand if one][-1]
    turned, trump = facts.pop(("turned", None), None), facts.pop(("trump", None), None)
    if turned:
        yield [_turned(turned, hand, players)]
    if trump and (hand.is_named or not turned):
        yield [_labelled(trump, players)]
    if hand.out and changes[0].hand[0] is None:
        yield from ([Clause(line)] for line in _absent(changes[-1], hand, facts, players))
    for kind in BY_SEAT:
        yield _of_seats([seen for key, seen in facts.items() if key[0] == kind.all], players)
    scored = facts.pop(("scored", None), None)
    skipped = facts.pop(("skipped", None), None)
    others = (seen for key, seen in facts.items() if key[1] is None)
    yield from ([_labelled(seen, players)] for seen in others)
    if hand.skipped:
        # L10N: of a hand that the table left out.
        yield [Clause(capital(gettext("not played")))]
    elif scored or (skipped and hand.scored):
        yield [_result(hand, players)]
    elif skipped:
        yield [Clause(gettext("Undone: %(what)s", what=gettext("not played")))]


def _absent(change: Change, hand: Hand, facts: Facts, players: Players) -> Iterator[str]:
    """Who sits out a hand, unless a fact says so, and who had left before it."""
    if ("out", None) not in facts and (line := out_line(change, players)):
        yield line
    if gone := [seat for seat in hand.out if seat in change.after.away]:
        yield value_line(str(FIELDS["away"]), names_at(gone, players))


def _of_others(changes: Sequence[Change], players: Players) -> Iterator[Sentence]:
    told, is_coming = set[int](), False
    for change in changes:
        coming = [[Clause(line)] for line in _coming(change)]
        yield from coming[:1]
        if change.subject is Subject.HANDS:
            yield from _listed(change.of_listed, players, told)
        yield from coming[1:]
        is_coming = is_coming or bool(coming)
    for (field, _), seen in _facts(changes).items():
        if not is_coming or field not in COMING:
            yield [_labelled(seen, players)]


def _listed(change: Change, players: Players, told: set[int]) -> Iterator[Sentence]:
    """What was entered in a hand that was put in or taken out, unless that was ``told`` before an
    Undo."""
    hand = next(one for one in change.hand if one)
    if hand.id not in told:
        told.add(hand.id)
        yield from _of_hand([change if change.hand[1] else change.reversed], players)


def _coming(change: Change) -> Iterator[str]:
    if line := coming_line(change):
        is_listed = change.subject is Subject.HANDS
        # A name that begins the line stays as it is.
        yield capital(line) if is_listed else line
        if is_listed and (plan := plan_line(change.before, change.after)):
            yield plan
        if moved := redealt_line(change.before, change.after):
            yield moved
    elif back := coming_line(change.reversed):
        yield gettext("Undone: %(what)s", what=back)


def _facts(changes: Sequence[Change]) -> Facts:
    facts: Facts = {}
    for change in changes:
        for item in differences(change):
            if is_shown(change, item):
                facts.setdefault((item.field, item.seat), []).append(item)
    return facts


def _value(seen: list[Difference], players: Players) -> tuple[str, str]:
    """The last value in words, with the earlier ones."""
    *values, last = (seen[0].before, *(item.after for item in seen))
    if seen[0].field in OF_SEVERAL and last:
        values = [(one,) for value in values for one in _gone(value, last)]
    texts = [value_text(seen[0], value, players) for value in (*values, last)]
    others = [text for text in dict.fromkeys(texts) if text not in (DASH, texts[-1])]
    if texts[-1] != DASH or not others:
        # L10N: after a value that took the place of another: “Ann bid 2, changed from 1”.
        was = gettext("changed from %(value)s", value=and_list(others)) if others else ""
        return texts[-1], was
    # L10N: after a value that is no longer there: “Ann bid 2, taken back”.
    return others[-1], gettext("taken back")


def _gone(old: tuple[Any, ...] | None, new: tuple[Any, ...] | None) -> tuple[Any, ...]:
    """What was there and no longer is, or is another one now."""
    return tuple(one for one in old or () if one not in (new or ()))


def _labelled(seen: list[Difference], players: Players) -> Clause:
    value, was = _value(seen, players)
    if seen[-1].field == "ends_after":
        return Clause(gettext("Ends after hand %(number)s", number=value), was)
    return Clause(value_line(what_changed(seen[-1], players), value), was)


def _turned(seen: list[Difference], hand: Hand, players: Players) -> Clause:
    value, was = _value(seen, players)
    card, dealer = seen[-1].after or seen[-1].before, name_at(players, hand.dealer)
    if card is Turned.NONE:
        return Clause(no_card_name(hand), was)
    if card in TURNED_UP:
        return Clause(str(TURNED_UP[card]) % {"dealer": dealer}, was)
    # L10N: %(card)s is a suit: “Ann turned up Hearts”.
    return Clause(gettext("%(dealer)s turned up %(card)s", dealer=dealer, card=value), was)


def _of_seats(found: list[list[Difference]], players: Players) -> Sentence:
    """The bids or tricks of some players: “Ann bid 2, Ben 1”."""
    clauses: Sentence = []
    for seen in found:
        number, was = _value(seen, players)
        verb = f"%(name)s{KEEPS}%(number)s" if clauses else str(ENTERED[seen[0].field])
        name = name_at(players, seen[0].seat or 0)
        clauses.append(Clause(verb % {"name": name, "number": number}, was))
    return clauses


def _result(hand: Hand, players: Players) -> Clause:
    if not hand.scored:
        return Clause("", gettext("Not scored any more"))
    made = made_seats(hand)
    if len(made) == len(hand.playing):
        return Clause(gettext("All made their bids"))
    if not made:
        return Clause(gettext("Nobody made their bid"))
    names = names_at(made, players)
    return Clause(
        ngettext("%(names)s made the bid", "%(names)s made their bids", len(made), names=names)
    )
