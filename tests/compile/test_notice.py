"""The notice of compilation: printed once, after a delay, unless notices are disabled."""

from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from steinreich.compile import notice, quiet
from steinreich.compile.notice import CompilationNotice, gpu_compilation_notice

COMPILING = "Steinreich: compiling {} for this machine, which happens only once …\n"


@pytest.fixture(autouse=True)
def enable_english_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(quiet.QUIET_VARIABLE, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")


def make_event(game: str) -> Any:
    """Return Numba's event for an entry point of a game."""
    cache = SimpleNamespace(folder=Path("cache") / game)
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(code_cache=cache)})


class ObservedNotice(CompilationNotice):
    """Sets an event when the delay has passed, whether or not the notice is printed."""

    def __init__(self) -> None:
        super().__init__()
        self.delay_passed = Event()

    def print_once(self, game: str) -> None:
        super().print_once(game)
        self.delay_passed.set()


def simulate_compilation(listener: ObservedNotice, game: str) -> None:
    """Simulate a compilation that takes longer than the delay."""
    listener.delay_passed.clear()
    listener.on_start(make_event(game))
    listener.on_start(SimpleNamespace(data={"dispatcher": None}))  # an inner rule that it calls
    listener.on_end(None)
    assert listener.delay_passed.wait(10)
    listener.on_end(None)


def test_notice_is_printed_once_for_each_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    listener = ObservedNotice()
    for game in ("hex", "hex", "go"):
        simulate_compilation(listener, game)
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", COMPILING.format("hex") + COMPILING.format("go"))
    monkeypatch.setenv("LANGUAGE", "de")
    simulate_compilation(listener, "dame")
    assert "dame wird für diesen Rechner übersetzt" in capsys.readouterr().err


def test_no_notice_of_fast_compilation_or_if_notices_are_disabled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listener = ObservedNotice()
    listener.on_start(make_event("hex"))
    [timer] = listener.timers
    listener.on_end(None)
    assert timer is not None
    timer.join(10)
    assert not listener.delay_passed.is_set()
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
    listener = ObservedNotice()
    event.register("numba:compile", listener)
    try:
        assert EntryPoint(rule, NUMBA_OPTIONS, CodeCache(folder, "twice", "test"))(4) == 8
        assert listener.delay_passed.wait(10)
        assert COMPILING.format("twice") in capsys.readouterr().err
        listener.notified_games.clear()
        listener.delay_passed.clear()
        assert EntryPoint(rule, NUMBA_OPTIONS, CodeCache(folder, "twice", "test"))(4) == 8
        assert not listener.delay_passed.is_set()
    finally:
        event.unregister("numba:compile", listener)
    assert not listener.notified_games
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


def twice(number: int) -> int:
    return 2 * number
