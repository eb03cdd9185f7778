"""Which games share machine code, whatever numbers of players they are for."""

from pathlib import Path

import pytest

from steinreich import games, load
from steinreich.core import registry
from steinreich.engines.turns.code_ids import all_code_ids, code_id
from tests.conftest import DOTS_AND_BOXES


@pytest.fixture(autouse=True)
def nothing_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.VARIABLE, "")


def test_our_own_games() -> None:
    first = all_code_ids()[: len(games())]
    assert sorted(first) == list(games())
    assert all_code_ids()[len(games()) :] == ["six_in_line(players=4)", "vier3d(players=3)"]
    assert code_id(load("six_in_line", players=1)) == "six_in_line(players=4)"


@pytest.mark.parametrize(
    ("counts", "two", "more"),
    [
        (("2", "4"), "boxes", "boxes(players=4)"),
        (("4", "2"), "boxes(players=2)", "boxes"),
        (("4", "3"), None, "boxes"),
    ],
)
def test_other_games(tmp_path: Path, counts: tuple[str, ...], two: str | None, more: str) -> None:
    """Nobody assumes that three can play, or that two do where nothing is chosen."""
    source = Path(DOTS_AND_BOXES).read_text()
    begin = source.index("    options=(\n") + len("    options=(\n")
    end = source.index('        Option(\n            "size"')
    option = f'        Option("players", {counts!r}, Words("Players.", "Spieler.")),\n'
    file = tmp_path / "boxes.py"
    file.write_text(source[:begin] + option + source[end:])
    registry.bring([str(file)])
    assert {id for id in all_code_ids() if id.startswith("boxes")} == {two, more} - {None}
    for count in counts:
        assert code_id(load("boxes", players=count)) == (two if count == "2" else more)
