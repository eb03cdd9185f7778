"""EvaluatedActions games: deterministic, confirmed marks that agree with proven values."""

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

FEW_NODES = 300  # of a position: few, for quick tests
GAMES = ("chain_reaxis", "inner_square", "six_in_line", "tzaar", "vier3d", "vier3d(players=3)")
MAX_GAME_ACTIONS = 14  # actions


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
    analyst: StudyService, place: PositionReference, at_once: int, **more: Any
) -> list[MarkedAction]:
    """Evaluate a whole game, a number of actions at a time."""
    found: list[MarkedAction] = []
    for first in range(0, len(place.actions), at_once):
        question = EvaluateActions(place, first, at_once, "en", **more)
        answer = analyst.answer(question, lambda message: None, Event())
        assert isinstance(answer, EvaluatedActions)
        found += answer.actions
    assert [one.at for one in found] == list(range(len(place.actions)))
    return found


def get_values(actions: list[MarkedAction]) -> list[object]:
    """Return what was found, without where it came from."""
    return [(one.cost, one.before.values, one.after.values, one.best) for one in actions]


@pytest.mark.parametrize("id", GAMES)
def test_evaluation_is_deterministic(analyst: StudyService, id: str) -> None:
    place = make_random_game(id)
    first = evaluate(analyst, place, at_once=4)
    thought = SearchPosition(place._replace(actions=()), 3, 0.1, "en")
    analyst.answer(thought, lambda message: None, Event())  # an unrelated analysis
    assert get_values(evaluate(analyst, place, at_once=3)) == get_values(first)
    assert get_values(evaluate(StudyService(64), place, at_once=1)) == get_values(first)


def test_deeper_evaluation_takes_ten_times_the_nodes(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = make_random_game("vier3d", 3)
    budgets = search_budgets(analyst, place, monkeypatch)
    assert set(budgets) <= {FEW_NODES, DEEPER_FACTOR * FEW_NODES}
    deeper = search_budgets(analyst, place, monkeypatch, is_deeper=True)
    assert set(deeper) <= {DEEPER_FACTOR * FEW_NODES, DEEPER_FACTOR * DEEPER_FACTOR * FEW_NODES}


def search_budgets(
    analyst: StudyService, place: PositionReference, monkeypatch: pytest.MonkeyPatch, **more: Any
) -> list[int]:
    """Return the nodes of all searches of an evaluation."""
    evaluate(analyst, place, 9)
    analyst.searches.results.clear()
    assert analyst.evaluator is not None
    think, budgets = type(analyst.evaluator).think, list[int | None]()

    def counted(self: Any, position: Position, limit: Limit, **rest: Any) -> SearchResult:
        budgets.append(limit.nodes)
        return think(self, position, limit, **rest)

    with monkeypatch.context() as patch:
        patch.setattr(type(analyst.evaluator), "think", counted)
        evaluate(analyst, place, 9, **more)
    return [nodes for nodes in budgets if nodes is not None]


def test_each_position_is_searched_once_with_the_base_budget(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = make_random_game("vier3d", 6)
    analyst.searches.results.clear()
    assert search_budgets(analyst, place, monkeypatch).count(FEW_NODES) >= 6


def test_resumes_an_interrupted_evaluation(analyst: StudyService) -> None:
    """Other jobs run after each search; the result is the same as without interruption."""
    place = make_random_game("inner_square", 8)
    whole = evaluate(analyst, place, 8)
    busy, found, stop = StudyService(4), list[MarkedAction](), Event()
    stop.set()
    asked = 0
    while len(found) < len(whole):
        question = EvaluateActions(place, len(found), 1, "en")
        answer = busy.answer(question, lambda message: None, stop)
        assert isinstance(answer, EvaluatedActions)
        found += answer.actions
        asked += 1
    assert get_values(found) == get_values(whole)
    assert asked > len(whole)


def test_drawing_moves_in_a_solved_opening_get_no_mark(analyst: StudyService) -> None:
    """1.c3c4 was a blunder by estimates, and is a proven draw as is the position before it."""
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
    """Whatever the searches say: here all positions are proven for one player."""
    analyst, place = StudyService(4), make_random_game(id, 5)
    for position in replay(place):
        if not position.is_over:
            analyst.facts.record(position, proven_verdict(1, position.game.players))
    found = [one for one in evaluate(analyst, place, 5) if one.cost.mark != "!"]
    assert [one.cost.mark for one in found] == ["" for _ in found]
    assert all(one.before.is_stored for one in found)


def is_proven_on_both_sides(one: MarkedAction) -> bool:
    """Return whether the mark of an action depends on proven values only."""
    return one.before.is_proven and one.after.is_proven


def test_estimate_alone_gives_no_mark(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the deeper search sees no difference, the first one was wrong."""
    place = make_random_game("six_in_line", 40)
    marked = [
        one.cost.mark for one in evaluate(analyst, place, 40) if not is_proven_on_both_sides(one)
    ]
    monkeypatch.setattr(
        GameEvaluation, "search_deeper", lambda self, position: [make_two_player_estimate(0.1)]
    )
    unconfirmed = [
        one.cost.mark for one in evaluate(analyst, place, 40) if not is_proven_on_both_sides(one)
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
