"""Run the command `steinreich serve` in a process of its own."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-m", "steinreich", "serve"]
START_TIMEOUT_SECONDS = 90


def make_environment(**variables: str) -> dict[str, str]:
    """Return the environment without settings of a server, and with these variables."""
    others = {name: value for name, value in os.environ.items() if not is_setting(name)}
    return others | variables


def is_setting(name: str) -> bool:
    return name.startswith("STEINREICH_") and name != "STEINREICH_CACHE"


def make_flags(folder: Path, **options: object) -> list[str]:
    """Return command line flags: defaults for tests, and these options."""
    defaults = {"port": 0, "engines": 0, "database": f"sqlite:///{folder / 'hall.sqlite'}"}
    return [f"--{name}={value}" for name, value in (defaults | options).items()]


class ServeCommand:
    """A running `steinreich serve`; its output goes to a file."""

    def __init__(self, folder: Path, arguments: list[str], **variables: str) -> None:
        self.output_file = folder / "output"
        with self.output_file.open("w") as file:
            self.process = subprocess.Popen(
                [*COMMAND, *arguments], stdout=file, stderr=file, env=make_environment(**variables)
            )

    @property
    def output(self) -> str:
        return self.output_file.read_text()

    def wait_for_address(self) -> str:
        """Wait until the command has printed its address and return it."""
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            if match := re.search(r"http://\S+/", self.output):
                return match[0]
            time.sleep(0.02)
        raise AssertionError(self.output)

    def wait_for_exit(self, signal_number: int | None = None) -> int:
        """Send a signal, if one is given, wait for the end of the process and return its code."""
        if signal_number is not None:
            self.process.send_signal(signal_number)
        return self.process.wait(START_TIMEOUT_SECONDS)


@contextmanager
def run_serve_command(
    folder: Path, arguments: list[str], **variables: str
) -> Iterator[ServeCommand]:
    """Run the command with additional environment variables; kill it at the end if needed."""
    command = ServeCommand(folder, arguments, **variables)
    try:
        yield command
    finally:
        if command.process.poll() is None:
            command.process.kill()
            command.process.wait()
