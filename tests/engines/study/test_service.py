"""An analyst, asked in this process: lines with all that is needed to draw them; evaluations."""

from threading import Event
from typing import Any

import pytest

from steinreich import load
from steinreich.engines.study.places import position_of
from steinreich.engines.study.questions import (
    Evaluated,
    EvaluateSome,
    ExplorePosition,
    Place,
    Stage,
    ThinkAbout,
    Told,
    WarmUp,
)
from steinreich.engines.study.service import StudyService
from steinreich.players.facts import Fact
from steinreich.session.schema.commands import Refusal
from steinreich.session.schema.study import LinesMessage

FOUR_NEXT = ("a1", "b2", "a1", "b2", "a1")  # Blue has to stop a fourth ball on a1
LOST = (*FOUR_NEXT, "c3", "a1")  # and did not


def nothing(message: LinesMessage) -> None:
    """For questions about which nothing is told on the way."""
    raise AssertionError(message)


@pytest.fixture(scope="module")
def analyst() -> StudyService:
    service = StudyService(8)
    service.answer(WarmUp("vier3d"), nothing, Event())
    return service


def think(analyst: StudyService, place: Place, **more: Any) -> tuple[Stage, list[LinesMessage]]:
    """The end of a stage, and what was told on the way."""
    told: list[LinesMessage] = []
    usual: dict[str, Any] = {"lines": 1, "seconds": 0.2, "language": "en", "n": 7}
    stage = analyst.answer(ThinkAbout(place, **(usual | more)), told.append, Event())
    assert isinstance(stage, Stage)
    return stage, told


def test_lines_come_with_cells_and_kinds(analyst: StudyService) -> None:
    stage, told = think(analyst, Place("vier3d", None, FOUR_NEXT), lines=3)
    assert told, "there was a first word before the end"
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


def test_a_proven_win_says_so_and_is_settled(analyst: StudyService) -> None:
    stage, _ = think(analyst, Place("vier3d", None, (*FOUR_NEXT, "c3")))
    assert stage.message is not None
    assert stage.is_settled
    verdict = stage.message["verdict"]
    assert (verdict["certainty"], verdict["values"], verdict["turns"]) == ("proven", [1.0, -1.0], 1)


def test_reasons_come_with_the_end_of_a_stage_in_the_readers_language(
    analyst: StudyService,
) -> None:
    place = Place("vier3d", None, (*FOUR_NEXT, "c3"))
    stage, told = think(analyst, place, wants_reasons=True, language="de")
    assert stage.message is not None
    (reason, *_) = stage.message["lines"][0]["reasons"]
    assert "gewinnt" in reason
    assert not any("reasons" in line for message in told for line in message["lines"])


def test_nothing_worse_is_told_than_before(analyst: StudyService) -> None:
    """A stage begins anew with little; who knows more is not told of that."""
    deep = Told(depth=60, nodes=10**9)
    stage, told = think(analyst, Place("vier3d", None, ("a1",)), told=deep, nodes=500)
    assert (stage.message, told, stage.told) == (None, [], deep)
    stage, _ = think(analyst, Place("vier3d", None, ("a1",)), nodes=500, spent=3.0)
    assert stage.message is not None
    assert stage.message["nodes"] == 500 + stage.nodes
    assert stage.message["seconds"] >= 3.0


def test_a_game_that_is_over_has_a_verdict_and_no_lines(analyst: StudyService) -> None:
    stage, _ = think(analyst, Place("vier3d", None, LOST))
    assert stage.message is not None
    assert (stage.message["turn"], stage.message["lines"], stage.is_settled) == (None, [], True)
    verdict = stage.message["verdict"]
    assert (verdict["certainty"], verdict["values"], verdict["turns"]) == ("proven", [1.0, -1.0], 0)


@pytest.mark.parametrize(
    ("place", "why"),
    [
        (Place("vier3d", "nonsense"), "position"),
        (Place("vier3d", None, ("a1", "e5")), "Action 2"),
        (Place("vier3d", None, (*LOST, "a2")), "over"),
        (Place("tzaar"), "set up at random"),
    ],
)
def test_where_there_is_no_position_it_says_why(
    analyst: StudyService, place: Place, why: str
) -> None:
    refusal = analyst.answer(ThinkAbout(place, 1, 0.1, "en"), nothing, Event())
    assert isinstance(refusal, Refusal)
    assert why in refusal.why.en
    assert refusal.why.de != refusal.why.en


def test_a_threat_is_what_the_next_would_do_if_nothing_were_done(analyst: StudyService) -> None:
    quiet = Place("vier3d", None, FOUR_NEXT)
    stage, _ = think(analyst, quiet)
    assert stage.message is not None
    assert (stage.message["turn"], stage.message["can_pass"]) == (1, True)
    stage, _ = think(analyst, quiet._replace(is_passed=True))
    assert stage.message is not None
    assert (stage.message["turn"], stage.message["can_pass"]) == (0, False)
    assert stage.message["lines"][0]["actions"][0]["action"] == "a1", "Red would fill the line"
    assert stage.message["verdict"]["certainty"] == "proven"


def test_where_nobody_can_do_nothing_there_is_no_threat(analyst: StudyService) -> None:
    alone = Place("six_in_line(players=1)", None, (), is_passed=True)
    refusal = analyst.answer(ThinkAbout(alone, 1, 0.1, "de"), nothing, Event())
    assert isinstance(refusal, Refusal)
    assert "Drohung" in refusal.why.de


def evaluate(analyst: StudyService, place: Place, first: int, most: int) -> Evaluated:
    question = EvaluateSome(place, first, most, "en")
    found = analyst.answer(question, nothing, Event())
    assert isinstance(found, Evaluated)
    return found


def test_a_game_is_evaluated_part_by_part(analyst: StudyService) -> None:
    place = Place("vier3d", None, LOST)
    actions = [action for first in (0, 4) for action in evaluate(analyst, place, first, 4).actions]
    assert [(one["at"], one["action"]) for one in actions] == list(enumerate(LOST))
    blunder, last = actions[5:]
    assert (blunder["mark"], blunder["word"]["de"], blunder["seat"]) == ("??", "grober Fehler", 1)
    assert blunder["best"] is not None
    assert blunder["best"]["action"] == "a1"
    assert blunder["after"]["certainty"] == "proven"
    assert (last["mark"], last["loss"], last["best"]) == ("!", 0.0, None)
    assert evaluate(analyst, place, 7, 4).actions == [], "nothing is left"


def test_what_is_cut_short_is_not_evaluated(analyst: StudyService) -> None:
    analyst.searches.found.clear()
    stop = Event()
    stop.set()
    question = EvaluateSome(Place("vier3d", None, LOST), 0, 4, "en")
    assert analyst.answer(question, nothing, stop) == Evaluated([])


def test_in_a_lost_position_every_explored_move_loses(analyst: StudyService) -> None:
    place = Place("vier3d", None, ("a1", "b2"))
    analyst.facts.record(position_of(place), Fact(1, 5))
    found = analyst.answer(ExplorePosition(place, 3), nothing, Event())
    assert isinstance(found, dict)
    assert found["n"] == 3
    assert found["verdict"] is not None
    assert found["verdict"]["turns"] == 5
    assert {tuple(move["verdict"]["values"]) for move in found["moves"] if move["verdict"]} == {
        (-1.0, 1.0)
    }
    assert all(move["verdict"] and move["verdict"]["turns"] is None for move in found["moves"])
