"""The shape of what a page sends; whether it is allowed is asked of the rules."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import BooleanField

from scorekeeper.fields import EnumField, NamesField, OneValueField, SizesField, WholeNumberField
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.actions import Correction, Numbers
from scorekeeper.rules.game import Game, Trump, Turned
from scorekeeper.rules.house import BidRule, Settings
from scorekeeper.rules.problems import Problem, RefusedError
from scorekeeper.rules.setup import CLOCK, LONGEST_GAME, spaced_sizes
from scorekeeper.words.problems import PROBLEMS


class SaveForm(FlaskForm):
    """What every save carries: the CSRF token and the revision that the page showed."""

    revision = WholeNumberField(_l("Revision"))

    class Meta(FlaskForm.Meta):
        """Only form fields are read: a body of JSON is a form without fields."""

        def wrap_formdata(self, _form: Any, _formdata: Any) -> Any:
            """The fields sent."""
            return request.form if request.method == "POST" else None

    def sentences(self) -> list[str]:
        """What is wrong with the shape of what was sent."""
        found = []
        for name, errors in self.errors.items():
            if name == "csrf_token":
                found.append(str(PROBLEMS["shape-csrf"]))
            else:
                found.extend(str(error) for error in errors)
        return found


class UndoForm(SaveForm):
    """Which save to take back."""

    target = WholeNumberField(_l("Undo"))


class EndForm(SaveForm):
    """After how many hands the game ends; nothing = play on."""

    hands = WholeNumberField(_l("Hands"))


class PhoneForm(SaveForm):
    """Which phone of a list."""

    phone = WholeNumberField(_l("Phone"))


class PassForm(SaveForm):
    """How the pencil is passed: the giver keeps score too, or no longer."""

    hand_over = BooleanField(_l("Hand over"))


class RedeemForm(SaveForm):
    """Taking what a link offers, maybe with a name for this phone."""

    name = OneValueField(_l("Name of this phone"))


class NameForm(RedeemForm):
    """A name for this phone, typed on the page of a game or of the book."""

    game = OneValueField(_l("Game"))


class RecoveryForm(SaveForm):
    """A recovery link; ``replace`` is the number of the one to replace."""

    replace = WholeNumberField(_l("Replace"))


class JoinForm(SaveForm):
    """The code of a game, as it was said aloud."""

    code = OneValueField(_l("Code"))


class HandForm(SaveForm):
    """Any part of a hand; :func:`hand_form` adds ``bid_0`` …, ``tricks_0`` … by seat."""

    turned = EnumField(_l("Trump"), values=Turned)
    named = EnumField(_l("Trump"), values=Trump)
    dealer = WholeNumberField(_l("Dealer"))
    negated = WholeNumberField(_l("Spade 8 taken by"))
    touched = OneValueField(_l("Tapped"))

    def by_seat(self, what: str) -> Numbers:
        """``bid`` or ``tricks`` of every seat."""
        seats = sum(name.startswith(f"{what}_") for name in self._fields)
        return tuple(self[f"{what}_{seat}"].data for seat in range(seats))

    def correction(self) -> Correction:
        """The whole hand as typed."""
        return Correction(
            dealer=self.dealer.data,
            turned=self.turned.data,
            named=self.named.data,
            bids=self.by_seat("bid"),
            tricks=self.by_seat("tricks"),
            negated=self.negated.data,
        )


def hand_form(game: Game) -> HandForm:
    """A form with one named field for each seat: a list would close up over a missing one."""
    fields: dict[str, Any] = {}
    for seat, name in enumerate(game.players):
        fields[f"bid_{seat}"] = WholeNumberField(_l("Bid of %(name)s", name=name))
        fields[f"tricks_{seat}"] = WholeNumberField(_l("Tricks of %(name)s", name=name))
    form: HandForm = type("SeatedHandForm", (HandForm,), fields)()
    return form


class Length(StrEnum):
    """How the hand sizes of a game are chosen."""

    WHOLE = "whole"
    SPAN = "span"
    LIST = "list"


class HouseForm(SaveForm):
    """House rules."""

    hook = BooleanField(_l("Bids may not add up to the cards"))
    not1 = BooleanField(_l("Not on the 1-card hand"))
    zero = BooleanField(_l("The dealer may always bid 0"))
    timed = BooleanField(_l("Play against the clock"))
    clock = WholeNumberField(_l("Minutes"), default=CLOCK)
    length = EnumField(_l("Hands"), values=Length, default=Length.WHOLE)
    first = WholeNumberField(_l("First hand, cards"), default=1)
    last = WholeNumberField(_l("Last hand, cards"))
    second = BooleanField(_l("Every second size"))
    sizes = SizesField(_l("Hand sizes"))

    def bid_rule(self) -> BidRule:
        """The bidding rule chosen; options without the rule mean nothing."""
        if not self.hook.data:
            return BidRule()
        return BidRule(True, bool(self.not1.data), bool(self.zero.data))

    def minutes(self) -> int | None:
        """The clock, in minutes."""
        if not self.timed.data:
            return None
        return CLOCK if self.clock.data is None else int(self.clock.data)

    def hand_sizes(self, planned: tuple[int, ...], largest: int) -> tuple[int, ...]:
        """The sizes chosen: as planned, or others up to ``largest``. Raises RefusedError."""
        if self.length.data in (None, Length.WHOLE):
            return planned
        sizes: tuple[int, ...] = self.sizes.data or ()
        if self.length.data == Length.SPAN:
            first = 1 if self.first.data is None else self.first.data
            last = largest if self.last.data is None else self.last.data
            if abs(last - first) > 2 * LONGEST_GAME:
                raise RefusedError(Problem("sizes-long", values={"most": LONGEST_GAME}))
            sizes = spaced_sizes(first, last, 2 if self.second.data else 1)
        if not sizes:
            raise RefusedError(Problem("sizes-none"))
        return sizes


def show_settings(form: HouseForm, settings: Settings) -> None:
    """Let the form show house rules in place of what was sent; the hands stay as planned."""
    form.hook.data = settings.bid_rule.hook
    form.not1.data = settings.bid_rule.not_on_one_card
    form.zero.data = settings.bid_rule.zero_allowed
    form.timed.data = settings.clock is not None
    form.clock.data = settings.clock or CLOCK
    form.length.data = Length.WHOLE
    for field in (form.clock, form.sizes):
        field.raw_data = None


class StartForm(HouseForm):
    """A new game."""

    variant = OneValueField(_l("Game"))
    name = NamesField(_l("Names"), default=())
    token = OneValueField(_l("Token"))
    dealer = WholeNumberField(_l("First dealer"))
