"""Positions set up by pieces: there and back, and why something is none."""

from pathlib import Path

import pytest

from steinreich import BadPosition, load
from steinreich.core.checking.setup import check_setup
from steinreich.core.checking.trial import Trial
from steinreich.core.setup import by_name, drafted, least_said, placed
from steinreich.rules.errors import BrokenContract
from tests.conftest import BREAKTHROUGH, CONNECT_FOUR
from tests.core.broken_games import EMPTY, Broken
from tests.core.test_checking import written

SETUP = """
def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    turn = whose_turn("ry", ABOUT.players, len(pieces) % 2)
    return SetUp((disc(0, 0), disc(0, 1)), pieces_text(7, 6, pieces), (turn,))
"""
BROKEN = [
    Broken(
        "the palette of setup is empty, or has a letter twice",
        "die Palette von setup ist leer oder enthält einen Buchstaben zweimal",
        more=SETUP.replace("disc(0, 1)", "disc(0, 0)"),
    ),
    Broken(
        "the piece 'y' is not in the palette of setup as it looks here",
        "der Stein 'y' ist nicht so in der Palette von setup, wie er hier aussieht",
        "7/3y2r/r2y2y/r2y2r/yy1r2y/yrrryrr y",
        more=SETUP.replace("disc(0, 1)", "disc(0, 1)._replace(letter='Y')"),
    ),
    Broken(
        "a detail of setup has no title or values, not a label for each, or a name twice",
        "einem Detail von setup fehlen Titel, Werte oder Bezeichnungen, oder ein Name steht "
        "zweimal da",
        EMPTY,
        more=SETUP.replace("ABOUT.players", "ABOUT.players[:1]"),
    ),
    Broken(
        "player of setup has not one value for each player, in their order",
        "player von setup hat nicht für jeden Spieler einen Wert, in ihrer Reihenfolge",
        EMPTY,
        more=SETUP.replace('whose_turn("ry"', 'whose_turn("yr"'),
    ),
    Broken(
        "player of setup is 'r', none of its values",
        "player von setup ist 'r', keiner der Werte",
        EMPTY,
        more=SETUP.replace('whose_turn("ry"', 'whose_turn("wb"'),
    ),
    Broken(
        "player of setup is '7/7/7/7/7/7 r', none of its values",
        "player von setup ist '7/7/7/7/7/7 r', keiner der Werte",
        EMPTY,
        more=SETUP.replace("pieces_text(7, 6, pieces)", "'6'"),
    ),
    Broken(
        "setup makes no position of these pieces and details: below a.4 is nothing",
        "setup macht aus diesen Steinen und Details keine Stellung: unter a.4 ist nichts",
        "7/3y2r/r2y2y/r2y2r/yy1r2y/yrrryrr y",
        (("tuple(range(x, 42, 7))", "tuple(range(x, 42, 7))[::-1]"),),
        SETUP,
    ),
]


@pytest.mark.parametrize("broken", BROKEN, ids=[broken.en for broken in BROKEN])
def test_what_is_wrong_with_a_setup_is_said(tmp_path: Path, broken: Broken) -> None:
    trial = Trial(load(written(tmp_path / "four.py", broken)))
    with pytest.raises(BrokenContract) as caught:
        check_setup(trial)
    where = f" [{broken.where}]" if broken.where else ""
    assert caught.value.words == (broken.en + where, broken.de + where)


def test_a_game_gets_an_editor_by_three_lines(tmp_path: Path) -> None:
    game = load(written(tmp_path / "four.py", Broken("", "", more=SETUP)))
    check_setup(Trial(game))
    assert str(game.setup({"a": "ry", "c": "r"})) == "7/7/7/7/y6/r1r4 y"
    with pytest.raises(BadPosition) as caught:
        game.setup({"c.2": "r"})
    assert (*caught.value.words, caught.value.cells) == (
        "below c.2 is nothing",
        "unter c.2 ist nichts",
        ("c.2",),
    )


# What is not said follows from the rest, or is tried; what is said stays.
SQUARE = {"a1": "o", "a2": "x", "b1": "x", "b2": "o"}
PAIR = {"a1": "o", "b1": "o"}
RODS = "/-" * 14
MADE = [
    ("vier3d(players=3)", {"a1": "r", "b1": "b"}, {}, f"r/b{RODS} y"),
    ("chain_reaxis", {}, {}, "6/6/6/6/6/6 o -"),
    ("chain_reaxis", {"a1": "o", "b1": "x"}, {}, "6/6/6/6/6/ox4 x a1b1"),
    ("chain_reaxis", SQUARE, {}, "6/6/6/6/xo4/ox4 o a1b1"),
    ("chain_reaxis", SQUARE, {"last": "b2a2"}, "6/6/6/6/xo4/ox4 o b2a2"),
    ("six_in_line", {}, {}, "6/6/6/6/6/6 1 0-0 o2"),
    ("six_in_line", {"c3": "o"}, {}, "6/6/6/2o3/6/6 1 0-0 o1"),
    ("six_in_line", PAIR, {}, "6/6/6/6/6/oo4 2 0-0 s"),
    ("six_in_line(players=1)", PAIR, {}, "6/6/6/6/6/oo4 1 0 s"),
    ("six_in_line", PAIR, {"due": "c1-b1"}, "6/6/6/6/6/oo4 2 0-0 c1-b1"),
    ("six_in_line", PAIR, {"coins_1": 2, "player": 0}, "6/6/6/6/6/oo4 1 2-0 s"),
    (BREAKTHROUGH, {"a2": "w", "h7": "b"}, {"player": 1}, "8/7b/8/8/8/8/w7/8 b"),
]


