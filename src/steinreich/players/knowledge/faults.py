"""Validation of `knowledge.py` files, with error messages of one line."""

from collections.abc import Iterator
from types import ModuleType

from steinreich.core.faults import find_constant_faults, find_rule_faults
from steinreich.core.parts import Namespace, Parts, check_parts
from steinreich.players.knowledge.definition import Profile
from steinreich.rules.contract import Part, describe_rule
from steinreich.rules.language import Text
from steinreich.search.knowledge import KNOWLEDGE_RULES

RULES = tuple(map(describe_rule, KNOWLEDGE_RULES))
PARTS = Parts(
    (
        *RULES,
        Part("distance", arguments="s"),
        Part("SCALE", type=int),
        Part("FORCING", type=bool),
        Part("SOLVABLE", type=bool),
        Part("LEVELS", type=dict),
    )
)
LEARNED_PARTS = Parts(  # of an evaluation with learned weights
    (
        Part("sum_features", arguments="s, out", is_rule=True, is_required=True),
        Part("feature_value", arguments="out, feature, sign", is_rule=True, is_required=True),
        Part("VALUES", is_required=True),
        Part("WEIGHT_INDICES", is_required=True),
    )
)


def check_heuristics(module: ModuleType) -> None:
    """Raise `BrokenContract` for the first fault in a file of heuristics."""
    namespace = vars(module)
    checks = (
        PARTS.find_faults,
        find_value_faults,
        find_learned_evaluation_faults,
        find_emptiness_fault,
        find_rule_faults,
        find_constant_faults,
    )
    check_parts(module, (fault for check in checks for fault in check(namespace)))


def find_value_faults(namespace: Namespace) -> Iterator[Text]:
    """Yield faults in SCALE and LEVELS."""
    scale, levels = namespace.get("SCALE", 1), namespace.get("LEVELS", {})
    if scale <= 0:
        yield Text("SCALE is {scale}, but must be above 0", scale=scale)
    for level, profile in levels.items():
        if level not in range(1, 11) or not isinstance(profile, Profile):
            yield Text(
                "LEVELS has {level}: {profile}; levels must be 1 to 10, each with a Profile(...)",
                level=repr(level),
                profile=repr(profile),
            )


def find_learned_evaluation_faults(namespace: Namespace) -> Iterator[Text]:
    """Yield missing and malformed parts of a learned evaluation."""
    if "sum_features" in namespace:
        yield from LEARNED_PARTS.find_missing(namespace)
        yield from LEARNED_PARTS.find_malformed(namespace)


def find_emptiness_fault(namespace: Namespace) -> Iterator[Text]:
    """Yield a fault if a file defines nothing that is used."""
    if not any(part in namespace for part in PARTS.by_name):
        listed = ", ".join(rule.name for rule in RULES)
        yield Text("it defines none of {listed}", listed=listed)
