"""The cache of a process: bounded, and used values stay."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.memory import Memory, by_identity

WORDS = st.lists(st.tuples(st.integers(0, 9), st.text("ab", max_size=12)), max_size=60)


def test_the_values_used_last_stay() -> None:
    memory: Memory[str, str] = Memory(2)
    memory.keep("a", "A")
    memory.keep("b", "B")
    assert memory.get("a") == "A"
    memory.keep("c", "C")
    assert (memory.get("a"), memory.get("b"), memory.get("c")) == ("A", None, "C")


@given(WORDS)
def test_no_more_is_stored_than_there_is_room_for(words: list[tuple[int, str]]) -> None:
    memory: Memory[int, str] = Memory(20, weigh=len)
    for key, word in words:
        memory.keep(key, word)
        assert memory.weight <= 20
        assert memory.get(key) == word
    assert memory.weight == sum(len(memory.get(key) or "") for key in range(10))


def test_a_value_larger_than_the_cache_is_not_cached() -> None:
    memory: Memory[str, str] = Memory(3, weigh=len)
    memory.keep("a", "long")
    assert (memory.get("a"), memory.weight) == (None, 0)


def test_nothing_is_kept_after_it_is_cleared() -> None:
    memory: Memory[str, str] = Memory(3)
    memory.keep("a", "A")
    memory.clear()
    assert (memory.get("a"), memory.weight) == (None, 0)


def test_a_value_is_known_by_its_identity_alone() -> None:
    asked: list[list[int]] = []

    @by_identity(2)
    def found(value: list[int]) -> list[int]:
        asked.append(value)
        return [*value]

    one, equal = [1], [1]
    assert found(one) is found(one)
    assert found(equal) is not found(one)
    assert [id(value) for value in asked] == [id(one), id(equal)]
    found([2])
    assert found(one) is found(one)
    assert len(asked) == 3
