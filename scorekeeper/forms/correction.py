"""A whole hand as a form sends it."""

from scorekeeper.fields import WholeNumberField
from scorekeeper.forms.extras import ExtrasForm
from scorekeeper.forms.hand import BidsForm, DealerForm, TricksForm, TrumpForm
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.actions import Correction
from scorekeeper.rules.game import BY_SEAT, Game, Hand


class CorrectionForm(DealerForm, TrumpForm, BidsForm, TricksForm, ExtrasForm):
    """A whole hand."""

    def correction(self, game: Game, hand: Hand) -> Correction:
        """The whole hand as typed, with the extras of ``hand`` where none were sent."""
        seats = len(game.players)
        return Correction(
            dealer=self.dealer.data,
            turned=self.turned.data,
            named=self.named.data,
            **{kind.all: self.by_seat(kind, seats) for kind in BY_SEAT},
            negated=self.negated.data,
            extras=self.extras_on(hand),
        )


class ForgottenForm(CorrectionForm):
    """A whole hand that was forgotten, with its number of cards."""

    cards = WholeNumberField(_l("Cards"))
