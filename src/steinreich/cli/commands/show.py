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

USUAL_THEME: Theme = "light"
USUAL_STYLE: Style = "wood"

EXAMPLES = """\
steinreich show tzaar --seed 7
steinreich show chain_reaxis "6/6/6/2o3/2x3/6 x c3c2"
steinreich show vier3d --svg board.svg --theme dark
steinreich show inner_square --rules"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("show a position, or the rules of a game", "eine Stellung oder die Regeln zeigen")
    parser = commands.add("show", run, about, EXAMPLES)
    add_game(parser)
    parser.given.add_argument(
        "position",
        nargs="?",
        metavar=say("POSITION", "STELLUNG"),
        help=say(
            "a position string in quotes; without one, the start",
            "eine Stellung als Text in Anführungszeichen; ohne sie der Anfang",
        ),
    )
    add_seed(parser, say("number of a set-up by chance", "Nummer einer zufälligen Aufstellung"))
    form = parser.options.add_mutually_exclusive_group()
    for switch in ("--svg", "--png"):
        form.add_argument(
            switch,
            metavar=say("FILE", "DATEI"),
            type=file_name(say),
            help=say(
                "write a picture to a file (- for the output)",
                "ein Bild in eine Datei schreiben (- für die Ausgabe)",
            ),
        )
    form.add_argument(
        "--rules",
        action="store_true",
        help=say("print the rules and options", "Regeln und Optionen ausgeben"),
    )
    parser.add_json(form)
    looks = {
        "--theme": (get_args(Theme), say("colours (light)", "Farben (light)")),
        "--style": (get_args(Style), say("board and pieces (wood)", "Brett und Steine (wood)")),
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
            print(args.say("wrote {}", "{} geschrieben").format(file), file=sys.stderr)
    else:
        print(text(position, has_colour(), args.lang))
        print(args.say("Position: {}", "Stellung: {}").format(position))
    return 0


def draw(position: Position, args: Namespace) -> None:
    """Write the picture."""
    theme, style = args.theme or USUAL_THEME, args.style or USUAL_STYLE
    if args.svg:
        write_text(args.svg, svg(position, theme, args.lang, style=style) + "\n")
    else:
        write_bytes(args.png, png(position, theme=theme, language=args.lang, style=style))


def refuse_idle(args: Namespace) -> None:
    """Refuse arguments that would change nothing."""
    refuse_seed(args.position, args.seed, args.say)
    for flag, value in (("--theme", args.theme), ("--style", args.style)):
        if value and not (args.svg or args.png):
            message = args.say("{} needs --svg or --png", "{} braucht --svg oder --png")
            raise UsageError(message.format(flag))
    for name, value in ((args.say("POSITION", "STELLUNG"), args.position), ("--seed", args.seed)):
        if args.rules and value is not None:
            message = args.say(
                "--rules shows no position: {} is too much",
                "--rules zeigt keine Stellung: {} ist zu viel",
            )
            raise UsageError(message.format(name))


def data(position: Position) -> dict[str, Any]:
    """The position for a program: what it is, what can be played, and its picture."""
    return {
        "game": position.game.id,
        "position": str(position),
        "player": position.player,
        "legal_moves": position.legal_moves(),
        "is_over": position.is_over,
        "returns": position.returns,
        **as_data(picture(position)),
    }
