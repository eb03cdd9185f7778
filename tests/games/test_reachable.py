"""Position strings: reachable positions are accepted; of simple positions, only reachable ones."""

import random
from collections.abc import Iterable
from itertools import combinations, product

import pytest

from steinreich import BadPosition, Game, Position, games, load
from steinreich.rules.boards import board_text, square
from tests.conftest import ALL_IDS, mark_variants

EMPTY_RODS = "/".join("-" * 16)
BUILT_IN_IDS = mark_variants(id for id in ALL_IDS if load(id).name in games())


@pytest.mark.parametrize("id", BUILT_IN_IDS)
def test_accepts_reachable_positions(id: str) -> None:
    """Also those after many captures and completed lines, which are rare in random games."""
    game, rng = load(id), random.Random(id)
    for seed in range(2):
        position = game.start(seed=seed)
        for _ in range(120):
            if position.is_over:
                break
            actions = rng.sample(position.actions(), min(8, len(position.actions())))
            position = min(
                map(position.after_legal, actions), key=lambda after: len(after.pieces())
            )
            assert game.position(str(position)) == position


def filter_accepted(game: Game, texts: Iterable[str]) -> set[str]:
    """Return the texts that are accepted as positions."""

    def is_accepted(text: str) -> bool:
        try:
            game.position(text)
        except BadPosition:
            return False
        return True

    return set(filter(is_accepted, texts))


def list_reachable(start: Position, depth: int) -> set[str]:
    """Return the strings of all positions after a number of actions."""
    positions = {str(start): start}
    for _ in range(depth):
        positions = {
            str(after): after
            for position in positions.values()
            for after in map(position.after_legal, position.actions())
        }
    return set(positions)


@pytest.mark.parametrize("contact", ["edge", "corner"])
def test_accepts_exactly_the_reachable_positions_of_few_tiles(contact: str) -> None:
    """Chain Reaxis: all pairs of tiles on the smallest board, and a sample of three tiles."""
    game = load("chain_reaxis", size="4x4", contact=contact)
    tiles = game.start().legal_moves()
    rng = random.Random(1)
    for n, sample_size in ((2, None), (3, 1_500)):
        sets = [
            placed
            for placed in combinations(tiles, n)
            if len({cell for tile in placed for cell in (tile[:2], tile[2:])}) == 2 * n
        ]
        texts = {
            make_board(4, placed) + f" {'ox'[n % 2]} {last}"
            for placed in (rng.sample(sets, sample_size) if sample_size else sets)
            for last in placed
        }
        assert filter_accepted(game, texts) == texts & list_reachable(game.start(), n)


def make_board(size: int, tiles: tuple[str, ...]) -> str:
    """Return a board with these tiles as in a position string."""
    halves = {tile[:2]: "o" for tile in tiles} | {tile[2:]: "x" for tile in tiles}
    return board_text(size, size, lambda x, y: halves.get(square(x, y), ""))


@pytest.mark.parametrize("id", ["vier3d", "vier3d(players=3)", "vier3d(variant=most_fours)"])
def test_accepts_exactly_the_reachable_positions_of_few_balls(id: str) -> None:
    """Four in a Row 3D: all ways to put six balls on two rods."""
    game = load(id)
    letters = "rby" if game.players == 3 or "most" in id else "rb"
    fillings = {
        "".join(balls[:k]) + "/" + "".join(balls[k:])
        for balls in product(letters, repeat=6)
        for k in (2, 3, 4)
    }
    texts = {f"{rods}{EMPTY_RODS[3:]} r" for rods in fillings}
    reachable = {str(game.start()): game.start()}
    for _ in range(6):
        reachable = {
            str(after): after
            for position in reachable.values()
            for name in position.legal_moves()
            if name[:2] in ("a1", "b1")
            for after in [position.play(name)]
        }
    assert filter_accepted(game, texts) == texts & set(reachable)


@pytest.mark.parametrize("slide", ["rook", "step"])
def test_accepts_exactly_the_reachable_positions_of_three_stones(slide: str) -> None:
    """Six in Line after the opening and one turn."""
    game = load("six_in_line", slide=slide)
    opening = game.start().play("b2").play("e4")
    after_opening = {str(game.position(text)) for text in list_reachable(opening, 2)}
    squares = [square(x, y) for x in range(6) for y in range(6)]
    rng = random.Random(2)
    for stones in rng.sample(list(combinations(squares, 3)), 800):
        board = board_text(6, 6, lambda x, y: "o" if square(x, y) in stones else "")  # noqa: B023
        in_line = any(a[0] == b[0] or a[1] == b[1] for a, b in combinations(stones, 2))
        assert filter_accepted(game, [f"{board} 1 0-0 s"]) == (
            {f"{board} 1 0-0 s"} if in_line else set()
        )
    assert after_opening == filter_accepted(game, after_opening)


def test_accepts_exactly_the_reachable_positions_of_few_moves() -> None:
    """Inner Square: one red stone on any other point, then also one yellow stone."""
    game = load("inner_square")
    columns = "abcdefg"
    homes = {f"{x}{y}": "r" for x in columns for y in (1, 2)}
    homes |= {f"{x}{y}": "y" for x in columns for y in (6, 7)}
    empty = [f"{x}{y}" for x in columns for y in (3, 4, 5)]

    def make_moves(*moves: tuple[str, str]) -> str:
        stones = dict(homes)
        for origin, target in moves:
            stones[target] = stones.pop(origin)
        return board_text(7, 7, lambda x, y: stones.get(square(x, y), ""))

    one_move = {f"{make_moves((a, b))} y 1" for a, c in homes.items() if c == "r" for b in empty}
    assert filter_accepted(game, one_move) == list_reachable(game.start(), 1)
    rng = random.Random(3)
    two_moves: set[str] = set()
    while len(two_moves) < 600:
        a, b = (rng.choice([home for home in homes if homes[home] == c]) for c in "ry")
        x, y = rng.sample(empty, 2)
        two_moves.add(f"{make_moves((a, x), (b, y))} r 2")
    assert filter_accepted(game, two_moves) == two_moves & list_reachable(game.start(), 2)
