"""The number of phones that follow a game."""

from scorekeeper.http.polls import LIFE, LONGEST_NUMBER, MOST_PAGES, Followers


def test_a_page_counts_once_for_its_game_until_its_polls_stop() -> None:
    now = [0.0]
    followers = Followers(lambda: now[0])
    assert [followers.count("game", page) for page in ("", "ann", "ben", "ann")] == [0, 1, 2, 2]
    assert followers.count("other game", "") == 0
    now[0] = LIFE / 2
    followers.count("game", "ben")
    now[0] = LIFE
    assert followers.count("game", "") == 1
    now[0] = 2 * LIFE
    assert followers.count("game", "") == 0


def test_made_up_pages_take_no_more_room_than_a_full_house() -> None:
    followers = Followers(lambda: 0)
    assert followers.count("game", "x" * (LONGEST_NUMBER + 1)) == 0
    for number in range(MOST_PAGES + 9):
        followers.count("game", str(number))
    assert followers.count("game", "0") == MOST_PAGES
