"""A game of our own JSON, field by field."""

import re
from collections.abc import Iterator

from scorekeeper.exchange.record import Record, wrong
from scorekeeper.fields import tidy_name
from scorekeeper.rules.game import LONGEST_NOTE, NOBODY, Bonus, Cloud, Game, GameNote, Hand
from scorekeeper.rules.incoming.incoming import Incoming, discrepancies_in
from scorekeeper.rules.incoming.validation import MOST_HANDS, check_game
from scorekeeper.rules.problems import Code
from scorekeeper.rules.setup import LONGEST_NAME
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.cards import DECKS, FRENCH, Deck, Trump, Turned
from scorekeeper.rules.variants.house import LONGEST_NOTATION, BidRule, Settings
from scorekeeper.rules.variants.model import LONGEST_GAME, Variant
from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS
from scorekeeper.store.mapping.rulebook import UnknownRulesError, rules_in

MOST_BONUSES, MOST_DISCREPANCIES = 200, 1000
UID = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")


def incoming_from(data: Record) -> Incoming:
    """The game in an object of the list. Raises UnreadableError, with a place within that
    object."""
    uid = data.text("id")
    if not UID.match(uid):
        raise wrong("id")
    started, changed = data.time("started"), data.time("changed")
    game, people = _game(data)
    theirs = list(_discrepancies(data))
    data.done()
    check_game(game)
    discrepancies = discrepancies_in(score_sheet(game), theirs)
    if len({item[:2] for item in theirs}) < len(theirs) or len(discrepancies) < len(theirs):
        raise wrong("marks")
    return Incoming(uid, game, started, changed, people, discrepancies)


def _discrepancies(data: Record) -> Iterator[tuple[int, int, int]]:
    """The points on another sheet, by hand and seat."""
    for one in data.records("marks", MOST_DISCREPANCIES) if data.has("marks") else ():
        yield one.whole("hand"), one.whole("seat"), one.whole("said")
        one.done()


def _game(data: Record) -> tuple[Game, tuple[str, ...]]:
    """The game, and the people in its seats whose names differ from those on the sheet."""
    about = GameNote(*(_note_text(data, name, most) for name, most in LONGEST_NOTE.items()))
    variant, deck = _variant(data), _deck(data)
    players = list(_players(data))
    order = data.wholes("order", MOST_PLAYERS) if data.has("order") else ()
    dealer = data.whole("first_dealer")
    settings = Settings(
        bid_rule=_bid_rule(data),
        sizes=data.wholes("sizes", LONGEST_GAME),
        clock=data.maybe_whole("clock"),
        ends_after=data.maybe_whole("ends_after"),
        specials=data.switch("specials"),
    )
    names, starts, gone, people = zip(*players, strict=True) if players else ((),) * 4
    game = Game(
        variant=variant,
        players=names,
        first_dealer=dealer,
        settings=settings,
        hands=tuple(map(_hand, data.records("hands", MOST_HANDS))),
        starts=starts if any(starts) else (),
        away=tuple(seat for seat, is_gone in enumerate(gone) if is_gone),
        order=order,
        about=about,
        deck=deck,
    )
    return game, people if any(people) else ()


def _note_text(data: Record, name: str, most: int) -> str | None:
    """A text of the game's note; None if there is none."""
    if not data.has(name):
        return None
    text = tidy_name(data.text(name), most)
    if not 1 <= len(text) <= most:
        raise wrong(name)
    return text


def _players(data: Record) -> Iterator[tuple[str, int, bool, str]]:
    for one in data.records("players", MOST_PLAYERS):
        name, person = one.tidied("name"), one.tidied("person", "")
        if len(person) > LONGEST_NAME:
            raise wrong(one.place("person"))
        yield name, one.whole("start", 0), one.switch("away"), person
        one.done()


def _variant(data: Record) -> Variant:
    key, rules = data.text("game"), data.any("rules")
    if key not in VARIANTS:
        raise wrong("game", Code.RULES_UNKNOWN)
    try:
        return rules_in(key, rules)
    except UnknownRulesError:
        raise wrong("rules", Code.RULES_UNKNOWN) from None
    except (ValueError, TypeError, LookupError, AttributeError):
        raise wrong("rules", Code.RULES_UNFIT) from None


def _deck(data: Record) -> Deck:
    deck = DECKS.get(data.text("deck")) if data.has("deck") else FRENCH
    if deck is None:
        raise wrong("deck")
    return deck


def _bid_rule(data: Record) -> BidRule:
    text = data.text("bid_rule")
    try:
        rule = BidRule.parse(text) if len(text) <= LONGEST_NOTATION else None
    except ValueError:
        rule = None
    if rule is None or rule.notation() != text:
        raise wrong(data.place("bid_rule"))
    return rule


def _hand(data: Record) -> Hand:
    hand = Hand(
        number=data.whole("number"),
        cards=data.whole("cards"),
        dealer=data.whole("dealer"),
        bid_rule=_bid_rule(data),
        turned=data.word("turned", Turned),
        trump=data.word("trump", Trump),
        bids=data.wholes("bids", MOST_PLAYERS, open_too=True),
        tricks=data.wholes("tricks", MOST_PLAYERS, open_too=True),
        negated=data.maybe_whole("negated"),
        void=data.whole("void", 0),
        cloud=_cloud(data),
        bonuses=tuple(_bonuses(data)),
        out=data.wholes("out", MOST_PLAYERS) if data.has("out") else (),
        scored=data.switch("scored"),
    )
    data.done()
    return hand


def _cloud(data: Record) -> Cloud | None:
    if not data.has("cloud"):
        return None
    cloud = Record(data.any("cloud"), data.place("cloud"))
    found = Cloud(cloud.whole("seat"), cloud.whole("step"))
    cloud.done()
    return found


def _bonuses(data: Record) -> Iterator[Bonus]:
    for one in data.records("bonuses", MOST_BONUSES) if data.has("bonuses") else ():
        partner = one.whole("partner", NOBODY)
        key, amount = one.text("key"), one.whole("amount")
        yield Bonus(one.whole("seat"), key, amount, partner, one.tidied("reason", ""))
        one.done()
