"""A player whose thoughts are known beforehand, and conversations with it.

`python -m tests.players.fakes GAME` speaks UGI with it.
"""

import io
import sys
from collections.abc import Iterator
from queue import Queue
from threading import Thread
from typing import TextIO

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.engines.seating import PlayerSettings
from steinreich.engines.ugi.server import Server
from steinreich.players.player import Limit, Line, Opinion, Player, Question, Verdict, certain
from steinreich.rules.errors import SteinreichError

DEEPEST = 3
HIGHEST_LEVEL = 10


class Fake(Player):
    """Thinks three times, likes the first actions best, and never ends without a limit."""

    def __init__(self, game: Game, settings: PlayerSettings | None = None) -> None:
        self.name = "fake"
        self.game: Game = game
        self.settings = settings or PlayerSettings()
        self.games = 0
        self.is_closed = False
        self.limits: list[Limit] = []

    def answer(self, question: Question) -> Opinion:
        position, limit, lines, stop, progress = question
        assert not self.is_closed
        self.limits.append(limit)
        for depth in range(1, min(DEEPEST, limit.depth or DEEPEST) + 1):
            opinion = opinion_at(position, depth, lines)
            if progress:
                progress(opinion)
        if limit == Limit() and stop:
            stop.wait()
        return opinion

    def new_game(self) -> None:
        self.games += 1

    def close(self) -> None:
        self.is_closed = True


def opinion_at(position: Position, depth: int, lines: int) -> Opinion:
    """Lines of up to so many actions, each the first legal one; a win on the spot is proven."""
    found = [line_from(position, action, depth) for action in position.actions()]
    found.sort(key=lambda line: -line.verdict.values[position.player])
    return Opinion(tuple(found[:lines]), nodes=100 * depth, depth=depth, seconds=depth / 1000)


def line_from(position: Position, action: int, depth: int) -> Line:
    """The action, and then always the first one."""
    players = position.game.players
    actions = [action]
    place = position.after(action)
    while len(actions) < depth and not place.is_over:
        actions.append(place.actions()[0])
        place = place.after(actions[-1])
    if len(actions) == 1 and place.is_over:
        return Line(tuple(actions), certain(place.outcome, players, 1))
    values = [-0.25 / max(1, players - 1)] * players
    values[position.player] = 0.25
    return Line(tuple(actions), Verdict(tuple(values)))


def seated(game: Game, settings: PlayerSettings) -> Player:
    """The fake; there are so many levels and no more."""
    if settings.level > HIGHEST_LEVEL:
        raise SteinreichError(f"there is no level {settings.level}")
    return Fake(game, settings)


class Lines(io.TextIOBase):
    """A stream of lines from one thread to another."""

    def __init__(self, patience: float | None = 10) -> None:
        self.queue: Queue[str] = Queue()
        self.patience = patience  # seconds until a line has to be there; None: any time

    def write(self, text: str) -> int:
        self.queue.put(text)
        return len(text)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return self.queue.get(timeout=self.patience)


class Talk:
    """A conversation with a server in a thread."""

    def __init__(self, server_game: Game, seating: object = seated) -> None:
        self.out = Lines()
        self.into = Lines()
        self.server = Server(server_game, seating, self.out)  # type: ignore[arg-type]
        self.thread = Thread(target=self.server.run, args=(self.into,))
        self.thread.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            self.into.write(f"{line}\n")

    def hear(self) -> str:
        return self.out.readline().rstrip("\n")

    def until(self, word: str) -> list[str]:
        """What is said up to a line that begins with this word."""
        lines = [self.hear()]
        while not lines[-1].startswith(word):
            lines.append(self.hear())
        return lines

    def ask(self, line: str) -> str:
        """The one line that answers another one."""
        self.say(line)
        return self.hear()

    def end(self, line: str = "quit\n") -> None:
        self.into.write(line)
        self.thread.join(10)
        assert not self.thread.is_alive()


def spoken(game: str, *lines: str, out: TextIO | None = None) -> Iterator[str]:
    """What a server answers to lines that come all at once, until its input ends."""
    stream = out or io.StringIO()
    Server(load(game), seated, stream).run(io.StringIO("".join(f"{line}\n" for line in lines)))
    stream.seek(0)
    yield from stream.read().splitlines()


if __name__ == "__main__":
    Server(load(sys.argv[1]), seated, sys.stdout).run(sys.stdin)
