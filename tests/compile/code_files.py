"""Locate the machine code of an entry point in the code cache."""

from pathlib import Path

from steinreich.compile.machine_code import EntryPoint


def get_code_file(entry: EntryPoint) -> Path:
    """Return the file of an entry point, which needs a code cache."""
    assert entry.file
    return entry.file.path
