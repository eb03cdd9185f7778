"""Weights that were learned from games: text files of numbers beside the files that use them."""

from pathlib import Path

UNITS = 256  # of a score in which a win is e times as likely as a loss


def weights_of(file: str, count: int) -> list[int]:
    """The weights beside a file; all 0 where nothing was learned yet."""
    path = Path(file).with_suffix(".weights")
    if not path.exists():
        return [0] * count
    found = [int(word) for word in path.read_text().split()]
    if len(found) != count:
        raise ValueError(f"{path.name} holds {len(found)} weights, not {count}")
    return found
