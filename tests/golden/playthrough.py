"""Playthroughs: random games as text with pictures, to detect changes of rules and drawings.

`python -m tests.golden.playthrough` writes the files again; then review the changes.
"""

import random
from pathlib import Path

from steinreich import Position, load
from steinreich.draw import text

FOLDER = Path(__file__).parent
# Positions close to endings that random games from the start hardly reach
QUIET_END = "1yyyy2/y4y1/2y1r2/1y5/2r1r2/1rr1r2/rr1r2r r 96"
TWO_LINES = "oo4/oo4/oo4/2o3/oo4/oo4 1 1-1 s"
PLAYTHROUGHS: dict[str, tuple[str, int, int] | tuple[str, int, int, str]] = {
    # file name: game id, seed, maximum number of actions, and optionally a start position
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


def render_playthrough(id: str, seed: int, max_actions: int, start: str = "") -> str:
    """Return a random game as text: each position with its picture and legal actions."""
    rng = random.Random(seed)
    position = load(id).position(start) if start else load(id).start(seed=seed)
    parts = [f"# {id}, seed {seed}", render_position(position)]
    for number in range(1, max_actions + 1):
        if position.is_over:
            break
        move = rng.choice(position.legal_moves())
        parts.append(f"## {number}. {position.notation(move)}")
        position = position.play(move)
        parts.append(render_position(position))
    return "\n\n".join(parts) + "\n"


def render_position(position: Position) -> str:
    """Return a position as text: string, player, returns, legal actions and picture."""
    moves = position.legal_moves()
    move_list = " ".join(moves[:12]) + (f" ... ({len(moves)})" if len(moves) > 12 else "")
    lines = [
        f"position: {position}",
        f"player: {position.player}   over: {position.is_over}   returns: {position.returns}",
        f"legal: {move_list}",
        "",
        text(position),
    ]
    return "\n".join(line.rstrip() for part in lines for line in part.split("\n"))


def main() -> None:
    for name, arguments in PLAYTHROUGHS.items():
        (FOLDER / f"{name}.txt").write_text(render_playthrough(*arguments))


if __name__ == "__main__":
    main()
