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
    monkeypatch.delenv(quiet.VARIABLE, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")


def of(game: str) -> Any:
    """Return Numba's event for an entry point of a game."""
    cache = SimpleNamespace(folder=Path("cache") / game)
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(code_cache=cache)})


class SlowCompilation(CompilationNotice):
    """Waits until the notice is due."""

    def __init__(self) -> None:
        super().__init__()
        self.due = Event()

    def tell(self, game: str) -> None:
        super().tell(game)
        self.due.set()


def compiled(heard: SlowCompilation, game: str) -> None:
    """Simulate a compilation that takes longer than the delay."""
    heard.due.clear()
    heard.on_start(of(game))
    heard.on_start(SimpleNamespace(data={"dispatcher": None}))  # what it calls
    heard.on_end(None)
    assert heard.due.wait(10)
    heard.on_end(None)


def test_notice_is_printed_once_for_each_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    heard = SlowCompilation()
    for game in ("hex", "hex", "go"):
        compiled(heard, game)
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", COMPILING.format("hex") + COMPILING.format("go"))
    monkeypatch.setenv("LANGUAGE", "de")
    compiled(heard, "dame")
    assert "dame wird für diesen Rechner übersetzt" in capsys.readouterr().err


def test_fast_and_quiet_compilation_prints_no_notice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    heard = SlowCompilation()
    heard.on_start(of("hex"))
    [timer] = heard.timers
    heard.on_end(None)
    assert timer is not None
    timer.join(10)
    assert not heard.due.is_set()
    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    monkeypatch.setenv(quiet.VARIABLE, "1")
    compiled(heard, "hex")
    assert capsys.readouterr().err == ""


def test_numba_events_report_compilation_and_not_loading(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from numba.core import event

    from steinreich.compile.binder import SETTINGS
    from steinreich.compile.cache import CodeCache, EntryPoint

    monkeypatch.setattr(notice, "NOTICE_DELAY_SECONDS", 0.0)
    rule: Any = twice
    folder = tmp_path / "twice"
    folder.mkdir()
    heard = SlowCompilation()
    event.register("numba:compile", heard)
    try:
        assert EntryPoint(rule, SETTINGS, CodeCache(folder, "twice", "test"))(4) == 8
        assert heard.due.wait(10)
        assert COMPILING.format("twice") in capsys.readouterr().err
        heard.told.clear()
        heard.due.clear()
        assert EntryPoint(rule, SETTINGS, CodeCache(folder, "twice", "test"))(4) == 8
        assert not heard.due.is_set()
    finally:
        event.unregister("numba:compile", heard)
    assert not heard.told
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
