"""Build hooks: check for the pages, compile the catalogues, generate the description."""

import os
import re
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = Path("src/steinreich/hall/static")
LOCALE = Path("src/steinreich/locale")
DOMAIN = "steinreich"  # the texts of the Python package; those of the client are in its pages
MISSING = (
    "the pages of the hall are not built; `make client` builds them (with Node.js). "
    "STEINREICH_WITHOUT_PAGES=1 makes a package without them, in which `serve` shows nothing."
)


class PagesHook(BuildHookInterface[Any]):
    """Refuse to build a package without the pages of the hall, unless explicitly requested."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        has_pages = (Path(self.root) / PAGES / "index.html").exists()
        needs_pages = version == "standard" and not os.environ.get("STEINREICH_WITHOUT_PAGES")
        if needs_pages and not has_pages:
            raise RuntimeError(MISSING)
        compile_catalogues(Path(self.root) / LOCALE)


def compile_catalogues(folder: Path) -> None:
    """Compile the catalogues to the binary files that `gettext` reads."""
    for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"):
        with path.open("rb") as text, path.with_suffix(".mo").open("wb") as binary:
            write_mo(binary, read_po(text))


class DescriptionHook(MetadataHookInterface):
    """Generate the description from the README, without relative links and pictures."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": get_description(text)}


INSTALL = """\
```sh
pip install 'steinreich[hall]'
steinreich                       # opens the hall in your browser
```

"""


def get_description(text: str) -> str:
    """Return the README with installation by pip first, without pictures and relative links."""
    text = re.sub(r"\A(# .*\n\n)", lambda title: title[1] + INSTALL, text)
    # Remove the table of pictures: its header, and rows with pictures together with their captions.
    text = re.sub(
        r"(?m)^\|.*<picture>.*\n(\|.*\n)?|^\|[ |]*\n\|[-:| ]+\n(?=\|.*<picture>)", "", text
    )
    text = re.sub(r"<picture>.*?</picture>\n*", "", text)
    return re.sub(r"\[([^\]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parent / LOCALE)
