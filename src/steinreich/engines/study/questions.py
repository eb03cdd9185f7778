"""What is asked of an analyst, and what it answers: plain data between processes."""

from typing import NamedTuple

from steinreich.session.schema.protocol import Language
from steinreich.session.schema.study import EvaluatedAction, LinesMessage


class Place(NamedTuple):
    """Where somebody looks: a game and how it came there.  Whether there is such a position is for
    the analyst to find out, for a long game takes its time to be replayed."""

    game: str  # an id with options
    position: str | None = None  # None: the start
    actions: tuple[str, ...] = ()  # played from there
    is_passed: bool = False  # and then the one to act did nothing


class WarmUp(NamedTuple):
    """Load the machine code of a game, or make it."""

    game: str


class Told(NamedTuple):
    """What has been told of a position: nothing worse is told after it."""

    depth: int = 0
    nodes: int = 0  # of the stage in which it was found


class ThinkAbout(NamedTuple):
    """Think about a position for a while: one stage of many, each longer than the last."""

    place: Place
    lines: int
    seconds: float
    language: Language
    depth: int | None = None  # actions ahead
    n: int = 0  # the client's own
    wants_reasons: bool = False
    told: Told = Told()
    nodes: int = 0  # of the stages before
    spent: float = 0.0  # seconds of the stages before


class Stage(NamedTuple):
    """What a stage of thinking has led to."""

    message: LinesMessage | None  # what is thought now; None where more was told before
    told: Told
    nodes: int
    seconds: float
    is_settled: bool  # nothing more will be found


class EvaluateSome(NamedTuple):
    """Evaluate some actions of a game: from `first` on, as many as come before it is stopped."""

    place: Place  # after all its actions
    first: int
    most: int  # actions
    language: Language
    is_deeper: bool = False


class Evaluated(NamedTuple):
    """Actions that have been evaluated."""

    actions: list[EvaluatedAction]  # from the first that was asked for; perhaps none


class WhyAction(NamedTuple):
    """Why to play an action, or why not?"""

    place: Place
    action: str
    language: Language


class Reasons(NamedTuple):
    """The most important first; never none."""

    reasons: list[str]


class ExplorePosition(NamedTuple):
    """List the moves of a position with what is known of each."""

    place: Place
    n: int = 0


Asked = ThinkAbout | EvaluateSome | WhyAction | ExplorePosition
StudyQuestion = WarmUp | Asked
