"""Reasons in a game's own words, as one typed object made from its file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from steinreich.core.game import Game
from steinreich.core.game_files import found_for
from steinreich.explain.context import Context
from steinreich.explain.lookahead import Promising
from steinreich.explain.reason import Kind, Reason
from steinreich.rules.language import Words

PACKAGE = "steinreich.explain.games"


@dataclass(frozen=True, slots=True, eq=False)
class OwnReasons:
    """What a file of reasons states."""

    remarks: Callable[[Context], Iterable[Reason]]
    promising: Promising | None
    speaks_for: frozenset[Kind]


def own_reasons(game: Game) -> OwnReasons | None:
    """The reasons that only this game knows of, if it has any."""
    module = found_for(game, "reasons", PACKAGE)
    return reasons_in(module) if module else None


@cache
def reasons_in(module: ModuleType) -> OwnReasons:
    """The reasons that a module states."""
    if module.__package__ != PACKAGE:  # ours are tested
        check_reasons(module)
    stated: Mapping[str, Any] = vars(module)
    return OwnReasons(
        stated["remarks"], stated.get("promising"), frozenset(stated.get("SPEAKS_FOR", ()))
    )


def check_reasons(module: ModuleType) -> None:
    """Say what is wrong with somebody's file of reasons."""
    from steinreich.core.parts import Parts, check_parts  # looks at functions: needs much

    functions = {"remarks": "context", "promising": "s, actions"}
    parts = Parts({}, functions, {"SPEAKS_FOR": set}, ("remarks",))
    check_parts(module, parts.faults(vars(module)))
    unknown = {*vars(module).get("SPEAKS_FOR", ())} - {*Kind}
    check_parts(module, (no_kind(one) for one in sorted(unknown, key=repr)))


def no_kind(value: object) -> Words:
    """What a file of reasons cannot speak for."""
    return Words(
        f"SPEAKS_FOR has {value!r}, which is not a Kind",
        f"SPEAKS_FOR enthält {value!r}, das kein Kind ist",
    )
