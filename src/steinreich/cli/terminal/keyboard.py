"""Lines that a person types, or that come through a pipe."""

import sys
from collections.abc import Callable, Iterable

Words = Callable[[], Iterable[str]]  # what may be typed now


def read_line(prompt: str) -> str | None:
    """The next line, or None at the end of the input.

    What comes through a pipe is printed, so that the output reads like a game at a terminal.
    """
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    print(line.rstrip("\n"))
    return line or None


def complete_with(words: Words) -> None:
    """Let the tabulator key complete these words, where a person types and the system can."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    try:
        import readline
    except ImportError:  # not on every system
        return

    def fitting(begun: str, number: int) -> str | None:
        found = [word for word in words() if word.casefold().startswith(begun.casefold())]
        return found[number] if number < len(found) else None

    readline.set_completer(fitting)
    readline.set_completer_delims(" ,")
    readline.parse_and_bind("tab: complete")
