"""The line that tells of compilation: once, late, and not where it is to be quiet."""

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
    """What Numba says of an entry point of a game."""
    cache = SimpleNamespace(folder=Path("cache") / game)
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(code_cache=cache)})


class Waiting(CompilationNotice):
    """Lets a test wait until the line is due."""

    def __init__(self) -> None:
        super().__init__()
        self.due = Event()

    def tell(self, game: str) -> None:
        super().tell(game)
        self.due.set()


def compiled(heard: Waiting, game: str) -> None:
    """Something takes longer than a moment."""
    heard.due.clear()
    heard.on_start(of(game))
    heard.on_start(SimpleNamespace(data={"dispatcher": None}))  # what it calls
    heard.on_end(None)
    assert heard.due.wait(10)
    heard.on_end(None)


def test_it_is_said_once_for_each_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notice, "PATIENCE", 0.0)
    heard = Waiting()
    for game in ("hex", "hex", "go"):
        compiled(heard, game)
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", COMPILING.format("hex") + COMPILING.format("go"))
    monkeypatch.setenv("LANGUAGE", "de")
    compiled(heard, "dame")
    assert "dame wird für diesen Rechner übersetzt" in capsys.readouterr().err


def test_what_is_quick_or_to_be_quiet_is_not_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    heard = Waiting()
    heard.on_start(of("hex"))
    [clock] = heard.clocks
    heard.on_end(None)
    assert clock is not None
    clock.join(10)
    assert not heard.due.is_set()
    monkeypatch.setattr(notice, "PATIENCE", 0.0)
    monkeypatch.setenv(quiet.VARIABLE, "1")
    compiled(heard, "hex")
    assert capsys.readouterr().err == ""


def test_numba_tells_of_what_is_compiled_and_not_of_what_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from numba.core import event

    from steinreich.compile.binder import SETTINGS
    from steinreich.compile.cache import CodeCache, EntryPoint

    monkeypatch.setattr(notice, "PATIENCE", 0.0)
    rule: Any = twice
    folder = tmp_path / "twice"
    folder.mkdir()
    heard = Waiting()
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


def test_who_waits_for_a_gpu_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with compiling_for_gpu("quick"):
        pass
    monkeypatch.setattr(notice, "PATIENCE", 0.0)
    with compiling_for_gpu("hex") as clock:
        clock.join(10)
    assert capsys.readouterr().err == "Steinreich: compiling hex for the GPU …\n"


def twice(number: int) -> int:
    return 2 * number
