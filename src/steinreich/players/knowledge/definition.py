"""What is known of a game as one typed object, with defaults for what its file leaves out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from steinreich.compile.binder import Rule
from steinreich.players.profile import Profile
from steinreich.rules.bits import LookupTable
from steinreich.search import knowledge
from steinreich.search.knowledge import KNOWLEDGE_RULES

State = Any  # each game has its own NamedTuple
USUAL_SCALE = 600  # a score that makes a win e times as likely as a loss


class LearnedEvaluation(NamedTuple):
    """An evaluation whose weights were learned from games, and can be learned again."""

    appraise: Rule  # what a position is worth: a sum of what `note` says of places
    note: Rule
    values: LookupTable  # of each place
    features: Sequence[int]  # the number of each place's weight; several may share one
    weights: Path  # where the weights are written


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What is known of a game beyond its rules."""

    module: ModuleType
    rules: Mapping[Rule, Rule]  # that take the place of those in `search.knowledge`
    evaluate: Callable[[State], int]
    move_order: Callable[[State, int], int]
    is_noisy: Callable[[State, int], bool]
    scale: int  # a score that makes a win e times as likely as a loss
    is_forcing: bool  # forced wins may be longer than a search reads
    is_solvable: bool  # exact values can be found, at least late in the game
    levels: Mapping[int, Profile]  # profiles of its own, where turns are long or short
    learned: LearnedEvaluation | None


@cache
def knowledge_in(module: ModuleType) -> Knowledge:
    """What a module states, with defaults for what it leaves out."""
    if module.__package__ != __package__:  # ours are tested
        from steinreich.players.knowledge.faults import check_knowledge  # needs much

        check_knowledge(module)
    stated: Mapping[str, Any] = vars(module)
    return Knowledge(
        module=module,
        rules={rule: stated[rule.__name__] for rule in KNOWLEDGE_RULES if rule.__name__ in stated},
        evaluate=stated.get("evaluate", knowledge.evaluate),
        move_order=stated.get("move_order", knowledge.move_order),
        is_noisy=stated.get("is_noisy", knowledge.is_noisy),
        scale=stated.get("SCALE", USUAL_SCALE),
        is_forcing=stated.get("FORCING", False),
        is_solvable=stated.get("SOLVABLE", False),
        levels=stated.get("LEVELS", {}),
        learned=learned_in(module),
    )


def learned_in(module: ModuleType) -> LearnedEvaluation | None:
    """The evaluation of a module, where it has weights to learn."""
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
