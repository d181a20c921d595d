"""Globals and filters for templates, which contain no calculations."""

from flask import Flask
from flask_babel import format_date

from scorekeeper.rules.game import BY_SEAT, NOBODY
from scorekeeper.rules.variants.cards import NAMED_AFTER
from scorekeeper.rules.variants.custom import WEIGHTS
from scorekeeper.rules.variants.variants import FIRST, MORE, may_count_on_a_miss
from scorekeeper.shapes import CRESTS, ICONS, KIND_CARDS, SPARK, SUITS, tally, tint
from scorekeeper.words import awards, changes, extras, figures, lines, names, people, rules

FUNCTIONS = (
    *(awards.award_reason, awards.award_title, changes.change_lines, extras.bonuses_line),
    *(figures.decimal, figures.games_line, figures.kind_line, figures.percent),
    *(figures.season_line, format_date),
    *(lines.bids_line, lines.early_line, lines.hands_line, lines.lead_line, lines.margin_line),
    *(lines.result_line, lines.special_line, lines.tricks_line, lines.winner_line),
    *(names.day_line, names.game_name, names.longest_word, names.number_name, names.place_name),
    *(names.value_line, rules.deck_line, rules.example_line, rules.hands_by_players),
    *(rules.minutes_line, rules.opening_line, rules.players_line, rules.settings_line),
    rules.variant_line,
)
"""The functions that templates call by their own names."""


def init_filters(app: Flask) -> None:
    """Add them to the template environment."""
    app.jinja_env.globals |= {one.__name__: one for one in FUNCTIONS} | {
        "first_games": FIRST,
        "more_games": MORE,
        "variant_names": names.VARIANT_NAMES,
        "may_capture": may_count_on_a_miss,
        "own_example": rules.custom_example,
        "own_weights": {f"own_{name}": each for name, each in WEIGHTS.items()},
        "NOBODY": NOBODY,
        "BY_SEAT": BY_SEAT,
        "card_names": names.CARD_NAMES,
        "glyphs": names.GLYPHS,
        "named_after": tuple(NAMED_AFTER),
        "crests": CRESTS,
        "icons": ICONS,
        "kind_cards": KIND_CARDS,
        "spark_path": SPARK,
        "suit_paths": SUITS,
        "tally_marks": tally,
        "change_of_people": people.change_line,
        "turn_names": figures.TURN_NAMES,
        "shade_names": tuple(enumerate(people.SHADES)),
    }
    app.jinja_env.filters |= {"signed": names.signed, "plain": names.plain, "tint": tint}
