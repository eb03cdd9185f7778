"""Puzzle files round-trip, and damaged ones are refused in one line."""

import json
from typing import Any

import pytest

from steinreich.puzzles.puzzle import BadPuzzle, Puzzle, read_puzzles, to_text

ONE = Puzzle(
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
OTHER = ONE._replace(rating=850, solution=("a1 (b1) c1", "a1 (b1) d1"))


def test_puzzles_round_trip_in_a_fixed_order() -> None:
    text = to_text([ONE, OTHER])
    assert text == to_text([OTHER, ONE])
    assert read_puzzles(text, "vier3d") == [OTHER, ONE]
    assert text.count("\n") == 2


def broken(**changes: object) -> str:
    data: dict[str, Any] = {**ONE._asdict(), **changes}
    return json.dumps({key: value for key, value in data.items() if value is not None})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "this is not JSON"),
        ("[]", "an object belongs here"),
        ("", "this is not JSON"),
        (broken(goal="draw"), "goal: one of win, save, hold belongs here, not 'draw'"),
        (broken(turns=0), "turns: a number from 1 on belongs here"),
        (broken(turns="1"), "turns: an integer belongs here"),
        (broken(turns=None), "the key 'turns' is missing"),
        (broken(hint="a1"), "there is no key 'hint'"),
        (broken(theme="luck"), "theme: there is no theme 'luck'"),
        (broken(rating=2401), "rating: a number up to 2400"),
        (broken(solution=[]), "solution: something that is not empty"),
        (broken(solution=[1]), "solution[0]: a string belongs here"),
        (broken(refutations=["b1"]), "refutations[0]: an object belongs here"),
        (broken(game="tzaar"), "game: vier3d belongs here, not 'tzaar'"),
        (broken(game="vier3d(players=3)"), "game: vier3d belongs here"),
    ],
)
def test_damaged_lines_are_refused_with_their_place(line: str, said: str) -> None:
    with pytest.raises(BadPuzzle) as error:
        read_puzzles(f"{to_text([ONE])}{line}\n", "vier3d")
    assert str(error.value).startswith("vier3d.jsonl, line 2: ")
    assert said in str(error.value)
    assert error.value.words.within("de").startswith("vier3d.jsonl, Zeile 2: ")


def test_games_with_options_have_their_own_puzzles() -> None:
    alone = ONE._replace(game="six_in_line(players=1)", theme="solo")
    assert read_puzzles(to_text([alone]), "six_in_line") == [alone]
