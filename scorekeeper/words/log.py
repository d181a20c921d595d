"""The log of a game in sentences: the saves of one hand, or of one other change, taken together."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.language import capital, gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.game import BY_SEAT, Hand
from scorekeeper.rules.hand import made_seats
from scorekeeper.rules.history import HANDS, Change, Difference, differences
from scorekeeper.words.changes import coming_line, is_shown, out_line, value_text, what_changed
from scorekeeper.words.done import ENTERED
from scorekeeper.words.names import DASH, and_list, name_at, names_at, value_line

TURNED_UP = {
    "wizard": _l("%(dealer)s turned up a Wizard"),
    "jester": _l("%(dealer)s turned up a Jester"),
    "werewolf": _l("%(dealer)s turned up the Werewolf"),
    "none": _l("No card turned up"),
}
"""The cards turned up that have no suit."""
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
    tell = _of_hand if changes[0].number > 0 else _of_others
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
            yield "; " if corrected or sentence[at - 1].corrected else ", ", False
        yield text, False
        yield ", " if text and corrected else "", False
        yield corrected, True
    ends = (sentence[-1].corrected or sentence[-1].text)[-1:] in ".!?…"
    yield " " if ends else ". ", False


def _of_hand(changes: Sequence[Change], players: Players) -> Iterator[Sentence]:
    facts = _facts(changes)
    known = [hand for one in changes for hand in (one.before, one.after) if isinstance(hand, Hand)]
    hand = known[-1]
    turned, trump = facts.pop(("turned", None), None), facts.pop(("trump", None), None)
    if turned:
        yield [_turned(turned, hand, players)]
    if trump and (hand.is_named or not turned):
        yield [_labelled(trump, players)]
    if hand.out and changes[0].before is None:
        yield [Clause(out_line(changes[-1], players))]
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


def _of_others(changes: Sequence[Change], players: Players) -> Iterator[Sentence]:
    lines = [line for change in changes if (line := _coming(change))]
    yield from ([Clause(line)] for line in lines)
    for (field, _), seen in _facts(changes).items():
        if not lines or field not in COMING:
            yield [_labelled(seen, players)]


def _coming(change: Change) -> str:
    if line := coming_line(change):
        # A name that begins the line stays as it is.
        return capital(line) if change.number == HANDS else line
    back = coming_line(change.reversed)
    return gettext("Undone: %(what)s", what=back) if back else ""


def _facts(changes: Sequence[Change]) -> Facts:
    facts: Facts = {}
    for change in changes:
        for item in differences(change):
            if is_shown(change, item):
                facts.setdefault((item.field, item.seat), []).append(item)
    return facts


def _value(seen: list[Difference], players: Players) -> tuple[str, str]:
    """The last value in words, with the earlier ones."""
    values = (seen[0].before, *(item.after for item in seen))
    texts = [value_text(seen[0], value, players) for value in values]
    others = [text for text in dict.fromkeys(texts) if text not in (DASH, texts[-1])]
    if texts[-1] != DASH or not others:
        # L10N: after a value that took the place of another: “Ann bid 2, changed from 1”.
        was = gettext("changed from %(value)s", value=and_list(others)) if others else ""
        return texts[-1], was
    # L10N: after a value that is no longer there: “Ann bid 2, taken back”.
    return others[-1], gettext("taken back")


def _labelled(seen: list[Difference], players: Players) -> Clause:
    value, was = _value(seen, players)
    return Clause(value_line(what_changed(seen[-1], players), value), was)


def _turned(seen: list[Difference], hand: Hand, players: Players) -> Clause:
    value, was = _value(seen, players)
    card, dealer = seen[-1].after or seen[-1].before, name_at(players, hand.dealer)
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
    """The players who made their bids."""
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
