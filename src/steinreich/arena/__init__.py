"""Matches between players: played in parallel, stored in a file, and rated."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steinreich.arena.chart import plot
    from steinreich.arena.plan import Match
    from steinreich.arena.report import reports
    from steinreich.arena.running import play_games

__all__ = ["Match", "play_games", "plot", "reports"]

LAZY_ATTRIBUTES = {  # name: module; loaded at first use, since `play_match` does not need them
    "Match": "plan",
    "play_games": "running",
    "plot": "chart",
    "reports": "report",
}


def __getattr__(name: str) -> Any:
    """Load an attribute at first use."""
    if name not in LAZY_ATTRIBUTES:
        raise AttributeError(f"module 'steinreich.arena' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{LAZY_ATTRIBUTES[name]}"), name)
    return value
