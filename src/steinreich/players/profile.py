"""How a level looks at a position."""

from typing import NamedTuple


class Profile(NamedTuple):
    """What a level sees, and how long it thinks."""

    nodes: int = 0  # the budget of an action, where no depth is given
    depth: int | None = None  # how many actions it looks ahead
    notice: float = 1.0  # the chance that an action comes to its mind at all
    reading: float = 1.0  # the chance that it asks what the opponent will answer
    doubt: float = 0.0  # how much its judgement wavers, in parts of a clear advantage
    blunder: float = 0.0  # the chance that it plays the worst of what it noticed
