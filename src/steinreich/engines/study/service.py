"""An analyst: thinks about positions and evaluates games, in a worker process.

Its player is kept as long as it is asked about the same game, with all that it remembers: who steps
through a game, or thinks on about a position, begins with what was found before.
"""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.seating import warm_up
from steinreich.engines.study.evaluating import MEMORY as EVALUATOR_MEMORY
from steinreich.engines.study.evaluating import Evaluating, Searches
from steinreich.engines.study.exploring import explored
from steinreich.engines.study.opinions import end_data, known_reasons, lines_data, verdict_data
from steinreich.engines.study.places import path_of, position_of
from steinreich.engines.study.questions import (
    Evaluated,
    EvaluateSome,
    ExplorePosition,
    Reasons,
    Stage,
    StudyQuestion,
    ThinkAbout,
    Told,
    WarmUp,
    WhyAction,
)
from steinreich.players.engine import Engine
from steinreich.players.facts import ProvenFacts
from steinreich.players.player import Limit, Opinion
from steinreich.players.proof_file import ProofFile
from steinreich.rules.errors import SteinreichError
from steinreich.session.legal_actions import game_of
from steinreich.session.schema.commands import Refusal
from steinreich.session.schema.study import ExploredMessage, LinesMessage
from steinreich.session.texts import sentence

BETWEEN_REPORTS = 0.15  # seconds at least between two reports
EARLY = 0.5  # of its time: who needs less has nothing more to find

Tell = Callable[[LinesMessage], None]
StudyAnswer = Stage | Evaluated | Reasons | ExploredMessage | Refusal | None


class StudyService:
    """Answers in a process."""

    def __init__(self, memory: int, proofs: Path | None = None) -> None:
        """`proofs` names the file in which proofs are kept; None: nowhere."""
        self.memory = memory  # megabytes
        self.facts = ProvenFacts(None if proofs is None else ProofFile(proofs))
        self.engine: Engine | None = None
        self.evaluator: Engine | None = None  # of evaluations, which remember nothing
        self.searches = Searches()  # of evaluations

    def answer(self, question: StudyQuestion, tell: Tell, stop: Event) -> StudyAnswer:
        """What is found; a refusal where there is no such position."""
        if isinstance(question, WarmUp):
            game = game_of(question.game)
            warm_up(self.engine_for(game), game.start(seed=0))
            return None
        try:
            if isinstance(question, EvaluateSome):
                return self.evaluate(question, stop)
            position = position_of(question.place)
            if isinstance(question, ExplorePosition):
                return explored(self.facts, position, question.n)
            if isinstance(question, WhyAction):
                found = known_reasons(position, position.parse_move(question.action))
                return Reasons([words.within(question.language) for words in found])
        except SteinreichError as error:
            return Refusal(sentence(error.words))
        if position.is_over:
            return ended(question, position)
        return Thinking(self.engine_for(position.game), position, question, tell, stop).run()

    def evaluate(self, question: EvaluateSome, stop: Event) -> Evaluated:
        """Some actions of a game, beginning with what is known from those before."""
        path = path_of(question.place)
        game = path[0].game
        if self.evaluator is None or self.evaluator.game != game:
            self.evaluator = Engine(game, memory=EVALUATOR_MEMORY)
        evaluator, searches = self.evaluator, self.searches
        return Evaluating(evaluator, self.facts, path, question, stop, searches).run()

    def engine_for(self, game: Game) -> Engine:
        """The player of a game, which may have thought about it before."""
        if self.engine is None or self.engine.game != game:
            self.engine = None  # its memory is free before another one takes some
            self.engine = Engine(game, memory=self.memory, facts=self.facts)
        return self.engine

    def close(self) -> None:
        """Close the file of proofs."""
        self.facts.close()


def ended(question: ThinkAbout, position: Position) -> Stage:
    """The answer about a game that is over: there is nothing to think about."""
    message: LinesMessage = {
        "type": "lines",
        "n": question.n,
        "turn": None,
        "can_pass": False,
        "verdict": end_data(position),
        "lines": [],
        "depth": 0,
        "nodes": 0,
        "seconds": 0.0,
    }
    return Stage(message, Told(), 0, 0.0, is_settled=True)


class Thinking:
    """One stage of thinking about a position, and what is told of it on the way."""

    def __init__(
        self, engine: Engine, position: Position, question: ThinkAbout, tell: Tell, stop: Event
    ) -> None:
        self.engine = engine
        self.position = position
        self.question = question
        self.tell = tell
        self.stop = stop
        self.told = question.told
        self.told_at = 0.0  # the first opinion is told at once

    def run(self) -> Stage:
        """Think for as long as the stage lasts."""
        question = self.question
        opinion = self.engine.think(
            self.position,
            Limit(seconds=question.seconds, depth=question.depth),
            lines=question.lines,
            stop=self.stop,
            progress=self.hear,
        )
        is_early = opinion.seconds < EARLY * question.seconds and not self.stop.is_set()
        are_proven = all(line.verdict.is_proven for line in opinion.lines)
        message = self.message(opinion, question.wants_reasons) if self.is_news(opinion) else None
        told = Told(opinion.depth, opinion.nodes) if message else self.told
        return Stage(message, told, opinion.nodes, opinion.seconds, are_proven or is_early)

    def is_news(self, opinion: Opinion) -> bool:
        """Whether an opinion is no step back behind what was told before: a stage begins with
        little, and what was found in the stages before is remembered, but has to be found again."""
        told = self.told
        is_as_good = opinion.depth >= told.depth or opinion.nodes >= told.nodes
        return is_as_good or opinion.verdict.is_proven

    def hear(self, opinion: Opinion) -> None:
        """Tell what is thought, but not too often."""
        now = time.monotonic()
        if now - self.told_at >= BETWEEN_REPORTS and self.is_news(opinion):
            self.told_at = now
            self.told = Told(opinion.depth, opinion.nodes)
            self.tell(self.message(opinion, wants_reasons=False))

    def message(self, opinion: Opinion, wants_reasons: bool) -> LinesMessage:
        """An opinion as it is told; reasons take time, so they come with the end of a stage."""
        question, position = self.question, self.position
        lines = lines_data(position, opinion, question.language)
        for shown, line in zip(lines, opinion.lines, strict=True):
            if wants_reasons and not self.stop.is_set():
                found = known_reasons(position, line.actions[0])
                shown["reasons"] = [words.within(question.language) for words in found]
        return {
            "type": "lines",
            "n": question.n,
            "turn": position.player,
            "can_pass": not question.place.is_passed and position.passed() is not None,
            "verdict": verdict_data(opinion.verdict, opinion.is_stored),
            "lines": lines,
            "depth": opinion.depth,
            "nodes": question.nodes + opinion.nodes,
            "seconds": round(question.spent + opinion.seconds, 2),
        }
