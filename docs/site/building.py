"""Puts the pages together where Sphinx finds them, and calls it."""

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.cmd.build import build_main

from docs.site.rules_pages import write_rules

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "docs"
# Beside the README, which people read before they come here
PAGES_ABOVE = {"CONTRIBUTING.md": "contributing.md", "ARCHITECTURE.md": "architecture.md"} | {
    "CHANGELOG.md": "changelog.md"
}
PICTURE = re.compile(
    r'<picture><source [^>]*srcset="(?P<dark>[^"]+)">'
    r'<img src="(?P<light>[^"]+)"(?P<more>[^>]*)></picture>'
)
PICTURES = Path("pictures")


def build(folder: Path) -> int:
    """Build the site; the exit code of Sphinx.  A warning is an error: a link leads nowhere."""
    with TemporaryDirectory() as made:
        sources = Path(made)
        gather(sources)
        settings = str(Path(__file__).parent)
        code = build_main(["-q", "-W", "--keep-going", "-c", settings, made, str(folder)])
        # Sphinx takes care of pictures in Markdown, but not of those in HTML.
        shutil.copytree(sources / PICTURES, folder / PICTURES, dirs_exist_ok=True)
        return code


def gather(sources: Path) -> None:
    """All pages in one folder, with the pictures."""
    shutil.copytree(
        DOCS / PICTURES, sources / PICTURES, ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    for page in DOCS.glob("*.md"):
        (sources / page.name).write_text(adapted(page.read_text("utf-8")), "utf-8")
    for name, page_name in PAGES_ABOVE.items():
        text = (REPOSITORY / name).read_text("utf-8").replace("](docs/", "](")
        (sources / page_name).write_text(adapted(text), "utf-8")
    write_rules(sources / "rules")


def adapted(text: str) -> str:
    """A page of the repository as a page of the site: links that lead above it lead beside it, or
    are mere names where the site has no such file, and it keeps its pictures."""
    for name, page in PAGES_ABOVE.items():
        text = re.sub(rf"\]\((\.\./)?{re.escape(name)}", f"]({page}", text)
    text = re.sub(r"\[([^\]]+)\]\(\.\./(?:[^)]+)\)", r"`\1`", text)
    return PICTURE.sub(two_versions, text)


def two_versions(picture: re.Match[str]) -> str:
    """A picture for light and one for dark pages, by classes of the site's theme."""
    return "".join(
        f'<img class="only-{theme}" src="{picture[theme]}"{picture["more"]}>'
        for theme in ("light", "dark")
    )
