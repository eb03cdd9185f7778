"""The study service in this process: live search, evaluation and exploration."""

from threading import Event
from typing import Any

import pytest

from steinreich import load
from steinreich.engines.study.questions import (
    EvaluateActions,
    EvaluatedActions,
    ExploredMoves,
    ExplorePosition,
    PositionReference,
    ReportedQuality,
    SearchPosition,
    StageResult,
    get_position,
)
from steinreich.engines.study.service import StudyService
from steinreich.search.result import proven_verdict
from steinreich.session.decisions import Refusal
from steinreich.session.schema.study import LinesMessage
from steinreich.session.views.study import marked_action_view

THREE_IN_A_ROW = ("a1", "b2", "a1", "b2", "a1")  # Blue has to stop a fourth ball on a1
LOST_GAME = (*THREE_IN_A_ROW, "c3", "a1")  # Blue did not


def reject_progress(message: LinesMessage) -> None:
    """Fail if there is a progress report."""
    raise AssertionError(message)


@pytest.fixture(scope="module")
def analyst() -> StudyService:
    service = StudyService(8)
    service.warm_up("vier3d")
    return service


def think(
    analyst: StudyService, game: PositionReference, **options: Any
) -> tuple[StageResult, list[LinesMessage]]:
    """Return the result of a stage, and its intermediate results."""
    messages: list[LinesMessage] = []
    defaults: dict[str, Any] = {"lines": 1, "seconds": 0.2, "language": "en", "n": 7}
    stage = analyst.answer(SearchPosition(game, **(defaults | options)), messages.append, Event())
    assert isinstance(stage, StageResult)
    return stage, messages


def test_lines_have_cells_and_kinds(analyst: StudyService) -> None:
    stage, messages = think(analyst, PositionReference("vier3d", None, THREE_IN_A_ROW), lines=3)
    assert messages, "there was an intermediate result"
    message = stage.message
    assert message is not None
    assert (message["n"], message["turn"], len(message["lines"])) == (7, 1, 3)
    first = message["lines"][0]["actions"][0]
    board = load("vier3d").board
    assert (first["action"], first["seat"], first["target"]["kind"]) == ("a1", 1, "place")
    assert [board.cells[cell].name for cell in first["target"]["cells"]] == ["a1.4"]
    seats = [action["seat"] for action in message["lines"][0]["actions"]]
    assert seats == [(1 + number) % 2 for number in range(len(seats))]
    assert all(line["actions"][0]["action"] != "a1" for line in message["lines"][1:])


def test_proven_win_is_reported_and_final(analyst: StudyService) -> None:
    stage, _ = think(analyst, PositionReference("vier3d", None, (*THREE_IN_A_ROW, "c3")))
    assert stage.message is not None
    assert stage.is_settled
    verdict = stage.message["verdict"]
    assert (verdict["certainty"], verdict["values"], verdict["turns"]) == ("proven", [1.0, -1.0], 1)


def test_reasons_come_with_the_end_of_a_stage_in_the_language_of_the_client(
    analyst: StudyService,
) -> None:
    game = PositionReference("vier3d", None, (*THREE_IN_A_ROW, "c3"))
    stage, messages = think(analyst, game, wants_reasons=True, language="de")
    assert stage.message is not None
    (reason, *_) = stage.message["lines"][0]["reasons"]
    assert "gewinnt" in reason
    assert not any("reasons" in line for message in messages for line in message["lines"])


def test_later_stage_reports_nothing_worse(analyst: StudyService) -> None:
    """A stage starts at depth 1; results worse than those of the last stage are not reported."""
    deep = ReportedQuality(depth=60, nodes=10**9)
    stage, messages = think(
        analyst, PositionReference("vier3d", None, ("a1",)), reported=deep, nodes=500
    )
    assert (stage.message, messages, stage.reported) == (None, [], deep)
    stage, _ = think(
        analyst, PositionReference("vier3d", None, ("a1",)), nodes=500, spent_seconds=3.0
    )
    assert stage.message is not None
    assert stage.message["nodes"] == 500 + stage.nodes
    assert stage.message["seconds"] >= 3.0


