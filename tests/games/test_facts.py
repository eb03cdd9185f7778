"""Facts stated on the rules page, and situations that random games rarely reach."""

import pytest

from steinreich import Position, load
from steinreich.games.chain_reaxis.rules import DIRECTIONS
from steinreich.games.inner_square.rules import QUIET_LIMIT
from steinreich.games.six_in_line.rules import LINES as LINES_OF_SIX
from steinreich.games.tzaar.rules import POINTS
from steinreich.games.vier3d.rules import LINES as FOURS
from steinreich.rules.bits import each
from steinreich.rules.boards import straight_lines


def play_moves(id: str, moves: str, text: str | None = None) -> Position:
    """Return the position after some actions."""
    position = load(id).position(text) if text else load(id).start()
    for move in moves.split():
        position = position.play(move)
    return position


def test_chain_reaxis_number_of_lines() -> None:
    def lines(width: int, height: int) -> int:
        points = [(x, y) for y in range(height) for x in range(width)]
        return len(straight_lines(4, points, DIRECTIONS))

    assert (lines(6, 6), lines(8, 8)) == (54, 130)


def test_chain_reaxis_tile_may_go_anywhere_after_an_enclosed_one() -> None:
    position = play_moves("chain_reaxis", "c1c2 b2a2 a1b1")
    assert len(position.legal_moves()) == 96
    assert position.prompt.in_language("en") == "place a tile anywhere"


def test_chain_reaxis_four_of_the_mover_wins_before_that_of_the_opponent() -> None:
    position = play_moves("chain_reaxis", "a3a4 b3b4 c3c4")
    assert (position.player, len(position.legal_moves())) == (1, 22)
    assert position.play("d3d4").returns == (-1, 1)
    assert position.play("d3e3").returns == (1, -1)


def test_tzaar_number_of_points_and_lines() -> None:
    assert len(POINTS) == 60
    board = load("tzaar").board
    assert len(board.lines) == 150
    columns = [sum(cell.name[0] == column for cell in board.cells) for column in "ABCDEFGHI"]
    assert columns == [5, 6, 7, 8, 8, 8, 7, 6, 5]


def test_tzaar_number_of_first_captures() -> None:
    assert len(load("tzaar(setup=fixed)").start().legal_moves()) == 42


def test_tzaar_random_setup_follows_the_seed() -> None:
    game = load("tzaar")
    assert game.start(seed=7) == game.start(seed=7) != game.start(seed=8)
    assert game.start() != game.start()


def test_tzaar_hole_stops_movement() -> None:
    position = play_moves(
        "tzaar", "", "...../....../......./......../TTTZrzrt/....R.../......./....../..... w 1"
    )
    assert "E4xE5" not in position.legal_moves()
    assert (
        position.explain_illegal_name("E4xE5").in_language("en")
        == "the hole lies between E4 and E5"
    )


def test_tzaar_covering_the_last_of_a_kind_loses() -> None:
    text = "ZT.tz/Rr..../......./......../......../......../......./....../..... w 2"
    assert play_moves("tzaar", "A1+A2", text).returns == (-1, 1)


def test_tzaar_capturing_the_last_of_a_kind_wins_at_once() -> None:
    text = "Tt.../zr..../.....ZR/......../......../......../......./....../..... w 1"
    over = play_moves("tzaar", "A1xA2", text)
    assert over.returns == (1, -1)
    assert str(over).endswith("w 2")


def test_tzaar_player_without_a_capture_loses() -> None:
    text = "T.t2../R..r2../Z...z2../......../......../......../......./....../..... w 1"
    assert play_moves("tzaar", "", text).returns == (-1, 1)


def test_six_in_line_number_of_openings() -> None:
    game = load("six_in_line")
    openings = {
        str(game.start().play(first).play(second))
        for first in game.start().legal_moves()
        for second in game.start().play(first).legal_moves()
    }
    assert len(openings) == 630
    classes = {
        min(str(game.position(text).transform(symmetry)) for symmetry in game.symmetries)
        for text in openings
    }
    assert len(classes) == 93
    assert len(LINES_OF_SIX) == 14


