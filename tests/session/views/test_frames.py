"""Moments of games as the browser gets to see them."""

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.session.schema import protocol
from steinreich.session.views.frames import frame
from steinreich.session.views.games import board_view
from tests.session.views.looking import is_declared, words_in

LANGUAGES: tuple[protocol.Language, ...] = ("en", "de")


def played(id: str, actions: int, seed: int = 1) -> Position:
    """A position after some actions, not the last of the game."""
    position = load(id).start(seed)
    for number in range(actions):
        moves = position.legal_moves()
        following = position.play(moves[(number + seed) * 7919 % len(moves)])
        if following.is_over:
            break
        position = following
    return position


@settings(max_examples=30, deadline=None)
@given(
    some.sampled_from([*games(), "vier3d(variant=most_fours)", "tzaar(setup=tournament)"]),
    some.integers(0, 30),
    some.integers(0, 50),
)
def test_frames_as_in_the_contract(id: str, actions: int, seed: int) -> None:
    position = played(id, actions, seed)
    shown = frame(position, acting="en")
    assert sorted(shown["targets"]) == position.legal_moves()
    assert all(
        letter in shown["to_put"] for t in shown["targets"].values() for letter in t.get("puts", "")
    )
    assert shown["turn"] == position.player
    cells = range(len(position.game.board.cells))
    named = [cell for target in shown["targets"].values() for cell in target["cells"]]
    assert all(cell in cells for cell in named)
    assert all(all(words.values()) for words in words_in(shown))
    assert is_declared(protocol.Frame, shown)


def test_a_ball_lands_where_the_target_says() -> None:
    position = load("vier3d").start().play("b3").play("b3")
    board = board_view(position.game)["cells"]
    shown = frame(position, acting="en")
    assert [board[cell]["name"] for cell in shown["targets"]["b3"]["cells"]] == ["b3.3"]
    [last] = shown["last"]
    assert [board[cell]["name"] for cell in last["cells"]] == ["b3.2"]
    assert last["action"] == "b3"


def test_moves_say_where_from_and_where_to() -> None:
    position = load("inner_square").start()
    board = board_view(position.game)["cells"]
    target = frame(position, acting="en")["targets"]["c2-c4"]
    assert [board[cell]["name"] for cell in target["cells"]] == ["c2", "c4"]


def test_what_may_be_put_is_shown() -> None:
    red, blue, yellow = (
        {"colour": colour, "mark": mark, "owner": owner}
        for colour, mark, owner in (
            ("red", "plain", 0),
            ("blue", "ring", 1),
            ("yellow", "dot", None),
        )
    )
    start = load("vier3d(variant=most_fours)").start()
    assert frame(start, acting="en")["to_put"] == {"r": red, "y": yellow}
    assert frame(start.play("a1"), acting="en")["to_put"] == {"b": blue, "y": yellow}
    assert frame(start)["to_put"] == {}
    shown = frame(load("chain_reaxis").start(), acting="en")
    assert {letter: half["mark"] for letter, half in shown["to_put"].items()} == {
        "o": "plain",
        "x": "holes",
    }
    assert {target.get("puts") for target in shown["targets"].values()} == {"ox"}
    assert frame(load("inner_square").start(), acting="en")["to_put"] == {}


@settings(max_examples=20, deadline=None)
@given(
    some.sampled_from(
        ["vier3d(players=3)", "chain_reaxis", "six_in_line", "tzaar(setup=tournament)"]
    ),
    some.integers(0, 20),
    some.integers(0, 50),
)
def test_what_may_be_put_looks_as_it_then_lies_there(id: str, actions: int, seed: int) -> None:
    position = played(id, actions, seed)
    shown = frame(position, acting="en")
    for action, target in list(shown["targets"].items())[::7]:
        there = {piece.cell: piece for piece in position.play(action).pieces()}
        put = target["kind"] in ("place", "tile")
        assert len(target.get("puts", "")) == (len(target["cells"]) if put else 0)
        for cell, letter in zip(target["cells"], target.get("puts", ""), strict=False):
            look = shown["to_put"][letter]
            if cell in there:  # a full line may have left the board with it
                piece = there[cell]
                assert (piece.colour, piece.mark, piece.owner) == tuple(look.values())
                assert piece.letter == letter


def test_cells_do_not_depend_on_what_was_asked_before() -> None:
    """Boards of one game with other options name other cells."""
    for id in ("chain_reaxis", "chain_reaxis(size=8x8)", "chain_reaxis(size=4x5)"):
        board = board_view(load(id))["cells"]
        for action, target in frame(load(id).start(), acting="en")["targets"].items():
            assert "".join(board[cell]["name"] for cell in target["cells"]) == action


@pytest.mark.parametrize("name", games())
def test_legal_actions_are_spoken_in_the_language_of_the_reader(name: str) -> None:
    """All else is the same in every form of a moment, and both languages are what the game says."""
    position = load(name).start(1)
    english, german, none = (frame(position, acting=acting) for acting in ("en", "de", None))
    for action, number in position.named().items():
        spoken = position.spoken(number)
        assert english["targets"][action]["spoken"] == spoken.en
        assert german["targets"][action] == {**english["targets"][action], "spoken": spoken.de}
    assert none["targets"] == {}
    assert none["to_put"] == {}
    for form in (english, german):
        assert {**form, "targets": {}, "to_put": {}} == none


# The start of each game in bytes, to who is to act, while every text was sent in both languages.
BOTH_LANGUAGES = {
    "chain_reaxis": 15_696,
    "inner_square": 5_855,
    "six_in_line": 3_077,
    "tzaar": 14_635,
    "vier3d": 2_015,
}


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_language_saves_bytes(name: str, language: protocol.Language) -> None:
    shown = frame(load(name).start(1), acting=language)
    assert len(orjson.dumps(shown)) < BOTH_LANGUAGES[name]


def test_the_info_is_for_what_no_count_says() -> None:
    assert "info" not in frame(load("six_in_line").start())  # how many coins each has
    assert "info" not in frame(load("inner_square").start())  # nothing is to be said
