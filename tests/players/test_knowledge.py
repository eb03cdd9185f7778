"""The evaluations of all heuristics stay within their bounds, also as machine code."""

import pytest

from steinreich import games, load
from steinreich.players.knowledge import find_heuristics, get_heuristics_compiler
from steinreich.rules.bits import rule
from steinreich.rules.contract import State
from steinreich.search.knowledge import MAX_EVALUATION, evaluate
from tests.conftest import ALL_IDS, CONNECT_FOUR, mark_variants, random_game

IDS_WITH_HEURISTICS = [id for id in ALL_IDS if load(id).name in games()]
EXTREME_POSITIONS = [  # large advantages, tall stacks, many threats: rare in random games
    ("inner_square", "rrrrrrr/r1r1r1r/r5r/1r5/7/7/yyyyy2 y 3"),
    ("inner_square(board=alq9)", "rrrrrrrrr/3rr4/9/9/9/9/9/9/yyyyy4 r 50"),
    ("six_in_line", "1ooooo/o5/o5/o5/o5/o4o 1 2-1 s"),
    ("six_in_line", "6/6/6/6/6/o5 1 0-2 s"),
    ("six_in_line(slide=step)", "o1o2o/ooo1oo/o1oo1o/o1oo1o/ooo1oo/3o2 2 0-0 s"),
    ("tzaar", ".Z4..z/....../......./....R4.../......../......../r....../....../T2..t. w 1"),
    ("tzaar", "....T2/..Z4.../......./....z.../..t.r.../....R8.../....t../....../..... b 2"),
    ("vier3d", "rrr/bbb/-/-/rrr/bbb/-/-/-/-/-/-/rrr/bbb/-/- r"),
    ("vier3d(variant=most_fours)", "rrrr/" * 5 + "yyyy/" * 5 + "-/-/-/-/-/- r"),
]


@rule
def evaluate_entry(s: State) -> int:
    """Evaluate a state: an entry point for Python."""
    return evaluate(s)


def evaluate_position(name: str, state: State) -> int:
    """Return the evaluation of a position by a game's heuristics as plain Python."""
    heuristics = find_heuristics(load(name))
    assert heuristics is not None, f"{name} has no heuristics"
    return int(heuristics.evaluate(state))


def test_every_game_finds_its_heuristics() -> None:
    for name in games():
        heuristics = find_heuristics(load(name))
        assert heuristics is not None
        assert heuristics.module.__name__.endswith(f".{name}.knowledge")
    assert find_heuristics(load(CONNECT_FOUR)) is None


def test_game_without_heuristics_uses_its_own_compiler() -> None:
    game = load(CONNECT_FOUR)
    assert get_heuristics_compiler(game) is game.compiler


@pytest.mark.parametrize("id", mark_variants(IDS_WITH_HEURISTICS))
def test_evaluation_stays_within_its_bounds(id: str) -> None:
    game = load(id)
    scores = [evaluate_position(game.name, p.state) for p in random_game(game, 1)[::4]]
    assert all(abs(score) < MAX_EVALUATION for score in scores)
    assert game.players == 2 or set(scores) == {0}  # only games for two have evaluations


@pytest.mark.parametrize(("id", "text"), EXTREME_POSITIONS)
def test_evaluation_of_extreme_positions_stays_within_its_bounds(id: str, text: str) -> None:
    position = load(id).position(text)
    score = evaluate_position(position.game.name, position.state)
    assert 0 < abs(score) < MAX_EVALUATION


@pytest.mark.parametrize("name", games())
def test_machine_code_gives_the_same_evaluation(name: str) -> None:
    """Machine code would differ if integers overflowed or sets exceeded 64 cells."""
    compiled = get_heuristics_compiler(load(name)).entry(evaluate_entry)
    positions = [load(id).position(text) for id, text in EXTREME_POSITIONS if load(id).name == name]
    for id in [id for id in IDS_WITH_HEURISTICS if load(id).name == name][:12]:
        positions += random_game(load(id), 2)[::9]
    for position in positions:
        assert compiled(position.state) == evaluate_position(name, position.state)
