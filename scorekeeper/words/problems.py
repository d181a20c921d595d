"""What to say of each problem: what is missing and what to do, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.language import gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.problems import Problem
from scorekeeper.words.names import and_list

PROBLEMS: dict[str, Any] = {
    "bid-range": _l("Bid of %(name)s: %(number)s is not between 0 and %(cards)s."),
    "bid-forbidden": _l(
        "%(name)s deals and may not bid %(number)s: the bids would add up to %(cards)s, "
        "the cards of this hand."
    ),
    "trump-missing": _l("Trump is missing: tap the card that was turned up."),
    "trump-named-none": _l("After a Wizard the dealer names one of the four suits."),
    "tricks-range": _l("Tricks of %(name)s: %(number)s is not between 0 and %(cards)s."),
    "negated-missing": _l("Who took the trick with the Spade 8? Tap a name, or Nobody."),
    "negated-empty": _l("%(name)s took the trick with the Spade 8, so their pile has at least 1."),
    "negated-unknown": _l("The Spade 8 trick goes to a player of this game, or to nobody."),
    "saves-often": _l(
        "This game was saved %(most)s times within an hour. Wait a while, then save again."
    ),
    "log-full": _l("This game was saved %(most)s times and can keep no more. Start a new one."),
    "hand-unknown": _l("There is no hand %(number)s to change in this game."),
    "hand-scored": _l("Hand %(number)s is scored already. Open it from the sheet to correct it."),
    "hand-unscored": _l("Hand %(number)s is not scored yet."),
    "game-over": _l("The game is over. Take back the end first."),
    "end-unknown": _l("The game can end now or after the hand in progress."),
    "dealer-missing": _l("Who deals? Tap a name."),
    "first-dealer-missing": _l("Who deals first? Tap “deals” beside a name, or draw for it."),
    "game-missing": _l("Which game? Tap one."),
    "name-empty": _l("Seat %(seat)s has no name: type one, or move the empty seat to the end."),
    "name-long": _l("%(name)s: a name has at most %(most)s characters."),
    "phone-name-long": _l("A name has at most %(most)s characters."),
    "name-double": _l("%(name)s is there twice: give one of them another name."),
    "sizes-none": _l("At least one hand must be played."),
    "sizes-fixed": _l("In this game every hand has the same size."),
    "sizes-long": _l("A game has at most %(most)s hands."),
    "clock-range": _l("The clock can be set from 1 to %(most)s minutes."),
    "shape-csrf": _l(
        "This page was open too long, or cookies are off. What you entered is here: save again."
    ),
    "shape-number": _l("%(field)s: a whole number is needed."),
    "shape-choice": _l("%(field)s: choose one of those shown."),
    "shape-doubled": _l("%(field)s was sent twice with different values."),
    "shape-tap": _l("This page could not number what you tapped: reload it and tap again."),
    "shape-sizes": _l("Hand sizes: type numbers with commas between, such as 1, 3, 5."),
}


def _tricks_over(values: Mapping[str, int]) -> str:
    add_up = gettext("Tricks add up to %(sum)s, this hand has %(cards)s", **values)
    return add_up + ngettext(": %(num)s too many.", ": %(num)s too many.", values["number"])


def _tricks_under(values: Mapping[str, int]) -> str:
    add_up = gettext("Tricks add up to %(sum)s, this hand has %(cards)s", **values)
    return add_up + ngettext(": %(num)s is missing.", ": %(num)s are missing.", values["number"])


def _names_few(values: Mapping[str, int]) -> str:
    return ngettext(
        "This game needs at least %(least)s players: %(num)s name is given.",
        "This game needs at least %(least)s players: %(num)s names are given.",
        values["number"],
        least=values["least"],
    )


def _names_many(values: Mapping[str, int]) -> str:
    return gettext(
        "This game is for at most %(most)s players: %(number)s names are given.", **values
    )


def _sizes_range(values: Mapping[str, int]) -> str:
    if values["number"] < 1:
        return gettext("A hand has at least 1 card.")
    return gettext(
        "%(number)s cards for %(players)s players do not come out of %(deck)s: at most %(most)s.",
        **values,
    )


COUNTED: dict[str, Callable[[Mapping[str, int]], str]] = {
    "tricks-over": _tricks_over,
    "tricks-under": _tricks_under,
    "names-few": _names_few,
    "names-many": _names_many,
    "sizes-range": _sizes_range,
}


def sentence(problem: Problem, players: tuple[str, ...]) -> str:
    """What to say of a problem, naming the player it is about."""
    if problem.code in COUNTED:
        return COUNTED[problem.code](problem.values)
    values: dict[str, Any] = dict(problem.values)
    if problem.seat is not None:
        values |= {"seat": problem.seat + 1, "name": players[problem.seat]}
    return str(PROBLEMS[problem.code] % values) if values else str(PROBLEMS[problem.code])


def sentences(problems: Iterable[Problem], players: tuple[str, ...]) -> list[str]:
    """A sentence for each problem; what is missing of several players in one."""
    missing: dict[str, list[str]] = {}
    others = []
    for problem in problems:
        if problem.code in MISSING and problem.seat is not None:
            missing.setdefault(problem.code, []).append(players[problem.seat])
        else:
            others.append(sentence(problem, players))
    return [MISSING[code](and_list(names), len(names)) for code, names in missing.items()] + others


MISSING: dict[str, Callable[[str, int], str]] = {
    "bid-missing": lambda names, count: ngettext(
        "The bid of %(names)s is missing.",
        "The bids of %(names)s are missing.",
        count,
        names=names,
    ),
    "tricks-missing": lambda names, _count: gettext(
        "The tricks of %(names)s are missing.", names=names
    ),
}
