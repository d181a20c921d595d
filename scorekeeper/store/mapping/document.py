"""A game as one JSON document: the same in the database and in our files (docs/json.md).

The classes below are the format: the names, types and limits of all fields. Documents live as long
as their games, so a field added later needs a default, and no name may change.

The rules of a game are written once, when it starts, so an old evening never changes when a later
program or the table changes a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, convert, to_builtins
from msgspec.json import Decoder, Encoder
from sqlalchemy import Row

from scorekeeper.rules import figures
from scorekeeper.rules.attendance import LONGEST_CLOCK, LONGEST_NAME, MOST_TO_START
from scorekeeper.rules.game import (
    LISTED_NOTE,
    LONGEST_NOTE,
    NOBODY,
    Bonus,
    Cloud,
    Game,
    GameNote,
    Hand,
    Played,
    resized,
)
from scorekeeper.rules.hand import LONGEST_REASON, MOST_POINTS
from scorekeeper.rules.incoming import Stated
from scorekeeper.rules.people import folded
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.variants.model import (
    DECKS,
    FRENCH,
    LARGEST_HAND,
    LONGEST_GAME,
    LONGEST_NOTATION,
    LONGEST_RULES,
    SWITCHES,
    BidRule,
    Bids,
    Criterion,
    Extra,
    ExtraKey,
    Score,
    Settings,
    Sizes,
    Terms,
    Tie,
    Trump,
    TrumpRule,
    Turned,
    Variant,
    When,
)
from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS
from scorekeeper.store.mapping.stored import BROKEN

VERSION = 1
NEWER = 2
"""The version of rules with more than the first four terms, or with hands without trump. Older
programs do not know them, and say so."""
TERMS = 4
CACHED_RULES = 500
"""Rules that a process caches as values; most games have one of a few."""
_compact = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class UnknownRulesError(ValueError):
    """A game has rules that this program does not know."""


@lru_cache(CACHED_RULES)
def rules_to_json(game: Variant) -> str:
    """The rules of a game as JSON."""
    score = game.score
    data: dict[str, Any] = {
        "v": VERSION,
        "players": [game.min_players, game.max_players],
        "deck": game.deck,
        "sizes": [game.hands.first, game.hands.last, game.hands.step, game.hands.back],
        "listed": game.hands.listed,
        "turned": game.trump.turned,
        "rotation": game.trump.rotation,
        "written": game.trump.written,
        "bids": [game.bids.rule.notation(), game.bids.choice],
        "made": _terms(score.made),
        "missed": _terms(score.missed),
        "kept": _terms(game.miss_terms),
        "zero": [_terms(score.zero_made), _terms(score.zero_missed)],
        "near": _terms(score.near),
        "dummies": game.dummies,
        "negating": game.negating,
        "target": game.target,
        "ties": game.ties,
        "own": game.is_custom,
        "extras": [_extra(extra) for extra in game.extras],
        "voids": game.voids,
        "ghost": game.ghost,
        "name": game.name,
    }
    if game.trump.without:
        data["without"] = game.trump.without
    sums = [data["made"], data["missed"], *filter(None, [data["near"], *data["zero"]])]
    if game.trump.without or max(map(len, sums)) > TERMS:
        data["v"] = NEWER
    return _compact(data)


@lru_cache(CACHED_RULES)
def rules_from_json(key: str, text: str) -> Variant:
    """The game with this key and the rules that :func:`rules_to_json` wrote.

    Raises UnknownRulesError for another game or a newer version.
    """
    data = json.loads(text)
    if key not in VARIANTS or data["v"] not in (VERSION, NEWER):
        raise UnknownRulesError(f"no game {key!r} with rules of version {data['v']!r} is known")
    least, most = data["players"]
    rule, choice = data["bids"]
    first, last, step, back = data["sizes"]
    ties = data["ties"]
    return Variant(
        key=key,
        min_players=least,
        max_players=most,
        deck=data["deck"],
        score=_score_from(data["made"], data["missed"], *data["zero"], data.get("near")),
        miss_terms=Terms(*data["kept"]) if data["kept"] else None,
        hands=Sizes(first, last, step, back, tuple(data.get("listed", ()))),
        trump=TrumpRule(
            tuple(map(Turned, data["turned"])),
            tuple(map(Trump, data["rotation"])),
            data.get("written", True),
            tuple(data.get("without", ())),
        ),
        bids=Bids(BidRule.parse(rule), choice),
        dummies=data["dummies"],
        negating=data["negating"],
        target=data["target"],
        ties=Tie(ties) if isinstance(ties, str) else tuple(map(Criterion, ties)),
        is_custom=data["own"],
        extras=tuple(_extra_from(*extra) for extra in data.get("extras", ())),
        voids=data.get("voids", False),
        ghost=data.get("ghost", False),
        name=data.get("name", ""),
    )


def rules_or_none(key: str, text: str) -> Variant | None:
    """The same; None for a row that makes no sense."""
    try:
        return rules_from_json(key, text)
    except BROKEN:
        return None


def rules_in(key: str, data: object) -> Variant:
    """The game with this key and rules from a file. Raises UnknownRulesError, and ValueError,
    TypeError, LookupError or AttributeError for anything that are no rules."""
    text = _compact(data)
    if not isinstance(data, dict) or len(text) > LONGEST_RULES:
        raise ValueError("these are no rules")
    return rules_from_json(key, text)


def _score_from(*terms: list[int] | None) -> Score:
    made, missed, *others = (Terms(*numbers) if numbers else None for numbers in terms)
    return Score(made or Terms(), missed or Terms(), *others)


def _extra(extra: Extra) -> list[object]:
    score, numbers = extra.score, []
    if score:
        terms = (score.made, score.missed, score.zero_made, score.zero_missed, score.near)
        numbers = list(map(_terms, terms))
    return [extra.key, extra.points, extra.most, extra.when, extra.shared, numbers]


def _extra_from(
    key: str, points: int, most: int, when: str, shared: bool, terms: list[list[int] | None]
) -> Extra:
    score = _score_from(*terms) if terms else None
    return Extra(ExtraKey(key), points, most, When(when), shared=shared, score=score)


def _terms(terms: Terms | None) -> list[int | None] | None:
    if terms is None:
        return None
    numbers = terms.fixed, terms.per_trick, terms.per_miss, terms.per_card
    more = terms.per_square, terms.per_bid, terms.per_over
    return [*numbers] if more == (0, 0, None) else [*numbers, *more]


Value = TypeVar("Value")
MOST = 1_000_000
"""The largest number. Ranges are checked elsewhere; this limit keeps all arithmetic small."""
TOLD = "told"


def told(**limits: Any) -> Meta:
    """Limits for the schema of files. They are checked elsewhere, which can say more about a
    fault: rules/incoming.py."""
    return Meta(extra_json_schema={TOLD: limits})


Whole = Annotated[int, Meta(ge=-MOST, le=MOST)]
Natural = Annotated[Whole, told(minimum=0)]
Seat = Annotated[Whole, told(minimum=0, maximum=MOST_PLAYERS - 1)]
Cards = Annotated[Whole, told(minimum=1, maximum=LARGEST_HAND)]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=MOST_PLAYERS)]
Numbers = Annotated[tuple[Natural | None, ...], Meta(max_length=MOST_PLAYERS)]
Notation = Annotated[str, Meta(max_length=LONGEST_NOTATION)]
Name = Annotated[str, told(minLength=1, maxLength=LONGEST_NAME)]
Time = Annotated[str, told(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$")]
TIME = "%Y-%m-%dT%H:%M:%S.%fZ"
UID = re.compile(r"^[A-Za-z0-9_-]{1,64}$(?!\n)")
Uid = Annotated[str, Meta(pattern=UID.pattern)]


class Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An object of a document. Fields with their default are left out, and there are no others."""


