"""Hidden bids on the phones: each phone sees only its own until all are revealed together."""

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.cast import Cast, Role, cast_on
from tests.http.test_polls import data, poll
from tests.table import field, numbers
from tests.web.page import plain_text, problems

ANN, BEN, CEM = range(3)


@pytest.fixture
def cast(app: Flask) -> Cast:
    """All phones may bid in hand 3, which Cem deals: three cards, hearts are trump."""
    cast = cast_on(app)
    cast.hide_bids()
    return cast


def enter(cast: Cast, role: Role, *bids: int | None, hand: int = 3, **more: Any) -> TestResponse:
    """A phone enters hidden bids, in seating order."""
    seat = next((seat for seat, bid in enumerate(bids) if bid is not None), 0)
    me = "" if role in (Role.KEEPER, Role.GUEST) else f"?me={seat}"
    address = f"{cast.path}/hands/{hand}/sealed{me}"
    fields: dict[str, Any] = {**numbers("bid", bids), **more}
    return cast.post(role, address, **fields)


def bids(cast: Cast) -> tuple[int | None, ...]:
    """The revealed bids."""
    game = cast.state()[2]
    return tuple(game.hands[2].bids)


def revision(cast: Cast) -> int:
    """The revision of the game."""
    return int(cast.state()[1].split(".")[0])


def marked(page: str) -> list[str]:
    """The players who have bid, according to a page."""
    lines = page.split('<span class="who"><b class="name" translate="no">')[1:]
    return [line.split("<")[0] for line in lines if "has bid" in line.split("player-line")[0]]


def test_no_pad_opens_under_a_keepers_finger_when_all_others_have_bid(cast: Cast) -> None:
    enter(cast, Role.FOLLOWER, None, 2)
    enter(cast, Role.STRANGER, None, None, 0)
    page = cast.get(Role.KEEPER).text
    assert re.findall(r'name="pad" value="(\d)"', page) == ["0"]
    assert 'name="pad" value="0" id="at-0">' in page, "it waits for a tap on Ann"


def test_undo_waits_until_hidden_bids_are_revealed_and_says_so(cast: Cast) -> None:
    waits = 'disabled aria-label="Undo: reveal first"'
    assert waits not in cast.get(Role.KEEPER).text
    enter(cast, Role.FOLLOWER, None, 2)
    assert waits in cast.get(Role.KEEPER).text
    cast.post(Role.KEEPER, f"{cast.path}/hands/3/open", revision=revision(cast))
    assert waits not in cast.get(Role.KEEPER).text


def test_a_phone_still_shows_its_own_bid_when_another_phones_is_news(cast: Cast) -> None:
    enter(cast, Role.FOLLOWER, None, 2)
    shown = cast.get(Role.FOLLOWER, f"{cast.path}?me={BEN}").text
    assert "bid_1-2" in data(shown, "chosen").split()
    enter(cast, Role.STRANGER, None, None, 0)
    page = poll(cast.clients[Role.FOLLOWER], shown).text
    assert "bid_1-2" in data(page, "chosen").split()


def test_a_player_changes_the_bid_until_it_is_open_and_no_other_phone_hears_of_it(
    cast: Cast,
) -> None:
    enter(cast, Role.FOLLOWER, None, 2)
    stamp = cast.state()[1]
    for bid in (1, 3, 3):
        answer = enter(cast, Role.FOLLOWER, None, bid, part=True)
        assert f"bid_{BEN}-{bid}" in data(answer.text, "chosen")
        assert f'value="{bid}" checked' in answer.text
    assert cast.state()[1] == stamp
    enter(cast, Role.KEEPER, 0, None, 0)
    assert bids(cast) == (0, 3, 0)


def test_a_following_phone_bids_for_one_player_and_can_correct_which(cast: Cast) -> None:
    enter(cast, Role.FOLLOWER, 2)
    enter(cast, Role.FOLLOWER, None, 2)
    assert marked(cast.get(Role.NOBODY).text) == ["Ben"]
    answer = enter(cast, Role.FOLLOWER, 1, 2)
    assert (answer.status_code, problems(answer.text)) == (
        422,
        ["A phone can bid for only one player."],
    )
    assert enter(cast, Role.FOLLOWER).status_code == 422
    assert marked(cast.get(Role.NOBODY).text) == ["Ben"]


def test_the_first_phone_holds_the_seat_until_the_keeper_removes_its_bid(cast: Cast) -> None:
    enter(cast, Role.STRANGER, None, 3)
    said = "Another phone has bid for Ben. Whoever keeps score can remove that bid."
    for role in (Role.FOLLOWER, Role.KEEPER):
        answer = enter(cast, role, None, 1)
        assert (answer.status_code, problems(answer.text)) == (409, [said])
    page = cast.get(Role.FOLLOWER, f"{cast.path}?me=1").text
    assert "Another phone has bid for you." in page
    assert 'name="bid_1"' not in page
    assert "Ben" in cast.get(Role.KEEPER, f"{cast.path}/sealed").text.split("</header>")[1]
    cast.post(Role.KEEPER, f"{cast.path}/hands/3/free", seat=BEN)
    assert enter(cast, Role.FOLLOWER, None, 1).status_code == 303
    enter(cast, Role.KEEPER, 0, None, 0)
    assert bids(cast) == (0, 1, 0)


