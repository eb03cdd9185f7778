"""Puzzle files round-trip; errors in them are reported in one line."""

import json
from typing import Any

import pytest

from steinreich.puzzles.puzzle import BadPuzzle, Puzzle, format_puzzles, read_puzzles

PUZZLE = Puzzle(
    "vier3d",
    "rrr/bb/b/-/-/-/-/-/-/-/-/-/-/-/-/- r",
    "win",
    1,
    "finish",
    900,
    ("a1",),
    "1/7",
    ({"b1": "(c1)"},),
)
EASIER_PUZZLE = PUZZLE._replace(rating=850, solution=("a1 (b1) c1", "a1 (b1) d1"))


def test_puzzles_round_trip_in_a_fixed_order() -> None:
    text = format_puzzles([PUZZLE, EASIER_PUZZLE])
    assert text == format_puzzles([EASIER_PUZZLE, PUZZLE])
    assert read_puzzles(text, "vier3d") == [EASIER_PUZZLE, PUZZLE]
    assert text.count("\n") == 2


def make_line(**changes: object) -> str:
    """Return a line with changed values; keys with the value None are left out."""
    data: dict[str, Any] = {**PUZZLE._asdict(), **changes}
    return json.dumps({key: value for key, value in data.items() if value is not None})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "invalid JSON"),
        ("[]", "expected an object"),
        ("", "invalid JSON"),
        (make_line(goal="draw"), "goal: expected one of win, save, hold, not 'draw'"),
        (make_line(turns=0), "turns: expected a number of at least 1"),
        (make_line(turns="1"), "turns: expected an integer"),
        (make_line(turns=None), "the key 'turns' is missing"),
        (make_line(hint="a1"), "unknown key 'hint'"),
        (make_line(theme="luck"), "theme: unknown theme 'luck'"),
        (make_line(rating=2401), "rating: expected a number of at most 2400"),
        (make_line(solution=[]), "solution: expected a non-empty value"),
        (make_line(solution=[1]), "solution[0]: expected a string"),
        (make_line(refutations=["b1"]), "refutations[0]: expected an object"),
        (make_line(game="tzaar"), "game: expected vier3d, not 'tzaar'"),
        (make_line(game="vier3d(players=3)"), "game: expected vier3d"),
    ],
)
def test_error_names_the_invalid_line(line: str, message: str) -> None:
    with pytest.raises(BadPuzzle) as error:
        read_puzzles(f"{format_puzzles([PUZZLE])}{line}\n", "vier3d")
    assert str(error.value).startswith("vier3d.jsonl, line 2: ")
    assert message in str(error.value)
    assert error.value.message.in_language("de").startswith("vier3d.jsonl, Zeile 2: ")


def test_file_can_contain_puzzles_of_a_variant() -> None:
    solo = PUZZLE._replace(game="six_in_line(players=1)", theme="solo")
    assert read_puzzles(format_puzzles([solo]), "six_in_line") == [solo]
