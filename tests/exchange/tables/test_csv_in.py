"""Reading CSV: our own file gives the same sheet, and the columns of other sheets."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.exchange.tables import cells
from scorekeeper.exchange.tables.cells import COLUMNS, NEEDED, column_called
from scorekeeper.exchange.tables.csv_in import games_in_csv
from scorekeeper.exchange.tables.csv_out import as_typed, csv_lines, harmless
from scorekeeper.exchange.tables.parsed_game import UNDATED
from scorekeeper.fields import tidy_name
from scorekeeper.rules.actions import skip_hand
from scorekeeper.rules.attendance import LONGEST_NAME, join, leave
from scorekeeper.rules.game import POINTS, Bonus, Game
from scorekeeper.rules.incoming import Discrepancy, Incoming, UnreadableError
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Code
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import (
    COLOURS,
    NO_TRUMP,
    UNWRITTEN,
    Sizes,
    Trump,
    Turned,
    Variant,
)
from scorekeeper.rules.variants.variants import (
    MOST_PLAYERS,
    TRUMPS,
    CustomTrump,
    Points,
    custom_game,
)
from scorekeeper.store.mapping.document import UID as UID_OF_JSON
from scorekeeper.words.refusals import FILES
from tests.exchange.made import of, played, read_games, text_of
from tests.exchange.tables.test_csv_out import STARTED, UID, kept, letters, written
from tests.languages import ENGLISH
from tests.languages import LANGUAGES as PAGES
from tests.rules.chance import quickly
from tests.rules.notation import new, on, play
from tests.rules.variants.test_custom import own_games

HEADER = "player,hand,bid,tricks"
LANGUAGES = {
    "en": "player,hand,bid,tricks",
    "de": "Spieler,Runde,Vorhersage,Stiche",
    "es": "Jugador,Ronda,Apuesta,Bazas",
    "fr": "Joueur,Manche,Annonce,Plis",
    "it": "Giocatore,Mano,Dichiarazione,Prese",
    "pt": "Jogador,Ronda,Aposta,Vazas",
    "pt-BR": "Jogador,Rodada,Palpite,Vazas",
    "nl": "Speler,Ronde,Bod,Slagen",
    "pl": "Gracz,Rozdanie,Deklaracja,Lewy",
    "cs": "Hráč,Kolo,Hlášení,Zdvihy",
    "hu": "Játékos,Kör,Licit,Ütések",
}
ESCALIER = {
    "de": "runde,karten,status,geber,ausspiel,Spieler,ansage,stiche,anpassung,punkte,kumuliert",
    "en": "round,cards,status,dealer,opens,Player,bid,tricks,adjustment,points,running",
    "es": "ronda,cartas,estado,repartidor,salida,Jugador,apuesta,bazas,ajuste,puntos,acumulado",
    "fr": "manche,cartes,statut,donneur,entame,Joueur,annonce,plis,ajustement,points,cumul",
    "it": "mano,carte,stato,mazziere,apre,Giocatore,dichiarazione,prese,rettifica,punti,cumulato",
    "pt": "ronda,cartas,estado,dador,abre,Jogador,aposta,vazas,ajuste,pontos,acumulado",
}
"""The columns of L'Escalier (src/locales of its public source), in each of its languages."""
names = st.lists(
    st.text(letters, min_size=1, max_size=LONGEST_NAME)
    .map(tidy_name)
    .filter(lambda name: 0 < len(name) <= LONGEST_NAME),
    min_size=MOST_PLAYERS,
    max_size=MOST_PLAYERS,
    unique_by=folded,
)


def read(*lines: str) -> Incoming:
    (found,) = games_in_csv("\n".join(lines))
    return found


def refused(*lines: str) -> tuple[str, int | None, str]:
    with pytest.raises(UnreadableError) as problem:
        games_in_csv("\n".join(lines))
    return problem.value.problem.code, problem.value.line, problem.value.thing


def trumpless(game: Game) -> Game:
    """The game as if its file had no trump."""
    rule = NO_TRUMP if game.variant.is_custom else UNWRITTEN
    hands = tuple(replace(hand, turned=None, trump=Trump.NONE) for hand in game.hands)
    return replace(game, hands=hands, variant=replace(game.variant, trump=rule))


