"""Locate the machine code of an entry point in the code cache."""

from pathlib import Path

from steinreich.compile.cache import EntryPoint


def code_files(entry: EntryPoint) -> list[Path]:
    """Return a file for each signature that has been compiled; none without a code cache."""
    if not entry.code_cache:
        return []
    codegen = entry.targetctx.codegen()
    return [entry.code_cache.file(signature, codegen) for signature in entry.overloads]
