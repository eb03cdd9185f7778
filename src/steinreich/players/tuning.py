"""Learn the weights of an evaluation from games that the player plays against itself.

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

from steinreich.compile.binder import Compiler, typed
from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.players.knowledge import find_knowledge, informed_compiler
from steinreich.players.knowledge.definition import UNITS, Knowledge, LearnedEvaluation
from steinreich.rules.bits import rule
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta

if TYPE_CHECKING:
    import numpy as np

GAMES_PER_TASK = 20
SAMPLES = 20  # positions per game
MAX_ACTIONS = 300  # a longer game counts as a draw
MAX_WEIGHT = 30_000  # lookup tables of rules have 16-bit integers
SHRINK = 2e-5  # L2 regularization


@rule
def count_feature(out: Any, place: int, sign: int) -> int:
    """Count a feature; a substitute for the rule `note`, which adds its weight."""
    out[place] += sign
    return 0


class Sampler:
    """Plays games and extracts the features of positions; one per process."""

    def __init__(self, id: str, nodes: int, openings: int) -> None:
        self.game = load(id)
        self.nodes, self.openings = nodes, openings
        self.knowledge, self.learned = with_weights(self.game.name)
        self.search = AlphaBeta(
            self.game.start(0), table=1 << 16, compiler=informed_compiler(self.game)
        )
        rules = {**self.knowledge.rules, self.learned.note: count_feature}
        self.describe = Compiler(self.game.module, rules).entry(self.learned.appraise)

    def play(self, seed: int) -> tuple[list[Position], tuple[int, ...]]:
        """Return the quiet positions of a game, and its result."""
        dice = random.Random(seed)
        position = self.game.start(seed)
        for _ in range(dice.randint(2, self.openings)):
            if not position.is_over:
                position = position.after_legal(dice.choice(position.actions()))
        self.search.forget()
        # Unequal node budgets lead to fewer draws, which contain no information.
        budgets = [int(self.nodes * 4 ** dice.uniform(-1, 1)) for _ in range(2)]
        seen: list[Position] = []
        for _ in range(MAX_ACTIONS):
            if position.is_over:
                break
            best = self.search.run(position, nodes=budgets[position.player]).best
            if position.starts_turn and not self.knowledge.is_noisy(position.state, best):
                seen.append(position)
            position = position.after_legal(best)
        return dice.sample(seen, min(len(seen), SAMPLES)), position.returns

    def features(self, position: Position) -> "np.ndarray":
        """Return the features of a position from the view of the player to move."""
        import numpy as np

        out = np.zeros(len(self.learned.values), np.int64)
        self.describe(typed(position.state), out)
        folded = np.zeros(max(self.learned.features) + 1, np.int8)
        places = np.flatnonzero(out)
        features = [self.learned.features[place] for place in places.tolist()]
        np.add.at(folded, features, out[places].astype(np.int8))
        return folded


def with_weights(name: str) -> tuple[Knowledge, LearnedEvaluation]:
    """Return the heuristics of a game, which must have a learned evaluation."""
    known = find_knowledge(load(name))
    if known is None or known.learned is None:
        raise ValueError(f"{name} has no weights to learn")
    return known, known.learned


samplers: dict[tuple[str, int, int], Sampler] = {}  # of this process


def sample(task: tuple[str, int, int, int]) -> Any:
    """Return features and results of some games."""
    import numpy as np

    id, nodes, openings, first = task
    key = (id, nodes, openings)
    if key not in samplers:
        samplers[key] = Sampler(*key)
    sampler = samplers[key]
    rows, results = [], []
    for seed in range(first, first + GAMES_PER_TASK):
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

    x = csr_array(rows.astype(np.float64))  # sparse

    def loss_and_slope(w: "np.ndarray") -> "tuple[float, np.ndarray]":
        foretold = x @ w
        loss = np.mean(np.logaddexp(0, foretold) - results * foretold) + SHRINK / 2 * (w @ w)
        guess = np.exp(-np.logaddexp(0, -foretold))
        return loss, x.T @ (guess - results) / len(rows) + SHRINK * w

    best = minimize(loss_and_slope, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B")
    print(f"{len(rows):,} positions, loss {best.fun:.4f}: {best.message}", file=sys.stderr)
    return np.asarray(best.x)


def learn_weights(parts: "list[tuple[np.ndarray, np.ndarray]]") -> list[int]:
    """Return weights fitted to features and results of games."""
    import numpy as np

    rows = np.concatenate([part[0] for part in parts if len(part[0])])
    results = np.concatenate([part[1] for part in parts if len(part[0])])
    return [int(w) for w in np.clip(np.rint(fit(rows, results) * UNITS), -MAX_WEIGHT, MAX_WEIGHT)]


def format_weights(weights: list[int]) -> str:
    """Return the text of a file of weights."""
    lines = [" ".join(map(str, weights[i : i + 16])) for i in range(0, len(weights), 16)]
    return "\n".join(lines) + "\n"


def learn(id: str, games: int, nodes: int, openings: int, workers: int, round: int) -> None:
    """Run one round: play, fit, write."""
    _, evaluation = with_weights(load(id).name)
    firsts = range(round * games, (round + 1) * games, GAMES_PER_TASK)
    tasks = list(zip(repeat(id), repeat(nodes), repeat(openings), firsts, strict=False))
    parts = [sample(tasks.pop())]  # compiles for all processes
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        parts += track(pool.map(sample, tasks), id, total=len(tasks))
    evaluation.weights.write_text(format_weights(learn_weights(parts)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn the weights of an evaluation from games.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=3000, help="for each action, on average")
    parser.add_argument("--openings", type=int, default=12, help="random actions at most")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--round", type=int, default=0, help="its number, for other games")
    args = parser.parse_args()
    if find_spec("scipy") is None:  # check before hours of games
        parser.error("SciPy fits the weights; this installs it:  pip install 'steinreich[tuning]'")
    learn(args.game, args.games, args.nodes, args.openings, args.workers, args.round)


if __name__ == "__main__":
    main()
