"""The pages, one module for each subject: it reads the request, applies the rules and shows the
outcome."""

from flask import Flask

from scorekeeper.web import book, home, people, service, start
from scorekeeper.web.events import desk, event, results, rounds
from scorekeeper.web.events import players as event_players
from scorekeeper.web.events import table as event_table
from scorekeeper.web.game import game, hand, phones, players

PAGES = (
    *(home.bp, start.bp, book.bp, people.bp, service.bp, service.trust),
    *(game.bp, game.showing, hand.bp, players.bp, phones.bp, phones.hidden_bids),
    *(event.bp, desk.bp, event_players.bp, rounds.bp, event_table.bp, results.bp),
)


def init_web(app: Flask) -> None:
    """Register every page, in development also that of the parts."""
    for page in (*PAGES, *((service.parts,) if app.debug else ())):
        app.register_blueprint(page)
