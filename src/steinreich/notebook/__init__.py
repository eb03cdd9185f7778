"""Notebook widgets for JupyterLab, VS Code and Marimo.

The widgets need the extra `notebook`: `pip install 'steinreich[notebook]'`.
"""

from typing import TYPE_CHECKING

from steinreich.rules.extras import WIDGETS, require_extra

if TYPE_CHECKING:
    from steinreich.notebook.widgets import PlayableBoard, RecordViewer

__all__ = ["PlayableBoard", "RecordViewer"]


def __getattr__(name: str) -> object:
    """Load the widgets at their first use, since their packages are optional."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with require_extra(WIDGETS):
        from steinreich.notebook import widgets
    return getattr(widgets, name)
