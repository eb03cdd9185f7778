"""Answer questions of the study in a worker process: search positions, evaluate games.

The engine is kept with its tables as long as questions are about the same game, so the search
of a position, or of the next one in a game, continues from earlier results.
"""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.player_settings import warm_up
from steinreich.engines.study.evaluation import MEMORY_MB as EVALUATOR_MEMORY_MB
from steinreich.engines.study.evaluation import GameEvaluation, SearchCache
from steinreich.engines.study.questions import (
    EvaluateActions,
    EvaluatedActions,
    ExplainAction,
    ExploredMove,
    ExploredMoves,
    ExplorePosition,
    Reasons,
    ReportedQuality,
    SearchPosition,
    StageResult,
    StudyQuestion,
    get_cached_reasons,
    get_position,
    replay,
)
from steinreich.players.engine import Engine
from steinreich.players.facts import ProvenFacts
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.players.player import Limit
from steinreich.players.proof_file import ProofFile
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import sentence
from steinreich.search.result import SearchResult, finished_result
from steinreich.session.decisions import Refusal
from steinreich.session.legal_actions import get_game
from steinreich.session.schema.study import LinesMessage
from steinreich.session.views.study import line_view, verdict_view

MIN_REPORT_INTERVAL_SECONDS = 0.15
EARLY_END_SHARE = 0.5  # a search that ends before this share of its time is complete

SendLines = Callable[[LinesMessage], None]
StudyAnswer = StageResult | EvaluatedActions | Reasons | ExploredMoves | Refusal


class StudyService:
    """Answers questions of the study, one at a time."""

    def __init__(self, memory_mb: int, proofs: Path | None = None) -> None:
        """`proofs` is the path of the file in which proofs are kept, if any."""
        self.memory_mb = memory_mb
        self.facts = ProvenFacts(None if proofs is None else ProofFile(proofs))
        self.engine: Engine | None = None
        self.evaluator: Engine | None = None  # for evaluations, which start with empty tables
        self.searches = SearchCache()  # of evaluations

    def answer(self, question: StudyQuestion, send: SendLines, stop: Event) -> StudyAnswer:
        """Answer a question, with a refusal if its position is invalid."""
        try:
            if isinstance(question, EvaluateActions):
                return self.evaluate(question, stop)
            position = get_position(question.reference)
            if isinstance(question, ExplorePosition):
                return explore(self.facts, position)
            if isinstance(question, ExplainAction):
                texts = get_cached_reasons(position, position.parse_move(question.action))
                return Reasons([text.in_language(question.language) for text in texts])
        except SteinreichError as error:
            return Refusal(sentence(error.message))
        if position.is_over:
            message = make_lines_message(question, position, finished_result(position))
            return StageResult(message, ReportedQuality(), 0, 0.0, is_settled=True)
        return LiveSearchStage(self.get_engine(position.game), position, question, send, stop).run()

    def warm_up(self, id: str) -> bool:
        """Load or compile the machine code of a game; return whether it is on disk."""
        game = get_game(id)
        warm_up(self.get_engine(game), game.start(seed=0))
        return get_heuristics_compiler(game).folder is not None

    def evaluate(self, question: EvaluateActions, stop: Event) -> EvaluatedActions:
        """Evaluate some actions of a game, reusing the searches of earlier questions."""
        path = replay(question.reference)
        game = path[0].game
        if self.evaluator is None or self.evaluator.game != game:
            self.evaluator = Engine(game, memory=EVALUATOR_MEMORY_MB)
        evaluator, searches = self.evaluator, self.searches
        return GameEvaluation(evaluator, self.facts, path, question, stop, searches).run()

    def get_engine(self, game: Game) -> Engine:
        """Return the engine of a game, with the tables of earlier searches."""
        if self.engine is None or self.engine.game != game:
            self.engine = None  # free its memory first
            self.engine = Engine(game, memory=self.memory_mb, facts=self.facts)
        return self.engine

    def close(self) -> None:
        """Close the file of proofs."""
        self.facts.close()


