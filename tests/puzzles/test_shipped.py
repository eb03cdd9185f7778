"""The shipped puzzles: all are well-formed, and a sample is proven again.

`steinreich puzzles check` proves every one of them.
"""

import random

import pytest

from steinreich import Engine, Limit, games, load
from steinreich.players.knowledge import informed_compiler
from steinreich.puzzles.definition import puzzle_definition
from steinreich.puzzles.finder import get_mines
from steinreich.puzzles.mining import EASY_RATING, MAX_HOLD, MIN_EASY, get_key
from steinreich.puzzles.puzzle import SHIPPED, Puzzle, file_name, main_positions, shipped, to_text
from steinreich.puzzles.solution import find_fault, searches_for
from steinreich.rules.contract import ONGOING
from steinreich.search.exact.solver import Solver
from steinreich.search.proof.prover import Prover
from tests.conftest import mark_matrix
from tests.puzzles.reference_puzzle import ReferencePuzzle

CHEAP = 5_000  # positions that a slow reference can visit
RARE = {"no_move"}  # themes that need not occur
ALL_THEMES = list(
    dict.fromkeys(t for name in games() for t in puzzle_definition(load(name)).themes)
)
ALL = [puzzle for name in games() for puzzle in shipped(name)]
HELD = [puzzle for puzzle in ALL if puzzle.goal == "hold"]


