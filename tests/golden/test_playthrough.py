"""Games that were read by a person are still played and drawn the same way."""

import pytest

from tests.golden.playthrough import FOLDER, PLAYTHROUGHS, playthrough


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str) -> None:
    assert playthrough(*PLAYTHROUGHS[name]) == (FOLDER / f"{name}.txt").read_text()


def test_no_file_is_forgotten() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)
