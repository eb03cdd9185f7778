"""What is wrong with a game is said in one line, in both languages, with the position."""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.core.checking import PLAIN_CHECKS, check, variants
from steinreich.core.checking.actions import check_ways
from steinreich.core.checking.names import check_refused
from steinreich.core.checking.trial import Trial
from steinreich.rules.errors import BrokenContract
from tests.conftest import CONNECT_FOUR, DOTS_AND_BOXES
from tests.core.broken_games import BROKEN, GOOD, MEANT, Broken

CONNECT = Path(CONNECT_FOUR).read_text()


def written(path: Path, broken: Broken) -> Path:
    """Connect Four with changes."""
    source = CONNECT
    for good, bad in broken.changes:
        assert good in source
        source = source.replace(good, bad)
    path.write_text(f"from collections.abc import Mapping\n{source}{broken.more}")
    return path


@pytest.mark.parametrize("broken", BROKEN, ids=[broken.en for broken in BROKEN])
def test_what_is_wrong_is_said(tmp_path: Path, broken: Broken) -> None:
    game = load(written(tmp_path / "four.py", broken))
    with pytest.raises(BrokenContract) as caught:
        check(game)
    where = f" [{broken.where}]" if broken.where else ""
    assert caught.value.words == (broken.en + where, broken.de + where)


def test_a_game_that_tells_more_keeps_the_contract(tmp_path: Path) -> None:
    trial = Trial(load(written(tmp_path / "four.py", Broken("", "", more=GOOD))))
    for one in PLAIN_CHECKS:
        one(trial)


def test_why_a_name_is_refused_is_asked(tmp_path: Path) -> None:
    one_language = MEANT.replace('"die Spalte ist voll"', '""')
    good = load(written(tmp_path / "good.py", Broken("", "", more=MEANT)))
    bad = load(written(tmp_path / "bad.py", Broken("", "", more=one_language)))
    full = "y6/r6/y6/r6/y6/r6 r"
    check_refused(good.position(full), ["a"])
    with pytest.raises(BrokenContract) as caught:
        check_refused(bad.position(full), ["a"])
    assert caught.value.words == (
        f"'a' is not legal here, but why_not does not say why in both languages [{full}]",
        f"'a' ist hier nicht erlaubt, aber why_not sagt nicht in beiden Sprachen, warum [{full}]",
    )


def test_ways_that_are_not_legal_are_found(tmp_path: Path) -> None:
    ways = "@rule\ndef legal_ways(s: State, c: Candidates, cell: int) -> U64:\n    return U64({})\n"
    good, bad = (
        load(written(tmp_path / f"ways_{one}.py", Broken("", "", more=ways.format(one))))
        for one in (1, 2)
    )
    check_ways(Trial(good))
    with pytest.raises(BrokenContract, match="legal_ways finds other legal actions than legal"):
        check_ways(Trial(bad))


def test_machine_code_that_does_otherwise_is_found(tmp_path: Path) -> None:
    """Numbers that outgrow 64 bits: in plain Python they go on growing."""
    grown = "if fours * (U64(1) << U64(62)) * U64(4) != U64(0):"
    broken = Broken("", "", changes=(("if fours != U64(0):", grown),))
    with pytest.raises(BrokenContract) as caught:
        check(load(written(tmp_path / "four.py", broken)))
    assert caught.value.words == (
        "machine code plays other random games than plain Python: is each constant a U64, and is "
        "what ~ and << give cut back with &?",
        "Maschinencode spielt andere Zufallspartien als Python: Ist jede Konstante ein U64, und "
        "wird nach ~ und << mit & beschnitten?",
    )


def test_combinations_of_options_are_looked_at() -> None:
    assert variants(CONNECT_FOUR) == [CONNECT_FOUR]
    assert len(variants(DOTS_AND_BOXES)) == 9
    found = variants("chain_reaxis")  # 25 boards, with two more options
    sizes = load("chain_reaxis").about.options[0].values
    assert {load(id).options["size"] for id in found} == set(sizes)
    assert "chain_reaxis(size=8x8,diagonals=off,contact=corner)" in found
    assert len(found) == 40
