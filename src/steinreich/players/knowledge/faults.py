"""What is wrong with a file of knowledge, in one line."""

import inspect
from collections.abc import Iterator
from types import ModuleType

from steinreich.core.parts import Parts, Stated, check_parts, own_rules
from steinreich.core.plain_numbers import plain_numbers
from steinreich.players.profile import Profile
from steinreich.rules.language import Words
from steinreich.search.knowledge import KNOWLEDGE_RULES

RULES = {rule.__name__: ", ".join(inspect.signature(rule).parameters) for rule in KNOWLEDGE_RULES}
PARTS = Parts(RULES, {}, {"SCALE": int, "FORCING": bool, "SOLVABLE": bool, "LEVELS": dict})
LEARNED = Parts(  # for those who learn weights
    {"appraise": "s, out", "note": "out, place, sign"},
    {},
    {},
    ("appraise", "note", "VALUES", "FEATURES"),
)


def check_knowledge(module: ModuleType) -> None:
    """Say what is wrong with a file of knowledge, if anything is."""
    stated = vars(module)
    checks = (PARTS.faults, values, learned, nothing, constants)
    check_parts(module, (fault for check in checks for fault in check(stated)))


def values(stated: Stated) -> Iterator[Words]:
    """Numbers and profiles that mean something."""
    scale, levels = stated.get("SCALE", 1), stated.get("LEVELS", {})
    if scale <= 0:
        yield Words(f"SCALE is {scale}, not above 0", f"SCALE ist {scale}, nicht über 0")
    for level, profile in levels.items():
        if level not in range(1, 11) or not isinstance(profile, Profile):
            yield Words(
                f"LEVELS has {level!r}: {profile!r}; levels are 1 to 10, each with a Profile(...)",
                f"LEVELS hat {level!r}: {profile!r}; Stufen sind 1 bis 10, je mit Profile(...)",
            )


def learned(stated: Stated) -> Iterator[Words]:
    """An evaluation to learn has all its parts."""
    if "appraise" in stated:
        yield from LEARNED.missing(stated)
        yield from LEARNED.malformed(stated)


def constants(stated: Stated) -> Iterator[Words]:
    """Plain numbers beside sets."""
    yield from plain_numbers(own_rules(stated, stated))


def nothing(stated: Stated) -> Iterator[Words]:
    """A file of which nobody asks for anything."""
    if not any(part in stated for part in (*PARTS.rules, *PARTS.data)):
        listed = ", ".join(PARTS.rules)
        yield Words(f"it defines none of {listed}", f"sie definiert nichts von {listed}")
