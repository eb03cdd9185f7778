"""Set-up of positions from pieces and details, and back; reasons for invalid ones."""

from pathlib import Path

import pytest

from steinreich import BadPosition, Game, Position, load
from steinreich.core.checking.boards import check_setup
from steinreich.core.checking.trial import Trial
from steinreich.core.setup import (
    MAX_VALUE_TRIALS,
    find_possible_values,
    get_remaining_supply,
    get_required_details,
    get_setup,
    make_draft,
    parse_named_pieces,
    place_pieces,
)
from steinreich.rules.errors import BrokenContract
from tests.conftest import (
    ALL_IDS,
    BREAKTHROUGH,
    CONNECT_FOUR,
    get_cached_random_game,
    mark_variants,
)
from tests.core.broken_games import EMPTY, BrokenGame
from tests.core.test_checking import write_game
from tests.translated import both

SETUP = """
def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    turn = whose_turn("ry", ABOUT.players, len(pieces) % 2)
    return SetUp((disc(0, 0), disc(0, 1)), pieces_text(7, 6, pieces), (turn,))
"""
BROKEN = [
    BrokenGame(
        "the palette of setup is empty or has a duplicate letter",
        "die Palette von setup ist leer oder enthält einen Buchstaben doppelt",
        code=SETUP.replace("disc(0, 1)", "disc(0, 0)"),
    ),
    BrokenGame(
        "the piece 'y' is missing in the palette of setup, or looks different there",
        "der Stein 'y' fehlt in der Palette von setup oder sieht dort anders aus",
        "7/3y2r/r2y2y/r2y2r/yy1r2y/yrrryrr y",
        code=SETUP.replace("disc(0, 1)", "disc(0, 1)._replace(letter='Y')"),
    ),
    BrokenGame(
        "a detail of setup lacks a title, values or labels, or has the same name as another one",
        "einem Detail von setup fehlen Titel, Werte oder Bezeichnungen, oder zwei heißen gleich",
        EMPTY,
        code=SETUP.replace("ABOUT.players", "ABOUT.players[:1]"),
    ),
    BrokenGame(
        "player of setup must have one value for each player, in order",
        "player von setup muss für jeden Spieler einen Wert haben, in ihrer Reihenfolge",
        EMPTY,
        code=SETUP.replace('whose_turn("ry"', 'whose_turn("yr"'),
    ),
    BrokenGame(
        "player of setup is 'r', which is not one of its values",
        "player von setup ist 'r', keiner der Werte",
        EMPTY,
        code=SETUP.replace('whose_turn("ry"', 'whose_turn("wb"'),
    ),
    BrokenGame(
        "player of setup is '7/7/7/7/7/7 r', which is not one of its values",
        "player von setup ist '7/7/7/7/7/7 r', keiner der Werte",
        EMPTY,
        code=SETUP.replace("pieces_text(7, 6, pieces)", "'6'"),
    ),
    BrokenGame(
        "setup cannot make a position from these pieces and details: there is no piece below a.4",
        "setup macht aus diesen Steinen und Details keine Stellung: unter a.4 ist kein Stein",
        "7/3y2r/r2y2y/r2y2r/yy1r2y/yrrryrr y",
        (("tuple(range(x, 42, 7))", "tuple(range(x, 42, 7))[::-1]"),),
        SETUP,
    ),
]


@pytest.mark.parametrize("broken", BROKEN, ids=[broken.en for broken in BROKEN])
def test_reports_each_fault_of_a_setup(tmp_path: Path, broken: BrokenGame) -> None:
    trial = Trial(load(write_game(tmp_path / "four.py", broken)))
    with pytest.raises(BrokenContract) as caught:
        check_setup(trial)
    where = f" [{broken.where}]" if broken.where else ""
    assert both(caught.value.message) == (broken.en + where, broken.de + where)


def test_three_lines_give_a_game_an_editor(tmp_path: Path) -> None:
    game = load(write_game(tmp_path / "four.py", BrokenGame("", "", code=SETUP)))
    check_setup(Trial(game))
    assert str(game.setup({"a": "ry", "c": "r"})) == "7/7/7/7/y6/r1r4 y"
    with pytest.raises(BadPosition) as caught:
        game.setup({"c.2": "r"})
    assert (*both(caught.value.message), caught.value.cells) == (
        "there is no piece below c.2",
        "unter c.2 ist kein Stein",
        ("c.2",),
    )


