"""Draw the pictures of positions in the documentation:  python docs/pictures/make.py"""

import random
from pathlib import Path

from steinreich import Position, load
from steinreich.draw import svg

FOLDER = Path(__file__).parent
PICTURES = {  # file name: id of the game, seed, number of random actions
    "chain_reaxis": ("chain_reaxis", 1, 9),
    "tzaar": ("tzaar", 2, 27),
    "six_in_line": ("six_in_line", 3, 29),
    "inner_square": ("inner_square", 4, 40),
    "vier3d": ("vier3d", 5, 26),
}


def find_unfinished_position(id: str, seed: int, actions: int) -> Position:
    """Return the position of a random game after a number of actions; the game is not over."""
    for attempt in range(1000):
        rng = random.Random(seed + 1000 * attempt)
        position = load(id).start(seed=seed)
        for _ in range(actions):
            if not position.is_over:
                position = position.after(rng.choice(position.actions()))
        if not position.is_over:
            return position
    raise AssertionError(f"no random game of {id} lasts {actions} actions")


def main() -> None:
    for name, (id, seed, actions) in PICTURES.items():
        for theme in ("light", "dark"):
            picture = svg(find_unfinished_position(id, seed, actions), theme=theme)
            (FOLDER / f"{name}-{theme}.svg").write_text(picture)


if __name__ == "__main__":
    main()
