"""Many games at once, for machines that learn: pure functions from one state to the next.

>>> from steinreich.rl import make
>>> environment = make("vier3d", batch=1024, threads=1)
>>> state = environment.init(seed=7)
>>> state.observation.shape, state.legal_action_mask.shape
((1024, 3, 4, 4, 4), (1024, 32))
>>> while not state.terminated.any():
...     state = environment.step(state, environment.sample(state, seed=1))
>>> float(abs(state.rewards[state.terminated]).min())
1.0
"""

from collections.abc import Iterator, Sequence
from functools import cache
from operator import index
from os import PathLike
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from steinreich.core.game import Game, load
from steinreich.core.observation import planes_of
from steinreich.core.position import Position
from steinreich.rl.batches.packing import from_words, to_words
from steinreich.rl.batches.processor import Processor
from steinreich.rl.batches.rules import (
    BEGIN,
    BLOCK,
    LOOK,
    STEP,
    TERMINATED,
    Batch,
    Settings,
)
from steinreich.rl.batches.state import BatchState
from steinreich.rl.batches.symmetry import Symmetries, symmetries_of
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Words

STARTS = 1024  # first positions to choose from, where chance sets up the board
PROBED = 8  # seeds that show whether it does
EXPLORED, PATIENCE = 256, 200  # games, and steps without a new action, until all have been seen


class Device(Protocol):
    """Where a batch lives: its memory, and the rules that work on it."""

    def batch(self, n: Settings) -> Batch:
        """Memory for a batch."""

    def turn(self, n: Settings, before: Any, actions: Any, starts: Any, after: Batch) -> None:
        """Do what the settings say with all games."""

    def sample(self, n: Settings, words: Any, out: Any) -> Any:
        """Random legal actions, in memory of their own or that of earlier ones."""

    def array(self, values: npt.NDArray[Any]) -> Any:
        """An array on this device."""

    def actions(self, given: Any) -> Any:
        """Somebody's actions as an array on this device."""

    def shown(self, array: Any, dtype: Any, shape: tuple[int, ...], first: int) -> Any:
        """An array as users see it: its elements from the first one on, as a type and a shape."""

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """An array in the memory of the processor."""


