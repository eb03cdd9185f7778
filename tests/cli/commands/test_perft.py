"""`steinreich perft`: count action sequences."""

import json

import pytest

from tests.cli.conftest import CONNECT_FOUR, Run

ENCLOSED = "6/6/6/6/xox3/oxo3 x a1b1"  # the last tile cannot be touched: any cell is free
BLOCKED = "rrrr/bbb/-/-/-/-/-/-/-/-/-/-/-/-/-/- b"  # red has won


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("chain_reaxis", [120, 2608]),
        ("chain_reaxis(size=8x8)", [224]),
        ("inner_square", [27, 671]),
        ("inner_square(board=full7)", [33, 1015]),
        ("inner_square(board=alq9)", [65]),
        ("six_in_line", [36, 36 * 35]),
        ("tzaar(setup=fixed)", [42]),
        ("vier3d", [16, 256]),
        ("vier3d(variant=most_fours)", [32]),
        (CONNECT_FOUR, [7, 49]),
    ],
)
def test_counts_match_known_values(run: Run, game: str, counts: list[int]) -> None:
    lines = "".join(f"{depth} {count}\n" for depth, count in enumerate(counts, 1))
    assert run("perft", game, len(counts)) == (0, lines, "")


def test_machine_code_counts_the_same(run: Run) -> None:
    done = run("perft", "vier3d", 5)
    assert done == (0, "1 16\n2 256\n3 4096\n4 65536\n5 1048560\n", "")


def test_machine_code_of_a_game_file(run: Run) -> None:
    assert run("perft", CONNECT_FOUR, 4).out.splitlines()[2:] == ["3 343", "4 2401"]


def test_depth_zero_counts_one(run: Run) -> None:
    assert run("perft", "vier3d", 0).out == "0 1\n"
    assert run("perft", "vier3d", 0, "--divide").code == 2


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_divide_lists_first_actions(run: Run, depth: int) -> None:
    *below, total = run("perft", "vier3d", depth, "--divide").out.splitlines()
    rods = sorted(column + row for column in "abcd" for row in "1234")
    assert below == [f"{rod} {16 ** (depth - 1)}" for rod in rods]
    assert total == f"total {16**depth}"


def test_position_can_be_given(run: Run) -> None:
    assert run("perft", "chain_reaxis", 1, "--position", ENCLOSED).out == "1 96\n"
    assert run("perft", "vier3d", 3, "--position", BLOCKED).out == "1 0\n2 0\n3 0\n"
    assert run("perft", "vier3d", 1, "--position", BLOCKED, "--divide").out == "total 0\n"


def test_seed_sets_up_the_position(run: Run) -> None:
    assert run("perft", "tzaar", 1) == run("perft", "tzaar", 1, "--seed", 0)
    counts = {run("perft", "tzaar", 1, "--seed", seed).out for seed in range(4)}
    assert len(counts) > 1


def test_json_output(run: Run) -> None:
    data = json.loads(run("perft", "inner_square", 2, "--json").out)
    assert data["game"] == "inner_square"
    assert data["counts"] == {"1": 27, "2": 671}
    assert data["total"] == 671
    divided = json.loads(run("perft", "inner_square", 2, "--divide", "--json").out)
    assert divided["total"] == sum(divided["counts"].values()) == 671
    assert len(divided["counts"]) == 27


@pytest.mark.parametrize("depth", ["-1", "101", "two", "1.5", ""])
def test_rejects_invalid_depths(run: Run, depth: str) -> None:
    done = run("perft", "vier3d", depth)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("steinreich: DEPTH: ")
