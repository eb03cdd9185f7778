"""Check `??` marks in engine games by searches with 100 times the nodes.

    python -m bench.marks --marks 200 --games-file build/marks.jsonl

Players of mixed levels play, and their games are evaluated as by the study.  For each `??`, the
positions after the played and after the better action are searched again.  Games in the file are
not played again, so an interrupted run can be continued.
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from steinreich import Position, games, load
from steinreich.engines.study.evaluation import (
    MEMORY_MB,
    NODES_PER_POSITION,
    GameEvaluation,
    SearchCache,
)
from steinreich.engines.study.questions import EvaluateActions, PositionReference
from steinreich.players.engine import Engine
from steinreich.players.facts import ProvenFacts
from steinreich.players.levels import Level
from steinreich.players.player import Limit
from steinreich.search.result import Verdict, finished_result
from steinreich.session.marks import BLUNDER_LOSS, ROUNDING_TOLERANCE, MarkedAction, get_loss

MARKS = 200
MIN_CONFIRMED_SHARE = 0.95
NODES_FACTOR = 100  # of the nodes of the evaluation
MIN_LEVEL, MAX_LEVEL = 1, 8
MAX_ACTIONS = 100  # of a game
ALL_GAMES = "all"  # the row of all games


class Blunder(NamedTuple):
    """A `??`, and its loss according to much deeper searches."""

    at: int  # number of actions before it
    loss: float  # as evaluated
    deep_loss: float  # by searches with `NODES_FACTOR` times the nodes


class EvaluatedGame(NamedTuple):
    """The blunders of a game between engines."""

    game: str
    seed: int
    blunders: list[Blunder]


class Row(NamedTuple):
    """The number of confirmed blunders of a game, or of all games."""

    name: str
    games: int
    blunders: int
    confirmed: int
    min_share: float = 0.0  # required; 0: none

    @property
    def confirmed_text(self) -> str:
        """The number of confirmed blunders, with their share if a share is required."""
        share = f" ({100 * self.confirmed / self.blunders:.1f} %)" if self.min_share else ""
        return f"{self.confirmed}{share}"

    @property
    def requirement_text(self) -> str:
        return f"{100 * self.min_share:.0f} %" if self.min_share else ""

    def find_failures(self) -> list[str]:
        """Return the failed requirement, if any."""
        if self.confirmed >= self.min_share * self.blunders:
            return []
        measured = f"{self.confirmed_text} of {self.blunders}"
        return [f"?? confirmed: {measured}, not {self.requirement_text}"]


def play_engine_game(id: str, seed: int) -> list[Position]:
    """Return the positions of a game between two players of random levels."""
    game, rng = load(id), random.Random(seed)
    players = [
        Level(game, rng.randint(MIN_LEVEL, MAX_LEVEL), rng.getrandbits(30)) for _ in range(2)
    ]
    path = [game.start(seed=seed)]
    while not path[-1].is_over and len(path) <= MAX_ACTIONS:
        position = path[-1]
        limit = Limit(seconds=60)  # rarely reached: a level has a node budget
        path.append(position.after(players[position.player].think(position, limit).best))
    return path


def find_blunders(id: str, seed: int) -> Iterator[Blunder]:
    """Play and evaluate a game; yield its blunders."""
    path = play_engine_game(id, seed)
    engine = Engine(load(id), memory=MEMORY_MB)
    question = EvaluateActions(PositionReference(id), 0, len(path), "en")
    evaluation = GameEvaluation(engine, ProvenFacts(), path, question, Event(), SearchCache())
    for action in evaluation.run().actions:
        if action.cost.mark == "??":
            deep_loss = compute_deep_loss(evaluation, path, action)
            yield Blunder(action.at, round(action.cost.loss, 4), round(deep_loss, 4))


def compute_deep_loss(
    evaluation: GameEvaluation, path: list[Position], action: MarkedAction
) -> float:
    """Return the loss of an action by searches with 100 times the nodes."""

    def search_verdict(position: Position) -> Verdict:
        if position.is_over:
            return finished_result(position).verdict
        return evaluation.search(position, NODES_FACTOR * NODES_PER_POSITION)[0].verdict

    before = path[action.at]
    best = search_verdict(before.play(action.best["action"]) if action.best else before)
    return get_loss(best, search_verdict(path[action.at + 1]), action.seat)


def collect_blunders(marks: int, games_file: Path | None, ids: list[str]) -> list[EvaluatedGame]:
    """Return evaluated games with the requested number of blunders, about equally many of each
    game."""
    evaluated = read_games(games_file) if games_file and games_file.is_file() else []
    done = {(game.game, game.seed) for game in evaluated}
    seed = 0
    while count_blunders(evaluated) < marks:
        seed += 1
        for id in ids:
            same_game = [game for game in evaluated if game.game == id]
            if (id, seed) in done or count_blunders(same_game) * len(ids) >= marks:
                continue
            evaluated.append(EvaluatedGame(id, seed, list(find_blunders(id, seed))))
            if games_file:
                with games_file.open("a") as file:
                    file.write(json.dumps(evaluated[-1]._asdict()) + "\n")
    return evaluated


def read_games(games_file: Path) -> list[EvaluatedGame]:
    """Return the stored games."""
    rows = [json.loads(line) for line in games_file.read_text().splitlines()]
    return [
        EvaluatedGame(row["game"], row["seed"], [Blunder(*values) for values in row["blunders"]])
        for row in rows
    ]


def count_blunders(evaluated: list[EvaluatedGame]) -> int:
    """Return the number of blunders in some games."""
    return sum(len(game.blunders) for game in evaluated)


def measure_marks(marks: int, games_file: Path | None, ids: list[str]) -> list[Row]:
    """Return how many blunders are confirmed, of each game and of all."""
    evaluated = collect_blunders(marks, games_file, ids)
    rows = []
    for name in [*ids, ALL_GAMES]:
        selected = [game for game in evaluated if name in (ALL_GAMES, game.game)]
        losses = [blunder.deep_loss for game in selected for blunder in game.blunders]
        confirmed = sum(loss + ROUNDING_TOLERANCE >= BLUNDER_LOSS for loss in losses)
        rows.append(
            Row(
                name,
                len(selected),
                len(losses),
                confirmed,
                MIN_CONFIRMED_SHARE if name == ALL_GAMES else 0.0,
            )
        )
    return rows


def print_marks(rows: list[Row]) -> None:
    table = Table("game", "games", "??", "confirmed", "target")
    for row in rows:
        table.add_row(
            row.name, str(row.games), str(row.blunders), row.confirmed_text, row.requirement_text
        )
    Console().print(table)


def format_marks(rows: list[Row]) -> list[str]:
    """Return the rows as a Markdown table."""
    lines = ["| game | games | `??` | confirmed | target |", "|---|---:|---:|---:|---:|"]
    for row in rows:
        cells = f"{row.games} | {row.blunders} | {row.confirmed_text} | {row.requirement_text}"
        lines.append(f"| {row.name} | {cells} |")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser("bench.marks", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games()))
    parser.add_argument("--marks", type=int, default=MARKS)
    parser.add_argument(
        "--games-file", type=Path, help="file of evaluated games; new ones are appended"
    )
    args = parser.parse_args()
    rows = measure_marks(args.marks, args.games_file, args.games)
    print_marks(rows)
    return 1 if any(row.find_failures() for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
