"""The computer's players: a bounded number of processes, and a queue in front of them.

Three kinds of desks, all running the same program, so that nobody ever waits for a compiler:

- *thinkers* play at the ten levels; they load machine code that lies on disk already;
- the *compiler process* compiles one game after the other, those asked for first, and then
  goes;
- the *stopgap* never loads a compiler: its stand-in moves for games that are still cold.

Addresses are served in turn (`fair_queue`), one question of a table at a time.  A process that ends
or falls silent is replaced; its question is put once more, and then answered by a stand-in in this
process.  So are questions for which no process can be had at all.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from threading import Event
from typing import Any, NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.registry import games
from steinreich.engines.fair_queue import Asker, Turns
from steinreich.engines.worker import Answer, Task, answer
from steinreich.engines.worker_process import Message, WorkerProcess

LOG = logging.getLogger(__name__)
LONGEST_TURN = 9.0  # seconds: three actions at the most patient level
LONGEST_WARM_UP = 600.0  # seconds: compiling on a machine that has other things to do
GRACE = 2.0  # seconds beyond the limit until silence counts as failure
MOST_ATTEMPTS = 2  # in other processes
NEAR = 10  # places of the queue of which each is told; further back only every tenth part
NICENESS = 5  # people who play come first
NOBODY = Asker()


class Thought(NamedTuple):
    """What a table hears while it waits for the computer."""

    queue: int  # its place in the queue; 0: the computer thinks
    depth: int
    nodes: int
    seconds: float
    line: list[str]  # names of actions
    is_cold: bool = False  # see Engines.is_cold


class Question:
    """What a table wants to know."""

    def __init__(
        self,
        table: str,
        task: Task,
        told: Callable[[Thought], None],
        *,
        asker: Asker = NOBODY,
        waits: bool = False,
    ) -> None:
        self.table = table
        self.asker = asker
        self.task = task
        self.told = told
        self.waits = waits  # for machine code, and wants no stand-in
        self.flavour = flavour(load(task.game))
        self.future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.attempts = 0
        self.place: int | None = None  # in the queue, as last told
        self.is_hurried = False
        self.is_cut_short = False

    def tell(self, thought: Thought) -> None:
        """Let the table know; whatever goes wrong there is not ours."""
        if not self.future.done():
            asyncio.get_running_loop().call_soon(self.told, thought)

    def tell_place(self, place: int, is_cold: bool = False) -> None:
        """Let the table know its place in the queue, if that is news."""
        before = self.place
        if before is None or (
            place != before and (place <= NEAR or before - place > before // NEAR)
        ):
            self.place = place
            self.tell(Thought(place, 0, 0, 0.0, [], is_cold))


class Engines:
    """The pool."""

    def __init__(self, workers: int, *, memory_mb: int = 64) -> None:
        self.workers = workers
        self.memory = memory_mb
        self.thinkers: list[WorkerProcess] = []
        self.stopgap: WorkerProcess | None = None
        self.compiler_process: WorkerProcess | None = None
        self.waiting_line: list[Question] = []  # in the order in which they came
        self.turns = Turns()
        self.under_way: dict[WorkerProcess, Question] = {}
        self.background: set[asyncio.Task[None]] = set()
        self.flavours = all_flavours()
        self.asked: dict[str, None] = {}  # flavours in the order in which they were asked for
        self.compiled_games: set[str] = set()  # flavours that the compiler process has done
        self.is_kept = True  # whether machine code lies on disk then; not where that is read-only
        self.mishaps: Counter[str] = Counter()  # how often warming up has failed, by flavour
        self.answered: Counter[str] = Counter()  # by who has answered: "level" or "stand-in"

    # What others ask for

    async def start(self) -> None:
        """Start the processes; they warm up game by game while the first games are played."""
        self.stopgap = self.desk()
        self.thinkers = [self.desk() for _ in range(self.workers)]
        if self.workers:
            self.compiler_process = self.desk()

    async def close(self) -> None:
        """Stop all thinking and end all processes."""
        for question in [*self.waiting_line, *self.under_way.values()]:
            question.future.cancel()
        desks = self.desks()
        self.stopgap, self.compiler_process, self.thinkers = None, None, []
        await asyncio.gather(*(desk.close() for desk in desks), *self.background)

    async def choose(
        self,
        table: str,
        game: str,
        position: str,
        level: int,
        seed: int,
        told: Callable[[Thought], None],
        seconds: float | None = None,
        *,
        asker: Asker = NOBODY,
        waits: bool = False,
    ) -> list[str]:
        """The names of all actions of the turn that is due; `told` hears how it comes about.

        `seconds` is for the whole turn, where that is less than the level would take; `asker` says
        in whose turn it is answered.  Who `waits` gets no answer from a stand-in while machine code
        is made.
        """
        task = Task("choose", game, position, level, seed, seconds=seconds)
        actions = await self.ask(Question(table, task, told, asker=asker, waits=waits))
        assert isinstance(actions, list)
        return actions

    async def wants_draw(
        self,
        table: str,
        game: str,
        position: str,
        level: int,
        seat: int,
        *,
        asker: Asker = NOBODY,
    ) -> bool:
        """Whether the computer on this seat takes a draw: it does not think that it is better."""
        task = Task("draw", game, position, level, seat=seat)
        return bool(await self.ask(Question(table, task, lambda thought: None, asker=asker)))

    def hurry(self, table: str) -> None:
        """Let the computer move now, with the best it has found so far."""
        for desk, question in self.under_way.items():
            if question.table == table:
                desk.hurry()
        for question in self.waiting_line:
            if question.table == table:
                question.is_hurried = True
        self.dispatch()

    def wait(self, table: str, waits: bool) -> None:
        """What a table has asked shall wait for machine code, or need not any more."""
        for question in self.waiting_line:
            if question.table == table:
                question.waits = waits
        self.dispatch()

    def is_cold(self, game: Game) -> bool:
        """Whether a stand-in plays a game because its machine code is not ready.

        Where there are no processes that think, there is no other player to stand in for.
        """
        return self.lacks(flavour(game))

    def can_warm(self, game: Game) -> bool:
        """Whether machine code that is not ready can still come."""
        return self.is_coming(flavour(game))

    def cancel(self, table: str) -> None:
        """What a table has asked is no longer wanted: `choose` raises `CancelledError`."""
        for question in [*self.waiting_line, *self.under_way.values()]:
            if question.table == table:
                question.future.cancel()

    def is_waiting(self, table: str) -> bool:
        """Whether a table has asked something that has not been begun yet."""
        return any(question.table == table for question in self.waiting_line)

    def waiting(self) -> int:
        """How many questions wait for a process."""
        return len(self.waiting_line)

    def warmth(self) -> dict[str, str]:
        """Of each game, whether its players are ready: cold, warming or warm."""
        in_work = {desk.task.game for desk in self.desks() if desk.task and desk.is_warming}
        return {
            name: "warm"
            if any(name in desk.warm for desk in self.thinkers)
            else "warming"
            if name in in_work | self.compiled_games
            else "cold"
            for name in games()
        }

    # The queue

    async def ask(self, question: Question) -> Answer:
        """The answer to a question, when its turn has come."""
        if not self.stopgap:
            raise RuntimeError("the engines have not been started, or have been closed")
        self.asked.setdefault(question.flavour)
        self.waiting_line.append(question)
        question.future.add_done_callback(lambda _: self.drop(question))
        self.dispatch()
        return await question.future

    def drop(self, question: Question) -> None:
        """Nobody waits for the answer any more."""
        if question in self.waiting_line:
            self.waiting_line.remove(question)
        for desk, other in self.under_way.items():
            if other is question:
                desk.hurry()
        self.dispatch()

    def dispatch(self) -> None:
        """Give free desks something to do, and tell those who wait how long the queue is."""
        busy = {question.table for question in self.under_way.values()}
        for question in self.turns.order(self.waiting_line):
            desk = None if question.table in busy else self.desk_for(question)
            if desk:
                self.waiting_line.remove(question)
                busy.add(question.table)
                self.begin(desk, question)
            elif self.is_forlorn(question):
                self.waiting_line.remove(question)
                self.spawn(self.answer_here(question))
        self.make_room()
        self.warm_up()
        for place, question in enumerate(self.turns.order(self.waiting_line), 1):
            question.tell_place(place, self.lacks(question.flavour))

    def desk_for(self, question: Question) -> WorkerProcess | None:
        """The desk that takes a question now, if there is one."""
        able = self.able(question.flavour)
        if not self.is_kept:  # then warming up takes long, and is not waited for
            able = [desk for desk in able if not desk.is_warming]
        if not able and self.is_patient(question):
            return None
        if not able or question.is_hurried:
            return self.stopgap if self.stopgap and self.stopgap.is_free else None
        return next((desk for desk in able if desk.is_free), None)

    def able(self, flavour: str) -> list[WorkerProcess]:
        """The desks that have the machine code of a flavour."""
        return [desk for desk in self.thinkers if flavour in desk.warm]

    def lacks(self, flavour: str) -> bool:
        """Whether a stand-in plays for those who think."""
        return self.workers > 0 and not self.able(flavour)

    def is_coming(self, flavour: str) -> bool:
        """Whether machine code is made, or will be."""
        is_made = flavour in self.compiled_games or self.compiler_process is not None
        return is_made and self.mishaps[flavour] < MOST_ATTEMPTS

    def is_patient(self, question: Question) -> bool:
        """Whether a question waits for machine code that can still come."""
        return question.waits and not question.is_hurried and self.is_coming(question.flavour)

    def make_room(self) -> None:
        """Where a person waits, what can wait is cut short: its turn is played now."""
        people = [one for one in self.waiting_line if not one.asker.can_wait]
        for desk, question in self.under_way.items():
            if not question.asker.can_wait or question.is_cut_short:
                continue
            if any(one.flavour in desk.warm for one in people):
                question.is_cut_short = True
                desk.hurry()

    def is_forlorn(self, question: Question) -> bool:
        """Whether no process can be had that would ever answer a question."""
        if self.able(question.flavour) or self.is_patient(question):
            return False
        return self.stopgap is not None and self.stopgap.failures >= MOST_ATTEMPTS

    def begin(self, desk: WorkerProcess, question: Question) -> None:
        """The computer begins to think."""
        task = question.task._replace(stands_in=desk is self.stopgap)
        longest = LONGEST_TURN if task.seconds is None else min(task.seconds, LONGEST_TURN)
        self.under_way[desk] = question
        self.turns.take(question.asker)
        question.attempts += 1
        question.tell(Thought(0, 0, 0, 0.0, [], self.lacks(question.flavour)))
        desk.begin(task, longest + GRACE)

    def warm_up(self) -> None:
        """What is free and has nothing else to do warms up, what was asked for first."""
        wanted = [one for one in (*self.asked, *self.flavours) if self.mishaps[one] < MOST_ATTEMPTS]
        if self.compiler_process and self.compiler_process.is_free:
            cold = [one for one in wanted if one not in self.compiled_games]
            if cold:
                self.compiler_process.begin(Task("warm", cold[0]), LONGEST_WARM_UP)
            else:
                self.spawn(self.compiler_process.close())
                self.compiler_process = None
        for desk in self.thinkers:
            new = [one for one in wanted if one in self.compiled_games and one not in desk.warm]
            if desk.is_free and new:
                desk.begin(Task("warm", new[0]), LONGEST_WARM_UP)

    # What the processes say

    def desk(self) -> WorkerProcess:
        """Another process."""
        return WorkerProcess(
            self.memory, NICENESS, ready=self.dispatch, heard=self.hear, lost=self.put_again
        )

    def desks(self) -> list[WorkerProcess]:
        """All processes."""
        return [desk for desk in (self.stopgap, self.compiler_process, *self.thinkers) if desk]

    def hear(self, desk: WorkerProcess, message: Message) -> None:
        """A process has something to say about its task."""
        if "thought" in message:
            self.under_way[desk].tell(Thought(0, *message["thought"]))
        elif "failed" in message:
            LOG.error("an engine process has failed: %s", message["failed"])
            self.put_again(desk)
        else:
            task = desk.task
            desk.finish()
            question = self.under_way.pop(desk, None)
            if question and not question.future.done():
                self.answered["stand-in" if desk is self.stopgap else "level"] += 1
                question.future.set_result(message["answer"])
            elif task and task.kind == "warm":
                self.is_kept = message["answer"]
                self.compiled_games.add(task.game)
                desk.warm.add(task.game)
                del self.mishaps[task.game]
            self.dispatch()

    def put_again(self, desk: WorkerProcess) -> None:
        """Nothing comes of a desk's task: somebody else has to do it."""
        if desk.task and desk.is_warming:
            self.mishaps[desk.task.game] += 1
        desk.finish()
        question = self.under_way.pop(desk, None)
        if question and not question.future.done():
            if question.attempts < MOST_ATTEMPTS:
                self.waiting_line.append(question)  # and is the first now
            else:
                self.spawn(self.answer_here(question))
        self.dispatch()

    async def answer_here(self, question: Question) -> None:
        """The last resort: a stand-in, in a thread of this process."""
        task = question.task._replace(stands_in=True)
        try:
            found = await asyncio.to_thread(answer, task, Event(), lambda report: None)
        except Exception as error:  # of whatever kind: it is for the one who asked
            if not question.future.done():
                question.future.set_exception(error)
        else:
            if not question.future.done():
                self.answered["stand-in"] += 1
                question.future.set_result(found)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)


def flavour(game: Game) -> str:
    """All games of one flavour share their machine code: options are data, but two players are
    played for in another way than more or fewer."""
    return game.name if game.players == 2 else f"{game.name}(players=3)"


def all_flavours() -> list[str]:
    """Every flavour of every game: first those for two."""
    found = [load(name) for name in games()]
    more = [
        load(game.name, players=3)
        for game in found
        if any(option.name == "players" for option in game.about.options)
    ]
    return list(dict.fromkeys(flavour(game) for game in (*found, *more)))