# Pieces, given details, and the resulting position string; other details have default values.
SQUARE = {"a1": "o", "a2": "x", "b1": "x", "b2": "o"}
PAIR = {"a1": "o", "b1": "o"}
RODS = "/-" * 14
SETUPS = [
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


@pytest.mark.parametrize(("id", "pieces", "details", "text"), SETUPS)
def test_pieces_make_a_position(
    id: str, pieces: dict[str, str], details: dict[str, int | str], text: str
) -> None:
    game = load(id)
    position = game.setup(pieces, **details)
    assert str(position) == text
    required_details = get_required_details(position)
    assert required_details.keys() <= details.keys(), "nothing has to be stated that was not given"
    assert game.setup(position.pieces(), **required_details) == position


def test_pieces_of_games_with_placement_are_placed_in_turn() -> None:
    game = load("tzaar(setup=tournament)")
    placing = game.setup({"A1": "Z", "A2": "z", "A3": "T"})
    assert placing.details() == {"player": "b", "phase": "p"}
    assert game.setup(game.start().pieces()) == game.start()
    fixed = load("tzaar(setup=fixed)").start()
    assert get_required_details(fixed) == {}


def test_start_position_needs_no_details() -> None:
    for id in ("inner_square", "inner_square(board=alq9)", BREAKTHROUGH):
        start = load(id).start()
        assert load(id).setup(start.pieces()) == start


# Invalid set-ups: pieces, details, the reason, and the cells that show it
INVALID_SETUPS = [
    ("vier3d", {"a5": "r"}, {}, "the board has no cell 'a5' for 'r'", ()),
    ("vier3d", {"a1": "rbrbr"}, {}, "the board has no cell 'a1' for 'rbrbr'", ()),
    ("vier3d", {"a1.1": "y"}, {}, "'y' on a1.1 is not one of the pieces r, b", ("a1.1",)),
    ("vier3d", {"a1": "r", "a1.1": "b"}, {}, "there are two pieces on a1.1", ("a1.1",)),
    ("vier3d", {"a1.2": "r"}, {}, "there is no piece below a1.2", ("a1.2",)),
    ("vier3d", {"a1": "r"}, {"player": 0}, "after 1 ball Blue is to move, not Red", ()),
    ("vier3d", {"a1": "r"}, {"player": 2}, "player 2 is not one of 0 to 1", ()),
    ("vier3d", {}, {"due": "1"}, (
        "a position has no 'due'; apart "
        "from its pieces, it has player"
    ), ()),
    ("tzaar", {"A1": "Z31"}, {}, "a Z on A1 is 1 to 15 high, not 31", ("A1",)),
    ("tzaar", {"A1": "Zz"}, {}, "'Zz' on A1 is not the letter of a piece with its height", ("A1",)),
    ("tzaar", {"A1": "Z"}, {}, "the game ends as soon as one kind is missing", ()),
    ("chain_reaxis", SQUARE, {"last": "a1a3"}, "the halves of the last tile", ("a1", "a3")),
    (CONNECT_FOUR, {"a": "r"}, {}, (
        f"positions of {CONNECT_FOUR} can be "
        f"set up by position strings only"
    ), ()),
]  # fmt: skip


@pytest.mark.parametrize(("id", "pieces", "details", "reason", "cells"), INVALID_SETUPS)
def test_rejects_invalid_setups(
    id: str,
    pieces: dict[str, str],
    details: dict[str, int | str],
    reason: str,
    cells: tuple[str, ...],
) -> None:
    with pytest.raises(BadPosition) as caught:
        load(id).setup(pieces, **details)
    assert str(caught.value).startswith(reason)
    assert caught.value.message.in_language("de") not in (
        "",
        caught.value.message.in_language("en"),
    )
    assert caught.value.cells == cells


# Invalid position strings, and the cells that show why
CELLS_OF_FAULTS = [
    ("six_in_line", "6/6/6/6/6/oooooo 2 1-0 s", "a1 b1 c1 d1 e1 f1"),
    ("six_in_line", "6/6/6/6/6/oo4 2 0-0 c3-a1", "c3 a1"),
    ("chain_reaxis", "6/6/6/5o/6/oxx3 o a1b1", "f3"),
    ("chain_reaxis", "4ox/6/6/6/6/ox4 o e6f6", "a1 b1"),
    ("vier3d", "r/r/r/r/b/b/b/b/-/-/-/-/-/-/-/- r", "a1.1 b1.1 c1.1 d1.1"),
    ("tzaar", "ZZZZZ/ZZ..../......./......../......../......../......./....../..... w 1",
     "A1 A2 A3 A4 A5 B1 B2"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "text", "cells"), CELLS_OF_FAULTS)
def test_refusals_name_cells(id: str, text: str, cells: str) -> None:
    game = load(id)
    with pytest.raises(BadPosition) as caught:
        game.position(text)
    assert caught.value.cells == tuple(cells.split())
    assert {*caught.value.cells} <= {cell.name for cell in game.board.cells}


def test_draft_shows_what_is_not_legal_yet() -> None:
    game = load("chain_reaxis")
    draft = make_draft(
        game, place_pieces(game, parse_named_pieces(game, {"a1": "o", "b1": "x", "f6": "o"})), {}
    )
    assert draft.position is None
    assert draft.fault
    assert "here 2 blank and 1 perforated" in str(draft.fault)
    assert {piece.cell: piece.joined for piece in draft.pieces} == {0: 1, 1: 0, 35: None}
    assert [(chosen.detail.name, chosen.value) for chosen in draft.details] == [
        ("player", "o"),
        ("last", "a1b1"),
    ]


# Choices of the editor: pieces that are left, and values that can be legal
WHITE = {"A1": "Z15", "B1": "R14"}
SIX = dict.fromkeys(("A1", "A2", "A3", "A4", "A5", "B1"), "Z")
ROWS = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]
SUPPLIES = [
    ("tzaar", SIX, "Z", (15, "White already has all 6 Tzaars in sight")),
    ("tzaar", SIX, "R", (15, None)),
    ("tzaar", WHITE, "T", (1, None)),
    ("tzaar", WHITE | {"C1": "T"}, "T", (0, "all 30 pieces of White are on the board")),
    ("tzaar", WHITE | {"C1": "T"}, "t", (15, None)),
    ("six_in_line", dict.fromkeys(ROWS[:29], "o"), "o", (1, None)),
    ("six_in_line", dict.fromkeys(ROWS[:30], "o"), "o", (1, "all 30 stones are on the board")),
    (
        "chain_reaxis",
        dict.fromkeys(ROWS[:18], "x"),
        "x",
        (1, "each kind of half covers at most half of the board"),
    ),
    ("chain_reaxis(size=8x8)", dict.fromkeys(ROWS[:18], "x"), "x", (1, None)),
]


