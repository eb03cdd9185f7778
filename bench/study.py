"""Measure the study of a real server: the time to first lines, and to evaluate a whole game."""

import asyncio
import json
import random
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

from rich.progress import track
from websockets.asyncio.client import ClientConnection, connect

from bench.hall import UNLIMITED, Measured, print_hall, running_hall
from steinreich import load

GAMES = (
    "chain_reaxis",
    "inner_square",
    "six_in_line",
    "tzaar(setup=fixed)",
    "vier3d",
    "vier3d(players=3)",
    "six_in_line(players=4)",
    "six_in_line(players=1)",
)
POSITIONS = 25  # of each game, analysed one after the other as when stepping through it
LINES = 3
MAX_FIRST_LINE_SECONDS = 0.3  # of 95 % of the positions of a game
EVALUATED_GAMES = ("inner_square", "tzaar(setup=fixed)")  # those that are searched slowest
GAME_LENGTH = 40  # actions
MAX_EVALUATION_SECONDS = 60.0
COMPILE_TIMEOUT_SECONDS = 600.0  # for machine code that has not been compiled yet

Message = dict[str, Any]


class StudyClient:
    """A client of the study."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.n = 0  # number of the last request; answers repeat it

    async def ask(self, type: str, **fields: Any) -> int:
        """Send a request and return its number."""
        self.n += 1
        await self.socket.send(json.dumps({"type": type, "n": self.n, **fields}))
        return self.n

    async def receive(self, n: int, *types: str) -> Message:
        """Wait for the next message of one of these types that answers a request."""
        async with asyncio.timeout(COMPILE_TIMEOUT_SECONDS):
            while True:
                message: Message = json.loads(await self.socket.recv())
                if message.get("n") == n and message["type"] in types:
                    return message
                if message["type"] == "refused":
                    raise RuntimeError(message["why"])

    async def measure_first_line(self, **fields: Any) -> float:
        """Analyse a position and return the seconds to its first line."""
        started = time.perf_counter()
        await self.receive(await self.ask("think", **fields), "lines")
        return time.perf_counter() - started


@asynccontextmanager
async def connect_to_study(url: str) -> AsyncIterator[StudyClient]:
    address = f"{url.replace('http', 'ws', 1)}/api/study"
    async with connect(address, proxy=None, compression=None) as socket:
        yield StudyClient(socket)


def random_game(id: str, length: int) -> tuple[str, list[str]]:
    """Return the start and the actions of a random game of this length, or of the longest game
    found.
    """
    game, longest = load(id), (str(load(id).start(seed=1)), list[str]())
    for seed in range(200):
        rng, position, names = random.Random(seed), game.start(seed=1), list[str]()
        while not position.is_over and len(names) < length:
            names.append(position.name(rng.choice(position.actions())))
            position = position.play(names[-1])
        if len(names) > len(longest[1]):
            longest = longest[0], names
        if len(names) == length:
            break
    return longest


async def measure_first_lines(url: str, id: str) -> list[float]:
    """Return the seconds to the first line of each position of a game, after compilation."""
    start, names = random_game(id, POSITIONS)
    seconds = []
    async with connect_to_study(url) as client:
        await client.measure_first_line(game=id, position=start)
        for count in range(len(names)):
            actions = names[:count]
            seconds.append(
                await client.measure_first_line(
                    game=id, position=start, actions=actions, lines=LINES
                )
            )
            await asyncio.sleep(0.05)  # stepping through a game analyses each position
    return seconds


async def evaluate_game(url: str, id: str) -> tuple[int, float]:
    """Evaluate a game; return the number of progress messages and the seconds."""
    start, names = random_game(id, GAME_LENGTH)
    async with connect_to_study(url) as client:
        await client.measure_first_line(game=id, position=start)
        started, progress_count = time.perf_counter(), 0
        request = {"game": id, "position": start, "actions": names}
        n = await client.ask("evaluate", **request)
        while (await client.receive(n, "evaluated", "evaluation"))["type"] == "evaluated":
            progress_count += 1
        return progress_count, time.perf_counter() - started


def measure_study() -> list[Measured]:
    """Return all measurements of the study."""
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hall(Path(folder), "--engines", "0", settings=UNLIMITED) as (url, _),
    ):
        for id in track(GAMES, "first lines"):
            seconds = sorted(asyncio.run(measure_first_lines(url, id)))
            p95 = seconds[int(0.95 * (len(seconds) - 1))]
            rows.append(
                Measured(
                    f"first line of a position, {id}",
                    f"{1000 * median(seconds):.0f} ms (95 % in {1000 * p95:.0f} ms)",
                    f"{1000 * MAX_FIRST_LINE_SECONDS:.0f} ms",
                    p95 <= MAX_FIRST_LINE_SECONDS,
                )
            )
        for id in track(EVALUATED_GAMES, "whole games"):
            progress_count, total_seconds = asyncio.run(evaluate_game(url, id))
            name = f"a random game of {GAME_LENGTH} actions evaluated, {id}"
            rows.append(
                Measured(
                    name,
                    f"{total_seconds:.1f} s",
                    f"{MAX_EVALUATION_SECONDS:.0f} s",
                    total_seconds <= MAX_EVALUATION_SECONDS,
                )
            )
            min_progress = GAME_LENGTH // 10
            rows.append(
                Measured(
                    f"{name}: progress messages",
                    str(progress_count),
                    f"{min_progress}",
                    progress_count >= min_progress,
                )
            )
    return rows


if __name__ == "__main__":
    print_hall(measure_study())
