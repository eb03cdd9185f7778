"""Distances between the levels: the first loses to a beginner, and each to the next.

One pair by itself, with any number of games:

    python -m bench.levels inner_square level8 level9 --games 40 --seconds 0.2
"""

import argparse
import random
from collections.abc import Iterator
from typing import NamedTuple

from rich.progress import track

from bench.requirements import Requirement, play_out
from steinreich import games, load
from steinreich.engines.by_name import player
from steinreich.players.player import Limit
from steinreich.rules.contract import DRAW

BEGINNER_GAMES, MOST_WINS = 40, 0.3  # level 1 should win a fifth; in few games it may be more
PAIR_GAMES, LEAST_SHARE = 24, 0.55  # of the points, for the stronger one
CLOSE = {  # games in which levels were hard to distinguish, and the lower level of each pair
    "chain_reaxis": (1,),
    "inner_square": (7, 8, 9),
}
SECONDS = 0.1  # for an action
OPENING = 2  # random actions, so that no two games are the same


class Score(NamedTuple):
    """Results of games between two players, from the first one's view."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """Return the share of the points."""
        return (self.won + self.drawn / 2) / max(1, sum(self))

    def __str__(self) -> str:
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost"


def results(id: str, names: list[str], number: int, seconds: float) -> Iterator[int]:
    """Yield 1, 0 or -1 for the first of two players, game by game, with alternating sides."""
    game = load(id)
    players = [player(name, game, seed) for seed, name in enumerate(names, 1)]
    for n in range(number):
        dice, position = random.Random(n // 2), game.start(seed=n // 2)
        for _ in range(OPENING):
            position = position.after(dice.choice(position.actions()))
        for one in players:
            one.new_game()
        seated = players[::-1] if n % 2 else players
        outcome = play_out(position, seated, Limit(seconds=seconds))
        yield 0 if outcome == DRAW else 1 if outcome == n % 2 else -1


def score(id: str, one: str, other: str, number: int, seconds: float = SECONDS) -> Score:
    """Return the score of the first of two players against the other."""
    shown = f"{id}: {one} against {other}"
    found = list(track(results(id, [one, other], number, seconds), shown, total=number))
    return Score(found.count(1), found.count(0), found.count(-1))


def first_level_loses() -> Requirement:
    """Play level 1 of every game against a beginner."""
    scores = {name: score(name, "level1", "beginner", BEGINNER_GAMES) for name in games()}
    reached = ", ".join(f"{name} {one.won}" for name, one in scores.items())
    most = int(MOST_WINS * BEGINNER_GAMES)
    asked = f"at most {most} of {BEGINNER_GAMES}"
    kept = all(one.won <= most for one in scores.values())
    return Requirement("level 1 wins against a beginner", reached, asked, kept)


def neighbours_differ() -> Requirement:
    """Play the levels that were hard to distinguish, each against the next."""
    scores = {
        f"{name} {low}": score(name, f"level{low + 1}", f"level{low}", PAIR_GAMES)
        for name, lows in CLOSE.items()
        for low in lows
    }
    reached = ", ".join(f"{pair} {one.share:.0%}" for pair, one in scores.items())
    kept = all(one.share >= LEAST_SHARE for one in scores.values())
    return Requirement("points of the next level", reached, f"{LEAST_SHARE:.0%}", kept)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", nargs=2)
    parser.add_argument("--games", type=int, default=PAIR_GAMES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    one, other = given.players
    found = score(given.game, one, other, given.games, given.seconds)
    print(f"{given.game}: {one} against {other}: {found}: {found.share:.0%}")
