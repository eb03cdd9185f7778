"""Boards to look at and to play on in notebooks: JupyterLab, VS Code, Marimo.

The widgets need the extra `notebook`: `pip install 'steinreich[notebook]'`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steinreich.notebook.widgets import PlayableBoard, RecordViewer

__all__ = ["PlayableBoard", "RecordViewer"]


def __getattr__(name: str) -> object:
    """Widgets are loaded when they are wanted: not everybody has the extra."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from steinreich.notebook import widgets
    except ModuleNotFoundError as missing:
        raise ImportError(
            f"widgets need packages that are not installed ({missing.name} is missing);"
            " this installs them:  pip install 'steinreich[notebook]'"
        ) from None
    return getattr(widgets, name)
