"""Heuristics of a game are one typed object; errors in its file are reported in one line."""

import shutil
from pathlib import Path

import pytest

from steinreich import Game, games, load
from steinreich.players.knowledge import find_heuristics
from steinreich.players.knowledge.definition import Profile
from steinreich.players.knowledge.faults import check_heuristics
from steinreich.players.levels import ALPHABETA_PROFILES, get_profile
from steinreich.rules.errors import BrokenContract
from steinreich.search.knowledge import DEFAULT_SCALE, KNOWLEDGE_RULES, evaluate
from tests.conftest import BREAKTHROUGH, CONNECT_FOUR
from tests.translated import Translated

HEAD = (
    "from steinreich.rules import *\n"
    "from steinreich.players.knowledge.definition import Profile\n\n"
)
EVALUATE = "@rule\ndef evaluate(s) -> int:\n    return count(s.mine)\n"

# Contents of a file of heuristics, and the error in English and German
BROKEN = [
    (
        EVALUATE.replace("evaluate", "evalute"),
        "evalute is unknown; did you mean evaluate?",
        "evalute ist unbekannt; war evaluate gemeint?",
    ),
    (
        EVALUATE + "SOLVEABLE = True\n",
        "SOLVEABLE is unknown; did you mean SOLVABLE?",
        "SOLVEABLE ist unbekannt; war SOLVABLE gemeint?",
    ),
    (
        EVALUATE.replace("@rule\n", ""),
        "evaluate is not marked with @rule",
        "vor evaluate fehlt @rule",
    ),
    (
        EVALUATE.replace("(s)", "(s, t)"),
        "evaluate takes 2 arguments; it must be evaluate(s)",
        "evaluate hat 2 Argumente; nötig ist evaluate(s)",
    ),
    (
        EVALUATE.replace("s.mine", "U64(s.mine) & 7"),
        "evaluate uses 7, which is not a U64: write U64(0x7)",
        "evaluate benutzt 7, das kein U64 ist: schreibe U64(0x7)",
    ),
    (
        "def row(s):\n    return s.mine\n\n" + EVALUATE.replace("s.mine", "row(s)"),
        "evaluate calls row (four_knowledge.py:4), which is not marked with @rule",
        "evaluate ruft row auf (four_knowledge.py:4), und dort fehlt @rule",
    ),
    ("evaluate = 3\n", "evaluate is not a function", "evaluate ist keine Funktion"),
    (
        EVALUATE + "SCALE = 2.5\n",
        "SCALE is of the type float, not int",
        "SCALE ist vom Typ float, nicht int",
    ),
    (
        EVALUATE + "SCALE = 0\n",
        "SCALE is 0, but must be above 0",
        "SCALE ist 0, muss aber größer als 0 sein",
    ),
    (
        EVALUATE + "LEVELS = {11: Profile(nodes=1)}\n",
        "LEVELS has 11: Profile(nodes=1, depth=None, action_probability=1.0, "
        "reply_probability=1.0, noise=0.0, blunder_probability=0.0); "
        "levels must be 1 to 10, each with a Profile(...)",
        "LEVELS enthält 11: Profile(nodes=1, depth=None, action_probability=1.0, "
        "reply_probability=1.0, noise=0.0, blunder_probability=0.0); "
        "Stufen müssen 1 bis 10 sein, je mit Profile(...)",
    ),
    (
        EVALUATE + "@rule\ndef sum_features(s, out):\n    return 0\n",
        "it has no feature_value, VALUES, WEIGHT_INDICES",
        "es fehlt feature_value, VALUES, WEIGHT_INDICES",
    ),
    (
        "ROWS = 8\n",
        "it defines none of " + ", ".join(rule.__name__ for rule in KNOWLEDGE_RULES),
        "sie definiert nichts von " + ", ".join(rule.__name__ for rule in KNOWLEDGE_RULES),
    ),
]


def connect_four_with_heuristics(folder: Path, text: str) -> Game:
    """Return Connect Four with a file of heuristics beside it."""
    shutil.copy(CONNECT_FOUR, folder / "four.py")
    (folder / "four_knowledge.py").write_text(HEAD + text)
    return load(folder / "four.py")


@pytest.mark.parametrize("case", BROKEN, ids=[en for _, en, _ in BROKEN])
def test_error_in_heuristics_names_the_file_and_the_fault(
    tmp_path: Path, case: tuple[str, str, str]
) -> None:
    text, en, de = case
    game = connect_four_with_heuristics(tmp_path, text)
    for _ in range(2):  # the error is raised at every access
        with pytest.raises(BrokenContract) as caught:
            find_heuristics(game)
        assert caught.value.message == Translated(
            f"'four_knowledge.py': {en}", f"'four_knowledge.py': {de}"
        )


def test_omitted_heuristics_have_defaults(tmp_path: Path) -> None:
    heuristics = find_heuristics(connect_four_with_heuristics(tmp_path, EVALUATE))
    assert heuristics is not None
    assert (heuristics.scale, heuristics.is_forcing, heuristics.is_solvable) == (
        DEFAULT_SCALE,
        False,
        False,
    )
    assert (heuristics.levels, heuristics.learned) == ({}, None)
    assert list(heuristics.rules) == [evaluate]
    assert heuristics.move_order(None, 0) == 0


def test_defined_heuristics_replace_defaults(tmp_path: Path) -> None:
    settings = "SCALE = 70\nFORCING = True\nLEVELS = {3: Profile(nodes=5)}\n"
    game = connect_four_with_heuristics(tmp_path, EVALUATE + settings)
    heuristics = find_heuristics(game)
    assert heuristics is not None
    assert heuristics is find_heuristics(game)
    assert (heuristics.scale, heuristics.is_forcing) == (70, True)
    assert get_profile(game, 3) == Profile(nodes=5)
    assert get_profile(game, 4) == ALPHABETA_PROFILES[4]


@pytest.mark.parametrize("name", [*games(), BREAKTHROUGH])
def test_heuristics_of_included_games_have_no_errors(name: str) -> None:
    heuristics = find_heuristics(load(name))
    assert heuristics is not None
    check_heuristics(heuristics.module)


def test_external_game_can_have_the_name_of_any_module(tmp_path: Path) -> None:
    """`weights.py` is a module beside our files of heuristics, and contains none."""
    shutil.copy(CONNECT_FOUR, tmp_path / "weights.py")
    assert find_heuristics(load(tmp_path / "weights.py")) is None
