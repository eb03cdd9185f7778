"""`steinreich show`: print a position as a picture or as data, or the rules of its game."""

import sys
from argparse import Namespace
from typing import Any, get_args

from steinreich.cli.inputs import (
    STANDARD_STREAM,
    add_game,
    add_seed,
    file_name,
    parse_position,
    reject_seed_with_position,
    write_bytes,
    write_text,
)
from steinreich.cli.outputs import print_json, rules_text, supports_colour
from steinreich.cli.parser import Commands, UsageError
from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.draw import as_data, picture, png, svg, text
from steinreich.draw.styles import Style
from steinreich.draw.svg import Theme

DEFAULT_THEME: Theme = "light"
DEFAULT_STYLE: Style = "wood"

EXAMPLES = """\
steinreich show tzaar --seed 7
steinreich show chain_reaxis "6/6/6/2o3/2x3/6 x c3c2"
steinreich show vier3d --svg board.svg --theme dark
steinreich show inner_square --rules"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("show a position, or the rules of a game")
    parser = commands.add("show", run, about, EXAMPLES)
    add_game(parser)
    parser.arguments.add_argument(
        "position",
        nargs="?",
        metavar=translate("POSITION"),
        help=translate("position string in quotes (default: the start)"),
    )
    add_seed(parser, translate("seed of the random set-up"))
    form = parser.options.add_mutually_exclusive_group()
    for switch in ("--svg", "--png"):
        form.add_argument(
            switch,
            metavar=translate("FILE"),
            type=file_name(translate),
            help=translate("write a picture to a file (-: standard output)"),
        )
    form.add_argument(
        "--rules",
        action="store_true",
        help=translate("print the rules and options"),
    )
    parser.add_json(form)
    appearance = {
        "--theme": (get_args(Theme), translate("colour theme (default: light)")),
        "--style": (get_args(Style), translate("style of board and pieces (default: wood)")),
    }
    for flag, (choices, about) in appearance.items():
        parser.options.add_argument(flag, choices=choices, help=about)


def run(args: Namespace) -> int:
    reject_unused_arguments(args)
    game = load(args.game)
    if args.rules:
        print(rules_text(game, args.lang, args.translate))
        return 0
    position = parse_position(game, args.position, args.seed)
    if args.json:
        print_json(make_position_data(position))
    elif file := args.svg or args.png:
        write_picture(position, args)
        if file != STANDARD_STREAM:
            print(args.translate("wrote {}").format(file), file=sys.stderr)
    else:
        print(text(position, supports_colour(), args.lang))
        print(args.translate("Position: {}").format(position))
    return 0


def write_picture(position: Position, args: Namespace) -> None:
    """Write a position to a file as SVG or PNG."""
    theme, style = args.theme or DEFAULT_THEME, args.style or DEFAULT_STYLE
    if args.svg:
        write_text(args.svg, svg(position, theme, args.lang, style=style) + "\n")
    else:
        write_bytes(args.png, png(position, theme=theme, language=args.lang, style=style))


def reject_unused_arguments(args: Namespace) -> None:
    """Raise an error for arguments without effect."""
    reject_seed_with_position(args.position, args.seed, args.translate)
    for flag, value in (("--theme", args.theme), ("--style", args.style)):
        if value and not (args.svg or args.png):
            message = args.translate("{} needs --svg or --png")
            raise UsageError(message.format(flag))
    for name, value in ((args.translate("POSITION"), args.position), ("--seed", args.seed)):
        if args.rules and value is not None:
            message = args.translate("--rules cannot be combined with {}")
            raise UsageError(message.format(name))


def make_position_data(position: Position) -> dict[str, Any]:
    """Return the position, its legal actions and its picture as JSON data."""
    return {
        "game": position.game.id,
        "position": str(position),
        "player": position.player,
        "legal_moves": position.legal_moves(),
        "is_over": position.is_over,
        "returns": position.returns,
        **as_data(picture(position)),
    }
