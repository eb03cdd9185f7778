"""The moves of a position, with what is known of each."""

import asyncio

from steinreich.arena.openings import engine_openings
from steinreich.arena.openings.explorer import counts_for
from steinreich.engines.study.analysts import StudyJob
from steinreich.engines.study.questions import ExplorePosition, Place
from steinreich.engines.supervisor import WorkerFailed
from steinreich.hall import opening
from steinreich.hall.study.studies import SILENT, Studies, Window
from steinreich.session.legal_actions import game_of
from steinreich.session.schema.commands import Refusal
from steinreich.session.schema.study import Explore, ExploredMessage, ExploredMove

UNPROVEN = -0.5  # where moves of which nothing is proven are listed


class Exploring:
    """One question of a window."""

    def __init__(self, studies: Studies, window: Window, wanted: Explore) -> None:
        self.studies = studies
        self.window = window
        self.n = wanted.n
        game = opening.game_of(wanted.game)  # NotAllowed if there is none
        place = Place(game.id, wanted.position, tuple(wanted.actions))
        self.question = ExplorePosition(place, wanted.n)

    async def run(self) -> None:
        """Answer, or say why there is no answer."""
        job = StudyJob(self.question, self.window.visitor)
        try:
            found: ExploredMessage | Refusal = await self.studies.analysts.ask(job)
        except WorkerFailed:  # it is in the log
            self.window.refuse(self.n, SILENT)
            return
        if isinstance(found, Refusal):
            self.window.refuse(self.n, found.why)
        else:
            self.window.say(await asyncio.to_thread(with_counts, found, self.question.place.game))


def with_counts(found: ExploredMessage, id: str) -> ExploredMessage:
    """The same with the games of the engine, the most played moves first."""
    engine, turn = engine_openings(game_of(id)), found["turn"]
    moves: list[ExploredMove] = [
        {**move, "engine": counts_for(engine.positions.get(move["key"], []), turn or 0)}
        for move in found["moves"]
    ]
    moves.sort(key=lambda move: (-move["engine"]["games"], -worth(move, turn or 0)))
    return {**found, "moves": moves, "player": engine.player, "games": engine.games}


def worth(move: ExploredMove, seat: int) -> float:
    """What a move is worth to a seat where that is proven; others stand between draw and loss."""
    return UNPROVEN if move["verdict"] is None else move["verdict"]["values"][seat]
