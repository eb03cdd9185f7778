"""A game's own reasons are one typed object; errors in their file are reported in one line."""

import shutil
from pathlib import Path

import pytest

from steinreich import Game, games, load
from steinreich.explain.own_reasons import check_reasons, find_own_reasons
from steinreich.explain.reason import Kind
from steinreich.rules.errors import BrokenContract
from tests.conftest import CONNECT_FOUR
from tests.translated import Translated

REMARKS = "def remarks(context):\n    return []\n"

# Contents of a file of reasons, and the error in English and German
BROKEN = [
    (
        "def remark(context):\n    return []\n",
        "it has no remarks; is remark meant to be remarks?",
        "es fehlt remarks; soll remark remarks sein?",
    ),
    (
        REMARKS.replace("context", "context, more"),
        "remarks takes 2 arguments; it must be remarks(context)",
        "remarks hat 2 Argumente; nötig ist remarks(context)",
    ),
    (
        REMARKS + "def promissing(s, actions):\n    return actions\n",
        "promissing is unknown; did you mean promising?",
        "promissing ist unbekannt; war promising gemeint?",
    ),
    (
        REMARKS + "SPEAKS_FOR = 'GAIN'\n",
        "SPEAKS_FOR is of the type str, not set",
        "SPEAKS_FOR ist vom Typ str, nicht set",
    ),
    (
        REMARKS + "SPEAKS_FOR = {'GAIN'}\n",
        "SPEAKS_FOR contains 'GAIN', which is not a Kind",
        "SPEAKS_FOR enthält 'GAIN', das kein Kind ist",
    ),
]


def connect_four_with_reasons(folder: Path, text: str) -> Game:
    """Return Connect Four with a file of reasons beside it."""
    shutil.copy(CONNECT_FOUR, folder / "four.py")
    (folder / "four_reasons.py").write_text(text)
    return load(folder / "four.py")


@pytest.mark.parametrize("case", BROKEN, ids=[en for _, en, _ in BROKEN])
def test_error_in_reasons_names_the_file_and_the_fault(
    tmp_path: Path, case: tuple[str, str, str]
) -> None:
    text, en, de = case
    game = connect_four_with_reasons(tmp_path, text)
    with pytest.raises(BrokenContract) as caught:
        find_own_reasons(game)
    assert caught.value.message == Translated(
        f"'four_reasons.py': {en}", f"'four_reasons.py': {de}"
    )


def test_reads_the_definitions_of_a_file(tmp_path: Path) -> None:
    settings = "from steinreich.explain.reason import Kind\nSPEAKS_FOR = {Kind.GAIN}\n"
    own = find_own_reasons(connect_four_with_reasons(tmp_path, REMARKS + settings))
    assert own is not None
    assert own.promising is None
    assert own.speaks_for == {Kind.GAIN}


@pytest.mark.parametrize("name", games())
def test_reasons_of_included_games_have_no_errors(name: str) -> None:
    from importlib import import_module

    check_reasons(import_module(f"steinreich.games.{name}.reasons"))
