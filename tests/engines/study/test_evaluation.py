"""Evaluation of games: deterministic results, confirmed marks, agreement with proofs."""

from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from steinreich import load
from steinreich.core.position import Position
from steinreich.engines.study import evaluation
from steinreich.engines.study.evaluation import DEEPER_FACTOR, GameEvaluation
from steinreich.engines.study.questions import (
    EvaluateActions,
    EvaluatedActions,
    PositionReference,
    SearchPosition,
    replay,
)
from steinreich.engines.study.service import StudyService
from steinreich.players.player import Limit
from steinreich.rules.contract import DRAW
from steinreich.search.result import SearchResult, proven_verdict
from steinreich.session.marks import MarkedAction
from tests.session.verdicts import make_two_player_estimate

FEW_NODES = 300  # for each position
GAMES = ("chain_reaxis", "inner_square", "six_in_line", "tzaar", "vier3d", "vier3d(players=3)")
MAX_GAME_ACTIONS = 14


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "NODES_PER_POSITION", FEW_NODES)


@pytest.fixture(scope="module")
def analyst() -> StudyService:
    return StudyService(4)


def make_random_game(id: str, length: int = MAX_GAME_ACTIONS) -> PositionReference:
    """Return the beginning of a random game."""
    dice = Random(5)
    position = start = load(id).start(seed=5)
    actions: list[str] = []
    while not position.is_over and len(actions) < length:
        actions.append(position.name(dice.choice(position.actions())))
        position = position.play(actions[-1])
    return PositionReference(id, str(start), tuple(actions))


def evaluate(
    analyst: StudyService, game: PositionReference, at_once: int, **options: Any
) -> list[MarkedAction]:
    """Evaluate a whole game, a number of actions at a time."""
    evaluated: list[MarkedAction] = []
    for first in range(0, len(game.actions), at_once):
        question = EvaluateActions(game, first, at_once, "en", **options)
        answer = analyst.answer(question, lambda message: None, Event())
        assert isinstance(answer, EvaluatedActions)
        evaluated += answer.actions
    assert [action.at for action in evaluated] == list(range(len(game.actions)))
    return evaluated


def get_values(actions: list[MarkedAction]) -> list[object]:
    """Return the results, without the sources of the verdicts."""
    return [
        (action.cost, action.before.values, action.after.values, action.best) for action in actions
    ]


@pytest.mark.parametrize("id", GAMES)
def test_evaluation_is_deterministic(analyst: StudyService, id: str) -> None:
    game = make_random_game(id)
    first = evaluate(analyst, game, at_once=4)
    live_search = SearchPosition(game._replace(actions=()), 3, 0.1, "en")
    analyst.answer(live_search, lambda message: None, Event())  # an unrelated analysis
    assert get_values(evaluate(analyst, game, at_once=3)) == get_values(first)
    assert get_values(evaluate(StudyService(64), game, at_once=1)) == get_values(first)


