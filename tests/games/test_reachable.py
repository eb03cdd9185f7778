"""Reachable positions are accepted, and of simple ones no others."""

import random
from collections.abc import Iterable
from itertools import combinations, product

import pytest

from steinreich import BadPosition, Game, Position, games, load
from steinreich.rules.boards import board_text, square
from tests.conftest import ALL_IDS, mark_variants

EMPTY_RODS = "/".join("-" * 16)
GREEDY_IDS = mark_variants(id for id in ALL_IDS if load(id).name in games())


@pytest.mark.parametrize("id", GREEDY_IDS)
def test_reachable_positions_are_accepted(id: str) -> None:
    """Also in games with many captures and completed lines, which random games rarely have."""
    game, dice = load(id), random.Random(id)
    for seed in range(2):
        position = game.start(seed=seed)
        for _ in range(120):
            if position.is_over:
                break
            actions = dice.sample(position.actions(), min(8, len(position.actions())))
            position = min(
                map(position.after_legal, actions), key=lambda after: len(after.pieces())
            )
            assert game.position(str(position)) == position


def accepted_texts(game: Game, texts: Iterable[str]) -> set[str]:
    """Return the texts that are accepted as positions."""

    def is_accepted(text: str) -> bool:
        try:
            game.position(text)
        except BadPosition:
            return False
        return True

    return set(filter(is_accepted, texts))


def reachable_texts(start: Position, depth: int) -> set[str]:
    """Return the strings of all positions after a number of actions."""
    level = {str(start): start}
    for _ in range(depth):
        level = {
            str(after): after
            for position in level.values()
            for after in map(position.after_legal, position.actions())
        }
    return set(level)


@pytest.mark.parametrize("contact", ["edge", "corner"])
def test_few_tiles_are_accepted_exactly_if_reachable(contact: str) -> None:
    """Chain Reaxis: all ways to place two tiles on the smallest board, and many for three."""
    game = load("chain_reaxis", size="4x4", contact=contact)
    tiles = game.start().legal_moves()
    dice = random.Random(1)
    for n, some in ((2, None), (3, 1_500)):
        sets = [
            laid
            for laid in combinations(tiles, n)
            if len({cell for tile in laid for cell in (tile[:2], tile[2:])}) == 2 * n
        ]
        texts = {
            board_of_tiles(4, laid) + f" {'ox'[n % 2]} {last}"
            for laid in (dice.sample(sets, some) if some else sets)
            for last in laid
        }
        assert accepted_texts(game, texts) == texts & reachable_texts(game.start(), n)


def board_of_tiles(size: int, tiles: tuple[str, ...]) -> str:
    """Return a board with these tiles as in a position string."""
    halves = {tile[:2]: "o" for tile in tiles} | {tile[2:]: "x" for tile in tiles}
    return board_text(size, size, lambda x, y: halves.get(square(x, y), ""))


@pytest.mark.parametrize("id", ["vier3d", "vier3d(players=3)", "vier3d(variant=most_fours)"])
def test_few_balls_are_accepted_exactly_if_reachable(id: str) -> None:
    """All ways to fill two rods with six balls."""
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
    assert accepted_texts(game, texts) == texts & set(reachable)


@pytest.mark.parametrize("slide", ["rook", "step"])
def test_three_stones_are_accepted_exactly_if_reachable(slide: str) -> None:
    """Six in Line after the opening and one turn."""
    game = load("six_in_line", slide=slide)
    opened = game.start().play("b2").play("e4")
    near = {str(game.position(text)) for text in reachable_texts(opened, 2)}
    squares = [square(x, y) for x in range(6) for y in range(6)]
    dice = random.Random(2)
    for stones in dice.sample(list(combinations(squares, 3)), 800):
        board = board_text(6, 6, lambda x, y: "o" if square(x, y) in stones else "")  # noqa: B023
        in_line = any(a[0] == b[0] or a[1] == b[1] for a, b in combinations(stones, 2))
        assert accepted_texts(game, [f"{board} 1 0-0 s"]) == (
            {f"{board} 1 0-0 s"} if in_line else set()
        )
    assert near == accepted_texts(game, near)


def test_few_moves_are_accepted_exactly_if_reachable() -> None:
    """Inner Square: one red stone on any other cell, then one yellow stone, too."""
    game = load("inner_square")
    red, yellow = "abcdefg", "abcdefg"
    homes = {f"{x}{y}": "r" for x in red for y in (1, 2)}
    homes |= {f"{x}{y}": "y" for x in yellow for y in (6, 7)}
    empty = [f"{x}{y}" for x in red for y in (3, 4, 5)]

    def moved(*moves: tuple[str, str]) -> str:
        stones = dict(homes)
        for origin, target in moves:
            stones[target] = stones.pop(origin)
        return board_text(7, 7, lambda x, y: stones.get(square(x, y), ""))

    ones = {f"{moved((a, b))} y 1" for a, c in homes.items() if c == "r" for b in empty}
    assert accepted_texts(game, ones) == reachable_texts(game.start(), 1)
    dice = random.Random(3)
    twos: set[str] = set()
    while len(twos) < 600:
        a, b = (dice.choice([home for home in homes if homes[home] == c]) for c in "ry")
        x, y = dice.sample(empty, 2)
        twos.add(f"{moved((a, x), (b, y))} r 2")
    assert accepted_texts(game, twos) == twos & reachable_texts(game.start(), 2)
