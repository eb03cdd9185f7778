"""Nothing stands twice: no passage of six or more lines, in Python or in the pages."""

import re
from collections import defaultdict
from pathlib import Path

import steinreich

PACKAGE = Path(steinreich.__file__).parent
PAGES = Path(__file__).parents[1] / "web" / "src"
WRITTEN = PAGES / "protocol.ts"  # from what Python declares
SOURCES = [
    *PACKAGE.rglob("*.py"),
    *(path for kind in ("*.ts", "*.svelte", "*.css") for path in PAGES.rglob(kind)),
]
PASSAGE = 6  # lines
IMPORT = re.compile(r"(import|from) .*|\w+,")  # names that are imported, one a line, as well
COMMENT = re.compile(r"(#|//|/?\*).*")


def telling(text: str) -> list[tuple[int, str]]:
    """The lines that say something, each with its number: no space, comments or brackets alone."""
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [
        (number, line)
        for number, line in lines
        if re.search(r"\w", line) and not IMPORT.fullmatch(line) and not COMMENT.fullmatch(line)
    ]


def repeated(texts: dict[str, str]) -> list[list[str]]:
    """The places of passages that stand more than once."""
    places = defaultdict(list)
    for name, text in texts.items():
        lines = telling(text)
        for at in range(len(lines) - PASSAGE + 1):
            passage = tuple(line for _, line in lines[at : at + PASSAGE])
            places[passage].append(f"{name}:{lines[at][0]}")
    return [found for found in places.values() if len(found) > 1]


def test_no_passage_stands_twice() -> None:
    assert WRITTEN in SOURCES, "the pages are looked at"
    assert not repeated({str(path): path.read_text() for path in SOURCES if path != WRITTEN})


def test_a_passage_that_stands_twice_is_found() -> None:
    lines = [f"call({number})" for number in range(PASSAGE)]
    one, other = "\n".join(lines), "import os\n\n" + "\n\n  # why\n  ".join(lines)
    assert repeated({"one": one, "other": other}) == [["one:1", "other:3"]]
    assert repeated({"one": one, "shorter": "\n".join(lines[1:])}) == []
