"""Widgets without a browser: their state, and their reactions to messages."""

import re
import subprocess
import sys
from random import Random

import pytest

from steinreich import IllegalMove, Position, games, load, player
from steinreich.notebook import PlayableBoard, RecordViewer
from steinreich.records import Record


def test_record_can_be_stepped_through() -> None:
    record = Record(load("vier3d").start())
    for move in ("b3", "c2", "b3"):
        record.play(move)
    viewer = RecordViewer(record)
    assert (viewer.shown, viewer.moves) == (0, ["b3", "c2", "b3"])
    before = viewer.picture
    viewer.handle_message({"show": 2})
    assert viewer.position == record.positions()[2]
    assert viewer.picture != before
    viewer.handle_message({"show": 99})
    assert viewer.shown == 3
    viewer.handle_message({"show": -1})
    assert viewer.picture == before
    viewer.handle_message({"cell": 3})  # nothing can be touched here
    assert viewer.picture == before


@pytest.mark.parametrize("name", games())
def test_game_is_played_by_touch(name: str) -> None:
    board = PlayableBoard(load(name).start(seed=4))
    rng = Random(5)
    for _ in range(120):
        if board.position.is_over:
            break
        assert board.picture.count("data-cell") >= len(board.actions_by_cells.get_cells(board.held))
        if board.choices and (
            not board.actions_by_cells.get_cells(board.held) or rng.random() < 0.3
        ):
            board.handle_message({"play": rng.choice(board.choices)})
        else:
            board.handle_message(
                {"cell": rng.choice(sorted(board.actions_by_cells.get_cells(board.held)))}
            )
    assert len(board.moves) > 5
    assert board.moves == [position.last_move for position in board.positions[1:]]


def test_game_continues_from_an_earlier_position() -> None:
    board = PlayableBoard("vier3d")
    for move in ("b3", "c2", "b3"):
        board.play(move)
    board.handle_message({"show": 1})
    board.play("a1")
    assert board.moves == ["b3", "a1"]


def test_opponent_answers() -> None:
    def first(position: Position) -> str:
        return position.legal_moves()[0]

    board = PlayableBoard("tzaar(setup=fixed)", opponent=first, seat=1)
    board.wait()
    assert board.moves == [load("tzaar", setup="fixed").start().legal_moves()[0]]
    while len(board.moves) < 6:
        board.play(board.position.legal_moves()[-1])
        board.wait()
    assert board.position.player == 1
    assert board.note == ""


def test_opponent_can_be_given_by_name() -> None:
    board = PlayableBoard("vier3d", opponent="random")
    board.play("b3")
    board.wait()
    assert len(board.moves) == 2


def test_reports_an_illegal_action_of_an_opponent() -> None:
    board = PlayableBoard("vier3d", opponent=lambda position: "z9")
    board.play("b3")
    board.wait()
    assert "z9" in board.note
    assert board.moves == ["b3"]


def test_ignores_malformed_messages_of_the_browser() -> None:
    board = PlayableBoard("vier3d")
    for message in ({}, {"cell": "x"}, {"cell": 99}, {"play": "z9"}, {"show": "x"}, {"x": 1}):
        board.handle_message(message)
    assert board.moves == []
    with pytest.raises(IllegalMove):
        board.play("z9")


def test_boards_turn_as_their_shape_allows() -> None:
    viewer = RecordViewer(Record.new("vier3d"))
    pictures = {viewer.picture}
    for _ in range(4):
        viewer.handle_message({"turn": 1})
        pictures.add(viewer.picture)
    assert viewer.can_rotate
    assert len(pictures) == 4
    upright = RecordViewer(Record.new("examples/connect_four.py"))
    upright.handle_message({"turn": 1})
    assert (upright.can_rotate, upright.rotation) == (False, 0)


def test_touch_on_a_turned_board_means_the_same_cell() -> None:
    white_side, black_side = (PlayableBoard("inner_square", seat=seat) for seat in (0, 1))
    assert (white_side.rotation, black_side.rotation) == (0, 180)  # each from their own seat
    (low, high), (far_low, far_high) = (
        measure_cell_heights(side) for side in (white_side, black_side)
    )
    assert low > 0.6 > 0.4 > far_high  # the first player's stones
    assert high - low == far_high - far_low == 0  # one row
    cell = min(black_side.actions_by_cells.get_cells(None))
    black_side.handle_message({"cell": cell})
    assert black_side.held == cell


def measure_cell_heights(board: PlayableBoard) -> tuple[float, float]:
    """Return the heights of the first and last touchable cell: 0 is the top, 1 the bottom."""
    [(top, height)] = re.findall(r'viewBox="\S+ (\S+) \S+ (\S+)"', board.picture)
    heights = re.findall(r'cy="(\S+)" r="46" data-cell', board.picture)
    places = [(float(y) - float(top)) / float(height) for y in heights]
    return min(places), max(places)


def test_widgets_can_be_german() -> None:
    board = PlayableBoard("vier3d", language="de")
    assert board.labels["turn"] == "Brett drehen"
    assert "Rot: " in board.picture
    with pytest.raises(ValueError, match="'xx' is not a language"):
        PlayableBoard("vier3d", language="xx")


def test_opponents_can_answer_by_number_or_be_players() -> None:
    function_by_number = PlayableBoard("vier3d", opponent=lambda position: position.actions()[0])
    player_object = PlayableBoard("vier3d", opponent=player("random", "vier3d", seed=1))
    for board in (function_by_number, player_object):
        board.play("b3")
        board.wait()
        assert len(board.moves) == 2


def test_reports_a_missing_extra() -> None:
    script = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import steinreich.notebook\n"
        "try: steinreich.notebook.RecordViewer\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "pip install 'steinreich[notebook]'" in done.stdout