def test_finished_game_has_a_verdict_and_no_lines(analyst: StudyService) -> None:
    stage, _ = think(analyst, PositionReference("vier3d", None, LOST_GAME))
    assert stage.message is not None
    assert (stage.message["turn"], stage.message["lines"], stage.is_settled) == (None, [], True)
    verdict = stage.message["verdict"]
    assert (verdict["certainty"], verdict["values"], verdict["turns"]) == ("proven", [1.0, -1.0], 0)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (PositionReference("vier3d", "nonsense"), "position"),
        (PositionReference("vier3d", None, ("a1", "e5")), "Action 2"),
        (PositionReference("vier3d", None, (*LOST_GAME, "a2")), "over"),
        (PositionReference("tzaar"), "set up at random"),
    ],
)
def test_invalid_position_is_refused_with_a_reason(
    analyst: StudyService, game: PositionReference, why: str
) -> None:
    refusal = analyst.answer(SearchPosition(game, 1, 0.1, "en"), reject_progress, Event())
    assert isinstance(refusal, Refusal)
    assert why in refusal.why.in_language("en")
    assert refusal.why.in_language("de") != refusal.why.in_language("en")


def test_threat_is_the_opponents_best_action_after_a_pass(analyst: StudyService) -> None:
    reference = PositionReference("vier3d", None, THREE_IN_A_ROW)
    stage, _ = think(analyst, reference)
    assert stage.message is not None
    assert (stage.message["turn"], stage.message["can_pass"]) == (1, True)
    stage, _ = think(analyst, reference._replace(is_after_pass=True))
    assert stage.message is not None
    assert (stage.message["turn"], stage.message["can_pass"]) == (0, False)
    assert stage.message["lines"][0]["actions"][0]["action"] == "a1", "Red would fill the line"
    assert stage.message["verdict"]["certainty"] == "proven"


def test_games_without_passing_have_no_threats(analyst: StudyService) -> None:
    reference_alone = PositionReference("six_in_line(players=1)", None, (), is_after_pass=True)
    refusal = analyst.answer(
        SearchPosition(reference_alone, 1, 0.1, "de"), reject_progress, Event()
    )
    assert isinstance(refusal, Refusal)
    assert "Drohung" in refusal.why.in_language("de")


def evaluate(
    analyst: StudyService, game: PositionReference, first: int, max_actions: int
) -> EvaluatedActions:
    question = EvaluateActions(game, first, max_actions, "en")
    found = analyst.answer(question, reject_progress, Event())
    assert isinstance(found, EvaluatedActions)
    return found


def test_game_is_evaluated_in_parts(analyst: StudyService) -> None:
    game = PositionReference("vier3d", None, LOST_GAME)
    actions = [action for first in (0, 4) for action in evaluate(analyst, game, first, 4).actions]
    assert [(action.at, action.action) for action in actions] == list(enumerate(LOST_GAME))
    blunder, last = actions[5:]
    shown = marked_action_view(blunder)
    assert (shown["mark"], shown["word"].in_language("de"), shown["seat"]) == (
        "??",
        "grober Fehler",
        1,
    )
    assert shown["best"] is not None
    assert shown["best"]["action"] == "a1"
    assert shown["after"]["certainty"] == "proven"
    assert (last.cost, last.best) == ((0.0, "!"), None)
    assert evaluate(analyst, game, 7, 4).actions == [], "nothing is left"


def test_stop_before_the_first_search_evaluates_nothing(analyst: StudyService) -> None:
    analyst.searches.results.clear()
    stop = Event()
    stop.set()
    question = EvaluateActions(PositionReference("vier3d", None, LOST_GAME), 0, 4, "en")
    assert analyst.answer(question, reject_progress, stop) == EvaluatedActions([])


def test_every_explored_move_of_a_lost_position_loses(analyst: StudyService) -> None:
    game = PositionReference("vier3d", None, ("a1", "b2"))
    analyst.facts.record(get_position(game), proven_verdict(1, 2, 5))
    found = analyst.answer(ExplorePosition(game), reject_progress, Event())
    assert isinstance(found, ExploredMoves)
    assert found.verdict is not None
    assert found.verdict.turns == 5
    assert {move.verdict for move in found.moves} == {found.verdict._replace(turns=None)}
