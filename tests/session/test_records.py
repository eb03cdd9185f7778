"""Records of tables with their undone actions."""

import random

import pytest

from steinreich.core.position import Position
from steinreich.records import Node, Record, parse_text, read, write
from steinreich.records.reading import MAX_NESTING
from steinreich.session import records
from steinreich.session.records import get_nesting_depth, make_record
from steinreich.session.schema.messages import Offer, Rename, Resign
from steinreich.session.table import Event, Table
from tests.session.table_driver import BOTH_SEATS, FIRST_SEAT, SECOND_SEAT, TableDriver, command_ids


@pytest.mark.parametrize("form", ["text", "json"])
def test_record_can_be_parsed_again(form: str) -> None:
    driver = TableDriver("six_in_line", "here computer")
    driver.handle(Rename("n", 0, 'Ada "\\" [x] {y}'), FIRST_SEAT)
    driver.act("a1 b2", FIRST_SEAT)
    driver.act("a1-c1 +d1", SECOND_SEAT)
    driver.handle(Resign("r"), FIRST_SEAT)
    (parsed,) = read(write(make_record(driver.table), form))
    assert parsed.moves() == ["a1", "b2", "a1-c1", "+d1"]
    assert parsed.headers == {
        "Date": "2023.11.14",
        "Player1": 'Ada "\\" [x] {y}',
        "Player2": "Steinreich, level 5",
        "Termination": "resignation",
    }
    assert parsed.result == (-1, 1)


def test_records_of_games_without_a_winner() -> None:
    three_players = TableDriver("vier3d(players=3)", "here here here").play("a1")
    assert make_record(three_players.table).result is None
    three_players.handle(Resign("r"), FIRST_SEAT)
    assert make_record(three_players.table).result is None
    cancelled = TableDriver(kinds="here friend")
    cancelled.handle(Resign("r"), FIRST_SEAT)
    assert make_record(cancelled.table).result is None
    drawn = TableDriver("inner_square")
    drawn.handle(Offer("o", "draw"), BOTH_SEATS)
    assert make_record(drawn.table).result == (0, 0)
    for driver in (three_players, cancelled, drawn):
        written = make_record(driver.table)
        assert read(write(written)) == [written]


# Undone actions


def find_lines(record: Record) -> set[tuple[str, ...]]:
    """Return every sequence of actions in a record, from the start to any of its nodes."""
    found: set[tuple[str, ...]] = set()
    stack: list[tuple[Node, tuple[str, ...]]] = [(record.root, ())]
    while stack:
        node, line = stack.pop()
        found.add(line)
        stack += [(child, (*line, child.action)) for child in node.children]
    return found


def choose_turn(position: Position, rng: random.Random) -> list[str]:
    """Return one of a few turns, so that some are repeated."""
    turn: list[str] = []
    while not turn or not (position.is_over or position.starts_turn):
        turn.append(rng.choice(position.legal_moves()[:3]))
        position = position.play(turn[-1])
    return turn


