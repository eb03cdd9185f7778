"""Work that can be interrupted, and bars that stay away where nobody looks."""

import threading

import pytest

from steinreich.cli.progress import interruptible, tracked, waiting


def test_no_bar_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting("compiling"):
        assert list(tracked([1, 2, 3], str)) == [1, 2, 3]
    assert capsys.readouterr().err == ""


def test_work_is_done_elsewhere() -> None:
    assert interruptible(threading.current_thread) is not threading.current_thread()


def test_errors_come_back() -> None:
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)
