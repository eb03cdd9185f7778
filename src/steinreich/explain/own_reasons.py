"""Reasons specific to a game, as a typed object made from its file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from steinreich.core.game import Game
from steinreich.core.game_files import is_built_in, load_companion
from steinreich.explain.context import Context
from steinreich.explain.lookahead import Promising
from steinreich.explain.reason import Kind, Reason
from steinreich.rules.contract import Part
from steinreich.rules.language import Text


@dataclass(frozen=True, slots=True, eq=False)
class OwnReasons:
    """The definitions in a file of reasons; see the docstring of `steinreich.explain`."""

    remarks: Callable[[Context], Iterable[Reason]]
    promising: Promising | None
    speaks_for: frozenset[Kind]


def find_own_reasons(game: Game) -> OwnReasons | None:
    """Return the reasons specific to a game, if it has any."""
    module = load_companion(game.module, "reasons")
    return read_reasons(module) if module else None


@cache
def read_reasons(module: ModuleType) -> OwnReasons:
    """Return the reasons that a module defines."""
    if not is_built_in(module):
        check_reasons(module)
    namespace: Mapping[str, Any] = vars(module)
    return OwnReasons(
        namespace["remarks"], namespace.get("promising"), frozenset(namespace.get("SPEAKS_FOR", ()))
    )


def check_reasons(module: ModuleType) -> None:
    """Raise `BrokenContract` for faults in a third-party file of reasons."""
    from steinreich.core.parts import Parts, check_parts  # imported here, since it is slow

    parts = Parts(
        (
            Part("remarks", arguments="context", is_required=True),
            Part("promising", arguments="s, actions"),
            Part("SPEAKS_FOR", type=set),
        )
    )
    check_parts(module, parts.find_faults(vars(module)))
    unknown = {*vars(module).get("SPEAKS_FOR", ())} - {*Kind}
    check_parts(module, (describe_unknown_kind(value) for value in sorted(unknown, key=repr)))


def describe_unknown_kind(value: object) -> Text:
    """Return the message for an invalid kind in SPEAKS_FOR."""
    return Text("SPEAKS_FOR contains {value}, which is not a Kind", value=repr(value))