def test_hidden_bids_stay_with_their_hand_when_another_one_is_taken_out(cast: Cast) -> None:
    enter(cast, Role.FOLLOWER, None, 2)
    seen = revision(cast)
    gone = cast.post(Role.KEEPER, f"{cast.path}/hands/1/delete", revision=seen)
    assert gone.status_code == 303
    assert marked(cast.get(Role.KEEPER).text) == ["Ben"]
    assert enter(cast, Role.STRANGER, None, None, 0, revision=seen).status_code == 303
    assert enter(cast, Role.KEEPER, 3, revision=seen).status_code == 303
    assert cast.state()[2].hands[1].bids == (3, 2, 0)


@pytest.mark.parametrize("bid", [-1, 4, "x", "1.5", "٣"])
def test_a_bid_out_of_range_is_refused_and_what_else_was_typed_stays(cast: Cast, bid: Any) -> None:
    answer = enter(cast, Role.FOLLOWER, None, bid)
    assert answer.status_code == 422
    assert "Ben" in problems(answer.text)[0]
    answer = enter(cast, Role.KEEPER, 2, bid)
    assert answer.status_code == 422
    assert f'name="bid_{ANN}" value="2" checked' in answer.text
    assert marked(cast.get(Role.NOBODY).text) == []


@pytest.mark.parametrize("hand", [0, 1, 2, 4, 99])
def test_a_bid_for_another_hand_is_refused(cast: Cast, hand: int) -> None:
    before = cast.state()
    for role in (Role.FOLLOWER, Role.KEEPER):
        assert enter(cast, role, None, 3, hand=hand).status_code == 409
    assert cast.state() == before


def test_without_the_mode_no_phone_bids_and_switching_it_off_ends_what_was_entered(
    cast: Cast,
) -> None:
    enter(cast, Role.FOLLOWER, None, 2)
    cast.post(Role.KEEPER, f"{cast.path}/sealed")
    answer = enter(cast, Role.FOLLOWER, None, 2)
    assert answer.status_code == 403
    assert "Bidding on phones is off." in plain_text(answer.text)
    assert 'name="bid_1"' not in cast.get(Role.FOLLOWER, f"{cast.path}?me=1").text
    cast.post(Role.KEEPER, f"{cast.path}/sealed", on="y")
    assert marked(cast.get(Role.NOBODY).text) == []


def test_in_a_hand_without_hidden_bids_no_phone_that_follows_bids(app: Flask) -> None:
    cast = cast_on(app)
    cast.post(Role.KEEPER, f"{cast.path}/sealed", on="y")
    assert enter(cast, Role.FOLLOWER, None, 1, hand=2).status_code == 409
    assert 'name="bid_1"' not in cast.get(Role.FOLLOWER, f"{cast.path}?me=1").text
    assert "Bids on the phones" not in cast.get(Role.KEEPER).text


def test_a_phone_that_follows_keeps_its_player_after_a_bid_without_scripts(cast: Cast) -> None:
    assert enter(cast, Role.FOLLOWER, None, 2).location == f"{cast.path}?me=1"
    assert enter(cast, Role.KEEPER, 2).location == cast.path


def test_a_page_that_follows_gets_its_token_when_the_next_hidden_bids_begin(cast: Cast) -> None:
    enter(cast, Role.KEEPER, 0, 0, 0)
    table = cast.table(Role.KEEPER)
    table.score(1, 1, 1)
    phone = cast.clients[Role.FOLLOWER]
    shown = phone.get(f"{cast.path}?me=1").text
    assert 'name="bid_1"' not in shown
    table.turn("hearts")
    news = poll(phone, shown).text
    assert 'name="bid_1"' in news
    assert field(news, "csrf_token")


def test_a_phone_without_cookies_is_told_that_it_cannot_bid_and_shows_no_number_as_saved(
    app: Flask, cast: Cast
) -> None:
    phone = app.test_client(use_cookies=False)
    fields = {"revision": revision(cast), **numbers("bid", (None, 2, None))}
    answer = phone.post(f"{cast.path}/hands/3/sealed?me={BEN}", data=fields)
    assert answer.status_code == 422
    assert answer.headers["X-Refused"] == "token", "the phone tries once more by itself"
    assert "Cookies are off on this phone." in plain_text(answer.text)
    assert not re.search(r'name="bid_1" value="\d" checked', answer.text)
