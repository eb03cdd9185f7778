"""Heuristics stay within their bounds in every game and variant."""

import pytest

from steinreich import games, load
from steinreich.compile.binder import typed
from steinreich.players.knowledge import find_knowledge, informed_compiler
from steinreich.rules.bits import rule
from steinreich.rules.contract import State
from steinreich.search.knowledge import MAX_EVALUATION, evaluate
from tests.conftest import ALL_IDS, CONNECT_FOUR, mark_variants, random_game

WITH_KNOWLEDGE = [id for id in ALL_IDS if load(id).name in games()]
ODD_POSITIONS = [  # large advantages, tall stacks, many threats, which random games do not reach
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
def evaluate_accumulated(s: State) -> int:
    """Entry point for a rule that the search calls internally."""
    return evaluate(s)


def known_score(name: str, state: State) -> int:
    """Return the evaluation of a position by a game's heuristics as plain Python."""
    known = find_knowledge(load(name))
    assert known is not None, f"nothing is known of {name}"
    return int(known.evaluate(state))


def test_heuristics_are_found_by_name() -> None:
    for name in games():
        known = find_knowledge(load(name))
        assert known is not None
        assert known.module.__name__.endswith(f".{name}.knowledge")
    assert find_knowledge(load(CONNECT_FOUR)) is None


def test_game_without_heuristics_is_compiled_unchanged() -> None:
    game = load(CONNECT_FOUR)
    assert informed_compiler(game) is game.compiled


@pytest.mark.parametrize("id", mark_variants(WITH_KNOWLEDGE))
def test_evaluation_stays_within_its_bounds(id: str) -> None:
    game = load(id)
    scores = [known_score(game.name, p.state) for p in random_game(game, 1)[::4]]
    assert all(abs(score) < MAX_EVALUATION for score in scores)
    assert game.players == 2 or set(scores) == {0}


@pytest.mark.parametrize(("id", "text"), ODD_POSITIONS)
def test_evaluation_of_extreme_positions_stays_within_its_bounds(id: str, text: str) -> None:
    position = load(id).position(text)
    score = known_score(position.game.name, position.state)
    assert 0 < abs(score) < MAX_EVALUATION


@pytest.mark.parametrize("name", games())
def test_evaluation_is_the_same_when_compiled(name: str) -> None:
    """Small integers do not overflow, and sets do not exceed 64 cells."""
    compiled = informed_compiler(load(name)).entry(evaluate_accumulated)
    positions = [load(id).position(text) for id, text in ODD_POSITIONS if load(id).name == name]
    for id in [id for id in WITH_KNOWLEDGE if load(id).name == name][:12]:
        positions += random_game(load(id), 2)[::9]
    for position in positions:
        assert compiled(typed(position.state)) == known_score(name, position.state)
