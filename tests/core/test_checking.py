"""Errors of a game are reported in one line in both languages, with the position."""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.core.checking import PLAIN_CHECKS, check, variants
from steinreich.core.checking.actions import check_refusals, check_ways
from steinreich.core.checking.trial import Trial
from steinreich.rules.errors import BrokenContract
from tests.conftest import CONNECT_FOUR, DOTS_AND_BOXES
from tests.core.broken_games import BROKEN, GOOD, MEANT, BrokenGame
from tests.translated import Translated, both

CONNECT = Path(CONNECT_FOUR).read_text()


def write_game(path: Path, broken: BrokenGame) -> Path:
    """Return Connect Four with changes."""
    source = CONNECT
    for good, bad in broken.changes:
        assert good in source
        source = source.replace(good, bad)
    path.write_text(f"from collections.abc import Mapping\n{source}{broken.more}")
    return path


@pytest.mark.parametrize("broken", BROKEN, ids=[broken.en for broken in BROKEN])
def test_errors_are_reported(tmp_path: Path, broken: BrokenGame) -> None:
    game = load(write_game(tmp_path / "four.py", broken))
    with pytest.raises(BrokenContract) as caught:
        check(game)
    where = f" [{broken.where}]" if broken.where else ""
    assert both(caught.value.words) == (broken.en + where, broken.de + where)


def test_game_with_all_optional_parts_passes(tmp_path: Path) -> None:
    trial = Trial(load(write_game(tmp_path / "four.py", BrokenGame("", "", more=GOOD))))
    for one in PLAIN_CHECKS:
        one(trial)


def test_missing_refusal_reason_is_reported(tmp_path: Path) -> None:
    without = MEANT.replace('"the column is full"', '" "')
    good = load(write_game(tmp_path / "good.py", BrokenGame("", "", more=MEANT)))
    bad = load(write_game(tmp_path / "bad.py", BrokenGame("", "", more=without)))
    full = "y6/r6/y6/r6/y6/r6 r"
    check_refusals(good.position(full), ["a"])
    with pytest.raises(BrokenContract) as caught:
        check_refusals(bad.position(full), ["a"])
    assert both(caught.value.words) == (
        f"why_not('a') has no text in the language en [{full}]",
        f"why_not('a') hat keinen Text in der Sprache en [{full}]",
    )


def test_illegal_paths_are_reported(tmp_path: Path) -> None:
    ways = "@rule\ndef legal_ways(s: State, c: Candidates, cell: int) -> U64:\n    return U64({})\n"
    good, bad = (
        load(write_game(tmp_path / f"ways_{one}.py", BrokenGame("", "", more=ways.format(one))))
        for one in (1, 2)
    )
    check_ways(Trial(good))
    with pytest.raises(BrokenContract, match="legal_ways finds other legal actions than is_legal"):
        check_ways(Trial(bad))


def test_different_machine_code_is_reported(tmp_path: Path) -> None:
    """Integers that exceed 64 bits: in plain Python they keep growing."""
    grown = "if fours * (U64(1) << U64(62)) * U64(4) != U64(0):"
    broken = BrokenGame("", "", changes=(("if fours != U64(0):", grown),))
    with pytest.raises(BrokenContract) as caught:
        check(load(write_game(tmp_path / "four.py", broken)))
    assert caught.value.words == Translated(
        "machine code plays other random games than plain Python: is each constant a U64, and is "
        "what ~ and << give cut back with &?",
        "Maschinencode spielt andere Zufallspartien als Python: Ist jede Konstante ein U64, und "
        "wird nach ~ und << mit & beschnitten?",
    )


def test_combinations_of_options_are_checked() -> None:
    assert variants(CONNECT_FOUR) == [CONNECT_FOUR]
    assert len(variants(DOTS_AND_BOXES)) == 9
    found = variants("chain_reaxis")  # 25 boards, with two more options
    sizes = load("chain_reaxis").about.options[0].values
    assert {load(id).options["size"] for id in found} == set(sizes)
    assert "chain_reaxis(size=8x8,diagonals=off,contact=corner)" in found
    assert len(found) == 40
