"""Checks that machine code agrees with plain Python. (Imports Numba.)"""

from typing import TYPE_CHECKING

from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.core.observation import get_planes, packed_observation
from steinreich.rules import playout
from steinreich.rules.language import Text

if TYPE_CHECKING:
    import numpy as np

ACTIONS_PLAYED = (
    1_500  # approximate number of compared actions, in at least FEWEST and at most MOST games
)
FEWEST, MOST = 3, 12
LISTED, DRAWN_FROM = 5, 3  # positions
EACH = 400  # expected draws of each action
SIX_SIGMA = 6


def check_playouts(trial: Trial) -> None:
    """Check that machine code plays the same random games."""
    import numpy as np

    from steinreich.compile.binder import typed

    game, start = trial.game, trial.game.start(4)
    games = min(max(ACTIONS_PLAYED // len(trial.line(1)), FEWEST), MOST)
    outcomes, lengths = [0] * games, [0] * games
    game.plain(playout.playouts)(start.state, 7, 100, outcomes, lengths)
    fast, long = np.zeros(games, np.int8), np.zeros(games, np.int32)
    game.compiled.entry(playout.playouts)(typed(start.state), np.uint64(7), 100, fast, long)
    if (fast.tolist(), long.tolist()) != (outcomes, lengths):
        raise broken(
            Text(
                "machine code plays other random games than plain Python: is each constant a U64, "
                "and is what ~ and << give cut back with &?"
            )
        )


def check_listing(trial: Trial) -> None:
    """Check that machine code finds the same legal actions."""
    import numpy as np

    from steinreich.compile.binder import typed

    list_them = trial.game.compiled.entry(playout.legal_actions)
    out = np.zeros(trial.game.definition.num_actions, np.int64)
    for moment in trial.some(1, LISTED):
        found = list_them(typed(moment.position.state), out)
        if out[:found].tolist() != moment.actions:
            raise broken(
                Text("machine code finds other legal actions than plain Python"), moment.position
            )


def check_draws(trial: Trial) -> None:
    """Check that random legal actions are uniformly distributed."""
    for moment in trial.some(1, DRAWN_FROM):
        drawn = draws(trial, moment)
        counts = drawn[moment.actions]
        excess = float(((counts - EACH) ** 2 / EACH).sum())
        freedom = len(moment.actions) - 1
        likely = freedom + SIX_SIGMA * (2 * freedom) ** 0.5 + 1  # chi-square
        if counts.sum() != EACH * len(moment.actions) or excess >= likely:
            raise broken(
                Text(
                    "random games do not draw each legal action equally often: are all candidates "
                    "different, and is legal told of no other?"
                ),
                moment.position,
            )


def check_observations(trial: Trial) -> None:
    """Check that machine code makes the same observations."""
    import numpy as np

    from steinreich.compile.binder import typed

    planes = get_planes(trial.game.module)
    pack = trial.game.compiled.entry(planes.pack)
    fast = np.zeros(planes.words, np.uint64)
    for moment in trial.some(1, LISTED):
        pack(typed(moment.position.state), fast, 0, 1)
        if fast.tolist() != packed_observation(moment.position):
            raise broken(
                Text("machine code observes other bits than plain Python"), moment.position
            )


def draws(trial: Trial, moment: Moment) -> "np.ndarray":
    """Return how often each action was drawn."""
    import numpy as np

    from steinreich.compile.binder import typed

    drawn = np.zeros(trial.game.definition.num_actions, np.int64)
    times = EACH * len(moment.actions)
    trial.game.compiled.entry(playout.picks)(
        typed(moment.position.state), np.uint64(8), times, drawn
    )
    return drawn
