"""Reasons specific to a game, as a typed object made from its file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from steinreich.core.game import Game
from steinreich.core.game_files import companion, is_built_in
from steinreich.explain.context import Context
from steinreich.explain.lookahead import Promising
from steinreich.explain.reason import Kind, Reason
from steinreich.rules.contract import Part
from steinreich.rules.language import Text


@dataclass(frozen=True, slots=True, eq=False)
class OwnReasons:
    """The definitions of a file of reasons."""

    remarks: Callable[[Context], Iterable[Reason]]
    promising: Promising | None
    speaks_for: frozenset[Kind]


def own_reasons(game: Game) -> OwnReasons | None:
    """Return the reasons specific to a game, if it has any."""
    module = companion(game.module, "reasons")
    return reasons_in(module) if module else None


@cache
def reasons_in(module: ModuleType) -> OwnReasons:
    """Return the reasons that a module defines."""
    if not is_built_in(module):
        check_reasons(module)
    stated: Mapping[str, Any] = vars(module)
    return OwnReasons(
        stated["remarks"], stated.get("promising"), frozenset(stated.get("SPEAKS_FOR", ()))
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
    check_parts(module, parts.faults(vars(module)))
    unknown = {*vars(module).get("SPEAKS_FOR", ())} - {*Kind}
    check_parts(module, (unknown_kind(one) for one in sorted(unknown, key=repr)))


def unknown_kind(value: object) -> Text:
    """Return the message for an invalid kind in SPEAKS_FOR."""
    return Text("SPEAKS_FOR has {value}, which is not a Kind", value=repr(value))
