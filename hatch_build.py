"""Looks after the pages of the hall when a package is built: they come from another tool."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = Path("src/steinreich/hall/static")
MISSING = (
    "the pages of the hall are not built; `make client` builds them (with Node.js). "
    "STEINREICH_WITHOUT_PAGES=1 makes a package without them, in which `serve` shows nothing."
)


class PagesHook(BuildHookInterface[Any]):
    """A package that is given away has pages, or nobody gets it by mistake."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        has_pages = (Path(self.root) / PAGES / "index.html").exists()
        wanted = version == "standard" and not os.environ.get("STEINREICH_WITHOUT_PAGES")
        if wanted and not has_pages:
            raise RuntimeError(MISSING)
