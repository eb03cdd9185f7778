"""`steinreich ugi`: a player for other programs, which speak UGI with it."""

import sys
from argparse import Namespace

from steinreich.cli.inputs import add_game, whole_number
from steinreich.cli.parser import Commands, Parser
from steinreich.core.game import load
from steinreich.engines.by_name import create_player
from steinreich.engines.player_settings import FULL_STRENGTH, RANGES, PlayerSettings
from steinreich.rules.language import Text

EXAMPLES = """\
steinreich ugi vier3d
steinreich ugi "tzaar(setup=fixed)" --level 3 --seed 7"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("be an engine for other programs")
    parser = commands.add("ugi", run, about, EXAMPLES)
    add_game(parser)
    parser.options.add_argument(
        "--level",
        metavar="N",
        type=whole_number(say, 1, RANGES["level"][1]),
        default=FULL_STRENGTH,
        help=say("how strong it plays (as strong as it can)"),
    )
    add_engine_options(parser)


def add_engine_options(parser: Parser) -> None:
    """The switches that say what an engine may use."""
    say = parser.say
    usual = PlayerSettings()
    for switch, about in (
        ("--memory", Text("megabytes of the transposition table ({default})")),
        ("--seed", Text("seed of random choices ({default})")),
    ):
        field = switch.removeprefix("--")
        default = getattr(usual, field)
        parser.options.add_argument(
            switch,
            metavar="N",
            type=whole_number(say, *RANGES[field]),
            default=default,
            help=say.shown(about.with_values(default=default)),
        )


def run(args: Namespace) -> int:
    from steinreich.engines.ugi.server import Server  # now: other commands start quicker without it

    settings = PlayerSettings(args.level, args.memory, args.seed)
    game = load(args.game)
    Server(game, create_player, sys.stdout, settings).run(sys.stdin)
    return 0
