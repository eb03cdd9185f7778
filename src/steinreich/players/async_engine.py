"""A player to be awaited: it thinks in a thread, and the event loop goes on.

Machine code runs without the interpreter's lock, so the loop is not held up by it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from os import PathLike
from threading import Event
from typing import TypeVar, Unpack

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.analysis import Analysis, analysed
from steinreich.players.engine import Engine
from steinreich.players.player import Limits, Opinion, Player, limit_in

T = TypeVar("T")


class AsyncEngine:
    """A player that is awaited: the strongest one of a game, or any other.

    Who stops waiting, because of a timeout or for any other reason, stops the thinking.

    >>> import asyncio
    >>> from steinreich import AsyncEngine, load
    >>> async def main():
    ...     position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    ...     async with AsyncEngine("vier3d") as engine:
    ...         return await engine.play(position, seconds=0.1)
    >>> asyncio.run(main())
    'a1'
    """

    def __init__(self, player: Player | Game | str | PathLike[str]) -> None:
        self.player = player if isinstance(player, Player) else Engine(player)  #: that is awaited
        self.player.check_open()
        # One thread: a player thinks about one question after the other.
        self.thread = ThreadPoolExecutor(1, "steinreich-engine")

    async def play(self, position: Position, **limits: Unpack[Limits]) -> str:
        """The name of the action to play, as `Player.play`."""
        return await self.asked(partial(self.player.play, position, **limits))

    async def analyse(
        self, position: Position, *, lines: int = 1, **limits: Unpack[Limits]
    ) -> Analysis:
        """Up to so many lines, the best first, as `Player.analyse`."""
        return await self.asked(partial(self.player.analyse, position, lines=lines, **limits))

    async def analyses(
        self, position: Position, *, lines: int = 1, **limits: Unpack[Limits]
    ) -> AsyncIterator[Analysis]:
        """What the player thinks, as it thinks; without a limit, until one leaves the loop.

        >>> import asyncio
        >>> from steinreich import AsyncEngine, load
        >>> async def main():
        ...     async with AsyncEngine("vier3d") as engine:
        ...         async for analysis in engine.analyses(load("vier3d").start()):
        ...             if analysis.depth >= 3:
        ...                 return len(analysis.lines)
        >>> asyncio.run(main())
        1
        """
        loop, heard = asyncio.get_running_loop(), asyncio.Queue[Opinion | None]()

        def tell(opinion: Opinion) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, opinion)

        think = partial(self.player.think, position, limit_in(limits), lines=lines, progress=tell)
        thinking = asyncio.ensure_future(self.asked(think))
        thinking.add_done_callback(lambda _: heard.put_nowait(None))
        try:
            while opinion := await heard.get():
                yield analysed(position, opinion)
            yield analysed(position, await thinking)
        finally:
            thinking.cancel()

    async def asked(self, ask: Callable[..., T]) -> T:
        """The answer to a question; who is not waiting for it any more stops the thinking."""
        self.player.check_open()
        stop = Event()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.thread, partial(ask, stop=stop))
        finally:
            stop.set()

    async def close(self) -> None:
        """Close the player, as soon as it has ended what it was thinking about."""
        if self.player.is_closed:
            return
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.thread, self.player.close)
        self.thread.shutdown()

    async def __aenter__(self) -> "AsyncEngine":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
