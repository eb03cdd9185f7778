"""The contract test reports each fault of a game in one line, in two languages, with the
position.
"""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.core.checking import PLAIN_CHECKS, check, variants
from steinreich.core.checking.actions import check_legal_ways, check_refusals
from steinreich.core.checking.trial import Trial
from steinreich.rules.errors import BrokenContract
from tests.conftest import CONNECT_FOUR, DOTS_AND_BOXES
from tests.core.broken_games import ALL_OPTIONAL_PARTS, BROKEN, FIND_ACTION, BrokenGame
from tests.translated import Translated, both

SOURCE = Path(CONNECT_FOUR).read_text()


def write_game(path: Path, broken: BrokenGame) -> Path:
    """Write Connect Four with changes and return its path."""
    source = SOURCE
    for good, bad in broken.changes:
        assert good in source
        source = source.replace(good, bad)
    path.write_text(f"from collections.abc import Mapping\n{source}{broken.code}")
    return path


@pytest.mark.parametrize("broken", BROKEN, ids=[broken.en for broken in BROKEN])
def test_reports_each_fault_of_a_broken_game(tmp_path: Path, broken: BrokenGame) -> None:
    game = load(write_game(tmp_path / "four.py", broken))
    with pytest.raises(BrokenContract) as caught:
        check(game)
    where = f" [{broken.where}]" if broken.where else ""
    assert both(caught.value.message) == (broken.en + where, broken.de + where)


def test_game_with_all_optional_parts_passes(tmp_path: Path) -> None:
    trial = Trial(
        load(write_game(tmp_path / "four.py", BrokenGame("", "", code=ALL_OPTIONAL_PARTS)))
    )
    for run_check in PLAIN_CHECKS:
        run_check(trial)


def test_reports_missing_reason_for_refusal(tmp_path: Path) -> None:
    empty_reason = FIND_ACTION.replace('"the column is full"', '" "')
    good = load(write_game(tmp_path / "good.py", BrokenGame("", "", code=FIND_ACTION)))
    bad = load(write_game(tmp_path / "bad.py", BrokenGame("", "", code=empty_reason)))
    full = "y6/r6/y6/r6/y6/r6 r"
    check_refusals(good.position(full), ["a"])
    with pytest.raises(BrokenContract) as caught:
        check_refusals(bad.position(full), ["a"])
    assert both(caught.value.message) == (
        f"why_not('a') has no text in the language en [{full}]",
        f"why_not('a') hat keinen Text in der Sprache en [{full}]",
    )


def test_reports_wrong_legal_ways(tmp_path: Path) -> None:
    legal_ways = (
        "@rule\ndef legal_ways(s: State, c: Candidates, cell: int) -> U64:\n    return U64({})\n"
    )
    good, bad = (
        load(
            write_game(
                tmp_path / f"ways_{ways}.py", BrokenGame("", "", code=legal_ways.format(ways))
            )
        )
        for ways in (1, 2)
    )
    check_legal_ways(Trial(good))
    with pytest.raises(
        BrokenContract, match="legal_ways and is_legal disagree on the legal actions"
    ):
        check_legal_ways(Trial(bad))


def test_reports_machine_code_that_differs_from_python(tmp_path: Path) -> None:
    """The fault is an integer that exceeds 64 bits, which only plain Python supports."""
    grown = "if fours * (U64(1) << U64(62)) * U64(4) != U64(0):"
    broken = BrokenGame("", "", changes=(("if fours != U64(0):", grown),))
    with pytest.raises(BrokenContract) as caught:
        check(load(write_game(tmp_path / "four.py", broken)))
    assert caught.value.message == Translated(
        "machine code and plain Python play different random games; is each constant a U64, and "
        "are the results of ~ and << masked with &?",
        "Maschinencode und Python spielen verschiedene Zufallspartien; ist jede Konstante ein "
        "U64, und werden Ergebnisse von ~ und << mit & maskiert?",
    )


def test_variants_cover_all_option_values() -> None:
    assert variants(CONNECT_FOUR) == [CONNECT_FOUR]
    assert len(variants(DOTS_AND_BOXES)) == 9
    found = variants("chain_reaxis")  # 25 boards, with two more options
    sizes = load("chain_reaxis").about.options[0].values
    assert {load(id).options["size"] for id in found} == set(sizes)
    assert "chain_reaxis(size=8x8,diagonals=off,contact=corner)" in found
    assert len(found) == 40
