"""Check the strength of levels: level 1 loses to a beginner, and each level to the next.

Command line, to measure one pair of players:

    python -m bench.levels inner_square level8 level9 --games 40 --seconds 0.2
"""

import argparse
import random
from collections.abc import Iterator
from typing import NamedTuple

from rich.progress import track

from bench.requirements import Requirement, play_out
from steinreich import games, load
from steinreich.engines.named_players import player
from steinreich.players.player import Limit
from steinreich.rules.contract import DRAW

BEGINNER_GAMES = 40
MAX_WIN_SHARE = 0.3  # of level 1 against a beginner; it should win a fifth, give or take chance
PAIR_GAMES = 24
MIN_POINTS_SHARE = 0.55  # of the stronger player of a pair
CLOSE_LEVELS = {  # by game, the lower level of pairs that were hard to distinguish
    "chain_reaxis": (1,),
    "inner_square": (7, 8, 9),
}
SECONDS_PER_ACTION = 0.1
RANDOM_ACTIONS = 2  # at the start, so that no two games are the same


class Score(NamedTuple):
    """Results of games between two players, from the first one's view."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """The share of the points; a draw is half a point."""
        return (self.won + self.drawn / 2) / max(1, sum(self))

    def __str__(self) -> str:
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost"


def play_games(id: str, names: list[str], number: int, seconds: float) -> Iterator[int]:
    """Yield 1, 0 or -1 for the first of two players, game by game, with alternating sides."""
    game = load(id)
    players = [player(name, game, seed) for seed, name in enumerate(names, 1)]
    for n in range(number):
        opening = n // 2  # each opening is played twice, with sides swapped
        rng, position = random.Random(opening), game.start(seed=opening)
        for _ in range(RANDOM_ACTIONS):
            position = position.after(rng.choice(position.actions()))
        for each_player in players:
            each_player.new_game()
        first_seat = n % 2  # seat of the first of the two players
        players_by_seat = players[::-1] if first_seat else players
        outcome = play_out(position, players_by_seat, Limit(seconds=seconds))
        yield 0 if outcome == DRAW else 1 if outcome == first_seat else -1


def measure_score(
    id: str, first: str, second: str, number: int, seconds: float = SECONDS_PER_ACTION
) -> Score:
    """Return the score of the first of two players against the other."""
    description = f"{id}: {first} against {second}"
    games_played = play_games(id, [first, second], number, seconds)
    results = list(track(games_played, description, total=number))
    return Score(results.count(1), results.count(0), results.count(-1))


def check_first_level() -> Requirement:
    """Play level 1 of every game against a beginner."""
    scores = {name: measure_score(name, "level1", "beginner", BEGINNER_GAMES) for name in games()}
    measured = ", ".join(f"{name} {score.won}" for name, score in scores.items())
    max_wins = int(MAX_WIN_SHARE * BEGINNER_GAMES)
    required = f"at most {max_wins} of {BEGINNER_GAMES}"
    is_met = all(score.won <= max_wins for score in scores.values())
    return Requirement("level 1 wins against a beginner", measured, required, is_met)


def check_close_levels() -> Requirement:
    """Play the levels that were hard to distinguish, each against the next."""
    scores = {
        f"{name} {low}": measure_score(name, f"level{low + 1}", f"level{low}", PAIR_GAMES)
        for name, lows in CLOSE_LEVELS.items()
        for low in lows
    }
    measured = ", ".join(f"{pair} {score.share:.0%}" for pair, score in scores.items())
    is_met = all(score.share >= MIN_POINTS_SHARE for score in scores.values())
    return Requirement("points of the next level", measured, f"{MIN_POINTS_SHARE:.0%}", is_met)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", nargs=2)
    parser.add_argument("--games", type=int, default=PAIR_GAMES)
    parser.add_argument("--seconds", type=float, default=SECONDS_PER_ACTION)
    args = parser.parse_args()
    first, second = args.players
    score = measure_score(args.game, first, second, args.games, args.seconds)
    print(f"{args.game}: {first} against {second}: {score}: {score.share:.0%}")
