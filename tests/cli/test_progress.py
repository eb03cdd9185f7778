"""Interruptible work, and progress bars on terminals only."""

import threading

import pytest

from steinreich.cli.progress import run_interruptibly, status_line, track_progress


def test_no_progress_bar_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with status_line() as show_status:
        show_status("compiling")
        assert list(track_progress([1, 2, 3], str)) == [1, 2, 3]
    assert capsys.readouterr().err == ""


def test_interruptible_function_runs_in_another_thread() -> None:
    assert run_interruptibly(threading.current_thread) is not threading.current_thread()


def test_interruptible_function_propagates_errors() -> None:
    with pytest.raises(ZeroDivisionError):
        run_interruptibly(lambda: 1 // 0)
