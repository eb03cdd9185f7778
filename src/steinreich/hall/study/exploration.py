"""The opening explorer: the moves of a position, with proven verdicts and results of engine
games."""

import asyncio

from steinreich.arena.openings import engine_openings
from steinreich.arena.openings.explorer import count_results
from steinreich.engines.pool import StudyJob
from steinreich.engines.study.questions import (
    ExploredMove,
    ExploredMoves,
    ExplorePosition,
    PositionReference,
)
from steinreich.engines.supervisor import WorkerFailed
from steinreich.hall import opening
from steinreich.hall.study.studies import NO_RESPONSE, Studies, StudyClient
from steinreich.session.decisions import Refusal
from steinreich.session.legal_actions import get_game
from steinreich.session.schema import study
from steinreich.session.views.study import verdict_view

UNPROVEN_VALUE = -0.5  # sorts unproven moves between proven draws and losses


class Exploration:
    """The answer to one request for the moves of a position."""

    def __init__(self, studies: Studies, client: StudyClient, request: study.Explore) -> None:
        self.studies = studies
        self.client = client
        self.n = request.n
        game = opening.parse_game(request.game)  # raises RequestRefused if it does not exist
        position = PositionReference(game.id, request.position, tuple(request.actions))
        self.question = ExplorePosition(position)

    async def run(self) -> None:
        """Send the answer, or a refusal."""
        job = StudyJob(self.question, self.client.visitor)
        try:
            answer: ExploredMoves | Refusal = await self.studies.engines.ask(job)
        except WorkerFailed:  # logged by the supervisor
            self.client.refuse(self.n, NO_RESPONSE)
            return
        if isinstance(answer, Refusal):
            self.client.refuse(self.n, answer.why)
        else:
            game = self.question.reference.game
            self.client.send(await asyncio.to_thread(make_explored_message, self.n, answer, game))


def make_explored_message(n: int, explored: ExploredMoves, game: str) -> study.ExploredMessage:
    """Combine proven verdicts of moves with the engine's games; sort the most played first."""
    engine, seat = engine_openings(get_game(game)), explored.turn or 0

    def get_game_counts(move: ExploredMove) -> list[int]:
        return engine.positions.get(move.key, [])

    def sort_key(move: ExploredMove) -> tuple[float, float]:
        return -sum(get_game_counts(move)), -(
            move.verdict.values[seat] if move.verdict else UNPROVEN_VALUE
        )

    moves: list[study.ExploredMove] = [
        {
            "action": move.action,
            "symmetric_actions": move.symmetric_actions,
            "key": move.key,
            "engine": count_results(get_game_counts(move), seat),
            "verdict": move.verdict and verdict_view(move.verdict),
        }
        for move in sorted(explored.moves, key=sort_key)
    ]
    return {
        "type": "explored",
        "n": n,
        "turn": explored.turn,
        "verdict": explored.verdict and verdict_view(explored.verdict),
        "moves": moves,
        "player": engine.player,
        "games": engine.games,
    }
