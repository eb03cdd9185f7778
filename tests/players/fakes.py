"""A player with predictable results, and a client of a UGI server with this player.

`python -m tests.players.fakes GAME` runs the server on standard input and output.
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
from steinreich.search.result import Line, SearchResult, Verdict, proven_verdict

MAX_DEPTH = 3
MAX_LEVEL = 10


class FakePlayer(Player):
    """Searches three depths, prefers the first actions, and without a limit waits to be stopped."""

    def __init__(self, game: Game, settings: PlayerSettings | None = None) -> None:
        self.name = "fake"
        self.game: Game = game
        self.settings = settings or PlayerSettings()
        self.num_new_games = 0
        self.is_closed = False
        self.limits: list[Limit] = []

    def answer(self, question: Question) -> SearchResult:
        position, limit, lines, stop, progress = question
        assert not self.is_closed
        self.limits.append(limit)
        for depth in range(1, min(MAX_DEPTH, limit.depth or MAX_DEPTH) + 1):
            result = result_at(position, depth, lines)
            if progress:
                progress(result)
        if limit == Limit() and stop:
            stop.wait()
        return result

    def new_game(self) -> None:
        self.num_new_games += 1

    def close(self) -> None:
        self.is_closed = True


def result_at(position: Position, depth: int, lines: int) -> SearchResult:
    """Return a line of a given length for each action; an immediate win is proven."""
    all_lines = [make_line(position, action, depth) for action in position.actions()]
    all_lines.sort(key=lambda line: -line.verdict.values[position.player])
    return SearchResult(
        tuple(all_lines[:lines]), nodes=100 * depth, depth=depth, seconds=depth / 1000
    )


def make_line(position: Position, action: int, depth: int) -> Line:
    """Return a line of `depth` actions: the given one, continued by first legal actions."""
    players = position.game.players
    actions = [action]
    after = position.after(action)
    while len(actions) < depth and not after.is_over:
        actions.append(after.actions()[0])
        after = after.after(actions[-1])
    if len(actions) == 1 and after.is_over:
        return Line(tuple(actions), proven_verdict(after.outcome, players, 1))
    values = [-0.25 / max(1, players - 1)] * players
    values[position.player] = 0.25
    return Line(tuple(actions), Verdict(tuple(values)))


def make_fake(game: Game, settings: PlayerSettings) -> Player:
    """Return the fake player; only some levels exist."""
    if settings.level > MAX_LEVEL:
        raise SteinreichError(f"there is no level {settings.level}")
    return FakePlayer(game, settings)


class LineStream(io.TextIOBase):
    """A stream of lines from one thread to another."""

    def __init__(self, timeout_seconds: float | None = 10) -> None:
        self.queue: Queue[str] = Queue()
        self.timeout_seconds = timeout_seconds  # for a line to arrive; None: no limit

    def write(self, text: str) -> int:
        self.queue.put(text)
        return len(text)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return self.queue.get(timeout=self.timeout_seconds)


class Conversation:
    """A client of a UGI server that runs in a thread."""

    def __init__(self, server_game: Game, make_player: object = make_fake) -> None:
        self.out = LineStream()
        self.into = LineStream()
        self.server = Server(server_game, make_player, self.out)  # type: ignore[arg-type]
        self.thread = Thread(target=self.server.run, args=(self.into,))
        self.thread.start()

    def send(self, *lines: str) -> None:
        for line in lines:
            self.into.write(f"{line}\n")

    def receive(self) -> str:
        return self.out.readline().rstrip("\n")

    def receive_until(self, word: str) -> list[str]:
        """Return the output up to a line that begins with a word."""
        lines = [self.receive()]
        while not lines[-1].startswith(word):
            lines.append(self.receive())
        return lines

    def request(self, line: str) -> str:
        """Send a line and return the single line that answers it."""
        self.send(line)
        return self.receive()

    def close(self, line: str = "quit\n") -> None:
        self.into.write(line)
        self.thread.join(10)
        assert not self.thread.is_alive()


def run_server(game: str, *lines: str, out: TextIO | None = None) -> Iterator[str]:
    """Return the answers of a server to these lines of input."""
    stream = out or io.StringIO()
    Server(load(game), make_fake, stream).run(io.StringIO("".join(f"{line}\n" for line in lines)))
    stream.seek(0)
    yield from stream.read().splitlines()


if __name__ == "__main__":
    Server(load(sys.argv[1]), make_fake, sys.stdout).run(sys.stdin)
