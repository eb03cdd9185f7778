"""Frames as the browser receives them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from steinreich import games, load
from steinreich.core.position import Position
from steinreich.session.schema import protocol
from steinreich.session.views.frames import make_frame, targets_view
from steinreich.session.views.games import board_view
from tests.conftest import random_game
from tests.session.views.helpers import find_texts, matches_declaration


def play_without_ending(id: str, actions: int, seed: int = 1) -> Position:
    """Return a position after some actions, not at the end of a game."""
    position = load(id).start(seed)
    for number in range(actions):
        moves = position.legal_moves()
        index = (number + seed) * 7919 % len(moves)  # a prime, so that moves vary
        following = position.play(moves[index])
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
def test_frames_match_their_declaration(id: str, actions: int, seed: int) -> None:
    position = play_without_ending(id, actions, seed)
    shown = make_frame(position, legal_language="en")
    assert sorted(shown["targets"]) == position.legal_moves()
    assert all(
        letter in shown["placeable"]
        for t in shown["targets"].values()
        for letter in t.get("puts", "")
    )
    assert shown["turn"] == position.player
    cells = range(len(position.game.board.cells))
    named = [cell for target in shown["targets"].values() for cell in target["cells"]]
    assert all(cell in cells for cell in named)
    assert all(all(words.in_all_languages().values()) for words in find_texts(shown))
    assert matches_declaration(protocol.Frame, shown)


def test_ball_lands_where_the_target_says() -> None:
    position = load("vier3d").start().play("b3").play("b3")
    board = board_view(position.game)["cells"]
    shown = make_frame(position, legal_language="en")
    assert [board[cell]["name"] for cell in shown["targets"]["b3"]["cells"]] == ["b3.3"]
    [last] = shown["last"]
    assert [board[cell]["name"] for cell in last["cells"]] == ["b3.2"]
    assert last["action"] == "b3"


def test_targets_of_moves_have_source_and_destination() -> None:
    position = load("inner_square").start()
    board = board_view(position.game)["cells"]
    target = make_frame(position, legal_language="en")["targets"]["c2-c4"]
    assert [board[cell]["name"] for cell in target["cells"]] == ["c2", "c4"]


def test_placeable_pieces_are_shown() -> None:
    red, blue, yellow = (
        {"colour": colour, "mark": mark, "owner": owner}
        for colour, mark, owner in (
            ("red", "plain", 0),
            ("blue", "ring", 1),
            ("yellow", "dot", None),
        )
    )
    start = load("vier3d(variant=most_fours)").start()
    assert make_frame(start, legal_language="en")["placeable"] == {"r": red, "y": yellow}
    assert make_frame(start.play("a1"), legal_language="en")["placeable"] == {
        "b": blue,
        "y": yellow,
    }
    assert make_frame(start)["placeable"] == {}
    shown = make_frame(load("chain_reaxis").start(), legal_language="en")
    assert {letter: half["mark"] for letter, half in shown["placeable"].items()} == {
        "o": "plain",
        "x": "holes",
    }
    assert {target.get("puts") for target in shown["targets"].values()} == {"ox"}
    assert make_frame(load("inner_square").start(), legal_language="en")["placeable"] == {}


@settings(max_examples=20, deadline=None)
@given(
    some.sampled_from(
        ["vier3d(players=3)", "chain_reaxis", "six_in_line", "tzaar(setup=tournament)"]
    ),
    some.integers(0, 20),
    some.integers(0, 50),
)
def test_placeable_piece_looks_like_the_placed_one(id: str, actions: int, seed: int) -> None:
    position = play_without_ending(id, actions, seed)
    shown = make_frame(position, legal_language="en")
    for action, target in list(shown["targets"].items())[::7]:
        there = {piece.cell: piece for piece in position.play(action).pieces()}
        put = target["kind"] in ("place", "tile")
        assert len(target.get("puts", "")) == (len(target["cells"]) if put else 0)
        for cell, letter in zip(target["cells"], target.get("puts", ""), strict=False):
            look = shown["placeable"][letter]
            if cell in there:  # a full line may have left the board with it
                piece = there[cell]
                assert (piece.colour, piece.mark, piece.owner) == tuple(look.values())
                assert piece.letter == letter


def test_cell_names_do_not_depend_on_earlier_requests() -> None:
    """Boards of one game with other options have other cell names."""
    for id in ("chain_reaxis", "chain_reaxis(size=8x8)", "chain_reaxis(size=4x5)"):
        board = board_view(load(id))["cells"]
        for action, target in make_frame(load(id).start(), legal_language="en")["targets"].items():
            assert "".join(board[cell]["name"] for cell in target["cells"]) == action


@pytest.mark.parametrize("name", games())
def test_legal_actions_are_described_in_the_language_of_the_client(name: str) -> None:
    """Everything else is the same in each form of a frame, and both languages come from the
    game.
    """
    position = load(name).start(1)
    english, german, none = (
        make_frame(position, legal_language=language) for language in ("en", "de", None)
    )
    for action, number in position.actions_by_name().items():
        spoken = position.spoken_name(number)
        assert english["targets"][action]["spoken"] == spoken.in_language("en")
        assert german["targets"][action] == {
            **english["targets"][action],
            "spoken": spoken.in_language("de"),
        }
    assert none["targets"] == {}
    assert none["placeable"] == {}
    for form in (english, german):
        assert {**form, "targets": {}, "placeable": {}} == none


def test_info_adds_to_the_counts() -> None:
    assert "info" not in make_frame(load("six_in_line").start())  # how many coins each has
    assert "info" not in make_frame(load("inner_square").start())  # no info


@pytest.mark.parametrize("name", games())
def test_targets_are_the_legal_actions_as_described_by_the_game(name: str) -> None:
    for position in random_game(load(name), 1)[:-1]:
        targets, placeable = targets_view(position, "de")
        assert list(targets) == list(position.actions_by_name())
        for action, number in position.actions_by_name().items():
            described, target = position.describe_action(number), targets[action]
            assert target["cells"] == list(described.cells)
            assert target["spoken"] == position.spoken_name(number).in_language("de")
            assert {piece.letter for piece in described.puts} <= set(placeable)


def test_player_who_places_a_piece_is_shown_its_look() -> None:
    targets, placeable = targets_view(load("vier3d").start(), "en")
    assert targets["a1"]["puts"] in placeable
    assert placeable[targets["a1"]["puts"]] == {"colour": "red", "mark": "plain", "owner": 0}
