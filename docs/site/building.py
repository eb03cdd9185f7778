"""Collect the pages in a folder and run Sphinx."""

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.cmd.build import build_main

from docs.site.rules_pages import write_rules

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "docs"
# Pages in the root of the repository, except the README: their names on the site
ROOT_PAGES = {"CONTRIBUTING.md": "contributing.md", "ARCHITECTURE.md": "architecture.md"} | {
    "CHANGELOG.md": "changelog.md"
}
PICTURE = re.compile(
    r'<picture><source [^>]*srcset="(?P<dark>[^"]+)">'
    r'<img src="(?P<light>[^"]+)"(?P<attributes>[^>]*)></picture>'
)
PICTURES = Path("pictures")


def build(folder: Path) -> int:
    """Build the site; return the exit code of Sphinx.  Warnings (broken links) are errors."""
    with TemporaryDirectory() as folder_name:
        sources = Path(folder_name)
        collect_sources(sources)
        settings = str(Path(__file__).parent)
        code = build_main(["-q", "-W", "--keep-going", "-c", settings, folder_name, str(folder)])
        # Sphinx copies pictures of Markdown, but not those of HTML.
        shutil.copytree(sources / PICTURES, folder / PICTURES, dirs_exist_ok=True)
        return code


def collect_sources(sources: Path) -> None:
    """Write all pages, adapted to the site, and all pictures to one folder."""
    shutil.copytree(
        DOCS / PICTURES, sources / PICTURES, ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    for page in DOCS.glob("*.md"):
        (sources / page.name).write_text(adapt_page(page.read_text("utf-8")), "utf-8")
    for name, page_name in ROOT_PAGES.items():
        text = (REPOSITORY / name).read_text("utf-8").replace("](docs/", "](")
        (sources / page_name).write_text(adapt_page(text), "utf-8")
    write_rules(sources / "rules")


def adapt_page(text: str) -> str:
    """Adapt a page to the site: rewrite links to pages of the root, replace links to other files by
    their names, and make pictures follow the theme."""
    for name, page in ROOT_PAGES.items():
        text = re.sub(rf"\]\((\.\./)?{re.escape(name)}", f"]({page}", text)
    text = re.sub(r"\[([^\]]+)\]\(\.\./(?:[^)]+)\)", r"`\1`", text)
    return PICTURE.sub(make_theme_images, text)


def make_theme_images(picture: re.Match[str]) -> str:
    """Return images for light and dark pages, by classes of the site's theme."""
    return "".join(
        f'<img class="only-{theme}" src="{picture[theme]}"{picture["attributes"]}>'
        for theme in ("light", "dark")
    )
