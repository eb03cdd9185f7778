"""Random games in parallel on a GPU, and detection of missing requirements.

It requires `numba-cuda`, which is imported on first use.
"""

from importlib.util import find_spec
from os import PathLike
from typing import Any

from steinreich.core.game import Game, load
from steinreich.core.playout import MAX_GAMES, RandomGames
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument, GpuUnavailable
from steinreich.rules.language import Text, join_with_and

THREADS_PER_BLOCK = 256
BLOCKS_PER_MULTIPROCESSOR = 8  # enough to hide latencies


class GpuGames:
    """Random games of one game in parallel on an NVIDIA GPU, equal to those of `random_games`.

    It requires the extra `gpu` and NVIDIA's driver, else it raises `GpuUnavailable`. The kernel is
    compiled at the first launch:

        start = load("vier3d").start()
        outcomes, lengths = GpuGames(start.game).play(start, games=100_000_000, seed=1)

    >>> from steinreich import GpuGames
    >>> GpuGames(7)
    Traceback (most recent call last):
    steinreich.rules.errors.BadType: a game must be an id, a path or a Game, not 7
    """

    def __init__(self, game: Game | str | PathLike[str]) -> None:
        self.game = load(game)  #: the game
        require_gpu()
        from steinreich.compile.cuda import CudaCompiler  # before numba.cuda
        from steinreich.core.gpu_kernel import play_games

        from numba import cuda  # isort: skip

        self.cuda = cuda
        self.kernel = CudaCompiler(self.game.module).kernel(play_games)
        self.blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS_PER_MULTIPROCESSOR

    def play(self, start: Position, games: int, seed: int = 0) -> RandomGames:
        """Play `games` random games from a position to the end; return NumPy arrays."""
        games = arguments.check_integer("games", games, 0, MAX_GAMES)
        make_array = self.cuda.device_array
        outcomes, lengths = make_array(games, "int8"), make_array(games, "int32")
        self.launch(start, seed, outcomes, lengths)
        return RandomGames(outcomes.copy_to_host(), lengths.copy_to_host())

    def launch(self, start: Position, seed: int, outcomes: Any, lengths: Any) -> None:
        """Play games asynchronously, one for each element of two device arrays, int8 and int32,
        which it fills with outcomes and lengths.
        """
        expect_position(start, self.game, "start")
        seed = arguments.check_seed(seed)
        self.check_array("outcomes", outcomes, "int8")
        self.check_array("lengths", lengths, "int32", len(outcomes))
        if start.is_over:
            raise BadArgument(Text("the game is over: there is nothing to play"))
        if len(outcomes):
            import numpy as np

            from steinreich.compile.cuda import to_machine_state

            state = to_machine_state(start.state)
            kernel_arguments = state, np.uint64(seed), 0, outcomes, lengths
            self.kernel.launch(self.blocks, THREADS_PER_BLOCK, *kernel_arguments)

    def check_array(self, name: str, array: Any, dtype: str, size: int | None = None) -> None:
        """Raise `BadArgument` for an array that the kernel cannot fill; by default of any size."""
        if not (
            isinstance(array, type(self.cuda.device_array(1, dtype)))
            and len(array.shape) == 1
            and size in (None, array.shape[0])
            and array.dtype == dtype
            and array.is_c_contiguous()
        ):
            length = "n" if size is None else size
            expected = f"a contiguous device array ({length},) {dtype}"
            raise BadArgument(arguments.mismatch_message(name, expected, array))


PACKAGES = Text("the package numba-cuda")
DRIVER = Text("NVIDIA's CUDA driver")
TOOLKIT = Text("the CUDA toolkit")
GPU = Text("an NVIDIA GPU")
EXTRA = "pip install 'steinreich[gpu]'"


def require_gpu() -> None:
    """Raise `GpuUnavailable` with the missing requirements, if there are any."""
    missing = find_missing_requirements()
    if missing:
        what = join_with_and(missing)
        raise GpuUnavailable(
            Text(
                "no GPU is available: {what} could not be found; install the packages with  "
                "{extra}  and NVIDIA's driver",
                what=what,
                extra=EXTRA,
            )
        )


def find_missing_requirements() -> list[Text]:
    """Return the missing ones of packages, driver, toolkit and GPU; none if kernels can run."""
    packages = [] if find_spec("numba_cuda") else [PACKAGES]
    try:
        from numba import cuda
        from numba.cuda.cudadrv import driver
    except ModuleNotFoundError:
        return [PACKAGES]
    if cuda.is_available():
        return [] if len(cuda.gpus) else [GPU]
    if not driver.driver.is_available:
        return [*packages, DRIVER]
    return packages or [TOOLKIT]