@pytest.mark.parametrize(("id", "pieces", "letter", "expected"), SUPPLIES)
def test_remaining_supply_limits_pieces_and_stacks(
    id: str, pieces: dict[str, str], letter: str, expected: tuple[int, str | None]
) -> None:
    game = load(id)
    pieces_on_board = place_pieces(game, parse_named_pieces(game, pieces)).values()
    setup = get_setup(game, {})
    [kind] = (piece for piece in setup.palette if piece.letter == letter)
    left, used_up = get_remaining_supply(setup, kind, pieces_on_board)
    assert (left, used_up and used_up.in_language("en")) == expected


@pytest.mark.parametrize(
    "id", ["inner_square", "tzaar(setup=fixed)", "vier3d", "vier3d(players=3)"]
)
def test_supplies_end_where_the_parser_refuses(id: str) -> None:
    game = load(id)
    for supply in get_setup(game, {}).supplies:
        kind = next(kind for kind in get_setup(game, {}).palette if kind.letter in supply.letters)
        full = {cell: kind._replace(cell=cell, height=1) for cell in range(supply.number)}
        assert get_remaining_supply(get_setup(game, {}), kind, full.values()).used_up
        overfull = full | {supply.number: kind._replace(cell=supply.number, height=1)}
        assert make_draft(game, overfull, {}).position is None


