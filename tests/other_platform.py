"""Simulate a system with fewer features: what Windows lacks is hidden from our modules.

Started as a program with the code to run. Libraries see the real system: their support of others is
for their own tests.
"""

import builtins
import os
import selectors
import signal
import sys
from types import ModuleType
from typing import Any


def names(text: str) -> list[str]:
    return text.split()


ONLY_POSIX = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
ONLY_POSIX_OS = names("""
    chown fchmod fchown fork forkpty getegid geteuid getgid getloadavg getpgid getpgrp
    getpriority getresuid getsid getuid initgroups killpg mkfifo mknod nice openpty
    posix_spawn pread pwrite register_at_fork sched_getaffinity sched_setaffinity setgid
    setpgid setpriority setsid setuid set_blocking statvfs sysconf uname wait3 wait4 waitid
    WNOHANG O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_SYNC
""")
ONLY_POSIX_SIGNALS = names("""
    SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 alarm
    pause pthread_kill pthread_sigmask setitimer sigwait
""")


def without(module: ModuleType, *names: str, **changed: object) -> ModuleType:
    """Return a module as our modules see it: some names are missing or mean something else."""
    seen = ModuleType(module.__name__)
    vars(seen).update({name: value for name, value in vars(module).items() if name not in names})
    vars(seen).update(changed)
    return seen


class OnlySockets(selectors.DefaultSelector):
    """Accepts sockets only."""

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        raise OSError("[WinError 10038] An operation was attempted on what is not a socket")


SEEN = {
    "os": without(os, *ONLY_POSIX_OS),
    "signal": without(signal, *ONLY_POSIX_SIGNALS),
    "selectors": without(selectors, DefaultSelector=OnlySockets),
    "sys": without(sys, platform="win32"),
}
real_import = builtins.__import__


def seen_import(
    name: str,
    globals: Any = None,
    locals: Any = None,
    fromlist: Any = (),
    level: int = 0,
) -> ModuleType:
    importer = (globals or {}).get("__name__", "")
    if importer.partition(".")[0] == "steinreich":
        if name in ONLY_POSIX:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in SEEN:
            return SEEN[name]
    return real_import(name, globals, locals, fromlist, level)


if __name__ == "__main__":
    builtins.__import__ = seen_import
    exec(compile(sys.stdin.read(), "program", "exec"), {"__name__": "__main__"})
