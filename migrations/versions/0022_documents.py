"""Each game as one document, in place of rows for hands, entries, bonuses and marks"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

AT_ONCE = 500
"""Games in the memory at the same time."""
ORDERS = {
    "player": "seat",
    "entry": "number, seat",
    "hand": "number",
    "bonus": "number, seat, kind, partner",
    "mark": "number, seat",
}
"""The tables of a game, and the order of its rows."""
SAME = ("number", "cards", "dealer", "bid_rule", "turned", "trump")
"""The fields of each hand that are columns."""
CHECKS = {"sqlite": "json_valid(doc)", "postgresql": "(doc)::json IS NOT NULL"}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode


def upgrade() -> None:
    op.create_table(
        "game_doc",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.CheckConstraint(CHECKS[op.get_bind().dialect.name], name=op.f("ck_game_doc_doc")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_game_doc_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_game_doc")),
    )
    last, write = 0, sa.text("INSERT INTO game_doc (game_id, doc) VALUES (:id, :doc)")
    while games := _rows(
        "SELECT * FROM game WHERE id > :last ORDER BY id LIMIT :most", last=last, most=AT_ONCE
    ):
        op.get_bind().execute(write, _documents(games))
        last = games[-1].id
    for name in ("mark", "bonus", "entry", "hand"):
        op.drop_table(name)
    with op.batch_alter_table("player") as player:
        player.drop_constraint(op.f("ck_player_place"), type_="check")
        player.drop_column("place")
    with op.batch_alter_table("game") as game:
        game.drop_column("first_dealer")


def _documents(games: list[Any]) -> list[dict[str, Any]]:
    span = {"first": games[0].id, "last": games[-1].id}
    found = {name: _by_game(name, order, span) for name, order in ORDERS.items()}
    return [
        {"id": one.id, "doc": _document(one, {name: of[one.id] for name, of in found.items()})}
        for one in games
    ]


def _by_game(table: str, order: str, span: Mapping[str, int]) -> Mapping[int, list[Any]]:
    query = f"SELECT * FROM {table} WHERE game_id BETWEEN :first AND :last"  # noqa: S608
    found = defaultdict(list)
    for row in _rows(f"{query} ORDER BY game_id, {order}", **span):
        found[row.game_id].append(row)
    return found


def _document(game: Any, rows: Mapping[str, list[Any]]) -> str:
    players, bonuses = rows["player"], _by_hand(rows["bonus"])
    places = [one.seat if one.place is None else one.place for one in players]
    order = sorted(range(len(players)), key=places.__getitem__)
    entries = _by_hand(rows["entry"])
    # A hand without entries was never shown.
    hands = [
        _hand(hand, entries[hand.number], bonuses[hand.number], len(players))
        for hand in rows["hand"]
        if hand.number in entries
    ]
    marks = [{"hand": one.number, "seat": one.seat, "said": one.said} for one in rows["mark"]]
    return _encode(
        {
            **_full({name: getattr(game, name) for name in ("title", "place", "note")}),
            "game": game.variant,
            "rules": _rules(game.rules),
            **({} if game.deck in (None, "suits") else {"deck": game.deck}),
            "players": [
                {"name": one.name, **_full({"start": one.start, "away": bool(one.away)})}
                for one in players
            ],
            **({"order": order} if order != sorted(order) else {}),
            "first_dealer": game.first_dealer,
            "bid_rule": game.bid_rule,
            "sizes": [_whole(size) for size in game.sizes.split(",") if size],
            **_known({name: getattr(game, name) for name in ("clock", "ends_after")}),
            **_full({"specials": bool(game.specials)}),
            "hands": hands,
            **_full({"marks": marks}),
        }
    )


def _by_hand(rows: Iterable[Any]) -> defaultdict[int, list[Any]]:
    found = defaultdict(list)
    for row in rows:
        found[row.number].append(row)
    return found


def _hand(hand: Any, entries: list[Any], bonuses: list[Any], players: int) -> dict[str, Any]:
    by_seat = {one.seat: one for one in entries}
    seats = [by_seat.get(seat) for seat in range(players)]
    cloud = None if hand.cloud is None else {"seat": hand.cloud, "step": hand.cloud_step}
    return {
        **{name: getattr(hand, name) for name in SAME},
        "bids": [one and one.bid for one in seats],
        "tricks": [one and one.tricks for one in seats],
        **_known({"negated": hand.negated}),
        **_full({"void": hand.void, "cloud": cloud, "bonuses": list(map(_bonus, bonuses))}),
        **_full({"out": [seat for seat, one in enumerate(seats) if one is None]}),
        "scored": bool(hand.scored),
    }


def _bonus(one: Any) -> dict[str, Any]:
    partner = {} if one.partner == -1 else {"partner": one.partner}
    known = {"seat": one.seat, "key": one.kind, "amount": one.amount}
    return {**known, **partner, **_full({"reason": one.reason})}


def _rules(text: str) -> Any:
    """The rules; a text that is none stays one, because a game that cannot be read stays so."""
    try:
        return json.loads(text, parse_constant=str)
    except ValueError:
        return text


def _whole(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _full(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def _rows(query: str, **given: int) -> list[Any]:
    return list(op.get_bind().execute(sa.text(query), given))
