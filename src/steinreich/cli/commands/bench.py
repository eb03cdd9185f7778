"""`steinreich bench`: speed of random play for each game, and a signature of all results."""

import sys
from argparse import Namespace
from typing import Any

from steinreich.cli.inputs import add_game, duration
from steinreich.cli.language import Translator
from steinreich.cli.measure import BenchmarkResult, combine_signatures, measure
from steinreich.cli.outputs import print_json
from steinreich.cli.parser import Commands
from steinreich.cli.progress import track_progress
from steinreich.core.game import load
from steinreich.core.registry import games

PIPE_COLUMNS = 200  # width of tables that are not printed on a terminal
BENCHMARK_VARIANTS = {"tzaar": "tzaar(setup=fixed)"}  # instead of a random set-up

EXAMPLES = """\
steinreich bench
steinreich bench vier3d "vier3d(variant=most_fours)" --seconds 5"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("measure the speed of random play")
    parser = commands.add("bench", run, about, EXAMPLES)
    add_game(parser, nargs="*")
    parser.options.add_argument(
        "--seconds",
        metavar="S",
        type=duration(translate),
        default=1.0,
        help=translate("seconds per game (default: 1)"),
    )
    parser.add_json()


def run(args: Namespace) -> int:
    game_list = [
        load(id) for id in args.game or [BENCHMARK_VARIANTS.get(name, name) for name in games()]
    ]
    results = [
        measure(game, args.seconds) for game in track_progress(game_list, lambda game: game.id)
    ]
    signature = f"{combine_signatures(results):#010x}"
    if args.json:
        rows = [
            {**result._asdict(), "signature": f"{result.signature:#010x}"} for result in results
        ]
        print_json({"games": rows, "signature": signature})
        return 0
    print_table(results, args.translate)
    print(f"signature {signature}")
    return 0


def print_table(results: list[BenchmarkResult], translate: Translator) -> None:
    """Print the results as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(translate("game"), overflow="fold")
    headings = (
        translate("games/s"),
        translate("actions/s"),
        translate("length"),
        translate("wins %"),
        translate("draws %"),
        translate("warm-up s"),
    )
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for result in results:
        table.add_row(*make_row(result))
    width = None if sys.stdout.isatty() else PIPE_COLUMNS
    Console(highlight=False, width=width).print(table)


def make_row(result: BenchmarkResult) -> list[Any]:
    """Return the cells of a row of the table."""
    return [
        result.game,
        f"{result.games_per_second:,.0f}",
        f"{result.actions_per_second:,.0f}",
        f"{result.mean_length:.1f}",
        " : ".join(f"{100 * share:.1f}" for share in result.wins),
        f"{100 * result.draws:.1f}",
        f"{result.ready_seconds:.1f}",
    ]