class PlayerPart(Part, frozen=True):
    """The player of a seat. ``person`` is a different name of the same person in the book."""

    name: Name
    person: Annotated[str, told(maxLength=LONGEST_NAME)] = ""
    start: Annotated[Whole, told(minimum=-MOST_TO_START, maximum=MOST_TO_START)] = 0
    away: bool = False


class CloudPart(Part, frozen=True):
    """A changed bid."""

    seat: Seat
    step: Annotated[Whole, told(minimum=-1, maximum=1)]


class BonusPart(Part, frozen=True):
    """An extra, or extra points."""

    seat: Seat
    key: str
    amount: Annotated[Whole, told(minimum=-MOST_POINTS, maximum=MOST_POINTS)]
    partner: Whole = NOBODY
    reason: Annotated[str, told(maxLength=LONGEST_REASON)] = ""


class MarkPart(Part, frozen=True):
    """A discrepancy: the points of a seat on another sheet, in hand 0 the final total."""

    hand: Natural
    seat: Seat
    said: Whole


class HandPart(Part, frozen=True, kw_only=True):
    """A hand; all documents say whether it is ``scored``, but a file need not. A hand that was
    ``skipped`` is scored and has no entries; one that was ``added`` was put in later."""

    number: Natural
    cards: Cards
    dealer: Seat
    bid_rule: Notation
    turned: Turned | None
    trump: Trump | None
    bids: Numbers
    tricks: Numbers
    negated: Whole | UnsetType = UNSET
    void: Natural = 0
    cloud: CloudPart | UnsetType = UNSET
    bonuses: tuple[BonusPart, ...] = ()
    out: Seats = ()
    scored: bool | UnsetType = UNSET
    skipped: bool = False
    added: bool = False