@pytest.mark.parametrize(("id", "pieces", "details", "text"), MADE)
def test_pieces_make_a_position(
    id: str, pieces: dict[str, str], details: dict[str, int | str], text: str
) -> None:
    game = load(id)
    position = game.setup(pieces, **details)
    assert str(position) == text
    said = least_said(position)
    assert said.keys() <= details.keys(), "nothing has to be said that nobody has said"
    assert game.setup(position.pieces(), **said) == position


def test_pieces_are_placed_in_turn_before_the_game() -> None:
    game = load("tzaar(setup=tournament)")
    placing = game.setup({"A1": "Z", "A2": "z", "A3": "T"})
    assert placing.details() == {"player": "b", "phase": "p"}
    assert game.setup(game.start().pieces()) == game.start()
    fixed = load("tzaar(setup=fixed)").start()
    assert least_said(fixed) == {}


def test_a_start_is_set_up_without_a_word() -> None:
    for id in ("inner_square", "inner_square(board=alq9)", BREAKTHROUGH):
        start = load(id).start()
        assert load(id).setup(start.pieces()) == start


# Why pieces make no position, and the cells that show it
REFUSED = [
    ("vier3d", {"a5": "r"}, {}, "the board has no cell 'a5' for 'r'", ()),
    ("vier3d", {"a1": "rbrbr"}, {}, "the board has no cell 'a1' for 'rbrbr'", ()),
    ("vier3d", {"a1.1": "y"}, {}, "'y' on a1.1 is not one of the pieces r, b", ("a1.1",)),
    ("vier3d", {"a1": "r", "a1.1": "b"}, {}, "there are two pieces on a1.1", ("a1.1",)),
    ("vier3d", {"a1.2": "r"}, {}, "below a1.2 is nothing", ("a1.2",)),
    ("vier3d", {"a1": "r"}, {"player": 0}, "after 1 ball Blue is to move, not Red", ()),
    ("vier3d", {"a1": "r"}, {"player": 2}, "player 2 is not one of 0 to 1", ()),
    ("vier3d", {}, {"due": "1"}, "a position has no 'due'; beside its pieces it has player", ()),
    ("tzaar", {"A1": "Z31"}, {}, "a Z on A1 is 1 to 30 high, not 31", ("A1",)),
    ("tzaar", {"A1": "Zz"}, {}, "'Zz' on A1 is not the letter of a piece with its height", ("A1",)),
    ("tzaar", {"A1": "Z"}, {}, "the game ends as soon as one kind is missing", ()),
    ("chain_reaxis", SQUARE, {"last": "a1a3"}, "the halves of the last tile", ("a1", "a3")),
    (CONNECT_FOUR, {"a": "r"}, {}, f"{CONNECT_FOUR} is set up by position strings only", ()),
]  # fmt: skip


@pytest.mark.parametrize(("id", "pieces", "details", "why", "cells"), REFUSED)
def test_what_makes_no_position_is_refused(
    id: str, pieces: dict[str, str], details: dict[str, int | str], why: str, cells: tuple[str, ...]
) -> None:
    with pytest.raises(BadPosition) as caught:
        load(id).setup(pieces, **details)
    assert str(caught.value).startswith(why)
    assert caught.value.words.de not in ("", caught.value.words.en)
    assert caught.value.cells == cells


# Of strings that are refused: the cells that show why
SHOWN = [
    ("six_in_line", "6/6/6/6/6/oooooo 2 1-0 s", "a1 b1 c1 d1 e1 f1"),
    ("six_in_line", "6/6/6/6/6/oo4 2 0-0 c3-a1", "c3 a1"),
    ("chain_reaxis", "6/6/6/5o/6/oxx3 o a1b1", "f3"),
    ("chain_reaxis", "4ox/6/6/6/6/ox4 o e6f6", "a1 b1"),
    ("vier3d", "r/r/r/r/b/b/b/b/-/-/-/-/-/-/-/- r", "a1.1 b1.1 c1.1 d1.1"),
    ("tzaar", "ZZZZZ/ZZ..../......./......../......../......../......./....../..... w 1",
     "A1 A2 A3 A4 A5 B1 B2"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "text", "cells"), SHOWN)
def test_refusals_name_cells(id: str, text: str, cells: str) -> None:
    game = load(id)
    with pytest.raises(BadPosition) as caught:
        game.position(text)
    assert caught.value.cells == tuple(cells.split())
    assert {*caught.value.cells} <= {cell.name for cell in game.board.cells}


def test_a_draft_shows_what_is_not_legal_yet() -> None:
    game = load("chain_reaxis")
    draft = drafted(game, placed(game, by_name(game, {"a1": "o", "b1": "x", "f6": "o"})), {})
    assert draft.position is None
    assert draft.fault
    assert "here 2 blank and 1 perforated" in str(draft.fault)
    assert {piece.cell: piece.joined for piece in draft.pieces} == {0: 1, 1: 0, 35: None}
    assert [(chosen.detail.name, chosen.value) for chosen in draft.details] == [
        ("player", "o"),
        ("last", "a1b1"),
    ]
