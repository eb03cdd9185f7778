"""Puzzles as browsers receive them."""

import pytest
from pydantic import TypeAdapter

from steinreich import games
from steinreich.puzzles.puzzle import Puzzle, describe_task, load_puzzles
from steinreich.puzzles.view import get_puzzle_counts_view, get_puzzles_view, get_refutation_view
from steinreich.session.schema.records import PuzzleCounts, Puzzles, Refutation
from tests.translated import Translated


@pytest.mark.parametrize("name", games())
def test_puzzles_match_the_schema_and_start_with_easy_ones(name: str) -> None:
    data = get_puzzles_view(name)
    assert TypeAdapter(Puzzles).validate_python(data, strict=True) == data
    ratings = [puzzle["rating"] for puzzle in data["puzzles"]]
    assert ratings == sorted(ratings)
    assert len(ratings) == len(load_puzzles(name))
    assert set(data["themes"]) == {puzzle["theme"] for puzzle in data["puzzles"]}


def test_game_without_puzzles_has_an_empty_list() -> None:
    assert get_puzzles_view("connect_four") == {"boards": {}, "themes": {}, "puzzles": []}
    assert "connect_four" not in get_puzzle_counts_view()["games"]


def test_counts_and_refutations_match_the_schema() -> None:
    counts = get_puzzle_counts_view()
    assert TypeAdapter(PuzzleCounts).validate_python(counts, strict=True) == counts
    assert counts["games"] == {name: len(load_puzzles(name)) for name in games()}
    puzzle = load_puzzles("vier3d")[0]
    wrong, line = next(iter(puzzle.refutations[0].items()))
    answer = get_refutation_view("vier3d", puzzle.id, 0, wrong)
    assert answer
    assert TypeAdapter(Refutation).validate_python(answer, strict=True) == answer
    assert answer["actions"] == [line.strip("()")]
    assert get_refutation_view("tzaar", puzzle.id, 0, wrong) is None


def test_tasks_do_not_reveal_the_solution() -> None:
    puzzle = Puzzle("vier3d", "-", "win", 1, "finish", 900, ("a1",), "1/0")
    assert describe_task(puzzle) == Translated("Win in 1 turn.", "Gewinne in 1 Zug.")
    assert describe_task(puzzle._replace(turns=3)) == Translated(
        "Win in 3 turns.", "Gewinne in 3 Zügen."
    )
    assert describe_task(puzzle._replace(goal="save")).in_language("en").startswith("Save the game")
    held = describe_task(puzzle._replace(goal="hold", turns=2))
    assert "within 3 turns" in held.in_language("en")
    assert "in 3 Zügen" in held.in_language("de")
    assert "stones" in describe_task(puzzle._replace(game="six_in_line(players=1)")).in_language(
        "en"
    )
