"""The state of a batch of games after a step: the arrays that users read."""

from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from steinreich.draw.notebook import paragraph, picture_row, table
from steinreich.rl.batches.rules import BLOCK, Batch

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import TypeVar  # with defaults, as in `typing` from Python 3.13 on

    from steinreich.rl.batches.environment import BatchEnvironment

    ArrayT = TypeVar("ArrayT", default=npt.NDArray[Any])
else:
    from typing import TypeVar

    ArrayT = TypeVar("ArrayT")  # NumPy's arrays, or `CudaArray`

MAX_SHOWN_GAMES = 4  # games of a batch that a notebook shows


class BatchState(Generic[ArrayT]):
    """The state of a batch after a step, created by a `BatchEnvironment`.

    All arrays have one row for each game.  They are views of device memory: NumPy arrays on the
    CPU; on a GPU `CudaArray`, which PyTorch, JAX and CuPy import without a copy.
    """

    __slots__ = ("arrays", "environment")
    environment: "BatchEnvironment[ArrayT]"  #: which has created the state
    arrays: Batch  # created by the environment: native code relies on their sizes and types

    def __init__(self, environment: "BatchEnvironment[ArrayT]", arrays: Batch) -> None:
        object.__setattr__(self, "environment", environment)
        object.__setattr__(self, "arrays", arrays)

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError("a state does not change; step gives a new one")

    def __repr__(self) -> str:
        return f"<{self.environment.batch} games of {self.environment.game.id} after a step>"

    def _repr_html_(self) -> str:
        """Show the first games, and totals, in a notebook."""
        environment = self.environment
        shapes = [
            ("observation", (environment.batch, *environment.observation_shape)),
            ("legal_action_mask", (environment.batch, environment.num_actions)),
            ("rewards", (environment.batch, environment.num_players)),
        ]
        first = picture_row(environment.positions(self, MAX_SHOWN_GAMES))
        return paragraph(f"{environment!r}", bold=True) + first + table(("array", "shape"), shapes)

    def make_view(
        self, array: Any, dtype: Any, shape: tuple[int, ...] = (), first: int = 0
    ) -> ArrayT:
        """Return a view of an array with one row per game, from element `first` on."""
        environment = self.environment
        rows: ArrayT = environment.device.view(array, dtype, (environment.batch, *shape), first)
        return rows

    @property
    def observation(self) -> ArrayT:
        """The observation of the player to move: (batch, planes, ...) bool."""
        return self.make_view(self.arrays.observation, np.bool_, self.environment.observation_shape)

    @property
    def legal_action_mask(self) -> ArrayT:
        """Which actions are legal: (batch, actions) bool.

        In a finished game, which ignores actions, all are marked, so that a policy can choose one.
        """
        return self.make_view(self.arrays.mask, np.bool_, (self.environment.num_actions,))

    @property
    def current_player(self) -> ArrayT:
        """The player to move: (batch,) int32."""
        return self.make_view(self.arrays.player, np.int32)

    @property
    def rewards(self) -> ArrayT:
        """The rewards of the last action: (batch, players) float32.

        At the end of a game 1 for the winner and -1 for all others, or 0 in a draw; else 0.
        """
        return self.make_view(self.arrays.rewards, np.float32, (self.environment.num_players,))

    @property
    def terminated(self) -> ArrayT:
        """True where the last action has ended the game: (batch,) bool."""
        return self.make_view(self.arrays.ended, np.bool_)

    @property
    def truncated(self) -> ArrayT:
        """True where the game was truncated after `max_steps` actions: (batch,) bool."""
        games = -(-self.environment.batch // BLOCK) * BLOCK
        return self.make_view(self.arrays.ended, np.bool_, first=games)

    @property
    def final_observation(self) -> ArrayT:
        """The observation before finished games were reset: (batch, planes, ...) bool.

        For unfinished games it equals `observation`.
        """
        return self.environment.observe_again(self, before_reset=True).observation
