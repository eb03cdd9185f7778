"""Compare proven verdicts of searches with exact values, on positions near the end of games.

Exact values come from a solver that uses only the rules and shares no code with the compared
searches.  Every position is searched with random budgets, so that searches are interrupted at all
stages.  For more positions than in the test, with another seed:

    python -m tests.players.verdicts --positions 2000 --seed 7
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from steinreich import Game, Position, load
from steinreich.players.engine import Engine
from steinreich.players.levels import Level
from steinreich.players.player import Limit, Question
from steinreich.players.strategies import AlphaBetaStrategy, MctsStrategy
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.exact.solver import Solver
from steinreich.search.result import SearchResult
from tests.conftest import CONNECT_FOUR

MAX_SOLVER_NODES = 60_000  # to find the exact value of a position
MAX_SEARCH_NODES = 30_000  # of a compared search
NODES_PER_ACTION = 200  # of the players of the games
RANDOM_ACTION_RATE = 0.7  # so that games are fast and full of mistakes
MAX_POSITIONS_PER_GAME = 12
ENDGAME_ACTIONS = {  # maximum and minimum number of actions before the end of a game
    "vier3d": (8, 1),
    "vier3d(variant=most_fours)": (9, 2),
    "chain_reaxis": (9, 1),
    "chain_reaxis(contact=corner,size=5x5)": (8, 1),
    "tzaar": (12, 1),
    "six_in_line": (9, 1),
    "six_in_line(coins=turn)": (9, 1),
    "inner_square": (5, 1),
    "inner_square(quiet=corners)": (5, 1),
    CONNECT_FOUR: (16, 2),
}


class Claims(NamedTuple):
    """The number of proven verdicts by search and outcome, and descriptions of the false ones."""

    counts: Counter[str]
    false_claims: list[str]


def play_game(players: list[Level], position: Position, rng: random.Random) -> list[Position]:
    """Return the positions of a game between strong players who often play randomly."""
    line = [position]
    while not position.is_over:
        if rng.random() < RANDOM_ACTION_RATE:
            action = rng.choice(position.actions())
        else:
            action = players[position.player].think(position, Limit(nodes=NODES_PER_ACTION)).best
        position = position.after(action)
        line.append(position)
    return line


def generate_endgames(id: str, seed: int) -> Iterator[list[Position]]:
    """Yield positions near the end of games, the last one first, endlessly."""
    earliest, latest = ENDGAME_ACTIONS[id]
    game, rng = load(id), random.Random(f"{id} {seed}")
    players = [Level(game, number, seed=seed) for number in (3, 4)]
    while True:
        line = play_game(players, game.start(seed=rng.getrandbits(32)), rng)
        near = range(len(line))[-1 - earliest : -latest]
        chosen = rng.sample(near, min(MAX_POSITIONS_PER_GAME, len(near)))
        yield [line[number] for number in sorted(chosen, reverse=True)]


class ExactSolver:
    """Exact values by the rules alone."""

    def __init__(self, game: Game) -> None:
        self.solver = Solver(game, table=1 << 18)

    def solve(self, position: Position, nodes: int | None = None) -> int:
        """Return the outcome of best play; ONGOING if that takes too many nodes."""
        if position.is_over:
            return position.outcome
        return self.solver.values([position], nodes=nodes)[0].outcome

    def generate_positions(self, id: str, seed: int) -> Iterator[tuple[Position, int]]:
        """Yield positions with their outcomes.

        They are taken from the end of a game backwards, as long as a solution does not take too
        many nodes: earlier positions are harder.
        """
        for positions in generate_endgames(id, seed):
            for position in positions:
                if (outcome := self.solve(position, MAX_SOLVER_NODES)) == ONGOING:
                    break
                yield position, outcome


Search = Callable[[Position, int], SearchResult]  # by position and node budget


def make_searches(game: Game) -> dict[str, Search]:
    """Return the compared searches by name."""
    engine, mcts = Engine(game, memory=4), MctsStrategy(game, 4, seed=1)
    searches: dict[str, Search] = {
        "engine": lambda position, nodes: engine.think(position, Limit(nodes=nodes)),
        "engine, three lines": lambda position, nodes: engine.think(
            position, Limit(nodes=nodes), lines=3
        ),
        "Monte-Carlo trees": lambda position, nodes: mcts.answer(
            Question(position, Limit(nodes=max(1, nodes // 50)), lines=3)
        ),
    }
    alphabeta = AlphaBetaStrategy(game, 2)
    searches["alpha-beta"] = lambda position, nodes: alphabeta.answer(
        Question(position, Limit(nodes=nodes))
    )
    levels = [Level(game, number, seed=1) for number in (1, 4, 7)]
    searches["levels"] = lambda position, nodes: levels[nodes % 3].think(
        position, Limit(nodes=nodes)
    )
    return searches


def find_false_claims(
    position: Position, result: SearchResult, solver: ExactSolver
) -> Iterator[str]:
    """Yield descriptions of the proven verdicts of a search result that are false."""
    claims = [(position, result.verdict, "the position is worth")]
    for line in result.lines:
        words = f"{position.name(line.actions[0])} leads to"
        claims.append((position.after(line.actions[0]), line.verdict, words))
    for after, verdict, words in claims:
        if verdict.is_proven:
            exact = solver.solve(after, MAX_SOLVER_NODES)
            if exact not in (verdict.outcome, ONGOING):
                where = f"{position.game.id} {str(position)!r}"
                yield f"{where}: {words} {verdict}, but it is {exact}"


def compare(id: str, count: int, seed: int = 1) -> Claims:
    """Check all searches on a number of positions."""
    game, rng = load(id), random.Random(seed)
    solver, searches = ExactSolver(game), make_searches(game)
    counts: Counter[str] = Counter()
    false_claims: list[str] = []
    for position, outcome in islice(solver.generate_positions(id, seed), count):
        for name, search in searches.items():
            nodes = int(MAX_SEARCH_NODES ** rng.random())
            result = search(position, nodes)
            false_claims += [
                f"{name} with {nodes} nodes: {claim}"
                for claim in find_false_claims(position, result, solver)
            ]
            if result.verdict.is_proven:
                kind = (
                    "draw" if outcome == DRAW else "win" if outcome == position.player else "loss"
                )
                counts[f"{name}: {kind}"] += 1
    return Claims(counts, false_claims)


def main() -> None:
    """Run the comparison from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(ENDGAME_ACTIONS))
    parser.add_argument("--positions", type=int, default=1000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for id in options.games:
        claims = compare(id, options.positions, options.seed)
        print(f"{id}: {options.positions} positions, {len(claims.false_claims)} false claims")
        print("  ", ", ".join(f"{kind} {n}" for kind, n in sorted(claims.counts.items())))
        print("\n".join(claims.false_claims[:20]), flush=True)


if __name__ == "__main__":
    main()