def totals(found: Incoming) -> tuple[int, ...]:
    return score_sheet(found.game).totals


@quickly
@given(st.data(), st.sampled_from(",;"))
def test_our_own_file_read_back_is_written_as_the_same_bytes(
    data: st.DataObject, separator: str
) -> None:
    game = data.draw(played(names=tuple(data.draw(names))))
    if data.draw(st.booleans()) and game.variant.trump.turned:
        game = trumpless(game)
    text = written(game, separator=separator)
    if not game.scored:
        assert refused(text)[0] == "hands-none"
        return
    (found,) = games_in_csv(text)
    assert written(found.game, separator=separator) == text
    assert (found.uid, found.started_at, found.discrepancies) == (UID, STARTED, ())
    assert score_sheet(found.game).result


def test_a_game_that_somebody_joined_and_left_without_a_hand_between_is_written_the_same() -> None:
    few = ("h 0000000/7000000", "d 0000000/6000000", "c 0000000/5000000")
    game = on(join(play("blob", 7, *few), "Oda", 0, 6), "s 00000000/40000000")
    text = written(leave(game, 3))
    (found,) = games_in_csv(text)
    assert written(found.game) == text


def test_a_large_skipped_hand_before_somebody_joined_leaves_the_deck_as_it_is() -> None:
    game = play("oh-hell", 8, "h 00000000/60000000", sizes=(6, 6, 5))
    game = on(join(skip_hand(game, 2), "Oda", 0, 7), "s 000000000/500000000")
    text = written(game)
    (found,) = games_in_csv(text)
    assert (found.game.variant, written(found.game)) == (game.variant, text)


@pytest.mark.parametrize("trump", ["none", "blue"])
def test_hands_that_were_all_skipped_keep_their_trump_and_cards(trump: str) -> None:
    kind = "wizard" if trump == "none" else "nomination"
    rows = [f"1,{kind},1,9,Ann,,{trump},{seat},,,{UID}" for seat in ("1,Ann", "2,Ben", "3,Eva")]
    head = "game,variant,hand,cards,dealer,turned,trump,seat,player,bid,tricks,uid"
    assert [hand.trump for hand in read(head, *rows).game.hands] == [trump]


@quickly
@given(
    st.builds(Points, *[st.integers(0, 1000)] * 4), st.sampled_from([*TRUMPS]), st.integers(2, 10)
)
def test_the_numbers_of_a_game_of_ones_own_are_found_in_its_points(
    points: Points, trump: CustomTrump, players: int
) -> None:
    game = replace(
        new("own", players, sizes=(2, 3)), variant=custom_game(points, 60, TRUMPS[trump], "Ours")
    )
    card = {CustomTrump.NONE: "-"}.get(trump, "h")
    rest = "0" * (players - 2)
    game = on(game, f"{card} 11{rest}/11{rest}", f"{card} 20{rest}/21{rest}")
    found = read(written(game))
    assert score_sheet(found.game).rows == score_sheet(game).rows
    assert found.game.variant.name == "Ours"
    assert found.discrepancies == ()


@quickly
@given(own_games, st.integers(2, 10))
def test_a_game_of_ones_own_comes_out_of_the_file_with_all_its_numbers(
    variant: Variant, players: int
) -> None:
    variant = replace(variant, hands=Sizes(listed=(1,)) if variant.target else Sizes())
    game = replace(new("own", players, sizes=(1, 1)), variant=variant)
    game = replace(game, settings=replace(game.settings, sizes=() if variant.target else (1, 1)))
    rest = "0" * (players - 2)
    for number in (1, 2):
        card = "h" if game.variant.turns_trump(players, 1, number) else "-"
        game = on(game, f"{card} 01{rest}/10{rest}")
        if score_sheet(game).result:
            break
    found = read(written(game))
    assert found.game.variant == variant
    assert score_sheet(found.game).rows == score_sheet(game).rows
    assert found.discrepancies == ()


@pytest.mark.parametrize("numbers", ["deck:5 trump:suit", "deck:60", "=1"])
def test_numbers_that_no_table_could_choose_are_named(numbers: str) -> None:
    text = written(play("own", 2, "h 01/10", sizes=(1,)))
    wrong = re.sub('"bonus:[^"]*"', f'"{numbers}"', text)
    assert refused(wrong) == ("rules-unfit", 2, "numbers")


