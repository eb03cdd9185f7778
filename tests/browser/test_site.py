"""The documentation site: built from the pages, complete, and usable without a server."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, expect

import steinreich
from steinreich.rules.language import LANGUAGES

pytestmark = pytest.mark.xdist_group(__name__)  # the site is built once

LINKS = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "srcset"}


class ParsedPage(HTMLParser):
    """The references of a page, and its link targets."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []  # tag, address
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.anchors.add(attributes.get("id") or "")
        if address := attributes.get(LINKS.get(tag, "")):
            self.links.append((tag, address))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    # In a process of its own: its libraries emit warnings, which are errors here.
    command = [sys.executable, "-m", "docs.site", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, ParsedPage]:
    return {path: ParsedPage(path) for path in site.rglob("*.html")}


def test_links_have_targets(pages: dict[Path, ParsedPage]) -> None:
    for path, page in pages.items():
        for _, address in page.links:
            split = urlsplit(address)
            if split.scheme or address == "#":
                continue
            target = (path.parent / unquote(split.path)).resolve() if split.path else path
            assert target.exists(), f"{path.name}: {address}"
            if split.fragment and target in pages:
                assert unquote(split.fragment) in pages[target].anchors, f"{path.name}: {address}"


def test_nothing_is_loaded_from_other_origins(pages: dict[Path, ParsedPage]) -> None:
    loaded = [address for page in pages.values() for tag, address in page.links if tag != "a"]
    assert loaded
    assert not [address for address in loaded if urlsplit(address).netloc]


def test_rules_are_available_in_all_languages(site: Path) -> None:
    for name in steinreich.games():
        game = steinreich.load(name)
        for language in LANGUAGES:
            text = (site / "rules" / f"{name}-{language}.html").read_text("utf-8")
            assert game.about.title.in_language(language) in text
            assert game.rules[0].heading.in_language(language) in text


def list_public_names() -> Iterator[tuple[str, object]]:
    """Return all public names: see docs/stability.md."""
    for module in re.findall(r"automodule:: (\S+)", Path("docs/api.md").read_text()):
        imported = __import__(module, fromlist=["__all__"])
        # For modules without `__all__`, docs/api.md lists the public names
        for name in getattr(imported, "__all__", ()):
            yield f"{module}.{name}", getattr(imported, name)


def test_every_public_name_is_in_the_reference(pages: dict[Path, ParsedPage], site: Path) -> None:
    names = dict(list_public_names())
    assert "steinreich.load" in names
    documented = pages[site / "api.html"].anchors
    assert not [name for name in names if name not in documented]


def test_site_works_without_a_server(chromium: Browser, site: Path) -> None:
    page = chromium.new_page()
    requested_urls: list[str] = []
    page.on("request", lambda request: requested_urls.append(request.url))
    page.goto((site / "index.html").as_uri())
    expect(page.get_by_role("heading", name="Steinreich", exact=False).first).to_be_visible()
    page.get_by_placeholder("Search").first.fill("perft")
    page.keyboard.press("Enter")
    expect(
        page.locator("#search-results a").filter(has_text="The command line").first
    ).to_be_visible()
    page.close()
    assert all(url.startswith(("file:", "data:")) for url in requested_urls)
