"""Correcting a scored hand, putting in a forgotten one, and the dealer of the hand in play."""

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.clash import clash_lines, hand_fields
from scorekeeper.board.extras_pads import chosen_extras, extras_pads
from scorekeeper.board.lines import hand_points
from scorekeeper.board.pads import low_grid
from scorekeeper.board.showing import show_refused
from scorekeeper.forms.correction import CorrectionForm, ForgottenForm
from scorekeeper.forms.hand import DealerForm
from scorekeeper.http.access import hand_in, only_keeps, writable_game
from scorekeeper.http.answers import (
    GAME_CHANGED,
    Refusal,
    redirect_to,
    refusals_by,
    save,
    save_hand,
    show,
    show_form,
)
from scorekeeper.language import gettext
from scorekeeper.rules.actions import change_dealer, correct_hand, hand_to_change
from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.extras import extras_of, without_unknown_cards
from scorekeeper.rules.game import TRICKS, Game, Hand
from scorekeeper.rules.hand_list import (
    cards_to_choose,
    insert_hand,
    likely_cards,
    skip_hand,
    with_room,
)
from scorekeeper.rules.merge import same_dealer, same_hand, shown_hand
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.scoring import scoring_problems, sum_problem, with_rest
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.cards import NAMED_AFTER
from scorekeeper.store.games.past import number_now
from scorekeeper.store.games.reading import discrepancies_of
from scorekeeper.store.games.saves import StaleError
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.words.done import corrected_line
from scorekeeper.words.problems import sentences

Points = tuple[int | None, ...]

bp = Blueprint("correct", __name__, url_prefix="/g/<key>/hands/<int:number>")


@bp.get("")
def page(key: str, number: int) -> Response:
    """A scored hand to correct, as it was entered."""
    seen = writable_game(key)
    hand = hand_in(seen.stored.game, number)
    if not hand.scored:
        return redirect_to(url_for("game.page", key=key))
    form = CorrectionForm()
    _fill(form, hand)
    uneven = sentences(sum_problem(seen.stored.game, hand), seen.stored.game.players)
    return _draw(form, hand, Refusal(200, seen, problems=tuple(uneven)))


@bp.get("/points")
def typed_points(key: str, number: int) -> Response:
    """Each player's points in a scored hand, before and after the correction, and its problems;
    saves nothing."""
    stored, form = writable_game(key).stored, CorrectionForm(formdata=request.args)
    hand = hand_in(stored.game, number_now(stored, form.revision.data, number) or 0)
    typed = _typed(form, stored.game, hand)
    points = _points(stored, hand, typed)
    message = sentences(scoring_problems(stored.game, typed), stored.game.players)
    return show("points.html", status=200, points=points, problems=message)


@bp.get("/dealer")
def dealer(key: str, number: int) -> Response:
    """The form for the dealer of the hand in play."""
    seen = writable_game(key)
    hand = hand_in(seen.stored.game, number)
    if hand.scored:
        return redirect_to(url_for("correct.page", key=key, number=number))
    return _draw_dealer(DealerForm(dealer=hand.dealer), hand, Refusal(200, seen))


def _redisplay(refused: Refusal, number: int) -> Response:
    """The form as it was typed, over the current hand."""
    if not number:
        return _gone(refused)
    form, hand = CorrectionForm(), hand_in(refused.seen.stored.game, number)
    if refused.stale is None:
        return _draw(form, hand, refused)
    if not hand.scored and request.endpoint == "correct.correct":
        unscored = Problem(Code.HAND_UNSCORED, values={"number": number})
        problems = tuple(sentences([unscored], refused.seen.stored.game.players))
    else:
        _fill(form, hand)
        problems = _clashes(form, hand, refused.stale)
    return _draw(form, hand, replace(refused, problems=problems))


