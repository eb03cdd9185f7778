"""Features of real terminals: prompts, colours, completion, progress bars."""

import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.cli.conftest import PROGRAM


class PseudoTerminal:
    """A program connected to a pseudo-terminal."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.output = ""
        self.matched_length = 0  # end of the last match of `wait_for`

    def type(self, text: str) -> None:
        os.write(self.file, text.encode())

    def wait_for(self, text: str, seconds: float = 20) -> None:
        """Read until this text appears."""
        deadline = time.monotonic() + seconds
        while text not in self.output[self.matched_length :]:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} did not appear: {self.output!r}"
            if select.select([self.file], [], [], left)[0]:
                self.output += os.read(self.file, 65536).decode()
        self.matched_length = self.output.index(text, self.matched_length) + len(text)


@contextmanager
def terminal(*arguments: str) -> Iterator[tuple[PseudoTerminal, subprocess.Popen[bytes]]]:
    controller_end, terminal_end = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "LANGUAGE": "en", "COLUMNS": "80"}
    with subprocess.Popen(
        [PROGRAM, *arguments],
        stdin=terminal_end,
        stdout=terminal_end,
        stderr=terminal_end,
        env=environment,
    ) as process:
        os.close(terminal_end)
        try:
            yield PseudoTerminal(controller_end), process
        finally:
            process.kill()
            os.close(controller_end)


def test_game_with_colours_and_completion() -> None:
    with terminal("play", "chain_reaxis", "--seats", "human,random") as (screen, process):
        screen.wait_for("Blank> ")
        screen.type("C3C\t4\n")
        screen.wait_for("plays")
        screen.wait_for("Blank> ")
        assert "\x1b[32" in screen.output  # wooden tiles
        screen.type("mo\t\n")
        screen.wait_for(" possible:")
        screen.wait_for("Blank> ")
        screen.type("\x04")
        screen.wait_for("To continue later:")
        assert process.wait(timeout=10) == 0


def test_ctrl_c_at_the_prompt() -> None:
    with terminal("play", "vier3d", "--seats", "human,human") as (screen, process):
        screen.wait_for("Red> ")
        screen.type("a1\n")
        screen.wait_for("Blue> ")
        time.sleep(0.5)  # the prompt appears a moment before the keyboard is read
        process.send_signal(signal.SIGINT)
        screen.wait_for("\nTo continue later: steinreich play vier3d --position 'r/")
        screen.wait_for(" b' --seats human,human")
        assert process.wait(timeout=10) == 130
        assert "Traceback" not in screen.output


def test_progress_bar_of_a_long_count() -> None:
    with terminal("perft", "vier3d", "20") as (screen, process):
        screen.wait_for("\n5 1048560")
        screen.wait_for("/16", seconds=30)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