def test_deeper_evaluation_takes_ten_times_the_nodes(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_random_game("vier3d", 3)
    budgets = search_budgets(analyst, game, monkeypatch)
    assert set(budgets) <= {FEW_NODES, DEEPER_FACTOR * FEW_NODES}
    deeper = search_budgets(analyst, game, monkeypatch, is_deeper=True)
    assert set(deeper) <= {DEEPER_FACTOR * FEW_NODES, DEEPER_FACTOR * DEEPER_FACTOR * FEW_NODES}


def search_budgets(
    analyst: StudyService, game: PositionReference, monkeypatch: pytest.MonkeyPatch, **options: Any
) -> list[int]:
    """Return the nodes of all searches of an evaluation."""
    evaluate(analyst, game, 9)
    analyst.searches.results.clear()
    assert analyst.evaluator is not None
    think, budgets = type(analyst.evaluator).think, list[int | None]()

    def count_nodes(self: Any, position: Position, limit: Limit, **kwargs: Any) -> SearchResult:
        budgets.append(limit.nodes)
        return think(self, position, limit, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(type(analyst.evaluator), "think", count_nodes)
        evaluate(analyst, game, 9, **options)
    return [nodes for nodes in budgets if nodes is not None]


def test_each_position_is_searched_once_with_the_base_budget(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_random_game("vier3d", 6)
    analyst.searches.results.clear()
    assert search_budgets(analyst, game, monkeypatch).count(FEW_NODES) >= 6


def test_resumes_an_interrupted_evaluation(analyst: StudyService) -> None:
    """Stopped after each search, it gives the same result as without interruption."""
    game = make_random_game("inner_square", 8)
    whole = evaluate(analyst, game, 8)
    interrupted, evaluated, stop = StudyService(4), list[MarkedAction](), Event()
    stop.set()
    question_count = 0
    while len(evaluated) < len(whole):
        question = EvaluateActions(game, len(evaluated), 1, "en")
        answer = interrupted.answer(question, lambda message: None, stop)
        assert isinstance(answer, EvaluatedActions)
        evaluated += answer.actions
        question_count += 1
    assert get_values(evaluated) == get_values(whole)
    assert question_count > len(whole)


def test_drawing_moves_in_a_solved_opening_get_no_mark(analyst: StudyService) -> None:
    """Estimates call 1.c3c4 a blunder; the positions before and after it are proven draws."""
    (first,) = evaluate(analyst, PositionReference("chain_reaxis", None, ("c3c4",)), 1)
    assert first.cost == (0, "")
    assert first.before.outcome == first.after.outcome == DRAW
    assert first.before.is_stored


def test_losing_move_in_a_solved_opening_is_a_blunder(analyst: StudyService) -> None:
    (first,) = evaluate(analyst, PositionReference("chain_reaxis", None, ("a3b3",)), 1)
    assert first.cost == (0.5, "??")
    if first.best:
        fact = analyst.facts.look_up(load("chain_reaxis").start().play(first.best["action"]))
        assert fact is not None
        assert fact.outcome == DRAW


@pytest.mark.parametrize("id", GAMES)
def test_actions_that_keep_a_proven_value_get_no_mark(id: str) -> None:
    """All positions of this game are proven for one player, whatever searches find."""
    analyst, game = StudyService(4), make_random_game(id, 5)
    for position in replay(game):
        if not position.is_over:
            analyst.facts.record(position, proven_verdict(1, position.game.players))
    evaluated = [action for action in evaluate(analyst, game, 5) if action.cost.mark != "!"]
    assert [action.cost.mark for action in evaluated] == ["" for _ in evaluated]
    assert all(action.before.is_stored for action in evaluated)


def is_proven_on_both_sides(action: MarkedAction) -> bool:
    """Return whether the mark of an action depends on proven values only."""
    return action.before.is_proven and action.after.is_proven


def test_estimate_alone_gives_no_mark(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loss that the deeper search does not confirm is not marked."""
    game = make_random_game("six_in_line", 40)
    marked = [
        action.cost.mark
        for action in evaluate(analyst, game, 40)
        if not is_proven_on_both_sides(action)
    ]
    monkeypatch.setattr(
        GameEvaluation, "search_deeper", lambda self, position: [make_two_player_estimate(0.1)]
    )
    unconfirmed = [
        action.cost.mark
        for action in evaluate(analyst, game, 40)
        if not is_proven_on_both_sides(action)
    ]
    assert any(marked)
    assert not any(unconfirmed)


def test_evaluation_stores_proofs(tmp_path: Path) -> None:
    actions = ("a1", "b2", "a1", "b2", "a1", "c3")  # a fourth ball on a1 wins
    analyst = StudyService(4, tmp_path / "proofs.sqlite")
    evaluate(analyst, PositionReference("vier3d", None, actions), 6)
    last = replay(PositionReference("vier3d", None, actions))[-1]
    known = StudyService(4, tmp_path / "proofs.sqlite").facts.look_up(last)
    assert known == proven_verdict(0, 2, 1)._replace(is_stored=True)
