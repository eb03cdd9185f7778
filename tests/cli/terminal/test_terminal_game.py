"""Games on a shared screen, and how undone actions stay in the record."""

import random
from pathlib import Path

import pytest

from steinreich import load
from steinreich.cli.terminal.terminal_game import CommandRefused, LocalTable
from steinreich.records import Node, Record, read, write
from tests.cli.conftest import Run


def find_all_lines(record: Record) -> set[tuple[str, ...]]:
    """Return every sequence of actions in a record, from the start to any of its nodes."""
    found: set[tuple[str, ...]] = set()
    waiting: list[tuple[Node, tuple[str, ...]]] = [(record.root, ())]
    while waiting:
        node, line = waiting.pop()
        found.add(line)
        waiting += [(child, (*line, child.action)) for child in node.children]
    return found


@pytest.mark.parametrize("id", ["vier3d", "six_in_line", "tzaar(setup=fixed)"])
def test_undone_lines_are_kept(id: str) -> None:
    """Play and undo at random: the record contains every sequence of actions that was played."""
    rng = random.Random(3)
    table = LocalTable(Record.new(load(id), seed=1), frozenset({0, 1}))
    played: set[tuple[str, ...]] = set()
    for _ in range(150):
        moves = table.moves()
        if rng.random() < 0.3 and moves:
            remaining = rng.randrange(len(moves))
            while len(table.moves()) > remaining:
                count = len(table.moves())
                assert table.undo() == moves[count - 1 : count]
        elif table.is_playing:
            table.play(rng.choice(table.position.legal_moves()[:3]))
        line = tuple(table.moves())
        assert table.positions[-1] is table.position
        played.add(line)
        [read_back] = read(write(table.record()))
        assert played <= find_all_lines(read_back)
        assert not line or read_back.moves() == list(line)


def test_undo_includes_the_turn_of_the_computer() -> None:
    table = LocalTable(Record.new(load("tzaar(setup=fixed)")), frozenset({0}))
    first = table.position.legal_moves()[0]
    table.play(first)
    for _ in range(2):  # both actions of a turn
        table.play(table.position.legal_moves()[0])
    own_action = table.position.legal_moves()[0]
    table.play(own_action)
    assert table.draft == (own_action,)
    assert table.undo() == [own_action]
    assert table.undo()[0] == first
    with pytest.raises(CommandRefused, match="nothing to take back"):
        table.undo()


def test_result_stays_until_the_next_action() -> None:
    record = Record.new(load("vier3d"))
    record.play("a1")
    record.result, record.headers["Termination"] = (1, -1), "time"
    table = LocalTable(record, frozenset({0, 1}))
    assert table.record() == record
    table.play("b1")
    assert table.record().result is None
    assert "Termination" not in table.record().headers


def continue_and_read(run: Run, tmp_path: Path, before: str, lines: str) -> str:
    """Return the actions in a file after its game was continued."""
    file = tmp_path / "loaded.txt"
    file.write_text(f'[Game "vier3d"]\n\n{before} *\n')
    both_human = ("--seats", "human,human")
    assert run("play", "--load", file, "--save", file, *both_human, stdin=lines).code == 0
    return file.read_text().partition("\n\n")[2].strip()


@pytest.mark.parametrize(
    ("before", "lines", "after"),
    [
        # Undone actions are kept as a variation.
        ("1. a1 b1 2. c1", "undo\nd1", "1. a1 b1 2. d1 (2. c1) *"),
        ("1. a1 b1 2. c1", "undo\nundo\nd1", "1. a1 d1 (1... b1 2. c1) *"),
        ("1. a1", "b1\nundo\nc1\nundo\nd1", "1. a1 d1 (1... c1) (1... b1) *"),
        # So are other variations, comments and marks.
        (
            "1. a1 b1 $4 {why?} (1... b2 {better} 2. b3) 2. c1",
            "undo\nundo\nd1",
            "1. a1 d1 (1... b1 $4 {why?} 2. c1) (1... b2 {better} 2. b3) *",
        ),
        # Repeated actions are there once.
        ("1. a1 b1 2. c1", "undo\nundo\nb1\nd1", "1. a1 b1 2. d1 (2. c1) *"),
        ("1. a1 b1 (1... b2 2. b3)", "undo\nb2\nd1", "1. a1 b2 (1... b1) 2. d1 (2. b3) *"),
        # Without a new action the game ends earlier, and continues in a variation.
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
    assert " ".join(continue_and_read(run, tmp_path, before, lines).split()) == after


def test_resignation_after_undo_gives_a_readable_record(run: Run, tmp_path: Path) -> None:
    before = "1. a1 b1 2. a1 b1 3. a1 b1 4. b1 (4. a1)"  # red could have won
    text = continue_and_read(run, tmp_path, before, "undo\na1x\nresign")
    assert text.split()[-4:] == ["b1", "(4.", "a1))", "0-1"]
    before = "1. a1 b1 2. a1 b1 3. a1 b1 (3... b2 4. a1) 4. b1"
    text = continue_and_read(run, tmp_path, before, "undo\nundo\nb2\nresign")
    assert text.endswith("3. a1 b2 (3... b2 4. a1) (3... b1 4. b1) 0-1")
    assert read((tmp_path / "loaded.txt").read_text())[0].result == (-1, 1)


def test_undo_removes_a_resignation(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    both_human = ("--seats", "human,human", "--save", file)
    assert run("play", "vier3d", *both_human, stdin="a1\nb1\nresign\n").code == 0
    assert run("play", "--load", file, *both_human, stdin="undo\n").code == 0
    [record] = read(file.read_text())
    assert (record.result, record.moves()) == (None, ["a1"])
    assert "Termination" not in record.headers
