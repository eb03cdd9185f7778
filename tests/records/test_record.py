"""Records as trees of actions: playing, undoing and checking."""

import pytest

from steinreich import BadRecord, IllegalMove, load
from steinreich.records import Record, result_name, result_names
from tests.records.helpers import random_record

UPRIGHT_FOUR = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]


def play_record(*actions: str) -> Record:
    record = Record.new(load("vier3d"))
    node = record.root
    for action in actions:
        node = node.add(action)
    return record


def test_new_record_is_at_the_start() -> None:
    record = Record.new(load("vier3d"))
    assert record.moves() == []
    assert record.positions() == [load("vier3d").start()]
    assert record.result is None
    assert record.game == load("vier3d")


def test_record_can_start_anywhere() -> None:
    position = load("vier3d").start().play("a1")
    record = Record.from_position(position)
    assert record.end == position
    assert record.play("a1") == position.play("a1")


def test_play_continues_the_main_line_to_the_result() -> None:
    record = Record.new(load("vier3d"))
    for action in UPRIGHT_FOUR:
        assert record.result is None
        record.play(action)
    assert record.moves() == UPRIGHT_FOUR
    assert record.end.is_over
    assert record.result == (1, -1)
    record.check()
    with pytest.raises(IllegalMove, match="over"):
        record.play("c1")


def test_illegal_action_changes_nothing() -> None:
    record = play_record("a1", "a1", "a1", "a1")
    record.headers["Termination"] = "adjourned"
    with pytest.raises(IllegalMove, match="rod a1 is full"):
        record.play("a1")
    assert record.moves() == ["a1"] * 4
    assert record.headers == {"Termination": "adjourned"}


def test_playing_on_removes_a_resignation() -> None:
    record = play_record("a1", "b1")
    record.headers["Termination"] = "resignation"
    record.result = (1, -1)
    record.check()
    record.play("c1")
    assert record.result is None
    assert record.headers == {}


def test_positions_follow_every_change_of_the_tree() -> None:
    record = play_record("a1", "b1", "c1")
    assert record.end.last_move == "c1"
    second = record.root.line()[0]
    second.add("d4")
    second.children.reverse()
    assert record.moves() == ["a1", "d4"]
    assert record.positions() == play_record("a1", "d4").positions()
    record.start = load("vier3d").start().play("d1")
    assert str(record.positions()[1]).startswith("b/-/-/r")


def test_first_illegal_action_is_named_with_number_and_reason() -> None:
    record = play_record("b2", "a1", "a1", "a1", "a1", "a1", "a1")
    with pytest.raises(BadRecord, match=r"^action 6, 'a1': rod a1 is full$"):
        record.check()
    with pytest.raises(BadRecord, match=r"^action 6, 'a1': rod a1 is full$"):
        record.positions()
    with pytest.raises(BadRecord, match=r"^action 2, 'e9': not the name of an action"):
        play_record("a1", "e9").check()
    with pytest.raises(BadRecord, match=r"^action 8, 'c1': the game is over$"):
        play_record(*UPRIGHT_FOUR, "c1").check()


def test_variations_are_checked_after_the_main_line() -> None:
    record = play_record("a1", "a1", "a1", "a1", "b1")
    third = record.root.line()[2]
    third.add("c1").add("c1y")
    with pytest.raises(BadRecord, match=r"^action 5 of a variation, 'c1y': there are no neutral"):
        record.check()
    record.root.line()[-1].add("a1")
    with pytest.raises(BadRecord, match=r"^action 6, 'a1'"):
        record.check()


def test_result_has_to_agree_with_a_finished_game() -> None:
    record = play_record(*UPRIGHT_FOUR)
    record.check()
    record.result = (-1, 1)
    with pytest.raises(BadRecord, match="given as 0-1, but the game ended 1-0"):
        record.check()
    record = play_record("a1")
    record.result = (0, 0)
    record.check()
    record.result = (1, 1)
    with pytest.raises(BadRecord, match="is not a result of a game for 2"):
        record.check()


def test_records_with_the_same_content_are_equal() -> None:
    assert play_record("a1", "b1") == play_record("a1", "b1")
    assert play_record("a1", "b1") != play_record("a1", "c1")
    assert play_record("a1") != play_record("a1", "b1")
    other = play_record("a1")
    other.root.comment = "once"
    assert other != play_record("a1")
    assert play_record("a1") != "a1"


def test_long_lines_need_no_recursion() -> None:
    record = play_record(*["a1"] * 50_000)
    assert record == play_record(*["a1"] * 50_000)
    with pytest.raises(BadRecord, match="action 5"):
        record.check()


def test_repr_of_a_record_is_short() -> None:
    record = random_record("six_in_line", seed=1, actions=4)
    assert repr(record) == "<Record of six_in_line, 4 actions>"
    assert repr(play_record("a1").root) == "<Node '', then ['a1']>"


def test_actions_can_be_undone() -> None:
    record = Record.new("vier3d")
    for action in ("a1", "b1", "a1", "b1", "a1", "b1", "a1"):
        record.play(action)
    assert record.result == (1, -1)
    assert record.undo() == "a1"
    assert record.result is None
    assert not record.end.is_over
    last = record.last
    last.comment = "kept"
    last.add("c1")
    last.add("d1")
    record.headers["Termination"] = "resignation"
    assert record.undo() == "c1"  # and the variation that stood in its place
    assert record.moves() == ["a1", "b1", "a1", "b1", "a1", "b1"]
    assert "Termination" not in record.headers
    assert record.last.comment == "kept"
    assert record.play("a1").is_over
    for _ in range(7):
        record.undo()
    with pytest.raises(BadRecord, match="there is no action to take back") as error:
        record.undo()
    assert error.value.message.in_language("de") == "es ist keine Aktion zurückzunehmen"


def test_rejects_invalid_starts() -> None:
    with pytest.raises(
        TypeError, match=r"position must be a Position, as returned by game\.start\(\) or"
    ):
        Record.from_position("vier3d")  # type: ignore[arg-type]


def test_results_for_each_number_of_players() -> None:
    assert result_names(1) == {"*": None, "1": (1,), "0": (-1,)}
    assert result_names(2) == {"*": None, "1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0)}
    assert list(result_names(3)) == ["*", "1-0-0", "0-1-0", "0-0-1", "1/2-1/2-1/2"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_names_round_trip(players: int) -> None:
    for name, result in result_names(players).items():
        assert result_name(result) == name
