"""Positions as text."""

import re
from textwrap import dedent

import pytest

from steinreich import Position, load
from steinreich.draw import Picture, text
from steinreich.draw.terminal import render
from tests.translated import Translated


def without_colours(coloured: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", coloured)


def assert_same_text(found: str, expected: str) -> None:
    assert found == dedent(expected).strip("\n")


def test_square_boards(tiles: Picture) -> None:
    assert_same_text(
        render(tiles),
        """
        3 . . x .
        2 . . o .
        1 o x . .
          a b c d

        White: move
        Last action: c2c3
        """,
    )


def test_boards_of_points_and_lines(crossing: Picture) -> None:
    assert_same_text(
        render(crossing, language="de"),
        """
        3  .---.---y
           |   | / |
        2  .---+---.
           | X |   |
        1  r---.---.
           a   b   c

        Weiß: ziehen
        """,
    )


def test_hexagon_keeps_its_shape_and_stacks_show_their_height(stacks: Picture) -> None:
    assert_same_text(
        render(stacks),
        """
        A3  B4  C4  D4  E3
                .
            .       .
        R2      r       z4
            .       .
        .               .
            Z3      .
        T       t12     .
            .       .
                .
        A1  B1  C1  D1  E1

        White: move
        Last action: C1xC3
        """,
    )


def test_long_labels_do_not_touch(tiles: Picture) -> None:
    labels = (("10", -0.85, 2.0), ("9", -0.85, 1.0), ("aa", 0.0, -0.85), ("bb", 1.0, -0.85))
    board = tiles.board._replace(labels=labels)
    assert_same_text(
        render(tiles._replace(board=board)),
        """
        10  .  .  x  .
         9  .  .  o  .
            o  x  .  .
            aa bb

        White: move
        Last action: c2c3
        """,
    )


def test_levels_are_side_by_side() -> None:
    position = load("vier3d").start()
    for rod in ("b3", "b3", "c1", "b3"):
        position = position.play(rod)
    assert_same_text(
        text(position),
        """
          Level 1   Level 2   Level 3   Level 4
        4 . . . .   . . . .   . . . .   . . . .
        3 . r . .   . b . .   . b . .   . . . .
        2 . . . .   . . . .   . . . .   . . . .
        1 . . r .   . . . .   . . . .   . . . .
          a b c d   a b c d   a b c d   a b c d

        Red: drop a ball on a rod
        Last action: b3
        """,
    )


def test_text_can_be_german() -> None:
    lines = text(load("vier3d").start().play("a1"), language="de").splitlines()
    assert lines[0].split() == ["Ebene", "1", "Ebene", "2", "Ebene", "3", "Ebene", "4"]
    assert lines[-2:] == ["Blau: Stecke eine Kugel auf einen Stab", "Letzte Aktion: a1"]


def test_every_position_fits_and_is_complete(position: Position) -> None:
    lines = text(position).splitlines()
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)
    board = "\n".join(lines[: lines.index("")])
    pieces = position.pieces()
    for letter in {piece.letter for piece in pieces}:
        assert len(re.findall(letter, board)) >= sum(piece.letter == letter for piece in pieces)
    empty = len(position.game.board.cells) - len(pieces)
    assert board.count(".") + board.count("+") == empty
    for label, _, _ in position.game.board.labels:
        assert label in board


def test_colours_change_no_character(position: Position) -> None:
    assert without_colours(text(position, colour=True)) == text(position)


def test_colours_show_pieces_and_the_last_action(tiles: Picture) -> None:
    lines = render(tiles, colour=True).splitlines()
    assert lines[0] == "3 . . \x1b[32;7mx\x1b[0m ."
    assert lines[2] == "1 \x1b[32mo\x1b[0m \x1b[32mx\x1b[0m . ."


def test_colours_show_the_winning_line(tiles: Picture) -> None:
    lines = render(tiles._replace(winning_lines=((1, 6),)), colour=True).splitlines()
    assert lines[1] == "2 . . \x1b[32;7;4mo\x1b[0m ."
    assert lines[2] == "1 \x1b[32mo\x1b[0m \x1b[32;4mx\x1b[0m . ."


def test_rejects_an_unknown_language() -> None:
    with pytest.raises(ValueError, match="'xx' is not a language; choose from en, de, fr"):
        text(load("vier3d").start(), language="xx")


@pytest.mark.parametrize("colour", [False, True])
def test_accepts_an_empty_caption_and_an_unknown_colour(tiles: Picture, colour: bool) -> None:
    unknown_piece = tiles.pieces[0]._replace(colour="green")  # type: ignore[arg-type]
    picture = tiles._replace(
        pieces=(unknown_piece,), caption=Translated("", ""), last=(), last_action=""
    )
    assert without_colours(render(picture, colour)).splitlines()[2] == "1 o . . ."