class Document(Part, frozen=True, kw_only=True):
    """A game. Only in a file it has ``id``, the two times, and ``person`` in its players; in the
    database, these are columns. ``recorded`` is when it began here, if somebody said later when it
    was played: then ``started`` is that, in the database too."""

    id: Uid | UnsetType = UNSET
    started: Time | UnsetType = UNSET
    changed: Time | UnsetType = UNSET
    recorded: Time | UnsetType = UNSET
    title: Annotated[str, told(minLength=1, maxLength=LONGEST_NOTE["title"])] | UnsetType = UNSET
    place: Annotated[str, told(minLength=1, maxLength=LONGEST_NOTE["place"])] | UnsetType = UNSET
    note: Annotated[str, told(minLength=1, maxLength=LONGEST_NOTE["note"])] | UnsetType = UNSET
    game: Annotated[str, told(enum=[*VARIANTS])]
    rules: Raw
    deck: Annotated[str, told(enum=[*DECKS])] = FRENCH.key
    players: Annotated[tuple[PlayerPart, ...], Meta(max_length=MOST_PLAYERS)]
    order: Seats = ()
    first_dealer: Seat
    bid_rule: Notation
    sizes: Annotated[tuple[Cards, ...], Meta(max_length=LONGEST_GAME)]
    clock: Annotated[Whole, told(minimum=1, maximum=LONGEST_CLOCK)] | UnsetType = UNSET
    ends_after: Natural | UnsetType = UNSET
    specials: bool = False
    hands: tuple[HandPart, ...]
    marks: tuple[MarkPart, ...] = ()


class Kept(Document, frozen=True, kw_only=True):
    """A game in the database, which no file copies whole: ``ids`` of its hands, unless they are
    their numbers, and how many are ``gone`` (rules/game.py)."""

    ids: tuple[int, ...] = ()
    gone: int = 0


_encode, _decode = Encoder().encode, Decoder(Kept).decode
_decode_any = Decoder().decode
NO_HANDS = '"hands":[]'
"""What the document of a game without hands has, and no other: within a text, each quotation mark
has a backslash."""


def to_json(game: Game, marks: Iterable[Stated] = ()) -> str:
    """The document of a game for the database. Raises ValueError if :func:`from_json` would not
    read it: such a document is never written."""
    written = _encode(_kept(game, marks))
    _decode(written)
    return written.decode()


def from_json(text: str) -> tuple[Game, tuple[Stated, ...]]:
    """The game of a document, and the points on another sheet. Raises one of BROKEN if it makes no
    game."""
    found = _decode(text)
    rules = rules_from_json(found.game, bytes(found.rules).decode())
    game, ids = game_in(found, rules), found.ids
    if ids:
        both = zip(game.hands, ids, strict=True)
        game = replace(game, hands=tuple(replace(hand, id=number) for hand, number in both))
    return replace(game, gone=found.gone) if found.gone else game, marks_in(found)


def _kept(game: Game, marks: Iterable[Stated]) -> Kept:
    ids = tuple([hand.id or hand.number for hand in game.hands])
    is_usual = ids == tuple(range(1, len(ids) + 1))
    return Kept(**_fields(game, marks), ids=() if is_usual else ids, gone=game.gone)


def hand_values(hand: Hand) -> dict[str, Any]:
    """The fields of a hand in a document, without its id."""
    values: dict[str, Any] = to_builtins(_hand_part(hand))
    return values


def with_hand_values(hand_id: int, values: dict[str, Any]) -> Hand:
    """The hand of this id with these fields. Raises ValueError."""
    return replace(_hand_in(convert(values, HandPart)), id=hand_id)


def game_values(game: Game, marks: Iterable[Stated]) -> dict[str, Any]:
    """The fields of a document, without its hands."""
    values: dict[str, Any] = _decode_any(_encode(_kept(replace(game, hands=()), marks)))
    return values


