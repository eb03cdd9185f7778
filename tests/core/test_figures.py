"""Boards beside the rules that do not agree with them are found, and what is wrong is said."""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.core.checking.figures import check_figures
from steinreich.core.checking.trial import Trial
from steinreich.rules.errors import BrokenContract
from tests.conftest import BREAKTHROUGH
from tests.core.broken_games import EMPTY, MEANT, Broken
from tests.core.test_checking import written

BESIDE = (  # a paragraph of the rules stands beside a board
    ('places. Red begins.\\n"', 'places. Red begins.\\n!drop Drop it. => It fell.\\n"'),
    ('Plätzen. Rot beginnt.\\n"', 'Plätzen. Rot beginnt.\\n!drop Wirf. => Gefallen.\\n"'),
)
FULL = 'Figure(actions=("a",) * 6, goals=("b",), refused=("a",))'

CASES = [
    (
        "",
        "the rules speak of a figure 'drop' that there is not",
        "die Regeln sprechen von einer Abbildung 'drop', die fehlt",
    ),
    (
        'Figure(goals=("a h",))',
        "figure 'drop': 'h': not the name of an action (one would be 'a')",
        "Abbildung 'drop': 'h': so heißt keine Aktion (eine wäre 'a')",
    ),
    (
        'Figure("7/7 r", goals=("a",))',
        "figure 'drop': the board has 2 rows, not 6: '7/7'",
        "Abbildung 'drop': das Brett hat 2 Reihen, nicht 6: '7/7'",
    ),
    (
        'Figure(goals=("*",), refused=("a",))',
        f"figure 'drop': 'a' is legal, or no reason says why it is not [{EMPTY}]",
        f"Abbildung 'drop': 'a' ist erlaubt, oder niemand sagt, warum es das nicht ist [{EMPTY}]",
    ),
    (
        "Figure()",
        "figure 'drop': goals, and what is said then, belong together",
        "Abbildung 'drop': Ziele und was dann gesagt wird, gehören zusammen",
    ),
]


def trial(folder: Path, figure: str, more: str = "") -> Trial:
    """Connect Four with a board beside its rules."""
    figures = f"def figures(options):\n    return {{'drop': {figure}}}\n" if figure else ""
    return Trial(load(written(folder / "four.py", Broken("", "", "", BESIDE, figures + more))))


@pytest.mark.parametrize(("figure", "en", "de"), CASES)
def test_what_is_wrong_is_said(tmp_path: Path, figure: str, en: str, de: str) -> None:
    with pytest.raises(BrokenContract) as caught:
        check_figures(trial(tmp_path, figure))
    assert caught.value.words == (en, de)


def test_what_is_refused_needs_a_reason(tmp_path: Path) -> None:
    check_figures(trial(tmp_path, FULL, MEANT))
    with pytest.raises(BrokenContract, match="no reason says why"):
        check_figures(trial(tmp_path / "..", FULL))


@pytest.mark.parametrize("size", ["8", "6", "5"])
def test_a_single_file_may_have_boards(size: str) -> None:
    game = load(BREAKTHROUGH, size=size)
    check_figures(Trial(game))
    assert set(game.figures) == {"take", "through", "last"}
