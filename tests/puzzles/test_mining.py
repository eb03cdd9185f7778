"""Mining: no duplicates, limited shares of kinds, and reproducible results."""

import pytest

from steinreich.puzzles.mining import (
    EASY_RATING,
    MAX_HOLD_SHARE,
    MAX_SHARE_PER_KIND,
    MIN_EASY_SHARE,
    Collection,
    mine,
)
from steinreich.puzzles.puzzle import Puzzle, format_puzzles


def make_puzzle(number: int, actions: int = 1, seed: int = 1) -> Puzzle:
    """Return an easy puzzle; `number` makes its position and source unique."""
    line = " ".join(["a1"] * actions)
    return Puzzle("vier3d", f"p{number}", "win", 1, "finish", 900, (line,), f"{seed}/{number}", ())


def mine_fake_game(name: str, seed: int, number: int) -> list[Puzzle]:
    """Return a puzzle of one or more actions in two of three games, with duplicates."""
    return [make_puzzle(number - number % 2, 1 + number % 5, seed)] if number % 3 else []


def fill(collection: Collection, processes: int = 1, max_games: int = 10**6) -> Collection:
    """Mine until the collection is complete or a number of games has been mined."""
    for games, _ in enumerate(mine("vier3d", collection, 1, processes, mine_fake_game), 1):
        if games == max_games:
            break
    return collection


def test_mining_collects_the_requested_number_without_duplicates() -> None:
    collection = fill(Collection(20))
    assert len({puzzle.position for puzzle in collection.puzzles}) == 20 == len(collection.puzzles)


def test_collection_limits_the_share_of_a_kind() -> None:
    collection = Collection(20)
    hard = [make_puzzle(number)._replace(rating=EASY_RATING) for number in range(20)]
    assert sum(map(collection.add, hard)) == MAX_SHARE_PER_KIND * 20
    assert collection.add(make_puzzle(0, actions=3)._replace(position="another"))


def test_easy_puzzles_may_exceed_the_share_of_their_kind_up_to_a_third() -> None:
    collection = Collection(30)
    easy = sum(collection.add(make_puzzle(number)) for number in range(30))
    assert easy == MIN_EASY_SHARE * 30 > MAX_SHARE_PER_KIND * 30
    hard = [make_puzzle(100 + n, actions=n % 9)._replace(rating=EASY_RATING) for n in range(30)]
    assert sum(map(collection.add, hard)) == 30 - easy


def test_collection_limits_the_share_of_the_goal_hold() -> None:
    collection = Collection(40)
    held = [make_puzzle(number)._replace(goal="hold") for number in range(40)]
    assert sum(map(collection.add, held)) == MAX_HOLD_SHARE * 40


def test_collection_rejects_a_duplicate() -> None:
    collection = Collection(6, [make_puzzle(2)])
    assert not collection.add(make_puzzle(2, seed=9))
    assert collection.add(make_puzzle(4))
    assert not collection.add(
        make_puzzle(6)
    )  # the share of its kind is exhausted, and enough are easy
    assert collection.add(make_puzzle(6, actions=2))


@pytest.mark.parametrize("after", [1, 4, 9])
def test_mining_resumes_after_the_last_game(after: int) -> None:
    whole = fill(Collection(20))
    part = fill(Collection(20), max_games=after)
    assert len(part.puzzles) < 20
    assert format_puzzles(fill(Collection(20, part.puzzles)).puzzles) == format_puzzles(
        whole.puzzles
    )


def test_result_does_not_depend_on_the_number_of_processes() -> None:
    sequential, parallel = fill(Collection(20)), fill(Collection(20), processes=2)
    assert parallel.puzzles == sequential.puzzles


def test_next_game_of_another_seed_is_the_first() -> None:
    collection = Collection(20, [make_puzzle(30)])
    assert (collection.next_game(1), collection.next_game(2)) == (31, 0)
