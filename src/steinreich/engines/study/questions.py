"""Questions to an analyst of the study, and its answers, as plain data.

A live search runs in stages, each twice as long as the one before: so the first lines are found at
once, and the questions of other visitors are answered in between.
"""

from functools import lru_cache
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.explain import reasons
from steinreich.records.reading import has_random_setup
from steinreich.rules.errors import BadPosition, IllegalMove
from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Language
from steinreich.search.result import Verdict
from steinreich.session.legal_actions import get_game
from steinreich.session.marks import MarkedAction
from steinreich.session.schema.study import LinesMessage


class PositionReference(NamedTuple):
    """A position given by a game, a start and actions.

    It is not validated yet; the analyst does that, because replaying a long game takes time.
    """

    game: str  # an id with options
    position: str | None = None  # None: the start
    actions: tuple[str, ...] = ()  # played from there
    is_after_pass: bool = False  # the player to move then passes, to show threats


class ReportedQuality(NamedTuple):
    """Quality of the last result sent for a position; worse results are not sent after it."""

    depth: int = 0
    nodes: int = 0  # of the stage in which it was found


class SearchPosition(NamedTuple):
    """Search a position live, for one stage."""

    reference: PositionReference
    lines: int
    seconds: float
    language: Language
    depth: int | None = None  # maximum, in actions
    n: int = 0  # request number of the client, returned with the lines
    wants_reasons: bool = False
    reported: ReportedQuality = ReportedQuality()
    nodes: int = 0  # of all earlier stages
    spent_seconds: float = 0.0  # in all earlier stages


class StageResult(NamedTuple):
    """The result of one stage of a live search."""

    message: LinesMessage | None  # None if a better result has been sent before
    reported: ReportedQuality
    nodes: int
    seconds: float
    is_settled: bool  # whether longer searches will find nothing more


class EvaluateActions(NamedTuple):
    """Evaluate actions of a game, from number `first` on, until stopped."""

    reference: PositionReference  # after all its actions
    first: int
    max_actions: int
    language: Language
    is_deeper: bool = False


class EvaluatedActions(NamedTuple):
    """The answer to `EvaluateActions`."""

    actions: list[MarkedAction]  # from number `first` on, perhaps none


class ExplainAction(NamedTuple):
    """Ask for the reasons for or against an action."""

    reference: PositionReference
    action: str
    language: Language


class Reasons(NamedTuple):
    """The answer to `ExplainAction`: at least one reason, the most important first."""

    reasons: list[str]


class ExplorePosition(NamedTuple):
    """List the moves of a position with their proven verdicts."""

    reference: PositionReference


class ExploredMove(NamedTuple):
    """A move, with all others that lead to an equivalent position by symmetry."""

    action: str  # the first of these moves by name
    symmetric_actions: list[str]  # the others
    key: str  # of the position after it, equal for symmetric positions
    verdict: Verdict | None  # of the position after it, if proven


class ExploredMoves(NamedTuple):
    """The answer to `ExplorePosition`: proven verdicts of the position and of its moves."""

    turn: int | None  # the player to move; None: the game is over
    verdict: Verdict | None  # of the position, if it is proven
    moves: list[ExploredMove]


StudyQuestion = SearchPosition | EvaluateActions | ExplainAction | ExplorePosition


# Positions


NO_THREAT_WITHOUT_PASS = Text("Passing is not possible here, so there is no threat to show.")
NEEDS_POSITION = Text("This game is set up at random; specify the position.")


def get_start_position(reference: PositionReference) -> Position:
    """Return the position before the actions of a reference."""
    game = get_game(reference.game)
    if reference.position is not None:
        return game.position(reference.position)
    if has_random_setup(game):
        raise BadPosition(NEEDS_POSITION)
    return game.start()


@lru_cache(maxsize=2)  # a game is evaluated in many small steps
def replay(reference: PositionReference) -> list[Position]:
    """Return all positions from the start of a reference to its last action."""
    positions = [get_start_position(reference)]
    for number, action in enumerate(reference.actions, 1):
        try:
            positions.append(positions[-1].play(action))
        except IllegalMove as error:
            where = Text("action {number}", number=number)
            raise IllegalMove(error.message.after(where)) from None
    return positions


def get_position(reference: PositionReference) -> Position:
    """Return the position of a reference."""
    position = replay(reference)[-1]
    if not reference.is_after_pass:
        return position
    after_pass = position.after_pass()
    if after_pass is None:
        raise BadPosition(NO_THREAT_WITHOUT_PASS)
    return after_pass


# Stages


FIRST_STAGE_SECONDS = 0.05
STAGE_GROWTH_FACTOR = 2.0
MIN_FULL_STAGE_SHARE = 0.8  # share of its time that a stage must use for the next one to be longer
MIN_STAGE_SECONDS = 0.01  # counted even for less, so that stages without any search come to an end


def make_next_stage(
    question: SearchPosition, result: StageResult, max_seconds: float
) -> SearchPosition | None:
    """Return the next stage, longer unless this one was stopped early; None after the last one."""
    seconds = max(result.seconds, MIN_STAGE_SECONDS)
    spent_seconds = question.spent_seconds + seconds
    if result.is_settled or max_seconds - spent_seconds < FIRST_STAGE_SECONDS / 2:
        return None
    is_full = result.seconds >= MIN_FULL_STAGE_SHARE * question.seconds
    seconds = question.seconds * (STAGE_GROWTH_FACTOR if is_full else 1.0)
    return question._replace(
        seconds=min(seconds, max_seconds - spent_seconds),
        reported=result.reported,
        nodes=question.nodes + result.nodes,
        spent_seconds=spent_seconds,
    )


# Reasons


MAX_CACHED_REASONS = 500


@lru_cache(maxsize=MAX_CACHED_REASONS)
def get_cached_reasons(position: Position, action: int) -> tuple[Text, ...]:
    """Return the reasons for or against an action; cached, because every stage asks again."""
    return tuple(reasons(position, action))
