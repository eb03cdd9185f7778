"""What a table of the hall wants to know, and what it hears while it waits for the answer."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from steinreich.core.game import load
from steinreich.engines.fair_queue import Asker
from steinreich.engines.supervisor import NOBODY, Job
from steinreich.engines.turns.code_ids import code_id
from steinreich.engines.turns.service import TableQuestion, TurnProgress

LONGEST_TURN = 9.0  # seconds: three actions at the most patient level
GRACE = 2.0  # seconds beyond the limit until silence counts as failure
MOST_ATTEMPTS = 2  # in other processes
NEAR = 10  # places of the queue of which each is told; further back only every tenth part


class Thought(NamedTuple):
    """What a table hears while it waits for the computer."""

    queue: int  # its place in the queue; 0: the computer thinks
    depth: int
    nodes: int
    seconds: float
    line: list[str]  # names of actions
    is_cold: bool = False  # see Engines.is_cold


class TableJob(Job):
    """What a table wants to know."""

    def __init__(
        self,
        table: str,
        question: TableQuestion,
        on_thought: Callable[[Thought], None],
        *,
        asker: Asker = NOBODY,
        waits: bool = False,
    ) -> None:
        longest = min(question.seconds or LONGEST_TURN, LONGEST_TURN)
        super().__init__(
            question,
            self.report,
            asker=asker,
            seconds=longest + GRACE,
            most_attempts=MOST_ATTEMPTS,
        )
        self.table = table
        self.on_thought = on_thought
        self.waits = waits  # for machine code, and wants no stand-in
        self.code = code_id(load(question.game))
        self.place: int | None = None  # in the queue, as last told
        self.is_hurried = False
        self.is_cut_short = False

    def report(self, report: TurnProgress) -> None:
        """Let the table know what the computer thinks."""
        self.tell(Thought(0, *report))

    def tell(self, thought: Thought) -> None:
        """Let the table know; whatever goes wrong there is not ours."""
        if not self.future.done():
            asyncio.get_running_loop().call_soon(self.on_thought, thought)

    def tell_place(self, place: int, is_cold: bool = False) -> None:
        """Let the table know its place in the queue, if that is news."""
        before = self.place
        if before is None or (
            place != before and (place <= NEAR or before - place > before // NEAR)
        ):
            self.place = place
            self.tell(Thought(place, 0, 0, 0.0, [], is_cold))
