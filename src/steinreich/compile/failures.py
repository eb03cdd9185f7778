"""Failed compilations, reported as one line with the location, the reason and what rules may use.

Numba's own messages have thousands of characters, with every caller up to the entry point.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType

import numba

import steinreich
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Text
from steinreich.rules.untrusted import one_line

# Names of base classes: numba-cuda has copies of those in `numba.core.errors`.
FAILURE_CLASSES = {"NumbaError", "UnsupportedBytecodeError"}
RETRY_CLASS = "ForceLiteralArg"  # not a failure: with it Numba requests another compilation
MAX_REASON_CHARACTERS = 240
LIBRARIES = tuple(Path(str(library.__file__)).parent for library in (numba, steinreich))
LOCATION = re.compile(r'File "(.+?)", line (\d+)')  # Numba names the innermost function first
BYTECODE_LOCATION = re.compile(r"\. Raised from (.+?)(?: \((\d+)\))?$")
ADVICE = Text(
    "rules may use only U64, int, NamedTuples of these, tables made by words or numbers, and "
    "functions marked with @rule"
)


@contextmanager
def report_failures(function: FunctionType) -> Iterator[None]:
    """Raise errors of Numba, which compiles a function in the block, as `BrokenContract`."""
    try:
        yield
    except Exception as error:
        classes = {base.__name__ for base in type(error).__mro__}
        if RETRY_CLASS in classes or FAILURE_CLASSES.isdisjoint(classes):
            raise
        raise BrokenContract(describe_failure(str(error), function)) from error


def describe_failure(message: str, function: FunctionType) -> Text:
    """Return the message about a failure: the line, the reason and what rules may use."""
    file, line = find_location(message, function)
    reason = one_line(find_reason(message), MAX_REASON_CHARACTERS)
    return Text(
        "{file}, line {line} cannot be compiled: {reason}; {advice}",
        file=repr(file),
        line=line,
        reason=reason,
        advice=ADVICE,
    )


def find_location(message: str, function: FunctionType) -> tuple[str, str]:
    """Return the file and the line of a failure.

    This is the innermost line in a file of a game, or else the first line of the function.
    """
    locations = LOCATION.findall(message) + BYTECODE_LOCATION.findall(message)
    for file, line in locations:
        path = Path(file).resolve()
        if line and not any(library in path.parents for library in LIBRARIES):
            return path.name, line
    code = function.__code__
    return Path(code.co_filename).name, str(code.co_firstlineno)


def find_reason(message: str) -> str:
    """Return the reason in a message of Numba: its first line that is specific."""
    lines = [line.strip() for line in BYTECODE_LOCATION.sub("", message).splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    reason, signatures = lines[0], [line for line in lines if line.startswith(">>> ")]
    if reason.endswith(" found for signature:") and signatures:
        reason = f"{reason.removesuffix(' signature:')} {signatures[0].removeprefix('>>> ')}"
    reason = re.sub(r"Function\(<[\w-]+ \w+ (\w+)>\)", r"\1", reason)
    return re.sub(r"<iv=.*?>", "", reason).rstrip(". ")
