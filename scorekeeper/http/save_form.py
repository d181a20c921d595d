"""The fields that every saving form has, and the messages for values with the wrong shape."""

from dataclasses import replace
from itertools import chain
from typing import Any

from flask import g, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorekeeper.fields import UNSHOWN, WHOLE, TapField, TapsField, WholeNumberField
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.entry import Action, Entry
from scorekeeper.rules.problems import Code, ProblemCode
from scorekeeper.store.games.saves import At, First, Rebase, Save
from scorekeeper.store.mapping.stored import Tap
from scorekeeper.words.problems import sentence_of

LONGEST_WAIT = 10 * 365 * 24 * 3600
"""The most seconds that a tap may wait on a phone and still keep its time: games wait for years on
a site of plain files, and a clock that lost its time is further back."""


class _Check(FlaskForm.Meta.csrf_class):
    """Checks the token of a form, and makes none: a page gets its own last (``parts.for_page``)."""

    def generate_csrf_token(self, csrf_token_field: Field) -> str:  # noqa: ARG002
        return ""


class _AgoField(WholeNumberField):
    """Seconds; since the zero of a clock that lost its time, they have more digits than others."""

    def parsed(self, text: str) -> int:
        is_long = text.isascii() and text.isdigit() and not WHOLE.match(text)
        return LONGEST_WAIT + 1 if is_long else super().parsed(text)


class SaveForm(FlaskForm):
    """The fields of every save: the CSRF token and the revision that the page showed.

    ``tap`` is the tap's number, the same in every repeat; ``knows`` are the numbers of the page's
    earlier taps; ``ago`` are the seconds since it was tapped. A page without scripts sends none.
    """

    revision = WholeNumberField(UNSHOWN)
    tap = TapField(UNSHOWN)
    knows = TapsField(UNSHOWN)
    ago = _AgoField(UNSHOWN)

    class Meta(FlaskForm.Meta):
        """Reads only form fields; a JSON body counts as a form without fields."""

        csrf_class = _Check

        def wrap_formdata(self, _form: Any, given: Any) -> Any:
            """The fields of a POST, or those passed to the form; otherwise None."""
            if request.method == "POST":
                return request.form
            return given if isinstance(given, MultiDict) else None

    @property
    def sent(self) -> Tap:
        form = request.path.split("/", 3)[-1]
        names = str(self["touched"].data or "").split() if "touched" in self else []
        # Other forms count each time they are sent.
        whole = [form] if form.startswith("hands/") else []
        places = [f"{form} {name}" for name in names] or whole
        knows = self.knows.data or frozenset()
        return Tap(self.tap.data, knows, frozenset(places), ago=self.waited)

    @property
    def waited(self) -> int:
        """The seconds that the tap waited on the phone; 0 if its clock was wrong."""
        ago = self.ago.data or 0
        return ago if 0 <= ago <= LONGEST_WAIT else 0

    def save(
        self, action: Action, rebase: Rebase | None = None, first: First | None = None
    ) -> Save:
        """The save that this form asks for, at the revision that its page showed."""
        return Save(self.revision.data, action, rebase, self.sent, first)

    def save_entry(self, entry: Entry, first: First | None = None) -> Save:
        """The save of an entry in a hand, whose number may have changed since."""

        def at(number: int) -> tuple[Action, Rebase]:
            moved = replace(entry, number=number)
            return moved.action, moved.rebase

        return self.save_in(entry.number, at, first)

    def save_in(self, number: int, at: At, first: First | None = None) -> Save:
        """The save in the hand that has this number on the page."""
        return self.save(*at(number), first)._replace(number=number, at=at)

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether the shape is right; without a valid token nothing else is checked."""
        token = self._fields.get("csrf_token")
        if token is not None and not token.validate(self):
            g.token_refused = True
            return False
        g.csrf_valid = True
        return bool(super().validate(extra_validators))

    @property
    def is_ours(self) -> bool:
        """Whether a validated form had a valid CSRF token."""
        return "csrf_token" not in self.errors

    def check(self) -> None:
        """Raise ShapeError unless the form has the right shape."""
        if not self.validate_on_submit():
            raise ShapeError(self)

    def sentences(self, players: tuple[str, ...] = ()) -> list[str]:
        """The messages for the faults; ``players`` name the fields of seats."""
        if not self.is_ours:
            # Every page with a form sets a cookie.
            code = Code.SHAPE_CSRF if request.cookies else Code.SHAPE_COOKIES
            return [sentence_of(code, {})]
        return list(dict.fromkeys(chain.from_iterable(self.faults(players).values())))

    def faults(self, players: tuple[str, ...] = ()) -> dict[str, list[str]]:
        return {
            name: self[name].sentences(players)
            if hasattr(self[name], "sentences")
            else [_sentence(self[name], code, players) for code in codes]
            for name, codes in self.errors.items()
        }


class ShapeError(Exception):
    """The request does not have the shape that the form requires."""

    def __init__(self, form: SaveForm) -> None:
        super().__init__(", ".join(form.errors))
        self.form = form


def _sentence(field: Field, code: ProblemCode, players: tuple[str, ...]) -> str:
    """The problem with a field; for a field that no page shows, the remedy."""
    label = str(field.named(players) if hasattr(field, "named") else field.label.text)
    known = code if label else Code.SHAPE_TAP
    return sentence_of(known, {"field": label, "most": getattr(field, "most", LONGEST_NAME)})
