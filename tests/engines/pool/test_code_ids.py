"""Machine code that variants of a game share, depending on their number of players."""

from pathlib import Path

import pytest

from steinreich import games, load
from steinreich.core import registry
from steinreich.engines.pool import get_all_code_ids, get_code_id
from tests.conftest import DOTS_AND_BOXES


@pytest.fixture(autouse=True)
def no_extra_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.GAMES_VARIABLE, "")


def test_code_ids_of_included_games() -> None:
    first = get_all_code_ids()[: len(games())]
    assert sorted(first) == list(games())
    assert get_all_code_ids()[len(games()) :] == ["six_in_line(players=4)", "vier3d(players=3)"]
    assert get_code_id(load("six_in_line", players=1)) == "six_in_line(players=4)"


@pytest.mark.parametrize(
    ("counts", "two", "more"),
    [
        (("2", "4"), "boxes", "boxes(players=4)"),
        (("4", "2"), "boxes(players=2)", "boxes"),
        (("4", "3"), None, "boxes"),
    ],
)
def test_code_ids_of_other_games(
    tmp_path: Path, counts: tuple[str, ...], two: str | None, more: str
) -> None:
    """Only values of the option `players` count."""
    source = Path(DOTS_AND_BOXES).read_text()
    begin = source.index("    options=(\n") + len("    options=(\n")
    end = source.index('        Option(\n            "size"')
    option = f'        Option("players", {counts!r}, Text("Players.")),\n'
    file = tmp_path / "boxes.py"
    file.write_text(source[:begin] + option + source[end:])
    registry.register_game_files([str(file)])
    assert {id for id in get_all_code_ids() if id.startswith("boxes")} == {two, more} - {None}
    for count in counts:
        assert get_code_id(load("boxes", players=count)) == (two if count == "2" else more)
