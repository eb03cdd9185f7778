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
    BLOCK,
    OBSERVE,
    START,
    STEP,
    TERMINATED,
    Batch,
    Settings,
)
from steinreich.rl.batches.state import ArrayT, BatchState
from steinreich.rl.batches.symmetry import Symmetries, derive_symmetries
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument, IllegalMove
from steinreich.rules.language import Text

if TYPE_CHECKING:
    from steinreich.rl.batches.dlpack import CudaArray

MAX_BATCH = (1 << 31) - 1  # GPU threads have 32-bit indices
MAX_STEPS = (1 << 32) - 1  # the step count of a game has 32 bits
DEVICES = ("cpu", "cuda")
BATCH_STATE = Text("a BatchState")
SEQUENCE = Text("a sequence of positions")
NUM_RANDOM_STARTS = 1024  # start positions to choose from in games with a random set-up
NUM_PROBED_SEEDS = 8  # seeds whose start positions are compared to detect a random set-up
# To find a position for each action, random games are played until no new action occurs.
NUM_EXPLORATION_GAMES = 256
MAX_IDLE_STEPS = 200  # steps without a new action


class Device(Protocol):
    """The CPU or a GPU: memory for batches, and the rules compiled for it."""

    name: str  # the parameter `device` of `make`
    array_type: type[Any]  # type of the arrays that users get

    def batch(self, settings: Settings) -> Batch:
        """Return uninitialized memory for a batch."""

    def process(
        self, settings: Settings, before: Any, actions: Any, starts: Any, after: Batch
    ) -> None:
        """Process all games by the operation in the settings."""

    def sample(self, settings: Settings, words: Any, out: Any) -> Any:
        """Return random legal actions, written to `out` if it is given."""

    def array(self, values: npt.NDArray[Any]) -> Any:
        """Return an array on this device."""

    def actions(self, actions: Any) -> Any:
        """Convert actions to an integer array on this device; raise `BadType` if impossible."""

    def has_layout(self, array: Any, size: int, dtype: np.dtype[Any]) -> bool:
        """Return whether an array is on this device, contiguous and writable."""

    def view(self, array: Any, dtype: Any, shape: tuple[int, ...], first: int) -> Any:
        """Return a view of an array from element `first` on, with a type and a shape."""

    def to_host(self, array: Any) -> npt.NDArray[Any]:
        """Return an array as a NumPy array in host memory."""


