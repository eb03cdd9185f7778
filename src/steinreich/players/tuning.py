"""Learn the weights of an evaluation from games of an engine against itself.

    python -m steinreich.players.tuning vier3d --games 20000 --nodes 3000 --round 0

A round plays games with the current weights, samples quiet positions, and fits the weights so that
the evaluation predicts the results (logistic regression).  They are written to the file of weights
of the game.
"""

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from itertools import repeat
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from rich.progress import track

from steinreich.compile.machine_code import Compiler
from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.players.knowledge import find_heuristics, get_heuristics_compiler
from steinreich.players.knowledge.definition import UNITS, Heuristics, LearnedEvaluation
from steinreich.rules.arrays import Int64Array
from steinreich.rules.bits import rule
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta

if TYPE_CHECKING:
    import numpy as np

GAMES_PER_TASK = 20
SAMPLES_PER_GAME = 20  # positions
MAX_ACTIONS = 300  # a longer game counts as a draw
MAX_WEIGHT = 30_000  # lookup tables of rules have 16-bit integers
L2_REGULARIZATION = 2e-5


@rule
def count_feature(out: Int64Array, feature: int, sign: int) -> int:
    """Add `sign`, 1 or -1, to the count of a feature in `out`.

    It replaces the rule `feature_value` of a game, which returns the weight of the feature.
    """
    out[feature] += sign
    return 0


class Sampler:
    """Plays games and extracts the features of positions; one per process."""

    def __init__(self, id: str, nodes: int, openings: int) -> None:
        self.game = load(id)
        self.nodes, self.openings = nodes, openings
        self.heuristics, self.learned = get_learned_evaluation(self.game.name)
        self.search = AlphaBeta(
            self.game.start(0), table=1 << 16, compiler=get_heuristics_compiler(self.game)
        )
        rules = {**self.heuristics.rules, self.learned.feature_value: count_feature}
        self.count_features = Compiler(self.game.module, rules).entry(self.learned.sum_features)

    def play(self, seed: int) -> tuple[list[Position], tuple[int, ...]]:
        """Play a game; return a sample of its quiet positions, and its result."""
        rng = random.Random(seed)
        position = self.game.start(seed)
        for _ in range(rng.randint(2, self.openings)):
            if not position.is_over:
                position = position.after_legal(rng.choice(position.actions()))
        self.search.forget()
        # Budgets from a quarter of `nodes` to four times as many: unequal players draw less often,
        # and little can be learned from draws.
        budgets = [int(self.nodes * 4 ** rng.uniform(-1, 1)) for _ in range(2)]
        quiet: list[Position] = []
        for _ in range(MAX_ACTIONS):
            if position.is_over:
                break
            best = self.search.run(position, nodes=budgets[position.player]).best
            if position.starts_turn and not self.heuristics.is_noisy(position.state, best):
                quiet.append(position)
            position = position.after_legal(best)
        return rng.sample(quiet, min(len(quiet), SAMPLES_PER_GAME)), position.returns

    def features(self, position: Position) -> "np.ndarray":
        """Return by which factor each weight enters the evaluation of a position.

        The evaluation is from the view of the player to move.
        """
        import numpy as np

        counts = np.zeros(len(self.learned.values), np.int64)
        self.count_features(position.state, counts)
        factors = np.zeros(max(self.learned.weight_indices) + 1, np.int8)
        features = np.flatnonzero(counts)
        weight_indices = [self.learned.weight_indices[feature] for feature in features.tolist()]
        np.add.at(factors, weight_indices, counts[features].astype(np.int8))
        return factors


def get_learned_evaluation(name: str) -> tuple[Heuristics, LearnedEvaluation]:
    """Return the heuristics and the learned evaluation of a game, which must have one."""
    heuristics = find_heuristics(load(name))
    if heuristics is None or heuristics.learned is None:
        raise ValueError(f"{name} has no weights to learn")
    return heuristics, heuristics.learned


samplers: dict[tuple[str, int, int], Sampler] = {}  # of this process


def sample(task: tuple[str, int, int, int]) -> Any:
    """Play the games of a task; return the features of sampled positions and their results.

    A task consists of the id of a game, the nodes per action, the maximum number of random actions
    at the beginning, and the seed of the first game.
    """
    import numpy as np

    id, nodes, openings, first_seed = task
    key = (id, nodes, openings)
    if key not in samplers:
        samplers[key] = Sampler(*key)
    sampler = samplers[key]
    rows, results = [], []
    for seed in range(first_seed, first_seed + GAMES_PER_TASK):
        positions, returns = sampler.play(seed)
        for position in positions:
            rows.append(sampler.features(position))
            results.append((returns[position.player] + 1) / 2)
    return np.array(rows), np.array(results, np.float32)


def fit(rows: "np.ndarray", results: "np.ndarray") -> "np.ndarray":
    """Return the weights that predict the results best, by SciPy's minimizer."""
    import numpy as np
    from scipy.optimize import minimize
    from scipy.sparse import csr_array

    x = csr_array(rows.astype(np.float64))  # most features do not occur: a sparse matrix

    def loss_and_gradient(w: "np.ndarray") -> "tuple[float, np.ndarray]":
        logits = x @ w
        loss = np.mean(np.logaddexp(0, logits) - results * logits) + L2_REGULARIZATION / 2 * (w @ w)
        predictions = np.exp(-np.logaddexp(0, -logits))
        return loss, x.T @ (predictions - results) / len(rows) + L2_REGULARIZATION * w

    best = minimize(loss_and_gradient, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B")
    print(f"{len(rows):,} positions, loss {best.fun:.4f}: {best.message}", file=sys.stderr)
    return np.asarray(best.x)


def learn_weights(samples: "list[tuple[np.ndarray, np.ndarray]]") -> list[int]:
    """Return weights fitted to the features and results of all samples."""
    import numpy as np

    rows = np.concatenate([features for features, _ in samples if len(features)])
    results = np.concatenate([result for features, result in samples if len(features)])
    return [int(w) for w in np.clip(np.rint(fit(rows, results) * UNITS), -MAX_WEIGHT, MAX_WEIGHT)]


def format_weights(weights: list[int]) -> str:
    """Return the text of a file of weights."""
    lines = [" ".join(map(str, weights[i : i + 16])) for i in range(0, len(weights), 16)]
    return "\n".join(lines) + "\n"


def run_round(id: str, games: int, nodes: int, openings: int, workers: int, round: int) -> None:
    """Play games, fit the weights to their results, and write the weights."""
    _, evaluation = get_learned_evaluation(load(id).name)
    first_seeds = range(round * games, (round + 1) * games, GAMES_PER_TASK)
    tasks = list(zip(repeat(id), repeat(nodes), repeat(openings), first_seeds, strict=False))
    samples = [sample(tasks.pop())]  # before the workers start, so that machine code is cached
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        samples += track(pool.map(sample, tasks), id, total=len(tasks))
    evaluation.weights.write_text(format_weights(learn_weights(samples)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn the weights of an evaluation from games.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=3000, help="for each action, on average")
    parser.add_argument(
        "--openings", type=int, default=12, help="maximum number of random actions at the beginning"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--round", type=int, default=0, help="number of the round; each has games of its own"
    )
    args = parser.parse_args()
    if find_spec("scipy") is None:  # check before hours of games
        parser.error("SciPy fits the weights; this installs it:  pip install 'steinreich[tuning]'")
    run_round(args.game, args.games, args.nodes, args.openings, args.workers, args.round)


if __name__ == "__main__":
    main()
