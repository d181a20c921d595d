"""The pages, one module each: it reads the request, applies the rules and shows the outcome."""

from flask import Flask

from scorekeeper.web import health, language, offline, parts, trust
from scorekeeper.web.book import book, export, history, home, import_, links
from scorekeeper.web.events import (
    desks,
    entering,
    entrant,
    everybody,
    listing,
    log,
    new,
    penalties,
    prints,
    rounds,
    sign_up,
    slip,
    standings,
    wall,
    wall_code,
)
from scorekeeper.web.events import helping as event_helping
from scorekeeper.web.events import more as event_more
from scorekeeper.web.events import players as event_players
from scorekeeper.web.events import seats as event_seats
from scorekeeper.web.events import settings as event_settings
from scorekeeper.web.events import table as event_table
from scorekeeper.web.game import (
    about,
    agreeing,
    ahead,
    attendance,
    game,
    hand,
    hand_list,
    hidden_bids,
    house,
    howto,
    joining,
    phones,
    pictures,
    play_on,
    players,
    print_sheet,
    share,
    table,
)
from scorekeeper.web.people import against, hands, people, person, season
from scorekeeper.web.start import blank, demo, start

PAGES = (
    *(home, start, demo, game, house, players, attendance, hand, export, table),
    *(share, phones, links, book, language, health, pictures, howto, print_sheet, hidden_bids),
    *(people, person, against, history, season, hands, import_, about, play_on, offline),
    *(ahead, trust, blank, joining, agreeing, hand_list),
    *(listing, new, event_players, rounds, event_seats, event_table),
    *(standings, event_helping, event_more, event_settings, everybody, wall, wall_code, slip),
    sign_up,
    *(entering, entrant, penalties, desks, log, prints),
)


def init_web(app: Flask) -> None:
    """Register every page, in development also that of the parts."""
    for page in (*PAGES, *((parts,) if app.debug else ())):
        app.register_blueprint(page.bp)