class BatchEnvironment(Generic[ArrayT]):
    """Many games of one kind, stepped together; created by `make`.

    Its states may be passed only to environments with the same game, options, batch and device.
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
        self.batch = arguments.check_integer("batch", batch, 1, MAX_BATCH)  #: number of games
        self.check = arguments.check_boolean("check", check)
        step_limit = (
            0
            if max_steps is None
            else arguments.check_integer("max_steps", max_steps, 1, MAX_STEPS)
        )
        self.device = device
        self.game = game  #: with its options
        self.num_players = game.players  #: of each game
        self.num_actions = game.num_actions  #: actions have numbers from 0 up to this one
        planes = get_planes(game.module)
        self.observation_shape = planes.shape  #: of one game: planes, then the board
        self.plane_names = planes.names  #: what each plane shows
        starts = make_start_words(game)
        self.starts, self.fields = device.array(starts.ravel()), starts.shape[1]
        self.settings = Settings(
            operation=OBSERVE,
            first_row=0,
            batch=self.batch,
            players=game.players,
            num_starts=len(starts),
            auto_reset=int(arguments.check_boolean("auto_reset", auto_reset)),
            max_steps=step_limit,
            seed=to_uint64(0),
        )
        self.stepping = self.settings._replace(operation=STEP)  # the settings of every step

    def __repr__(self) -> str:
        return f"<{self.batch} games of {self.game.id}>"

    def init(self, seed: int = 0) -> BatchState[ArrayT]:
        """Return the start positions of all games; the same seed gives the same games."""
        settings = self.settings._replace(operation=START, seed=to_uint64(seed))
        after = self.device.batch(settings)
        self.device.process(settings, after.words, None, self.starts, after)
        return BatchState(self, after)

    def step(
        self, state: BatchState[ArrayT], actions: Any, *, out: BatchState[ArrayT] | None = None
    ) -> BatchState[ArrayT]:
        """Play one action in each game and return the new state.

        `state` is not changed.  With `out`, that state is overwritten and returned, which avoids an
        allocation.
        """
        self.check_state("state", state)
        if out is not None:
            self.check_state("out", out)
            if out.arrays is state.arrays:
                raise BadArgument(Text("a state cannot be written over itself"))
        device_actions = self.device.actions(actions)
        check_shape("actions", device_actions.shape, (self.batch,))
        if self.check:
            self.check_legal(state, device_actions)
        after = self.device.batch(self.stepping) if out is None else out.arrays
        self.device.process(self.stepping, state.arrays.words, device_actions, self.starts, after)
        return BatchState(self, after) if out is None else out

    def sample(
        self, state: BatchState[ArrayT], seed: int = 0, *, out: ArrayT | None = None
    ) -> ArrayT:
        """Return a uniformly random legal action of each game: (batch,) int32.

        With `out`, that array is overwritten and returned.
        """
        self.check_state("state", state)
        if out is not None:
            self.check_out(out)
        settings = self.settings._replace(seed=to_uint64(seed))
        sampled: ArrayT = self.device.sample(settings, state.arrays.words, out)
        return sampled

    def check_state(self, name: str, state: Any) -> None:
        """Raise an error for states of other environments, since native code relies on sizes."""
        arguments.check_instance(name, state, BatchState, BATCH_STATE)
        if (other := state.environment) is not self:
            for property_name, other_value, own_value in (
                ("game", other.game, self.game),
                ("batch", other.batch, self.batch),
                ("device", other.device.name, self.device.name),
            ):
                if other_value != own_value:
                    raise BadArgument(
                        Text(
                            "{name} is of another environment: {what} {theirs}, not {ours}",
                            name=name,
                            what=property_name,
                            theirs=repr(other_value),
                            ours=repr(own_value),
                        )
                    )

    def check_out(self, out: Any) -> None:
        """Raise an error if native code cannot write the actions of all games to `out`."""
        array = getattr(out, "array", out)  # a CudaArray wraps its array
        dtype = np.dtype(np.int32)
        is_here = isinstance(out, self.device.array_type)
        if not (is_here and self.device.has_layout(array, self.batch, dtype)):
            expected = (
                f"a writable, contiguous array of ({self.batch},) int32 on {self.device.name}"
            )
            raise BadArgument(arguments.mismatch_message("out", expected, out))

    def observe_again(self, state: BatchState[ArrayT], *, before_reset: bool) -> BatchState[ArrayT]:
        """Compute observations and masks of the current games, or of those before their resets."""
        self.check_state("state", state)
        # Words of a game: state, random stream, clock, state before a reset
        row = self.fields + 2 if before_reset else 0
        settings = self.settings._replace(operation=OBSERVE, first_row=row)
        after = self.device.batch(settings)
        self.device.process(settings, state.arrays.words, None, self.starts, after)
        return BatchState(self, after)

    def positions(self, state: BatchState[ArrayT], count: int | None = None) -> list[Position]:
        """Return the positions of all games, or of the first `count` games."""
        self.check_state("state", state)
        end = self.batch if count is None else arguments.check_integer("count", count, 0)
        words = self.get_words_by_game(state)[:end, : self.fields]
        return [
            Position(self.game, rules_state) for rules_state in from_words(self.game.module, words)
        ]

    def from_positions(self, positions: Sequence[Position], seed: int = 0) -> BatchState[ArrayT]:
        """Return a state with one position per game; `seed` determines the games after resets."""
        position_list = list(arguments.check_instance("positions", positions, Sequence, SEQUENCE))
        if len(position_list) != self.batch:
            raise BadArgument(
                Text(
                    "{count} positions for a batch of {batch} games",
                    count=len(position_list),
                    batch=self.batch,
                )
            )
        for number, position in enumerate(position_list):
            expect_position(position, self.game, f"positions[{number}]")
        state = self.init(seed)
        fields = self.fields
        rows = to_words(self.game.module, [position.state for position in position_list])
        words = self.get_words_by_game(state)
        words[:, :fields] = words[:, fields + 2 :] = rows
        # The clock: no steps so far, and the flag of finished games
        words[:, fields + 1] = [position.is_over * TERMINATED for position in position_list]
        return self.make_state_from_words(state, words)

    def make_state_from_words(
        self, state: BatchState[ArrayT], words: npt.NDArray[np.uint64]
    ) -> BatchState[ArrayT]:
        """Return a state with these words, in new memory; observations and masks are computed."""
        blocks = np.zeros((-(-self.batch // BLOCK) * BLOCK, words.shape[1]), np.uint64)
        blocks[: self.batch] = words
        by_block = blocks.reshape(-1, BLOCK, words.shape[1]).transpose(0, 2, 1)
        after = state.arrays._replace(
            words=self.device.array(np.ascontiguousarray(by_block).ravel())
        )
        settings = self.settings._replace(operation=OBSERVE)
        self.device.process(settings, after.words, None, self.starts, after)
        return BatchState(self, after)

    def get_words_by_game(self, state: BatchState[ArrayT]) -> npt.NDArray[np.uint64]:
        """Return a copy of the words of each game: (batch, words)."""
        rows = 2 * self.fields + 2
        blocks = self.device.to_host(state.arrays.words).reshape(-1, rows, BLOCK)
        return blocks.transpose(0, 2, 1).reshape(-1, rows)[: self.batch].copy()

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the board; the first access takes some seconds."""
        return symmetries(self.game)

    def check_legal(self, state: BatchState[ArrayT], actions: Any) -> None:
        """Raise `IllegalMove` for the first illegal action."""
        chosen_actions = self.device.to_host(actions)
        mask = self.device.to_host(state.legal_action_mask)
        known_actions = (chosen_actions >= 0) & (chosen_actions < self.num_actions)
        legal = (
            known_actions & mask[np.arange(self.batch), np.where(known_actions, chosen_actions, 0)]
        )
        for game in np.flatnonzero(~legal)[:1]:
            number = int(chosen_actions[game])
            why = Text(
                "action {number} of game {game} in the batch is not legal", number=number, game=game
            )
            raise IllegalMove(why, why)


