"""`steinreich bench`: output and signature; the speed itself is not tested."""

import json
import re

import pytest

from steinreich import load
from steinreich.cli import measure as measure_module
from steinreich.cli.measure import BenchmarkResult, combine_signatures, measure
from steinreich.core.playout import RandomGames
from steinreich.rules import playout
from tests.cli.conftest import CONNECT_FOUR, Run


@pytest.fixture(scope="module")
def vier3d() -> BenchmarkResult:
    return measure(load("vier3d"), 0.01)


def test_measure_returns_speed_lengths_and_results(vier3d: BenchmarkResult) -> None:
    assert vier3d.game == "vier3d"
    assert vier3d.games_per_second > 1000
    assert vier3d.actions_per_second / vier3d.games_per_second == pytest.approx(vier3d.mean_length)
    assert 25 < vier3d.mean_length < 32
    assert sum(vier3d.wins) + vier3d.draws == pytest.approx(1)
    assert 0.5 < vier3d.wins[0] < 0.6
    assert vier3d.ready_seconds > 0


def test_signature_is_that_of_plain_python(vier3d: BenchmarkResult) -> None:
    """The first games in plain Python have the signature of the compiled ones."""
    import numpy

    game = load("vier3d")
    outcomes = numpy.zeros(measure_module.SIGNATURE_GAMES, numpy.int8)
    lengths = numpy.zeros(measure_module.SIGNATURE_GAMES, numpy.int32)
    game.plain(playout.playouts)(game.start().state, measure_module.SEED, 0, outcomes, lengths)
    assert measure_module.compute_signature(RandomGames(outcomes, lengths)) == vier3d.signature


def test_signature_changes_with_the_rules(vier3d: BenchmarkResult) -> None:
    assert measure(load("vier3d"), 0.01).signature == vier3d.signature
    assert measure(load("vier3d", players=3), 0.01).signature != vier3d.signature
    changed = vier3d._replace(signature=vier3d.signature ^ 1)
    assert combine_signatures([vier3d]) != combine_signatures([changed])
    assert combine_signatures([vier3d, changed]) != combine_signatures([changed, vier3d])


def test_prints_a_table_and_the_signature(run: Run) -> None:
    done = run("bench", "vier3d", CONNECT_FOUR, "--seconds", "0.01")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("game")
    assert re.search(r"^vier3d +[\d,]+ +[\d,]+ +28\.\d +5\d\.\d : 4\d\.\d ", done.out, re.MULTILINE)
    assert re.search(r"\nsignature 0x[0-9a-f]{8}\n\Z", done.out)


def test_table_can_be_german(run: Run) -> None:
    assert "Spiele/s" in run("bench", "vier3d", "--seconds", "0.01", "--lang", "de").out


def test_json_output(run: Run, vier3d: BenchmarkResult) -> None:
    data = json.loads(run("bench", "vier3d", "--seconds", "0.01", "--json").out)
    assert data["games"][0]["signature"] == f"{vier3d.signature:#010x}"
    assert data["signature"] == f"{combine_signatures([vier3d]):#010x}"


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "inf", "3601"])
def test_rejects_invalid_durations(run: Run, seconds: str) -> None:
    done = run("bench", "vier3d", f"--seconds={seconds}")
    assert done.code == 2
    assert done.err.startswith("steinreich: --seconds: ")
