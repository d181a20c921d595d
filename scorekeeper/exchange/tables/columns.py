"""Names of columns: ours, and the usual words of ten languages."""

from functools import lru_cache

from scorekeeper.rules.people import folded
from scorekeeper.rules.variants.cards import Trump, Turned

COLUMNS: dict[str, str] = {
    "game": (
        "game spiel partie partida juego jeu partita gioco jogo spel partij gra partia hra "
        "játék parti"
    ),
    "started_at": "started_at date datum fecha data jour dzień dátum",
    "variant": (
        "variant variante rules regeln reglas règles regole wariant varianta változat zasady "
        "pravidla szabályok regels"
    ),
    "hand": (
        "hand round deal runde nr no ronda mano manche donne tour giro ronde rozdanie runda "
        "kolejka kolo rozdání kör leosztás forduló rodada mão"
    ),
    "cards": "cards karten cartas cartes carte kaarten karty karet lapok kártyák lap",
    "dealer": (
        "dealer geber repartidor reparte donneur distributeur mazziere dador deler gever "
        "rozdający rozdávající rozdává osztó carteador donneuse"
    ),
    "turned": (
        "turned aufgedeckt descubierta descubierto retournée scoperta gedraaid odkryta otočená "
        "felütött"
    ),
    "trump": "trump trumpf triunfo atout briscola trunfo troef atut atu trumf trumfy adu tromf",
    "seat": "seat platz asiento place posto plaats miejsce místo hely lugar",
    "player": (
        "player name player_name spieler spielerin jugador jugadora nombre joueur joueuse nom "
        "giocatore giocatrice nome jogador jogadora speler speelster naam gracz imię zawodnik "
        "hráč hráčka jméno játékos név joueurs prénom"
    ),
    "bid": (
        "bid bids call vorhersage ansage angesagt gebot apuesta aposta predicción pronóstico "
        "annonce annoncé mise pari prédiction dichiarazione dichiarate previsione chiamata bod "
        "voorspelling geboden deklaracja deklaracje zapowiedź licytacja zadeklarowane hlášení "
        "tip předpověď odhad sázka nahlášeno licit tipp bemondás vállalás jóslat palpite "
        "previsão lance contrat pronostic demandé"
    ),
    "tricks": (
        "tricks took taken made won tricks_won tricks_taken tricks_made stiche gemacht bazas "
        "hechas plis levées réalisé réalisés prese vazas slagen gehaald lewy wzięte zdvihy zdvihů "
        "štychy štychů ütések ütés elvitt teljesített faits plis_faits"
    ),
    "negated": (
        "negated aufgehoben anulada annulé annullata geannuleerd anulowana zrušený érvénytelen"
    ),
    "points": (
        "points score round_score round_points hand_points punkte puntos puntuación punti "
        "punteggio pontos punten punkty pkt wynik body bodů skóre pontok pont pts"
    ),
    "total": (
        "total totals total_score total_points running sum summe stand gesamt acumulado cumul "
        "totale cumulato kumuliert totaal suma razem łącznie celkem součet összesen összeg állás "
        "soma somme"
    ),
    "said": "said gesagt dijo dit detto",
    "void": "void",
    "extras": "extras",
    "extra_points": (
        "extra_points bonus bonuspunkte bónusz bonusy premia prémie adjust adjustment korrektur "
        "anpassung ajuste ajustement rettifica correctie korekta oprava módosítás correção"
    ),
    "reason": "reason grund motivo motif raison reden powód důvod indok",
    "start": "start beginn inicio départ inizio begin początek začátek kezdés início",
    "game_name": "game_name",
    "numbers": "numbers",
    "uid": "uid",
}
"""The columns of docs/csv.md by name, and all words that may name a column.

An underscore stands for a space. First names are left out, such as Lew.
"""
LONGEST_WORD = 40
NEEDED = ("player", "hand", "bid", "tricks")
TRUMPS: dict[Trump, str] = {
    Trump.SPADES: "♠ spades spade pik picas pique piques picche espadas schoppen piki piky pikk",
    Trump.HEARTS: (
        "♥ hearts heart herz corazones cœur coeur coeurs cuori copas harten kier kiery srdce kőr"
    ),
    Trump.DIAMONDS: (
        "♦ diamonds diamond karo diamantes carreau carreaux quadri ouros ruiten kara káry káró"
    ),
    Trump.CLUBS: (
        "♣ clubs club kreuz tréboles trèfle trèfles fiori paus klaveren trefl trefle kříže treff"
    ),
    Trump.BLUE: (
        "🔵 🟦 blue humans blau menschen azul humanos bleu humains blu umani blauw mensen "
        "niebieski modrá kék ludzie lidé emberek modrý"
    ),
    Trump.GREEN: (
        "🟢 🟩 green elves grün elfen verde elfos vert elfes elfi groen zielony zelená zöld elfy "
        "elfové elfek tündék zelený"
    ),
    Trump.RED: (
        "🔴 🟥 red dwarves rot zwerge rojo enanos rouge nains rosso nani rood dwergen vermelho "
        "czerwony červená piros krasnoludy trpaslíci törpék anões červený"
    ),
    Trump.YELLOW: (
        "🟡 🟨 yellow giants gelb riesen amarillo gigantes jaune géants giallo giganti geel "
        "reuzen amarelo żółty žlutá sárga olbrzymy obři óriások žlutý"
    ),
    Trump.NONE: (
        "none no - – kein keine keiner ohne sin ninguno ninguna sans aucun nessuno sem geen "
        "brak bez žádný žádné nincs senza sem_trunfo sans_atout senza_atout sin_triunfo "
        "kein_trumpf no_trump geen_troef bez_atu bez_trumfů adu_nélkül"
    ),
}
"""The trumps, and all words that may name one: the suits and colours, and the peoples on the
cards."""
TURNED: dict[Turned, str] = {
    Turned.JESTER: "jester narr bufón bouffon giullare bobo nar fou błazen šašek bohóc bolond",
    Turned.WIZARD: (
        "wizard zauberer mago magicien sorcier tovenaar czarodziej čaroděj kouzelník varázsló"
    ),
    Turned.WEREWOLF: (
        "werewolf werwolf weerwolf wilkołak vlkodlak farkasember lobisomem loup-garou "
        "hombre_lobo lupo_mannaro"
    ),
}
"""The cards without a suit, and all words that may name one."""

