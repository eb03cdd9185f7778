"""Benchmark of random games on one core, with a signature of their results."""

import time
from collections import Counter
from typing import NamedTuple
from zlib import crc32

from steinreich.core.game import Game
from steinreich.core.playout import RandomGames, random_games
from steinreich.rules.contract import DRAW

SEED = 1
SIGNED_GAMES = 1000  # number of games in the signature
BATCH_SECONDS = 0.05  # long enough to measure well, short enough for Ctrl-C


class Measured(NamedTuple):
    """The results of a benchmark."""

    game: str
    games_per_second: float
    actions_per_second: float
    mean_length: float  # actions in a game
    wins: tuple[float, ...]  # the share of games that each player wins
    draws: float
    ready_seconds: float  # to compile the game, or to load what was compiled before
    signature: int  # differs when a rule or a random draw differs


class TimedGames:
    """Plays random games from the start of a game, always the same ones in the same order."""

    def __init__(self, game: Game) -> None:
        import numba  # noqa: F401  # loading the compiler is no part of compiling the game

        began = time.perf_counter()
        self.start = game.start(seed=SEED)
        self.played = 0
        self.play(0)  # the first call compiles
        self.ready_seconds = time.perf_counter() - began

    def play(self, games: int) -> tuple[RandomGames, float]:
        """Return the next games, and the seconds they took."""
        began = time.perf_counter()
        batch = random_games(self.start, games, SEED, self.played)
        seconds = time.perf_counter() - began
        self.played += games
        return batch, seconds


def measure(game: Game, seconds: float = 1.0) -> Measured:
    """Play random games for about `seconds` seconds."""
    timed = TimedGames(game)
    first, seconds_first = timed.play(SIGNED_GAMES)
    size = max(int(SIGNED_GAMES * BATCH_SECONDS / seconds_first), 1)
    outcomes: Counter[int] = Counter()
    games = actions = 0
    spent = 0.0
    while spent < seconds or not games:
        batch, taken = timed.play(size)
        spent += taken
        games += size
        actions += int(batch.lengths.sum())
        outcomes.update(batch.outcomes.tolist())
    return Measured(
        game=game.id,
        games_per_second=games / spent,
        actions_per_second=actions / spent,
        mean_length=actions / games,
        wins=tuple(outcomes[player] / games for player in range(game.players)),
        draws=outcomes[DRAW] / games,
        ready_seconds=timed.ready_seconds,
        signature=signature_of(first),
    )


def signature_of(batch: RandomGames) -> int:
    """Return a digest of the outcomes and lengths of games, the same on every machine."""
    return crc32(batch.lengths.astype("<i4").tobytes(), crc32(batch.outcomes.tobytes()))


def joint_signature(measured: list[Measured]) -> int:
    """Return one signature for several games, which depends on their order."""
    digest = 0
    for one in measured:
        digest = crc32(f"{one.game} {one.signature:08x}\n".encode(), digest)
    return digest
