"""A hand: entering, correcting, inserting, skipping and deleting it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, g, make_response, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.board.ahead import now_text
from scorekeeper.board.board import View
from scorekeeper.board.page_parts import show_board, show_refused, show_saved
from scorekeeper.board.panels import (
    PANELS,
    chosen_extras,
    clash_lines,
    clash_of,
    extras_pads,
    hand_fields,
    hand_points,
    low_grid,
)
from scorekeeper.forms.game import SCORES, HandForm, ListForm
from scorekeeper.http.access import OfDeskError, hand_in, only_keeps, writable_game
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
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.actions import (
    asks_for_cards,
    cards_to_choose,
    deal_again,
    delete_hand,
    is_next_in_plan,
    likely_cards,
    plans_of,
    skip_hand,
    with_room,
)
from scorekeeper.rules.entry import CARDS, CORRECTION, DEALER, EXTRAS, SIGN, WHOLE, Entry
from scorekeeper.rules.game import TRICKS, Game, Hand
from scorekeeper.rules.hand import (
    bidding_order,
    extra_points,
    final_bid,
    phase,
    scoring_problems,
    sum_problem,
    with_rest,
)
from scorekeeper.rules.history import hand_or_none, shown_hand
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.events.tables import with_last_hand
from scorekeeper.store.games import saves
from scorekeeper.store.games.reading import GameAccess, discrepancies_of
from scorekeeper.store.games.saves import Saved, StaleError
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.words.language import capital, gettext
from scorekeeper.words.lines import scored_line, with_next
from scorekeeper.words.log import corrected_line
from scorekeeper.words.names import value_line
from scorekeeper.words.problems import sentences

Gain = tuple[int, int]
"""The points of bid and tricks, and the extra points."""
Points = tuple[Gain | None, Gain | None, str]
"""Before the correction and after it, and how a Cloud moves the bid."""
OLDER = "all-extras"
"""The extras as pages of earlier versions send them, however long that waited on a phone."""

bp = Blueprint("hand", __name__, url_prefix="/g/<key>")


# Pages


@bp.get("/hands/<int:number>")
def page(key: str, number: int) -> Response:
    """A scored hand to correct, as it was entered; with another number of cards, as it is typed."""
    seen = writable_game(key)
    hand = hand_in(seen.stored.game, number)
    if not hand.scored:
        return redirect_to(url_for("game.page", key=key))
    form = _form(seen, request.args)
    if form.revision.data not in (None, seen.stored.revision):
        form = HandForm()
    form.fill(hand_fields(hand))
    uneven = sum_problem(seen.stored.game, _typed(form, seen.stored.game, hand))
    problems = tuple(sentences(uneven, seen.stored.game.players))
    return _draw(form, hand, Refusal(200, seen, problems=problems))


@bp.get("/hands/<int:number>/points")
def typed_points(key: str, number: int) -> Response:
    """Each player's points in a scored hand, before and after the correction, and its problems;
    saves nothing."""
    seen = writable_game(key)
    stored, form = seen.stored, _form(seen, request.args)
    hand = hand_in(stored.game, saves.number_now(stored, form.revision.data, number) or 0)
    typed = _typed(form, stored.game, hand)
    points = _points(stored, hand, typed)
    message = sentences(scoring_problems(stored.game, typed), stored.game.players)
    return show(
        "points.html",
        status=200,
        points=points,
        problems=message,
        key=key,
        hand=typed,
        offers_cards=_offers_cards(seen, typed),
    )


@bp.get("/hands/<int:number>/dealer")
def dealer(key: str, number: int) -> Response:
    """The form for the dealer of the hand in play."""
    seen = writable_game(key)
    hand = hand_in(seen.stored.game, number)
    if hand.scored:
        return redirect_to(url_for("hand.page", key=key, number=number))
    form = HandForm()
    form.fill(hand_fields(hand))
    return _draw_dealer(form, hand, Refusal(200, seen))


@bp.get("/extras", defaults={"number": None})
@bp.get("/hands/<int:number>/all-extras")
def older(key: str, number: int | None) -> Response:
    """Where an older page of extras is now: the panel of the hand in play, or the correction of a
    scored one."""
    game = writable_game(key).stored.game
    if number is not None and hand_in(game, number).scored:
        return redirect_to(url_for("hand.page", key=key, number=number))
    return redirect_to(url_for("game.page", key=key, panel=EXTRAS))


# Saving


def _redisplay(refused: Refusal, number: int, panel: str = CORRECTION) -> Response:
    """What was sent, over the game as it is now, and the reason why it was not saved."""
    if panel in (CORRECTION, DEALER):
        return _form_again(refused, number, panel)
    return (_older_again if panel == OLDER else _board_again)(refused, number, panel)


@bp.post("/hands/<int:number>")
@bp.post("/hands/<int:number>/all-extras", defaults={"panel": OLDER})
@bp.post("/hands/<int:number>/<any(trump, bids, tricks, extras, whole, dealer):panel>")
@refusals_by(_redisplay)
def enter(key: str, number: int, panel: str = CORRECTION) -> Response:
    """Save values of a hand: those of a panel with its whole state, or all of them; a button scores
    the hand, and after a correction all later totals follow."""
    form = HandForm()
    form.check()
    _leave_cards_to_desk(key, form, number)
    entry = _entry(form, number, panel)
    first = with_last_hand if panel in (*PANELS, WHOLE) else None
    saved = saves.save(key, phone_key(), form.save_entry(entry, first))
    if panel == CORRECTION:
        return redirect_to(url_for("game.page", key=key, _anchor="sheet"), _corrected(saved))
    if panel in (DEALER, OLDER):
        opened = EXTRAS if panel == OLDER else None
        return redirect_to(url_for("game.page", key=key, panel=opened), gettext("Saved"))
    after = saved.after
    if panel == WHOLE and form.more.data:
        now = now_text(after, saved.rights)
        return make_response("", 204, {"X-Revision": str(after.revision), "X-Now": now})
    message = scored_line(after.game.players, after.sheet) if entry.scores else None
    shown = None if panel == WHOLE else form.revision.data
    return show_saved(saved, message, panel, revision=shown)


def _leave_cards_to_desk(key: str, form: HandForm, number: int) -> None:
    """Raise OfDeskError if a phone that only keeps score at a table gives the hand other cards than
    its page showed; those that it showed are no entry."""
    if CARDS not in form.fields:
        return
    seen = writable_game(key)
    if not only_keeps(seen):
        return
    stored, revision = seen.stored, form.revision.data
    now = hand_or_none(stored.game, saves.number_now(stored, revision, number) or 0)
    if now is not None:
        shown = _base(revision, stored, now) or now
        if form.fields[CARDS] not in (None, shown.cards, now.cards):
            raise OfDeskError(key, is_desk=False)
    form.held.data.pop(CARDS)


def _form(seen: GameAccess, sent: MultiDict[str, str]) -> HandForm:
    """What was sent; without the cards, if they belong to the desk."""
    form = HandForm(formdata=sent)
    if only_keeps(seen):
        form.held.data.pop(CARDS, None)
    return form


def _entry(form: HandForm, number: int, panel: str) -> Entry:
    may_score = panel == WHOLE or (panel in PANELS and PANELS[panel].scores)
    scores = may_score and not SCORES.isdisjoint(request.form)
    return form.entry(number, EXTRAS if panel == OLDER else panel, scores=scores)


def _corrected(saved: Saved) -> str:
    players = saved.after.game.players
    return corrected_line(saved.change, players) if saved.change else gettext("Saved")


def _board_again(refused: Refusal, number: int, panel: str) -> Response:
    """The current board with the draft, or with both versions of the hand."""
    form = HandForm()
    entry, clash, draft = _entry(form, number, panel), None, None
    stored, hand = refused.seen.stored, refused.seen.stored.sheet.hand
    if refused.stale:
        here = url_for("hand.enter", key=stored.key, number=number, panel=panel)
        clash = clash_of(entry, refused.stale, here)
    elif hand is not None and hand.number == number:
        draft = entry.draft(hand, _base(form.revision.data, stored, hand))
    view = View(
        draft, refused.problems, clash, form.typed if draft else {}, counts=draft is not None
    )
    if panel == WHOLE:
        opened = str(phase(draft)) if draft else None
    else:
        opened = panel if draft or PANELS[panel].stays else None
    return show_board(stored, refused.seen.rights, panel=opened, view=view, status=refused.status)


def _base(revision: int | None, stored: StoredGame, hand: Hand) -> Hand | None:
    """The hand as a stale page showed it; None if the page is not stale."""
    if revision is None or revision == stored.revision:
        return None
    then = saves.game_at(stored, revision)
    return shown_hand(then, hand) if then else None


def _older_again(refused: Refusal, number: int, panel: str) -> Response:
    """The board with the reason, which phones show on its own, because no page has this form any
    more."""
    seen, lines = refused.seen, refused.problems
    if refused.stale:
        lines = clash_of(_entry(HandForm(), number, panel), refused.stale, EXTRAS).lines
    # With a new token, the phone sends the entry once more.
    status = 422 if g.get("token_refused") else 410
    return show_board(
        seen.stored, seen.rights, panel=EXTRAS, view=View(problems=lines), status=status
    )


def _form_again(refused: Refusal, number: int, panel: str) -> Response:
    """The form as it was typed, over the current hand; the dealer's, of a hand that was scored
    meanwhile, with all of the hand."""
    if not number:
        return _gone(refused)
    form = _form(refused.seen, request.form)
    hand = hand_in(refused.seen.stored.game, number)
    if refused.stale:
        if hand.scored:
            form.fill(hand_fields(hand))
        is_unscored = panel == CORRECTION and not hand.scored
        problems = _unscored(refused, hand) if is_unscored else _clashes(form, hand, refused.stale)
        refused = replace(refused, problems=problems)
    is_whole = hand.scored or panel == CORRECTION
    return (_draw if is_whole else _draw_dealer)(form, hand, refused)


def _unscored(refused: Refusal, hand: Hand) -> tuple[str, ...]:
    problem = Problem(Code.HAND_UNSCORED, values={"number": hand.number})
    return tuple(sentences([problem], refused.seen.stored.game.players))


def _clashes(form: HandForm, hand: Hand, stale: StaleError) -> tuple[str, ...]:
    mine = form.entry(hand.number, DEALER).draft(hand)
    if hand.scored:
        mine = _typed(form, stale.stored.game, hand)
    base = shown_hand(stale.base, hand)
    return str(GAME_CHANGED), *clash_lines(stale, hand, mine, base)


def _gone(refused: Refusal) -> Response:
    """The reason, if somebody else took the hand out; there never was a hand 0."""
    if not (request.view_args or {})["number"]:
        raise UnknownGameError(0)
    return show_refused(refused)


# A forgotten hand


@bp.get("/hands/<int:number>/new")
def forgotten(key: str, number: int) -> Response:
    """The form for a forgotten hand that gets this number."""
    return _draw_forgotten(Refusal(200, writable_game(key)), number)


def _draw_forgotten(refused: Refusal, number: int) -> Response:
    game, form = refused.seen.stored.game, HandForm(formdata=request.args)
    cards, dealer = _cards(form, game, number), form.fields.get(DEALER)
    try:
        is_planned = is_next_in_plan(game, number, cards)
        plans = plans_of(partial(with_room, game, number, cards, dealer), is_planned=is_planned)
    except RefusedError as problem:
        if number not in range(1, len(game.scored) + 2):
            raise UnknownGameError(refused.seen.stored.key) from problem
        plans = plans_of(partial(with_room, game, number, likely_cards(game, number)))
    keeps = bool(form.keeps.data) if form.keeps.raw_data else next(iter(plans))
    room = next(iter(plans.values()))
    hand = room.hands[number - 1]
    form.fill(((DEALER, hand.dealer),))
    mine, uneven = _typed(form, room, hand), []
    if refused.status == 200 and not mine.missing(TRICKS):
        uneven = sentences(sum_problem(room, mine), room.players)
    more = {"is_new": True, "uneven": uneven, "plans": plans, "keeps": keeps}
    return _show(form, hand, refused, room, **more)


def _cards(form: HandForm, game: Game, number: int) -> int:
    """The cards of a forgotten hand: those that were chosen, or the likely ones."""
    return int(form.fields.get(CARDS) or likely_cards(game, number))


def _forgotten_again(refused: Refusal, number: int) -> Response:
    """The form as it was typed; in the place of a hand that somebody took out meanwhile."""
    asked = (request.view_args or {})["number"]
    last = len(refused.seen.stored.game.scored) + 1
    return _draw_forgotten(refused, number or min(asked, last))


@bp.post("/hands/<int:number>/new")
@refusals_by(_forgotten_again)
def insert(key: str, number: int) -> Response:
    """Put a forgotten hand in; all later totals follow."""
    form = HandForm()

    def action(game: Game) -> Game:
        cards = _cards(form, game, number)
        dealer = form.fields.get(DEALER)
        room = with_room(game, number, cards, dealer, keeps=bool(form.keeps.data))
        return form.entry(number, CORRECTION).action(room)

    saved = save(key, form, action, None)
    return _listed(saved, capital(gettext("hand %(number)s put in", number=number)))


# Drawing


def _typed(form: HandForm, game: Game, hand: Hand) -> Hand:
    """The hand with the values of the form; in one that was not played so far, the last pile
    follows from the others."""
    mine = form.entry(hand.number, CORRECTION).draft(hand)
    return with_rest(game, replace(mine, skipped=False)) if hand.skipped else mine


def _points(stored: StoredGame, hand: Hand, typed: Hand) -> list[Points]:
    """By seat: the points on the sheet, those for the typed numbers, and the typed Cloud."""
    game = stored.game
    return [
        (_gain(game, hand, seat), _gain(game, typed, seat), _cloud(typed, seat))
        for seat in game.seats
    ]


def _cloud(hand: Hand, seat: int) -> str:
    bid, final = hand.bids[seat], final_bid(hand, seat)
    return "" if bid == final else value_line(gettext("Cloud"), f"{bid} → {final}")


def _gain(game: Game, hand: Hand, seat: int) -> Gain | None:
    points = hand_points(game, hand, seat)
    return None if points is None else (points, extra_points(hand).get(seat, 0))


def _offers_cards(seen: GameAccess, hand: Hand) -> bool:
    """Return whether the tricks ask for another number of cards, and this phone may set it."""
    return not only_keeps(seen) and asks_for_cards(seen.stored.game, hand)


def _theirs(stored: StoredGame, number: int) -> dict[int, int]:
    """By seat, the points of the hand on the imported sheet, if they differ."""
    discrepancies = discrepancies_of([stored]).get(stored.id, ())
    return {item.seat: item.stated for item in discrepancies if item.hand == number}


def _draw(form: HandForm, hand: Hand, refused: Refusal) -> Response:
    seen = refused.seen
    game, lists = seen.stored.game, hand.scored and not only_keeps(seen)
    plans = plans_of(partial(delete_hand, game, hand.number)) if lists else {}
    return _show(form, hand, refused, game, lists=lists, plans=plans)


def _show(form: HandForm, hand: Hand, refused: Refusal, game: Game, **more: object) -> Response:
    """The form for a whole hand of this game."""
    stored = refused.seen.stored
    mine, order = _typed(form, game, hand), bidding_order(game, hand)
    dealt = replace(hand, cards=mine.cards)
    pads = extras_pads(game, mine, stored.shades, form.typed)
    seats = list(dict.fromkeys((*order, *game.seats)))
    return show_form(
        "correct.html",
        form,
        refused,
        game=game,
        hand=dealt,
        typed=mine,
        asks_cards=CARDS in request.args or dealt != hand,
        choices=() if only_keeps(refused.seen) else cards_to_choose(game, hand),
        offers_cards=_offers_cards(refused.seen, mine),
        grid=low_grid(dealt.cards),
        order=order,
        pads=list(zip(seats, pads, strict=False)),
        table=pads[len(seats) :],
        chosen=chosen_extras(game, mine),
        open_seats=_open_seats(form, mine),
        points=_points(stored, hand, mine),
        theirs=_theirs(stored, hand.number),
        turns_trump=game.turns_trump(dealt),
        mend_at=_place_of(refused.objections),
        **{"is_new": False, "lists": False, "uneven": ()} | more,
    )


def _place_of(problems: Sequence[Problem]) -> str:
    """The id of the fields to which the sentences lead; "" if they are about several places."""
    trump = (
        *(Code.TRUMP_MISSING, Code.TRUMP_UNTOLD),
        *(Code.TURNED_UNKNOWN, Code.TRUMP_NAMED_NONE),
    )
    places = {
        "turned-up" if one.code in trump else "" if one.seat is None else f"numbers-{one.seat}"
        for one in (*problems[:1], *(one for one in problems if one.code in trump))
    }
    return places.pop() if len(places) == 1 else ""


def _open_seats(form: HandForm, mine: Hand) -> set[int]:
    """The seats that have extras, or whose fields have a text that could not be read."""
    texts = {name: text for name, text in form.typed.items() if not name.startswith(SIGN)}
    typed = {int(name[-1]) for name, text in texts.items() if text}
    return typed | {seat for one in mine.bonuses for seat in (one.seat, one.partner)}


def _draw_dealer(form: HandForm, hand: Hand, refused: Refusal) -> Response:
    game, lists = refused.seen.stored.game, not only_keeps(refused.seen)
    skipped = score_sheet(skip_hand(game, hand.number)).hand
    return show_form(
        "dealer.html",
        form,
        refused,
        game=game,
        hand=hand,
        lists=lists,
        skipped=skipped,
        points=extra_points(hand),
        choices=cards_to_choose(game, hand) if lists else (),
    )


def _list_again(refused: Refusal, number: int) -> Response:  # noqa: ARG001
    """The reason why nothing was saved."""
    if not refused.stale:
        return show_refused(refused)
    changed = gettext("Someone else changed this hand first. Look at it, then try again.")
    return show_refused(refused, [changed])


@bp.post("/hands/<int:number>/skip")
@refusals_by(_list_again)
def skip(key: str, number: int) -> Response:
    """Leave the hand in play unplayed."""
    save_hand(key, SaveForm(), number, skip_hand)
    message = capital(gettext("hand %(number)s not played", number=number))
    return redirect_to(url_for("game.page", key=key), message)


@bp.post("/hands/<int:number>/again")
@refusals_by(_list_again)
def again(key: str, number: int) -> Response:
    """Deal the hand in play again: its entries go."""
    save_hand(key, SaveForm(), number, deal_again, clears=True)
    message = capital(gettext("hand %(number)s dealt again", number=number))
    return redirect_to(url_for("game.page", key=key), message)


@bp.post("/hands/<int:number>/delete")
@refusals_by(_list_again)
def delete(key: str, number: int) -> Response:
    """Take a hand out that is over; all later totals follow."""
    form = ListForm()
    saved = save_hand(key, form, number, partial(delete_hand, keeps=bool(form.keeps.data)))
    return _listed(saved, capital(gettext("hand %(number)s taken out", number=number)))


def _listed(saved: Saved, done: str) -> Response:
    """The sheet, and who deals next."""
    here = url_for("game.page", key=saved.after.key, _anchor="sheet")
    return redirect_to(here, with_next(done, saved.after.game, saved.before.game))
