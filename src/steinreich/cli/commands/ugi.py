"""`steinreich ugi`: run a player as an engine that other programs control by UGI."""

import sys
from argparse import Namespace

from steinreich.cli.inputs import add_game, whole_number
from steinreich.cli.parser import Commands, Parser
from steinreich.core.game import load
from steinreich.engines.named_players import create_player
from steinreich.engines.player_settings import FULL_STRENGTH, SETTING_RANGES, PlayerSettings
from steinreich.rules.language import Text

EXAMPLES = """\
steinreich ugi vier3d
steinreich ugi "tzaar(setup=fixed)" --level 3 --seed 7"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("run as a UGI engine for other programs")
    parser = commands.add("ugi", run, about, EXAMPLES)
    add_game(parser)
    parser.options.add_argument(
        "--level",
        metavar="N",
        type=whole_number(translate, 1, SETTING_RANGES["level"][1]),
        default=FULL_STRENGTH,
        help=translate("playing strength (default: full strength)"),
    )
    add_engine_options(parser)


def add_engine_options(parser: Parser) -> None:
    """Add the options for memory and random seed of an engine."""
    translate = parser.translate
    defaults = PlayerSettings()
    for flag, about in (
        ("--memory", Text("size of the transposition table in MB (default: {default})")),
        ("--seed", Text("random seed (default: {default})")),
    ):
        field = flag.removeprefix("--")
        default = getattr(defaults, field)
        parser.options.add_argument(
            flag,
            metavar="N",
            type=whole_number(translate, *SETTING_RANGES[field]),
            default=default,
            help=translate(about.with_values(default=default)),
        )


def run(args: Namespace) -> int:
    from steinreich.engines.ugi.server import Server  # lazy: other commands import this module

    settings = PlayerSettings(args.level, args.memory, args.seed)
    game = load(args.game)
    Server(game, create_player, sys.stdout, settings).run(sys.stdin)
    return 0
