"""Puzzles as browsers receive them."""

import pytest
from pydantic import TypeAdapter

from steinreich import games
from steinreich.puzzles.puzzle import Puzzle, shipped, task
from steinreich.puzzles.view import counts_view, puzzles_view, refutation_view
from steinreich.session.schema.records import PuzzleCounts, Puzzles, Refutation
from tests.translated import Translated


@pytest.mark.parametrize("name", games())
def test_puzzles_match_their_declaration_and_start_with_easy_ones(name: str) -> None:
    data = puzzles_view(name)
    assert TypeAdapter(Puzzles).validate_python(data, strict=True) == data
    ratings = [puzzle["rating"] for puzzle in data["puzzles"]]
    assert ratings == sorted(ratings)
    assert len(ratings) == len(shipped(name))
    assert set(data["themes"]) == {puzzle["theme"] for puzzle in data["puzzles"]}


def test_game_without_puzzles() -> None:
    assert puzzles_view("connect_four") == {"boards": {}, "themes": {}, "puzzles": []}
    assert "connect_four" not in counts_view()["games"]


def test_counts_and_refutations() -> None:
    counts = counts_view()
    assert TypeAdapter(PuzzleCounts).validate_python(counts, strict=True) == counts
    assert counts["games"] == {name: len(shipped(name)) for name in games()}
    puzzle = shipped("vier3d")[0]
    wrong, line = next(iter(puzzle.refutations[0].items()))
    told = refutation_view("vier3d", puzzle.id, 0, wrong)
    assert told
    assert TypeAdapter(Refutation).validate_python(told, strict=True) == told
    assert told["actions"] == [line.strip("()")]
    assert refutation_view("tzaar", puzzle.id, 0, wrong) is None


def test_tasks_do_not_reveal_the_solution() -> None:
    one = Puzzle("vier3d", "-", "win", 1, "finish", 900, ("a1",), "1/0")
    assert task(one) == Translated("Win in 1 turn.", "Gewinne in 1 Zug.")
    assert task(one._replace(turns=3)) == Translated("Win in 3 turns.", "Gewinne in 3 Zügen.")
    assert task(one._replace(goal="save")).within("en").startswith("Save the game")
    held = task(one._replace(goal="hold", turns=2))
    assert "within 3 turns" in held.within("en")
    assert "in 3 Zügen" in held.within("de")
    assert "stones" in task(one._replace(game="six_in_line(players=1)")).within("en")
