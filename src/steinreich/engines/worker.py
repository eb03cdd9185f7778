"""A process in which the computer thinks: tasks come in, thoughts and answers go out, as JSON.

It does one task at a time and keeps nothing from one to the next but machine code.  So an answer
depends on the task alone, and memory is bounded by what one player may remember.  When the pipe
that tasks come through is closed, the process ends at once: nobody is left to answer to.
"""

import json
import os
import queue
import random
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import IO, Any, Literal, NamedTuple

from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.engines.thinking import warm_up
from steinreich.players.knowledge import informed_compiler
from steinreich.players.levels import FULL_MEMORY, Level
from steinreich.players.player import Limit, Opinion, Player
from steinreich.players.standin import StandIn

MOMENT = 0.1  # seconds for an action when the computer shall move now
LEAST_SECONDS = 0.02  # for an action when hardly any time is left
BETWEEN_THOUGHTS = 0.1  # seconds at least between two reports
LONGEST_LINE = 8  # actions in a report
FOR_DRAWS = 1.0  # seconds to think about an offer
NOT_BETTER = 0.05  # who hopes for no more than this takes a draw
WARM_UP_LEVEL = 6  # any that searches compiles everything

Kind = Literal["choose", "draw", "warm"]


class Task(NamedTuple):
    """What a process is asked to do."""

    kind: Kind
    game: str  # an id with options
    position: str = ""
    level: int = 1
    seed: int = 0
    seat: int = 0  # whose opinion on a draw is asked
    seconds: float | None = None  # for all actions of the turn, if less than the level would take
    stands_in: bool = False  # without the compiler


class Report(NamedTuple):
    """What the computer thinks on the way to its turn."""

    depth: int
    nodes: int
    seconds: float
    line: list[str]  # names of actions, the turn first


Tell = Callable[[Report], None]
Answer = list[str] | bool


def answer(task: Task, stop: Event, tell: Tell, memory: int = FULL_MEMORY) -> Answer:
    """Do a task: the actions of a turn, whether to take a draw, or whether machine code is kept."""
    game = load(task.game)
    if task.kind == "warm":
        warm_up(Level(game, WARM_UP_LEVEL, seed=0), game.start(seed=0))
        return informed_compiler(game).folder is not None
    position = game.position(task.position)
    thinking = Thinking(task, position, stop, tell, memory)
    return thinking.turn() if task.kind == "choose" else thinking.takes_draw()


class Thinking:
    """One player and one turn of it."""

    def __init__(
        self, task: Task, position: Position, stop: Event, tell: Tell, memory: int
    ) -> None:
        self.task = task
        self.position = position  # where the turn has come to
        self.stop = stop
        self.tell = tell
        self.names: list[str] = []  # of the actions that are decided
        self.nodes = 0  # that these took
        self.began = self.told_at = time.monotonic()
        # Another stream for every position, or a level would err in the same place in each.
        seed = random.Random(f"{task.seed} {task.position}").getrandbits(62)
        self.player: Player
        if task.stands_in:
            self.player = StandIn(position.game, task.level, seed)
        else:
            self.player = Level(position.game, task.level, seed, memory=memory)

    def turn(self) -> list[str]:
        """The names of all actions of the turn."""
        while True:
            opinion = self.opinion()
            actions = opinion.lines[0].actions
            for action in actions if self.task.stands_in else actions[:1]:
                self.names.append(self.position.name(action))
                self.position = self.position.after(action)
                if self.position.is_over or self.position.starts_turn:
                    return self.names
            self.nodes += opinion.nodes

    def opinion(self) -> Opinion:
        """What to do next.  Who is hurried before the first look at the board still takes one."""
        moment = Limit(seconds=min(MOMENT, self.seconds() or MOMENT))
        if self.stop.is_set():
            return self.player.think(self.position, moment)
        limit = Limit(seconds=self.seconds())
        opinion = self.player.think(self.position, limit, stop=self.stop, progress=self.hear)
        if self.stop.is_set() and opinion.depth == 0:
            opinion = self.player.think(self.position, moment)
        return opinion

    def seconds(self) -> float | None:
        """The time for the next action: half of what is left if another will follow."""
        if self.task.seconds is None:
            return None
        left = self.task.seconds - (time.monotonic() - self.began)
        after = self.position.after_legal(self.position.actions()[0])
        is_last = self.task.stands_in or after.is_over or after.starts_turn
        return max(LEAST_SECONDS, left if is_last else left / 2)

    def takes_draw(self) -> bool:
        """Whether a seat has nothing to hope for beyond a draw."""
        opinion = self.player.think(self.position, Limit(seconds=FOR_DRAWS), stop=self.stop)
        return opinion.verdict.values[self.task.seat] <= NOT_BETTER

    def hear(self, opinion: Opinion) -> None:
        """Pass on what the player thinks, but not too often."""
        now = time.monotonic()
        if now - self.told_at < BETWEEN_THOUGHTS:
            return
        self.told_at = now
        nodes, seconds = self.nodes + opinion.nodes, round(now - self.began, 2)
        self.tell(Report(opinion.depth, nodes, seconds, self.line(opinion)))

    def line(self, opinion: Opinion) -> list[str]:
        """What is decided, and how it would go on."""
        names, position = list(self.names), self.position
        for action in opinion.lines[0].actions[: LONGEST_LINE - len(names)]:
            names.append(position.name(action))
            position = position.after_legal(action)
        return names


class Worker:
    """Where tasks are taken in, one after the other, and can be hurried."""

    def __init__(self, out: IO[bytes], memory: int) -> None:
        self.out = out
        self.memory = memory
        self.tasks: queue.SimpleQueue[tuple[Task, Event]] = queue.SimpleQueue()

    def listen(self, lines: IO[bytes]) -> None:
        """Take in tasks; a hurry is meant for the last one."""
        stop = Event()
        for line in lines:
            message = json.loads(line)
            if "hurry" in message:
                stop.set()
            else:
                stop = Event()
                self.tasks.put((Task(**message), stop))
        os._exit(0)  # in the middle of a thought, if need be

    def work(self) -> None:
        """Do the tasks, for as long as there are any."""
        self.say(ready=True)
        while True:
            task, stop = self.tasks.get()
            try:
                found = answer(task, stop, lambda report: self.say(thought=report), self.memory)
            except Exception as error:
                traceback.print_exc()  # for the log; who waits for the answer is told as well
                self.say(failed=f"{type(error).__name__}: {error}")
            else:
                self.say(answer=found)

    def say(self, **message: Any) -> None:
        """Send a line."""
        self.out.write(json.dumps(message).encode() + b"\n")
        self.out.flush()


def main(memory: int, niceness: int) -> None:
    """Work until nobody listens any more."""
    with suppress(AttributeError, OSError):  # not everywhere, and not for everyone
        os.nice(niceness)  # what people see comes first
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else gets among the answers
    worker = Worker(out, memory)
    Thread(target=worker.listen, args=(sys.stdin.buffer,), daemon=True).start()
    with suppress(BrokenPipeError):
        worker.work()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
