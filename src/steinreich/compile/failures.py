"""Failed compilations, as errors that name the line of the rule and say what a rule may use.

Numba explains a failure in thousands of characters, with every caller up to the entry point.
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
FAILURES = {"NumbaError", "UnsupportedBytecodeError"}
COMPILE_AGAIN = "ForceLiteralArg"  # a request of Numba to itself, and no failure
MAX_REASON_CHARACTERS = 240
LIBRARIES = tuple(Path(str(library.__file__)).parent for library in (numba, steinreich))
LOCATION = re.compile(r'File "(.+?)", line (\d+)')  # Numba names the innermost function first
BYTECODE_LOCATION = re.compile(r"\. Raised from (.+?)(?: \((\d+)\))?$")
ADVICE = Text(
    "rules compute with U64, int, NamedTuples of these, tables made by words or numbers, and "
    "functions marked with @rule"
)


@contextmanager
def failures_reported(function: FunctionType) -> Iterator[None]:
    """Raise `BrokenContract` in place of what Numba raises while it compiles a function."""
    try:
        yield
    except Exception as error:
        kinds = {kind.__name__ for kind in type(error).__mro__}
        if COMPILE_AGAIN in kinds or FAILURES.isdisjoint(kinds):
            raise
        raise BrokenContract(broken_rule(str(error), function)) from error


def broken_rule(message: str, function: FunctionType) -> Text:
    """Return the line that cannot be compiled, the reason and an advice."""
    file, line = location(message, function)
    reason = one_line(first_reason(message), MAX_REASON_CHARACTERS)
    return Text(
        "{file}, line {line} cannot be compiled: {reason}; {advice}",
        file=repr(file),
        line=line,
        reason=reason,
        advice=ADVICE,
    )


def location(message: str, function: FunctionType) -> tuple[str, str]:
    """Return the innermost line in the file of a game, or else where the function begins."""
    found = LOCATION.findall(message) + BYTECODE_LOCATION.findall(message)
    for file, line in found:
        path = Path(file).resolve()
        if line and not any(library in path.parents for library in LIBRARIES):
            return path.name, line
    code = function.__code__
    return Path(code.co_filename).name, str(code.co_firstlineno)


def first_reason(message: str) -> str:
    """Return the first sentence that says more than that the compilation failed."""
    lines = [line.strip() for line in BYTECODE_LOCATION.sub("", message).splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    reason, called = lines[0], [line for line in lines if line.startswith(">>> ")]
    if reason.endswith(" found for signature:") and called:
        reason = f"{reason.removesuffix(' signature:')} {called[0].removeprefix('>>> ')}"
    reason = re.sub(r"Function\(<[\w-]+ \w+ (\w+)>\)", r"\1", reason)
    return re.sub(r"<iv=.*?>", "", reason).rstrip(". ")