@pytest.mark.parametrize("id", mark_variants(ALL_IDS))
def test_reachable_positions_can_be_built_from_the_offered_choices(id: str) -> None:
    """For the pieces of a reachable position, its values of details are offered and its supplies
    are not exceeded.
    """
    game = load(id)
    if game.definition.setup is None:
        return
    positions = get_cached_random_game(game, seed=1)
    for position in positions[:: len(positions) // 4]:
        pieces = {piece.cell: piece for piece in position.pieces()}
        offered = find_possible_values(game, make_draft(game, pieces, {}))
        for name, value in position.details().items():
            assert value in offered[name], (str(position), name)
        setup = get_setup(game, pieces)
        for supply in setup.supplies:
            counted = [piece for piece in pieces.values() if piece.letter in supply.letters]
            used = sum(piece.height if supply.by_height else 1 for piece in counted)
            assert used <= supply.number, str(position)


# Pieces, and the values of a detail that can be legal with them
OFFERED_VALUES = [
    ("vier3d", {"a1": "r"}, "player", "b"),
    ("chain_reaxis", {}, "last", "-"),
    ("chain_reaxis", {"a1": "o", "b1": "x"}, "player", "x"),
    ("chain_reaxis", {"a1": "o", "b1": "x"}, "last", "a1b1"),
    # a1b1 is enclosed by the others, and cannot have come last
    ("chain_reaxis", {"a1": "o", "b1": "x", "c1": "o", "d1": "x"}, "last", "a1b1 c1d1"),
    ("chain_reaxis", {"a1": "o", "b1": "x", "c1": "x", "d1": "o"}, "last", "a1b1 d1c1"),
    ("six_in_line", {}, "due", "o2"),
    ("six_in_line", {}, "player", "1 2"),
    ("six_in_line(slide=step)", {"c3": "o"}, "due", "o1 s c2-c3 b3-c3 d3-c3 c4-c3"),
    ("six_in_line(players=3)", {"a1": "o", "c3": "o"}, "coins_1", "0 1 2 3 4"),
    ("tzaar(setup=tournament)", {"A1": "Z"}, "phase", "p"),
    ("tzaar(setup=tournament)", {"A1": "Z"}, "player", "b"),
    ("chain_reaxis", {"a1": "o"}, "player", "o x"),  # no value makes a position of it
]


@pytest.mark.parametrize(("id", "pieces", "name", "values"), OFFERED_VALUES)
def test_offers_only_values_that_can_be_legal(
    id: str, pieces: dict[str, str], name: str, values: str
) -> None:
    game = load(id)
    draft = make_draft(game, place_pieces(game, parse_named_pieces(game, pieces)), {})
    assert find_possible_values(game, draft)[name] == tuple(values.split())


def test_value_of_another_detail_excludes_no_value() -> None:
    game = load("tzaar(setup=fixed)")
    pieces = {piece.cell: piece for piece in game.start().pieces()}
    draft = make_draft(game, pieces, {"phase": "1"})
    assert draft.position is None
    assert find_possible_values(game, draft) == {"player": ("w",), "phase": ("0",)}


@pytest.mark.parametrize(("id", "pieces", "name", "values"), OFFERED_VALUES[:-1])
def test_offered_values_are_never_refused_because_of_others(
    id: str, pieces: dict[str, str], name: str, values: str
) -> None:
    """This holds for each detail that was set before."""
    game = load(id)
    pieces_on_board = place_pieces(game, parse_named_pieces(game, pieces))
    offered = find_possible_values(game, make_draft(game, pieces_on_board, {}))
    others = [(other, value) for other in offered if other != name for value in offered[other]]
    for other, chosen in others:
        for value in values.split():
            draft = make_draft(game, pieces_on_board, {other: chosen, name: value}, name)
            assert draft.position, (other, chosen, value, draft.fault)
            assert draft.given_values[name] == value


def test_as_few_details_as_possible_are_reset() -> None:
    game = load("six_in_line(players=3)")
    pieces = place_pieces(game, parse_named_pieces(game, {"a1": "o", "c3": "o"}))
    given_details = {"coins_2": "0", "coins_1": "4"}
    assert make_draft(
        game, pieces, given_details | {"player": "2"}, "player"
    ).given_values == given_details | {"player": "2"}
    draft = make_draft(game, pieces, given_details | {"player": "1"}, "player")
    assert draft.position
    assert draft.given_values == {"coins_2": "0", "player": "1"}
    refused = make_draft(game, pieces, given_details | {"player": "1"})  # the pieces were changed
    assert refused.position is None
    assert refused.given_values == given_details | {"player": "1"}


def test_number_of_trials_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("inner_square")
    draft = make_draft(game, {0: get_setup(game, {}).palette[0]}, {})
    parse, parsed = type(game).position, list[str]()

    def position(self: Game, text: str) -> Position:
        parsed.append(text)
        return parse(self, text)

    monkeypatch.setattr(type(game), "position", position)
    offered = find_possible_values(game, draft)
    assert len(parsed) <= MAX_VALUE_TRIALS
    assert all(offered.values())
