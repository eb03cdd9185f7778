"""Benchmark of random games on one core, and a checksum ("signature") of their results."""

import time
from collections import Counter
from typing import NamedTuple
from zlib import crc32

from steinreich.core.game import Game
from steinreich.core.playout import RandomGames, random_games
from steinreich.rules.contract import DRAW

SEED = 1
SIGNATURE_GAMES = 1000  # number of games that the signature covers
BATCH_SECONDS = 0.05  # long enough for precise timing, short enough for Ctrl-C


class BenchmarkResult(NamedTuple):
    """The results of a benchmark."""

    game: str
    games_per_second: float
    actions_per_second: float
    mean_length: float  # actions in a game
    wins: tuple[float, ...]  # the share of games that each player wins
    draws: float
    ready_seconds: float  # time to compile the game, or to load its cached machine code
    signature: int  # checksum of results; changes with a rule or with the random numbers


class TimedGames:
    """A reproducible sequence of random games, played in timed batches."""

    def __init__(self, game: Game) -> None:
        import numba  # noqa: F401  # so that loading the compiler is not measured

        started = time.perf_counter()
        self.start = game.start(seed=SEED)
        self.played = 0
        self.play(0)  # the first call compiles
        self.ready_seconds = time.perf_counter() - started

    def play(self, games: int) -> tuple[RandomGames, float]:
        """Play the next `games` games; return their results and the elapsed seconds."""
        started = time.perf_counter()
        batch = random_games(self.start, games, SEED, self.played)
        seconds = time.perf_counter() - started
        self.played += games
        return batch, seconds


def measure(game: Game, seconds: float = 1.0) -> BenchmarkResult:
    """Measure random play of a game for about `seconds` seconds."""
    timed = TimedGames(game)
    signature_batch, signature_seconds = timed.play(SIGNATURE_GAMES)
    batch_size = max(int(SIGNATURE_GAMES * BATCH_SECONDS / signature_seconds), 1)
    outcomes: Counter[int] = Counter()
    games = actions = 0
    elapsed = 0.0
    while elapsed < seconds or not games:
        batch, batch_seconds = timed.play(batch_size)
        elapsed += batch_seconds
        games += batch_size
        actions += int(batch.lengths.sum())
        outcomes.update(batch.outcomes.tolist())
    return BenchmarkResult(
        game=game.id,
        games_per_second=games / elapsed,
        actions_per_second=actions / elapsed,
        mean_length=actions / games,
        wins=tuple(outcomes[player] / games for player in range(game.players)),
        draws=outcomes[DRAW] / games,
        ready_seconds=timed.ready_seconds,
        signature=compute_signature(signature_batch),
    )


def compute_signature(batch: RandomGames) -> int:
    """Return a checksum of the outcomes and lengths of games, the same on every machine."""
    return crc32(batch.lengths.astype("<i4").tobytes(), crc32(batch.outcomes.tobytes()))


def combine_signatures(results: list[BenchmarkResult]) -> int:
    """Return a checksum of the signatures of several games, in this order."""
    digest = 0
    for result in results:
        digest = crc32(f"{result.game} {result.signature:08x}\n".encode(), digest)
    return digest