@pytest.mark.parametrize("game", ["vier3d", "six_in_line", "tzaar(setup=fixed)"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_undone_lines_are_kept(game: str, form: str) -> None:
    """Play and undo at random: every line that was ever played is in the record."""
    rng, driver = random.Random(3), TableDriver(game)
    played: set[tuple[str, ...]] = set()
    for _ in range(100):
        table = driver.table
        if (rng.random() < 0.35 and table.turns) or table.position.is_over:
            undo(driver, rng.randint(1, min(4, len(table.turns))))
        else:
            assert isinstance(driver.act(choose_turn(table.position, rng)), Event)
        line = tuple(action for turn in table.turns for action in turn.actions)
        played.add(line)
        [parsed] = read(write(make_record(Table.from_events("t", driver.events)), form))
        assert played <= find_lines(parsed)
        if line:
            assert parsed.moves() == list(line)
        else:
            assert parsed.result is None


def undo(driver: TableDriver, times: int) -> TableDriver:
    for _ in range(times):
        assert isinstance(driver.handle(Offer(next(command_ids), "undo"), BOTH_SEATS), Event)
    return driver


def format_actions(driver: TableDriver, annotated: Node | None = None) -> str:
    """Return the actions of a record on one line."""
    written = write(make_record(driver.table, annotated_tree=annotated))
    return " ".join(written.partition("\n\n")[2].split())


def test_undone_line_becomes_a_variation() -> None:
    driver = undo(TableDriver().play("a1 b1 c1"), 1)
    assert format_actions(driver) == "1. a1 b1 (1... b1 2. c1) *"
    driver.play("d1")
    assert format_actions(driver) == "1. a1 b1 2. d1 (2. c1) *"
    undo(driver, 2).play("b1 d1")
    assert format_actions(driver) == "1. a1 b1 2. d1 (2. c1) *", "a repeated line is there once"
    undo(driver, 1).play("d2")
    assert format_actions(driver) == "1. a1 b1 2. d2 (2. d1) (2. c1) *", "the latest comes first"


def test_record_of_a_game_with_all_actions_undone() -> None:
    """A record cannot begin with a variation, and undone lines have no result."""
    driver = undo(TableDriver().play("a1 b1 a1 b1 a1 b1 a1"), 7)
    assert format_actions(driver) == "1. a1 b1 2. a1 b1 3. a1 b1 4. a1 *"
    driver.handle(Resign("r"), FIRST_SEAT)
    kept_record = make_record(driver.table)
    assert kept_record.result is None
    assert "Termination" not in kept_record.headers
    kept_record.check()


def test_result_is_that_of_the_main_line() -> None:
    """A game that was won, undone and resigned."""
    driver = undo(TableDriver().play("a1 b1 a1 b1 a1 b1 a1"), 1)
    driver.handle(Resign("r"), FIRST_SEAT)
    assert format_actions(driver).endswith("3. a1 b1 (3... b1 4. a1) 0-1")
    assert read(write(make_record(driver.table)))[0].result == (-1, 1)


def test_comments_of_players_are_kept() -> None:
    """Known lines keep their comments and marks."""
    annotated = parse_text(
        '[Game "vier3d"]\n\n1. a1 b1 $4 {why?} (1... b2 {better} 2. b3) 2. c1 *'
    )[0]
    driver = undo(TableDriver().play("a1 b1 c1"), 2).play("d1")
    text = "1. a1 d1 (1... b1 $4 {why?} 2. c1) (1... b2 {better} 2. b3) *"
    assert format_actions(driver, annotated.root) == text
    assert annotated.moves() == ["a1", "b1", "c1"], "it was copied"


def test_record_includes_a_draft() -> None:
    driver = TableDriver("six_in_line")
    driver.act("a1 b2", FIRST_SEAT)
    assert make_record(driver.table, ["a1-c1"]).moves() == ["a1", "b2", "a1-c1"]


def test_repeated_undo_does_not_grow_the_record_endlessly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(records, "MAX_HISTORY_ACTIONS", 3)
    driver = undo(TableDriver().play("a1 b1 c1"), 1)
    assert format_actions(driver) == "1. a1 b1 (1... b1 2. c1) *"
    undo(driver.play("c2"), 1)
    assert format_actions(driver) == "1. a1 b1 (1... b1 2. c2 (2. c1)) *"
    undo(driver.play("c3"), 1)
    assert format_actions(driver) == "1. a1 b1 (1... b1 2. c3 (2. c2) (2. c1)) *"
    undo(driver.play("c4"), 2).play("d1")
    assert format_actions(driver) == "1. a1 d1 (1... b1 2. c4 (2. c3)) *"


@pytest.mark.parametrize("form", ["text", "json"])
def test_flattens_deeply_nested_variations(form: str) -> None:
    """A different action one turn earlier each time nests each variation in the one before."""
    driver, depth = TableDriver("inner_square"), MAX_NESTING + 5
    while len(driver.table.turns) < depth:
        driver.play(driver.table.position.legal_moves()[0])
    for number in range(depth - 1):
        undo(driver, 2 if number else 1).play(driver.table.position.legal_moves()[1])
    table = driver.table
    assert len(table.turns) == 2
    lines = find_lines(make_record(table))
    assert len(lines) == 2 * depth, "the first line, another action after each but one"
    [parsed] = read(write(make_record(table), form))
    assert get_nesting_depth(parsed.root) < 10
    assert find_lines(parsed) == lines
    assert parsed.moves() == [action for turn in table.turns for action in turn.actions]
