"""What was taken back and how it stays in a record."""

import random
from pathlib import Path

import pytest

from steinreich import load
from steinreich.cli.terminal.undone import Undone
from steinreich.records import Node, Record, read, write
from tests.cli.conftest import Run


def lines_of(record: Record) -> set[tuple[str, ...]]:
    """Every sequence of actions in a record, from the start to any of its nodes."""
    found: set[tuple[str, ...]] = set()
    waiting: list[tuple[Node, tuple[str, ...]]] = [(record.root, ())]
    while waiting:
        node, line = waiting.pop()
        found.add(line)
        waiting += [(child, (*line, child.action)) for child in node.children]
    return found


def nodes_of(record: Record) -> list[Node]:
    return [record.root, *record.root.line()]


@pytest.mark.parametrize("id", ["vier3d", "six_in_line", "tzaar(setup=fixed)"])
def test_no_line_is_ever_lost(id: str) -> None:
    """Play and take back at random: whatever was once played stays in what is written."""
    dice = random.Random(3)
    record = Record.new(load(id), seed=1)
    undone = Undone(record)
    played: set[tuple[str, ...]] = set()
    for _ in range(150):
        nodes = nodes_of(record)
        if dice.random() < 0.3 and len(nodes) > 1:
            undone.cut(nodes[dice.randrange(len(nodes) - 1)])
        elif not record.end.is_over:
            undone.play(dice.choice(record.end.legal_moves()[:3]))
        line = tuple(record.moves())
        played.add(line)
        with undone.kept():
            text = write(record)
        assert record.moves() == list(line)
        [back] = read(text)
        assert played <= lines_of(back)
        assert undone.took_back_all or back.moves() == list(line)


def text_after(run: Run, tmp_path: Path, before: str, lines: str) -> str:
    """The actions in a file, after people have gone on with the game in it."""
    file = tmp_path / "loaded.txt"
    file.write_text(f'[Game "vier3d"]\n\n{before} *\n')
    people = ("--seats", "human,human")
    assert run("play", "--load", file, "--save", file, *people, stdin=lines).code == 0
    return file.read_text().partition("\n\n")[2].strip()


@pytest.mark.parametrize(
    ("before", "lines", "after"),
    [
        # What is taken back stays as a variation.
        ("1. a1 b1 2. c1", "undo\nd1", "1. a1 b1 2. d1 (2. c1) *"),
        ("1. a1 b1 2. c1", "undo\nundo\nd1", "1. a1 d1 (1... b1 2. c1) *"),
        ("1. a1", "b1\nundo\nc1\nundo\nd1", "1. a1 d1 (1... c1) (1... b1) *"),
        # So do other variations, comments and marks.
        (
            "1. a1 b1 $4 {why?} (1... b2 {better} 2. b3) 2. c1",
            "undo\nundo\nd1",
            "1. a1 d1 (1... b1 $4 {why?} 2. c1) (1... b2 {better} 2. b3) *",
        ),
        # What is played again is there once.
        ("1. a1 b1 2. c1", "undo\nundo\nb1\nd1", "1. a1 b1 2. d1 (2. c1) *"),
        ("1. a1 b1 (1... b2 2. b3)", "undo\nb2\nd1", "1. a1 b2 (1... b1) 2. d1 (2. b3) *"),
        # Without a new action the game ends earlier, and goes on in a variation.
        (
            "1. a1 {so} b1 (1... b2) 2. c1",
            "undo\nundo",
            "1. a1 {so} (1. a1 b1 (1... b2) 2. c1) *",
        ),
        ("1. a1 b1 2. c1", "undo\nundo\nb1", "1. a1 b1 (1... b1 2. c1) *"),
        ("1. a1 b1 2. c1 d1", "undo\nundo", "1. a1 b1 (1... b1 2. c1 d1) *"),
    ],
)
def test_undo_loses_nothing(run: Run, tmp_path: Path, before: str, lines: str, after: str) -> None:
    assert " ".join(text_after(run, tmp_path, before, lines).split()) == after


def test_resigning_after_undo_gives_a_record_that_can_be_read(run: Run, tmp_path: Path) -> None:
    before = "1. a1 b1 2. a1 b1 3. a1 b1 4. b1 (4. a1)"  # red could have won
    text = text_after(run, tmp_path, before, "undo\na1x\nresign")
    assert text.split()[-4:] == ["b1", "(4.", "a1))", "0-1"]
    before = "1. a1 b1 2. a1 b1 3. a1 b1 (3... b2 4. a1) 4. b1"
    text = text_after(run, tmp_path, before, "undo\nundo\nb2\nresign")
    assert text.endswith("3. a1 b2 (3... b2 4. a1) (3... b1 4. b1) 0-1")
    assert read((tmp_path / "loaded.txt").read_text())[0].result == (-1, 1)


def test_undo_takes_back_a_resignation(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    people = ("--seats", "human,human", "--save", file)
    assert run("play", "vier3d", *people, stdin="a1\nb1\nresign\n").code == 0
    assert run("play", "--load", file, *people, stdin="undo\n").code == 0
    [record] = read(file.read_text())
    assert (record.result, record.moves()) == (None, ["a1"])
    assert "Termination" not in record.headers