@given(st.text("=-+@;,|\t\n\" 'A\uff1d", max_size=8))
def test_the_apostrophe_before_a_formula_is_taken_away_again(text: str) -> None:
    assert as_typed(harmless(text)) == text


def test_a_game_with_a_bidding_rule_of_its_own_has_it_again() -> None:
    game = play("blob", 3, "h 011/001", "h 010/110", sizes=(1, 2))
    assert read(written(game)).game.settings.bid_rule.notation() == "hook+notlast"


def test_two_of_our_games_in_a_file_are_told_apart() -> None:
    text = written(play("wizard", 3, "h 011/001"))
    other = text.splitlines(keepends=True)[1:]
    ours = [line.replace(UID, "f" * 32).replace("7,", "8,", 1) for line in other]
    assert [found.uid for found in games_in_csv(text + "".join(ours))] == [UID, "f" * 32]


@quickly
@given(st.from_regex(UID_OF_JSON, fullmatch=True), st.data())
def test_what_our_json_lets_in_leaves_by_csv_and_json_and_comes_back(
    uid: str, data: st.DataObject
) -> None:
    game = data.draw(played(names=tuple(data.draw(names))))
    (entered,) = read_games(text_of(of(game, uid)))
    assert (entered.uid, entered.game) == (uid, game)
    if not game.scored:
        return
    text = "".join(csv_lines([replace(kept(entered.game), uid=uid)]))
    (found,) = games_in_csv(text)
    assert (found.uid, found.game.players, found.started_at) == (uid, game.players, STARTED)
    for ours, theirs in zip(score_sheet(game).rows, score_sheet(found.game).rows, strict=True):
        # Nobody can tell from a row that was not played who sat out.
        assert ours.hand.skipped or ours.cells == theirs.cells
        # Of a negated trick the file has what it changes: nothing if the dummy has it.
        for name in ("cards", "dealer", "bids", "tricks", "turned", "trump", "void"):
            assert getattr(ours.hand, name) == getattr(theirs.hand, name)
    assert read_games(text_of(found)) == (found,)


def test_a_game_without_its_id_has_the_same_one_each_time() -> None:
    text = written(play("wizard", 3, "h 011/001")).replace(UID, "")
    assert read(text).uid == read(text).uid != UID
    assert len(games_in_csv(text)) == 1
    assert read(text.replace("Ann", "Zoe")).uid != read(text).uid