def make_lines_message(
    question: SearchPosition, position: Position, result: SearchResult
) -> LinesMessage:
    """Return a search result as a message, without reasons."""
    is_after_pass = question.reference.is_after_pass
    return {
        "type": "lines",
        "n": question.n,
        "turn": None if position.is_over else position.player,
        "can_pass": not (is_after_pass or position.is_over) and position.after_pass() is not None,
        "verdict": verdict_view(result.verdict),
        "lines": [line_view(position, line, question.language) for line in result.lines],
        "depth": result.depth,
        "nodes": question.nodes + result.nodes,
        "seconds": round(question.spent_seconds + result.seconds, 2),
    }


class LiveSearchStage:
    """One stage of a live search, which sends intermediate results."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        question: SearchPosition,
        send: SendLines,
        stop: Event,
    ) -> None:
        self.engine = engine
        self.position = position
        self.question = question
        self.send = send
        self.stop = stop
        self.reported = question.reported
        self.reported_at = 0.0  # so that the first result is sent at once

    def run(self) -> StageResult:
        """Search for the time of the stage."""
        question = self.question
        result = self.engine.think(
            self.position,
            Limit(seconds=question.seconds, depth=question.depth),
            lines=question.lines,
            stop=self.stop,
            progress=self.on_progress,
        )
        is_complete = result.seconds < EARLY_END_SHARE * question.seconds and not self.stop.is_set()
        are_proven = all(line.verdict.is_proven for line in result.lines)
        message = self.make_message(result) if self.is_worth_sending(result) else None
        reported = ReportedQuality(result.depth, result.nodes) if message else self.reported
        return StageResult(
            message, reported, result.nodes, result.seconds, are_proven or is_complete
        )

    def is_worth_sending(self, result: SearchResult) -> bool:
        """Return whether a search result is at least as good as the last one sent.

        A stage starts again at a low depth and repeats what earlier stages found.
        """
        reported = self.reported
        is_as_good = result.depth >= reported.depth or result.nodes >= reported.nodes
        return is_as_good or result.verdict.is_proven

    def on_progress(self, result: SearchResult) -> None:
        """Report an intermediate result, unless the last report is too recent."""
        now = time.monotonic()
        if now - self.reported_at >= MIN_REPORT_INTERVAL_SECONDS and self.is_worth_sending(result):
            self.reported_at = now
            self.reported = ReportedQuality(result.depth, result.nodes)
            self.send(make_lines_message(self.question, self.position, result))

    def make_message(self, result: SearchResult) -> LinesMessage:
        """Return a search result as a message, with reasons unless a stop is requested."""
        message = make_lines_message(self.question, self.position, result)
        for shown, line in zip(message["lines"], result.lines, strict=True):
            if self.question.wants_reasons and not self.stop.is_set():
                texts = get_cached_reasons(self.position, line.actions[0])
                shown["reasons"] = [text.in_language(self.question.language) for text in texts]
        return message


# Exploration


def explore(facts: ProvenFacts, position: Position) -> ExploredMoves:
    """Return the proven verdicts of a position and of its moves.

    Moves that are equivalent by symmetry are represented by the first one by name.
    """
    verdict, moves = facts.look_up(position), dict[str, ExploredMove]()
    is_lost = verdict is not None and verdict.values[position.player] == -1
    # In a lost position every move loses
    lost_verdict = verdict._replace(turns=None) if verdict and is_lost else None
    for name, action in sorted(position.actions_by_name().items()):
        after = position.after_legal(action)
        if after.key in moves:
            moves[after.key].symmetric_actions.append(name)
        else:
            known_verdict = facts.look_up(after) or lost_verdict
            moves[after.key] = ExploredMove(name, [], after.key, known_verdict)
    turn = None if position.is_over else position.player
    return ExploredMoves(turn, verdict, list(moves.values()))
