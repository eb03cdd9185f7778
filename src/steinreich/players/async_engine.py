"""An asynchronous player: it searches in a thread, so that the event loop is not blocked.

Machine code runs without the global interpreter lock.
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
from steinreich.players.analysis import Analysis, make_analysis
from steinreich.players.engine import Engine
from steinreich.players.player import Limits, Player, make_limit
from steinreich.search.result import SearchResult

T = TypeVar("T")


class AsyncEngine:
    """An asynchronous player: the strongest one of a game, or any other.

    Cancelling a call, by a timeout or for any other reason, stops the search.

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
        #: the player that searches
        self.player = player if isinstance(player, Player) else Engine(player)
        self.player.check_open()
        # One thread: a player answers one question at a time.
        self.thread = ThreadPoolExecutor(1, "steinreich-engine")

    async def play(self, position: Position, **limits: Unpack[Limits]) -> str:
        """Return the name of the action to play, as `Player.play`."""
        return await self.run_search(partial(self.player.play, position, **limits))

    async def analyse(
        self, position: Position, *, lines: int = 1, **limits: Unpack[Limits]
    ) -> Analysis:
        """Return up to `lines` lines, the best first, as `Player.analyse`."""
        return await self.run_search(partial(self.player.analyse, position, lines=lines, **limits))

    async def analyses(
        self, position: Position, *, lines: int = 1, **limits: Unpack[Limits]
    ) -> AsyncIterator[Analysis]:
        """Yield intermediate analyses; without a limit, until the loop is left.

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
        loop, results = asyncio.get_running_loop(), asyncio.Queue[SearchResult | None]()

        def report(result: SearchResult) -> None:
            loop.call_soon_threadsafe(results.put_nowait, result)

        limit = make_limit(limits)
        think = partial(self.player.think, position, limit, lines=lines, progress=report)
        search = asyncio.ensure_future(self.run_search(think))
        search.add_done_callback(lambda _: results.put_nowait(None))  # None: the search has ended
        try:
            while result := await results.get():
                yield make_analysis(position, result)
            yield make_analysis(position, await search)
        finally:
            search.cancel()

    async def run_search(self, search: Callable[..., T]) -> T:
        """Run a search in the thread; stop it if this task is cancelled.

        `search` is called with a stop event as the keyword argument `stop`.
        """
        self.player.check_open()
        stop = Event()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.thread, partial(search, stop=stop))
        finally:
            stop.set()

    async def close(self) -> None:
        """Close the player after its current search has ended."""
        if self.player.is_closed:
            return
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.thread, self.player.close)
        self.thread.shutdown()

    async def __aenter__(self) -> "AsyncEngine":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