@pytest.mark.parametrize("header", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_are_known_in_the_languages_of_the_pages(header: str, separator: str) -> None:
    lines = [header, "Ann,1,0,0", "Ben,1,1,1", "Cem,1,1,0"]
    found = read(*(line.replace(",", separator) for line in lines))
    assert found.game.players == ("Ann", "Ben", "Cem")
    assert totals(found) == (20, 30, -10)


def test_a_word_names_one_column_one_trump_and_one_card() -> None:
    for names in (cells.COLUMNS, cells.TRUMPS, cells.TURNED):
        words = [word for text in names.values() for word in {*map(folded, text.split())}]
        assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize(
    ("card", "suit", "read"),
    [
        ("Šašek", "", (Turned.JESTER, None)),
        ("", "Žlutá", (Turned.YELLOW, Trump.YELLOW)),
        ("", "Schoppen", (Turned.SPADES, Trump.SPADES)),
        ("Varázsló", "Kőr", (Turned.WIZARD, Trump.HEARTS)),
        ("", "bez atu", (Turned.JESTER, Trump.NONE)),
    ],
)
def test_cards_and_trumps_are_known_too(
    card: str, suit: str, read: tuple[Turned, Trump | None]
) -> None:
    assert cells.trump_read(card, suit, knows_card=False) == read


@pytest.mark.parametrize("header", ESCALIER.values(), ids=ESCALIER)
def test_a_table_of_escalier_is_read_in_each_of_its_languages(header: str) -> None:
    meant = ["hand", "cards", None, "dealer", None, "player", "bid", "tricks", "extra_points"]
    assert [*map(column_called, header.split(","))] == [*meant, "points", "total"]
    found = read(
        header,
        *("1,2,played,Zoé,Éric,Éric,1,1,0,30,30", "1,2,played,Zoé,Éric,Zoé,1,1,-5,25,40"),
        *("2,1,played,Éric,Zoé,Zoé,0,0,0,20,60", "2,1,played,Éric,Zoé,Éric,0,1,0,-10,20"),
    )
    assert found.game.players == ("Éric", "Zoé")
    assert found.game.starts == (0, 15)
    assert [hand.dealer for hand in found.game.hands] == [1, 0]
    assert found.game.hands[0].bonuses == (Bonus(1, POINTS, -5),)
    assert (totals(found), found.discrepancies) == ((20, 60), ())


@pytest.mark.parametrize("wrong", ["9,30", "30,99"])
def test_a_sheet_that_was_added_up_wrong_began_without_points(wrong: str) -> None:
    header = f"{HEADER},points,total"
    lines = ["Ann,1,1,1,30,30", "Ben,1,0,0,20,20", f"Ann,2,1,1,{wrong}", "Ben,2,1,1,30,50"]
    assert read(header, *lines).game.starts == ()


def test_a_name_of_a_column_means_one_thing() -> None:
    words = [(word, key) for key, known in COLUMNS.items() for word in known.split()]
    assert all(column_called(word) == key for word, key in words)
    assert column_called("  STICHE: ") == "tricks"
    assert column_called("Zoe") is None


@pytest.mark.parametrize("missing", NEEDED)
def test_a_missing_column_is_named(missing: str) -> None:
    cells = [name for name in HEADER.split(",") if name != missing]
    assert refused(",".join(cells), "1,1,1") == (f"column-{missing}", 1, "")


@pytest.mark.parametrize("language", PAGES)
def test_the_sentence_has_its_name_in_english_and_in_the_language_of_the_page(
    app: Flask, language: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        for missing in NEEDED:
            said = re.findall(r"\w+", str(FILES[Code(f"column-{missing}")]).partition(". ")[2])[1:]
            names = {name for name in said if column_called(name) == missing}
            assert missing in names
            assert len(names) == (1 if language == ENGLISH else 2), said
        every = re.findall(r"\w+", str(FILES[Code.COLUMNS_NONE]))
        assert {column_called(name) for name in every} >= {*NEEDED}, every


def test_points_of_the_sheet_that_are_others_are_marked() -> None:
    found = read(
        *(f"{HEADER},points,total", "Ann,1,0,0,20,20", "Ben,1,1,1,40,40", "Cem,1,1,0,-10,-10"),
        *("Ann,2,0,0,20,40", "Ben,2,2,2,40,80", "Cem,2,1,0,-10,-20"),
    )
    assert found.discrepancies == (Discrepancy(0, 1, 80, 70), Discrepancy(1, 1, 40, 30))
    assert totals(found) == (40, 70, -20)


def test_without_points_or_cards_three_play_wizard_with_a_card_more_each_hand() -> None:
    lines = ["Ann,1,0,0", "Ben,1,1,1", "Cem,1,1,0", "Ann,2,0,0", "Ben,2,1,1", "Cem,2,1,0"]
    game = read(HEADER, *lines).game
    assert game.variant.key == "wizard"
    assert [hand.cards for hand in game.hands] == [1, 2]
    assert [hand.dealer for hand in game.hands] == [0, 1]
    assert not game.variant.trump.is_played
    lines[-1] = "Cem,2,,"
    game = read(HEADER, *lines).game
    assert (game.variant.key, game.hands[1].out) == ("wizard", (2,)), "not there for a hand"


def test_trump_is_kept_where_each_hand_has_it() -> None:
    lines = ["Ann,1,0,0,Herz", "Ben,1,1,1,Herz", "Cem,1,1,0,Herz"]
    last = ["Ann,2,0,0,keiner", "Ben,2,1,1,keiner", "Cem,2,1,1,keiner"]
    game = read(f"{HEADER},Trumpf", *lines, *last).game
    assert [(hand.turned, hand.trump) for hand in game.hands] == [
        *(("hearts", "hearts"), ("jester", "none"))
    ]
    partly = read(f"{HEADER},Trumpf", *lines, *(line.replace("keiner", "") for line in last)).game
    assert not partly.variant.trump.is_played
    assert {(hand.turned, hand.trump) for hand in partly.hands} == {(None, "none")}


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("Blue", "Elves", "Wizard", "Jester", "none"), "Yellow"),
        (("Blau", "Elfen", "Zauberer", "Narr", "keine"), "Gelb"),
        (("Azul", "Elfos", "Mago", "Bufón", "ninguna"), "Amarillo"),
        (("🔵", "🟩", "wizard", "jester", "–"), "🟡"),
    ],
)
def test_the_colours_and_peoples_of_wizard_are_read_in_each_language(
    words: tuple[str, ...], named: str
) -> None:
    trumps = [(word, named if at == 2 else "") for at, word in enumerate(words)]
    lines = [
        f"{name},{at},{won},{won},{card},{suit}"
        for at, (card, suit) in enumerate(trumps, 1)
        for name, won in (("Ann", at), ("Ben", 0), ("Cem", 0))
    ]
    game = read(f"{HEADER},turned,trump", *lines).game
    assert game.deck is COLOURS
    assert [(hand.turned, hand.trump) for hand in game.hands] == [
        *(("blue", "blue"), ("green", "green"), ("wizard", "yellow")),
        *(("jester", "none"), ("none", "none")),
    ]


