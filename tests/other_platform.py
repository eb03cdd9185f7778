"""Run a program on a simulated platform: features that Windows lacks are hidden from our modules.

Started as `python -m tests.other_platform`; the program is read from standard input. Libraries use
the real platform.
"""

import builtins
import os
import selectors
import signal
import sys
from types import ModuleType
from typing import Any


def split_names(text: str) -> list[str]:
    return text.split()


ONLY_POSIX = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
ONLY_POSIX_OS = split_names("""
    chown fchmod fchown fork forkpty getegid geteuid getgid getloadavg getpgid getpgrp
    getpriority getresuid getsid getuid initgroups killpg mkfifo mknod nice openpty
    posix_spawn pread pwrite register_at_fork sched_getaffinity sched_setaffinity setgid
    setpgid setpriority setsid setuid set_blocking statvfs sysconf uname wait3 wait4 waitid
    WNOHANG O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_SYNC
""")
ONLY_POSIX_SIGNALS = split_names("""
    SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 alarm
    pause pthread_kill pthread_sigmask setitimer sigwait
""")


def hide_names(module: ModuleType, *hidden: str, **replacements: object) -> ModuleType:
    """Return a copy of a module without some names, and with others replaced."""
    restricted = ModuleType(module.__name__)
    vars(restricted).update(
        {name: value for name, value in vars(module).items() if name not in hidden}
    )
    vars(restricted).update(replacements)
    return restricted


class SocketOnlySelector(selectors.DefaultSelector):
    """A selector that accepts sockets only, as on Windows."""

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        raise OSError("[WinError 10038] An operation was attempted on what is not a socket")


RESTRICTED_MODULES = {
    "os": hide_names(os, *ONLY_POSIX_OS),
    "signal": hide_names(signal, *ONLY_POSIX_SIGNALS),
    "selectors": hide_names(selectors, DefaultSelector=SocketOnlySelector),
    "sys": hide_names(sys, platform="win32"),
}
real_import = builtins.__import__


def restricted_import(
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
        if name in RESTRICTED_MODULES:
            return RESTRICTED_MODULES[name]
    return real_import(name, globals, locals, fromlist, level)


if __name__ == "__main__":
    builtins.__import__ = restricted_import
    exec(compile(sys.stdin.read(), "program", "exec"), {"__name__": "__main__"})
