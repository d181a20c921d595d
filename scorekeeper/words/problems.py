"""A sentence for each problem, with its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import sum_problem
from scorekeeper.rules.incoming import (
    Discrepancy,
    Incoming,
    Kind,
    Question,
    UnreadableError,
    WrongCell,
)
from scorekeeper.rules.problems import Code, Problem, ProblemCode
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.variants.variants import points_of
from scorekeeper.words.language import filled, gettext, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import (
    and_list,
    eight_name,
    name_at,
    plain,
    points_lines,
    signed,
    value_line,
)
from scorekeeper.words.refusals import COUNTED, EVENT_COUNTED, EVENT_PROBLEMS, FILES, PROBLEMS
from scorekeeper.words.rules import FORBIDDEN

FORBIDDEN_BIDS: dict[ProblemCode, Any] = {code: line for code, (_, line) in FORBIDDEN.items()}
SENTENCES = PROBLEMS | FILES | FORBIDDEN_BIDS | EVENT_PROBLEMS
DECIDES = COUNTED | EVENT_COUNTED
OF_SEVERAL = (Code.BID_MISSING, Code.TRICKS_MISSING)
"""Problems with one sentence for all players who have them."""


def sentence(problem: Problem, players: tuple[str, ...]) -> str:
    """The problem and its remedy, with the name of the player concerned."""
    values: dict[str, Any] = dict(problem.values)
    if problem.seat is not None:
        name = name_at(players, problem.seat)
        values |= {"seat": problem.seat + 1, "name": name}
        if problem.code in OF_SEVERAL:
            values |= {"names": name, "count": 1}
    if problem.suit:
        values["card"] = eight_name(problem.suit)
    return sentence_of(problem.code, values)


def sentence_of(code: ProblemCode, values: Mapping[str, Any]) -> str:
    text = SENTENCES[code]
    if callable(text):
        return str(text(values[DECIDES.get(code, "most")], **values))
    return filled(str(text), values)


def sentences(problems: Iterable[Problem], players: tuple[str, ...]) -> list[str]:
    """A sentence for each problem; values missing for several players share one."""
    missing: dict[ProblemCode, list[str]] = {}
    others = []
    for problem in problems:
        if problem.code in OF_SEVERAL and problem.seat is not None:
            missing.setdefault(problem.code, []).append(name_at(players, problem.seat))
        else:
            others.append(sentence(problem, players))
    return [
        sentence_of(code, {"names": and_list(names), "count": len(names)})
        for code, names in missing.items()
    ] + others


TABLES = {
    # L10N: the table of letters with which a file was written.
    "cp1252": _l("Western European (Windows)"),
    "cp1250": _l("Central European (Windows)"),
    "mac-roman": _l("Western European (Mac)"),
}


def table_name(table: str) -> str:
    return str(TABLES[table])


KINDS = {
    # L10N: what the two columns of each player on a score sheet contain, in this order.
    Kind.BID_TRICKS: _l("Bid, then tricks"),
    # L10N: what the two columns of each player on a score sheet contain, in this order.
    Kind.TRICKS_BID: _l("Tricks, then bid"),
    # L10N: what the two columns of each player on a score sheet contain, in this order.
    Kind.TOTAL_BID: _l("Total, then bid"),
    # L10N: what the two columns of each player on a score sheet contain, in this order.
    Kind.BID_TOTAL: _l("Bid, then total"),
    # L10N: what the two columns of each player on a score sheet contain, in this order.
    Kind.POINTS_BID: _l("Points of the hand, then bid"),
    # L10N: what the two columns of each player on a score sheet contain, in this order.
    Kind.BID_POINTS: _l("Bid, then points of the hand"),
}


def way_line(players: tuple[str, ...], question: Question, way: Sequence[int | None]) -> str:
    """``Anna took 3, David took 1``: what is not sure of a way in which a hand can have gone."""
    return ", ".join(
        gettext("%(name)s took %(number)s", name=name, number=took)
        for name, took, sure in zip(players, way, question.sure, strict=True)
        if took is not None and sure is None
    )


def sure_line(players: tuple[str, ...], question: Question) -> str:
    """The tricks of a hand that are certain; "" if none is."""
    sure = [
        gettext("%(name)s took %(number)s", name=name, number=took)
        for name, took in zip(players, question.sure, strict=True)
        if took is not None
    ]
    # L10N: %(list)s is like "Anna took 3, David took 1".
    return gettext("Certain: %(list)s.", list=", ".join(sure)) if sure else ""


def wrong_line(players: tuple[str, ...], cell: WrongCell) -> str:
    """The sentence about a total that cannot be right."""
    values = {
        "name": players[cell.seat],
        "bid": cell.bid,
        "before": plain(cell.before),
        "after": plain(cell.after),
        "points": signed(cell.after - cell.before),
    }
    return gettext(
        "%(name)s: the total goes from %(before)s to %(after)s. With a bid of %(bid)s, no number "
        "of tricks gives %(points)s.",
        **values,
    )


def winner_warning(incoming: Incoming, sheet: Sheet) -> str:
    """The warning that somebody else won on the other sheet; "" if nobody did."""
    stated = {one.seat: one.stated for one in incoming.discrepancies if one.hand == 0}
    totals = [stated.get(seat, total) for seat, total in enumerate(sheet.totals)]
    best = max(totals)
    theirs = tuple(seat for seat, total in enumerate(totals) if total == best)
    winners = sheet.result.winners if sheet.result else ()
    if not stated or not winners or {*theirs} & {*winners}:
        return ""
    players = incoming.game.players
    return gettext(
        "The sheet says that %(theirs)s won with %(best)s. By the rules below, %(ours)s won with "
        "%(counted)s. Check before you import.",
        theirs=and_list([players[seat] for seat in theirs]),
        best=plain(best),
        ours=and_list([players[seat] for seat in winners]),
        counted=plain(sheet.totals[winners[0]]),
    )


def house_lines(incoming: Incoming) -> list[str]:
    """The sentences about the numbers that the table changed, as its points show."""
    base, score = incoming.found.base, incoming.found.score
    return points_lines(score, points_of(base.score).score) if base and score else []


def kind_line(kind: Kind) -> str:
    """What the columns of a sheet mean."""
    return str(KINDS[kind])


def unreadable_line(problem: UnreadableError) -> str:
    """The reason why a file cannot be read, with the place: ``Line 3, column 17, hands[0].bids:
    …``."""
    what = sentence(problem.problem, problem.players)
    places = []
    if problem.line is not None:
        # L10N: a place in a file.
        places.append(gettext("Line %(line)s", line=problem.line))
        if problem.column is not None:
            # L10N: follows “Line 3, ”.
            places.append(gettext("column %(column)s", column=problem.column))
    places += [problem.thing] if problem.thing else []
    return value_line(", ".join(places), what) if places else what


def imported_line(added: int, known: int) -> str:
    """The outcome of an import: ``3 games added. 2 games were there already.``"""
    message = [ngettext("%(num)s game added.", "%(num)s games added.", added)] if added else []
    if known:
        there = ngettext(
            "%(num)s game was already there.", "%(num)s games were already there.", known
        )
        message.append(there)
    return " ".join(message) or gettext("The file contains no games.")


def deleted_line(deleted: int) -> str:
    return ngettext(
        "%(num)s game was deleted from this book and stays deleted.",
        "%(num)s games were deleted from this book and stay deleted.",
        deleted,
    )


class Difference(NamedTuple):
    """A line of a table: ``Hand 3``, the player, the points on the other sheet and ours."""

    where: str
    name: str
    stated: int
    counted: int


def difference_lines(
    discrepancies: Iterable[Discrepancy], players: tuple[str, ...]
) -> list[Difference]:
    """A line for each discrepancy: hands, then totals."""
    by_hand = sorted(discrepancies, key=lambda item: (item.hand == 0, item.hand, item.seat))
    return [
        Difference(_where(item.hand), name_at(players, item.seat), item.stated, item.counted)
        for item in by_hand
    ]


def uneven_lines(game: Game) -> list[str]:
    """A sentence for each scored hand whose tricks do not add up."""
    found = [(hand, sum_problem(game, hand)) for hand in game.scored]
    return [
        value_line(_where(hand.number), sentence)
        for hand, problems in found
        for sentence in sentences(problems, game.players)
    ]


def _where(hand: int) -> str:
    # L10N: the total at the end, beside the hands of a game.
    return gettext("Hand %(number)s", number=hand) if hand else gettext("Total")