def one_of_each_theme(puzzles: tuple[Puzzle, ...]) -> list[Puzzle]:
    """Return of each theme the puzzle of medium difficulty."""
    themes = {
        puzzle.theme: [one for one in puzzles if one.theme == puzzle.theme] for puzzle in puzzles
    }
    return [some[len(some) // 2] for some in themes.values()]


def spread(puzzles: tuple[Puzzle, ...], most: int) -> list[Puzzle]:
    """Return some of the puzzles, from the easiest to the hardest."""
    step = max(1, len(puzzles) // most)
    return list(puzzles[::step])[:most]


SAMPLE = [puzzle for name in games() for puzzle in one_of_each_theme(shipped(name))]


@pytest.mark.parametrize("name", games())
def test_files_are_sorted_and_without_duplicates(name: str) -> None:
    puzzles = shipped(name)
    assert puzzles, f"{name} has no puzzles"
    assert (SHIPPED / file_name(name)).read_text("utf-8") == to_text(puzzles)
    assert len({get_key(puzzle) for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("name", games())
def test_difficulty_and_themes_vary(name: str) -> None:
    puzzles = shipped(name)
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    assert ratings[len(ratings) * 9 // 10] - ratings[len(ratings) // 10] >= 300
    assert len({puzzle.theme for puzzle in puzzles}) >= 2


def test_promised_kinds_of_puzzles_exist() -> None:
    """Solo puzzles, enclosed tiles, captured last kinds in TZAAR, and saved games wherever games
    end early. In Inner Square a draw cannot be proven.
    """
    saved = {puzzle.game for puzzle in ALL if puzzle.goal == "save"}
    assert saved == {*games()} - {"inner_square"}
    themes = {puzzle.theme for puzzle in ALL}
    assert themes <= set(ALL_THEMES)
    assert themes >= set(ALL_THEMES) - RARE


@pytest.mark.parametrize("name", games())
def test_enough_puzzles_have_proven_goals(name: str) -> None:
    puzzles = shipped(name)
    assert len(puzzles) >= 500
    assert sum(puzzle.goal == "hold" for puzzle in puzzles) <= MAX_HOLD * len(puzzles)
    assert sum(puzzle.rating < EASY_RATING for puzzle in puzzles) >= MIN_EASY * 500
    assert sum(puzzle.theme != "solo" for puzzle in puzzles) >= 250


@pytest.mark.parametrize("name", games())
def test_exact_solver_finds_no_win_against_a_saved_game(name: str) -> None:
    """The depth-first solver with heuristics never disagrees."""
    saved = [puzzle for puzzle in shipped(name) if puzzle.goal == "save"]
    if not saved:
        return
    game = saved[0].start.game
    solver = Solver(game, informed_compiler(game), table=1 << 16)
    afters = [path[-1] for path in map(main_positions, saved)]
    live = [after for after in afters if not after.is_over]
    some = live[:: max(1, len(live) // 12)]
    assert all(after.starts_turn for after in some)  # the opponent is to move
    values = solver.values(some, nodes=20_000)
    assert any(value.outcome != ONGOING for value in values)
    assert all(value.outcome != after.player for after, value in zip(some, values, strict=True))


def test_positions_are_canonical_and_solutions_legal() -> None:
    for puzzle in ALL:
        start = puzzle.start
        assert start.starts_turn
        assert str(start.canonical()) == puzzle.position
        for line in puzzle.lines:
            position = start
            for name in line:
                position = position.play(name)
            assert puzzle.goal != "win" or position.outcome == start.player


def test_alternative_first_actions_are_permutations_or_symmetric() -> None:
    several = [puzzle for puzzle in ALL if len(puzzle.choices([])) > 1]
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


def test_all_wrong_actions_are_refuted_to_the_end_of_the_opponents_turn() -> None:
    for puzzle in ALL:
        positions = main_positions(puzzle)
        due = [p for p in positions[:-1] if p.player == positions[0].player]
        if positions[0].game.players == 1:
            assert not puzzle.refutations
            continue
        for position, table in zip(due, puzzle.refutations, strict=True):
            right = puzzle.choices(puzzle.lines[0][: positions.index(position)])
            assert sorted([*right, *table]) == position.legal_moves()
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
def test_sample_is_proven_again(puzzle: Puzzle) -> None:
    assert find_fault(puzzle) is None


def sample_of_each_game(puzzles: list[Puzzle]) -> list[object]:
    """Return all puzzles as parameters; `make test` runs the first of each game."""
    games = {load(puzzle.game).name for puzzle in puzzles}
    return [
        case
        for name in sorted(games)
        for case in mark_matrix((one,) for one in puzzles if load(one.game).name == name)
    ]


@pytest.mark.parametrize("puzzle", sample_of_each_game(HELD), ids=lambda puzzle: puzzle.id)
def test_holding_actions_are_neither_saved_nor_lost(puzzle: Puzzle) -> None:
    """Of each accepted full turn, some are undecided: not all lose, and none saves the game."""
    solver, searches, answers = puzzle.start.player, searches_for(puzzle.game), set()
    for line in puzzle.lines:
        position = puzzle.start
        for name in line:
            position = position.play(name)
        assert position.player != solver
        answers.add(searches.can_force_win(position, 1 - solver))
    assert None in answers
    assert False not in answers


@pytest.mark.parametrize("name", games())
def test_proof_number_search_agrees(name: str) -> None:
    """This search does not use a number of turns, and finds the same wins."""
    answers = []
    for puzzle in spread(shipped(name), 3):
        start = puzzle.start
        wrong = (name for name in start.legal_moves() if name not in puzzle.choices([]))
        saves = puzzle.goal != "win"
        position = start.play(next(wrong) if saves else puzzle.lines[0][0])
        attacker = 1 - start.player if saves else start.player
        if not position.is_over:
            prover = Prover(position, attacker, compiler=informed_compiler(start.game))
            answers.append(prover.run(position, nodes=50_000).is_won)
    assert True in answers
    assert False not in answers


SHORT = 2  # turns: an exhaustive search is possible, so its bound is exact


@pytest.mark.parametrize("name", games())
def test_engine_counts_turns_like_puzzles(name: str) -> None:
    """A puzzle gives the minimum number of turns to a win, a proven verdict the maximum."""
    wins = [one for one in shipped(name) if one.goal == "win" and one.start.game.players > 1]
    lengths = {one.turns for one in wins}
    assert lengths >= {1, SHORT}
    for turns in sorted(lengths):
        for puzzle in spread(tuple(one for one in wins if one.turns == turns), 4):
            with Engine(puzzle.game) as engine:
                verdict = engine.think(puzzle.start, Limit(nodes=100_000)).verdict
            assert verdict.outcome == puzzle.start.player, puzzle
            if turns <= SHORT:
                assert verdict.turns == turns, puzzle
            assert verdict.turns is None or verdict.turns >= turns, puzzle


def cost(puzzle: Puzzle) -> int:
    """Return the approximate number of positions that a slow reference would visit."""
    turns = 2 * puzzle.turns - 1 if puzzle.goal == "win" else 2 * (puzzle.turns + 1)
    actions = turns * (2 if puzzle.game.startswith(("tzaar", "six_in_line")) else 1)
    if puzzle.theme == "solo":
        actions = len(puzzle.lines[0])
    return int(len(puzzle.start.actions()) ** actions)


@pytest.mark.parametrize("name", games())
def test_references_find_the_same_first_action(name: str) -> None:
    cheap = [puzzle for puzzle in shipped(name) if cost(puzzle) <= CHEAP]
    assert cheap, f"no puzzle of {name} is simple enough"
    for puzzle in random.Random(1).sample(cheap, min(2, len(cheap))):
        assert ReferencePuzzle(puzzle).reaching() == sorted(puzzle.choices([])), puzzle


@pytest.mark.parametrize("name", ["chain_reaxis"])  # others take much longer to compile
def test_puzzles_come_from_the_games_they_name(name: str) -> None:
    """The game of a seed and a number is replayed and contains the puzzle's position."""
    mine = get_mines(name)[0]
    for puzzle in random.Random(2).sample(shipped(name), 5):
        seed, number = map(int, puzzle.source.split("/"))
        turns = mine.turns(random.Random(f"{seed}/{number}"))
        assert puzzle.position in {str(position.canonical()) for position in turns}
