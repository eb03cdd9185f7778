"""Interruptible work, and progress bars on terminals only."""

import threading

import pytest

from steinreich.cli.progress import interruptible, status, tracked


def test_no_progress_bar_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with status() as tell:
        tell("compiling")
        assert list(tracked([1, 2, 3], str)) == [1, 2, 3]
    assert capsys.readouterr().err == ""


def test_work_runs_in_another_thread() -> None:
    assert interruptible(threading.current_thread) is not threading.current_thread()


def test_errors_are_propagated() -> None:
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)
