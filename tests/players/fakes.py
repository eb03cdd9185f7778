"""A player with predictable results, and conversations with it.

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
from steinreich.engines.player_settings import PlayerSettings
from steinreich.engines.ugi.server import Server
from steinreich.players.player import Limit, Player, Question
from steinreich.rules.errors import SteinreichError
from steinreich.search.result import Line, SearchResult, Verdict, certain

DEEPEST = 3
HIGHEST_LEVEL = 10


class FakePlayer(Player):
    """Searches three depths, prefers the first actions, and never ends without a limit."""

    def __init__(self, game: Game, settings: PlayerSettings | None = None) -> None:
        self.name = "fake"
        self.game: Game = game
        self.settings = settings or PlayerSettings()
        self.games = 0
        self.is_closed = False
        self.limits: list[Limit] = []

    def answer(self, question: Question) -> SearchResult:
        position, limit, lines, stop, progress = question
        assert not self.is_closed
        self.limits.append(limit)
        for depth in range(1, min(DEEPEST, limit.depth or DEEPEST) + 1):
            result = result_at(position, depth, lines)
            if progress:
                progress(result)
        if limit == Limit() and stop:
            stop.wait()
        return result

    def new_game(self) -> None:
        self.games += 1

    def close(self) -> None:
        self.is_closed = True


def result_at(position: Position, depth: int, lines: int) -> SearchResult:
    """Return lines of a given length of first legal actions; an immediate win is proven."""
    found = [first_actions_from(position, action, depth) for action in position.actions()]
    found.sort(key=lambda line: -line.verdict.values[position.player])
    return SearchResult(tuple(found[:lines]), nodes=100 * depth, depth=depth, seconds=depth / 1000)


def first_actions_from(position: Position, action: int, depth: int) -> Line:
    """Return the action followed by first legal actions."""
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


def make_fake(game: Game, settings: PlayerSettings) -> Player:
    """Return the fake player; only some levels exist."""
    if settings.level > HIGHEST_LEVEL:
        raise SteinreichError(f"there is no level {settings.level}")
    return FakePlayer(game, settings)


class LineStream(io.TextIOBase):
    """A stream of lines from one thread to another."""

    def __init__(self, patience: float | None = 10) -> None:
        self.queue: Queue[str] = Queue()
        self.patience = patience  # seconds until a line has to arrive; None: no limit

    def write(self, text: str) -> int:
        self.queue.put(text)
        return len(text)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return self.queue.get(timeout=self.patience)


class Conversation:
    """A conversation with a server in a thread."""

    def __init__(self, server_game: Game, seating: object = make_fake) -> None:
        self.out = LineStream()
        self.into = LineStream()
        self.server = Server(server_game, seating, self.out)  # type: ignore[arg-type]
        self.thread = Thread(target=self.server.run, args=(self.into,))
        self.thread.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            self.into.write(f"{line}\n")

    def hear(self) -> str:
        return self.out.readline().rstrip("\n")

    def until(self, word: str) -> list[str]:
        """Return the output up to a line that begins with a word."""
        lines = [self.hear()]
        while not lines[-1].startswith(word):
            lines.append(self.hear())
        return lines

    def ask(self, line: str) -> str:
        """Send a line and return the single line that answers it."""
        self.say(line)
        return self.hear()

    def end(self, line: str = "quit\n") -> None:
        self.into.write(line)
        self.thread.join(10)
        assert not self.thread.is_alive()


def transcript(game: str, *lines: str, out: TextIO | None = None) -> Iterator[str]:
    """Return the answers of a server to lines sent at once, until its input ends."""
    stream = out or io.StringIO()
    Server(load(game), make_fake, stream).run(io.StringIO("".join(f"{line}\n" for line in lines)))
    stream.seek(0)
    yield from stream.read().splitlines()


if __name__ == "__main__":
    Server(load(sys.argv[1]), make_fake, sys.stdout).run(sys.stdin)
