"""Figures of the rules that disagree with the rules are reported."""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.core.checking.texts import check_figures
from steinreich.core.checking.trial import Trial
from steinreich.rules.errors import BrokenContract
from tests.conftest import BREAKTHROUGH
from tests.core.broken_games import EMPTY, FIND_ACTION, BrokenGame
from tests.core.test_checking import write_game
from tests.translated import both

RULES_WITH_FIGURE = (  # the change adds a paragraph with a figure to the rules
    ('places. Red begins.\\n"', 'places. Red begins.\\n!drop Drop it. => It fell.\\n"'),
)
FULL_COLUMN_FIGURE = 'Figure(actions=("a",) * 6, goals=("b",), refused=("a",))'

CASES = [
    (
        "",
        "the rules refer to the figure 'drop', which does not exist",
        "die Regeln verweisen auf die Abbildung 'drop', die fehlt",
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
        f"figure 'drop': 'a' is legal, or illegal without a stated reason [{EMPTY}]",
        f"Abbildung 'drop': 'a' ist erlaubt, oder ohne Angabe eines "
        f"Grundes nicht erlaubt [{EMPTY}]",
    ),
    (
        "Figure()",
        "figure 'drop': goals and a message on success must be given together",
        "Abbildung 'drop': Ziele und eine Meldung bei Erfolg müssen zusammen angegeben sein",
    ),
]


def make_trial_with_figure(folder: Path, figure: str, code: str = "") -> Trial:
    """Return a trial of Connect Four with a figure in its rules."""
    figures = f"def figures(options):\n    return {{'drop': {figure}}}\n" if figure else ""
    return Trial(
        load(
            write_game(
                folder / "four.py", BrokenGame("", "", "", RULES_WITH_FIGURE, figures + code)
            )
        )
    )


@pytest.mark.parametrize(("figure", "en", "de"), CASES)
def test_reports_figures_that_disagree_with_the_rules(
    tmp_path: Path, figure: str, en: str, de: str
) -> None:
    with pytest.raises(BrokenContract) as caught:
        check_figures(make_trial_with_figure(tmp_path, figure))
    assert both(caught.value.message) == (en, de)


def test_refused_action_needs_a_reason(tmp_path: Path) -> None:
    check_figures(make_trial_with_figure(tmp_path, FULL_COLUMN_FIGURE, FIND_ACTION))
    with pytest.raises(BrokenContract, match="illegal without a stated reason"):
        check_figures(make_trial_with_figure(tmp_path / "..", FULL_COLUMN_FIGURE))


@pytest.mark.parametrize("size", ["8", "6", "5"])
def test_single_file_can_have_boards(size: str) -> None:
    game = load(BREAKTHROUGH, size=size)
    check_figures(Trial(game))
    assert set(game.figures) == {"take", "through", "last"}
