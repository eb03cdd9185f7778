"""No engine outlives who asks it."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # of Linux: the signal that a process gets when its parent is gone


def die_with_parent(parent: int) -> None:
    """Be killed when the parent is, even frozen or amid a long computation.  Where the system does
    not offer it, the end of the pipe that questions come through says the same, a little later."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before; no signal comes any more
            os._exit(0)
