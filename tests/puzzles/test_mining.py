"""Mining: no duplicates, limited shares of kinds, and reproducible results."""

import pytest

from steinreich.puzzles.mining import (
    EASY_RATING,
    MAX_HOLD,
    MAX_OF_A_KIND,
    MIN_EASY,
    Collection,
    mine,
)
from steinreich.puzzles.puzzle import Puzzle, to_text


def puzzle(number: int, actions: int = 1, seed: int = 1) -> Puzzle:
    """Return an easy puzzle with some changes."""
    line = " ".join(["a1"] * actions)
    return Puzzle("vier3d", f"p{number}", "win", 1, "finish", 900, (line,), f"{seed}/{number}", ())


def found(name: str, seed: int, number: int) -> list[Puzzle]:
    """Simulate puzzles in two of three games, of one action or more, with duplicates."""
    return [puzzle(number - number % 2, 1 + number % 5, seed)] if number % 3 else []


def filled(collection: Collection, processes: int = 1, most: int = 10**6) -> Collection:
    for games, _taken in enumerate(mine("vier3d", collection, 1, processes, found), 1):
        if games == most:
            break
    return collection


def test_requested_number_is_collected_without_duplicates() -> None:
    collection = filled(Collection(20))
    assert len({one.position for one in collection.puzzles}) == 20 == len(collection.puzzles)


def test_share_of_a_kind_is_limited() -> None:
    collection = Collection(20)
    hard = [puzzle(number)._replace(rating=EASY_RATING) for number in range(20)]
    assert sum(map(collection.add, hard)) == MAX_OF_A_KIND * 20
    assert collection.add(puzzle(0, actions=3)._replace(position="another"))


def test_a_third_is_easy_even_if_a_kind_exceeds_its_share() -> None:
    collection = Collection(30)
    easy = sum(collection.add(puzzle(number)) for number in range(30))
    assert easy == MIN_EASY * 30 > MAX_OF_A_KIND * 30
    hard = [puzzle(100 + n, actions=n % 9)._replace(rating=EASY_RATING) for n in range(30)]
    assert sum(map(collection.add, hard)) == 30 - easy


def test_few_puzzles_only_hold_the_position() -> None:
    collection = Collection(40)
    held = [puzzle(number)._replace(goal="hold") for number in range(40)]
    assert sum(map(collection.add, held)) == MAX_HOLD * 40


def test_duplicate_puzzle_is_refused() -> None:
    collection = Collection(6, [puzzle(2)])
    assert not collection.add(puzzle(2, seed=9))
    assert collection.add(puzzle(4))
    assert not collection.add(puzzle(6))  # the third of a kind, and enough are easy
    assert collection.add(puzzle(6, actions=2))


@pytest.mark.parametrize("after", [1, 4, 9])
def test_mining_is_resumed(after: int) -> None:
    whole = filled(Collection(20))
    part = filled(Collection(20), most=after)
    assert len(part.puzzles) < 20
    assert to_text(filled(Collection(20, part.puzzles)).puzzles) == to_text(whole.puzzles)


def test_result_does_not_depend_on_the_number_of_processes() -> None:
    alone, together = filled(Collection(20)), filled(Collection(20), processes=2)
    assert together.puzzles == alone.puzzles


def test_another_seed_starts_again() -> None:
    collection = Collection(20, [puzzle(30)])
    assert (collection.next_game(1), collection.next_game(2)) == (31, 0)