def test_a_wide_sheet_may_have_a_column_for_trump() -> None:
    top, rows = "Runde,Trumpf,Ann,Ben,Cem", ["1,Rot,0/0,1/1,1/0", "2,Gelb,0/0,1/1,1/1"]
    game = read(top, *rows).game
    assert [hand.trump for hand in game.hands] == ["red", "yellow"]
    strange = read(top, rows[0], rows[1].replace("Gelb", "?")).game
    assert {hand.trump for hand in strange.hands} == {"none"}


def test_a_hand_that_begins_again_is_another_game() -> None:
    hand = ["Ann,1,0,0", "Ben,1,1,1", "Cem,1,1,0"]
    again = ["Ann,1,1,1", "Ben,1,1,0", "Cem,1,0,0"]
    found = games_in_csv("\n".join([HEADER, *hand, "Ann,2,0,0", "Ben,2,1,2", *again]))
    assert [len(one.game.hands) for one in found] == [2, 1]


def test_a_game_of_ones_own_has_a_deck_that_a_table_may_choose() -> None:
    header = f"{HEADER},cards,variant,turned,trump"
    small = ["Ann,1,0,0,1,own,hearts,hearts", "Ben,1,1,1,1,own,hearts,hearts"]
    last = ["Ann,2,1,1,2,own,,none", "Ben,2,1,1,2,own,,none"]
    assert read(header, *small, *last).game.variant.deck == 10
    large = [f"P{seat},1,{21 * (seat == 0)},{21 * (seat == 0)},21,own,," for seat in range(10)]
    assert refused(header, *large)[:2] == ("rules-unfit", 2)


def test_a_hand_in_play_is_left_out() -> None:
    lines = ["Ann,1,0,0", "Ben,1,1,1", "Cem,1,1,0", "Ann,2,0,", "Ben,2,1,", "Cem,2,,"]
    assert len(read(HEADER, *lines).game.hands) == 1


