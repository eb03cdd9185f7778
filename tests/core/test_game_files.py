"""Translations of a game that is loaded by its path."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from steinreich import UnknownGame, load
from steinreich.rules.language import get_catalogue
from tests.conftest import CONNECT_FOUR
from tests.translated import Translated

UNTRANSLATED_TITLE = "Most discs"  # no catalogue of the package has this
SOURCE = Path(CONNECT_FOUR).read_text().replace('"Connect Four"', f'"{UNTRANSLATED_TITLE}"')


@pytest.fixture(autouse=True)
def clear_catalogue_cache() -> Iterator[None]:
    yield
    get_catalogue.cache_clear()


def write_game(folder: Path, is_package: bool) -> Path:
    """Write a game with English texts, as a file or a package."""
    path = folder / ("columns" if is_package else "columns.py")
    (path / "__init__.py" if is_package else path).parent.mkdir(exist_ok=True)
    (path / "__init__.py" if is_package else path).write_text(SOURCE)
    return path


def prepare_catalogue(folder: Path) -> Path:
    """Create the folder of a German catalogue, and return the path of the catalogue."""
    path = folder / "locale" / "de" / "LC_MESSAGES" / "columns.mo"
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize("is_package", [False, True])
def test_catalogue_translates_a_game(tmp_path: Path, is_package: bool) -> None:
    path = write_game(tmp_path, is_package)
    catalogue = Catalog("de")
    catalogue.add(UNTRANSLATED_TITLE, "Die meisten Scheiben")
    with prepare_catalogue(path if is_package else tmp_path).open("wb") as file:
        write_mo(file, catalogue)
    about = load(path).about
    assert about.title == Translated(UNTRANSLATED_TITLE, "Die meisten Scheiben")
    assert about.players[0] == Translated("Red", "Rot"), "the catalogue of the package has this"


def test_game_without_a_catalogue_is_english(tmp_path: Path) -> None:
    assert load(write_game(tmp_path, False)).about.title == Translated(UNTRANSLATED_TITLE)


def test_reports_a_broken_catalogue(tmp_path: Path) -> None:
    prepare_catalogue(tmp_path).write_bytes(b"not a catalogue")
    with pytest.raises(UnknownGame, match=r"'columns.py' cannot be run: .*Bad magic number"):
        load(write_game(tmp_path, False))
