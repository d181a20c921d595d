"""The parts of a page: each is rendered once, and sent only to a page that does not show it.

The element of a part has a hash of its HTML (``data-hash``). A page sends the hashes of all its
parts, and gets the parts whose hash has changed.

The service worker (``static/ahead/worker.js``) requests a page that it keeps with ``X-Keep``, and
stores only an answer with ``X-Kept``. The page has no token, no message and no link that grants a
right. ``X-Kept`` may list addresses that are stored along with it.

An answer for several phones is drawn from a request made of its :class:`Poll`, which is its key in
the cache, so nothing of the phone that asked first can be in it. A part that is cached is drawn
with no request at all. Reading anything else meanwhile raises :class:`BeyondKeyError`: a test
fails, and on a server only the phone that asked gets what was drawn.
"""

from __future__ import annotations

import io
import re
import sys
from base64 import urlsafe_b64encode
from collections.abc import Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import flask_babel
from flask import Flask, Response, current_app, g, make_response, request
from flask.globals import app_ctx, request_ctx
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.http.languages import page_language, page_zone
from scorekeeper.memory import Memory
from scorekeeper.store.games.reading import GameAccess
from scorekeeper.store.mapping.stored import READ_ONLY
from scorekeeper.words.language import catalogue

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


POLL, STAMP = "scorekeeper.poll", "scorekeeper.stamp"
"""In the environment of a request: the Poll that it is made of, and the stamp of its answer."""
NOBODY = "shared.localhost"
"""The name of the server in a request that has none; no answer contains it."""
ROUTED = ("routing_exception", "url_rule", "view_args", "method", "blueprint", "blueprints")
"""What Flask reads of a request to find its view, and the addresses of others."""
OF_KEY = (*ROUTED, "args", "values", "path", "is_secure", "script_root")
OF_HOST = (*OF_KEY, "host", "host_url")


class Poll(NamedTuple):
    """Everything that the answer to a poll depends on, except the game's state."""

    path: str
    query: str
    language: str
    encodings: str
    scheme: str
    root: str
    zone: str
    look: str
    host: str
    """Only for a page with an address for other phones; otherwise ""."""


class BeyondKeyError(RuntimeError):
    """Something that is shared read a value that is not in its key."""


class UnsharedError(Exception):
    """The answer to a Poll depends on more than the Poll."""


class Narrowed:
    """A request or session of which only some values can be read."""

    def __init__(self, whole: object, *readable: str, poll: Poll | None = None) -> None:
        self.whole, self.poll, self._readable = whole, poll, readable

    def __getattr__(self, name: str) -> Any:
        if name not in self._readable:
            self._refuse(name)
        return getattr(self.whole, name)

    def _refuse(self, name: object, *_: object) -> NoReturn:
        raise BeyondKeyError(name)

    __contains__ = __getitem__ = __setitem__ = __delitem__ = _refuse


def init_shared(app: Flask) -> None:
    """Let views see only its Poll of a request that is made of one."""
    usual = app.dispatch_request

    def dispatch() -> Any:
        poll = request.environ.get(POLL)
        if poll is None:
            return usual()
        # The phone is one that nobody knows.
        g.phone_key, g.zone, g.look = "", poll.zone, poll.look
        try:
            with _narrowed(*(OF_HOST if poll.host else OF_KEY), poll=poll):
                return usual()
        except UnsharedError:
            return make_response("")
        except BeyondKeyError as problem:
            report(problem)
            return make_response("")

    app.dispatch_request = dispatch  # type: ignore[method-assign]


def is_shared() -> bool:
    """Return whether the answer is drawn for everyone who sends the same Poll."""
    return getattr(request_ctx.request, "poll", None) is not None


def refuse_unshared(seen: GameAccess) -> None:
    """Raise UnsharedError if a page of the game may not be shared.

    This excludes games that change without a save (by time, a rematch, an event or a new start),
    and those with hidden bids, of which a phone sees its own.
    """
    stored = seen.stored
    changes = stored.game.settings.clock is not None or stored.sheet.result is not None
    changes = changes or stored.revision == 0 or stored.hides_bids or stored.event_id is not None
    if is_shared() and (changes or seen.rights != READ_ONLY):
        raise UnsharedError


def share(response: Response, stamp: str) -> Response:
    """The answer, for everyone who sends the same Poll while the stamp is the same."""
    asked: Any = request_ctx.request
    if is_shared() and response.status_code == 200:
        asked.whole.environ[STAMP] = stamp
    return response


