"""The study of a real server: the time to first lines, and to evaluate a whole game."""

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
ASKED_FIRST = 0.3  # seconds to the first line of a position, in the median and for 95 of 100
EVALUATED = ("inner_square", "tzaar(setup=fixed)")  # those that are searched slowest
LENGTH = 40  # actions
ASKED_WHOLE = 60.0  # seconds
WARM = 600.0  # for machine code that has not been compiled yet

Message = dict[str, Any]


class Visitor:
    """A client of the study."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.n = 0

    async def ask(self, type: str, **fields: Any) -> int:
        self.n += 1
        await self.socket.send(json.dumps({"type": type, "n": self.n, **fields}))
        return self.n

    async def hear(self, n: int, *types: str) -> Message:
        """Wait for the next message of some types about a question."""
        async with asyncio.timeout(WARM):
            while True:
                message: Message = json.loads(await self.socket.recv())
                if message.get("n") == n and message["type"] in types:
                    return message
                if message["type"] == "refused":
                    raise RuntimeError(message["why"])

    async def first_line(self, **fields: Any) -> float:
        """Analyse a position and return the seconds to its first line."""
        began = time.perf_counter()
        await self.hear(await self.ask("think", **fields), "lines")
        return time.perf_counter() - began


@asynccontextmanager
async def visiting(url: str) -> AsyncIterator[Visitor]:
    address = f"{url.replace('http', 'ws', 1)}/api/study"
    async with connect(address, proxy=None, compression=None) as socket:
        yield Visitor(socket)


def random_game(id: str, length: int) -> tuple[str, list[str]]:
    """Return the start of a random game and its actions, of the requested length if there are such
    games.
    """
    game, longest = load(id), (str(load(id).start(seed=1)), list[str]())
    for seed in range(200):
        dice, position, names = random.Random(seed), game.start(seed=1), list[str]()
        while not position.is_over and len(names) < length:
            names.append(position.name(dice.choice(position.actions())))
            position = position.play(names[-1])
        if len(names) > len(longest[1]):
            longest = longest[0], names
        if len(names) == length:
            break
    return longest


async def first_lines(url: str, id: str) -> list[float]:
    """Return the times to the first lines of the positions of a game, when machine code is
    ready.
    """
    start, names = random_game(id, POSITIONS)
    seen = []
    async with visiting(url) as visitor:
        await visitor.first_line(game=id, position=start)
        for played in range(len(names)):
            actions = names[:played]
            seen.append(
                await visitor.first_line(game=id, position=start, actions=actions, lines=LINES)
            )
            await asyncio.sleep(0.05)  # stepping through a game analyses each position
    return seen


async def whole_game(url: str, id: str) -> tuple[int, float]:
    """Evaluate a game; return how often progress was sent, and the seconds it took."""
    start, names = random_game(id, LENGTH)
    async with visiting(url) as visitor:
        await visitor.first_line(game=id, position=start)
        began, told = time.perf_counter(), 0
        wanted = {"game": id, "position": start, "actions": names}
        n = await visitor.ask("evaluate", **wanted)
        while (await visitor.hear(n, "evaluated", "evaluation"))["type"] == "evaluated":
            told += 1
        return told, time.perf_counter() - began


def measure_study() -> list[Measured]:
    """Measure everything about the study."""
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hall(Path(folder), "--engines", "0", settings=UNLIMITED) as (url, _),
    ):
        for id in track(GAMES, "first lines"):
            seen = sorted(asyncio.run(first_lines(url, id)))
            late = seen[int(0.95 * (len(seen) - 1))]
            rows.append(
                Measured(
                    f"first line of a position, {id}",
                    f"{1000 * median(seen):.0f} ms (95 % in {1000 * late:.0f} ms)",
                    f"{1000 * ASKED_FIRST:.0f} ms",
                    late <= ASKED_FIRST,
                )
            )
        for id in track(EVALUATED, "whole games"):
            told, seconds = asyncio.run(whole_game(url, id))
            what = f"a random game of {LENGTH} actions evaluated, {id}"
            rows.append(
                Measured(what, f"{seconds:.1f} s", f"{ASKED_WHOLE:.0f} s", seconds <= ASKED_WHOLE)
            )
            often = LENGTH // 10
            rows.append(
                Measured(f"{what}: progress told", str(told), f"{often} times", told >= often)
            )
    return rows


if __name__ == "__main__":
    print_hall(measure_study())
