"""Results as texts: `1-0`, `1/2-1/2`, and `*` for a game that has none (yet)."""

from functools import cache

Result = tuple[int, ...]  # as `Position.returns`: +1, -1 or 0 for each player


@cache
def result_names(players: int) -> dict[str, Result | None]:
    """What can stand as the result of a game for so many players, and what it means."""
    seats = range(players)
    names: dict[str, Result | None] = {"*": None}
    for winner in seats:
        name = "-".join("1" if seat == winner else "0" for seat in seats)
        names[name] = tuple(1 if seat == winner else -1 for seat in seats)
    if players == 1:
        names["0"] = (-1,)
    else:
        names["-".join(["1/2"] * players)] = (0,) * players
    return names


def result_name(result: Result | None) -> str:
    """The text of a result."""
    if result is None:
        return "*"
    return "-".join("1/2" if share == 0 else "1" if share > 0 else "0" for share in result)
