"""Games evaluated: the same marks every time, confirmed, and true to what is proven."""

from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from steinreich import load
from steinreich.core.position import Position
from steinreich.engines.study import evaluating
from steinreich.engines.study.evaluating import DEEPER, Evaluating
from steinreich.engines.study.places import path_of
from steinreich.engines.study.questions import Evaluated, EvaluateSome, Place, ThinkAbout
from steinreich.engines.study.service import StudyService
from steinreich.players.facts import Fact
from steinreich.players.player import Limit, Opinion
from steinreich.rules.contract import DRAW
from steinreich.session.schema.study import EvaluatedAction
from tests.session.study.verdicts import between_two

NODES = 300  # of a position: few, for quick tests
GAMES = ("chain_reaxis", "inner_square", "six_in_line", "tzaar", "vier3d", "vier3d(players=3)")
LENGTH = 14  # actions


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating, "NODES", NODES)


@pytest.fixture(scope="module")
def analyst() -> StudyService:
    return StudyService(4)


def weak_game(id: str, length: int = LENGTH) -> Place:
    """The beginning of a game in which lots are drawn."""
    dice = Random(5)
    position = start = load(id).start(seed=5)
    actions: list[str] = []
    while not position.is_over and len(actions) < length:
        actions.append(position.name(dice.choice(position.actions())))
        position = position.play(actions[-1])
    return Place(id, str(start), tuple(actions))


def evaluate(analyst: StudyService, place: Place, at_once: int, **more: Any) -> list[Any]:
    """A whole game, so many actions at once."""
    found: list[EvaluatedAction] = []
    for first in range(0, len(place.actions), at_once):
        question = EvaluateSome(place, first, at_once, "en", **more)
        answer = analyst.answer(question, lambda message: None, Event())
        assert isinstance(answer, Evaluated)
        found += answer.actions
    assert [one["at"] for one in found] == list(range(len(place.actions)))
    return found


def values(actions: list[EvaluatedAction]) -> list[object]:
    """What was found; not whether it was looked up."""
    return [
        (one["mark"], one["loss"], one["before"]["values"], one["after"]["values"], one["best"])
        for one in actions
    ]


@pytest.mark.parametrize("id", GAMES)
def test_a_game_has_the_same_marks_every_time(analyst: StudyService, id: str) -> None:
    place = weak_game(id)
    first = evaluate(analyst, place, at_once=4)
    thought = ThinkAbout(place._replace(actions=()), 3, 0.1, "en")
    analyst.answer(thought, lambda message: None, Event())  # something else is thought about
    assert values(evaluate(analyst, place, at_once=3)) == values(first)
    assert values(evaluate(StudyService(64), place, at_once=1)) == values(first)


def test_a_deeper_evaluation_takes_ten_times_the_nodes(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = weak_game("vier3d", 3)
    budgets = budgets_of(analyst, place, monkeypatch)
    assert set(budgets) <= {NODES, DEEPER * NODES}
    deeper = budgets_of(analyst, place, monkeypatch, is_deeper=True)
    assert set(deeper) <= {DEEPER * NODES, DEEPER * DEEPER * NODES}


def budgets_of(
    analyst: StudyService, place: Place, monkeypatch: pytest.MonkeyPatch, **more: Any
) -> list[int]:
    """The nodes of all searches of an evaluation."""
    evaluate(analyst, place, 9)
    analyst.searches.found.clear()
    assert analyst.evaluator is not None
    think, budgets = type(analyst.evaluator).think, list[int | None]()

    def counted(self: Any, position: Position, limit: Limit, **rest: Any) -> Opinion:
        budgets.append(limit.nodes)
        return think(self, position, limit, **rest)

    with monkeypatch.context() as patch:
        patch.setattr(type(analyst.evaluator), "think", counted)
        evaluate(analyst, place, 9, **more)
    return [nodes for nodes in budgets if nodes is not None]


def test_each_position_is_searched_once_with_the_base_budget(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = weak_game("vier3d", 6)
    analyst.searches.found.clear()
    assert budgets_of(analyst, place, monkeypatch).count(NODES) >= 6


def test_an_evaluation_that_is_interrupted_goes_on(analyst: StudyService) -> None:
    """Others have their turn after each search; in the end all is as if nobody had come."""
    place = weak_game("inner_square", 8)
    whole = evaluate(analyst, place, 8)
    busy, found, stop = StudyService(4), list[EvaluatedAction](), Event()
    stop.set()
    asked = 0
    while len(found) < len(whole):
        question = EvaluateSome(place, len(found), 1, "en")
        answer = busy.answer(question, lambda message: None, stop)
        assert isinstance(answer, Evaluated)
        found += answer.actions
        asked += 1
    assert values(found) == values(whole)
    assert asked > len(whole)


def test_no_mark_in_a_solved_opening_that_stays_a_draw(analyst: StudyService) -> None:
    """1.c3c4 was a blunder by estimates, and is a proven draw as the position before it is."""
    (first,) = evaluate(analyst, Place("chain_reaxis", None, ("c3c4",)), 1)
    assert (first["mark"], first["loss"]) == ("", 0)
    assert first["before"]["certainty"] == first["after"]["certainty"] == "proven"
    assert first["before"]["stored"]
    assert first["after"]["values"] == [0, 0]


def test_a_solved_opening_that_loses_is_a_blunder(analyst: StudyService) -> None:
    (first,) = evaluate(analyst, Place("chain_reaxis", None, ("a3b3",)), 1)
    assert (first["mark"], first["loss"]) == ("??", 0.5)
    if best := first["best"]:
        facts = analyst.facts.look_up(load("chain_reaxis").start().play(best["action"]))
        assert facts == Fact(DRAW)


@pytest.mark.parametrize("id", GAMES)
def test_no_mark_where_the_proven_value_stays(id: str) -> None:
    """Whatever the searches say: here all positions count as proven for one player."""
    analyst, place = StudyService(4), weak_game(id, 5)
    for position in path_of(place):
        if not position.is_over:
            analyst.facts.record(position, Fact(1))
    found = [one for one in evaluate(analyst, place, 5) if one["mark"] != "!"]
    assert [one["mark"] for one in found] == ["" for _ in found]
    assert all(one["before"]["stored"] for one in found)


def both_proven(one: EvaluatedAction) -> bool:
    """Whether no estimate has a say in the mark of an action."""
    return one["before"]["certainty"] == one["after"]["certainty"] == "proven"


def test_no_estimate_marks_an_action_alone(
    analyst: StudyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the deeper search sees no difference, the first one has erred."""
    place = weak_game("six_in_line", 40)
    marked = [one["mark"] for one in evaluate(analyst, place, 40) if not both_proven(one)]
    monkeypatch.setattr(Evaluating, "deeper", lambda self, position: [between_two(0.1)])
    unconfirmed = [one["mark"] for one in evaluate(analyst, place, 40) if not both_proven(one)]
    assert any(marked)
    assert not any(unconfirmed)


def test_proofs_of_an_evaluation_are_kept(tmp_path: Path) -> None:
    actions = ("a1", "b2", "a1", "b2", "a1", "c3")  # a fourth ball on a1 wins
    analyst = StudyService(4, tmp_path / "proofs.sqlite")
    evaluate(analyst, Place("vier3d", None, actions), 6)
    last = path_of(Place("vier3d", None, actions))[-1]
    assert StudyService(4, tmp_path / "proofs.sqlite").facts.look_up(last) == Fact(0, 1)