def check_shape(name: str, found: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """Raise an error if the shape of an array is not the expected one."""
    if tuple(found) != expected:
        raise BadArgument(
            Text(
                "{name} have shape {tuple}, not {expected}",
                name=name,
                tuple=tuple(found),
                expected=expected,
            )
        )


def to_uint64(seed: int) -> Any:
    """Validate a seed and convert it for machine code."""
    return np.uint64(arguments.check_seed(seed))


def make_start_words(game: Game) -> npt.NDArray[np.uint64]:
    """Return the start states as words: one, or many in games with a random set-up."""
    first_states = {game.start(seed).state for seed in range(NUM_PROBED_SEEDS)}
    seeds = range(NUM_RANDOM_STARTS if len(first_states) > 1 else 1)
    return to_words(game.module, [game.start(seed).state for seed in seeds])


@cache
def symmetries(game: Game) -> Symmetries:
    """Derive the symmetries of a game; random games provide positions for all actions."""
    explorer = make(game, batch=NUM_EXPLORATION_GAMES, threads=1)

    def find_positions_by_action() -> Iterator[tuple[int, Position]]:
        state, known_actions = explorer.init(), np.zeros(explorer.num_actions, bool)
        last_new_step = step = 0
        while step - last_new_step < MAX_IDLE_STEPS:
            mask = state.legal_action_mask
            new_actions = np.flatnonzero(mask.any(axis=0) & ~known_actions)
            positions = explorer.positions(state) if len(new_actions) else []
            for action in new_actions.tolist():
                yield action, positions[int(mask[:, action].argmax())]
            known_actions[new_actions] = True
            last_new_step = step if len(new_actions) else last_new_step
            state, step = explorer.step(state, explorer.sample(state, step)), step + 1

    return derive_symmetries(game, find_positions_by_action)


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

    The device `"cpu"` uses `threads` threads, by default one per core; `"cuda"` is an NVIDIA GPU
    (`GpuUnavailable` if there is none).  A step that ends a game also resets it, unless
    `auto_reset=False`.  `max_steps` truncates long games.  An illegal action loses the game; with
    `check` it raises `IllegalMove` instead, which is slower.
    """
    variant = load(game, **options)
    return BatchEnvironment(
        variant,
        batch,
        make_device(device, variant, threads),
        auto_reset=auto_reset,
        max_steps=max_steps,
        check=check,
    )


def make_device(name: str, game: Game, threads: int | None) -> Device:
    """Return the device with a name; `threads` is for the CPU."""
    if threads is not None:
        threads = arguments.check_threads(threads)
    if arguments.check_one_of("device", name, DEVICES) == "cpu":
        return Processor(game.module, threads)
    require_gpu()
    from steinreich.rl.batches.gpu import Gpu

    return Gpu(game.module)
