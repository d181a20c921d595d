"""The game page as an answer: all of it, or only the parts that the requesting page lacks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response, request, url_for

from scorekeeper.board.board import Board, build_board
from scorekeeper.board.panel_parts import chosen
from scorekeeper.board.panels import PANELS
from scorekeeper.board.pieces import changed_parts, follow_part, parts_of
from scorekeeper.board.view import SETTLED, View, evening_asked
from scorekeeper.http.addresses import first_recovery_address
from scorekeeper.http.answers import redirect_to, say, show, wants_part
from scorekeeper.http.device import make_phone_key
from scorekeeper.http.parts import Part
from scorekeeper.language import gettext
from scorekeeper.rules.scoring import phase
from scorekeeper.store.games import past
from scorekeeper.store.games.saves import Saved
from scorekeeper.store.mapping.rights import Rights
from scorekeeper.store.mapping.stored import StoredGame

STAMP = re.compile(r"([0-9]{1,9})\.([0-9]{1,9}(?:-[0-9]{2,20})?)\Z")


def show_board(
    stored: StoredGame,
    rights: Rights,
    *,
    panel: str | None = None,
    view: View = SETTLED,
    status: int = 200,
) -> Response:
    """The whole page, or board."""
    view = replace(view, evening=evening_asked())
    board = build_board(stored, rights, panel=panel, view=view)
    if board.keeps_link:
        board = replace(board, recovery=first_recovery_address(stored, rights))
    return _shown(board, status, parts=parts_of(board))


def show_news(
    stored: StoredGame,
    rights: Rights,
    known: Mapping[str, str],
    *,
    panel: str | None = None,
    view: View = SETTLED,
) -> Response:
    """The parts that a page lacks, which sends the stamp ``seen`` and its ``open`` panel.

    The whole board if the stamp is unknown. A page that ``opens`` its Evening sends the stamp under
    that name, because it has no figures yet.
    """
    stamp = known.get("opens") or known.get("seen", "")
    before = None if "whole" in known else _seen(stored, stamp)
    if before is None or not wants_part():
        return show_board(stored, rights, panel=panel, view=view)
    view = replace(view, evening=evening_asked())
    board = build_board(stored, rights, panel=panel, view=view)
    opened = known.get("open") or known.get("panel")
    shown = View(me=view.me, evening=view.evening and "opens" not in known)
    then = build_board(before, rights, panel=opened, view=shown)
    if (then.hidden_bids is None) != (board.hidden_bids is None):
        # A phone that follows gets a token for its bid, or no longer needs one.
        return show_board(stored, rights, panel=panel, view=view)
    found = changed_parts(then, board)
    # The link is read only if the part that contains it is drawn.
    redrawn = board.keeps_link and any(item.id == "more" for item in found)
    if redrawn or then.keeps_link != board.keeps_link:
        link = first_recovery_address(stored, rights)
        found = changed_parts(replace(then, recovery=link), replace(board, recovery=link))
    return _shown(board, 200, changed=found, known_news=then.news)


def show_saved(saved: Saved, said: str | None = None, panel: str | None = None) -> Response:
    """The current board after a save, with a word for the status line ("Saved").

    ``panel`` is the saved panel; if it stays open, it is shown again, unless the page opened
    another one while the tap waited.
    """
    stored = saved.after
    stays = _staying(request.form.get("open") or panel or "")
    if not wants_part():
        address = url_for("game.page", key=stored.key, panel=stays)
        return redirect_to(address, said or gettext("Saved"))
    view = View(fresh=_waits_for(stored) != _waits_for(saved.before))
    response = show_news(stored, saved.rights, request.form, panel=stays, view=view)
    return say(response, said or gettext("Saved"), timed=said is None)


def _shown(board: Board, status: int, **parts: list[Part] | dict[str, Part] | str) -> Response:
    values: dict[str, Any] = {"board": board, "stored": board.stored, "chosen": chosen(board)}
    values["follow"] = follow_part(board.rights)
    if board.hidden_bids is not None and board.me is not None:
        # The first answer to a bid may be lost, so the phone gets its key before it sends one.
        make_phone_key()
    return show("game.html", "board/board.html", status=status, **values, **parts)


def _seen(stored: StoredGame, stamp: str) -> StoredGame | None:
    """The game as a page with this stamp shows it; None if that is unknown."""
    found = STAMP.match(stamp)
    if found is None or found[2] != stored.stamp.partition(".")[2]:
        return None
    return past.stored_at(stored, int(found[1]))


def _staying(panel: str) -> str | None:
    return panel if panel in PANELS and PANELS[panel].stays else None


def _waits_for(stored: StoredGame) -> tuple[int, str] | None:
    hand = stored.sheet.hand
    return (hand.number, phase(hand)) if hand else None
