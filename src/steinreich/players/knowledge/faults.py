"""Validation of `knowledge.py` files, with error messages of one line."""

from collections.abc import Iterator
from types import ModuleType

from steinreich.core.faults import constant_faults, rule_faults
from steinreich.core.parts import Parts, Stated, check_parts
from steinreich.players.knowledge.definition import Profile
from steinreich.rules.contract import Part, rule_part
from steinreich.rules.language import Text
from steinreich.search.knowledge import KNOWLEDGE_RULES

RULES = tuple(map(rule_part, KNOWLEDGE_RULES))
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
LEARNED = Parts(  # for learned weights
    (
        Part("appraise", arguments="s, out", is_rule=True, is_required=True),
        Part("note", arguments="out, place, sign", is_rule=True, is_required=True),
        Part("VALUES", is_required=True),
        Part("FEATURES", is_required=True),
    )
)


def check_knowledge(module: ModuleType) -> None:
    """Raise an error for the first fault in a file of knowledge."""
    stated = vars(module)
    checks = (PARTS.faults, values, learned, nothing, rule_faults, constant_faults)
    check_parts(module, (fault for check in checks for fault in check(stated)))


def values(stated: Stated) -> Iterator[Text]:
    """Yield faults in numbers and profiles."""
    scale, levels = stated.get("SCALE", 1), stated.get("LEVELS", {})
    if scale <= 0:
        yield Text("SCALE is {scale}, not above 0", scale=scale)
    for level, profile in levels.items():
        if level not in range(1, 11) or not isinstance(profile, Profile):
            yield Text(
                "LEVELS has {level}: {profile}; levels are 1 to 10, each with a Profile(...)",
                level=repr(level),
                profile=repr(profile),
            )


def learned(stated: Stated) -> Iterator[Text]:
    """Yield the missing parts of a learned evaluation."""
    if "appraise" in stated:
        yield from LEARNED.missing(stated)
        yield from LEARNED.malformed(stated)


def nothing(stated: Stated) -> Iterator[Text]:
    """Yield a fault if a file defines nothing that is used."""
    if not any(part in stated for part in PARTS.by_name):
        listed = ", ".join(rule.name for rule in RULES)
        yield Text("it defines none of {listed}", listed=listed)
