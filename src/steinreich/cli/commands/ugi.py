"""`steinreich ugi`: a player for other programs, which speak UGI with it."""

import sys
from argparse import Namespace

from steinreich.cli.inputs import add_game, whole_number
from steinreich.cli.parser import Commands, Parser
from steinreich.core.game import load
from steinreich.engines.seating import FULL_STRENGTH, RANGES, PlayerSettings, seated

EXAMPLES = """\
steinreich ugi vier3d
steinreich ugi "tzaar(setup=fixed)" --level 3 --seed 7"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("be an engine for other programs", "Engine für andere Programme sein")
    parser = commands.add("ugi", run, about, EXAMPLES)
    add_game(parser)
    parser.options.add_argument(
        "--level",
        metavar="N",
        type=whole_number(say, 1, RANGES["level"][1]),
        default=FULL_STRENGTH,
        help=say("how strong it plays (as strong as it can)", "Spielstärke (so stark wie möglich)"),
    )
    add_engine_options(parser)


def add_engine_options(parser: Parser) -> None:
    """The switches that say what an engine may use."""
    say = parser.say
    usual = PlayerSettings()
    for switch, english, german in (
        ("--threads", "threads to think with ({})", "Threads zum Denken ({})"),
        ("--memory", "megabytes to remember with ({})", "Megabyte zum Merken ({})"),
        ("--seed", "makes chance repeat itself ({})", "der Zufall wiederholt sich ({})"),
    ):
        field = switch.removeprefix("--")
        default = getattr(usual, field)
        parser.options.add_argument(
            switch,
            metavar="N",
            type=whole_number(say, *RANGES[field]),
            default=default,
            help=say(english, german).format(default),
        )


def run(args: Namespace) -> int:
    from steinreich.engines.ugi.server import Server  # now: other commands start quicker without it

    settings = PlayerSettings(args.level, args.threads, args.memory, args.seed)
    game = load(args.game)
    Server(game, seated, sys.stdout, settings).run(sys.stdin)
    return 0