@pytest.mark.parametrize(
    ("text", "moves", "expected", "returns"),
    [
        # Four lines at once, which empty the board.
        ("o1oo1o/1oooo1/2oo2/4o1/1oooo1/o1oo1o 1 0-0 s", "e3-d3 +c3", "2 4-0 o2", (1, -1)),
        # Two lines at once empty the board; the game continues with an opening.
        ("oo4/oo4/oo4/2o3/oo4/oo4 1 0-0 s", "c3-b3 +a3", "6/6/6/6/6/6 2 2-0 o2", (0, 0)),
        # No slide is possible: every row and column is empty or holds five.
        ("6/ooooo1/ooooo1/ooooo1/ooooo1/ooo2o 2 0-1 s", "f1-e1 +d1", "1 0-1 s", (-1, 1)),
        ("6/ooooo1/ooooo1/ooooo1/ooooo1/ooo2o 2 1-1 s", "f1-e1 +d1", "1 1-1 s", (0, 0)),
    ],
)
def test_six_in_line_rare_turns(
    text: str, moves: str, expected: str, returns: tuple[int, ...]
) -> None:
    position = play_moves("six_in_line", moves, text)
    assert str(position).endswith(expected)
    assert position.returns == returns


@pytest.mark.parametrize(
    ("text", "moves", "expected", "returns"),
    [
        # Four lines at once: one coin, and all of them leave the board.
        ("o1oo1o/1oooo1/2oo2/4o1/1oooo1/o1oo1o 1 0-0 s", "e3-d3 +c3", "2 1-0 o2", (0, 0)),
        ("o1oo1o/1oooo1/2oo2/4o1/1oooo1/o1oo1o 1 2-2 s", "e3-d3 +c3", "2 3-2 o2", (1, -1)),
        # Two lines at once.
        ("oo4/oo4/oo4/2o3/oo4/oo4 1 1-2 s", "c3-b3 +a3", "6/6/6/6/6/6 2 2-2 o2", (0, 0)),
        # One line earns one coin, as always.
        ("o5/o5/o5/2o3/o5/o5 2 1-1 s", "c3-a3 +b3", "6/6/6/1o4/6/6 1 1-2 s", (0, 0)),
    ],
)
def test_six_in_line_turn_earns_one_coin_with_that_option(
    text: str, moves: str, expected: str, returns: tuple[int, ...]
) -> None:
    position = play_moves("six_in_line(coins=turn)", moves, text)
    assert str(position).endswith(expected)
    assert position.returns == returns


def test_six_in_line_coins_option_does_not_change_the_solo_game() -> None:
    """The id contains the option, but the states are the same."""
    default, other = load("six_in_line(players=1)"), load("six_in_line(players=1,coins=turn)")
    assert other.id == "six_in_line(players=1,coins=turn)"
    assert other.start().state == default.start().state


def test_six_in_line_slide_may_complete_a_line() -> None:
    position = load("six_in_line").position("o5/o5/o5/o5/o5/o5 2 0-0 c3-a3")
    assert str(position.play("+b3")) == "6/6/6/1o4/6/6 1 0-1 s"


def test_six_in_line_last_solo_stone_goes_anywhere() -> None:
    """Even to the square that the sliding stone has left."""
    text = "ooo1oo/ooooo1/oo1ooo/o1oooo/oooo1o/2oooo 1 0 s"
    solved = play_moves("six_in_line(players=1)", "c1-b1 +c1", text)
    assert str(solved).startswith("ooo1oo/ooooo1/oo1ooo/o1oooo/oooo1o/1ooooo")
    assert solved.returns == (1,)
    assert play_moves("six_in_line(players=1)", "c1-b1 +a1", text).returns == (-1,)
    assert "e2-e1" not in play_moves("six_in_line(players=1)", "", text).legal_moves()
    assert "d2-e2" in play_moves("six_in_line(players=1)", "", text).legal_moves()  # a row of five