def _dealer_again(refused: Refusal, number: int) -> Response:
    """The form as it was typed; a hand scored meanwhile is shown completely."""
    if not number:
        return _gone(refused)
    hand = hand_in(refused.seen.stored.game, number)
    if hand.scored:
        return _redisplay(refused, number)
    form = DealerForm()
    if refused.stale:
        refused = replace(refused, problems=_clashes(CorrectionForm(), hand, refused.stale))
    return _draw_dealer(form, hand, refused)


@bp.post("")
@refusals_by(_redisplay)
def correct(key: str, number: int) -> Response:
    """Save the corrected hand; all later totals follow."""
    form = CorrectionForm()

    def act(game: Game, number: int) -> Game:
        hand = hand_to_change(game, number)
        return correct_hand(game, number, form.correction(game, hand))

    saved = save_hand(key, form, number, act, same_hand)
    players = saved.after.game.players
    message = corrected_line(saved.change, players) if saved.change else gettext("Saved")
    return redirect_to(url_for("game.page", key=key, _anchor="sheet"), message)


@bp.get("/new")
def forgotten(key: str, number: int) -> Response:
    """The form for a forgotten hand that gets this number."""
    return _draw_forgotten(Refusal(200, writable_game(key)), number)


def _draw_forgotten(refused: Refusal, number: int) -> Response:
    game, form = refused.seen.stored.game, ForgottenForm(formdata=request.args)
    asked = request.values.get("cards", "")[:3]
    cards = int(asked) if asked.isascii() and asked.isdigit() else likely_cards(game, number)
    try:
        room = with_room(game, number, cards)
    except RefusedError as problem:
        if number not in range(1, len(game.scored) + 2):
            raise UnknownGameError(refused.seen.stored.key) from problem
        room = with_room(game, number, likely_cards(game, number))
    hand = room.hands[number - 1]
    if form.dealer.data is None:
        form.dealer.data = hand.dealer
    choices = cards_to_choose(game)
    mine, uneven = _typed(form, room, hand), []
    if refused.status == 200 and not mine.missing(TRICKS):
        uneven = sentences(sum_problem(room, mine), room.players)
    more = {"is_new": True, "choices": choices, "uneven": uneven}
    return _show(form, hand, refused, room, **more)


def _forgotten_again(refused: Refusal, number: int) -> Response:
    """The form as it was typed; in the place of a hand that somebody took out meanwhile."""
    asked = (request.view_args or {})["number"]
    last = len(refused.seen.stored.game.scored) + 1
    return _draw_forgotten(refused, number or min(asked, last))


@bp.post("/new")
@refusals_by(_forgotten_again)
def insert(key: str, number: int) -> Response:
    """Put a forgotten hand in; all later totals follow."""
    form = ForgottenForm()

    def action(game: Game) -> Game:
        cards = form.cards.data or likely_cards(game, number)
        room = with_room(game, number, cards)
        return insert_hand(game, number, cards, form.correction(room, room.hands[number - 1]))

    save(key, form, action, lambda _: False)
    message = gettext("Hand %(number)s put in", number=number)
    return redirect_to(url_for("game.page", key=key, _anchor="sheet"), message)


@bp.post("/dealer")
@refusals_by(_dealer_again)
def change(key: str, number: int) -> Response:
    """Let another seat deal the hand in play; the deal continues from there."""
    form = DealerForm()

    def act(game: Game, number: int) -> Game:
        return change_dealer(game, number, form.dealer.data)

    save_hand(key, form, number, act, same_dealer)
    return redirect_to(url_for("game.page", key=key), gettext("Saved"))


def _fill(form: CorrectionForm, hand: Hand) -> None:
    """Let the form show the hand's values in untouched fields."""
    for name, value in hand_fields(hand):
        if form[name].data is None:
            form[name].data = value


def _clashes(form: CorrectionForm, hand: Hand, stale: StaleError) -> tuple[str, ...]:
    base = shown_hand(stale.base, hand)
    return str(GAME_CHANGED), *clash_lines(stale, hand, _typed(form, stale.stored.game, hand), base)


