"""The heuristics of a game as one typed object, with defaults."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from steinreich.compile.binder import Rule
from steinreich.core.game_files import is_built_in
from steinreich.rules.bits import LookupTable
from steinreich.search import knowledge
from steinreich.search.knowledge import DEFAULT_SCALE, KNOWLEDGE_RULES

UNITS = 256  # SCALE of learned evaluations: a score at which a win is e times as likely as a loss

State = Any  # each game has its own NamedTuple


class Profile(NamedTuple):
    """The strength of a level."""

    nodes: int = 0  # node budget per action, used if no depth is set
    depth: int | None = None  # search depth in actions
    action_probability: float = 1.0  # that an action is considered at all
    reply_probability: float = 1.0  # that the opponent's reply to an action is considered
    noise: float = 0.0  # standard deviation of evaluation noise, in units of `scale`
    blunder_probability: float = 0.0  # of playing the worst considered action


class LearnedEvaluation(NamedTuple):
    """An evaluation by weights of features, and the data needed to learn the weights."""

    sum_features: Rule  # the evaluation, computed from calls of `feature_value`
    feature_value: Rule  # returns the value of one feature; tuning counts the calls
    values: LookupTable  # the weight of each feature
    weight_indices: Sequence[int]  # for each feature, the index of its weight in the file
    weights: Path  # the weights file


@dataclass(frozen=True, slots=True, eq=False)
class Heuristics:
    """The heuristics of a game."""

    module: ModuleType
    rules: Mapping[Rule, Rule]  # replacements for the defaults in `search.knowledge`
    evaluate: Callable[[State], int]
    move_order: Callable[[State, int], int]
    is_noisy: Callable[[State, int], bool]
    distance: Callable[[State], int]  # in games for one player: estimated distance to the goal
    scale: int  # score at which a win is e times as likely as a loss
    is_forcing: bool  # forced wins may be longer than the search depth
    is_solvable: bool  # exact values can be computed, at least late in the game
    levels: Mapping[int, Profile]  # profiles that replace the default ones, by level
    learned: LearnedEvaluation | None


@cache
def read_heuristics(module: ModuleType) -> Heuristics:
    """Return the heuristics that a module defines, with defaults for the others."""
    if not is_built_in(module):
        from steinreich.players.knowledge.faults import check_heuristics  # slow to import

        check_heuristics(module)
    namespace: Mapping[str, Any] = vars(module)
    return Heuristics(
        module=module,
        rules={
            rule: namespace[rule.__name__] for rule in KNOWLEDGE_RULES if rule.__name__ in namespace
        },
        evaluate=namespace.get("evaluate", knowledge.evaluate),
        move_order=namespace.get("move_order", knowledge.move_order),
        is_noisy=namespace.get("is_noisy", knowledge.is_noisy),
        distance=namespace.get("distance", zero_distance),
        scale=namespace.get("SCALE", DEFAULT_SCALE),
        is_forcing=namespace.get("FORCING", False),
        is_solvable=namespace.get("SOLVABLE", False),
        levels=namespace.get("LEVELS", {}),
        learned=find_learned_evaluation(module),
    )


def zero_distance(s: State) -> int:
    """Return 0 for all states: the default of `distance`."""
    return 0


def read_weights(file: str, count: int) -> list[int]:
    """Return the weights in the `.weights` file beside a source file; zeros if there is none."""
    path = Path(file).with_suffix(".weights")
    if not path.exists():
        return [0] * count
    weights = [int(word) for word in path.read_text().split()]
    if len(weights) != count:
        raise ValueError(f"{path.name} holds {len(weights)} weights, not {count}")
    return weights


def find_learned_evaluation(module: ModuleType) -> LearnedEvaluation | None:
    """Return the learned evaluation of a module, if it has one."""
    namespace: Mapping[str, Any] = vars(module)
    if "sum_features" not in namespace:
        return None
    return LearnedEvaluation(
        namespace["sum_features"],
        namespace["feature_value"],
        namespace["VALUES"],
        namespace["WEIGHT_INDICES"],
        Path(str(module.__file__)).with_suffix(".weights"),
    )
