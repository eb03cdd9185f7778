"""`steinreich bench`: how fast each game is played at random, and a signature of all of them."""

import sys
from argparse import Namespace
from typing import Any

from steinreich.cli.inputs import add_game, duration
from steinreich.cli.language import Say
from steinreich.cli.measure import Measured, joint_signature, measure
from steinreich.cli.outputs import print_json
from steinreich.cli.parser import Commands
from steinreich.cli.progress import tracked
from steinreich.core.game import load
from steinreich.core.registry import games

WIDE = 200  # columns
INSTEAD = {"tzaar": "tzaar(setup=fixed)"}  # measured from a layout that everybody knows

EXAMPLES = """\
steinreich bench
steinreich bench vier3d "vier3d(variant=most_fours)" --seconds 5"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("measure the speed of random play")
    parser = commands.add("bench", run, about, EXAMPLES)
    add_game(parser, nargs="*")
    parser.options.add_argument(
        "--seconds",
        metavar="S",
        type=duration(say),
        default=1.0,
        help=say("time for each game (1)"),
    )
    parser.add_json()


def run(args: Namespace) -> int:
    listed = [load(id) for id in args.game or [INSTEAD.get(name, name) for name in games()]]
    measured = [measure(game, args.seconds) for game in tracked(listed, lambda game: game.id)]
    signature = f"{joint_signature(measured):#010x}"
    if args.json:
        rows = [{**one._asdict(), "signature": f"{one.signature:#010x}"} for one in measured]
        print_json({"games": rows, "signature": signature})
        return 0
    print_table(measured, args.say)
    print(f"signature {signature}")
    return 0


def print_table(measured: list[Measured], say: Say) -> None:
    """The results for people."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(say("game"), overflow="fold")
    headings = (
        say("games/s"),
        say("actions/s"),
        say("length"),
        say("wins %"),
        say("draws %"),
        say("ready s"),
    )
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for one in measured:
        table.add_row(*row(one))
    width = None if sys.stdout.isatty() else WIDE  # a file has no edge to fold at
    Console(highlight=False, width=width).print(table)


def row(one: Measured) -> list[Any]:
    """Return a line of the table."""
    return [
        one.game,
        f"{one.games_per_second:,.0f}",
        f"{one.actions_per_second:,.0f}",
        f"{one.mean_length:.1f}",
        " : ".join(f"{100 * share:.1f}" for share in one.wins),
        f"{100 * one.draws:.1f}",
        f"{one.ready_seconds:.1f}",
    ]
