"""Refutations of wrong actions in easily understood positions."""

import random

import pytest

from steinreich import games
from steinreich.core.position import Position
from steinreich.puzzles.puzzle import Goal, Puzzle, Refutations, load_puzzles, main_line_positions
from steinreich.puzzles.solution import Proof, find_refutations, get_searches
from steinreich.puzzles.view import explain_refutation

# Red has three upright on a1 and wins there; Blue has three on b1 and wins there.
BOTH_CAN_WIN = "rrr/bbb/-/-/-/-/-/-/-/-/-/-/-/-/-/- r"
# Red threatens to win on a1.
TO_PARRY = "rrr/b/b/-/-/-/-/-/-/-/-/-/-/-/-/- b"


def find_tables(text: str, goal: Goal, turns: int = 1) -> tuple[Refutations, ...]:
    """Return the refutations of a puzzle in Four in a Row 3D."""
    searches = get_searches("vier3d")
    puzzle = Puzzle("vier3d", text, goal, turns, "finish", 800, (), "1/0")
    solution = Proof(searches, puzzle.start, goal, turns).solution()
    return find_refutations(puzzle._replace(solution=solution), searches.wins)


def test_opponent_wins_after_a_missed_win_if_possible() -> None:
    [table] = find_tables(BOTH_CAN_WIN, "win")
    assert len(table) == 15
    assert "a1" not in table
    assert {answer for wrong, answer in table.items() if wrong != "b1"} == {"(b1)"}
    assert table["b1"] == "(a1)"  # Blue cannot win any more, but can prevent a win of Red


def test_opponent_wins_after_a_missed_parry() -> None:
    [table] = find_tables(TO_PARRY, "hold")
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
    assert find_refutations(puzzle, get_searches(puzzle.game).wins) == ()


def has_lost(position: Position, solver: int) -> bool:
    return position.is_over and position.outcome == 1 - solver


@pytest.mark.parametrize("name", ["tzaar", "six_in_line"])
def test_solver_does_not_end_the_turn_with_a_losing_action(name: str) -> None:
    """In refutations, unless all actions lose."""
    checked = 0
    for puzzle in load_puzzles(name):
        solver = puzzle.start.player
        own = [
            position for position in main_line_positions(puzzle)[:-1] if position.player == solver
        ]
        for before, table in zip(own, puzzle.refutations, strict=False):
            for wrong, line in random.Random(puzzle.id).sample(
                sorted(table.items()), min(2, len(table))
            ):
                position = before.play(wrong)
                turn_continues = not position.is_over and position.player == solver
                for action in line.split()[:1] if turn_continues else []:
                    checked += 1
                    children = {name: position.play(name) for name in position.legal_moves()}
                    losing = {n for n, child in children.items() if has_lost(child, solver)}
                    assert action not in losing or len(losing) == len(children), (puzzle, wrong)
    assert checked > 100


@pytest.mark.parametrize("name", games())
def test_explanation_names_the_opponent_and_the_ending(name: str) -> None:
    for puzzle in load_puzzles(name)[::20]:
        solver = puzzle.start.player
        positions = main_line_positions(puzzle)[:-1]
        right = puzzle.choices([])
        wrong = next(name for name in puzzle.start.legal_moves() if name not in right)
        answer = explain_refutation(puzzle, 0, wrong)
        assert answer
        actions, why = answer
        sides = puzzle.start.game.about.players
        if len(sides) > 1:
            end = puzzle.start.play(wrong)
            for action in actions:
                end = end.play(action)
            other = sides[1 - solver]
            assert other.in_language("en") in why.in_language("en") or not actions
            assert other.in_language("de") in why.in_language("de") or not actions
            assert (
                not end.is_over
                or "wins: " in why.in_language("en")
                or "Draw: " in why.in_language("en")
            )
        assert why.in_language("en").endswith(".")
        assert why.in_language("de").endswith(".")
        assert explain_refutation(puzzle, 0, right[0]) is None
        assert explain_refutation(puzzle, len(positions), wrong) is None
        assert explain_refutation(puzzle, 0, "nonsense") is None


def test_explanation_states_the_turns_until_the_opponent_wins() -> None:
    puzzle, wrong, line = next(
        (puzzle, wrong, line)
        for puzzle in load_puzzles("chain_reaxis")
        if puzzle.goal == "save" and puzzle.turns > 1
        for wrong, line in puzzle.refutations[0].items()
        if line.endswith("#2")
    )
    found = explain_refutation(puzzle, 0, wrong)
    assert found
    assert found[0] == [name.strip("()") for name in line.split()[:-1]]
    side = puzzle.start.game.about.players[1 - puzzle.start.player]
    assert f"{side.in_language('en')} then wins within 2 turns, whatever you play." in found[
        1
    ].in_language("en")
    assert f"Danach gewinnt {side.in_language('de')} in 2 Zügen, was du auch spielst." in found[
        1
    ].in_language("de")
