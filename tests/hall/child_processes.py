"""Inspect child processes and their resources on Linux."""

import os
from pathlib import Path

from steinreich.engines.worker_process import WORKER_MODULE

LISTEN_STATE = "0A"  # of sockets in /proc/net/tcp


def find_children(pid: int | None, program: str = "") -> list[int]:
    """Return the child processes whose command line contains a text, by default all."""
    pids = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    commands = {child: read_proc(child, "cmdline") for child in pids}
    return [child for child, line in commands.items() if line is not None and program in line]


def read_proc(pid: int, file: str) -> str | None:
    """Return the content of a file of a process in /proc; None if the process has ended."""
    try:
        return Path(f"/proc/{pid}/{file}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None


def find_engine_processes(pid: int | None) -> list[int]:
    """Return the child processes that run engines."""
    return find_children(pid, WORKER_MODULE)


def is_alive(pid: int) -> bool:
    status = read_proc(pid, "stat")
    return status is not None and status.rpartition(") ")[2][0] != "Z"  # not a zombie


def find_listening_sockets(pid: int | None) -> list[str]:
    """Return the listening TCP sockets that a process holds open, inherited ones included."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    listening = {
        f"socket:[{fields[9]}]" for fields in map(str.split, lines) if fields[3] == LISTEN_STATE
    }
    targets = map(read_link, Path(f"/proc/{pid}/fd").iterdir())
    return [target for target in targets if target in listening]


def read_link(link: Path) -> str:
    """Return the target of a link, or an empty text if the link does not exist any more."""
    try:
        return os.readlink(link)
    except FileNotFoundError:
        return ""
