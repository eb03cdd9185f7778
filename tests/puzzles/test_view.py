"""What browsers get of the puzzles."""

import pytest
from pydantic import TypeAdapter

from steinreich import games
from steinreich.puzzles.files import shipped
from steinreich.puzzles.puzzle import Puzzle, task
from steinreich.puzzles.view import counts_view, puzzles_view, refutations_view
from steinreich.session.schema.puzzles import PuzzleCounts, Puzzles, Refutations


@pytest.mark.parametrize("name", games())
def test_puzzles_are_as_declared_and_the_easy_ones_come_first(name: str) -> None:
    data = puzzles_view(name)
    assert TypeAdapter(Puzzles).validate_python(data, strict=True) == data
    ratings = [puzzle["rating"] for puzzle in data["puzzles"]]
    assert ratings == sorted(ratings)
    assert len(ratings) == len(shipped(name))
    assert set(data["themes"]) == {puzzle["theme"] for puzzle in data["puzzles"]}


def test_a_game_without_puzzles() -> None:
    assert puzzles_view("connect_four") == {"boards": {}, "themes": {}, "puzzles": []}
    assert "connect_four" not in counts_view()["games"]


def test_counts_and_refutations() -> None:
    counts = counts_view()
    assert TypeAdapter(PuzzleCounts).validate_python(counts, strict=True) == counts
    assert counts["games"] == {name: len(shipped(name)) for name in games()}
    puzzle = shipped("vier3d")[0]
    told = refutations_view("vier3d", puzzle.id)
    assert TypeAdapter(Refutations).validate_python(told, strict=True) == told
    assert told == {"refutations": list(puzzle.refutations)}
    assert refutations_view("tzaar", puzzle.id) is None


def test_tasks_are_told_without_the_solution() -> None:
    one = Puzzle("vier3d", "-", "win", 1, "finish", 900, ("a1",), "1/0")
    assert task(one) == ("Win in 1 turn.", "Gewinne in 1 Zug.")
    assert task(one._replace(turns=3)) == ("Win in 3 turns.", "Gewinne in 3 Zügen.")
    assert task(one._replace(goal="save")).en.startswith("Save the game")
    assert "stones" in task(one._replace(game="six_in_line(players=1)")).en
