"""The game page as an answer: all of it, or only the parts that the requesting page lacks."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from flask import Response, request, url_for

from scorekeeper.board.ahead import now_text
from scorekeeper.board.board import SETTLED, Board, View, build_board
from scorekeeper.board.page_parts import page_values, parts_of
from scorekeeper.board.panels import PANELS
from scorekeeper.http.addresses import first_recovery_address
from scorekeeper.http.answers import Refusal, redirect_to, say, show, wants_part
from scorekeeper.http.device import make_phone_key
from scorekeeper.http.errors import error_page
from scorekeeper.http.keeping import is_to_keep
from scorekeeper.http.parts import kept_parts, known_parts, new_parts
from scorekeeper.language import gettext
from scorekeeper.rules.people import seat_of_phone
from scorekeeper.store.games.reading import keepers_of
from scorekeeper.store.games.saves import Saved
from scorekeeper.store.mapping.stored import Rights, StoredGame
from scorekeeper.store.sharing import keepers


def show_board(
    stored: StoredGame,
    rights: Rights,
    *,
    panel: str | None = None,
    view: View = SETTLED,
    status: int = 200,
    needs_now: bool = True,
) -> Response:
    """The page of a game, or its board; a page that says which parts it shows gets the new ones.

    ``needs_now``: the page needs the hand in play as text, because it cannot derive it. A refusal
    is always the whole board: it is shown even where the page has changed meanwhile.
    """
    is_open = "evening" in request.values.getlist("view")
    view = replace(view, evening=is_open, is_kept=is_to_keep())
    board = build_board(stored, rights, panel=panel, view=view)
    # Newcomers first play a hand, so that there is something to lose.
    if len(board.sheet.rows) == 1 and not is_to_keep():
        board = replace(board, recovery=first_recovery_address(stored, rights))
    if board.hand and not rights.writes:
        board = replace(board, keepers=_keepers(stored))
    if rights.may_claim:
        board = replace(board, is_kept_elsewhere=bool(keepers_of(stored.id)))
    if board.hidden_bids is not None and board.me is not None:
        # The first answer to a bid may be lost, so the phone gets its key before it sends one.
        make_phone_key()
    known = known_parts() if wants_part() and status == 200 else None
    return _shown(board, known, status, needs_now=needs_now)


def _keepers(stored: StoredGame) -> tuple[str, ...]:
    """The names of the phones that keep score; if one is named after a player, that player's
    name."""
    names, players = keepers.named(stored.id), stored.game.players
    seats = [(seat_of_phone(name, players), name) for name in names]
    return tuple(dict.fromkeys(name if at is None else players[at] for at, name in seats))


def _shown(
    board: Board, known: Collection[str] | None, status: int, *, needs_now: bool
) -> Response:
    parts = parts_of(board)
    now = now_text(board.stored, board.rights) if needs_now or known is None else ""
    return show(
        "game.html",
        "board/board.html",
        status=status,
        # A follower's page has a token only if it can send a bid.
        with_token=known is None or not board.can_write,
        new=None if known is None else new_parts(parts.values(), known, kept_parts()),
        **page_values(board, parts, now),
    )


def show_refused(refused: Refusal, problems: Sequence[str] = ()) -> Response:
    """The current board with the reason why nothing was saved, by default those of ``refused``; on
    a page beside the game, which cannot draw a board, the reason and the way back."""
    stored, rights = refused.seen.stored, refused.seen.rights
    problems = problems or refused.problems
    if wants_part() and "parts" not in request.form:
        back = url_for("game.page", key=stored.key), gettext("Back to the game")
        return error_page(refused.status, " ".join(problems), back)
    return show_board(stored, rights, view=View(problems=problems), status=refused.status)


def show_saved(
    saved: Saved,
    message: str | None = None,
    panel: str | None = None,
    *,
    revision: int | None = None,
) -> Response:
    """After a save: the board as it is now, with a message for the status line ("Saved").

    A page that sent an entry of a panel with the newest ``revision`` knows what follows from it.

    ``panel`` is the saved panel; if it stays open, it is shown again, unless the page opened
    another one while the tap waited.
    """
    stored = saved.after
    stays = _staying(request.form.get("open") or panel or "")
    if not wants_part():
        address = url_for("game.page", key=stored.key, panel=stays)
        return redirect_to(address, message or gettext("Saved"))
    needs_now = revision is None or revision != saved.before.revision
    response = show_board(stored, saved.rights, panel=stays, needs_now=needs_now)
    return say(response, message or gettext("Saved"), timed=message is None)


def _staying(panel: str) -> str | None:
    return panel if panel in PANELS and PANELS[panel].stays else None
