"""What the build of a package asks us: whether the pages are there, and how it is described."""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

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


class DescriptionHook(MetadataHookInterface):
    """A package is described by the README, in which pictures and links lead into the repository:
    elsewhere they would lead nowhere."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": described(text)}


INSTALL = """\
```sh
pip install 'steinreich[hall]'
steinreich                       # opens the hall in your browser
```

"""


def described(text: str) -> str:
    """The README with installation by pip first, and without what needs the repository: pictures,
    tables of pictures, links to files beside it."""
    text = re.sub(r"\A(# .*\n\n)", lambda title: title[1] + INSTALL, text)
    text = re.sub(
        r"(?m)^\|.*<picture>.*\n(\|.*\n)?|^\|[ |]*\n\|[-:| ]+\n(?=\|.*<picture>)", "", text
    )
    text = re.sub(r"<picture>.*?</picture>\n*", "", text)
    return re.sub(r"\[([^\]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)
