"""A module for each page: it gathers what was sent, lets the rules decide, shows the outcome."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web import (
    about,
    against,
    book,
    bring,
    coming,
    correct,
    extras,
    files,
    game,
    hands,
    health,
    history,
    home,
    house,
    howto,
    language,
    links,
    paper,
    people,
    person,
    phones,
    pictures,
    play,
    players,
    sealed,
    season,
    share,
    start,
    table,
    trying,
)

PAGES = (
    *(home, start, trying, game, house, players, coming, play, correct, extras, files, table),
    *(share, phones, links, book, language, health, pictures, howto, paper, sealed),
    *(people, person, against, history, season, hands, bring, about),
)


def init_web(app: Flask) -> None:
    """Register every page."""
    for page in PAGES:
        app.register_blueprint(page.bp)
