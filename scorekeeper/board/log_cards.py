"""The log of a game as cards: one for the saves of a hand that follow one another."""

from dataclasses import dataclass
from itertools import groupby

from scorekeeper.rules.game import Hand
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.store.mapping.stored import LogLine
from scorekeeper.words.log import log_pieces
from scorekeeper.words.names import and_list


@dataclass(frozen=True, slots=True)
class LogCard:
    """Saves of one hand or of one other kind, the newest first. ``pieces`` are sentences, each with
    whether it is a correction."""

    lines: tuple[LogLine, ...]
    card: Turned | Trump | None
    pieces: list[tuple[str, bool]]
    phones: str

    @property
    def number(self) -> int:
        """The hand, or the kind of change as in a Change."""
        return self.lines[0].change.number

    @property
    def is_correction(self) -> bool:
        """Whether a save corrected a hand that was scored before."""
        return any(line.change.is_correction for line in self.lines)


def log_cards(lines: list[LogLine], players: tuple[str, ...]) -> list[LogCard]:
    """The cards of these saves, newest first."""
    runs = groupby(lines, key=lambda line: line.change.number)
    return [_card(tuple(run), players) for _, run in runs]


def _card(lines: tuple[LogLine, ...], players: tuple[str, ...]) -> LogCard:
    changes = [line.change for line in reversed(lines)]
    known = [one for change in changes for one in (change.before, change.after)]
    hand = next((one for one in reversed(known) if isinstance(one, Hand)), None)
    undone = sum(line.is_undo for line in lines)
    again = any(line.change.deals_again for line in lines if not line.is_undo)
    return LogCard(
        lines=lines,
        card=(hand.turned or hand.trump) if hand else None,
        pieces=log_pieces(changes, players, undone, again=again),
        phones=and_list(list(dict.fromkeys(line.phone for line in lines if line.phone))),
    )
