"""The built-in puzzles: all are well-formed, and a sample is proven again.

`steinreich puzzles check` proves every one of them.
"""

import random

import pytest

from steinreich import Engine, Limit, games, load
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.puzzles.definition import get_puzzle_definition
from steinreich.puzzles.finder import get_miners
from steinreich.puzzles.mining import EASY_RATING, MAX_HOLD_SHARE, MIN_EASY_SHARE, get_key
from steinreich.puzzles.puzzle import (
    PUZZLE_FOLDER,
    Puzzle,
    format_puzzles,
    load_puzzles,
    main_line_positions,
    puzzle_file_name,
)
from steinreich.puzzles.solution import find_fault, get_searches
from steinreich.rules.contract import ONGOING
from steinreich.search.exact.solver import Solver
from steinreich.search.proof.prover import Prover
from tests.conftest import mark_matrix
from tests.puzzles.reference_puzzle import ReferencePuzzle

MAX_REFERENCE_POSITIONS = 5_000  # that the slow reference rules can visit
OPTIONAL_THEMES = {"no_move"}  # need not occur
ALL_THEMES = list(
    dict.fromkeys(t for name in games() for t in get_puzzle_definition(load(name)).themes)
)
ALL_PUZZLES = [puzzle for name in games() for puzzle in load_puzzles(name)]
HOLD_PUZZLES = [puzzle for puzzle in ALL_PUZZLES if puzzle.goal == "hold"]


