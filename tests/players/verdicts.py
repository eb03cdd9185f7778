"""What searches claim to be certain, compared with the truth, on positions near the end.

The truth comes from a solver that knows nothing but the rules and shares no code with the searches
that are asked.  Every position is asked about with odd budgets, so that searches are interrupted
wherever they can be.  For more positions than the test asks, with another seed:

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

MOST_WORK = 60_000  # nodes to find the exact value of a position
MOST_BUDGET = 30_000  # nodes of a checked search
PLAYED_WITH = 200  # nodes for an action of the games
BY_CHANCE = 0.7  # of their actions are random: games are fast and full of mistakes
FROM_A_GAME = 12  # positions, at most
EARLIEST = {  # actions before the end of a game, at most and at least
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
    """The number of claims of a kind, and descriptions of the false ones."""

    claims: Counter[str]
    wrong: list[str]


def play_game(players: list[Level], position: Position, dice: random.Random) -> list[Position]:
    """Return the positions of a game between strong players who often play randomly."""
    line = [position]
    while not position.is_over:
        if dice.random() < BY_CHANCE:
            action = dice.choice(position.actions())
        else:
            action = players[position.player].think(position, Limit(nodes=PLAYED_WITH)).best
        position = position.after(action)
        line.append(position)
    return line


def endgames(id: str, seed: int) -> Iterator[list[Position]]:
    """Yield positions near the end of games, the last one first, endlessly."""
    earliest, latest = EARLIEST[id]
    game, dice = load(id), random.Random(f"{id} {seed}")
    players = [Level(game, number, seed=seed) for number in (3, 4)]
    while True:
        line = play_game(players, game.start(seed=dice.getrandbits(32)), dice)
        near = range(len(line))[-1 - earliest : -latest]
        chosen = dice.sample(near, min(FROM_A_GAME, len(near)))
        yield [line[number] for number in sorted(chosen, reverse=True)]


class ExactSolver:
    """Exact values by the rules alone."""

    def __init__(self, game: Game) -> None:
        self.solver = Solver(game, table=1 << 18)

    def of(self, position: Position, nodes: int | None = None) -> int:
        """Return the outcome of best play; ONGOING if that takes too many nodes."""
        if position.is_over:
            return position.outcome
        return self.solver.values([position], nodes=nodes)[0].outcome

    def solvable_positions(self, id: str, seed: int) -> Iterator[tuple[Position, int]]:
        """Yield positions with their outcomes.

        They are taken from the end of a game backwards, as long as a solution does not take too
        many nodes: earlier positions are harder.
        """
        for positions in endgames(id, seed):
            for position in positions:
                if (known := self.of(position, MOST_WORK)) == ONGOING:
                    break
                yield position, known


Ask = Callable[[Position, int], SearchResult]


def make_searches(game: Game) -> dict[str, Ask]:
    """Return the searches whose claims are compared: functions of a position and a node budget."""
    engine, mcts = Engine(game, memory=4), MctsStrategy(game, 4, seed=1)
    asked: dict[str, Ask] = {
        "engine": lambda position, nodes: engine.think(position, Limit(nodes=nodes)),
        "engine, three lines": lambda position, nodes: engine.think(
            position, Limit(nodes=nodes), lines=3
        ),
        "Monte-Carlo trees": lambda position, nodes: mcts.answer(
            Question(position, Limit(nodes=max(1, nodes // 50)), lines=3)
        ),
    }
    alphabeta = AlphaBetaStrategy(game, 2)
    asked["alpha-beta"] = lambda position, nodes: alphabeta.answer(
        Question(position, Limit(nodes=nodes))
    )
    levels = [Level(game, number, seed=1) for number in (1, 4, 7)]
    asked["levels"] = lambda position, nodes: levels[nodes % 3].think(position, Limit(nodes=nodes))
    return asked


def false_claims(position: Position, result: SearchResult, truth: ExactSolver) -> Iterator[str]:
    """Return the claims of a search result that are false."""
    claims = [(position, result.verdict, "the position is worth")]
    for line in result.lines:
        words = f"{position.name(line.actions[0])} leads to"
        claims.append((position.after(line.actions[0]), line.verdict, words))
    for place, verdict, words in claims:
        if verdict.is_proven:
            true = truth.of(place, MOST_WORK)
            if true not in (verdict.outcome, ONGOING):
                where = f"{position.game.id} {str(position)!r}"
                yield f"{where}: {words} {verdict}, but it is {true}"


def compare(id: str, count: int, seed: int = 1) -> Claims:
    """Check all searches on a number of positions."""
    game, dice = load(id), random.Random(seed)
    truth, asked = ExactSolver(game), make_searches(game)
    claims: Counter[str] = Counter()
    wrong: list[str] = []
    for position, known in islice(truth.solvable_positions(id, seed), count):
        for name, ask in asked.items():
            nodes = int(MOST_BUDGET ** dice.random())
            result = ask(position, nodes)
            found = [
                f"{name} with {nodes} nodes: {one}" for one in false_claims(position, result, truth)
            ]
            wrong += found
            if result.verdict.is_proven:
                kind = "draw" if known == DRAW else "win" if known == position.player else "loss"
                claims[f"{name}: {kind}"] += 1
    return Claims(claims, wrong)


def main() -> None:
    """Run the comparison from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(EARLIEST))
    parser.add_argument("--positions", type=int, default=1000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for id in options.games:
        found = compare(id, options.positions, options.seed)
        print(f"{id}: {options.positions} positions, {len(found.wrong)} false claims")
        print("  ", ", ".join(f"{kind} {n}" for kind, n in sorted(found.claims.items())))
        print("\n".join(found.wrong[:20]), flush=True)


if __name__ == "__main__":
    main()
