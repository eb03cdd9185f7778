"""Contract tests of a game, used by `steinreich check` and the tests of this project.

Each check examines the random games of a `Trial` and raises `BrokenContract`, whose message states
the fault and the position in one line.
"""

from collections.abc import Callable
from itertools import product
from math import prod

from steinreich.core.checking import (
    actions,
    boards,
    machine_code,
    results,
    texts,
)
from steinreich.core.checking.trial import Trial
from steinreich.core.game import Game, load

MAX_VARIANTS = 60  # combinations of option values
MAX_COMBINED_VALUES = 5  # of an option, in combinations; alone, each value is tested

Check = Callable[[Trial], None]

PLAIN_CHECKS: tuple[Check, ...] = (
    texts.check_about,
    texts.check_options,
    texts.check_rules,
    texts.check_figures,
    results.check_outcomes,
    actions.check_names,
    actions.check_round_trips,
    results.check_turns,
    results.check_pass,
    boards.check_board,
    boards.check_pieces,
    actions.check_actions,
    actions.check_legal_ways,
    actions.check_effects,
    boards.check_symmetry_group,
    boards.check_symmetries,
    boards.check_observations,
    boards.check_setup,
    texts.check_spoken_names,
    results.check_endings,
)
MACHINE_CODE_CHECKS: tuple[Check, ...] = (
    machine_code.check_playouts,
    machine_code.check_legal_actions,
    machine_code.check_random_actions,
    machine_code.check_observations,
)


def check(game: Game) -> None:
    """Run all checks; raise `BrokenContract` for the first fault."""
    trial = Trial(game)
    for run_check in (*PLAIN_CHECKS, *MACHINE_CODE_CHECKS):
        run_check(trial)


def variants(name: str) -> list[str]:
    """Return the ids of the variants of a game to check: all combinations of option values, or a
    sample in which each value occurs.
    """
    options = load(name).about.options
    combined = [sample_values(option.values) for option in options]
    if prod(map(len, combined)) > MAX_VARIANTS:
        combined = [option.values[:1] for option in options]
    names = [option.name for option in options]
    chosen = [dict(zip(names, values, strict=True)) for values in product(*combined)]
    chosen += [{option.name: value} for option in options for value in option.values]
    return list(dict.fromkeys(load(name, **values).id for values in chosen))


def sample_values(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return all values, or a sample: the first ones, the middle one and the last."""
    if len(values) <= MAX_COMBINED_VALUES:
        return values
    return (*values[: MAX_COMBINED_VALUES - 2], values[len(values) // 2], values[-1])
