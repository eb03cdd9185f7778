"""Matches between players: played in parallel, kept in a file, counted and rated."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steinreich.arena.match import play_games
    from steinreich.arena.plan import Match
    from steinreich.arena.plot import plot
    from steinreich.arena.report import reports

__all__ = ["Match", "play_games", "plot", "reports"]

LATER = {  # loaded at first use: matches in one process need no others
    "Match": "plan",
    "play_games": "match",
    "plot": "plot",
    "reports": "report",
}


def __getattr__(name: str) -> Any:
    """What is loaded at first use."""
    if name not in LATER:
        raise AttributeError(f"module 'steinreich.arena' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{LATER[name]}"), name)
    return value