def environ_of(poll: Poll) -> WSGIEnvironment:
    """A request that contains what is in the Poll, and nothing else."""
    environ: WSGIEnvironment = {
        POLL: poll,
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": poll.root,
        "PATH_INFO": poll.path,
        "QUERY_STRING": poll.query,
        "SERVER_NAME": NOBODY,
        "SERVER_PORT": "443" if poll.scheme == "https" else "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_ACCEPT_ENCODING": poll.encodings,
        "HTTP_ACCEPT_LANGUAGE": poll.language,
        "HTTP_HX_REQUEST": "true",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": poll.scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    return environ | ({"HTTP_HOST": poll.host} if poll.host else {})


@contextmanager
def without_request() -> Iterator[None]:
    """A context in which only the page's language, its time zone and the root are known."""
    with _narrowed("blueprint", "script_root"):
        context, own = app_ctx._get_current_object(), g._get_current_object()  # type: ignore[attr-defined]
        context.g = current_app.app_ctx_globals_class()
        for name in ("language", "zone", "catalogue", "_flask_babel"):
            setattr(context.g, name, getattr(own, name))
        try:
            yield
        finally:
            context.g = own


def report(problem: BeyondKeyError) -> None:
    """Fail in a test; write into the log of a server."""
    if current_app.testing:
        raise problem
    current_app.logger.error("not shared: it depends on %s", problem)


@contextmanager
def _narrowed(*readable: str, poll: Poll | None = None) -> Iterator[None]:
    # Before the language of the request is out of reach.
    for find in (page_language, catalogue, flask_babel.get_locale, flask_babel.get_timezone):
        find()
    context = request_ctx._get_current_object()  # type: ignore[attr-defined]
    own = context.request, context._session, context.flashes
    context.request = Narrowed(own[0], *readable, poll=poll)
    context._session = Narrowed(own[1])
    context.flashes = []
    try:
        yield
    finally:
        context.request, context._session, context.flashes = own


OTHERS = (
    *(
        "phones.share_page",
        "phones.join",
        "phones.page",
        "book.page",
        "book.link_page",
        "hidden_bids.page",
    ),
    *("desk.phones_page", "desk_players.sign_up_desk", "desk.wall", "event.wall_code_page"),
)
"""The pages about other phones, which cannot reach a program that runs in a browser."""


def init_keeping(app: Flask) -> None:
    """Let templates call ``kept_at()``, and ask whether they draw a site of plain files."""
    app.jinja_env.globals |= {"kept_at": kept_at, "is_site": app.config["SITE"]}
    app.jinja_env.globals |= {"program": app.config["PROGRAM"], "is_out_of_reach": is_out_of_reach}
    app.jinja_env.globals |= {"is_alone": app.config["ALONE"], "own_folders": own_folders}


def is_site() -> bool:
    """Return whether pages are drawn for a site of plain files, behind which no server is."""
    return bool(current_app.config["SITE"])


def own_folders() -> str:
    """How the addresses of a site's records begin below its root, where other sites may lie too."""
    rules = current_app.url_map.iter_rules() if current_app.config["ALONE"] else ()
    paths = {"g", *(rule.rule.split("/")[1] for rule in rules)}
    return " ".join(sorted({*paths, *current_app.config["LANGUAGES"]}))


def is_out_of_reach() -> bool:
    """Return whether the page is about other phones, which cannot reach this program."""
    return bool(current_app.config["ALONE"]) and request.endpoint in OTHERS


def is_to_keep() -> bool:
    """Return whether the phone requests the page in order to keep it."""
    return not is_shared() and "X-Keep" in request.headers


def kept_at() -> datetime | None:
    """The time to show on a page that is kept; None on any other."""
    return datetime.now(UTC).replace(microsecond=0) if is_to_keep() else None


def may_keep(response: Response, *along: str) -> Response:
    """Mark the answer as a page that the phone may keep, if it was requested for that. The pages at
    the addresses ``along`` are kept with it and do not change."""
    if is_to_keep() and response.status_code == 200:
        response.headers["X-Kept"] = " ".join(along) or "1"
    return response


TOKEN, REVISION = "\N{NULL}token\N{NULL}", "\N{NULL}revision\N{NULL}"
"""Placeholders in a drawn part for the token and revision of its page. No name has a NUL."""
ROWS = "rows"
"""The slot to which the page appends parts, and from which it removes them, on its own."""
LETTERS = 6
"""The number of letters in a hash. With 60 parts, one change in a billion is missed."""
MOST_PARTS = 400
"""The most hashes that are read; a page with 60 hands and 10 players has about 130."""
BLOCKS = "div|form|h1|header|nav|p|table|tbody|td|th|thead|tr"
BEFORE_BLOCK = re.compile(rf" (?=</?(?:{BLOCKS})\b)")
AFTER_BLOCK = re.compile(rf"(</?(?:{BLOCKS})\b[^<>]*>) ")
"""White space next to the tag of a block, which shows nothing."""
BETWEEN_TAGS = re.compile("> {2,}<")
PLAIN_KEY = re.compile(
    r'<label class="key"> ?<input type="radio" name="(?:bid|tricks)_\d+" value="\d+">'
    r"<span>\d+</span></label> ?"
)
"""A key with only a number, which the page draws itself (``static/showing/parts.js``)."""
HASH = re.compile(r' data-hash="[^"]*"')
CACHE_BYTES = 16 * 1024 * 1024
"""The most bytes of drawn parts that a process caches."""
MACROS = (
    *("card_suit", "chip", "crest", "date_of", "game_icon", "icon"),
    "both_versions",
    *(
        "clashing",
        "language_link",
        "lead_spark",
        "own_crest",
        "local_time",
        "local_day",
        "seat_crest",
        "secret",
    ),
    *("sentences", "shared_link", "small_card", "spark", "suit", "tally"),
    "about_lines",
    "dummy_crest",
    "trump_card",
    "entry",
    "install_entries",
    "place",
    "result_text",
    "undo_button",
)
"""The macros of templates/_macros.html that every part can use."""


class Part(NamedTuple):
    """A part of the page: the id of its element, its template with the values that this shows, and
    by slot the parts inside it. Equal parts give equal HTML.
    """

    id: str
    template: str
    values: tuple[tuple[str, Any], ...]
    slots: tuple[tuple[str, tuple[Part, ...]], ...] = ()


class Drawn(NamedTuple):
    """A part as HTML, with a placeholder for each slot, and the hash of that."""

    html: str
    hash: str


class NewParts(NamedTuple):
    """The HTML of parts for an answer; ``rows`` are valid only inside a table."""

    blocks: list[Markup]
    rows: list[Markup]


def part(
    id: str,
    template: str = "",
    *,
    slots: dict[str, tuple[Part, ...]] | None = None,
    **values: Hashable,
) -> Part:
    """A part with its values by name; by default its template is ``board/<id>``."""
    inside = tuple(slots.items()) if slots else ()
    return Part(id, template or f"board/{id}", tuple(values.items()), inside)


def draw(item: Part) -> Markup:
    return drawn_html(_complete(item, _page()))


def outline(item: Part) -> str:
    """The part for a page that fills it in on its own: without hashes, token, revision, and the
    keys that the page creates."""
    html = PLAIN_KEY.sub("", HASH.sub("", _complete(item, _page())))
    return html.replace(TOKEN, "").replace(REVISION, "")


def known_parts() -> Collection[str] | None:
    """The hashes of the parts that the page shows; None of a page that does not send them."""
    return _hashes("parts") or None


def kept_parts() -> Collection[str]:
    """The hashes of the parts that the page showed before and keeps, like the pad of the trump."""
    return _hashes("kept")


def new_parts(
    items: Iterable[Part], known: Collection[str], named: Collection[str] = ()
) -> NewParts:
    """The parts whose hash is not known; inside the others, those parts inside them.

    Inside a new part, one that the page keeps is an empty element with its hash.
    """
    found = NewParts([], [])
    _collect(items, known, named, _page(), found)
    return found


def drawn_html(html: str) -> Markup:
    """The HTML that one of our templates has drawn, which has escaped it already."""
    return Markup(html)  # noqa: S704


def with_chosen(html: str, chosen: Iterable[str]) -> Markup:
    """The HTML of a panel with its ``chosen`` keys, such as ``bid_0-3``, checked."""
    # Markup.replace would escape the new text.
    html = str(html)
    for name, _, value in [key.partition("-") for key in chosen]:
        key = f' type="radio" name="{name}" value="{value}"'
        html = html.replace(key, f"{key} checked")
    return Markup(html)  # noqa: S704


def fixed(name: str, **values: Any) -> Markup:
    """The HTML of a part that is the same on every page with these values."""
    return draw(part(name, f"_{name}", **values))


def for_page(html: str, revision: int | None, *, with_token: bool) -> str:
    """The HTML with its revision, and the CSRF token unless its page has one or is kept."""
    with_token = with_token and not is_to_keep()
    if revision is not None:
        html = html.replace(REVISION, str(revision))
    return html.replace(TOKEN, generate_csrf() if with_token else "") if TOKEN in html else html


def forget() -> None:
    """Clear the cache of drawn parts."""
    _memory.clear()


def init_parts(app: Flask) -> None:
    """Let templates draw parts, with placeholders for the token and revision."""
    places = {"csrf_token": lambda: TOKEN, "page_revision": REVISION}
    env = app.jinja_env
    # Jinja would copy a chain of dicts, one of them always empty, for each drawing: ten times
    # slower.
    env.make_globals = lambda _: env.globals  # type: ignore[assignment, method-assign]
    env.globals |= {"draw": draw, "fixed": fixed, "with_chosen": with_chosen, **places}
    # Importing them in each template would take as long as drawing a small part.
    macros = env.get_template("_macros.html").module
    env.globals |= {name: getattr(macros, name) for name in MACROS}


Page = tuple[str, bool, str, str]


def _page() -> Page:
    """What each part depends on: the root of its addresses, whether there is a server, the language
    and the time zone."""
    return request.script_root, is_site(), page_language(), page_zone()


def _hashes(field: str) -> Collection[str]:
    text = request.values.get(field, "")
    if len(text) > LETTERS * MOST_PARTS:
        return ()
    return {text[at : at + LETTERS] for at in range(0, len(text), LETTERS)}


def _collect(
    items: Iterable[Part],
    known: Collection[str],
    named: Collection[str],
    page: Page,
    found: NewParts,
) -> None:
    for item in items:
        drawn = _drawn(item, page)
        if drawn.hash in known:
            for _, inside in item.slots:
                _collect(inside, known, named, page, found)
            continue
        html = Markup(PLAIN_KEY.sub("", _filled(item, drawn, page, named)))  # noqa: S704
        (found.rows if html.startswith(("<tr", "<thead")) else found.blocks).append(html)


def _complete(item: Part, page: Page) -> str:
    return _filled(item, _drawn(item, page), page, ())


def _filled(item: Part, drawn: Drawn, page: Page, named: Collection[str]) -> str:
    html = drawn.html
    for slot, inside in item.slots:
        whole = [_inner(one, page, named) for one in inside]
        html = html.replace(_place(slot), "".join(whole))
    return html


def _inner(item: Part, page: Page, named: Collection[str]) -> str:
    drawn = _drawn(item, page)
    if drawn.hash in named:
        return f'<div data-kept="{drawn.hash}"></div>'
    return _filled(item, drawn, page, named)


def _drawn(item: Part, page: Page) -> Drawn:
    ids = _ids(item) if item.slots else ()
    key = (*page, *item[:3], ids)
    drawn = _memory.get(key)
    if drawn is None:
        try:
            with without_request():
                drawn = _rendered(item, ids)
        except BeyondKeyError as problem:
            report(problem)
            return _rendered(item, ids)
        _memory.keep(key, drawn)
    return drawn


def _ids(item: Part) -> tuple[tuple[str, ...], ...]:
    """The ids of the parts inside a part, by slot; the page itself adds and removes rows."""
    return tuple([(slot, *[one.id for one in ones]) for slot, ones in item.slots if slot != ROWS])


def _rendered(item: Part, ids: Hashable) -> Drawn:
    template = current_app.jinja_env.get_template(f"{item.template}.html")
    slots = {slot: Markup(_place(slot)) for slot, _ in item.slots}  # noqa: S704
    html = _light(template.render(dict(item.values), slots=slots))
    digest = sha256(f"{html}{ids}".encode()).digest()
    code = urlsafe_b64encode(digest)[:LETTERS].decode()
    root, end, rest = html.partition(">")
    is_found = f' id="{item.id}"' in root
    return Drawn(f'{root} data-hash="{code}"{end}{rest}' if is_found else html, code)


def _place(slot: str) -> str:
    return f"\N{NULL}{slot}\N{NULL}"


def _light(html: str) -> str:
    """The HTML without indentation, empty lines, and line breaks next to a block."""
    html = BETWEEN_TAGS.sub("> <", " ".join(filter(None, map(str.strip, html.split("\n")))))
    html = BEFORE_BLOCK.sub("", html)
    return AFTER_BLOCK.sub(r"\1", html)


_memory: Memory[Hashable, Drawn] = Memory(CACHE_BYTES, lambda drawn: 4 * len(drawn.html) + 2000)