OUTCOMES = (
    "made set missed yes no true false ok ✓ ✔ ✗ ✘ ☑ ☒ ja nein erfüllt verfehlt sí si non oui "
    "réussi raté sì fatto mancato sim não nee gehaald gemist tak nie ano ne igen nem"
)
"""Words that say only whether a bid was made."""


def _plain(word: str) -> str:
    return folded(word.strip(" .:#*\u00a0").replace("_", " "))


_COLUMNS = {_plain(word): key for key, words in COLUMNS.items() for word in words.split()}
_TRUMPS = {_plain(word): trump for trump, words in TRUMPS.items() for word in words.split()}
_TURNED = {
    **{word: Turned(trump) for word, trump in _TRUMPS.items()},
    **{_plain(word): card for card, words in TURNED.items() for word in words.split()},
}


_OUTCOMES = {_plain(word) for word in OUTCOMES.split()}


def is_outcome_word(text: str) -> bool:
    """Whether a cell says only whether the bid was made."""
    return len(text) <= LONGEST_WORD and _plain(text) in _OUTCOMES


@lru_cache(maxsize=1024)
def column_called(name: str) -> str | None:
    """The column with this name; None if it is unknown."""
    return _COLUMNS.get(_plain(name)) if len(name) <= LONGEST_WORD else None


def trump_read(
    card: str, suit: str, *, knows_card: bool
) -> tuple[Turned | None, Trump | None] | None:
    """The card turned up and the trump, from the words in their columns: one may follow from the
    other. None if a word is unknown.

    If the file ``knows_card``, having a column for it, an empty one means that none was turned up,
    for no trump.
    """
    turned, trump = _TURNED.get(folded(card.strip())), _TRUMPS.get(folded(suit.strip()))
    if (card and not turned) or (suit and not trump):
        return None
    if turned is None and trump and trump is not Trump.NONE:
        turned = Turned(trump)
    elif turned is None and trump and not knows_card:
        turned = Turned.JESTER
    return turned, trump or _TRUMPS.get(folded(card.strip()))
