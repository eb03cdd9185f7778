"""Batches of games for reinforcement learning: pure functions from one state to the next.

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
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, overload

import numpy as np
import numpy.typing as npt

from steinreich.core.game import Game, load
from steinreich.core.gpu import require_gpu
from steinreich.core.observation import get_planes
from steinreich.core.position import Position, expect_position
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
from steinreich.rl.batches.state import ArrayT, BatchState
from steinreich.rl.batches.symmetry import Symmetries, symmetries_of
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument, IllegalMove
from steinreich.rules.language import Text

if TYPE_CHECKING:
    from steinreich.rl.batches.dlpack import CudaArray

MAX_BATCH = (1 << 31) - 1  # games: GPU threads have 32-bit indices
MAX_STEPS = (1 << 32) - 1  # maximum of a game's clock
DEVICES = ("cpu", "cuda")
BATCH_STATE = Text("a BatchState")
SEQUENCE = Text("a sequence of positions")
STARTS = 1024  # number of first positions, in games with a random set-up
PROBED = 8  # seeds that are compared to detect a random set-up
# Games of the exploration of actions, and steps without a new action after which it ends
EXPLORED, MAX_IDLE_STEPS = 256, 200


class Device(Protocol):
    """The memory of batches, and the rules compiled for it."""

    name: str  # as `make` takes it
    array_type: type[Any]  # of what callers see

    def batch(self, n: Settings) -> Batch:
        """Memory for a batch."""

    def turn(self, n: Settings, before: Any, actions: Any, starts: Any, after: Batch) -> None:
        """Process all games as the settings say."""

    def sample(self, n: Settings, words: Any, out: Any) -> Any:
        """Return random legal actions, written to `out` if it is given."""

    def array(self, values: npt.NDArray[Any]) -> Any:
        """Return an array on this device."""

    def actions(self, given: Any) -> Any:
        """Convert actions to an integer array on this device; raise `BadType` if impossible."""

    def has_layout(self, array: Any, size: int, dtype: np.dtype[Any]) -> bool:
        """Return whether an array is on this device, contiguous and writable."""

    def shown(self, array: Any, dtype: Any, shape: tuple[int, ...], first: int) -> Any:
        """Return a view of an array from element `first` on, with a type and a shape."""

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """Return an array in the memory of the processor."""


class BatchEnvironment(Generic[ArrayT]):
    """Many games of one kind, stepped together; created by `make`.

    Its states may be passed to environments with the same game, options, batch and device, and to
    no others.
    """

    def __init__(
        self,
        game: Game,
        batch: int,
        device: Device,
        *,
        auto_reset: bool = True,
        max_steps: int | None = None,
        check: bool = False,
    ) -> None:
        self.batch = arguments.integer("batch", batch, 1, MAX_BATCH)  #: how many games
        self.check = arguments.boolean("check", check)
        most = 0 if max_steps is None else arguments.integer("max_steps", max_steps, 1, MAX_STEPS)
        self.device = device
        self.game = game  #: with its options
        self.num_players = game.players  #: of each game
        self.num_actions = game.num_actions  #: actions have numbers from 0 up to this one
        planes = get_planes(game.module)
        self.observation_shape = planes.shape  #: of one game: planes, then the board
        self.plane_names = planes.names  #: what each plane shows
        starts = first_words(game)
        self.starts, self.fields = device.array(starts.ravel()), starts.shape[1]
        self.settings = Settings(
            work=LOOK,
            row=0,
            batch=self.batch,
            players=game.players,
            starts=len(starts),
            resets=int(arguments.boolean("auto_reset", auto_reset)),
            most=most,
            seed=unsigned(0),
        )
        self.stepping = self.settings._replace(work=STEP)

    def __repr__(self) -> str:
        return f"<{self.batch} games of {self.game.id}>"

    def init(self, seed: int = 0) -> BatchState[ArrayT]:
        """Return the first positions of all games.  The same seed gives the same games."""
        n = self.settings._replace(work=BEGIN, seed=unsigned(seed))
        after = self.device.batch(n)
        self.device.turn(n, after.words, None, self.starts, after)
        return BatchState(self, after)

    def step(
        self, state: BatchState[ArrayT], actions: Any, *, out: BatchState[ArrayT] | None = None
    ) -> BatchState[ArrayT]:
        """Return all games after one action each.

        The given state is not changed.  The new one overwrites `out`, if it is given, which avoids
        an allocation.
        """
        self.check_state("state", state)
        if out is not None:
            self.check_state("out", out)
            if out.arrays is state.arrays:
                raise BadArgument(Text("a state cannot be written over itself"))
        given = self.device.actions(actions)
        check_shape("actions", given.shape, (self.batch,))
        if self.check:
            self.refuse_illegal(state, given)
        after = self.device.batch(self.stepping) if out is None else out.arrays
        self.device.turn(self.stepping, state.arrays.words, given, self.starts, after)
        return BatchState(self, after) if out is None else out

    def sample(
        self, state: BatchState[ArrayT], seed: int = 0, *, out: ArrayT | None = None
    ) -> ArrayT:
        """Return a random legal action of each game, each as likely as any other: (batch,) int32.

        They overwrite `out`, if it is given.
        """
        self.check_state("state", state)
        if out is not None:
            self.check_out(out)
        n = self.settings._replace(seed=unsigned(seed))
        drawn: ArrayT = self.device.sample(n, state.arrays.words, out)
        return drawn

    def check_state(self, name: str, state: Any) -> None:
        """Raise an error for states of other environments: machine code relies on their sizes."""
        arguments.instance(name, state, BatchState, BATCH_STATE)
        if (other := state.environment) is not self:
            for what, theirs, ours in (
                ("game", other.game, self.game),
                ("batch", other.batch, self.batch),
                ("device", other.device.name, self.device.name),
            ):
                if theirs != ours:
                    raise BadArgument(
                        Text(
                            "{name} is of another environment: {what} {theirs}, not {ours}",
                            name=name,
                            what=what,
                            theirs=repr(theirs),
                            ours=repr(ours),
                        )
                    )

    def check_out(self, out: Any) -> None:
        """Raise an error if native code cannot write the actions of all games to `out`."""
        array, dtype = getattr(out, "array", out), np.dtype(np.int32)  # of a CudaArray, or itself
        is_here = isinstance(out, self.device.array_type)
        if not (is_here and self.device.has_layout(array, self.batch, dtype)):
            expected = (
                f"a writable, contiguous array of ({self.batch},) int32 on {self.device.name}"
            )
            raise BadArgument(arguments.is_not("out", expected, out))

    def looked_at(self, state: BatchState[ArrayT], *, before_reset: bool) -> BatchState[ArrayT]:
        """Return the games with new observations and masks, or those before automatic resets."""
        self.check_state("state", state)
        row = self.fields + 2 if before_reset else 0
        n = self.settings._replace(work=LOOK, row=row)
        after = self.device.batch(n)
        self.device.turn(n, state.arrays.words, None, self.starts, after)
        return BatchState(self, after)

    def positions(self, state: BatchState[ArrayT], most: int | None = None) -> list[Position]:
        """Return the positions of all games, or of the first `most` of them."""
        self.check_state("state", state)
        last = self.batch if most is None else arguments.integer("most", most, 0)
        words = self.by_game(state)[:last, : self.fields]
        return [Position(self.game, one) for one in from_words(self.game.module, words)]

    def from_positions(self, positions: Sequence[Position], seed: int = 0) -> BatchState[ArrayT]:
        """Return a state with one position per game; the seed is for the games after these."""
        given = list(arguments.instance("positions", positions, Sequence, SEQUENCE))
        if len(given) != self.batch:
            raise BadArgument(
                Text(
                    "{count} positions for a batch of {batch} games",
                    count=len(given),
                    batch=self.batch,
                )
            )
        for number, position in enumerate(given):
            expect_position(position, self.game, f"positions[{number}]")
        state = self.init(seed)
        fields = self.fields
        rows = to_words(self.game.module, [position.state for position in given])
        words = self.by_game(state)
        words[:, :fields] = words[:, fields + 2 :] = rows
        words[:, fields + 1] = [position.is_over * TERMINATED for position in given]
        return self.looked_at_words(state, words)

    def looked_at_words(
        self, state: BatchState[ArrayT], words: npt.NDArray[np.uint64]
    ) -> BatchState[ArrayT]:
        """Return a state with other words for all games."""
        blocks = np.zeros((-(-self.batch // BLOCK) * BLOCK, words.shape[1]), np.uint64)
        blocks[: self.batch] = words
        by_block = blocks.reshape(-1, BLOCK, words.shape[1]).transpose(0, 2, 1)
        after = state.arrays._replace(
            words=self.device.array(np.ascontiguousarray(by_block).ravel())
        )
        n = self.settings._replace(work=LOOK)
        self.device.turn(n, after.words, None, self.starts, after)
        return BatchState(self, after)

    def by_game(self, state: BatchState[ArrayT]) -> npt.NDArray[np.uint64]:
        """Return the words of each game: (batch, words), a copy."""
        rows = 2 * self.fields + 2
        blocks = self.device.fetched(state.arrays.words).reshape(-1, rows, BLOCK)
        return blocks.transpose(0, 2, 1).reshape(-1, rows)[: self.batch].copy()

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board; the first access takes some seconds."""
        return symmetries(self.game)

    def refuse_illegal(self, state: BatchState[ArrayT], actions: Any) -> None:
        """Raise `IllegalMove` for the first illegal action."""
        chosen = self.device.fetched(actions)
        mask = self.device.fetched(state.legal_action_mask)
        known = (chosen >= 0) & (chosen < self.num_actions)
        legal = known & mask[np.arange(self.batch), np.where(known, chosen, 0)]
        for game in np.flatnonzero(~legal)[:1]:
            number = int(chosen[game])
            why = Text(
                "action {number} of game {game} in the batch is not legal", number=number, game=game
            )
            raise IllegalMove(why, why)