def test_inner_square_number_of_lines() -> None:
    def count_lines(board: str) -> tuple[int, int]:
        lines = load("inner_square", board=board).board.lines
        straight = sum(x == u or y == v for x, y, u, v in lines)
        return straight, len(lines) - straight

    assert count_lines("alq7") == (84, 36)
    assert count_lines("full7") == (84, 72)


@pytest.mark.parametrize(
    ("options", "rank", "allowed", "left"),
    [
        ("", "2y1y2", False, ""),
        ("", "2y1yr1", False, ""),
        ("(between=on)", "2y1y2", False, ""),
        ("(between=on)", "2y1yr1", True, "2yr1r1"),
    ],
)
def test_inner_square_stopping_between_two_enemies(
    options: str, rank: str, allowed: bool, left: str
) -> None:
    text = f"yyy1yyy/7/7/{rank}/7/3r3/rrr1rrr r 1"
    position = load(f"inner_square{options}").position(text)
    assert "d2-d5" in position.legal_moves()
    assert ("d2-d4" in position.legal_moves()) == allowed
    if allowed:
        assert str(position.play("d2-d4")).split("/")[3] == left


def test_inner_square_corners_win_before_the_draw() -> None:
    text = "1yyyyyy/y6/2r1r2/7/2r4/rrrrr2/6r r 99"
    position = load("inner_square").position(text)
    assert position.play("e2-e3").returns == (1, -1)
    assert position.play("g1-f1").returns == (0, 0)
    assert position.play("g1-f1").is_over


@pytest.mark.parametrize(
    ("board", "returns"),
    [
        ("1yyyyyy/y6/2r1r2/7/2y4/rrrrr2/6r", (1, -1)),  # two corners to one
        ("1yyyyyy/y6/2y1y2/7/2r4/rrrrrr1/rrr3r", (-1, 1)),  # one to two, though with more stones
        ("1yyyyyy/y6/2r4/7/2y4/rrrrr2/r4rr", (1, -1)),  # corners level: nine stones to eight
        ("1yyyyyy/yy5/7/7/7/rrrrr2/6r", (-1, 1)),  # no corner: six stones to eight
        ("1yyyyyy/y6/2r4/7/2y4/rrrrr2/5rr", (0, 0)),  # corners and stones level
    ],
)
def test_inner_square_corners_decide_after_many_quiet_moves(
    board: str, returns: tuple[int, int]
) -> None:
    last = play_moves("inner_square(quiet=corners)", "g1-g3", f"{board} r 99")
    assert last.is_over
    assert last.returns == returns


def test_inner_square_captures_groups_with_that_option() -> None:
    text = "yyyyyyy/7/7/7/7/ryy4/rrrrrr1 r 3"
    taken = "yyyyyyy/7/7/7/7/r2r3/rrr1rr1 y 0"
    assert str(play_moves("inner_square(groups=on)", "d1-d2", text)) == taken
    assert str(play_moves("inner_square", "d1-d2", text)).split()[0] != taken.split()[0]


def test_vier3d_number_of_lines() -> None:
    assert len(set(FOURS)) == 76
    through = [sum(line >> cell & 1 for line in FOURS) for cell in range(64)]
    assert (through.count(7), through.count(4)) == (16, 48)
    assert all(len(list(each(line))) == 4 for line in FOURS)


def test_vier3d_has_21_neutral_balls() -> None:
    game = load("vier3d(variant=most_fours)")
    assert len(game.start().legal_moves()) == 32
    position = game.start()
    for rod in (
        [f"{column}{row}" for row in (1, 2, 3, 4) for column in "abcd"] + ["a1"] * 3 + ["b1"] * 2
    ):
        position = position.play(f"{rod}y")
    assert not any(move.endswith("y") for move in position.legal_moves())
    assert position.explain_illegal_name("c1y").in_language("en") == "no neutral ball is left"


def test_inner_square_positions_of_the_corners() -> None:
    for board, names in (("alq7", "c3 e3 c5 e5"), ("alq9", "d4 f4 d6 f6")):
        data = load("inner_square", board=board).board
        assert sorted(data.cells[cell].name for cell in data.marked) == sorted(names.split())
    assert QUIET_LIMIT == 100
