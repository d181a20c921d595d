"""Globals and filters for templates, which contain no calculations."""

from flask import Flask
from flask_babel import format_date

from scorekeeper.rules.game import BY_SEAT, NOBODY
from scorekeeper.rules.variants.cards import NAMED_AFTER
from scorekeeper.rules.variants.custom import WEIGHTS
from scorekeeper.rules.variants.variants import FIRST, MORE, may_count_on_a_miss
from scorekeeper.shapes import CRESTS, ICONS, KIND_CARDS, SPARK, SUITS, tally, tint
from scorekeeper.words import awards, changes, extras, figures, lines, names, people, rules


def init_filters(app: Flask) -> None:
    """Add them to the template environment."""
    app.jinja_env.globals |= {
        "first_games": FIRST,
        "more_games": MORE,
        "NOBODY": NOBODY,
        "card_names": names.CARD_NAMES,
        "named_after": tuple(NAMED_AFTER),
        "crests": CRESTS,
        "icons": ICONS,
        "kind_cards": KIND_CARDS,
        "spark_path": SPARK,
        "suit_paths": SUITS,
        "tally_marks": tally,
        "glyphs": names.GLYPHS,
        "longest_word": names.longest_word,
        "change_of_people": people.change_line,
        "shade_names": tuple(enumerate(people.SHADES)),
        "decimal": figures.decimal,
        "games_line": figures.games_line,
        "kind_line": figures.kind_line,
        "percent": figures.percent,
        "special_line": lines.special_line,
        "season_line": figures.season_line,
        "turn_name": figures.turn_name,
        "number_name": names.number_name,
        "place_name": names.place_name,
        "BY_SEAT": BY_SEAT,
        "game_name": names.game_name,
        "variant_names": names.VARIANT_NAMES,
        "change_lines": changes.change_lines,
        "format_date": format_date,
        "day_line": names.day_line,
        "value_line": names.value_line,
        "early_line": lines.early_line,
        "hands_line": lines.hands_line,
        "bids_line": lines.bids_line,
        "lead_line": lines.lead_line,
        "tricks_line": lines.tricks_line,
        "minutes_line": rules.minutes_line,
        "award_reason": awards.award_reason,
        "award_title": awards.award_title,
        "result_line": lines.result_line,
        "margin_line": lines.margin_line,
        "variant_line": rules.variant_line,
        "players_line": rules.players_line,
        "may_capture": may_count_on_a_miss,
        "hands_by_players": rules.hands_by_players,
        "deck_line": rules.deck_line,
        "example_line": rules.example_line,
        "own_example": rules.custom_example,
        "opening_line": rules.opening_line,
        "own_weights": {f"own_{name}": each for name, each in WEIGHTS.items()},
        "bonuses_line": extras.bonuses_line,
        "winner_line": lines.winner_line,
        "settings_line": rules.settings_line,
    }
    app.jinja_env.filters |= {"signed": names.signed, "plain": names.plain, "tint": tint}