def one_of_each_theme(puzzles: tuple[Puzzle, ...]) -> list[Puzzle]:
    """Return the puzzle of medium difficulty of each theme."""
    by_theme: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_theme.setdefault(puzzle.theme, []).append(puzzle)
    return [puzzles_of_theme[len(puzzles_of_theme) // 2] for puzzles_of_theme in by_theme.values()]


def sample_evenly(puzzles: tuple[Puzzle, ...], max_size: int) -> list[Puzzle]:
    """Return some of the puzzles, from the easiest to the hardest."""
    step = max(1, len(puzzles) // max_size)
    return list(puzzles[::step])[:max_size]


SAMPLE = [puzzle for name in games() for puzzle in one_of_each_theme(load_puzzles(name))]


@pytest.mark.parametrize("name", games())
def test_files_are_sorted_and_without_duplicates(name: str) -> None:
    puzzles = load_puzzles(name)
    assert puzzles, f"{name} has no puzzles"
    assert (PUZZLE_FOLDER / puzzle_file_name(name)).read_text("utf-8") == format_puzzles(puzzles)
    assert len({get_key(puzzle) for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("name", games())
def test_difficulty_and_themes_vary(name: str) -> None:
    puzzles = load_puzzles(name)
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    assert ratings[len(ratings) * 9 // 10] - ratings[len(ratings) // 10] >= 300
    assert len({puzzle.theme for puzzle in puzzles}) >= 2


def test_every_theme_and_goal_occurs() -> None:
    """In Inner Square no game can be proven to be saved."""
    saved = {puzzle.game for puzzle in ALL_PUZZLES if puzzle.goal == "save"}
    assert saved == {*games()} - {"inner_square"}
    themes = {puzzle.theme for puzzle in ALL_PUZZLES}
    assert themes <= set(ALL_THEMES)
    assert themes >= set(ALL_THEMES) - OPTIONAL_THEMES


@pytest.mark.parametrize("name", games())
def test_enough_puzzles_have_proven_goals(name: str) -> None:
    puzzles = load_puzzles(name)
    assert len(puzzles) >= 500
    assert sum(puzzle.goal == "hold" for puzzle in puzzles) <= MAX_HOLD_SHARE * len(puzzles)
    assert sum(puzzle.rating < EASY_RATING for puzzle in puzzles) >= MIN_EASY_SHARE * 500
    assert sum(puzzle.theme != "solo" for puzzle in puzzles) >= 250


@pytest.mark.parametrize("name", games())
def test_exact_solver_finds_no_win_against_a_saved_game(name: str) -> None:
    """It is independent of the search that proved the puzzles."""
    saved = [puzzle for puzzle in load_puzzles(name) if puzzle.goal == "save"]
    if not saved:
        return
    game = saved[0].start.game
    solver = Solver(game, get_heuristics_compiler(game), table=1 << 16)
    ends = [positions[-1] for positions in map(main_line_positions, saved)]
    live = [position for position in ends if not position.is_over]
    sample = live[:: max(1, len(live) // 12)]
    assert all(position.starts_turn for position in sample)  # the opponent is to move
    values = solver.values(sample, nodes=20_000)
    assert any(value.outcome != ONGOING for value in values)
    assert all(
        value.outcome != position.player for position, value in zip(sample, values, strict=True)
    )


def test_positions_are_canonical_and_solutions_legal() -> None:
    for puzzle in ALL_PUZZLES:
        start = puzzle.start
        assert start.starts_turn
        assert str(start.canonical()) == puzzle.position
        for line in puzzle.lines:
            position = start
            for name in line:
                position = position.play(name)
            assert puzzle.goal != "win" or position.outcome == start.player


def test_alternative_first_actions_are_permutations_or_symmetric() -> None:
    several = [puzzle for puzzle in ALL_PUZZLES if len(puzzle.choices([])) > 1]
    assert {puzzle.game for puzzle in several} >= {"tzaar", "six_in_line"}
    for puzzle in several:
        start = puzzle.start
        ends = set()
        for line in puzzle.lines:
            position = start
            for name in line:
                position = position.play(name)
                if position.player != start.player:
                    break
            ends.add(str(position.canonical()) if not position.is_over else str(position))
        firsts = {str(start.play(name).canonical()) for name in puzzle.choices([])}
        assert len(ends) == 1 or len(firsts) == 1, puzzle


def test_refutations_of_all_wrong_actions_reach_the_end_of_the_opponents_turn() -> None:
    for puzzle in ALL_PUZZLES:
        positions = main_line_positions(puzzle)
        own = [position for position in positions[:-1] if position.player == positions[0].player]
        if positions[0].game.players == 1:
            assert not puzzle.refutations
            continue
        for position, table in zip(own, puzzle.refutations, strict=True):
            right = puzzle.choices(puzzle.lines[0][: positions.index(position)])
            assert sorted([*right, *table]) == position.legal_moves()
            # "#2" after a line: the opponent wins within two more turns.
            assert all(("#" in line) <= (puzzle.goal != "win") for line in table.values())
        for wrong, answer in random.Random(puzzle.id).sample(
            sorted(puzzle.refutations[0].items()), 1
        ):
            after = positions[0].play(wrong)
            for name in answer.partition("#")[0].split():
                assert name.startswith("(") == (after.player != positions[0].player)
                after = after.play(name.strip("()"))
            assert after.is_over or after.player == positions[0].player


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: f"{puzzle.game}-{puzzle.id}")
def test_sample_can_be_proven_again(puzzle: Puzzle) -> None:
    assert find_fault(puzzle) is None


def sample_of_each_game(puzzles: list[Puzzle]) -> list[object]:
    """Return all puzzles as parameters; `make test` runs only the first of each game."""
    games = {load(puzzle.game).name for puzzle in puzzles}
    return [
        case
        for name in sorted(games)
        for case in mark_matrix((puzzle,) for puzzle in puzzles if load(puzzle.game).name == name)
    ]


@pytest.mark.parametrize("puzzle", sample_of_each_game(HOLD_PUZZLES), ids=lambda puzzle: puzzle.id)
def test_right_turns_of_hold_neither_save_nor_lose(puzzle: Puzzle) -> None:
    """Some of the right turns are undecided, the others lose, and none saves the game."""
    solver, searches, answers = puzzle.start.player, get_searches(puzzle.game), set()
    for line in puzzle.lines:
        position = puzzle.start
        for name in line:
            position = position.play(name)
        assert position.player != solver
        answers.add(searches.can_force_win(position, 1 - solver))
    assert None in answers
    assert False not in answers


@pytest.mark.parametrize("name", games())
def test_proof_number_search_finds_the_same_wins(name: str) -> None:
    """It does not limit the number of turns."""
    answers = []
    for puzzle in sample_evenly(load_puzzles(name), 3):
        start = puzzle.start
        wrong = (name for name in start.legal_moves() if name not in puzzle.choices([]))
        saves = puzzle.goal != "win"
        position = start.play(next(wrong) if saves else puzzle.lines[0][0])
        attacker = 1 - start.player if saves else start.player
        if not position.is_over:
            prover = Prover(position, attacker, compiler=get_heuristics_compiler(start.game))
            answers.append(prover.run(position, nodes=50_000).is_won)
    assert True in answers
    assert False not in answers


MAX_EXACT_TURNS = 2  # up to which the engine searches exhaustively, so that its bound is exact


@pytest.mark.parametrize("name", games())
def test_engine_counts_turns_like_puzzles(name: str) -> None:
    """A puzzle gives the minimum number of turns to a win, a proven verdict the maximum."""
    wins = [
        puzzle
        for puzzle in load_puzzles(name)
        if puzzle.goal == "win" and puzzle.start.game.players > 1
    ]
    lengths = {puzzle.turns for puzzle in wins}
    assert lengths >= {1, MAX_EXACT_TURNS}
    for turns in sorted(lengths):
        for puzzle in sample_evenly(tuple(win for win in wins if win.turns == turns), 4):
            with Engine(puzzle.game) as engine:
                verdict = engine.think(puzzle.start, Limit(nodes=100_000)).verdict
            assert verdict.outcome == puzzle.start.player, puzzle
            if turns <= MAX_EXACT_TURNS:
                assert verdict.turns == turns, puzzle
            assert verdict.turns is None or verdict.turns >= turns, puzzle


def estimate_reference_positions(puzzle: Puzzle) -> int:
    """Return roughly how many positions the slow reference rules would visit."""
    turns = 2 * puzzle.turns - 1 if puzzle.goal == "win" else 2 * (puzzle.turns + 1)
    actions = turns * (2 if puzzle.game.startswith(("tzaar", "six_in_line")) else 1)
    if puzzle.theme == "solo":
        actions = len(puzzle.lines[0])
    return int(len(puzzle.start.actions()) ** actions)


@pytest.mark.parametrize("name", games())
def test_reference_rules_find_the_same_first_action(name: str) -> None:
    cheap = [
        puzzle
        for puzzle in load_puzzles(name)
        if estimate_reference_positions(puzzle) <= MAX_REFERENCE_POSITIONS
    ]
    assert cheap, f"no puzzle of {name} is simple enough"
    for puzzle in random.Random(1).sample(cheap, min(2, len(cheap))):
        assert ReferencePuzzle(puzzle).find_right_actions() == sorted(puzzle.choices([])), puzzle


@pytest.mark.parametrize("name", ["chain_reaxis"])  # others take much longer to compile
def test_source_reproduces_the_game_with_the_position(name: str) -> None:
    miner = get_miners(name)[0]
    for puzzle in random.Random(2).sample(load_puzzles(name), 5):
        seed, number = map(int, puzzle.source.split("/"))
        turns = miner.play_turns(random.Random(f"{seed}/{number}"))
        assert puzzle.position in {str(position.canonical()) for position in turns}