class BatchEnvironment:
    """Many games of one kind, stepped together."""

    def __init__(
        self, game: Game, batch: int, device: Device, *, resets: bool, most: int, check: bool
    ) -> None:
        self.game, self.batch, self.device, self.check = game, batch, device, check
        self.num_players, self.num_actions = game.players, game.definition.actions
        planes = planes_of(game.module)
        self.observation_shape, self.plane_names = planes.shape, planes.names
        starts = first_words(game)
        self.starts, self.fields = device.array(starts.ravel()), starts.shape[1]
        self.settings = Settings(
            work=LOOK,
            row=0,
            batch=batch,
            players=game.players,
            starts=len(starts),
            resets=int(resets),
            most=most,
            seed=unsigned(0),
        )
        self.stepping = self.settings._replace(work=STEP)

    def __repr__(self) -> str:
        return f"<{self.batch} games of {self.game.id}>"

    def init(self, seed: int = 0) -> BatchState:
        """The first positions of all games.  The same seed gives the same games."""
        n = self.settings._replace(work=BEGIN, seed=unsigned(seed))
        after = self.device.batch(n)
        self.device.turn(n, after.words, None, self.starts, after)
        return BatchState(self, after)

    def step(self, state: BatchState, actions: Any, *, out: BatchState | None = None) -> BatchState:
        """All games after one action each.

        The given state stays as it is.  The new one is written over `out`, if that is given: a
        state that nobody needs any more, so that no memory has to be found for the new one.
        """
        given = self.device.actions(actions)
        if given.shape != (self.batch,):
            raise ValueError(f"actions are of shape {given.shape}, not ({self.batch},)")
        if out is state:
            raise ValueError("a state cannot be written over itself")
        if self.check:
            self.refuse_illegal(state, given)
        after = out.arrays if out else self.device.batch(self.stepping)
        self.device.turn(self.stepping, state.arrays.words, given, self.starts, after)
        return out or BatchState(self, after)

    def sample(self, state: BatchState, seed: int = 0, *, out: Any = None) -> Any:
        """A random legal action of each game, each as likely as any other: (batch,) int32.

        They are written over `out`, if that is given: earlier ones that nobody needs any more.
        """
        if out is not None and (out.shape != (self.batch,) or out.dtype != np.int32):
            raise ValueError(f"out is {out.shape} {out.dtype}, not ({self.batch},) int32")
        n = self.settings._replace(seed=unsigned(seed))
        return self.device.sample(n, state.arrays.words, out)

    def looked_at(self, state: BatchState, *, before_reset: bool) -> BatchState:
        """The same games, with observations and masks made anew: as they are now, or as they were
        before finished ones were begun anew."""
        row = self.fields + 2 if before_reset else 0
        n = self.settings._replace(work=LOOK, row=row)
        after = self.device.batch(n)
        self.device.turn(n, state.arrays.words, None, self.starts, after)
        return BatchState(self, after)

    def positions(self, state: BatchState, most: int | None = None) -> list[Position]:
        """The positions of all games, or of so many at most."""
        words = self.by_game(state)[:most, : self.fields]
        return [Position(self.game, one) for one in from_words(self.game.module, words)]

    def from_positions(self, positions: Sequence[Position], seed: int = 0) -> BatchState:
        """A state that goes on from positions, one for each game.  The seed is for games that
        follow on these."""
        if len(positions) != self.batch:
            raise ValueError(f"{len(positions)} positions for a batch of {self.batch} games")
        for number, position in enumerate(positions):
            if position.game != self.game:
                raise ValueError(f"position {number} is of {position.game!r}, not {self.game!r}")
        state = self.init(seed)
        fields = self.fields
        rows = to_words(self.game.module, [position.state for position in positions])
        words = self.by_game(state)
        words[:, :fields] = words[:, fields + 2 :] = rows
        words[:, fields + 1] = [position.is_over * TERMINATED for position in positions]
        return self.looked_at_words(state, words)

    def looked_at_words(self, state: BatchState, words: npt.NDArray[np.uint64]) -> BatchState:
        """A state with other words for all games."""
        blocks = np.zeros((-(-self.batch // BLOCK) * BLOCK, words.shape[1]), np.uint64)
        blocks[: self.batch] = words
        by_block = blocks.reshape(-1, BLOCK, words.shape[1]).transpose(0, 2, 1)
        after = state.arrays._replace(
            words=self.device.array(np.ascontiguousarray(by_block).ravel())
        )
        n = self.settings._replace(work=LOOK)
        self.device.turn(n, after.words, None, self.starts, after)
        return BatchState(self, after)

    def by_game(self, state: BatchState) -> npt.NDArray[np.uint64]:
        """The words of each game: (batch, words), a copy."""
        rows = 2 * self.fields + 2
        blocks = self.device.fetched(state.arrays.words).reshape(-1, rows, BLOCK)
        return blocks.transpose(0, 2, 1).reshape(-1, rows)[: self.batch].copy()

    @property
    def symmetries(self) -> Symmetries:
        """How the board can be turned and mirrored; asked for first, it takes some seconds."""
        return symmetries(self.game)

    def refuse_illegal(self, state: BatchState, actions: Any) -> None:
        """`IllegalMove` says which game's action is not legal."""
        chosen = self.device.fetched(actions)
        mask = self.device.fetched(state.legal_action_mask)
        known = (chosen >= 0) & (chosen < self.num_actions)
        legal = known & mask[np.arange(self.batch), np.where(known, chosen, 0)]
        for game in np.flatnonzero(~legal)[:1]:
            number = int(chosen[game])
            why = Words(
                f"action {number} of game {game} in the batch is not legal",
                f"Aktion {number} von Partie {game} des Stapels ist nicht erlaubt",
            )
            raise IllegalMove(why, why)


def unsigned(seed: int) -> Any:
    """A seed as machine code takes it."""
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is from 0 to 2**64 - 1, not {seed}")
    return np.uint64(seed)


def first_words(game: Game) -> npt.NDArray[np.uint64]:
    """All first states as words: one, or many where chance sets up the board."""
    some = {game.start(seed).state for seed in range(PROBED)}
    seeds = range(STARTS if len(some) > 1 else 1)
    return to_words(game.module, [game.start(seed).state for seed in seeds])


@cache
def symmetries(game: Game) -> Symmetries:
    """The symmetries of a game.  What becomes of an action is seen in random games."""
    explorer = make(game, batch=EXPLORED, threads=1)

    def seen() -> Iterator[tuple[int, Position]]:
        state, known = explorer.init(), np.zeros(explorer.num_actions, bool)
        last = step = 0
        while step - last < PATIENCE:
            mask = state.legal_action_mask
            new = np.flatnonzero(mask.any(axis=0) & ~known)
            positions = explorer.positions(state) if len(new) else []
            for action in new.tolist():
                yield action, positions[int(mask[:, action].argmax())]
            known[new] = True
            last = step if len(new) else last
            state, step = explorer.step(state, explorer.sample(state, step)), step + 1

    return symmetries_of(game, seen)


def make(
    game: str | PathLike[str] | Game,
    *,
    batch: int,
    device: str = "cpu",
    threads: int | None = None,
    auto_reset: bool = True,
    max_steps: int | None = None,
    check: bool = False,
    **options: object,
) -> BatchEnvironment:
    """An environment of so many games, by the id of a game or the path of its file, with options.

    On the processor (`"cpu"`) as many threads as there are cores share the work, or as many as are
    asked for; `"cuda"` is an NVIDIA GPU.  A game that has ended is begun anew by the same step, or
    stays as it is (`auto_reset=False`).  `max_steps` breaks long games off.  Whoever does what is
    not legal loses; with `check` that is an `IllegalMove` instead, which costs time.
    """
    if index(batch) < 1:
        raise ValueError(f"a batch has at least one game, not {batch}")
    if threads is not None and index(threads) < 1:
        raise ValueError(f"at least one thread works, not {threads}")
    if max_steps is not None and index(max_steps) < 1:
        raise ValueError(f"a game has at least one step, not {max_steps}")
    chosen = game if isinstance(game, Game) else load(game, **options)
    if isinstance(game, Game) and options:
        raise TypeError(f"{game!r} has its options already")
    return BatchEnvironment(
        chosen,
        index(batch),
        device_named(device, chosen, threads),
        resets=auto_reset,
        most=max_steps or 0,
        check=check,
    )


def device_named(name: str, game: Game, threads: int | None) -> Device:
    """Where the batch is to live."""
    if name == "cpu":
        return Processor(game.module, threads)
    if name != "cuda":
        raise ValueError(f"device is 'cpu' or 'cuda', not {name!r}")
    from steinreich.rl.batches.gpu import Gpu

    return Gpu(game.module)
