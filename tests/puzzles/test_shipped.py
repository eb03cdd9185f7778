"""The puzzles that ship: all are well-formed, and a sample spread over all is proven again.

`steinreich puzzles check` proves every one of them.
"""

import random

import pytest

from steinreich import games
from steinreich.players.knowledge import informed_compiler
from steinreich.puzzles.checking import fault_in
from steinreich.puzzles.collection import EASY_RATING, MAX_HOLD, MIN_EASY, place_of
from steinreich.puzzles.files import SHIPPED, file_name, shipped, to_text
from steinreich.puzzles.finder import mines
from steinreich.puzzles.puzzle import Puzzle, main_positions
from steinreich.puzzles.themes import THEMES
from steinreich.rules.contract import ONGOING
from steinreich.search.exact.solver import Solver
from steinreich.search.proof.prover import Prover
from tests.puzzles.slow import Slow

CHEAP = 5_000  # positions that a slow reference can look at
RARE = {"no_move"}  # themes that need not occur
ALL = [puzzle for name in games() for puzzle in shipped(name)]


def one_of_each_theme(puzzles: tuple[Puzzle, ...]) -> list[Puzzle]:
    """Of each theme the puzzle in the middle, neither easy nor hard."""
    themes = {
        puzzle.theme: [one for one in puzzles if one.theme == puzzle.theme] for puzzle in puzzles
    }
    return [some[len(some) // 2] for some in themes.values()]


def spread(puzzles: tuple[Puzzle, ...], most: int) -> list[Puzzle]:
    """Some of the puzzles, from the easiest to the hardest."""
    step = max(1, len(puzzles) // most)
    return list(puzzles[::step])[:most]


SAMPLE = [puzzle for name in games() for puzzle in one_of_each_theme(shipped(name))]


@pytest.mark.parametrize("name", games())
def test_files_are_in_order_and_without_duplicates(name: str) -> None:
    puzzles = shipped(name)
    assert puzzles, f"{name} has no puzzles"
    assert (SHIPPED / file_name(name)).read_text("utf-8") == to_text(puzzles)
    assert len({place_of(puzzle) for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("name", games())
def test_difficulty_and_themes_are_spread(name: str) -> None:
    puzzles = shipped(name)
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    assert ratings[len(ratings) * 9 // 10] - ratings[len(ratings) // 10] >= 300
    assert len({puzzle.theme for puzzle in puzzles}) >= 2


def test_all_that_was_promised_is_there() -> None:
    """Solo puzzles, enclosed tiles, a kind won in TZAAR, and saved games wherever games end early.

    In Inner Square nobody can prove that a game is drawn.
    """
    saved = {puzzle.game for puzzle in ALL if puzzle.goal == "save"}
    assert saved == {*games()} - {"inner_square"}
    themes = {puzzle.theme for puzzle in ALL}
    assert themes <= set(THEMES)
    assert themes >= set(THEMES) - RARE


@pytest.mark.parametrize("name", games())
def test_there_are_enough_with_honest_goals(name: str) -> None:
    puzzles = shipped(name)
    assert len(puzzles) >= 500
    assert sum(puzzle.goal == "hold" for puzzle in puzzles) <= MAX_HOLD * len(puzzles)
    assert sum(puzzle.rating < EASY_RATING for puzzle in puzzles) >= MIN_EASY * 500
    assert sum(puzzle.theme != "solo" for puzzle in puzzles) >= 250


@pytest.mark.parametrize("name", games())
def test_another_search_knows_no_win_against_a_saved_game(name: str) -> None:
    """The exact solver, depth first and with what is known of the game, never disagrees."""
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


def test_several_first_actions_are_one_turn_in_another_order_or_its_images() -> None:
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


def test_wrong_actions_are_all_refuted_and_lead_to_the_end_of_the_opponents_turn() -> None:
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
def test_a_sample_is_proven_again(puzzle: Puzzle) -> None:
    assert fault_in(puzzle) is None


@pytest.mark.parametrize("name", games())
def test_proof_numbers_agree(name: str) -> None:
    """Another search, which knows no number of turns, finds the same wins."""
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


def cost(puzzle: Puzzle) -> int:
    """About how many positions a slow reference would look at."""
    turns = 2 * puzzle.turns - 1 if puzzle.goal == "win" else 2 * (puzzle.turns + 1)
    actions = turns * (2 if puzzle.game.startswith(("tzaar", "six_in_line")) else 1)
    if puzzle.theme == "solo":
        actions = len(puzzle.lines[0])
    return int(len(puzzle.start.actions()) ** actions)


@pytest.mark.parametrize("name", games())
def test_the_slow_references_find_the_same_first_action(name: str) -> None:
    cheap = [puzzle for puzzle in shipped(name) if cost(puzzle) <= CHEAP]
    assert cheap, f"no puzzle of {name} is simple enough"
    for puzzle in random.Random(1).sample(cheap, min(2, len(cheap))):
        assert Slow(puzzle).reaching() == sorted(puzzle.choices([])), puzzle


@pytest.mark.parametrize("name", ["chain_reaxis"])  # others take much longer to compile
def test_puzzles_come_from_the_games_they_say(name: str) -> None:
    """The game of a seed and a number is played again; the puzzle's position occurs in it."""
    mine = mines(name)[0]
    for puzzle in random.Random(2).sample(shipped(name), 5):
        seed, number = map(int, puzzle.source.split("/"))
        turns = mine.turns(random.Random(f"{seed}/{number}"))
        assert puzzle.position in {str(position.canonical()) for position in turns}
