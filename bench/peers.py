"""Random Connect Four rollouts by other libraries, as the yardstick for the benchmark.

Needs ``open-spiel``, ``pgx`` and ``jax`` (CPU), which the package itself does not depend on, so
the benchmark runs this file as a script in an environment that has them and reads the JSON back:

    python bench/peers.py --json --seconds 5 --repeat 3

Each JSON row holds exactly the fields of ``PeerResult``, so ``PeerResult(**row)`` restores it.
Every figure is for one core.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

# Long enough that the call from Python is lost in the rollouts (about 0.2 s of C++ per call),
# short enough that the measurement ends near the time asked for.
ROLLOUTS_PER_CALL = 10_000
# Standard error of the mean length about 0.03 actions.
SAMPLED_GAMES = 50_000
STEPS_PER_CALL = 100


class PeerResult(NamedTuple):
    """The games of one peer in ``seconds`` of wall time on one core."""

    name: str
    games: int
    actions: int
    seconds: float

    @property
    def mean_length(self) -> float:
        """Actions per finished game; about 21.3 for uniformly random play."""
        return self.actions / self.games


@cache
def _open_spiel_mean_length(games: int = SAMPLED_GAMES, seed: int = 0) -> float:
    pyspiel = import_module("pyspiel")
    rng = random.Random(seed)
    start = pyspiel.load_game("connect_four").new_initial_state()
    actions = 0
    for _ in range(games):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return actions / games


def open_spiel_rollouts(seconds: float, seed: int = 0) -> PeerResult:
    """Random games from the empty board by OpenSpiel's C++ ``RandomRolloutEvaluator``.

    Python cannot call the evaluator directly, so it runs inside ``MCTSBot`` with a single
    simulation: the search then evaluates the root itself, which is ``ROLLOUTS_PER_CALL`` complete
    random games in one C++ call and one tree node beside them.

    The games are counted exactly. Their actions cannot be counted from outside the C++ loop:
    ``actions`` is ``games`` times the mean length (about 21.3) of ``SAMPLED_GAMES`` random games
    of the same OpenSpiel game played from Python, before the clock starts.
    """
    pyspiel = import_module("pyspiel")
    mean_length = _open_spiel_mean_length()
    game = pyspiel.load_game("connect_four")
    start = game.new_initial_state()

    def make_bot(n_rollouts: int) -> Any:
        return pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(n_rollouts, seed),
            uct_c=2.0,
            max_simulations=1,
            max_memory_mb=1,
            solve=False,
            seed=seed,
            verbose=False,
        )

    make_bot(ROLLOUTS_PER_CALL // 10).mcts_search(start)  # warm caches and clock speed
    bot = make_bot(ROLLOUTS_PER_CALL)
    games = 0
    elapsed = 0.0
    began = time.perf_counter()
    while games == 0 or elapsed < seconds:
        root = bot.mcts_search(start)
        # The count below is right only if the root was evaluated once and nothing else was.
        if root.explore_count != 1 or root.children:
            raise RuntimeError("MCTSBot did not evaluate the root exactly once")
        games += ROLLOUTS_PER_CALL
        elapsed = time.perf_counter() - began
    return PeerResult("open_spiel", games, round(games * mean_length), elapsed)


@cache
def _pgx_functions(
    batch: int, platform: str, observing: bool
) -> tuple[Callable[[int], Any], Callable[[Any], Any]]:
    """Return the start of a batch from a seed, and ``STEPS_PER_CALL`` compiled steps of it."""
    # XLA sizes its thread pools by NPROC when its CPU client starts. The often quoted
    # XLA_FLAGS (xla_cpu_multi_thread_eigen, intra_op_parallelism_threads) do not limit them.
    os.environ["NPROC"] = "1"
    jax = import_module("jax")
    jax.config.update("jax_platforms", platform)
    jnp = import_module("jax.numpy")
    env = import_module("pgx").make("connect_four")
    step = jax.vmap(env.step)
    # Only the player's number is random in a first state, so one serves for every new game.
    fresh = env.init(jax.random.key(0))

    def random_step(carry: Any, _: None) -> tuple[Any, None]:
        states, key, finished = carry
        key, subkey = jax.random.split(key)
        # One uniform number per game, mapped to the k-th legal column: less work than drawing
        # seven Gumbel variates, as pgx.experimental.act_randomly does.
        legal = states.legal_action_mask
        count = legal.sum(axis=1, dtype=jnp.int32)
        chosen = (jax.random.uniform(subkey, (batch,)) * count).astype(jnp.int32)
        rank = jnp.cumsum(legal, axis=1, dtype=jnp.int32)
        action = (rank <= chosen[:, None]).sum(axis=1, dtype=jnp.int32)
        stepped = step(states, action)
        done = stepped.terminated

        def reset(first: Any, now: Any) -> Any:
            return jnp.where(done.reshape((batch,) + (1,) * (now.ndim - 1)), first, now)

        following = jax.tree.map(reset, fresh, stepped)
        if not observing:  # unused: without it in the result the compiler can drop it
            following = following.replace(observation=states.observation)
        return (following, key, finished + done.sum(dtype=jnp.int32)), None

    def advance(carry: Any) -> Any:
        states, key = carry
        scanned, _ = jax.lax.scan(
            random_step, (states, key, jnp.int32(0)), None, length=STEPS_PER_CALL
        )
        return (scanned[0], scanned[1]), scanned[2]

    def start(seed: int) -> Any:
        first, key = jax.random.split(jax.random.key(seed))
        return jax.jit(jax.vmap(env.init))(jax.random.split(first, batch)), key

    return start, jax.jit(advance)


def pgx_rollouts(
    seconds: float,
    batch: int = 1024,
    seed: int = 0,
    platform: str = "cpu",
    observing: bool = False,
) -> PeerResult:
    """Random games by Pgx's ``connect_four``, ``batch`` of them side by side.

    Each compiled call makes ``STEPS_PER_CALL`` steps of all games: a uniformly random legal
    action, ``env.step``, and a new game where one has ended. Steps and ended games are both
    counted. The reset is a plain selection, the random choice a single draw, and the observation
    is not kept unless it is asked for: together about 1.3 to 1.5 times as fast as ``auto_reset``
    with ``act_randomly`` from ``pgx.experimental``, so that Pgx is not measured below what its
    ``env.step`` can do.

    Compilation is outside the measured time. So are the first steps, in which all games are at
    the same move and few end: after them the games are spread evenly over their lengths.

    One core: call it with the process pinned, before anything else has started JAX.
    """
    start, advance = _pgx_functions(batch, platform, observing)
    carry = start(seed)
    for _ in range(2):
        carry, finished = advance(carry)
    int(finished)  # blocks until the steps are computed

    games = 0
    actions = 0
    elapsed = 0.0
    began = time.perf_counter()
    while actions == 0 or elapsed < seconds:
        carry, finished = advance(carry)
        games += int(finished)  # waits for the call, so no work is left over at the end
        actions += batch * STEPS_PER_CALL
        elapsed = time.perf_counter() - began
    return PeerResult("pgx", games, actions, elapsed)


@contextmanager
def on_one_core(cpu: int | None = None) -> Iterator[None]:
    """Keep this process, and the threads it starts meanwhile, on one core where possible.

    By default it takes the last core allowed: the first often serves interrupts as well.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before) if cpu is None else cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def main() -> None:
    """Measure both peers in turn and print the results."""
    parser = argparse.ArgumentParser(description="Random Connect Four rollouts by other libraries.")
    parser.add_argument("--json", action="store_true", help="print a JSON list of results")
    parser.add_argument("--seconds", type=float, default=5.0, help="time per measurement")
    parser.add_argument("--repeat", type=int, default=3, help="measurements of each peer")
    parser.add_argument("--batch", type=int, default=1024, help="games side by side in Pgx")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--observing", choices=("cpu", "cuda"), help="only Pgx, with observations, on this device"
    )
    parser.add_argument("--cpu", type=int, help="core to run on (the last one allowed)")
    args = parser.parse_args()

    results: list[PeerResult] = []
    with nullcontext() if args.observing == "cuda" else on_one_core(args.cpu):
        # Interleaved, so that a change in the machine's load or clock speed falls on both.
        for seed in range(args.seed, args.seed + args.repeat):
            if args.observing:
                results.append(pgx_rollouts(args.seconds, args.batch, seed, args.observing, True))
                continue
            results.append(open_spiel_rollouts(args.seconds, seed))
            results.append(pgx_rollouts(args.seconds, args.batch, seed))

    if args.json:
        print(json.dumps([result._asdict() for result in results], indent=2))
        return
    for result in results:
        print(
            f"{result.name:<10} {result.games / result.seconds:>9,.0f} games/s"
            f" {result.actions / result.seconds:>11,.0f} actions/s"
            f"  mean length {result.mean_length:.2f}"
        )


if __name__ == "__main__":
    main()
