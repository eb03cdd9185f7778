"""Many random games at once on a GPU (needs `numba-cuda`, which is imported when it is used)."""

from os import PathLike
from typing import Any

from steinreich.compile.binder import typed
from steinreich.compile.gpu_check import require_gpu
from steinreich.core.game import Game, load
from steinreich.core.position import Position, expect_position
from steinreich.core.random_games import MAX_GAMES, RandomGames
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words

THREADS = 256  # in a block
BLOCKS = 8  # for each multiprocessor: enough to hide the waiting for each other's results


class GpuGames:
    """Random games of one game on an NVIDIA GPU, many at a time: the games of `random_games`.

    It needs the extra `gpu` and NVIDIA's driver, else it raises `GpuUnavailable`; it compiles a
    kernel when it is made:

        start = load("vier3d").start()
        outcomes, lengths = GpuGames(start.game).play(start, games=100_000_000, seed=1)

    >>> from steinreich import GpuGames
    >>> GpuGames(7)
    Traceback (most recent call last):
    steinreich.rules.errors.BadType: a game is an id, a path or a Game, not 7
    """

    def __init__(self, game: Game | str | PathLike[str]) -> None:
        self.game = load(game)  #: that is played
        require_gpu()
        from steinreich.compile.cuda import CudaCompiler  # before numba.cuda
        from steinreich.core.gpu_kernel import play_games

        from numba import cuda  # isort: skip

        self.cuda = cuda
        self.kernel = CudaCompiler(self.game.module).kernel(play_games)
        self.blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS

    def play(self, start: Position, games: int, seed: int = 0) -> RandomGames:
        """Play from a position to the end, `games` times; the arrays are NumPy's."""
        games = arguments.integer("games", games, 0, MAX_GAMES)
        empty = self.cuda.device_array
        outcomes, lengths = empty(games, "int8"), empty(games, "int32")
        self.launch(start, seed, outcomes, lengths)
        return RandomGames(outcomes.copy_to_host(), lengths.copy_to_host())

    def launch(self, start: Position, seed: int, outcomes: Any, lengths: Any) -> None:
        """Fill two device arrays, int8 and int32, with outcomes and lengths; does not wait."""
        expect_position(start, self.game, "start")
        seed = arguments.seed(seed)
        self.check_array("outcomes", outcomes, "int8", len(outcomes))
        self.check_array("lengths", lengths, "int32", len(outcomes))
        if start.is_over:
            raise BadArgument(
                Words(
                    "the game is over: there is nothing to play",
                    "das Spiel ist zu Ende: es gibt nichts zu spielen",
                )
            )
        if len(outcomes):
            import numpy as np

            given = typed(start.state), np.uint64(seed), 0, outcomes, lengths
            self.kernel.launch(self.blocks, THREADS, *given)

    def check_array(self, name: str, array: Any, dtype: str, size: int) -> None:
        """Refuse arrays that the kernel cannot fill."""
        if not (
            isinstance(array, type(self.cuda.device_array(1, dtype)))
            and array.shape == (size,)
            and array.dtype == dtype
            and array.is_c_contiguous()
        ):
            expected = f"a contiguous device array ({size},) {dtype}"
            raise BadArgument(arguments.is_not(name, expected, array))
