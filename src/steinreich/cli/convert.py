"""`steinreich convert`: records from one form into another."""

from argparse import Namespace

from steinreich.cli.inputs import (
    STANDARD_STREAM,
    add_expected_game,
    add_file,
    file_name,
    form_for,
    records_in,
    write_text,
)
from steinreich.cli.parser import Commands
from steinreich.records import FORMS, write

EXAMPLES = """\
steinreich convert game.txt --to json
steinreich convert games.sgf --output games.txt
echo 0 5 0 5 0 5 0 | steinreich convert -"""


def add(commands: Commands) -> None:
    say = commands.say
    parser = commands.add(
        "convert",
        run,
        say("turn a record into another form", "eine Partie in eine andere Form bringen"),
        EXAMPLES,
    )
    add_file(parser)
    parser.options.add_argument(
        "--to",
        choices=FORMS,
        help=say("the new form (text; json for *.json)", "die neue Form (text; json für *.json)"),
    )
    parser.options.add_argument(
        "-o",
        "--output",
        metavar=say("FILE", "DATEI"),
        type=file_name(say),
        default=STANDARD_STREAM,
        help=say("write to a file", "in eine Datei schreiben"),
    )
    add_expected_game(parser)


def run(args: Namespace) -> int:
    records = records_in(args.file, args.game, args.say)
    write_text(args.output, write(records, args.to or form_for(args.output)))
    return 0