def test_a_game_without_a_date_is_undated() -> None:
    lines = ["Ann,1,0,0,{}", "Ben,1,1,1,{}", "Cem,1,1,0,{}"]
    assert read(HEADER, *(line.format("") for line in lines)).started_at == UNDATED
    for day in ("2026-11-20", "20.11.2026", "20/11/2026", "11/20/2026", "2026-11-20T12:00:00Z"):
        found = read(f"{HEADER},date", *(line.format(day) for line in lines))
        assert found.started_at == datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_names_that_no_game_can_have_are_made_to_fit() -> None:
    found = read(
        HEADER, "Annabelle-Christina von der Tann-Rathsamha,1,0,0", "Ben,1,1,1", "  bén ,1,1,0"
    )
    assert found.game.players == ("Annabelle-Christina von der Tann-Rathsam", "Ben", "bén 2")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ((HEADER, "Ann,1,0,0", "Ben,1,x,1"), ("cell-number", 3, "bid")),
        ((HEADER, "Ann,1,0,0", "Ben,1,1.5,1"), ("cell-number", 3, "bid")),
        ((HEADER, "Ann,0,0,0"), ("cell-number", 2, "hand")),
        ((HEADER, "Ann,,0,0"), ("cell-number", 2, "hand")),
        ((HEADER, ",1,0,0"), ("cell-name", 2, "player")),
        ((HEADER, "Ann,1,0,0", "Ben,1,,1"), ("cell-missing", 3, "bid")),
        ((HEADER, "Ann,1,0,0", "Ben,1,1,"), ("cell-missing", 3, "tricks")),
        ((HEADER, "Ann,1,0,0", "Ann,1,1,1"), ("player-doubled", 3, "player")),
        ((HEADER, "Ann,1,0,0"), ("players-number", 2, "")),
        ((HEADER, "Ann,1,0,0", "Ben,1,0,0", "Ann,2,0,0", "Ben,2,,"), ("hand-alone", 4, "")),
        ((HEADER, "Ann,1,0,0", "Ben,1,40,1"), ("cards-range", 2, "")),
        ((HEADER, "Ann,1,-1,0", "Ben,1,1,1"), ("cards-range", 2, "")),
        ((f"{HEADER},cards", "Ann,1,0,0,3", "Ben,1,1,1,4"), ("cell-differs", 3, "cards")),
        ((f"{HEADER},cards", "Ann,1,0,0,3", "Ben,1,4,1,3"), ("bid-range", 2, "")),
        ((f"{HEADER},cards", "Ann,1,0,0,0", "Ben,1,0,0,0"), ("cards-range", 2, "")),
        ((f"{HEADER},Geber", "Ann,1,0,0,Zoe", "Ben,1,1,1,Zoe"), ("dealer-unknown", 2, "Geber")),
        ((f"{HEADER},trump", "Ann,1,0,0,9", "Ben,1,1,1,9"), ("cell-suit", 2, "trump")),
        ((f"{HEADER},date", "Ann,1,0,0,9", "Ben,1,1,1,9"), ("cell-date", 2, "date")),
        ((f"{HEADER},date", "Ann,1,0,0,31/2/26", "Ben,1,1,1,31/2/26"), ("cell-date", 2, "date")),
        ((f"{HEADER},uid", "Ann,1,0,0,!9", "Ben,1,1,1,!9"), ("cell-uid", 2, "uid")),
        ((f"{HEADER},extras", "Ann,1,0,0,?", "Ben,1,1,1,"), ("cell-extras", 2, "extras")),
        ((f"{HEADER},extras", "Ann,1,0,0,queen:1", "Ben,1,1,1,"), ("extra-unknown", 2, "")),
        ((f"{HEADER},extras", "Ann,1,0,0,loot:1@9", "Ben,1,1,1,"), ("extra-unknown", 2, "")),
        ((f"{HEADER},said", "Ann,1,0,0,2", "Ben,1,1,1,1"), ("cell-cloud", 2, "said")),
        ((f"{HEADER},negated", "Ann,1,0,0,2", "Ben,1,1,1,0"), ("cell-negated", 2, "negated")),
        ((f"{HEADER},start", "Ann,1,0,0,9999", "Ben,1,1,1,0"), ("start-range", 2, "")),
        ((HEADER, 'Ann,1,0,"0'), ("csv-quotes", 2, "")),
        ((HEADER, "Ann,1,0,0" + "," * 100), ("columns-many", 2, "")),
        ((HEADER, f"{'A' * 2000},1,0,0"), ("cell-long", 2, "")),
        ((HEADER,), ("hands-none", 1, "")),
    ],
)
def test_an_error_names_its_line_and_column(
    lines: tuple[str, ...], problem: tuple[str, int | None, str]
) -> None:
    assert refused(*lines) == problem


def test_a_file_of_too_many_games_hands_or_players_is_refused() -> None:
    games_of_two = [f"Ann,1,0,0,{n}" for n in range(1, 1002)]
    assert refused(f"{HEADER},game", *games_of_two)[:2] == ("games-many", 1002)
    assert refused(HEADER, *(f"Ann,{n},0,0" for n in range(1, 62)))[:2] == ("rounds-many", 62)
    assert refused(HEADER, *(f"P{n},1,0,0" for n in range(11)))[:2] == ("players-many", 12)
    assert refused(HEADER + "\n" * 60_000 + "Ann,1,0,0")[0] == "lines-many"
    assert refused(HEADER + " " * 2_000_000)[0] == "file-large"
