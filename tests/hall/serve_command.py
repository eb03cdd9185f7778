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
PATIENCE = 90


def environment(**more: str) -> dict[str, str]:
    """Return the environment of this process without variables that configure a server."""
    kept = {name: value for name, value in os.environ.items() if not is_setting(name)}
    return kept | more


def is_setting(name: str) -> bool:
    return name.startswith("STEINREICH_") and name != "STEINREICH_CACHE"


def flags(folder: Path, **more: object) -> list[str]:
    usual = {"port": 0, "engines": 0, "database": f"sqlite:///{folder / 'hall.sqlite'}"}
    return [f"--{name}={value}" for name, value in (usual | more).items()]


class Command:
    """The running command; its output goes to a file."""

    def __init__(self, folder: Path, arguments: list[str], **variables: str) -> None:
        self.said_file = folder / "said"
        with self.said_file.open("w") as said:
            self.process = subprocess.Popen(
                [*COMMAND, *arguments], stdout=said, stderr=said, env=environment(**variables)
            )

    @property
    def said(self) -> str:
        return self.said_file.read_text()

    def address(self) -> str:
        """Wait for the address in the output and return it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            if found := re.search(r"http://\S+/", self.said):
                return found[0]
            time.sleep(0.02)
        raise AssertionError(self.said)

    def ends(self, sign: int | None = None) -> int:
        """Wait for the end and return the exit code; send a signal first, if given."""
        if sign is not None:
            self.process.send_signal(sign)
        return self.process.wait(PATIENCE)


@contextmanager
def running(folder: Path, arguments: list[str], **variables: str) -> Iterator[Command]:
    command = Command(folder, arguments, **variables)
    try:
        yield command
    finally:
        if command.process.poll() is None:
            command.process.kill()
            command.process.wait()
