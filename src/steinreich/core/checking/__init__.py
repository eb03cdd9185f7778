"""Contract tests of a game, used by `steinreich check` and the tests of this project.

Each check examines the random games of a `Trial` and raises `BrokenContract` with one line that
states the fault and the position.
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

MAX_VARIANTS = 60  # combinations of options
MAX_COMBINED_VALUES = 5  # of an option, combined with those of others; each is tested alone

Check = Callable[[Trial], None]

PLAIN_CHECKS: tuple[Check, ...] = (
    texts.check_words,
    texts.check_options,
    texts.check_rules,
    texts.check_figures,
    results.check_outcomes,
    actions.check_names,
    actions.check_strings,
    results.check_turns,
    results.check_passed,
    boards.check_board,
    boards.check_pieces,
    actions.check_actions,
    actions.check_ways,
    actions.check_effects,
    boards.check_group,
    boards.check_symmetries,
    boards.check_observations,
    boards.check_setup,
    texts.check_spoken,
    results.check_endings,
)
MACHINE_CODE_CHECKS: tuple[Check, ...] = (
    machine_code.check_playouts,
    machine_code.check_listing,
    machine_code.check_draws,
    machine_code.check_observations,
)


def check(game: Game) -> None:
    """Run all checks; the first fault is raised."""
    trial = Trial(game)
    for one in (*PLAIN_CHECKS, *MACHINE_CODE_CHECKS):
        one(trial)


def variants(name: str) -> list[str]:
    """Return the ids of the variants of a game: all combinations of options, or a sample with each
    value at least once."""
    options = load(name).about.options
    combined = [sample_values(option.values) for option in options]
    if prod(map(len, combined)) > MAX_VARIANTS:
        combined = [option.values[:1] for option in options]
    titles = [option.name for option in options]
    chosen = [dict(zip(titles, values, strict=True)) for values in product(*combined)]
    chosen += [{option.name: value} for option in options for value in option.values]
    return list(dict.fromkeys(load(name, **values).id for values in chosen))


def sample_values(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return all values, or a sample: the first ones, the middle one and the last."""
    if len(values) <= MAX_COMBINED_VALUES:
        return values
    return (*values[: MAX_COMBINED_VALUES - 2], values[len(values) // 2], values[-1])
