"""Checks that machine code agrees with plain Python. (Imports Numba.)"""

from typing import TYPE_CHECKING

from steinreich.core.checking.trial import SampledPosition, Trial, contract_error
from steinreich.core.observation import get_planes, pack_observation
from steinreich.rules import playout
from steinreich.rules.language import Text

if TYPE_CHECKING:
    import numpy as np

COMPARED_ACTIONS = 1_500  # approximate number of compared actions in all games together
MIN_GAMES, MAX_GAMES = 3, 12
MAX_COMPARED_POSITIONS, MAX_SAMPLED_POSITIONS = 5, 3
EXPECTED_PICKS = 400  # of each legal action
SIX_SIGMA = 6  # standard deviations: a correct game practically never fails
PLAYOUT_SEED, FIRST_PLAYOUT = 7, 100  # any seed and number of the first game
PICK_SEED = 8  # any seed


def check_playouts(trial: Trial) -> None:
    """Check that machine code plays the same random games."""
    import numpy as np

    game, start = trial.game, trial.game.start(4)
    games = min(max(COMPARED_ACTIONS // len(trial.positions(1)), MIN_GAMES), MAX_GAMES)
    outcomes, lengths = [0] * games, [0] * games
    game.plain(playout.playouts)(start.state, PLAYOUT_SEED, FIRST_PLAYOUT, outcomes, lengths)
    fast, long = np.zeros(games, np.int8), np.zeros(games, np.int32)
    game.compiler.entry(playout.playouts)(start.state, PLAYOUT_SEED, FIRST_PLAYOUT, fast, long)
    if (fast.tolist(), long.tolist()) != (outcomes, lengths):
        raise contract_error(
            Text(
                "machine code and plain Python play different random games; is each constant a "
                "U64, and are the results of ~ and << masked with &?"
            )
        )


def check_legal_actions(trial: Trial) -> None:
    """Check that machine code finds the same legal actions."""
    import numpy as np

    list_actions = trial.game.compiler.entry(playout.legal_actions)
    out = np.zeros(trial.game.definition.num_actions, np.int64)
    for sample in trial.sample(1, MAX_COMPARED_POSITIONS):
        found = list_actions(sample.position.state, out)
        if out[:found].tolist() != sample.actions:
            raise contract_error(
                Text("machine code and plain Python find different legal actions"), sample.position
            )


def check_random_actions(trial: Trial) -> None:
    """Check that random legal actions are uniformly distributed (chi-square test)."""
    for sample in trial.sample(1, MAX_SAMPLED_POSITIONS):
        counts = count_random_actions(trial, sample)[sample.actions]
        chi_square = float(((counts - EXPECTED_PICKS) ** 2 / EXPECTED_PICKS).sum())
        degrees_of_freedom = len(sample.actions) - 1
        limit = degrees_of_freedom + SIX_SIGMA * (2 * degrees_of_freedom) ** 0.5 + 1
        if counts.sum() != EXPECTED_PICKS * len(sample.actions) or chi_square >= limit:
            raise contract_error(
                Text(
                    "random games do not choose all legal actions equally often; are all "
                    "candidates distinct?"
                ),
                sample.position,
            )


def check_observations(trial: Trial) -> None:
    """Check that machine code makes the same observations."""
    import numpy as np

    planes = get_planes(trial.game.module)
    pack = trial.game.compiler.entry(planes.pack)
    packed = np.zeros(planes.words, np.uint64)
    for sample in trial.sample(1, MAX_COMPARED_POSITIONS):
        pack(sample.position.state, packed, 0, 1)
        if packed.tolist() != pack_observation(sample.position):
            raise contract_error(
                Text("machine code and plain Python give different observations"), sample.position
            )


def count_random_actions(trial: Trial, sample: SampledPosition) -> "np.ndarray":
    """Return how often each action number was picked in a position."""
    import numpy as np

    counts = np.zeros(trial.game.definition.num_actions, np.int64)
    times = EXPECTED_PICKS * len(sample.actions)
    trial.game.compiler.entry(playout.count_picks)(sample.position.state, PICK_SEED, times, counts)
    return counts
