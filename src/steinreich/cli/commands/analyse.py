"""`steinreich analyse`: opinions on many positions for other programs, in JSON lines."""

import sys
from argparse import Namespace

from steinreich.cli.commands.ugi import add_engine_options
from steinreich.cli.inputs import add_game, whole_number
from steinreich.cli.parser import Commands
from steinreich.core.game import load
from steinreich.engines.seating import PlayerSettings, seated

MOST_WORKERS = 256

EXAMPLES = """\
steinreich analyse < queries.jsonl
steinreich analyse vier3d --workers 4 --memory 256 < queries.jsonl"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("analyse positions for other programs", "Stellungen für Programme analysieren")
    parser = commands.add("analyse", run, about, EXAMPLES)
    add_game(parser, nargs="?")
    parser.options.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(say, 1, MOST_WORKERS),
        default=1,
        help=say("queries to answer at the same time (1)", "gleichzeitig beantwortete Fragen (1)"),
    )
    add_engine_options(parser)


def run(args: Namespace) -> int:
    from steinreich.engines.analysis.stream import (
        Analysis,
    )  # now: other commands start quicker without

    settings = PlayerSettings(threads=args.threads, memory=args.memory, seed=args.seed)
    game = None if args.game is None else load(args.game)
    Analysis(game, seated, sys.stdout, settings=settings, workers=args.workers).run(sys.stdin)
    return 0
