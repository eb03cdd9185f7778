"""Are blunders blunders: `??` marks in engine games, asked again with 100 times the nodes.

    python -m bench.marks --marks 200 --kept build/marks.jsonl

Players of mixed levels play, their games are evaluated as the study does, and each `??` is looked
at again: what do the action played and the one named as better lead to?  Games that are on file are
not played again, so a run can go on where another one ended.
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
from steinreich.engines.study.evaluating import MEMORY_MB, NODES, Evaluating, Searches
from steinreich.engines.study.questions import EvaluateSome, Place
from steinreich.players.engine import Engine
from steinreich.players.facts import ProvenFacts
from steinreich.players.levels import Level
from steinreich.players.player import Limit
from steinreich.search.result import Verdict, finished_result
from steinreich.session.marks import BLUNDER_LOSS, ROUNDING_TOLERANCE, MarkedAction, get_loss

MARKS = 200
SHARE = 0.95  # of blunders that should be confirmed
FACTOR = 100  # times the nodes of the evaluation
WEAKEST, STRONGEST = 1, 8  # levels
MAX_ACTIONS = 100  # of a game
ALL = "all"  # games together


class Blunder(NamedTuple):
    """A `??`, and its loss according to much deeper searches."""

    at: int
    loss: float  # as evaluated
    deep_loss: float


class EvaluatedGame(NamedTuple):
    """The blunders of a game between engines."""

    game: str
    seed: int
    blunders: list[Blunder]


class Row(NamedTuple):
    """How many blunders of a game, or of all, are confirmed."""

    name: str
    games: int
    blunders: int
    confirmed: int
    share: float = 0.0  # required; 0: none

    @property
    def reached(self) -> str:
        """Return the confirmed blunders, for all games with their share."""
        share = f" ({100 * self.confirmed / self.blunders:.1f} %)" if self.share else ""
        return f"{self.confirmed}{share}"

    @property
    def requirement_text(self) -> str:
        return f"{100 * self.share:.0f} %" if self.share else ""

    def wrong(self) -> list[str]:
        """Return the failed requirement, if any."""
        if self.confirmed >= self.share * self.blunders:
            return []
        return [f"?? confirmed: {self.reached} of {self.blunders}, not {self.requirement_text}"]


def engine_game(id: str, seed: int) -> list[Position]:
    """Return the positions of a game between two players of random levels."""
    game, dice = load(id), random.Random(seed)
    players = [Level(game, dice.randint(WEAKEST, STRONGEST), dice.getrandbits(30)) for _ in "12"]
    path = [game.start(seed=seed)]
    while not path[-1].is_over and len(path) <= MAX_ACTIONS:
        position = path[-1]
        limit = Limit(seconds=60)  # limited by nodes
        path.append(position.after(players[position.player].think(position, limit).best))
    return path


def blunders(id: str, seed: int) -> Iterator[Blunder]:
    """Return the blunders of one game."""
    path = engine_game(id, seed)
    engine = Engine(load(id), memory=MEMORY_MB)
    question = EvaluateSome(Place(id), 0, len(path), "en")
    evaluating = Evaluating(engine, ProvenFacts(), path, question, Event(), Searches())
    for one in evaluating.run().actions:
        if one.cost.mark == "??":
            deep = deep_loss(evaluating, path, one)
            yield Blunder(one.at, round(one.cost.loss, 4), round(deep, 4))


def deep_loss(evaluating: Evaluating, path: list[Position], one: MarkedAction) -> float:
    """Return the loss of an action by searches with 100 times the nodes."""

    def value(position: Position) -> Verdict:
        if position.is_over:
            return finished_result(position).verdict
        return evaluating.search(position, FACTOR * NODES)[0].verdict

    before = path[one.at]
    better = value(before.play(one.best["action"])) if one.best else value(before)
    return get_loss(better, value(path[one.at + 1]), one.seat)


def collect_blunders(marks: int, kept: Path | None, ids: list[str]) -> list[EvaluatedGame]:
    """Return the requested number of blunders, evenly from all games as far as possible."""
    found = read_kept(kept) if kept and kept.is_file() else []
    done = {(one.game, one.seed) for one in found}
    seed = 0
    while count(found) < marks:
        seed += 1
        for id in ids:
            own = [one for one in found if one.game == id]
            if (id, seed) in done or count(own) * len(ids) >= marks:
                continue
            found.append(EvaluatedGame(id, seed, list(blunders(id, seed))))
            if kept:
                with kept.open("a") as file:
                    file.write(json.dumps(found[-1]._asdict()) + "\n")
    return found


def read_kept(kept: Path) -> list[EvaluatedGame]:
    """Return the stored games."""
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    return [
        EvaluatedGame(row["game"], row["seed"], [Blunder(*one) for one in row["blunders"]])
        for row in rows
    ]


def count(found: list[EvaluatedGame]) -> int:
    """Return the number of blunders."""
    return sum(len(one.blunders) for one in found)


def measure_marks(marks: int, kept: Path | None, ids: list[str]) -> list[Row]:
    """Return how many blunders are confirmed, of each game and of all."""
    found = collect_blunders(marks, kept, ids)
    rows = []
    for name in [*ids, ALL]:
        own = [one for one in found if name in (ALL, one.game)]
        losses = [one.deep_loss for game in own for one in game.blunders]
        confirmed = sum(loss + ROUNDING_TOLERANCE >= BLUNDER_LOSS for loss in losses)
        rows.append(Row(name, len(own), len(losses), confirmed, SHARE if name == ALL else 0.0))
    return rows


def print_marks(rows: list[Row]) -> None:
    table = Table("game", "games", "??", "confirmed", "target")
    for row in rows:
        table.add_row(
            row.name, str(row.games), str(row.blunders), row.reached, row.requirement_text
        )
    Console().print(table)


def marks_page(rows: list[Row]) -> list[str]:
    """Return the figures as a table."""
    lines = ["| game | games | `??` | confirmed | target |", "|---|---:|---:|---:|---:|"]
    for row in rows:
        found = f"{row.games} | {row.blunders} | {row.reached} | {row.requirement_text}"
        lines.append(f"| {row.name} | {found} |")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser("bench.marks", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games()))
    parser.add_argument("--marks", type=int, default=MARKS)
    parser.add_argument("--kept", type=Path, help="a file of games that are done")
    wanted = parser.parse_args()
    rows = measure_marks(wanted.marks, wanted.kept, wanted.games)
    print_marks(rows)
    return 1 if any(row.wrong() for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
