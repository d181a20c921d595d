"""The pages, one module for each subject: it reads the request, applies the rules and shows the
outcome."""

from flask import Flask

from scorekeeper.web import book, home, parts, people, service, start, trust
from scorekeeper.web.events import desk, event, results, rounds
from scorekeeper.web.events import players as event_players
from scorekeeper.web.events import table as event_table
from scorekeeper.web.game import game, hand, hidden_bids, phones, players, showing

PAGES = (
    *(home, start, book, people, service, trust),
    *(game, hand, hidden_bids, players, phones, showing),
    *(event, desk, event_players, rounds, event_table, results),
)


def init_web(app: Flask) -> None:
    """Register every page, in development also that of the parts."""
    for page in (*PAGES, *((parts,) if app.debug else ())):
        app.register_blueprint(page.bp)
