"""What the signs of a hand, of the sheet and of the Standings say."""

import re

from tests.cast import Cast, Role
from tests.table import Table
from tests.web.page import plain_text


def above_the_lines(page: str) -> str:
    found = re.search(r'<p class="colhead".*?</p>', page, re.DOTALL)
    assert found
    return " ".join(plain_text(found[0]).split())


def test_the_numbers_of_a_hand_never_stand_below_the_number_of_another(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    assert above_the_lines(table.page()).startswith("Hand 1 ")
    table.turn("hearts")
    assert "Hand" not in above_the_lines(table.page())
    table.bid(1, 0, 0)
    assert "Hand" not in above_the_lines(table.page("trump"))
    table.start("Ann", "Ben", "Cem", variant="skull-king")
    table.bid(0, 1, 0)
    table.score(0, 1, 0)
    assert "Hand" not in above_the_lines(table.page())


def test_a_negated_trick_is_told_beside_the_tricks_after_the_hand_too(table: Table) -> None:
    table.start("Ann", "Ben", variant="two-player")
    table.turn("hearts")
    table.bid(3, 2)
    table.take(3, 6, negated="0")
    assert "as 2" in plain_text(table.page())
    table.score(3, 6, negated="0")
    page = table.page()
    assert page.count(">as 2<") == 3, "the line, the row of the sheet, and its key"
    assert re.search(r'id="line-0".*?as 2.*?id="line-1"', page, re.DOTALL)


def test_extra_points_are_marked_on_the_line_and_the_sheet_whose_key_explains_them(
    table: Table,
) -> None:
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    assert 'class="penalty"' not in table.page()
    table.turn("spades")
    table.bid(0, 1, 0)
    table.send("extras", points_1="-10", reason_1="late")
    mark = r'id="line-1".*?class="penalty">.*?</span>−10</b>.*?class="totals"'
    assert re.search(mark, table.page(), re.DOTALL)
    assert table.page("extras").count('class="by-ten"') == 6
    table.score(0, 2, 0)
    page = table.page()
    assert re.search(mark, page, re.DOTALL)
    assert re.search(r'<span class="penalty" title="late">−10</span>', page)
    assert re.search(r'class="penalty">−10</span>\s*penalty or extra points', page)
    assert "bonus cards." not in page


def test_the_key_of_the_sheet_explains_a_plus_if_there_is_one(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", variant="rage")
    table.turn("red")
    table.bid(0, 1, 0)
    assert "bonus cards." not in table.page()
    table.send("extras", plus_1="1")
    table.score(0, 10, 0)
    page = table.page()
    assert "bonus cards." in page
    assert "penalty or extra points" not in page


def test_more_leads_to_a_correction_once_there_is_a_hand_and_says_what_its_dot_is_for(
    table: Table,
) -> None:
    table.start("Ann", "Ben", "Cem")
    entry = r'<a href="#sheet">.*?<b>Correct an earlier hand</b>'
    assert not re.search(entry, table.page(), re.DOTALL)
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    page = table.page()
    assert re.search(entry, page, re.DOTALL)
    assert "The dot on “More” is for this" in plain_text(page)
    more = page[page.index('id="more"') :]
    assert more.index("/players") < more.index("End the game now") < more.index("/howto")


def test_standings_rank_first_and_name_the_ends_of_the_curve(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    page = table.client.get(f"{table.path}?view=evening").text
    titles = re.findall(r"<h2>(.*?)</h2>", page[page.index('id="figures"') :])
    assert titles[:2] == ["After 1 hand", "How it went"]
    ends = re.findall(r'<text x="[0-9]+" y="[0-9]+">(Ann|Ben|Cem)</text>', page)
    assert sorted(ends) == ["Ann", "Ben", "Cem"]


def test_a_correction_asks_for_the_bid_before_the_tricks(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    page = table.client.get(f"{table.path}/hands/1").text
    assert page.index('name="bid_0"') < page.index('name="tricks_0"')


def test_a_phone_asks_before_it_keeps_score_beside_another(cast: Cast) -> None:
    page = cast.get(Role.MATE).text
    block = page[page.index('id="claim"') :]
    assert (
        block.index("<summary")
        < block.index("Another phone keeps score now")
        < block.index("<form")
    )
    for role in (Role.GUEST, Role.KEEPER):
        own = re.search(r'value="(\d+)">Stop keeping', cast.get(role, f"{cast.path}/phones").text)
        assert own
        cast.post(role, f"{cast.path}/phones", phone=own[1])
    page = cast.get(Role.MATE).text
    assert "<summary" not in page[page.index('id="claim"') :].partition("</form>")[0]


def test_a_code_that_is_refused_is_ready_to_be_typed_again(table: Table) -> None:
    fresh = table.client.get("/join").text
    refused = table.client.post("/join", data={"code": "ABCDEF"}).text
    assert "required autofocus>" in fresh, "without a tap"
    assert 'data-script="join"' not in fresh
    assert 'autofocus data-script="join"' in refused
