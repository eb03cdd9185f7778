"""Refutations of wrong actions in easily understood positions."""

import random

import pytest

from steinreich import games
from steinreich.core.position import Position
from steinreich.puzzles.puzzle import Goal, Puzzle, Refutations, main_positions, shipped
from steinreich.puzzles.solution import Proof, find_refutations, searches_for
from steinreich.puzzles.view import refutation

# Red has three upright on a1 and wins there; Blue has three on b1 and wins there.
BOTH = "rrr/bbb/-/-/-/-/-/-/-/-/-/-/-/-/-/- r"
# Red threatens to win on a1.
TO_PARRY = "rrr/b/b/-/-/-/-/-/-/-/-/-/-/-/-/- b"


def tables(text: str, goal: Goal, turns: int = 1) -> tuple[Refutations, ...]:
    searches = searches_for("vier3d")
    puzzle = Puzzle("vier3d", text, goal, turns, "finish", 800, (), "1/0")
    solution = Proof(searches, puzzle.start, goal, turns).solution()
    return find_refutations(puzzle._replace(solution=solution), searches.wins)


def test_missing_a_win_loses_where_that_is_possible() -> None:
    [table] = tables(BOTH, "win")
    assert len(table) == 15
    assert "a1" not in table
    assert {answer for wrong, answer in table.items() if wrong != "b1"} == {"(b1)"}
    assert table["b1"] == "(a1)"  # Blue cannot win any more, but can prevent a win of Red


def test_missing_a_parry_loses() -> None:
    [table] = tables(TO_PARRY, "hold")
    assert set(table.values()) == {"(a1)"}
    assert len(table) == 15


def test_single_player_puzzle_has_no_refutation_by_an_opponent() -> None:
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
    assert find_refutations(puzzle, searches_for(puzzle.game).wins) == ()


def loses_at_once(position: Position, solver: int) -> bool:
    return position.is_over and position.outcome == 1 - solver


@pytest.mark.parametrize("name", ["tzaar", "six_in_line"])
def test_refutation_does_not_let_the_solver_lose_in_the_same_turn(name: str) -> None:
    """Where there is a choice, the solver's turn does not end with a losing action."""
    seen = 0
    for puzzle in shipped(name):
        solver = puzzle.start.player
        due = [one for one in main_positions(puzzle)[:-1] if one.player == solver]
        for before, table in zip(due, puzzle.refutations, strict=False):
            for wrong, line in random.Random(puzzle.id).sample(
                sorted(table.items()), min(2, len(table))
            ):
                position = before.play(wrong)
                own = [] if position.is_over or position.player != solver else line.split()[:1]
                for action in own:
                    seen += 1
                    ends = {name: position.play(name) for name in position.legal_moves()}
                    suicides = {n for n, end in ends.items() if loses_at_once(end, solver)}
                    assert action not in suicides or len(suicides) == len(ends), (puzzle, wrong)
    assert seen > 100


@pytest.mark.parametrize("name", games())
def test_every_refutation_names_the_side_and_the_mistake(name: str) -> None:
    for puzzle in shipped(name)[::20]:
        solver = puzzle.start.player
        positions = main_positions(puzzle)[:-1]
        right = puzzle.choices([])
        wrong = next(name for name in puzzle.start.legal_moves() if name not in right)
        answer = refutation(puzzle, 0, wrong)
        assert answer
        actions, why = answer
        sides = puzzle.start.game.about.players
        if len(sides) > 1:
            end = puzzle.start.play(wrong)
            for action in actions:
                end = end.play(action)
            other = sides[1 - solver]
            assert other.within("en") in why.within("en") or not actions
            assert other.within("de") in why.within("de") or not actions
            assert not end.is_over or "wins: " in why.within("en") or "Draw: " in why.within("en")
        assert why.within("en").endswith(".")
        assert why.within("de").endswith(".")
        assert refutation(puzzle, 0, right[0]) is None
        assert refutation(puzzle, len(positions), wrong) is None
        assert refutation(puzzle, 0, "nonsense") is None


def test_remaining_length_of_a_win_is_given() -> None:
    begun = [one for one in shipped("chain_reaxis") if one.goal == "save" and one.turns > 1]
    lines = [(one, wrong, line) for one in begun for wrong, line in one.refutations[0].items()]
    puzzle, wrong, line = next(entry for entry in lines if entry[2].endswith("#2"))
    found = refutation(puzzle, 0, wrong)
    assert found
    assert found[0] == [name.strip("()") for name in line.split()[:-1]]
    side = puzzle.start.game.about.players[1 - puzzle.start.player]
    assert f"{side.within('en')} then wins within 2 turns, whatever you play." in found[1].within(
        "en"
    )
    assert f"Danach gewinnt {side.within('de')} in 2 Zügen, was du auch spielst." in found[
        1
    ].within("de")
