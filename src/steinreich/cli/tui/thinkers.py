"""Who thinks for a table at the terminal: in processes of their own, so the screen never waits.

They are the hall's: levels with a stand-in until their machine code is there, analysts for hints
and live lines.  Processes start when they are first needed.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from steinreich.cli.terminal.seats import PROGRAM, RANDOM
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.engines.study.questions import Place, Stage, ThinkAbout
from steinreich.engines.study.stages import FIRST_STAGE, next_stage
from steinreich.engines.supervisor import WorkerFailed
from steinreich.engines.turns.code_ids import code_id
from steinreich.players.player import Limit, Player
from steinreich.session.schema.protocol import Language
from steinreich.session.schema.study import LinesMessage, StudyState

if TYPE_CHECKING:  # at run time a thread loads them, for they load the compiler
    from steinreich.engines.study.analysts import Analysts
    from steinreich.engines.turns.pool import Engines
    from steinreich.engines.turns.table_job import Thought

TABLE = "local"
FULL_STRENGTH = 3.0  # seconds for an action; levels have their own, smaller limits
HINT = 1.0  # seconds
LONGEST_LIVE = 120.0  # seconds that are thought about one position
SCREEN, HINTS, SEATS = "screen", "hints", "seats"  # who asks an analyst

OnLines = Callable[[LinesMessage], None]
OnState = Callable[[StudyState], None]


class Thinkers:
    """The computer players of one game, and its adviser."""

    def __init__(self, game: Game, language: Language, seed: int | None = None) -> None:
        self.game = game
        self.language = language
        self.seed = seed if seed is not None else random.getrandbits(32)
        self.dice = random.Random(self.seed)
        self.engines: Engines | None = None
        self.analysts: Analysts | None = None
        self.programs: dict[str, Player] = {}  # engines of others, by their command

    async def turn(
        self, seat: str, position: Position, on_thought: Callable[["Thought"], None]
    ) -> Sequence[str]:
        """What a computer player does next: a whole turn, or its next action."""
        if seat == RANDOM:
            return [self.dice.choice(position.legal_moves())]
        if seat.startswith(PROGRAM):  # it thinks elsewhere; a thread waits for it
            return [await asyncio.to_thread(self.ask_program, seat, position)]
        if seat.startswith("level"):
            engines = await self.started()
            level, seed = int(seat.removeprefix("level")), self.seed + position.player
            return await engines.choose(TABLE, self.game.id, str(position), level, seed, on_thought)
        question = ThinkAbout(place_of(position), 1, FULL_STRENGTH, self.language)
        return [best(await self.asked(question, SEATS))]

    def ask_program(self, seat: str, position: Position) -> str:
        """What an engine of somebody else plays."""
        if seat not in self.programs:
            self.programs[seat] = player(seat, self.game, self.seed)
        opinion = self.programs[seat].think(position, Limit(seconds=FULL_STRENGTH))
        return position.name(opinion.best)

    async def started(self) -> "Engines":
        """The processes that play at levels."""
        if self.engines is None:
            self.engines = await asyncio.to_thread(new_engines, self.game)
            await self.engines.start()
        return self.engines

    async def hint(self, position: Position, on_state: OnState) -> LinesMessage:
        """The best line that a second finds, with reasons."""
        question = ThinkAbout(place_of(position), 1, HINT, self.language, wants_reasons=True)
        stage = await self.asked(question, HINTS, on_state=on_state)
        if stage.message is None:
            raise WorkerFailed("nothing was found")
        return stage.message

    async def think(
        self, position: Position, lines: int, on_lines: OnLines, on_state: OnState
    ) -> None:
        """Think about a position live, until there is nothing more to find."""
        question: ThinkAbout | None = ThinkAbout(
            place_of(position), lines, FIRST_STAGE, self.language, wants_reasons=True
        )
        while question is not None:
            stage = await self.asked(question, SCREEN, on_lines, on_state)
            if stage.message:
                on_lines(stage.message)
            question = next_stage(question, stage, LONGEST_LIVE)
        on_state("done")

    async def asked(
        self,
        question: ThinkAbout,
        asker: str,
        on_lines: OnLines = lambda message: None,
        on_state: OnState = lambda state: None,
    ) -> Stage:
        """What an analyst finds; `WorkerFailed` if there is none."""
        if self.analysts is None:
            self.analysts = await asyncio.to_thread(new_analysts)
        from steinreich.engines.study.analysts import StudyJob  # it is loaded by now

        job = StudyJob(question, asker, on_lines, lambda state, _queue: on_state(state))
        found = await self.analysts.ask(job)
        if not isinstance(found, Stage):
            raise WorkerFailed(found.why)
        return found

    def cancel(self) -> None:
        """No turn is wanted any more."""
        if self.engines:
            self.engines.cancel(TABLE)

    async def close(self) -> None:
        """End all processes."""
        for supervisor in (self.engines, self.analysts):
            if supervisor:
                await supervisor.close()
        for each in self.programs.values():
            await asyncio.to_thread(each.close)


def new_engines(game: Game) -> "Engines":
    """Processes that play at levels; of this game alone machine code is made."""
    from steinreich.engines.turns.pool import Engines

    return Engines(1, codes=[code_id(game)])


def new_analysts() -> "Analysts":
    """A process that thinks about positions."""
    from steinreich.engines.study.analysts import Analysts

    return Analysts(1)


def place_of(position: Position) -> Place:
    """A position as analysts are asked about it."""
    return Place(position.game.id, str(position))


def best(stage: Stage) -> str:
    """The action that a stage of thinking recommends."""
    if stage.message is None:
        raise WorkerFailed("nothing was found")
    return stage.message["lines"][0]["actions"][0]["action"]