def with_game_values(game: Game, values: dict[str, Any]) -> tuple[Game, tuple[Stated, ...]]:
    """The game with these fields in place of its own, and its hands for as many seats; and the
    points on another sheet. Raises ValueError."""
    found = _decode(_encode(values))
    now, seats = game_in(found, game.variant), len(found.players)
    is_same = seats == len(game.players)
    hands = game.hands if is_same else tuple(resized(hand, seats) for hand in game.hands)
    return replace(now, hands=hands, gone=found.gone), marks_in(found)


def file_json(
    game: Game, marks: Iterable[Stated], people: tuple[str, ...], head: tuple[str, str, str]
) -> str:
    """The document of a game in a file: with its people, and with its ``head`` of the stable id and
    the two times."""
    return _encode(Document(**_fields(game, marks, people, head))).decode()


def _fields(
    game: Game,
    marks: Iterable[Stated] = (),
    people: tuple[str, ...] = (),
    head: tuple[str | UnsetType, ...] = (UNSET, UNSET, UNSET),
) -> dict[str, Any]:
    uid, started, changed = head
    at, recorded = map(time_text, game.about.played) if game.about.played else (UNSET, UNSET)
    agreed, none = game.settings, (0,) * len(game.players)
    named = people or ("",) * len(game.players)
    away = {*game.away}
    seated = zip(game.players, named, game.starts or none, strict=True)
    return {
        "id": uid,
        "started": started if at is UNSET else at,
        "changed": changed,
        "recorded": recorded,
        **game.about.texts,
        "game": game.variant.key,
        "rules": _rules(game.variant),
        "deck": game.deck.key,
        "players": tuple(PlayerPart(*one, seat in away) for seat, one in enumerate(seated)),
        "order": game.order,
        "first_dealer": game.first_dealer,
        "bid_rule": agreed.bid_rule.notation(),
        "sizes": agreed.sizes,
        "clock": _set(agreed.clock),
        "ends_after": _set(agreed.ends_after),
        **{name: getattr(agreed, name) for name in SWITCHES},
        "hands": tuple(map(_hand_part, game.hands)),
        "marks": tuple(MarkPart(*mark) for mark in marks),
    }


def game_in(found: Document, rules: Variant) -> Game:
    """The game of a document, whose rules were read separately."""
    starts = tuple([one.start for one in found.players])
    return Game(
        variant=rules,
        players=tuple([one.name for one in found.players]),
        first_dealer=found.first_dealer,
        settings=Settings(
            BidRule.parse(found.bid_rule),
            found.sizes,
            known(found.clock),
            known(found.ends_after),
            **{name: getattr(found, name) for name in SWITCHES},
        ),
        hands=tuple(map(_hand_in, found.hands)),
        starts=starts if any(starts) else (),
        away=tuple([seat for seat, one in enumerate(found.players) if one.away]),
        order=found.order,
        about=GameNote(
            *(known(getattr(found, name)) for name in LONGEST_NOTE), played=_played(found)
        ),
        deck=DECKS[found.deck],
    )


def marks_in(found: Document) -> tuple[Stated, ...]:
    """The points on another sheet: hand, seat, points."""
    return tuple((one.hand, one.seat, one.said) for one in found.marks)


def known(value: Value | UnsetType) -> Value | None:
    """The value of a field; None if the document has none."""
    return None if value is UNSET else value


def _set(value: Value | None) -> Value | UnsetType:
    return UNSET if value is None else value


def time_text(moment: datetime) -> str:
    """A time in UTC: ``2026-11-20T19:30:00.000000Z``."""
    return moment.strftime(TIME)


def _played(found: Document) -> Played | None:
    if isinstance(found.started, str) and isinstance(found.recorded, str):
        return Played(*map(datetime.fromisoformat, (found.started, found.recorded)))
    return None


def _hand_part(hand: Hand) -> HandPart:
    bonuses = sorted(hand.bonuses, key=lambda one: (one.seat, one.key, one.partner))
    return HandPart(
        number=hand.number,
        cards=hand.cards,
        dealer=hand.dealer,
        bid_rule=hand.bid_rule.notation(),
        turned=hand.turned,
        trump=hand.trump,
        bids=hand.bids,
        tricks=hand.tricks,
        negated=_set(hand.negated),
        void=hand.void,
        cloud=CloudPart(*hand.cloud) if hand.cloud else UNSET,
        bonuses=tuple(BonusPart(*one) for one in bonuses),
        out=hand.out,
        scored=hand.scored,
        skipped=hand.skipped,
        added=hand.added,
    )