def check_shape(name: str, found: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """Refuse arrays of another shape."""
    if tuple(found) != expected:
        raise BadArgument(
            Text(
                "{name} are of shape {tuple}, not {expected}",
                name=name,
                tuple=tuple(found),
                expected=expected,
            )
        )


def unsigned(seed: int) -> Any:
    """Return a seed as machine code takes it."""
    return np.uint64(arguments.seed(seed))


def first_words(game: Game) -> npt.NDArray[np.uint64]:
    """Return the first states as words: one, or many in games with a random set-up."""
    some = {game.start(seed).state for seed in range(PROBED)}
    seeds = range(STARTS if len(some) > 1 else 1)
    return to_words(game.module, [game.start(seed).state for seed in seeds])


@cache
def symmetries(game: Game) -> Symmetries:
    """Return the symmetries of a game; the images of actions are observed in random games."""
    explorer = make(game, batch=EXPLORED, threads=1)

    def seen() -> Iterator[tuple[int, Position]]:
        state, known = explorer.init(), np.zeros(explorer.num_actions, bool)
        last = step = 0
        while step - last < MAX_IDLE_STEPS:
            mask = state.legal_action_mask
            new = np.flatnonzero(mask.any(axis=0) & ~known)
            positions = explorer.positions(state) if len(new) else []
            for action in new.tolist():
                yield action, positions[int(mask[:, action].argmax())]
            known[new] = True
            last = step if len(new) else last
            state, step = explorer.step(state, explorer.sample(state, step)), step + 1

    return symmetries_of(game, seen)


@overload
def make(
    game: str | PathLike[str] | Game,
    *,
    batch: int,
    device: Literal["cpu"] = "cpu",
    threads: int | None = None,
    auto_reset: bool = True,
    max_steps: int | None = None,
    check: bool = False,
    **options: object,
) -> BatchEnvironment[npt.NDArray[Any]]: ...


@overload
def make(
    game: str | PathLike[str] | Game,
    *,
    batch: int,
    device: Literal["cuda"],
    threads: int | None = None,
    auto_reset: bool = True,
    max_steps: int | None = None,
    check: bool = False,
    **options: object,
) -> "BatchEnvironment[CudaArray]": ...


@overload
def make(
    game: str | PathLike[str] | Game,
    *,
    batch: int,
    device: str,
    threads: int | None = None,
    auto_reset: bool = True,
    max_steps: int | None = None,
    check: bool = False,
    **options: object,
) -> BatchEnvironment[Any]: ...


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
) -> BatchEnvironment[Any]:
    """Return an environment of `batch` games, by id or path of a game, with options.

    On the processor (`"cpu"`) `threads` share the work, or as many as there are cores; `"cuda"` is
    an NVIDIA GPU (`GpuUnavailable` if there is none).  A finished game is reset by the same step,
    unless `auto_reset=False`.  `max_steps` truncates long games.  An illegal action loses the game;
    with `check` it raises `IllegalMove` instead, which costs time.
    """
    chosen = load(game, **options)
    return BatchEnvironment(
        chosen,
        batch,
        device_named(device, chosen, threads),
        auto_reset=auto_reset,
        max_steps=max_steps,
        check=check,
    )


def device_named(name: str, game: Game, threads: int | None) -> Device:
    """Return the device of a batch."""
    if threads is not None:
        threads = arguments.threads(threads)
    if arguments.one_of("device", name, DEVICES) == "cpu":
        return Processor(game.module, threads)
    require_gpu()
    from steinreich.rl.batches.gpu import Gpu

    return Gpu(game.module)
