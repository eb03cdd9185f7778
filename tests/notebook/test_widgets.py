"""Widgets, without a browser: what they show, and what they do when they are told."""

import subprocess
import sys
from random import Random

import pytest

from steinreich import IllegalMove, Position, games, load
from steinreich.notebook import PlayableBoard, RecordViewer
from steinreich.records import Record


def test_a_record_is_leafed_through() -> None:
    record = Record(load("vier3d").start())
    for move in ("b3", "c2", "b3"):
        record.play(move)
    viewer = RecordViewer(record)
    assert (viewer.shown, viewer.moves) == (0, ["b3", "c2", "b3"])
    before = viewer.picture
    viewer.hear({"show": 2})
    assert viewer.position == record.positions()[2]
    assert viewer.picture != before
    viewer.hear({"show": 99})
    assert viewer.shown == 3
    viewer.hear({"show": -1})
    assert viewer.picture == before
    viewer.hear({"cell": 3})  # nothing can be touched here
    assert viewer.picture == before


@pytest.mark.parametrize("name", games())
def test_a_game_is_played_by_touch(name: str) -> None:
    board = PlayableBoard(load(name).start(seed=4))
    dice = Random(5)
    for _ in range(120):
        if board.position.is_over:
            break
        assert board.picture.count("data-cell") >= len(board.touchable.choosable(board.held))
        if board.choices and (not board.touchable.choosable(board.held) or dice.random() < 0.3):
            board.hear({"play": dice.choice(board.choices)})
        else:
            board.hear({"cell": dice.choice(sorted(board.touchable.choosable(board.held)))})
    assert len(board.moves) > 5
    assert board.moves == [position.last for position in board.positions[1:]]


def test_who_goes_back_plays_on_from_there() -> None:
    board = PlayableBoard("vier3d")
    for move in ("b3", "c2", "b3"):
        board.play(move)
    board.hear({"show": 1})
    board.play("a1")
    assert board.moves == ["b3", "a1"]


def test_an_opponent_answers() -> None:
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


def test_an_opponent_by_name() -> None:
    board = PlayableBoard("vier3d", opponent="random")
    board.play("b3")
    board.wait()
    assert len(board.moves) == 2


def test_an_opponent_that_cheats_is_told_of() -> None:
    board = PlayableBoard("vier3d", opponent=lambda position: "z9")
    board.play("b3")
    board.wait()
    assert "z9" in board.note
    assert board.moves == ["b3"]


def test_nonsense_from_the_browser() -> None:
    board = PlayableBoard("vier3d")
    for message in ({}, {"cell": "x"}, {"cell": 99}, {"play": "z9"}, {"show": "x"}, {"x": 1}):
        board.hear(message)
    assert board.moves == []
    with pytest.raises(IllegalMove):
        board.play("z9")


def test_who_lacks_the_extra_is_told() -> None:
    script = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import steinreich.notebook\n"
        "try: steinreich.notebook.RecordViewer\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "pip install 'steinreich[notebook]'" in done.stdout