def _hand_in(part: HandPart) -> Hand:
    cloud = part.cloud
    return Hand(
        number=part.number,
        cards=part.cards,
        dealer=part.dealer,
        bid_rule=BidRule.parse(part.bid_rule),
        bids=part.bids,
        tricks=part.tricks,
        turned=part.turned,
        trump=part.trump,
        negated=known(part.negated),
        scored=part.scored is True,
        skipped=part.skipped,
        added=part.added,
        void=part.void,
        cloud=Cloud(cloud.seat, cloud.step) if cloud else None,
        bonuses=tuple(
            Bonus(one.seat, one.key, one.amount, one.partner, one.reason) for one in part.bonuses
        ),
        out=part.out,
        id=part.number,
    )


@lru_cache(CACHED_RULES)
def _rules(variant: Variant) -> Raw:
    return Raw(rules_to_json(variant).encode())


AnyRow = Row[Any]
texts_of = attrgetter(*LISTED_NOTE)


def check_seats(row: AnyRow, players: Sequence[AnyRow]) -> None:
    """Raise ValueError unless there is a player at every seat for which the game's row has a total;
    one that an older program saved last has none."""
    seats = len(players) if row.totals is None else row.totals.count(",") + 1
    if [player.seat for player in players] != list(range(seats)):
        raise ValueError(players)


def away_from(players: Iterable[AnyRow]) -> tuple[int, ...]:
    """The seats that left, from the players by seat."""
    return tuple(player.seat for player in players if player.away)


def player_values(game: Game) -> list[dict[str, Any]]:
    """The columns of a game's players, by seat."""
    starts = game.starts or (0,) * len(game.players)
    return [
        {"seat": seat, "name": name, "start": starts[seat], "away": seat in game.away}
        for seat, name in enumerate(game.players)
    ]


def settings_from(row: AnyRow) -> Settings:
    """The house rules in a game's row."""
    return Settings(
        bid_rule=BidRule.parse(row.bid_rule),
        sizes=tuple(int(size) for size in row.sizes.split(",") if size),
        clock=row.clock,
        ends_after=row.ends_after,
        specials=row.specials,
    )


def settings_values(settings: Settings) -> dict[str, Any]:
    """The columns of a game that contain its house rules."""
    return {
        "bid_rule": settings.bid_rule.notation(),
        "sizes": ",".join(map(str, settings.sizes)),
        "clock": settings.clock,
        "ends_after": settings.ends_after,
        "specials": settings.specials,
    }


def about_values(about: GameNote) -> dict[str, Any]:
    """The columns of a game with the texts that lists show, and all its words folded for the
    search."""
    words = " ".join(about.texts.values())
    texts = dict(zip(LISTED_NOTE, texts_of(about), strict=True))
    return {**texts, "sought": folded(words) if words else None}


def standing_values(sheet: Sheet) -> dict[str, Any]:
    """The columns of a game that repeat its standing, so that lists need not read hands.

    There are no places while no hand has counted.
    """
    return {
        "running": sheet.result is None,
        "played": sheet.done,
        "totals": ",".join(map(str, sheet.totals)),
        "positions": ",".join(map(str, sheet.positions)) if sheet.counting else "",
        "made": ",".join(_made(sheet)),
    }


PLAIN = {field.name for field in fields(figures.Played)} - {"best", "worst", "sizes", "turns"}


def figure_values(game: Game, sheet: Sheet) -> list[dict[str, Any]]:
    """The columns of the figures of a finished game, by seat; [] while it is running."""
    return [_figures(one) for one in figures.played(game, sheet)]


def _figures(one: figures.Played) -> dict[str, Any]:
    values = {name: getattr(one, name) for name in PLAIN}
    for name, peak in (("best", one.best), ("worst", one.worst)):
        values |= {name: peak.points, f"{name}_hand": peak.hand}
    values["sizes"] = [[cards, *hands] for cards, hands in one.sizes]
    values["turns"] = [[turn, *hands] for turn, hands in one.turns]
    return values


def played_from(row: AnyRow) -> figures.Played:
    """A player's figures from their columns."""
    return figures.Played(
        **{name: getattr(row, name) for name in PLAIN},
        best=figures.Peak(row.best, row.best_hand),
        worst=figures.Peak(row.worst, row.worst_hand),
        sizes=tuple((cards, figures.Hands(*hands)) for cards, *hands in row.sizes),
        turns=tuple((figures.Turn(turn), figures.Hands(*hands)) for turn, *hands in row.turns),
    )


def _made(sheet: Sheet) -> Iterator[str]:
    """For each seat, the bids made and all bids."""
    for seat, _ in enumerate(sheet.totals):
        cells = [row.cells[seat] for row in sheet.counting]
        bids = [cell.made for cell in cells if not cell.out]
        yield f"{sum(bids)}/{len(bids)}"
