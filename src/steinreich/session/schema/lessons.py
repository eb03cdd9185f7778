"""The rules of a game as clients see them, alone and with boards to try them on."""

from typing import Literal, NotRequired, TypeAlias

from steinreich.session.schema.limits import TypedDict
from steinreich.session.schema.protocol import Board, Frame, Words

Marking: TypeAlias = Literal["", "reading", "addition"]


class RefusedAction(TypedDict):
    """What a rule forbids, as an example."""

    action: str
    why: Words


class Figure(TypedDict):
    """A board beside the rules: to look at or, where there are goals, to try a rule on."""

    position: str | None  # as POST /api/positions takes it; null: the start
    actions: list[str]  # played from there
    frame: Frame  # with the legal actions where there are goals
    ending: Words | None  # why the game is over here, if it is
    # One of these is to be done: actions one after the other; "*" is whatever is legal.
    goals: list[list[str]]
    done: Words  # what is said then
    refused: list[RefusedAction]


class Paragraph(TypedDict):
    text: Words  # beside a figure: what is seen on it, or what to do on it
    mark: Marking  # ours: where the leaflet is silent, or what it does not have
    figure: NotRequired[Figure]  # in lessons only


class Section(TypedDict):
    heading: Words
    paragraphs: list[Paragraph]


class Rules(TypedDict):
    """GET /api/rules?game=vier3d(players=3): the rules as they are with these options"""

    game: str  # its id
    title: Words
    variant: Words  # how the options differ from the usual ones; empty where they do not
    summary: Words
    sections: list[Section]
    credit: Words


class Lesson(TypedDict):
    """GET /api/lesson?game=vier3d(players=3)&language=de: the rules with boards to try them on"""

    rules: Rules
    board: Board
    start: Figure  # to play on as one likes
    by_hand: bool  # positions can be set up by pieces: POST /api/setup
