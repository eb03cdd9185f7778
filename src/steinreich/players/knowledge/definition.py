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

UNITS = 256  # score at which a win is e times as likely as a loss

State = Any  # each game has its own NamedTuple


class Profile(NamedTuple):
    """The strength of a level."""

    nodes: int = 0  # node budget per action, used if no depth is set
    depth: int | None = None  # search depth in actions
    notice: float = 1.0  # probability that an action is considered at all
    reading: float = 1.0  # probability that the opponent's answer is considered
    doubt: float = 0.0  # standard deviation of evaluation noise, in units of `scale`
    blunder: float = 0.0  # probability of playing the worst considered action


class LearnedEvaluation(NamedTuple):
    """An evaluation with learned weights, and the data needed to tune them."""

    appraise: Rule  # the evaluation, computed from calls of `note`
    note: Rule  # returns the value of one feature; tuning counts the calls
    values: LookupTable  # weight at each index that is passed to `note`
    features: Sequence[int]  # for each of these indices, that of its weight in the file
    weights: Path  # the weights file


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
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
def knowledge_in(module: ModuleType) -> Knowledge:
    """Return the heuristics that a module defines, with defaults for the others."""
    if not is_built_in(module):
        from steinreich.players.knowledge.faults import check_knowledge  # slow to import

        check_knowledge(module)
    stated: Mapping[str, Any] = vars(module)
    return Knowledge(
        module=module,
        rules={rule: stated[rule.__name__] for rule in KNOWLEDGE_RULES if rule.__name__ in stated},
        evaluate=stated.get("evaluate", knowledge.evaluate),
        move_order=stated.get("move_order", knowledge.move_order),
        is_noisy=stated.get("is_noisy", knowledge.is_noisy),
        distance=stated.get("distance", no_distance),
        scale=stated.get("SCALE", DEFAULT_SCALE),
        is_forcing=stated.get("FORCING", False),
        is_solvable=stated.get("SOLVABLE", False),
        levels=stated.get("LEVELS", {}),
        learned=find_learned_evaluation(module),
    )


def no_distance(s: State) -> int:
    """Return 0 for all states: the default distance."""
    return 0


def read_weights(file: str, count: int) -> list[int]:
    """Return the weights in the `.weights` file beside a source file; zeros if there is none."""
    path = Path(file).with_suffix(".weights")
    if not path.exists():
        return [0] * count
    found = [int(word) for word in path.read_text().split()]
    if len(found) != count:
        raise ValueError(f"{path.name} holds {len(found)} weights, not {count}")
    return found


def find_learned_evaluation(module: ModuleType) -> LearnedEvaluation | None:
    """Return the learned evaluation of a module, if it has one."""
    stated: Mapping[str, Any] = vars(module)
    if "appraise" not in stated:
        return None
    return LearnedEvaluation(
        stated["appraise"],
        stated["note"],
        stated["VALUES"],
        stated["FEATURES"],
        Path(str(module.__file__)).with_suffix(".weights"),
    )
