"""`steinreich show`: a position as a picture, as data, or the rules of its game."""

import sys
from argparse import Namespace
from typing import Any, get_args

from steinreich.cli.inputs import (
    STANDARD_STREAM,
    add_game,
    add_seed,
    file_name,
    position_of,
    refuse_seed,
    write_bytes,
    write_text,
)
from steinreich.cli.outputs import has_colour, print_json, rules_text
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
    say = commands.say
    about = say("show a position, or the rules of a game")
    parser = commands.add("show", run, about, EXAMPLES)
    add_game(parser)
    parser.given.add_argument(
        "position",
        nargs="?",
        metavar=say("POSITION"),
        help=say("a position string in quotes; without one, the start"),
    )
    add_seed(parser, say("number of a set-up by chance"))
    form = parser.options.add_mutually_exclusive_group()
    for switch in ("--svg", "--png"):
        form.add_argument(
            switch,
            metavar=say("FILE"),
            type=file_name(say),
            help=say("write a picture to a file (- for the output)"),
        )
    form.add_argument(
        "--rules",
        action="store_true",
        help=say("print the rules and options"),
    )
    parser.add_json(form)
    looks = {
        "--theme": (get_args(Theme), say("colours (light)")),
        "--style": (get_args(Style), say("board and pieces (wood)")),
    }
    for flag, (choices, about) in looks.items():
        parser.options.add_argument(flag, choices=choices, help=about)


def run(args: Namespace) -> int:
    refuse_idle(args)
    game = load(args.game)
    if args.rules:
        print(rules_text(game, args.lang, args.say))
        return 0
    position = position_of(game, args.position, args.seed)
    if args.json:
        print_json(data(position))
    elif file := args.svg or args.png:
        draw(position, args)
        if file != STANDARD_STREAM:
            print(args.say("wrote {}").format(file), file=sys.stderr)
    else:
        print(text(position, has_colour(), args.lang))
        print(args.say("Position: {}").format(position))
    return 0


def draw(position: Position, args: Namespace) -> None:
    """Write the picture."""
    theme, style = args.theme or DEFAULT_THEME, args.style or DEFAULT_STYLE
    if args.svg:
        write_text(args.svg, svg(position, theme, args.lang, style=style) + "\n")
    else:
        write_bytes(args.png, png(position, theme=theme, language=args.lang, style=style))


def refuse_idle(args: Namespace) -> None:
    """Refuse arguments that would change nothing."""
    refuse_seed(args.position, args.seed, args.say)
    for flag, value in (("--theme", args.theme), ("--style", args.style)):
        if value and not (args.svg or args.png):
            message = args.say("{} needs --svg or --png")
            raise UsageError(message.format(flag))
    for name, value in ((args.say("POSITION"), args.position), ("--seed", args.seed)):
        if args.rules and value is not None:
            message = args.say("--rules shows no position: {} is too much")
            raise UsageError(message.format(name))


def data(position: Position) -> dict[str, Any]:
    """Return the position for a program: what it is, what can be played, and its picture."""
    return {
        "game": position.game.id,
        "position": str(position),
        "player": position.player,
        "legal_moves": position.legal_moves(),
        "is_over": position.is_over,
        "returns": position.returns,
        **as_data(picture(position)),
    }
