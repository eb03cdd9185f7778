"""The reviewed playthroughs have not changed."""

import pytest

from tests.golden.playthrough import FOLDER, PLAYTHROUGHS, render_playthrough


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough_is_unchanged(name: str) -> None:
    assert render_playthrough(*PLAYTHROUGHS[name]) == (FOLDER / f"{name}.txt").read_text()


def test_every_file_is_checked() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)
