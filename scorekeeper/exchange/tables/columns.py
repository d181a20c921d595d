"""Names of columns: ours, and the usual words of six languages."""

from scorekeeper.rules.people import folded
from scorekeeper.rules.variants.cards import Trump, Turned

COLUMNS: dict[str, str] = {
    "game": "game spiel partie partida juego jeu partita gioco",
    "started_at": "started_at date datum fecha data",
    "variant": "variant variante rules regeln reglas règles regole",
    "hand": "hand round deal runde nr no ronda mano manche donne tour giro",
    "cards": "cards karten cartas cartes carte",
    "dealer": "dealer geber repartidor reparte donneur distributeur mazziere dador",
    "turned": "turned aufgedeckt descubierta descubierto retournée scoperta",
    "trump": "trump trumpf triunfo atout briscola trunfo",
    "seat": "seat platz asiento place posto",
    "player": (
        "player name spieler spielerin jugador jugadora nombre joueur joueuse nom giocatore "
        "giocatrice nome jogador jogadora"
    ),
    "bid": (
        "bid bids call vorhersage ansage angesagt gebot apuesta aposta predicción pronóstico "
        "annonce annoncé mise pari prédiction dichiarazione dichiarate previsione chiamata"
    ),
    "tricks": (
        "tricks took taken made stiche gemacht bazas hechas plis levées réalisé réalisés prese "
        "vazas"
    ),
    "negated": "negated aufgehoben anulada annulé annullata",
    "points": "points score punkte puntos puntuación punti punteggio pontos",
    "total": (
        "total totals running sum summe stand gesamt acumulado cumul totale cumulato kumuliert"
    ),
    "said": "said gesagt dijo dit detto",
    "void": "void",
    "extras": "extras",
    "extra_points": (
        "extra_points adjust adjustment korrektur anpassung ajuste ajustement rettifica"
    ),
    "reason": "reason grund motivo motif raison",
    "start": "start beginn inicio départ inizio",
    "game_name": "game_name",
    "numbers": "numbers",
    "uid": "uid",
}
"""The columns of docs/csv.md by name, and all words that may name a column."""
LONGEST_WORD = 40
NEEDED = ("player", "hand", "bid", "tricks")
TRUMPS: dict[Trump, str] = {
    Trump.SPADES: "♠ spades spade pik picas pique piques picche espadas",
    Trump.HEARTS: "♥ hearts heart herz corazones cœur coeur coeurs cuori copas",
    Trump.DIAMONDS: "♦ diamonds diamond karo diamantes carreau carreaux quadri ouros",
    Trump.CLUBS: "♣ clubs club kreuz tréboles trèfle trèfles fiori paus",
    Trump.BLUE: (
        "🔵 🟦 blue humans blau menschen azul humanos bleu humains blu umani blauw mensen "
        "niebieski modrá kék"
    ),
    Trump.GREEN: (
        "🟢 🟩 green elves grün elfen verde elfos vert elfes elfi groen zielony zelená zöld"
    ),
    Trump.RED: (
        "🔴 🟥 red dwarves rot zwerge rojo enanos rouge nains rosso nani rood dwergen vermelho "
        "czerwony červená piros"
    ),
    Trump.YELLOW: (
        "🟡 🟨 yellow giants gelb riesen amarillo gigantes jaune géants giallo giganti geel reuzen "
        "amarelo żółty žlutá sárga"
    ),
    Trump.NONE: "none no - – kein keine keiner ohne sin ninguno ninguna sans aucun nessuno sem",
}
"""The trumps, and all words that may name one: the suits and colours, and the peoples on the
cards."""
TURNED: dict[Turned, str] = {
    Turned.JESTER: "jester narr bufón bouffon giullare bobo nar",
    Turned.WIZARD: "wizard zauberer mago magicien sorcier tovenaar",
    Turned.WEREWOLF: "werewolf werwolf",
}
"""The cards without a suit, and all words that may name one."""


def _plain(word: str) -> str:
    return folded(word.strip(" .:#*\u00a0").replace("_", " "))


_COLUMNS = {_plain(word): key for key, words in COLUMNS.items() for word in words.split()}
_TRUMPS = {folded(word): trump for trump, words in TRUMPS.items() for word in words.split()}
_TURNED = {
    **{word: Turned(trump) for word, trump in _TRUMPS.items()},
    **{folded(word): card for card, words in TURNED.items() for word in words.split()},
}


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
