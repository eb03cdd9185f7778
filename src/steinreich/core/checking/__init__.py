"""Whether a game keeps the contract: what `steinreich check` and the tests ask of every game.

Each check looks at the random games of a `Trial` and raises `BrokenContract` with one line that
says what is wrong and in which position.
"""

from collections.abc import Callable
from itertools import product
from math import prod

from steinreich.core.checking import (
    actions,
    figures,
    machine_code,
    names,
    observations,
    pictures,
    results,
    setup,
    symmetry,
    texts,
)
from steinreich.core.checking.trial import Trial
from steinreich.core.game import Game, load

MOST_VARIANTS = 60  # combinations of options
FEW = 5  # values of an option that are combined with those of others; each is looked at alone

Check = Callable[[Trial], None]

PLAIN_CHECKS: tuple[Check, ...] = (
    texts.check_words,
    texts.check_options,
    texts.check_rules,
    figures.check_figures,
    results.check_outcomes,
    names.check_names,
    names.check_strings,
    results.check_turns,
    results.check_passed,
    pictures.check_board,
    pictures.check_pieces,
    actions.check_actions,
    actions.check_variety,
    actions.check_ways,
    actions.check_effects,
    symmetry.check_group,
    symmetry.check_symmetries,
    observations.check_observations,
    setup.check_setup,
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
    """Everything; the first fault is raised."""
    trial = Trial(game)
    for one in (*PLAIN_CHECKS, *MACHINE_CODE_CHECKS):
        one(trial)


def variants(name: str) -> list[str]:
    """The ids of a game with its options: all combinations, or some of them where there are many,
    and each value alone."""
    options = load(name).about.options
    combined = [few(option.values) for option in options]
    if prod(map(len, combined)) > MOST_VARIANTS:
        combined = [option.values[:1] for option in options]
    titles = [option.name for option in options]
    chosen = [dict(zip(titles, values, strict=True)) for values in product(*combined)]
    chosen += [{option.name: value} for option in options for value in option.values]
    return list(dict.fromkeys(load(name, **values).id for values in chosen))


def few(values: tuple[str, ...]) -> tuple[str, ...]:
    """All values, or the first, which are the usual ones, one of the middle and the last."""
    if len(values) <= FEW:
        return values
    return (*values[: FEW - 2], values[len(values) // 2], values[-1])
