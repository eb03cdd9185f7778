"""Explore a position: its moves, with proven verdicts and the games of the engine."""

import asyncio

from steinreich.arena.openings import engine_openings
from steinreich.arena.openings.explorer import counts_for
from steinreich.engines.pool import StudyJob
from steinreich.engines.study.questions import (
    Explored,
    ExploredAction,
    ExplorePosition,
    Place,
)
from steinreich.engines.supervisor import WorkerFailed
from steinreich.hall import opening
from steinreich.hall.study.studies import NO_RESPONSE, Studies, StudyClient
from steinreich.session.decisions import Refusal
from steinreich.session.legal_actions import get_game
from steinreich.session.schema.study import Explore, ExploredMessage, ExploredMove
from steinreich.session.views.study import verdict_view

UNPROVEN_VALUE = -0.5  # sorts moves without a proven verdict between draws and losses


class Exploration:
    """A request to list the moves of a position."""

    def __init__(self, studies: Studies, client: StudyClient, wanted: Explore) -> None:
        self.studies = studies
        self.client = client
        self.n = wanted.n
        game = opening.parse_game(wanted.game)  # raises NotAllowed if there is none
        place = Place(game.id, wanted.position, tuple(wanted.actions))
        self.question = ExplorePosition(place)

    async def run(self) -> None:
        """Send the answer, or a refusal."""
        job = StudyJob(self.question, self.client.visitor)
        try:
            found: Explored | Refusal = await self.studies.engines.ask(job)
        except WorkerFailed:  # logged by the supervisor
            self.client.refuse(self.n, NO_RESPONSE)
            return
        if isinstance(found, Refusal):
            self.client.refuse(self.n, found.why)
        else:
            game = self.question.place.game
            self.client.send(await asyncio.to_thread(explored_message, self.n, found, game))


def explored_message(n: int, found: Explored, game: str) -> ExploredMessage:
    """Combine proven verdicts of moves with the engine's games; sort the most played first."""
    engine, seat = engine_openings(get_game(game)), found.turn or 0

    def played(move: ExploredAction) -> list[int]:
        return engine.positions.get(move.key, [])

    def order(move: ExploredAction) -> tuple[float, float]:
        return -sum(played(move)), -(move.verdict.values[seat] if move.verdict else UNPROVEN_VALUE)

    moves: list[ExploredMove] = [
        {
            "action": move.action,
            "alike": move.alike,
            "key": move.key,
            "engine": counts_for(played(move), seat),
            "verdict": move.verdict and verdict_view(move.verdict),
        }
        for move in sorted(found.moves, key=order)
    ]
    return {
        "type": "explored",
        "n": n,
        "turn": found.turn,
        "verdict": found.verdict and verdict_view(found.verdict),
        "moves": moves,
        "player": engine.player,
        "games": engine.games,
    }
