"""Counts of action sequences, stored in a readable file."""

import importlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from steinreich import load
from steinreich.rules import playout

FILE = Path("tests/perft/perft.txt")
MAX_REFERENCE_SEQUENCES = 3_000  # sequences that the slow references count as well


class Case(NamedTuple):
    id: str
    text: str
    counts: list[int]  # of sequences of 1, 2, ... actions


def read_cases() -> list[Case]:
    """Return the lines of the file: id, position string or `start`, counts; separated by `|`."""
    found = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            id, text, counts = (part.strip() for part in line.split("|"))
            found.append(Case(id, text, [int(count.replace(",", "")) for count in counts.split()]))
    return found


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: f"{case.id}-{case.text[:12]}")
def test_perft_counts_match_the_file(case: Case) -> None:
    game = load(case.id)
    position = game.start() if case.text == "start" else game.position(case.text)
    perft = game.compiler.entry(playout.perft)
    state = position.state
    assert [perft(state, depth + 1) for depth in range(len(case.counts))] == case.counts
    assert game.plain(playout.perft)(position.state, 1) == case.counts[0]


@pytest.mark.parametrize(
    "case",
    [case for case in read_cases() if "/" not in case.id],
    ids=lambda c: f"{c.id}-{c.text[:12]}",
)
def test_reference_implementation_counts_the_same(case: Case) -> None:
    game = load(case.id)
    reference: Any = importlib.import_module(f"tests.reference.{game.name}")

    def count(position: Any, depth: int) -> int:
        moves = reference.legal(position)
        if depth == 1:
            return len(moves)
        return sum(count(reference.play(position, move), depth - 1) for move in moves)

    start = str(game.start()) if case.text == "start" else case.text
    for depth, expected in enumerate(case.counts, 1):
        if expected <= MAX_REFERENCE_SEQUENCES:
            assert count(reference.from_text(start, **game.options), depth) == expected
