"""Solve games and print the results of their openings as JSON, the format of this folder.

python -m steinreich.players.solved_openings "chain_reaxis(size=5x5)" chain_reaxis
"""

import argparse
import json
import sys
import time

from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.players.solved_openings import RESULTS_BY_OUTCOME, list_solved_ids, solve_openings
from steinreich.search.exact.solver import Value


def main() -> None:
    """Solve the given games; report progress on standard error."""
    parser = argparse.ArgumentParser("steinreich.players.solved_openings", description=__doc__)
    parser.add_argument(
        "ids", nargs="*", default=list_solved_ids(), help="by default all that have a file"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table", type=int, default=24, help="log2 of the table entries")
    args = parser.parse_args()

    def report(position: Position, value: Value) -> None:
        result = RESULTS_BY_OUTCOME[value.outcome]
        line = f"{position.last_move}: {result} ({value.nodes} nodes, {value.seconds:.1f} s)"
        print(line, file=sys.stderr, flush=True)

    results = {}
    for game in map(load, args.ids):
        began = time.perf_counter()
        print(game.id, file=sys.stderr)
        results[game.id] = solve_openings(
            game, threads=args.threads, table=1 << args.table, progress=report
        )
        print(f"{time.perf_counter() - began:.1f} s", file=sys.stderr)
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
