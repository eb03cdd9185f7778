"""Why actions are wrong, on positions whose answers a person can see."""

from steinreich.puzzles.checking import searcher
from steinreich.puzzles.puzzle import Goal, Puzzle, Refutations
from steinreich.puzzles.refutation import refutations_of
from steinreich.puzzles.solution import Proof

# Red has three upright on a1 and wins there; Blue has three on b1 and wins there.
BOTH = "rrr/bbb/-/-/-/-/-/-/-/-/-/-/-/-/-/- r"
# Red threatens to win on a1.
TO_PARRY = "rrr/b/b/-/-/-/-/-/-/-/-/-/-/-/-/- b"


def tables(text: str, goal: Goal, turns: int = 1) -> tuple[Refutations, ...]:
    wins = searcher("vier3d")
    puzzle = Puzzle("vier3d", text, goal, turns, "finish", 800, (), "1/0")
    solution = Proof(wins, puzzle.start, goal, turns).solution()
    return refutations_of(puzzle._replace(solution=solution), wins)


def test_who_does_not_win_loses_where_that_is_possible() -> None:
    [table] = tables(BOTH, "win")
    assert len(table) == 15
    assert "a1" not in table
    assert {answer for wrong, answer in table.items() if wrong != "b1"} == {"(b1)"}
    assert table["b1"] == "(a1)"  # Blue cannot win any more, but can prevent that Red does


def test_who_does_not_parry_loses() -> None:
    [table] = tables(TO_PARRY, "save")
    assert set(table.values()) == {"(a1)"}
    assert len(table) == 15


def test_alone_nobody_refutes() -> None:
    puzzle = Puzzle(
        "six_in_line(players=1)",
        "1oooo1/oo1ooo/oo1ooo/oooo1o/ooo1oo/o1oooo 1 0 s",
        "win",
        1,
        "solo",
        858,
        ("a5-a6 +c5",),
        "1/129",
    )
    assert refutations_of(puzzle, searcher(puzzle.game)) == ()
