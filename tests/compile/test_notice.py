"""The notice about compilation: once, after a delay, and not where output is unwanted."""

from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from steinreich.compile import notice, quiet
from steinreich.compile.notice import CompilationNotice, compiling_for_gpu

COMPILING = "Steinreich: compiling {} for this machine, which happens only once …\n"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(quiet.QUIET_VARIABLE, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")


def make_event(game: str) -> Any:
    """Return Numba's event for an entry point of a game."""
    cache = SimpleNamespace(folder=Path("cache") / game)
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(code_cache=cache)})


class SlowCompilation(CompilationNotice):
    """Waits until the notice is due."""

    def __init__(self) -> None:
        super().__init__()
        self.due = Event()

    def print_once(self, game: str) -> None:
        super().print_once(game)
        self.due.set()


def simulate_compilation(listener: SlowCompilation, game: str) -> None:
    """Simulate a compilation that takes longer than the delay."""
    listener.due.clear()
    listener.on_start(make_event(game))
    listener.on_start(SimpleNamespace(data={"dispatcher": None}))  # an inner rule that it calls
    listener.on_end(None)
    assert listener.due.wait(10)
    listener.on_end(None)


def test_notice_is_printed_once_for_each_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    listener = SlowCompilation()
    for game in ("hex", "hex", "go"):
        simulate_compilation(listener, game)
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", COMPILING.format("hex") + COMPILING.format("go"))
    monkeypatch.setenv("LANGUAGE", "de")
    simulate_compilation(listener, "dame")
    assert "dame wird für diesen Rechner übersetzt" in capsys.readouterr().err


def test_fast_and_quiet_compilation_prints_no_notice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listener = SlowCompilation()
    listener.on_start(make_event("hex"))
    [timer] = listener.timers
    listener.on_end(None)
    assert timer is not None
    timer.join(10)
    assert not listener.due.is_set()
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    monkeypatch.setenv(quiet.QUIET_VARIABLE, "1")
    simulate_compilation(listener, "hex")
    assert capsys.readouterr().err == ""


def test_numba_events_report_compilation_and_not_loading(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from numba.core import event

    from steinreich.compile.binder import NUMBA_OPTIONS
    from steinreich.compile.cache import CodeCache, EntryPoint

    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    rule: Any = twice
    folder = tmp_path / "twice"
    folder.mkdir()
    listener = SlowCompilation()
    event.register("numba:compile", listener)
    try:
        assert EntryPoint(rule, NUMBA_OPTIONS, CodeCache(folder, "twice", "test"))(4) == 8
        assert listener.due.wait(10)
        assert COMPILING.format("twice") in capsys.readouterr().err
        listener.notified_games.clear()
        listener.due.clear()
        assert EntryPoint(rule, NUMBA_OPTIONS, CodeCache(folder, "twice", "test"))(4) == 8
        assert not listener.due.is_set()
    finally:
        event.unregister("numba:compile", listener)
    assert not listener.notified_games
    assert capsys.readouterr().err == ""


def test_gpu_compilation_prints_a_notice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with compiling_for_gpu("quick"):
        pass
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    with compiling_for_gpu("hex") as timer:
        timer.join(10)
    assert capsys.readouterr().err == "Steinreich: compiling hex for the GPU …\n"


def twice(number: int) -> int:
    return 2 * number
