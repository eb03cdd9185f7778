"""The notice of compilation: printed once, after a delay, unless notices are disabled."""

from pathlib import Path

import pytest

from steinreich import load
from steinreich.compile import notice, quiet
from steinreich.compile.machine_code import Compiler
from steinreich.compile.notice import compilation_notice, gpu_compilation_notice
from steinreich.rules.bits import rule

COMPILING = "Steinreich: compiling {} for this machine, which happens only once …\n"


@pytest.fixture(autouse=True)
def enable_english_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(quiet.QUIET_VARIABLE, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(notice, "announced", set())


def simulate_compilation(game: str) -> None:
    """Simulate a compilation that takes longer than the delay."""
    with compilation_notice(game) as timer:
        timer.join(10)


def test_notice_is_printed_once_for_each_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    for game in ("hex", "hex", "go"):
        simulate_compilation(game)
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", COMPILING.format("hex") + COMPILING.format("go"))
    monkeypatch.setenv("LANGUAGE", "de")
    simulate_compilation("dame")
    assert "dame wird für diesen Rechner übersetzt" in capsys.readouterr().err


def test_no_notice_of_fast_compilation_or_if_notices_are_disabled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with compilation_notice("hex") as timer:
        pass
    timer.join(10)
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    monkeypatch.setenv(quiet.QUIET_VARIABLE, "1")
    simulate_compilation("hex")
    assert capsys.readouterr().err == ""


def test_compilation_prints_a_notice_and_loading_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    monkeypatch.setenv("STEINREICH_CACHE", str(tmp_path))
    module = load("chain_reaxis").module
    assert Compiler(module).entry(twice)(4) == 8
    assert COMPILING.format("chain_reaxis") in capsys.readouterr().err
    notice.announced.clear()
    assert Compiler(module).entry(twice)(4) == 8
    assert capsys.readouterr().err == ""


def test_gpu_compilation_prints_a_notice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with gpu_compilation_notice("quick"):
        pass
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    with gpu_compilation_notice("hex") as timer:
        timer.join(10)
    assert capsys.readouterr().err == "Steinreich: compiling hex for the GPU …\n"


@rule
def twice(number: int) -> int:
    return 2 * number
