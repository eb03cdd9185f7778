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

from bench.requirements import Requirement
from steinreich import Position, games, load
from steinreich.engines.study.evaluating import MEMORY, NODES, Evaluating, Searches
from steinreich.engines.study.opinions import end_data, verdict_data
from steinreich.engines.study.questions import EvaluateSome, Place
from steinreich.players.engine import Engine
from steinreich.players.facts import ProvenFacts
from steinreich.players.levels import Level
from steinreich.players.player import Limit
from steinreich.session.schema.study import EvaluatedAction, Verdict
from steinreich.session.study.marks import BLUNDER, INACCURACY, ROUNDING, loss_of

MARKS = 200
SHARE = 0.95  # of blunders that are to be confirmed
FACTOR = 100  # times the nodes of the evaluation
WEAKEST, STRONGEST = 1, 8  # levels
MAX_ACTIONS = 100  # of a game


class Blunder(NamedTuple):
    """A `??`, and what much deeper searches say that it cost."""

    game: str
    seed: int
    at: int
    loss: float  # as it was evaluated
    deep_loss: float


def engine_game(id: str, seed: int) -> list[Position]:
    """The positions of a game between two players of levels drawn by lot."""
    game, dice = load(id), random.Random(seed)
    players = [Level(game, dice.randint(WEAKEST, STRONGEST), dice.getrandbits(30)) for _ in "12"]
    path = [game.start(seed=seed)]
    while not path[-1].is_over and len(path) <= MAX_ACTIONS:
        position = path[-1]
        limit = Limit(seconds=60)  # the budget of nodes decides
        path.append(position.after(players[position.player].think(position, limit).best))
    return path


def blunders(id: str, seed: int) -> Iterator[Blunder]:
    """The blunders of one game."""
    path = engine_game(id, seed)
    engine = Engine(load(id), memory=MEMORY)
    question = EvaluateSome(Place(id), 0, len(path), "en")
    evaluating = Evaluating(engine, ProvenFacts(), path, question, Event(), Searches())
    for one in evaluating.run().actions:
        if one["mark"] == "??":
            deep = deep_loss(evaluating, path, one)
            yield Blunder(id, seed, one["at"], one["loss"], round(deep, 4))


def deep_loss(evaluating: Evaluating, path: list[Position], one: EvaluatedAction) -> float:
    """What an action cost by searches with 100 times the nodes."""

    def value(position: Position) -> Verdict:
        if position.is_over:
            return end_data(position)
        return verdict_data(evaluating.search(position, FACTOR * NODES)[0].verdict)

    before = path[one["at"]]
    best = one["best"]
    better = value(before.play(best["action"])) if best else value(before)
    return loss_of(better, value(path[one["at"] + 1]), one["seat"])


def collected(marks: int, kept: Path | None, ids: list[str]) -> list[Blunder]:
    """As many blunders as asked for, from all games alike as far as they have some."""
    found: list[Blunder] = []
    done: set[tuple[str, int]] = set()
    if kept and kept.is_file():
        for line in kept.read_text().splitlines():
            data = json.loads(line)
            done.add((data["game"], data["seed"]))
            found += [Blunder(data["game"], data["seed"], *one) for one in data["blunders"]]
    seed = 0
    while len(found) < marks:
        seed += 1
        for id in ids:
            enough = sum(one.game == id for one in found) * len(ids) >= marks
            if (id, seed) in done or enough:
                continue
            new = list(blunders(id, seed))
            found += new
            if kept:
                row = {"game": id, "seed": seed, "blunders": [one[2:] for one in new]}
                with kept.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    return found


def measure_marks(marks: int, kept: Path | None, ids: list[str]) -> list[Requirement]:
    """The share of blunders that are confirmed, of each game and of all."""
    found = collected(marks, kept, ids)
    rows = []
    for name in [*ids, ""]:
        own = [one for one in found if name in ("", one.game)]
        clear = sum(one.deep_loss + ROUNDING >= BLUNDER for one in own)
        wrong = sum(one.deep_loss + ROUNDING >= INACCURACY for one in own)
        reached = f"{clear} of {len(own)} ({wrong} are mistakes of some kind)"
        is_kept = bool(name) or clear >= SHARE * len(own)
        asked = f"{100 * SHARE:.0f} %" if not name else ""
        rows.append(Requirement(f"?? confirmed, {name or 'all games'}", reached, asked, is_kept))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser("bench.marks", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games()))
    parser.add_argument("--marks", type=int, default=MARKS)
    parser.add_argument("--kept", type=Path, help="a file of games that are done")
    wanted = parser.parse_args()
    table = Table("what", "reached", "asked", "met")
    for row in measure_marks(wanted.marks, wanted.kept, wanted.games):
        table.add_row(row.name, row.reached, row.asked, "yes" if row.kept else "no")
    Console().print(table)


if __name__ == "__main__":
    main()
