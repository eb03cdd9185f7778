"""Inspect child processes and their resources on Linux."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from steinreich.engines.worker_process import PROGRAM

PATIENCE = 60.0  # for conditions that should become true
LISTENS = "0A"  # state of listening sockets in /proc/net/tcp


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


def children(pid: int | None, program: str = "") -> list[int]:
    """Return the child processes that run a program."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    told = {int(one): read_proc(int(one), "cmdline") for one in found}
    return [one for one, command in told.items() if command is not None and program in command]


def read_proc(pid: int, what: str) -> str | None:
    """Read a file of a process in /proc; None if the process ends meanwhile."""
    try:
        return Path(f"/proc/{pid}/{what}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None


def count_threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def engine_processes(pid: int | None) -> list[int]:
    """Return the child processes that run engines."""
    return children(pid, PROGRAM)


def is_alive(pid: int) -> bool:
    told = read_proc(pid, "stat")
    return told is not None and told.rpartition(") ")[2][0] != "Z"


def listening_sockets(pid: int | None) -> list[str]:
    """Return the listening sockets that a process holds, inherited ones included."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    everywhere = {
        f"socket:[{fields[9]}]" for fields in map(str.split, lines) if fields[3] == LISTENS
    }
    return [
        held for one in Path(f"/proc/{pid}/fd").iterdir() if (held := read_link(one)) in everywhere
    ]


def read_link(link: Path) -> str:
    """Return the target of a link, or nothing if it is gone."""
    try:
        return os.readlink(link)
    except FileNotFoundError:
        return ""