def _typed(form: CorrectionForm, game: Game, hand: Hand) -> Hand:
    """The hand with the values of the form."""
    typed = form.correction(game, hand)
    dealer = typed.dealer
    if dealer is None or dealer not in game.seats:
        dealer = hand.dealer
    mine = replace(hand, dealer=dealer)
    if not hand.scored:
        return mine
    mine = replace(mine, bids=typed.bids, tricks=typed.tricks, negated=typed.negated, skipped=False)
    trump = typed.named if typed.turned in NAMED_AFTER else hand.trump
    mine = replace(mine, turned=typed.turned, trump=trump)
    extras = typed.extras or extras_of(hand)
    mine = replace(mine, void=extras.void or 0, cloud=extras.cloud, bonuses=extras.bonuses)
    mine = without_unknown_cards(mine)
    return with_rest(game, mine) if hand.skipped else mine


def _points(stored: StoredGame, hand: Hand, typed: Hand) -> list[Points]:
    """By seat: the points on the sheet, and those for the typed numbers."""
    seats = stored.game.seats
    return [tuple(hand_points(stored.game, one, seat) for one in (hand, typed)) for seat in seats]


def _theirs(stored: StoredGame, number: int) -> dict[int, int]:
    """By seat, the points of the hand on the imported sheet, if they differ."""
    discrepancies = discrepancies_of([stored]).get(stored.id, ())
    return {item.seat: item.stated for item in discrepancies if item.hand == number}


def _draw(form: CorrectionForm, hand: Hand, refused: Refusal) -> Response:
    seen = refused.seen
    lists = hand.scored and not only_keeps(seen)
    return _show(form, hand, refused, seen.stored.game, lists=lists)


def _gone(refused: Refusal) -> Response:
    """The reason, if somebody else took the hand out; there never was a hand 0."""
    if not (request.view_args or {})["number"]:
        raise UnknownGameError(0)
    return show_refused(refused)


def _show(
    form: CorrectionForm, hand: Hand, refused: Refusal, game: Game, **more: object
) -> Response:
    """The form for a whole hand of this game."""
    stored = refused.seen.stored
    mine, order = _typed(form, game, hand), bidding_order(game, hand)
    pads = extras_pads(game, mine, stored.shades, form.typed)
    seats = list(dict.fromkeys((*order, *game.seats)))
    return show_form(
        "correct.html",
        form,
        refused,
        game=game,
        hand=hand,
        grid=low_grid(hand.cards),
        order=order,
        pads=list(zip(seats, pads, strict=False)),
        table=pads[len(seats) :],
        chosen=chosen_extras(game, mine),
        open_seats=_open_seats(form, mine),
        points=_points(stored, hand, mine),
        theirs=_theirs(stored, hand.number),
        turns_trump=game.turns_trump(hand),
        mend_at=_place_of(refused.objections),
        **{"is_new": False, "lists": False, "choices": (), "uneven": ()} | more,
    )


def _place_of(problems: Sequence[Problem]) -> str:
    """The id of the fields to which the sentences lead; "" if they are about several places."""
    trump = (Code.TRUMP_MISSING, Code.TURNED_UNKNOWN, Code.TRUMP_NAMED_NONE)
    places = {
        "turned-up" if one.code in trump else "" if one.seat is None else f"numbers-{one.seat}"
        for one in (*problems[:1], *(one for one in problems if one.code in trump))
    }
    return places.pop() if len(places) == 1 else ""


def _open_seats(form: CorrectionForm, mine: Hand) -> set[int]:
    """The seats that have extras, or whose fields have a text that could not be read."""
    typed = {int(name[-1]) for name, text in form.typed.items() if text}
    return typed | {seat for one in mine.bonuses for seat in (one.seat, one.partner)}


def _draw_dealer(form: DealerForm, hand: Hand, refused: Refusal) -> Response:
    game, lists = refused.seen.stored.game, not only_keeps(refused.seen)
    skipped = score_sheet(skip_hand(game, hand.number)).hand
    return show_form(
        "dealer.html", form, refused, game=game, hand=hand, lists=lists, skipped=skipped
    )
