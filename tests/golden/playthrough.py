"""Playthroughs: random games as text with pictures, to be read and compared.

`python -m tests.golden.playthrough` writes the files again; then review the changes.
"""

import random
from pathlib import Path

from steinreich import Position, load
from steinreich.draw import text

FOLDER = Path(__file__).parent
QUIET_END = "1yyyy2/y4y1/2y1r2/1y5/2r1r2/1rr1r2/rr1r2r r 96"
TWO_LINES = "oo4/oo4/oo4/2o3/oo4/oo4 1 1-1 s"
PLAYTHROUGHS: dict[str, tuple[str, int, int] | tuple[str, int, int, str]] = {
    # file: id of the game, seed, maximum number of actions, and a start position if not the default
    "chain_reaxis": ("chain_reaxis", 1, 40),
    "chain_reaxis_8x8": ("chain_reaxis(size=8x8,contact=corner)", 2, 8),
    "inner_square": ("inner_square", 3, 12),
    "inner_square_alq9": ("inner_square(board=alq9,groups=on)", 4, 8),
    "inner_square_quiet": ("inner_square(quiet=corners)", 15, 4, QUIET_END),
    "six_in_line": ("six_in_line", 5, 30),
    "six_in_line_alone": ("six_in_line(players=1)", 6, 20),
    "six_in_line_turn": ("six_in_line(coins=turn)", 19, 4, TWO_LINES),
    "tzaar_fixed": ("tzaar(setup=fixed)", 7, 16),
    "tzaar_tournament": ("tzaar(setup=tournament)", 8, 6),
    "vier3d": ("vier3d", 9, 64),
    "vier3d_most_fours": ("vier3d(variant=most_fours)", 10, 12),
    "vier3d_three": ("vier3d(players=3)", 11, 12),
    "connect_four": ("examples/connect_four.py", 12, 42),
}


def playthrough(id: str, seed: int, most: int, begin: str = "") -> str:
    """Return a game move by move: string, picture, legal actions and the played one."""
    dice = random.Random(seed)
    position = load(id).position(begin) if begin else load(id).start(seed=seed)
    parts = [f"# {id}, seed {seed}", describe(position)]
    for number in range(1, most + 1):
        if position.is_over:
            break
        move = dice.choice(position.legal_moves())
        parts.append(f"## {number}. {position.notation(move)}")
        position = position.play(move)
        parts.append(describe(position))
    return "\n\n".join(parts) + "\n"


def describe(position: Position) -> str:
    """Return everything visible of a position."""
    moves = position.legal_moves()
    listed = " ".join(moves[:12]) + (f" ... ({len(moves)})" if len(moves) > 12 else "")
    lines = [
        f"position: {position}",
        f"player: {position.player}   over: {position.is_over}   returns: {position.returns}",
        f"legal: {listed}",
        "",
        text(position),
    ]
    return "\n".join(line.rstrip() for part in lines for line in part.split("\n"))


def main() -> None:
    for name, told in PLAYTHROUGHS.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(*told))


if __name__ == "__main__":
    main()
