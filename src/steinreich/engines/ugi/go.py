"""What `go` orders: limits, and how much of a clock to spend on one action."""

from typing import NamedTuple

from steinreich.engines.ugi.words import BadCommand
from steinreich.players.player import Limit
from steinreich.rules.text.safe import one_line

LARGEST = 10**12  # milliseconds or nodes: more than anybody waits for
DEEPEST = 10_000  # actions
ACTIONS_LEFT = 25  # to be expected when nobody says how many the time is for
USUAL_SHARE = 0.8  # of the increment
LARGEST_SHARE = 0.5  # of what is left on the clock
OVERHEAD = 0.03  # seconds between our answer and the clock that stops
SHORTEST = 0.01  # seconds


class Order(NamedTuple):
    """What a `go` asks for."""

    limit: Limit
    is_endless: bool  # the answer has to wait for `stop`


def ordered(words: list[str], player: int, players: int) -> Order:
    """The order in the words after `go`, for the player whose action is due."""
    numbers = numbers_in(words, players)
    limits = {word for word in numbers if word in ("movetime", "nodes", "depth")}
    clock = numbers.keys() - limits
    if "infinite" in words and (limits or clock):
        raise BadCommand("infinite does not go with a limit")
    seconds = [max(SHORTEST, numbers["movetime"] / 1000)] if "movetime" in numbers else []
    if clock:
        seconds.append(clock_share(numbers, player))
    limit = Limit(min(seconds, default=None), numbers.get("nodes"), numbers.get("depth"))
    return Order(limit, is_endless=limit == Limit())


def numbers_in(words: list[str], players: int) -> dict[str, int]:
    """The numbers that follow their names; `infinite` stands alone."""
    known = {"movetime": LARGEST, "nodes": LARGEST, "depth": DEEPEST, "movestogo": DEEPEST}
    seats = range(1, players + 1)
    known |= {f"p{seat}{what}": LARGEST for what in ("time", "inc") for seat in seats}
    numbers: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            continue
        if word not in known:
            listed = ", ".join(("infinite", *known))
            raise BadCommand(f"{one_line(word, 40)!r} is not one of {listed}")
        if word in numbers:
            raise BadCommand(f"{word} is given twice")
        least = 0 if word.endswith(("time", "inc")) else 1
        numbers[word] = number(word, next(rest, ""), least, known[word])
    return numbers


def number(what: str, text: str, least: int, most: int) -> int:
    """A number in a range, or an error that says of what."""
    value = int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else -1
    if not least <= value <= most:
        given = f"{one_line(text, 40)!r}" if text else "nothing"
        raise BadCommand(f"{what} is a whole number from {least} to {most}, not {given}")
    return value


def clock_share(numbers: dict[str, int], player: int) -> float:
    """The seconds to spend on this action, of the mover's clock."""
    own = f"p{player + 1}time"
    if own not in numbers:
        raise BadCommand(f"{own} is missing: it is player {player + 1} whose action is due")
    left = numbers[own] / 1000
    increment = numbers.get(f"p{player + 1}inc", 0) / 1000
    actions = numbers.get("movestogo", ACTIONS_LEFT)
    share = left / actions + USUAL_SHARE * increment
    most = left if actions == 1 else LARGEST_SHARE * left
    return max(SHORTEST, min(share, most) - OVERHEAD)
