"""Processes that other processes have started, and what they hold; on Linux."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from steinreich.engines.worker_process import PROGRAM

PATIENCE = 60.0  # seconds until something that does not happen is a failure
LISTENS = "0A"  # in the system's list of sockets


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


def children(pid: int | None, program: str = "") -> list[int]:
    """The processes that one has started to run a program."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    told = {int(one): told_of(int(one), "cmdline") for one in found}
    return [one for one, command in told.items() if command is not None and program in command]


def told_of(pid: int, what: str) -> str | None:
    """What the system tells of a process; None if it has just gone, which may show at any step."""
    try:
        return Path(f"/proc/{pid}/{what}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None


def servers_of(pid: int | None) -> list[int]:
    """The server processes of a hall that has several: its forks, and those started anew."""
    own = Path(f"/proc/{pid}/cmdline").read_text()
    return sorted(children(pid, own) + children(pid, "spawn_main"))


def threads_of(pid: int) -> int:
    """How many threads a process has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def engines_of(pid: int | None) -> list[int]:
    """Those among them that think."""
    return children(pid, PROGRAM)


def is_alive(pid: int) -> bool:
    told = told_of(pid, "stat")
    return told is not None and told.rpartition(") ")[2][0] != "Z"


def listening(pid: int | None) -> list[str]:
    """The sockets of a process at which it, or somebody else, listens."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    everywhere = {
        f"socket:[{fields[9]}]" for fields in map(str.split, lines) if fields[3] == LISTENS
    }
    return [
        held for one in Path(f"/proc/{pid}/fd").iterdir() if (held := target(one)) in everywhere
    ]


def target(link: Path) -> str:
    """Where a link leads, if it is still there."""
    try:
        return os.readlink(link)
    except FileNotFoundError:
        return ""
