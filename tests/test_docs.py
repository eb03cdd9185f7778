"""All user-visible features are documented, and all documented features exist."""

import re
from pathlib import Path

import pytest

import steinreich
from steinreich import games, load
from steinreich.rules.contract import PARTS, Part

RULES = Path("docs/rules.md").read_text()
ALL_PAGES = "\n".join(
    page.read_text() for page in [*Path("docs").glob("*.md"), *Path().glob("*.md")]
)


@pytest.mark.parametrize("name", games())
def test_rules_page_documents_games_and_options(name: str) -> None:
    section = re.search(rf"^## [^\n]*`{name}`\n(.*?)(?=^## |\Z)", RULES, re.M | re.S)
    assert section, f"docs/rules.md has no section on {name}"
    for option in load(name).about.options:
        row = re.search(rf"^\| `{option.name}` \|(.*)$", section[1], re.M)
        assert row, f"option {option.name} of {name} is not in docs/rules.md"
        for value in option.values if option.name != "size" else ("6x6", "4x4", "8x8"):
            assert f"`{value}`" in row[1], f"{option.name}={value} of {name} is not documented"


@pytest.mark.parametrize("name", games())
def test_example_positions_are_valid(name: str) -> None:
    setup = {"setup": "fixed"} if name == "tzaar" else {}
    start = str(load(name, **setup).start())
    if name != "vier3d":
        assert f"`{start}`" in RULES.replace("\n", " ")


def test_documentation_names_all_environment_variables() -> None:
    package = Path(steinreich.__file__).parent
    settings = {
        name
        for source in package.rglob("*.py")
        for name in re.findall(r"\bSTEINREICH_[A-Z]+\b", source.read_text())
    }
    assert settings
    assert all(f"`{name}`" in ALL_PAGES for name in settings)


@pytest.mark.parametrize("part", PARTS.values(), ids=lambda part: part.name)
def test_guide_documents_all_parts_of_games(part: Part) -> None:
    """The guide has a row for each part of the contract except `ABOUT`, which has a paragraph."""
    guide = Path("CONTRIBUTING.md").read_text()
    optional = "" if part.is_required else "*optional:* "
    row = f"| `{part.heading}` | {optional}{part.help} |"
    assert "`ABOUT`" in guide if part.name == "ABOUT" else row in guide.splitlines()


def test_guide_documents_existing_parts_only() -> None:
    guide = Path("CONTRIBUTING.md").read_text()
    assert {*re.findall(r"^\| `(\w+)", guide, re.M)} == {
        part.name for part in PARTS.values() if part.name != "ABOUT"
    }


def test_architecture_page_documents_all_layers() -> None:
    text = Path("ARCHITECTURE.md").read_text()
    folders = [path.name for path in Path(steinreich.__file__).parent.iterdir() if path.is_dir()]
    assert all(f"  {name}/" in text for name in folders if name != "__pycache__")


def test_links_have_targets() -> None:
    for page in [*Path("docs").glob("*.md"), *Path().glob("*.md")]:
        text = page.read_text()
        for link in re.findall(r"\]\(([^)#]+)\)", text) + re.findall(
            r'(?:src|srcset)="([^"]+)"', text
        ):
            assert (page.parent / link).exists(), f"{page}: {link}"


def test_every_page_is_in_the_menu_of_the_site() -> None:
    menu = re.findall(r"^```{toctree}(.*?)^```", Path("docs/index.md").read_text(), re.M | re.S)
    entries = re.findall(r"^(?:.*<)?([\w/-]+)>?$", "\n".join(menu), re.M)
    assert not {page.stem for page in Path("docs").glob("*.md")} - {*entries, "index"}
